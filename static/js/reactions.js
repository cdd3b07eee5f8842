// What bots say to what happens (the server decides, everybody sees the same): a bubble at their plate for a few seconds, not read
// out and kept nowhere. Only what happens while one looks comes here, so nothing old is said again after a cut.
import { dress } from './dress.js';

const SHOWN_MS = 3_500;
const KEPT = '#seats :is(.who, .av), #stage :is(#stock, #stock .n, #pile, #note p, #note .disc, #me .plate), #hand .card, #rail .act, .hint, #hint';
const settings = document.documentElement.dataset;
const picture = 'http://www.w3.org/2000/svg';
let dressed;
let timer;

/** Listens to the table. */
export function start() {
  document.addEventListener('fx', ({ detail }) => detail.says && show(detail.says));
  document.addEventListener('device', () => settings.says === 'off' && hush());
}

async function show({ seat, mood, text }) {
  if (settings.says === 'off') return;
  dressed ??= dress(new URL('../css/says.css', import.meta.url).href);
  await dressed;
  hush();
  const place = at(seat);
  if (!place || settings.says === 'off') return;
  const made = bubble(mood, text);
  place.append(made);
  if (covers(made)) return hush(); // large type in a small window: then rather no word
  timer = setTimeout(hush, SHOWN_MS);
}

function hush() {
  clearTimeout(timer);
  for (const one of document.querySelectorAll('.says')) one.remove();
}

/** The plate of a seat, or its row where a result lies over the table; none if a call or a word hangs there already. */
function at(seat) {
  if (document.querySelector('#sheet.res')) return document.querySelector(`#sheet .rank [data-c="${seat}"]`)?.closest('li');
  const plate = document.getElementById(`s-${seat}`);
  return plate?.querySelector('.bubble, .tag') ? null : plate;
}

/** Whether it lies on anything that is to be read or played, or is not all to be seen. */
function covers(made) {
  const box = made.getBoundingClientRect();
  const out = box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  const kept = made.closest('#sheet') ? [] : [...document.querySelectorAll(KEPT)]; // it lies under a result
  return out || kept.some(one => one.checkVisibility({ visibilityProperty: true }) && meet(box, one.getBoundingClientRect()));
}

function meet(a, b) {
  return a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1;
}

function bubble(mood, text) {
  const made = document.createElement('i'); // no other element of a plate, so that morphing takes it for none of them
  made.className = 'says';
  made.ariaHidden = 'true';
  const drawn = document.createElementNS(picture, 'svg');
  drawn.setAttribute('viewBox', '0 0 24 24');
  drawn.append(document.createElementNS(picture, 'use'));
  drawn.firstChild.setAttribute('href', `#r-${mood}`);
  made.append(drawn, text);
  return made;
}
