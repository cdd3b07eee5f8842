// The hint of a match alone against bots: asked for by its button (or H), shown and marked until the next view.
import { speak } from './voice.js';

const ANSWER_MS = 8_000; // longer than the site itself waits for a search
const button = document.getElementById('b-hint');
const words = document.getElementById('hint');
let asking = null; // the version of the table that is being thought about
let shown = ''; // the version the words are about
let helped = false; // they are a hint; after a refusal one may ask again

/** Takes over the link, which does the same by loading the page. */
export function start() {
  if (!button) return;
  button.addEventListener('click', event => {
    event.preventDefault();
    ask();
  });
  document.addEventListener('swapped', () => { if (version() !== shown) forget(); });
  if (words.textContent) [shown, helped] = [version(), true];
}

const version = () => document.querySelector('#me input[name=v]')?.value ?? '';

async function ask() {
  const now = version();
  if (asking === now || (helped && shown === now)) return; // tapped twice
  if (getComputedStyle(button).visibility === 'hidden') return; // by H: switched off, or not our turn
  asking = now;
  button.ariaBusy = 'true';
  const answer = await fetch(button.dataset.ask, { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(ANSWER_MS) }).then(got => got.json()).catch(() => null);
  if (asking === now) asking = null;
  button.ariaBusy = 'false';
  if (version() !== now) return; // the table went on meanwhile
  if (answer?.word && String(answer.v) === now) show(answer, now);
  else show({ text: answer?.text ?? button.dataset.lost, cards: [] }, now);
}

function show(told, now) {
  forget();
  [shown, helped] = [now, Boolean(told.word)];
  const line = document.createElement('p');
  line.textContent = told.text;
  words.replaceChildren(line);
  speak(told.text);
  const cards = [...document.querySelectorAll('#hand [data-card]')];
  for (const name of told.cards) {
    const at = cards.findIndex(card => card.dataset.card === name);
    if (at >= 0) cards.splice(at, 1)[0].classList.add('tip'); // of twins another one next
  }
  if (told.word) for (const act of document.querySelectorAll('#rail button, #stock')) if (act.value === told.word) act.classList.add('tip');
}

function forget() {
  [shown, helped] = ['', false];
  words.replaceChildren();
  document.querySelectorAll('.tip').forEach(one => one.classList.remove('tip'));
}
