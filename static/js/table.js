// The table's page: buttons become acts over the line, views become fragments swapped in, and what changed is read out.
import { connect } from './socket.js';
import { goTo, swap } from './swap.js';
import * as chat from './chat.js';
import * as clock from './clock.js';
import * as hand from './hand.js';
import * as net from './net.js';
import * as settings from './settings.js';

const game = document.getElementById('game');
const form = document.getElementById('act');
const byId = id => document.getElementById(id);
const TOAST_MS = 6_000;

let line;
let lastLine = Math.max(0, ...logLines().map(item => Number(item.dataset.n)));
let wasMyTurn = isMyTurn();
let calls = callsNow();
let shownRound = '';
let toast;

function start() {
  document.documentElement.classList.add('js');
  settings.start();
  hand.start(say);
  form.addEventListener('submit', submitted);
  document.addEventListener('click', dialogs);
  const early = byId(location.hash.slice(1)); // a link pressed before we were here
  if (early instanceof HTMLDialogElement) {
    location.replace('#');
    openDialog(early);
  }
  line = connect(game.dataset.socket, {
    have: Number(game.dataset.v),
    chat: Number(game.dataset.chat),
    hello: { lang: game.dataset.lang },
    site: { view: game.dataset.view, act: form, chat: document.querySelector('#chat form') },
    onview: show,
    onsame: clock.set,
    onbeat: clock.set,
    onchat: chat.add,
    onanswer: answered,
    onaway: net.away,
    onstate: net.show,
  });
  chat.start(text => line.chat(text));
  const number = name => (game.dataset[name] === '' ? null : Number(game.dataset[name]));
  clock.set({ left: number('left'), of: number('of'), pause: number('pause') });
  forgetChoice();
  openSheet();
}

/** A sheet of choices that came with the page (its address says so) is ours to open now, by a tap on the card. */
function forgetChoice() {
  const sheet = byId('sheet');
  if (!sheet.querySelector('.lay, .w4')) return;
  sheet.replaceChildren();
  sheet.className = '';
  history.replaceState(null, '', location.pathname);
}

/** Says a word of the notation for the own seat; not a second one before the first is answered, nor while the line is down. */
function say(word, button) {
  if (!line.act(word)) return;
  button?.classList.add('sent');
  hand.acted();
}

function submitted(event) {
  event.preventDefault();
  const button = event.submitter;
  if (!button) return;
  if (!hand.asks(button)) say(button.value, button);
}

function show(frame) {
  swap(frame.html);
  settings.rename();
  clock.set(frame);
  hand.update();
  chat.refresh();
  announce();
  openSheet();
  document.dispatchEvent(new CustomEvent('fx', { detail: frame.events ?? [] }));
}

function answered(frame, act) {
  document.querySelectorAll('.sent').forEach(button => button.classList.remove('sent'));
  if (frame.t === 'ack') {
    if (act.t === 'act') byId('error').replaceChildren(); // what was refused before is settled
    if (frame.text) warn(frame.text, frame.rule); // a card was tried in vain
    if (act.do === 'leave') goTo(game.dataset.home);
    return;
  }
  if (act.t === 'chat') chat.giveBack(act.text);
  if (frame.text) warn(frame.text, frame.rule);
}

/** A refusal in words, with a link to the rule if there is one; #error is an alert, so it is read out too. */
function warn(text, rule) {
  const box = byId('error');
  const words = document.createElement('p');
  words.textContent = text;
  if (rule) {
    const link = document.createElement('a');
    link.href = `rule/${rule}`;
    link.textContent = box.dataset.more;
    words.append(' ', link);
  }
  box.replaceChildren(words);
  settings.rename();
  fade(box);
}

/** The words go after a while, but not from under a pointer, the focus or the rules opened from them. */
function fade(box) {
  clearTimeout(toast);
  toast = setTimeout(() => (box.matches(':hover, :focus-within') || byId('info').open ? fade(box) : box.replaceChildren()), TOAST_MS);
}

function logLines() {
  return [...document.querySelectorAll('#log li')];
}

/** What may be called out of turn: a challenge, a jump in. */
function callsNow() {
  return new Set([...document.querySelectorAll('#rail .call')].map(button => button.id));
}

function isMyTurn() {
  return byId('me').classList.contains('turn');
}

/** Reads new log lines and the own turn to screen readers; #say only ever grows (old lines go silently). */
function announce() {
  const fresh = logLines().filter(item => Number(item.dataset.n) > lastLine);
  for (const item of fresh) speak(item.textContent);
  lastLine = Math.max(lastLine, ...fresh.map(item => Number(item.dataset.n)));
  for (const call of document.querySelectorAll('#rail .call')) if (!calls.has(call.id)) speak(call.textContent);
  calls = callsNow();
  const mine = isMyTurn();
  if (mine && (!wasMyTurn || fresh.length)) speak([...document.querySelectorAll('#me p > *')].map(part => part.textContent).join('. '));
  wasMyTurn = mine;
}

function speak(text) {
  const words = document.createElement('p');
  words.textContent = text;
  byId('say').append(words);
  while (byId('say').childElementCount > 40) byId('say').firstElementChild.remove();
}

/** A new result takes the focus, unless somebody is typing; a rematch takes everybody along. */
function openSheet() {
  const sheet = byId('sheet');
  const open = sheet.classList.contains('res');
  for (const id of ['stage', 'rail', 'box', 'top']) byId(id).inert = open;
  if (sheet.dataset.next) return goTo(sheet.dataset.next);
  const round = sheet.dataset.round ?? '';
  if (open && round !== shownRound && !document.activeElement?.matches('input[name=text]')) {
    ([...sheet.querySelectorAll('button.act, a.act')].findLast(button => button.checkVisibility()) ?? byId('h-sheet'))?.focus({ preventScroll: true });
  }
  shownRound = round;
}

/** Links to sheets (#leave, #info, #settings) and sentences (`rule/seven`) open dialogs; `data-close` shuts the one around it. */
function dialogs(event) {
  const link = event.target.closest('a[href^="#"], a[href^="rule/"], [data-close], #b-set');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return; // in a new tab a link is a link
  if ('close' in link.dataset) {
    event.preventDefault();
    link.closest('dialog')?.close();
    return;
  }
  const [, clause] = (link.getAttribute('href') ?? '').split('rule/');
  if (clause) {
    event.preventDefault();
    openRules(clause);
    return;
  }
  const target = byId(link.id === 'b-set' ? 'settings' : link.hash.slice(1));
  if (target instanceof HTMLDialogElement) {
    event.preventDefault();
    openDialog(target);
  }
}

function openDialog(dialog) {
  if (dialog.id === 'info') openRules();
  else dialog.showModal();
}

/** The rulebook is only loaded when somebody looks into it. */
async function openRules(clause) {
  try {
    const rulebook = await import('./rulebook.js');
    await rulebook.open(clause);
  } catch {
    warn(byId('book').dataset.lost);
  }
}

start();
