// A simulation that runs: its bar fills while one looks; without scripts the page loads itself anew. And its link can be copied.
import { sharing } from './pass-on.js';

const EVERY_MS = 1_500;
const SLOWEST_MS = 20_000;
const QUARTERS = 4;
const now = document.getElementById('lab-now');
let heard = 0;

/** Asks how far it is; while the network is away, more and more slowly. */
async function look(wait) {
  let next = EVERY_MS;
  try {
    const answer = await fetch(`${location.pathname}?state`, { headers: { Accept: 'application/json' } });
    const state = await answer.json();
    if (state.done) return location.reload();
    show(state);
  } catch {
    next = Math.min(wait * 2, SLOWEST_MS);
  }
  setTimeout(look, next, next);
}

function show({ rounds, of, text }) {
  now.querySelector('progress').value = rounds;
  now.querySelector('[data-far]').textContent = text;
  const quarter = Math.floor(QUARTERS * rounds / of);
  if (quarter > heard) now.querySelector('[data-said]').textContent = text; // a reader hears it four times, not each second
  heard = quarter;
}

if (now) setTimeout(look, EVERY_MS, EVERY_MS);
document.querySelector('[data-copy]').hidden = false;
sharing();
