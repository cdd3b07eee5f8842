// For the ear: one region (#say) that only ever grows. What happened comes from the lines of the log, what is mine to do from
// the own plate (`data-ask`), both in the server's words. Quick moves of others are told together.

const MOST = 40; // old sentences go silently
const TOGETHER_MS = 1_000; // what happens within so long is one announcement, unless something is mine to do
const say = document.getElementById('say');

let lastLine = Math.max(0, ...lines().map(number));
let asked = question();
let shown = document.getElementById('sheet').dataset.round;
let calls = new Set(callsNow().map(button => button.id));
let waiting = []; // [who, what] of what is not told yet
let timer;

document.addEventListener('chatline', event => chat(event.detail));

/** After a new view: tells what has happened since the last one, and what is mine to do. */
export function announce() {
  const fresh = lines().filter(item => number(item) > lastLine);
  lastLine = Math.max(lastLine, ...fresh.map(number));
  waiting.push(...fresh.map(parts));
  const over = newResult();
  const mine = [...(over ? ending() : []), ...newCalls(), ...newQuestion()];
  if (over || mine.length) tell(mine);
  else if (waiting.length) timer ??= setTimeout(() => tell([]), TOGETHER_MS);
}

/** Says a sentence. */
export function speak(text) {
  const words = document.createElement('p');
  words.textContent = text;
  say.append(words);
  while (say.childElementCount > MOST) say.firstElementChild.remove();
}

function tell(mine) {
  clearTimeout(timer);
  timer = undefined;
  const told = waiting;
  waiting = [];
  const all = [...sentences(told), ...mine];
  if (all.length) speak(all.join(' '));
}

/** Who did several things in a row is named once: "Bot 2 draws a card, passes." */
function sentences(told) {
  const found = [];
  told.forEach(([who, what], at) => {
    const again = who && at > 0 && told[at - 1][0] === who;
    if (again) found.push(`${found.pop().slice(0, -1)},${what}.`);
    else found.push(`${who}${what}.`);
  });
  return found;
}

function lines() {
  return [...document.querySelectorAll('#log li')];
}

function number(item) {
  return Number(item.dataset.n);
}

function parts(item) {
  const who = item.querySelector('b')?.textContent ?? '';
  return [who, item.textContent.trim().slice(who.length)];
}

/** What may be called out of turn: a challenge, a jump in. */
function callsNow() {
  return [...document.querySelectorAll('#rail .call')];
}

function newCalls() {
  const now = callsNow();
  const fresh = now.filter(button => !calls.has(button.id));
  calls = new Set(now.map(button => button.id));
  return fresh.map(button => `${[...button.childNodes].filter(node => node.nodeName !== 'KBD').map(node => node.textContent).join('').trim()}.`);
}

/** The sentence, and the cards it was asked about: the same words after another move are a new question. */
function question() {
  const { discard, stock } = document.getElementById('centre').dataset;
  const { ask } = document.getElementById('me').dataset;
  return ask ? [ask, discard, stock].join('|') : '';
}

function newQuestion() {
  const before = asked;
  asked = question();
  return asked && asked !== before ? [document.getElementById('me').dataset.ask] : [];
}

/** Whether a result has come up: nothing follows that it could be told together with. */
function newResult() {
  const before = shown;
  shown = document.getElementById('sheet').dataset.round;
  return Boolean(shown) && shown !== before;
}

/** How the match has ended; how a round has, the log says. */
function ending() {
  return shown.endsWith('f') ? [`${document.getElementById('h-sheet').firstChild.textContent.trim()}.`] : [];
}

/** A line of the chat that is not on view, where it would speak for itself. */
function chat({ mine, name, text }) {
  if (!mine && text && !document.getElementById('chat')?.checkVisibility()) speak(`${name}: ${text}`);
}
