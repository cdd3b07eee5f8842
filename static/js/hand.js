// The own hand: which cards are new, what is asked before a card is laid, the wish sheet, taps and keys.

const dialog = document.getElementById('wish');
const picks = document.getElementById('lay');
const SUITS = 'CSHD';
const KEYS = { d: '[value="d"]', p: '[value="-"]', m: '[value="m"], [value="mm"]', j: '[value^="j "]', c: '[value^="c "]' };
const TOUCH_MS = 400; // browsers that do not count taps (iOS) are told apart by time and place
const NEAR_PX = 30;
let lastTap = { at: -Infinity, x: 0, y: 0 };
let say;
let wishFor = ''; // the word that a suit completes: "p JC" or "w"; a try ("x JC") stays as it is
let asked = null; // the card of the open sheet and how things stood: once they do not, it shuts
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
  if (asked && standing(asked.id) !== asked.standing) shut();
  owedWish();
}

/** Opens the sheet a card asks for; false if it simply says its word. */
export function asks(card) {
  const { mates, wish } = card.dataset;
  const more = card.value.startsWith('lay ');
  if (!more && wish === undefined) return false;
  asked = { id: card.id, standing: standing(card.id) };
  if (wish !== undefined && !mates) askWish(word(card), card, []);
  else askWhich(card);
  return true;
}

/** The sheet for laying several cards is only loaded where somebody does. */
async function askWhich(card) {
  const about = asked;
  const lay = await import('./lay.js').catch(() => null); // no line: that is said elsewhere
  if (!lay || asked !== about || picks.open) return;
  if (card.dataset.mates) lay.askMates(card, names => chosen(card, names));
  else if (!await lay.askSet(card)) say(word(card), card);
}

const word = card => card.dataset.word ?? card.value;

/** The cards to lay with this one are known; `data-ends`: all of them are the whole hand, and nothing is wished. */
function chosen(card, names) {
  const lays = word(card).startsWith('p') ? [word(card), ...names].join('+') : word(card);
  const last = 'ends' in card.dataset && names.length === card.dataset.mates.split(' ').length;
  if ('wish' in card.dataset && !last) askWish(lays, card, names);
  else say(lays, card);
}

function askWish(lays, card, names) {
  open(lays, [card.dataset.card, ...names]);
}

/** What the words of an open sheet rest on. */
function standing(id) {
  const card = document.getElementById(id);
  const { top, wish, due } = document.getElementById('centre').dataset;
  return card && [card.value, card.dataset.word, card.dataset.mates, 'wish' in card.dataset, top, wish, due, card.ariaDisabled].join();
}

function shut() {
  asked = null;
  if (picks.open) picks.close();
  if (dialog.open && wishFor !== 'w') dialog.close();
}

function owedWish() {
  const owed = document.querySelector('#rail .act.wish');
  if (owed && !dialog.open) open('w', []);
  else if (!owed && dialog.open && wishFor === 'w') dialog.close();
}

function open(lays, laid) {
  wishFor = lays;
  const cards = [...document.querySelectorAll('#hand [data-card]')].map(button => button.dataset.card);
  for (const name of laid) cards.splice(cards.indexOf(name), 1);
  for (const button of dialog.querySelectorAll('[data-suit]')) {
    const count = cards.filter(name => name[1] === button.dataset.suit).length;
    const words = button.querySelector('small');
    words.textContent = words.dataset.held.replace('{n}', count);
  }
  dialog.querySelector('[data-close]').hidden = !laid.length;
  dialog.showModal();
  dialog.querySelector('[data-suit]').focus();
}

function wished(button) {
  if (!button) return;
  dialog.close();
  const suit = button.dataset.suit;
  const said = { w: `w ${suit}`, x: wishFor, p: `${wishFor}:${suit}` }[wishFor[0]];
  say(said, document.querySelector(`#hand [data-card="${wishFor.slice(2, 4)}"]`));
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
  if (event.target.closest('button')?.getAttribute('form') !== 'act' && !event.target.closest('#wish, #lay')) return;
  const again = event.detail > 1 || (event.pointerType === 'touch' && near(event));
  lastTap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  if (!again) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function near(event) {
  return event.timeStamp - lastTap.at < TOUCH_MS && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < NEAR_PX;
}
