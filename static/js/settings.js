// The fields of the settings: they show what is chosen for this device, and a change holds at once and from now on. Never sent.
import { dress } from './dress.js';

const KEY = 'maumau-device';
const DRAWN = new Set(['deck', 'letters']);
const root = document.documentElement;
const dialog = document.getElementById('settings');
let dressed;
let started = false;

/** Fills the fields `set-…` of the page and listens to them; resolves when their sheet has its styles. */
export function start() {
  if (started) return dressed;
  started = true;
  for (const field of fields()) field.addEventListener('input', () => choose(nameOf(field), valueOf(field)));
  for (const part of document.querySelectorAll('[data-needs]')) part.hidden = !(part.dataset.needs in navigator);
  document.addEventListener('device', fill);
  fill();
  dressed = dress(dialog?.dataset.style);
  return dressed;
}

/** Keeps a choice, shows it on <html> and tells the page (`device` event). */
export function choose(name, value) {
  if ((name === 'theme' && value === 'auto') || (name === 'four' && value === 'off')) delete root.dataset[name];
  else root.dataset[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [name]: value }));
  } catch {
    // private windows may refuse; then the choice lasts as long as the page
  }
  if (DRAWN.has(name) && document.getElementById('deck')) import('./deck.js').then(part => part.start(), () => {});
  document.dispatchEvent(new CustomEvent('device', { detail: { name, value } }));
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return {}; // somebody else's words; they must not keep us from keeping ours
  }
}

function fields() {
  return document.querySelectorAll('[name^="set-"]');
}

/** Also when something else has chosen: the mute button. */
function fill() {
  for (const field of fields()) {
    const value = chosen(nameOf(field));
    if (field.type === 'range') field.value = value;
    else field.checked = field.value === value;
  }
}

const nameOf = field => field.name.slice('set-'.length);

/** A switch has two values: its own, and `data-off`. */
function valueOf(field) {
  return field.type === 'checkbox' && !field.checked ? field.dataset.off : field.value;
}

/** `theme` and `four` are only there when they are not as usual. */
function chosen(name) {
  return root.dataset[name] ?? { theme: 'auto', four: 'off' }[name];
}
