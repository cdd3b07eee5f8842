// Chat and log panel: sends and appends lines, counts the unread, opens as a drawer where it has no room of its own.
import { keep } from './net.js';

const side = document.getElementById('side');
const list = document.querySelector('#chat .lines');
const input = document.querySelector('#chat input[name=text]');
let unread = 0;
let send = () => false;

/** `way(text)` hands a line to the server; while that cannot be (false) it stays in the field. */
export function sendBy(way) {
  send = way;
}

/** Makes the panel work. */
export function start() {
  if (input) keep(input, document.getElementById('game').dataset.home);
  document.addEventListener('swapped', refresh);
  document.querySelector('#chat form')?.addEventListener('submit', event => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text || send(text)) input.value = '';
  });
  document.addEventListener('click', event => {
    if (event.target.closest('#b-chat')) toggle(event, true);
    else if (event.target.closest('#side .close')) toggle(event, false);
  });
  document.addEventListener('keydown', event => event.key === 'Escape' && side.classList.contains('open') && toggle(event, false));
  document.getElementById('tab-chat')?.addEventListener('change', seen);
}

/** A line from the server. */
export function add(line) {
  if (!list || list.querySelector(`[data-n="${line.n}"]`)) return;
  const item = document.createElement('li');
  item.className = line.mine ? 'm mine' : 'm';
  item.dataset.n = line.n;
  const who = document.createElement('b');
  who.textContent = line.name;
  item.append(who, line.text);
  list.append(item);
  if (!line.mine && !visible()) unread += 1;
  refresh();
}

/** A line that was refused goes back into the field, before what is typed there by now. */
export function giveBack(text) {
  if (input) input.value = `${text} ${input.value}`.trim();
}

/** Shows the number of unread lines, also again after the top was swapped. */
function refresh() {
  for (const place of document.querySelectorAll('#b-chat, .tabs label:has(#tab-chat) span')) {
    place.querySelector('i')?.remove();
    if (!unread) continue;
    const badge = document.createElement('i');
    badge.textContent = unread;
    place.append(badge);
  }
}

function visible() {
  return getComputedStyle(document.getElementById('chat')).display !== 'none' && side.getClientRects().length > 0;
}

function seen() {
  unread = 0;
  refresh();
}

function toggle(event, open) {
  event.preventDefault();
  side.classList.toggle('open', open);
  if (open) {
    if (unread) document.getElementById('tab-chat').checked = true; // that is what the number on the button says
    if (list && visible()) seen();
    side.querySelector('.close').focus();
  } else {
    document.getElementById('b-chat')?.focus();
  }
}
