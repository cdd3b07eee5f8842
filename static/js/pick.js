// Select first, then play: for dense hands and unsteady ones. The first tap raises a card, a second one on it (or "Lay") plays it;
// Escape, or a tap elsewhere, lets go of it. Loaded only for who chose so.
import { speak } from './voice.js';

const words = document.getElementById('settings').dataset; // "Lay", "… selected"
let chosen = ''; // the id of the raised card
let lay;

/** `play(card)` lays it for good. */
export function begin(play) {
  lay = play;
  document.addEventListener('click', elsewhere);
  document.addEventListener('keydown', escape);
  arrange(document);
}

/** Taps lay cards again. */
export function stop() {
  document.removeEventListener('click', elsewhere);
  document.removeEventListener('keydown', escape);
  document.getElementById('do-lay')?.remove();
  chosen = '';
  for (const card of cards(document)) card.removeAttribute('aria-pressed');
}

/** A card was tapped: true if it was only selected by that. */
export function tapped(card) {
  if (card.id === chosen) return false;
  take(card);
  speak(words.picked.replace('{card}', card.ariaLabel));
  return true;
}

/** Selects a card. */
export function take(card) {
  chosen = card.id;
  show(document);
}

/** Lets go of the selected card. */
export function drop() {
  if (!chosen) return;
  chosen = '';
  show(document);
}

/** Shows the choice in a page, or in fragments that are about to become it. */
export function arrange(view) {
  if (view.getElementById('box') && !view.getElementById(chosen)) chosen = '';
  addButton(view);
  show(view);
}

/** "Lay" stands on the rail as long as there is something to lay; what it leads to may change, its place does not. */
function addButton(view) {
  const rail = view.getElementById('rail');
  if (!rail?.querySelector('button') || rail.querySelector('.wish, #do-lay') || !cards(view).length) return;
  const button = document.createElement('button');
  button.className = 'act';
  button.id = 'do-lay';
  button.type = 'button';
  button.textContent = words.lay;
  rail.prepend(button);
}

function show(view) {
  for (const card of cards(view)) card.ariaPressed = card.id === chosen;
  const button = view.getElementById('do-lay');
  if (button) button.ariaDisabled = chosen ? null : 'true';
}

function cards(view) {
  return [...view.querySelectorAll('#hand .card')];
}

function elsewhere(event) {
  if (event.target.closest('#do-lay')) {
    const card = document.getElementById(chosen);
    if (card) lay(card);
  } else if (!event.target.closest('#hand .card, dialog, #act')) {
    drop();
  }
}

function escape(event) {
  if (event.key === 'Escape' && !document.querySelector('dialog[open]')) drop();
}
