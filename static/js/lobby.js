// The room of a table: shows what the socket brings, sends the forms without a reload, shares the link, and goes along to the match.

import { connect } from './socket.js';
import { goTo, swap } from './swap.js';

const POLL_MS = 4_000;
const TOAST_MS = 4_000;

const room = document.getElementById('room');
const acts = document.getElementById('act');
const say = document.getElementById('say');
const words = room.dataset;
let busy = false;
let plain = false;
let lost = false;

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

// the link

document.addEventListener('click', event => {
  const button = event.target.closest('[data-share],[data-copy]');
  if (!button) return;
  const link = button.dataset.share ?? button.dataset.copy;
  if (button.dataset.share && navigator.share) navigator.share({ title: 'Mau-Mau', url: link }).catch(() => {});
  else copy(link);
});

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    copyOldWay(link); // plain http in the local network has no clipboard
  }
  toast(words.copied);
}

function copyOldWay(link) {
  const field = document.createElement('input');
  field.className = 'vh';
  field.value = link;
  document.body.append(field);
  const before = document.activeElement;
  field.select();
  document.execCommand('copy');
  field.remove();
  before?.focus();
}

function toast(text) {
  const note = document.createElement('p');
  note.className = 'toast';
  note.textContent = text;
  document.getElementById('toasts').replaceChildren(note);
  setTimeout(() => note.remove(), TOAST_MS);
}
