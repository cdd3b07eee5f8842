// Ways to lay a card beside tapping it: swipe it up, or drag it onto the pile with the mouse. Never needed. And the mute button.
import { lay } from './hand.js';

const root = document.documentElement;
const SWIPE_PX = 56; // so far up a card is laid; let go of before, it falls back
const STEEP = 1.5; // more up than sideways
const DRAG_PX = 8; // below this it is a click
let swipe = null; // { card, id, x, y, up }
let drag = null; // { card, x, y, on, over }

/** Listens; touches are only watched, so scrolling, zooming and taps stay what they are. */
export function start() {
  const passive = { passive: true };
  document.addEventListener('touchstart', touched, passive);
  document.addEventListener('touchmove', swiped, passive);
  document.addEventListener('touchend', released, passive);
  document.addEventListener('touchcancel', fallBack, passive);
  document.addEventListener('scroll', fallBack, { passive: true, capture: true }); // then the finger meant the page
  document.addEventListener('pointerdown', grabbed);
  document.addEventListener('pointermove', dragged);
  document.addEventListener('pointerup', dropped);
  document.addEventListener('pointercancel', letGo);
  document.addEventListener('keydown', event => event.key === 'Escape' && letGo());
  document.addEventListener('click', event => event.target.closest('#b-mute') && mute());
  document.addEventListener('swapped', showMute);
  document.addEventListener('device', showMute);
  showMute();
}

function cardUnder(event) {
  return document.querySelector('dialog[open]') ? null : event.target.closest?.('#hand .card');
}

// up with it
function touched(event) {
  fallBack();
  const card = cardUnder(event);
  if (!card || event.touches.length > 1 || root.dataset.swipe === 'off') return;
  const { clientX: x, clientY: y } = event.touches[0];
  swipe = { card, x, y, up: 0 };
}

function swiped(event) {
  if (!swipe) return;
  if (event.touches.length > 1) return fallBack();
  const { clientX, clientY } = event.touches[0];
  const up = swipe.y - clientY;
  swipe.up = up > STEEP * Math.abs(clientX - swipe.x) ? up : 0;
  lift(swipe.card, 0, swipe.up > DRAG_PX ? -swipe.up : 0);
  point(swipe.up >= SWIPE_PX ? 'over' : '');
}

function released(event) {
  const { card, up } = swipe ?? {};
  const alone = event.touches.length === 0;
  fallBack();
  if (card?.isConnected && alone && up >= SWIPE_PX) lay(card);
}

function fallBack() {
  if (!swipe) return;
  settle(swipe.card);
  swipe = null;
}

// onto the pile
function grabbed(event) {
  const card = event.pointerType === 'mouse' && event.button === 0 && cardUnder(event);
  drag = card ? { card, x: event.clientX, y: event.clientY, on: false, over: false } : null;
}

function dragged(event) {
  if (!drag || event.pointerType !== 'mouse') return;
  if (!drag.card.isConnected || !(event.buttons & 1)) return letGo(); // laid by now, or let go of outside of the window
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.on && Math.hypot(dx, dy) < DRAG_PX) return;
  drag.on = true;
  drag.over = isOverPile(event);
  lift(drag.card, dx, dy);
  point(drag.over ? 'over' : 'on');
}

function dropped(event) {
  if (!drag || event.pointerType !== 'mouse') return;
  const { card, on, over } = drag;
  if (on) noClick();
  if (on && over && card.isConnected) lay(card);
  letGo();
}

function letGo() {
  if (!drag) return;
  settle(drag.card);
  drag = null;
}

/** A card's width around the pile counts too: nobody has to aim. */
function isOverPile({ clientX, clientY }) {
  const { left, right, top, bottom, width } = document.getElementById('pile').getBoundingClientRect();
  return clientX > left - width && clientX < right + width && clientY > top - width && clientY < bottom + width;
}

/** The click that ends a drag is none; what is laid is said by a click of ours, which no mouse has made. */
function noClick() {
  const stop = event => {
    if (!event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', stop, { capture: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }));
}

// how it looks
function lift(card, x, y) {
  card.style.translate = `${x}px ${y}px`;
  card.classList.toggle('drag', x !== 0 || y !== 0);
}

function settle(card) {
  card.style.translate = '';
  card.classList.remove('drag');
  point('');
}

/** `data-drag` on the page: a card is on its way (`on`), and would be laid if it was let go of now (`over`). */
function point(where) {
  if (where) root.dataset.drag = where;
  else delete root.dataset.drag;
}

// muted by one tap
async function mute() {
  const settings = await import('./settings.js').catch(() => null);
  settings?.choose('sound', root.dataset.sound === 'off' ? 'on' : 'off');
}

function showMute() {
  const button = document.getElementById('b-mute');
  if (button) button.ariaPressed = root.dataset.sound === 'off';
}
