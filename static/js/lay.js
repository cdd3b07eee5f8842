// The sheet for a card that may be laid with others: cards of its rank, tapped in the order they are laid, or the combinations
// the server offers. Which cards those are the server says (`data-mates`, `?lay=`); nothing here knows a rule.

const dialog = document.getElementById('lay');
const title = dialog.querySelector('h2');
const list = dialog.querySelector('.pick');
const go = dialog.querySelector('[data-go]');
const usual = [...title.childNodes];
let picked = []; // the buttons of the cards to add, in their order
let done;

list.addEventListener('click', event => {
  const button = event.target.closest('button');
  if (button?.name === 'do') dialog.close(); // its form sends the word
  else if (button && !button.disabled) toggle(button);
});
go.addEventListener('click', () => {
  dialog.close();
  done(picked.map(button => button.dataset.card));
});

/** Offers the mates of a card of the hand; `then` gets the names of those to lay with it, the last one on top. */
export function askMates(card, then) {
  [picked, done] = [[], then];
  const others = [...document.querySelectorAll('#hand [data-card]')].filter(other => other !== card);
  const mates = card.dataset.mates.split(' ').map(name => others.splice(others.findIndex(other => other.dataset.card === name), 1)[0]);
  title.replaceChildren(...usual);
  list.replaceChildren(...[card, ...mates].map(item));
  list.querySelector('button').disabled = true;
  show();
  dialog.showModal();
  go.focus();
}

/** Offers the combinations of a card; false if the server has none to offer. */
export async function askSet(card) {
  const answer = await fetch(`?lay=${card.dataset.card}&part`).catch(() => null);
  if (!answer?.ok || dialog.open) return true; // no line: that is said elsewhere
  if (answer.status === 204) return false;
  const part = new DOMParser().parseFromString(await answer.text(), 'text/html');
  title.replaceChildren(...part.querySelector('h2').childNodes);
  list.replaceChildren(...part.querySelectorAll('.sets > li, details'));
  go.hidden = true;
  document.dispatchEvent(new CustomEvent('opened')); // with names of cards: deck.js may know others
  dialog.showModal();
  return true;
}

function item(card) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.card = card.dataset.card;
  button.ariaLabel = card.ariaLabel.split(',')[0];
  button.append(card.querySelector('svg').cloneNode(true), document.createElement('i'));
  const place = document.createElement('li');
  place.append(button);
  return place;
}

function toggle(button) {
  picked = picked.includes(button) ? picked.filter(other => other !== button) : [...picked, button];
  show();
}

/** Numbers the cards in their order and names the one that will lie on top. */
function show() {
  const buttons = [...list.querySelectorAll('button')];
  const order = [buttons[0], ...picked];
  for (const button of buttons) {
    const at = order.indexOf(button);
    button.ariaPressed = at >= 0;
    button.lastElementChild.textContent = at < 0 ? '' : at === order.length - 1 && at > 0 ? `${at + 1} · ${dialog.dataset.top}` : at + 1;
  }
  go.hidden = false;
  go.textContent = picked.length ? dialog.dataset.many.replace('{n}', order.length) : dialog.dataset.one;
}
