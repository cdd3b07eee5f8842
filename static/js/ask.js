// What a card asks before it is laid: which cards go along (lay.js), and the suit to wish for. Also the wish that is owed.

const dialog = document.getElementById('wish');
const picks = document.getElementById('lay');
let say;
let wishFor = ''; // the word that a suit completes: "p JC" or "w"; a try ("x JC") stays as it is
let asked = null; // the card of the open sheet and how things stood: once they do not, it shuts

dialog.addEventListener('click', event => wished(event.target.closest('[data-suit]')));

/** Opens the sheet of a card; `speak(word, button)` sends what is chosen. */
export function about(card, speak) {
  say = speak;
  asked = { id: card.id, standing: standing(card.id) };
  if ('wish' in card.dataset && !card.dataset.mates) askWish(word(card), card, []);
  else askWhich(card);
}

/** Shuts a sheet that rests on what is no longer so. */
export function check() {
  if (asked && standing(asked.id) !== asked.standing) shut();
}

/** Asks for a wish that is owed, and no longer once it is not. */
export function owed(speak) {
  say = speak;
  const owes = document.querySelector('#rail .act.wish') !== null;
  if (owes && !dialog.open) open('w', []);
  else if (!owes && dialog.open && wishFor === 'w') dialog.close();
}

/** The sheet for laying several cards is only loaded where somebody does. */
async function askWhich(card) {
  const now = asked;
  const lay = await import('./lay.js').catch(() => null); // no line: that is said elsewhere
  if (!lay || asked !== now || picks.open) return;
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
  if (!dialog.open) open(lays, [card.dataset.card, ...names]);
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
