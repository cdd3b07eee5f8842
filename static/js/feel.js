// What the device does beside showing the table: a short buzz when it is your turn, a screen that stays on while you play.
import { onGesture, onMyTurn } from './moments.js';
import { prepare } from './install.js';

const BUZZ_MS = 40;
const STILL_MS = 10 * 60_000; // nothing happened for so long: the table rests, and so may the screen
const settings = document.documentElement.dataset;

let touched = false;
let lock = null;
let asking = false;
let news = performance.now();

/** Listens to the table. */
export function start() {
  onGesture(() => (touched = true)); // browsers scold pages that buzz before
  onMyTurn(buzz);
  document.addEventListener('fx', () => {
    news = performance.now();
    hold();
  });
  document.addEventListener('visibilitychange', hold);
  setInterval(hold, STILL_MS / 10);
  hold();
  prepare();
}

function buzz() {
  if (touched && settings.buzz !== 'off') navigator.vibrate?.(BUZZ_MS);
}

/** Cards are in play, or the next round is about to begin, and somebody looks. */
function isLive() {
  const sheet = document.getElementById('sheet');
  const between = sheet.classList.contains('res') && !sheet.dataset.round?.endsWith('f');
  const playing = document.getElementById('centre').classList.contains('on');
  return !document.hidden && (playing || between) && performance.now() - news < STILL_MS;
}

/** Asks for the lock or gives it back. Browsers take it away from hidden pages, and may refuse it (battery low): then it is dark. */
async function hold() {
  if (!isLive()) {
    const held = lock;
    lock = null;
    await held?.release();
    return;
  }
  if (asking || (lock && !lock.released) || !navigator.wakeLock) return;
  asking = true;
  lock = await navigator.wakeLock.request('screen').catch(() => null);
  asking = false;
  if (!isLive()) hold();
}
