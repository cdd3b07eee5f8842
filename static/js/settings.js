// How cards look to this person: deck, letters, back, four colours. Kept in this browser alone, never sent.

const KEY = 'maumau-cards';
const DEFAULTS = { deck: 'french', letters: '', back: 'felt', four: false };
const files = document.querySelector('[data-fr-de]').dataset;
const german = JSON.parse(files.german ?? '{}');
const chosen = { ...DEFAULTS, ...stored() };
let drawn = document.documentElement.lang === 'de' ? files.frDe : files.frEn;

/** Applies the choice to the page and listens to the settings fields. */
export function start() {
  for (const field of document.querySelectorAll('[name^="set-"]')) {
    const name = field.name.slice(4);
    if (field.type === 'checkbox') field.checked = chosen[name];
    else field.checked = field.value === chosen[name];
    field.addEventListener('change', () => choose(name, field.type === 'checkbox' ? field.checked : field.value));
  }
  apply();
}

/** With the German deck: Eichel for Kreuz, Unter for Bube … in what was just shown. Names of people stay. */
export function rename() {
  const usual = Object.keys(german);
  if (chosen.deck !== 'german' || !usual.length) return;
  const words = new RegExp(`(?<!(?:von|by) )\\b(${usual.join('|')})\\b`, 'gu');
  const write = text => text.replace(words, word => german[word]);
  for (const item of document.querySelectorAll('[data-card], #pile, #under, #lay [aria-label]')) item.ariaLabel = write(item.ariaLabel);
  for (const item of document.querySelectorAll('#log li, #log a, #error p, #me p > span, #note p, #wish [data-suit] > span, .act.wish, .act small, .w4 button')) {
    for (const node of item.childNodes) if (node.nodeType === Node.TEXT_NODE) node.data = write(node.data);
  }
}

function choose(name, value) {
  chosen[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // private windows may refuse; then the choice lasts as long as the page
  }
  apply();
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function deckFile() {
  if (chosen.deck === 'german') return files.de;
  const letters = chosen.letters || document.documentElement.lang;
  return letters === 'de' ? files.frDe : files.frEn;
}

/** Other drawings under the same ids: everything that points at them follows. */
async function draw(file) {
  if (file === drawn) return;
  drawn = file;
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok || file !== drawn) return;
  const deck = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  document.getElementById('deck').replaceChildren(...deck.children, document.getElementById('back'));
}

function apply() {
  document.documentElement.toggleAttribute('data-four', chosen.four);
  document.querySelector('#back use').setAttribute('href', `#b-${chosen.back}`);
  draw(deckFile());
  rename();
}
