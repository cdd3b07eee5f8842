// How cards look to this person: deck, letters, back, four colours. Kept in this browser alone, never sent.

const KEY = 'maumau-cards';
const DEFAULTS = { deck: 'french', letters: '', back: 'felt', four: false };
const files = document.querySelector('[data-fr-de]').dataset;
const german = JSON.parse(files.german ?? '{}');
const chosen = { ...DEFAULTS, ...stored() };

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

/** The server's fragments with the chosen deck and back in place of the usual ones. */
export function dress(html) {
  return html.replaceAll(usual(), deckFile()).replaceAll('#b-felt"', `#b-${chosen.back}"`);
}

/** With the German deck: Eichel for Kreuz, Unter for Bube … in what was just shown. Names of people stay. */
export function rename() {
  const usual = Object.keys(german);
  if (chosen.deck !== 'german' || !usual.length) return;
  const words = new RegExp(`(?<!(?:von|by) )\\b(${usual.join('|')})\\b`, 'gu');
  const write = text => text.replace(words, word => german[word]);
  for (const item of document.querySelectorAll('[data-card], #pile')) item.ariaLabel = write(item.ariaLabel);
  for (const item of document.querySelectorAll('#log li > span, #me p > span, #note p, #wish [data-suit] > span, .act.wish, .w4 button')) {
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

function usual() {
  return document.documentElement.lang === 'de' ? files.frDe : files.frEn;
}

function deckFile() {
  if (chosen.deck === 'german') return files.de;
  if (!chosen.letters) return usual();
  return chosen.letters === 'de' ? files.frDe : files.frEn;
}

function apply() {
  document.documentElement.toggleAttribute('data-four', chosen.four);
  const decks = [files.frDe, files.frEn, files.de];
  for (const use of document.querySelectorAll('use')) {
    const [file, part] = use.getAttribute('href').split('#');
    if (!decks.includes(file) || use.closest('.backs, [data-sample]')) continue;
    const shown = part.startsWith('b-') ? `b-${chosen.back}` : part;
    use.setAttribute('href', `${deckFile()}#${shown}`);
  }
  rename();
}
