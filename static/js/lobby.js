// The room of a table: shows what the socket brings, sends the forms without a reload, shares the link, and goes along to the match.

import { sharing, toast } from './pass-on.js';
import * as rulebook from './rulebook.js';
import { connect } from './socket.js';
import { goTo, swap } from './swap.js';

const POLL_MS = 4_000;
const NEWS_MS = 9_000; // long enough to read

const room = document.getElementById('room');
const acts = document.getElementById('act');
const say = document.getElementById('say');
const words = room.dataset;
let busy = false;
let plain = false;
let lost = false;
let news = ruleNews();

sharing(words.copied);
rulebook.start();

const line = connect(words.socket, {
  have: Number(words.v),
  chat: Number(words.chat),
  hello: { lang: document.documentElement.lang },
  onview: show,
  onsame: follow,
  onbeat: follow,
  onchat: append,
  onanswer: answered,
  onstate: state,
});

// what comes in

function show(frame) {
  if (frame.html) swap(frame.html);
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
  if (frame.t !== 'nack') return complain('');
  complain(frame.text);
  if (act.t === 'chat' && !say.text.value) say.text.value = act.text;
}

function state(name, code) {
  if (name === 'ended') return code && location.reload(); // sent away or cleared away: the page says so
  if (name === 'plain') return poll();
  if (name === 'lost' && !lost) toast(words.offline);
  if (name === 'open' && lost) toast(words.online);
  lost = name === 'lost';
}

/** Where sockets are impossible the room is asked for every few seconds. */
async function poll() {
  plain = true;
  if (document.visibilityState === 'visible') await refresh(line.version);
  setTimeout(poll, POLL_MS);
}

async function refresh(have) {
  const answer = await fetch(`${words.view}?v=${have}&chat=${line.lastChat}`, { headers: { Accept: 'application/json' } }).catch(() => null);
  if (!answer) return;
  if (answer.status === 403 || answer.status === 404) return location.reload();
  if (!answer.ok) return;
  const frame = await answer.json();
  line.version = Math.max(line.version, frame.v);
  show(frame);
  for (const said of frame.chat) {
    if (said.n <= line.lastChat) continue;
    line.lastChat = said.n;
    append(said);
  }
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
  if (!text) return;
  if (plain) post(say.action, new FormData(say));
  else line.chat(text);
  say.text.value = '';
}

/** Sends a form; the room itself comes by the socket, or is asked for when there is none. */
async function post(url, data) {
  if (busy) return;
  busy = true;
  try {
    const answer = await fetch(url, { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(data) });
    const result = await answer.json();
    if (result.go) return goTo(result.go);
    complain(answer.ok ? '' : result.text);
    if (!answer.ok) await refresh(0); // a switch or a choice that was refused goes back
    else if (plain || lost) await refresh(line.version);
  } catch {
    complain(words.failed);
  } finally {
    busy = false;
  }
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
