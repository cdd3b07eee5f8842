// The own hand: which cards are new, the wish sheet, taps and keys.

const dialog = document.getElementById('wish');
const SUITS = 'CSHD';
const KEYS = { d: '[value="d"]', p: '[value="-"]', m: '[value="m"], [value="mm"]' };
const TOUCH_MS = 400; // browsers that do not count taps (iOS) are told apart by time and place
const NEAR_PX = 30;
let lastTap = { at: -Infinity, x: 0, y: 0 };
let say;
let wishFor = ''; // the beginning of the word that a suit completes: "p JC:" or "w "
let held = ids();
let heldRound = document.getElementById('box').dataset.round;
let fresh = new Set();

/** `speak(word, button)` sends a word. */
export function start(speak) {
  say = speak;
  document.addEventListener('click', onlyOnce, { capture: true }); // before anybody else hears of it
  dialog.addEventListener('click', event => wished(event.target.closest('[data-suit]')));
  document.addEventListener('keydown', pressed);
  owedWish();
}

/** After a new view: marks cards that came in, shuts a wish that can no longer be made, asks for one that is owed. */
export function update() {
  const now = ids();
  const round = document.getElementById('box').dataset.round;
  fresh = round === heldRound ? new Set([...now].filter(id => fresh.has(id) || !held.has(id))) : new Set();
  [held, heldRound] = [now, round];
  mark();
  if (dialog.open && wishFor.startsWith('p') && !document.querySelector(`#hand [data-wish][data-card="${wishFor.slice(2, 4)}"]`)) dialog.close();
  owedWish();
}

/** Opens the sheet with the four suits for a wish card. */
export function askWish(card) {
  open(`p ${card}:`, card);
}

function owedWish() {
  const owed = document.querySelector('#rail .act.wish');
  if (owed && !dialog.open) open('w ', '');
  else if (!owed && dialog.open && wishFor === 'w ') dialog.close();
}

function open(word, card) {
  wishFor = word;
  const cards = [...document.querySelectorAll('#hand [data-card]')].map(button => button.dataset.card);
  if (card) cards.splice(cards.indexOf(card), 1);
  for (const button of dialog.querySelectorAll('[data-suit]')) {
    const count = cards.filter(name => name[1] === button.dataset.suit).length;
    const words = button.querySelector('small');
    words.textContent = words.dataset.held.replace('{n}', count);
  }
  dialog.querySelector('[data-close]').hidden = !card;
  dialog.showModal();
  dialog.querySelector('[data-suit]').focus();
}

function wished(button) {
  if (!button) return;
  dialog.close();
  say(wishFor + button.dataset.suit, document.querySelector(`#hand [data-card="${wishFor.slice(2, 4)}"]`));
}

function ids() {
  return new Set([...document.querySelectorAll('#hand [data-card]')].map(button => button.id));
}

/** "neu" stays on a card until its player has acted again. */
function mark() {
  const words = document.getElementById('hand')?.dataset.neu;
  for (const id of fresh) {
    const card = document.getElementById(id);
    if (!card || card.querySelector('.neu')) continue;
    const tag = document.createElement('span');
    tag.className = 'neu';
    tag.textContent = words;
    card.append(tag);
  }
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select')) return;
  if ('1234'.includes(event.key)) return choose(SUITS[Number(event.key) - 1]);
  if (document.querySelector('dialog[open]')) return;
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') return step(event, event.key === 'ArrowRight' ? 1 : -1);
  const selector = KEYS[event.key.toLowerCase()];
  if (selector && !event.repeat) document.querySelector(`#rail :is(${selector})`)?.click();
}

function choose(suit) {
  if (dialog.open) wished(dialog.querySelector(`[data-suit="${suit}"]`));
}

function step(event, by) {
  const cards = [...document.querySelectorAll('#hand button')];
  const at = cards.indexOf(document.activeElement);
  if (!cards.length || (at < 0 && document.activeElement !== document.body)) return;
  event.preventDefault();
  const next = at < 0 ? (by > 0 ? 0 : cards.length - 1) : (at + by + cards.length) % cards.length;
  cards[next].focus();
}

/** Called when a word of the own seat went out. */
export function acted() {
  fresh = new Set();
  document.querySelectorAll('#hand .neu').forEach(tag => tag.remove());
}

/** The second tap of a double tap is never an act: by then an eight or a quick bot may have made it our turn again. */
function onlyOnce(event) {
  if (event.target.closest('button')?.getAttribute('form') !== 'act' && !event.target.closest('#wish')) return;
  const again = event.detail > 1 || (event.pointerType === 'touch' && near(event));
  lastTap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  if (!again) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function near(event) {
  return event.timeStamp - lastTap.at < TOUCH_MS && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < NEAR_PX;
}
