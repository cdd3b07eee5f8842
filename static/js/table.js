// The table's page: buttons become acts over the line, views become fragments swapped in, and what changed is told to the rest.
import * as clock from './clock.js';
import * as hand from './hand.js';
import * as net from './net.js';
import { connect } from './socket.js';
import { goTo, land, swap } from './swap.js';
import { announce } from './voice.js';

const game = document.getElementById('game');
const form = document.getElementById('act');
const byId = id => document.getElementById(id);
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const TOAST_MS = 6_000;
const IDLE_MS = 1_500; // a busy phone goes on by then
const idle = globalThis.requestIdleCallback ?? (work => setTimeout(work, 200));

let line;
let chat;
let shownRound = '';
let toast;

function start() {
  document.documentElement.classList.add('js');
  hand.start(say);
  form.addEventListener('submit', submitted);
  document.addEventListener('click', sheets);
  const early = byId(location.hash.slice(1)); // a link pressed before we were here
  if (early instanceof HTMLDialogElement) {
    const link = document.querySelector(`a[href="${location.hash}"]`);
    location.replace('#');
    open(link);
  }
  line = connect(game.dataset.socket, {
    have: Number(game.dataset.v),
    chat: Number(game.dataset.chat),
    hello: { lang: game.dataset.lang },
    site: { view: game.dataset.view, act: form, chat: document.querySelector('#chat form') },
    onview: show,
    onsame: clock.set,
    onbeat: clock.set,
    onchat: said,
    onanswer: answered,
    onaway: net.away,
    onstate: net.show,
  });
  ownDeck();
  chat = later();
  chat.then(part => part?.sendBy(text => line.chat(text)));
  const number = name => (game.dataset[name] === '' ? null : Number(game.dataset[name]));
  clock.set({ left: number('left'), of: number('of'), pause: number('pause') });
  forgetChoice();
  openSheet();
}

/** The rest of the page, once it stands still. */
async function later() {
  await new Promise(resolve => idle(resolve, { timeout: IDLE_MS }));
  const parts = await import('./later.js').catch(() => null); // no network: the table works without
  return parts?.start() ?? null;
}

/** Other drawings than the page's own are fetched for who chose them (early.js has seen to that). */
function ownDeck() {
  if (document.documentElement.classList.contains('redraw')) import('./deck.js').then(part => part.start(), () => {});
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
  tell('said', { word, button });
}

function submitted(event) {
  event.preventDefault();
  const button = event.submitter;
  if (!button) return;
  if (!hand.asks(button)) say(button.value, button);
}

function show(frame) {
  tell('before');
  swap(frame.html, hand.arrange);
  clock.set(frame);
  hand.update();
  announce();
  openSheet();
  tell('fx', { events: frame.events ?? [], says: frame.says, jump: frame.t === 'snapshot' });
}

function answered(frame, act) {
  document.querySelectorAll('.sent').forEach(button => button.classList.remove('sent'));
  if (frame.t === 'ack') {
    if (act.t === 'act') byId('error').replaceChildren(); // what was refused before is settled
    if (frame.text) warn(frame.text, frame.rule); // a card was tried in vain
    if (act.do === 'leave') goTo(game.dataset.home);
    return;
  }
  if (act.t === 'chat') chat.then(part => part?.giveBack(act.text));
  if (frame.text) warn(frame.text, frame.rule);
}

/** A line of the chat waits until there is one to write it into. */
function said(words) {
  chat.then(part => part?.add(words));
  tell('chatline', { ...words, mine: Boolean(words.mine) });
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
  tell('warned');
  fade(box);
}

/** The words go after a while, but not from under a pointer, the focus or the rules opened from them. */
function fade(box) {
  clearTimeout(toast);
  toast = setTimeout(() => (box.matches(':hover, :focus-within') || byId('info').open ? fade(box) : box.replaceChildren()), TOAST_MS);
}

/** A new result takes the focus, unless somebody is typing; a rematch takes everybody along. */
function openSheet() {
  const sheet = byId('sheet');
  const isOpen = sheet.classList.contains('res');
  for (const id of ['stage', 'rail', 'box', 'top']) byId(id).inert = isOpen;
  if (sheet.dataset.next) return goTo(sheet.dataset.next);
  const round = sheet.dataset.round ?? '';
  if (isOpen && round !== shownRound && !document.activeElement?.matches('input[name=text]')) {
    ([...sheet.querySelectorAll('button.act, a.act')].findLast(button => button.checkVisibility()) ?? byId('h-sheet'))?.focus({ preventScroll: true });
  }
  shownRound = round;
  land();
}

/** Links to dialogs open them here, without a journey; `data-close` shuts the one around it. */
function sheets(event) {
  const link = event.target.closest('a[href^="#"], a[href^="rule/"], [data-close], #b-set');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return; // in a new tab a link is a link
  if ('close' in link.dataset) {
    event.preventDefault();
    link.closest('dialog')?.close();
  } else if (link.matches('#b-set, [href^="rule/"]') || byId(link.hash.slice(1)) instanceof HTMLDialogElement) {
    event.preventDefault();
    open(link);
  }
}

async function open(link) {
  const dialogs = await import('./dialogs.js').catch(() => null);
  if (dialogs) dialogs.follow(link, warn);
  else location.hash = link.hash; // no line just now: the stylesheet opens it too
}

start();
