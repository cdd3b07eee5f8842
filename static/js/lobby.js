// The room of a table: shows what the socket brings, sends the forms without a reload, shares the link, and goes along to the match.

import * as net from './net.js';
import { sharing, toast } from './pass-on.js';
import './plain.js'; // for the line, before it needs it
import * as rulebook from './rulebook.js';
import * as showing from './show.js';
import { connect, reloadOnce } from './socket.js';
import { goTo, land, swap } from './swap.js';

const ANSWER_MS = 20_000; // a form that hangs longer did not get through
const NEWS_MS = 9_000; // long enough to read

const room = document.getElementById('room');
const acts = document.getElementById('act');
const say = document.getElementById('say');
const words = room.dataset;
let busy = ''; // the form on its way
let next = null; // and the one pressed meanwhile
let news = ruleNews();

sharing(words.copied);
rulebook.start();
showing.start();

const line = connect(words.socket, {
  have: Number(words.v),
  chat: Number(words.chat),
  hello: { lang: document.documentElement.lang },
  site: { view: words.view, chat: say },
  onview: show,
  onsame: follow,
  onbeat: follow,
  onchat: append,
  onanswer: answered,
  onaway: net.away,
  onstate: state,
});
net.keep(say.text, location.pathname);

// what comes in

function show(frame) {
  if (frame.html) swap(frame.html);
  land();
  follow(frame);
}

/** A match that began while we are here takes us along; one we came back from does not. */
function follow(frame) {
  if (frame.match === undefined || frame.match === words.match) return;
  words.match = frame.match;
  if (frame.go) goTo(frame.go);
}

/** Who changed the rules, and how; "" when they are as everybody knows them. */
function ruleNews() {
  return document.getElementById('rules').dataset.news;
}

document.addEventListener('swapped', () => {
  const now = ruleNews();
  if (now && now !== news) toast(now, NEWS_MS);
  news = now;
});

function append(said) {
  const item = document.createElement('li');
  const name = document.createElement('b');
  name.append(isolated(said.name));
  item.append(name, isolated(said.text));
  document.getElementById('lines').append(item);
}

/** Names and lines of any script keep to themselves. */
function isolated(text) {
  const part = document.createElement('bdi');
  part.textContent = text;
  return part;
}

function answered(frame, act) {
  complain(frame.t === 'nack' ? frame.text : '');
  if (frame.t !== 'nack') return;
  say.text.value = `${act.text} ${say.text.value}`.trim();
}

/** Sent away or cleared away: the page itself says so, and what to do. */
function state(name, code) {
  if (name !== 'ended' || !reloadOnce()) net.show(name, code);
}

// what goes out

document.addEventListener('submit', event => {
  const { target, submitter } = event;
  if (target === say) return talk(event);
  if (target !== acts) return;
  event.preventDefault();
  if (!submitter?.name) return; // Enter on a switch presses the form's first button, which stands for nothing
  if (submitter.getAttribute('aria-disabled') === 'true') return complain(document.getElementById('why-not')?.textContent ?? '');
  if (submitter.dataset.confirm && !confirm(submitter.dataset.confirm)) return;
  const data = new FormData(acts);
  data.append(submitter.name, submitter.value);
  post(submitter.formAction, data);
});

document.addEventListener('change', ({ target }) => {
  if (target.dataset.auto) post(target.dataset.auto, new FormData(acts));
});

function talk(event) {
  event.preventDefault();
  const text = say.text.value.trim();
  if (!text || line.chat(text)) say.text.value = '';
}

/** Sends a form; what came of it comes over the line, often before the answer. So what is pressed meanwhile waits for that
 *  answer, the last one pressed; but a second tap on the same is none. */
async function post(url, data) {
  const form = `${url} ${new URLSearchParams(data)}`;
  if (busy) {
    next = form === busy ? next : { url, data };
    return;
  }
  busy = form;
  const stays = await send(url, data);
  busy = '';
  const { url: where, data: what } = next ?? {};
  next = null;
  if (stays && where) post(where, what);
}

/** False when the answer leads to another page. */
async function send(url, data) {
  try {
    const answer = await fetch(url, { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(data), signal: AbortSignal.timeout(ANSWER_MS) });
    const result = await answer.json();
    if (result.go) return goTo(result.go);
    complain(answer.ok ? '' : result.text);
    if (!answer.ok) line.again(); // a switch or a choice that was refused goes back
    else if (line.state !== 'open') line.wake();
  } catch {
    complain(words.failed);
  }
  return true;
}

function complain(text) {
  const place = document.getElementById('error');
  if (!text && !place.firstChild) return;
  place.replaceChildren();
  if (!text) return;
  const note = document.createElement('p');
  note.className = 'note gap err';
  note.textContent = text;
  place.append(note);
  place.scrollIntoView({ block: 'nearest' });
}
