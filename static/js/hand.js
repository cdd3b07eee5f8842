// The own hand: its order, which cards are new, what is asked before a card is laid, the wish sheet, taps and keys.

const root = document.documentElement;
const SUITS = 'CSHD';
const RANKS = '23456789TJQKA';
const KEYS = { d: '[value="d"]', p: '[value="-"]', m: '[value="m"], [value="mm"]', j: '[value^="j "]', c: '[value^="c "]', h: '#b-hint' };
const TYPED = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
const TOUCH_MS = 400; // browsers that do not count taps (iOS) are told apart by time and place
const AGAIN_MS = 250; // a chosen card may be tapped again sooner
const NEAR_PX = 30;
let lastTap = { at: -Infinity, x: 0, y: 0, card: null, byTouch: false };
let byTouch = false;
let say;
let pick = null; // pick.js, for who selects first
let asking = null; // ask.js, the sheets of cards
let held = ids(document);
let heldRound = document.getElementById('box').dataset.round;
let fresh = new Set();
let justDrawn = hasNew(document);

/** `speak(word, button)` sends a word. */
export function start(speak) {
  say = speak;
  document.addEventListener('pointerdown', event => { byTouch = event.pointerType === 'touch'; }, { capture: true });
  document.addEventListener('click', onlyOnce, { capture: true }); // before anybody else hears of it
  document.addEventListener('keydown', onlyPressedOnce, { capture: true });
  document.addEventListener('keydown', pressed);
  document.addEventListener('device', event => event.detail.name in CHANGES && CHANGES[event.detail.name]());
  sort(document, false);
  choosing();
  hints(document);
  owedWish();
}

const CHANGES = { sort: () => sort(document, true), pick: choosing, keys: () => hints(document) };

/** Before a new view is shown: `view` (its parsed fragments) gets the order, the marks and the choice of this page. */
export function arrange(view) {
  hints(view);
  if (view.getElementById('box')) notice(view);
  sort(view, false);
  pick?.arrange(view);
}

/** After a new view: shuts a wish that can no longer be made, asks for one that is owed. */
export function update() {
  asking?.check();
  owedWish();
}

/** Whether the server says that this turn's card was drawn. */
export function drew() {
  return justDrawn;
}

/** Lays a card as a tap does, also for who selects first. */
export function lay(card) {
  if (performance.now() - lastTap.at < TOUCH_MS && lastTap.card) return;
  lastTap = { at: performance.now(), x: 0, y: 0, card, byTouch };
  pick?.take(card);
  card.click();
}

function notice(view) {
  const [now, { round }] = [ids(view), view.getElementById('box').dataset];
  justDrawn = hasNew(view);
  fresh = round === heldRound ? new Set([...now].filter(id => fresh.has(id) || !held.has(id))) : new Set();
  [held, heldRound] = [now, round];
  mark(view);
}

/** By suit the server has sorted them; `also`: again, after they were sorted by rank. */
function sort(view, also) {
  const list = view.getElementById('hand');
  if (!list || !(also || root.dataset.sort === 'rank')) return;
  const focus = document.activeElement;
  const key = item => {
    const [rank, suit] = item.querySelector('[data-card]').dataset.card;
    const both = [SUITS.indexOf(suit) / 4, RANKS.indexOf(rank)];
    return root.dataset.sort === 'rank' ? both[1] + both[0] : both[0] * 100 + both[1];
  };
  list.append(...[...list.children].sort((one, other) => key(one) - key(other)));
  if (view === document && list.contains(focus)) focus.focus({ preventScroll: true });
}

/** Selecting first is only loaded for who wants it; until it is there a tap does nothing. */
async function choosing() {
  if (root.dataset.pick !== 'select') {
    pick?.stop();
    pick = null;
    return;
  }
  const loaded = await import('./pick.js').catch(() => null); // no network: taps lay
  if (root.dataset.pick !== 'select') return;
  pick = loaded ?? { tapped: () => false, arrange() {}, take() {}, drop() {}, stop() {} };
  loaded?.begin(lay);
}

/** Who has switched the keys off is not told about them. */
function hints(view) {
  if (root.dataset.keys !== 'off') return;
  view.querySelectorAll('[aria-keyshortcuts]').forEach(button => button.removeAttribute('aria-keyshortcuts'));
}

/** Selects the card or opens the sheet it asks for; false if it simply says its word. */
export function asks(card) {
  if (card.dataset.card && root.dataset.pick === 'select' && (pick?.tapped(card) ?? true)) return true;
  if (!card.value.startsWith('lay ') && card.dataset.wish === undefined) return false;
  sheets().then(ask => ask?.about(card, say));
  return true;
}

/** A card's sheets are fetched once the page stands still, or when the first one is asked for. */
async function sheets() {
  asking ??= await import('./ask.js').catch(() => null); // no line: that is said elsewhere
  return asking;
}

async function owedWish() {
  if (asking || document.querySelector('#rail .act.wish')) (await sheets())?.owed(say);
}

function ids(view) {
  return new Set([...view.querySelectorAll('#hand [data-card]')].map(button => button.id));
}

function hasNew(view) {
  return view.querySelector('#hand .neu') !== null;
}

/** "neu" stays on a card, and in its name, until its player has acted again. */
function mark(view) {
  const words = view.getElementById('hand')?.dataset.neu;
  for (const id of fresh) {
    const card = view.getElementById(id);
    if (!card || card.querySelector('.neu')) continue;
    const tag = document.createElement('span');
    tag.className = 'neu';
    tag.textContent = words;
    card.append(tag);
    card.ariaLabel += `, ${words}`;
  }
}

function pressed(event) {
  if (event.defaultPrevented || event.isComposing || event.target.closest(TYPED)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.getModifierState('AltGraph')) return;
  if (root.dataset.keys !== 'off' && !event.repeat) shortcut(event.key);
  if (!document.querySelector('dialog[open]') && event.key in STEPS) step(event, STEPS[event.key]);
}

function shortcut(key) {
  if ('1234'.includes(key)) return document.querySelector(`#wish[open] [data-suit="${SUITS[Number(key) - 1]}"]`)?.click();
  if (document.querySelector('dialog[open], #rail[inert]')) return;
  const selector = KEYS[key.toLowerCase()];
  if (selector) document.querySelector(`:is(#rail, #game > .hint) :is(${selector})`)?.click();
}

const STEPS = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at < 0 ? count : at || count) - 1,
  Home: () => 0,
  End: (at, count) => count - 1,
};

/** Arrows go round in the hand, Home and End to its edges: from a card, or where nothing has the focus. */
function step(event, to) {
  const cards = [...document.querySelectorAll('#hand button')];
  const at = cards.indexOf(document.activeElement);
  if (!cards.length || (at < 0 && document.activeElement !== document.body)) return;
  event.preventDefault();
  cards[to(at, cards.length)].focus();
}

/** Called when a word of the own seat went out. */
export function acted() {
  fresh = new Set();
  pick?.drop();
  for (const tag of document.querySelectorAll('#hand .neu')) {
    const card = tag.parentElement;
    card.ariaLabel = card.ariaLabel.replace(new RegExp(`, ${tag.textContent}$`, 'u'), '');
    tag.remove();
  }
}

/**
 * The second tap of a double tap is never an act: by then an eight or a quick bot may have made it our turn again.
 * Nor are two fingers two cards.
 */
function onlyOnce(event) {
  const button = event.target.closest('button');
  if (button?.getAttribute('form') !== 'act' && !event.target.closest('#wish, #lay')) return;
  const card = button?.closest('#hand .card');
  const again = isAgain(event, card);
  if (event.detail) lastTap = { at: event.timeStamp, x: event.clientX, y: event.clientY, card, byTouch };
  if (!again) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isAgain(event, card) {
  const since = event.timeStamp - lastTap.at;
  if (event.detail === 0) return false; // by a key, or said by us
  if (card && pick && card === lastTap.card && card.ariaPressed === 'true') return since < AGAIN_MS;
  const two = near(event) || (card && lastTap.card && lastTap.byTouch);
  return event.detail > 1 || (byTouch && since < TOUCH_MS && two);
}

function near(event) {
  return Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < NEAR_PX;
}

/** Nor does a key that is held down press a second time, what the focus has come to by then. */
function onlyPressedOnce(event) {
  if (event.repeat && event.key === 'Enter' && event.target.closest('button')) event.preventDefault();
}
