// A deck other than the page's own: other drawings under the same ids, and with the German one other names in what is shown.
// Loaded only for who chose one.

const root = document.documentElement;
const files = document.querySelector('[data-fr-de]').dataset;
const german = JSON.parse(files.german ?? '{}');
const words = new RegExp(`(?<!(?:von|by) )\\b(${Object.keys(german).join('|')})\\b`, 'gu');
const LABELLED = '[data-card], #pile, #under, #lay [aria-label]';
const TOLD = [
  '#log li', '#log a', '#error p', '#me p > span', '#note p', '#wish [data-suit] > span', '.act.wish', '.act small', '.w4 button',
  '#lay h2', '#sheet :is(p, small, li, td)', '.best b',
].join();
const usual = new WeakMap(); // a text or attribute → what we wrote there, and what stood there before
let started = false;
let named = 'french';
let drawn = root.lang === 'de' ? files.frDe : files.frEn;

/** Draws the chosen deck now and whenever the choice or the page changes; once for a page. */
export function start() {
  if (started) return;
  started = true;
  document.addEventListener('device', apply);
  for (const change of ['swapped', 'warned', 'opened']) document.addEventListener(change, rename);
  apply();
}

function apply() {
  draw(deckFile());
  rename();
}

/** With the German deck: Eichel for Kreuz, Unter for Bube … in what was just shown. Names of people stay. */
function rename() {
  const { deck } = root.dataset;
  if (!files.german || (deck === 'french' && named === 'french')) return;
  named = deck;
  for (const node of texts()) write(node, deck);
}

function write(node, deck) {
  const [ours, before] = usual.get(node) ?? [];
  const text = node.nodeValue === ours ? before : node.nodeValue;
  const shown = deck === 'german' ? text.replace(words, word => german[word]) : text;
  usual.set(node, [shown, text]);
  if (node.nodeValue !== shown) node.nodeValue = shown;
}

/** Where cards and suits are named. */
function texts() {
  const labels = [...document.querySelectorAll(LABELLED)].map(item => item.getAttributeNode('aria-label'));
  const told = [...document.querySelectorAll(TOLD)].flatMap(item => [...item.childNodes]);
  const ask = document.getElementById('me')?.getAttributeNode('data-ask');
  return [...labels, ask, ...told.filter(node => node.nodeType === Node.TEXT_NODE)].filter(Boolean);
}

function deckFile() {
  const { deck, letters } = root.dataset;
  if (deck === 'german') return files.de;
  return (letters === 'auto' ? root.lang : letters) === 'de' ? files.frDe : files.frEn;
}

/** Until the drawings are here no card shows a wrong one (class `redraw`, early.js); without a network it shows its usual one. */
async function draw(file) {
  if (file === drawn) return root.classList.remove('redraw');
  const before = drawn;
  drawn = file;
  const deck = await load(file);
  if (file !== drawn) return;
  if (deck) document.getElementById('deck').replaceChildren(...deck.children, document.getElementById('back'));
  else drawn = before;
  root.classList.remove('redraw');
  if (deck) document.dispatchEvent(new CustomEvent('redrawn'));
}

async function load(file) {
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
}
