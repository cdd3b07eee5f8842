// Passes by itself when the drawn card does not fit and nothing else is left to do, for who wants that (off by default). It waits
// as long as a person might, so that nobody at the table can tell; whatever is pressed meanwhile gives the turn back.
import { drew } from './hand.js';

const SHORTEST_MS = 800;
const LONGEST_MS = 2_500;
const root = document.documentElement;
let timer;
let waiting = false;
let left = ''; // the turn that somebody took back

/** Watches the views from now on. */
export function start() {
  document.addEventListener('before', cancel);
  document.addEventListener('swapped', wait);
  document.addEventListener('close', wait, { capture: true }); // of a dialog: it does not bubble
  document.addEventListener('device', () => (root.dataset.autopass === 'on' ? wait() : cancel()));
  for (const press of ['pointerdown', 'keydown']) document.addEventListener(press, takeBack, { capture: true });
  wait();
}

function wait() {
  cancel();
  if (root.dataset.autopass !== 'on' || !toPass() || left === turn()) return;
  waiting = true;
  timer = setTimeout(pass, SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
}

function cancel() {
  clearTimeout(timer);
  waiting = false;
}

function takeBack() {
  if (waiting) left = turn();
  cancel();
}

function pass() {
  waiting = false;
  toPass()?.click();
}

/** The button to pass, if after a draw there is nothing else: no card that might be laid, no word, no open sheet. */
function toPass() {
  const lit = document.querySelectorAll('#rail :not(#do-lay).act:not([aria-disabled=true])');
  const card = document.querySelector('#hand .card:not([aria-disabled=true])');
  const sheet = document.querySelector('dialog[open], #sheet.open');
  const mine = document.querySelector('#me.turn') && drew();
  return mine && lit.length === 1 && lit[0].value === '-' && !card && !sheet ? lit[0] : null;
}

/** What tells one turn from another. */
function turn() {
  const { top, stock, discard } = document.getElementById('centre').dataset;
  return [top, stock, discard].join();
}
