// Counts down what the server said is left: the ring round the avatar on turn, and the pause between rounds.

const STEP_MS = 250;
const LOW_S = 10;
let turnEnd = null;
let turnOf = null;
let pauseEnd = null;
let toldLow = false;

/** Takes the milliseconds of a frame; null means no clock. A key that is missing leaves the old value. */
export function set({ left, of, pause }) {
  if (left !== undefined) turnEnd = left === null ? null : performance.now() + left;
  if (of !== undefined) turnOf = of;
  if (pause !== undefined) pauseEnd = pause === null ? null : performance.now() + pause;
  tick();
}

function seconds(end) {
  return Math.max(0, Math.ceil((end - performance.now()) / 1000));
}

function tick() {
  if (turnEnd !== null) showTurn(seconds(turnEnd));
  if (pauseEnd !== null) document.querySelectorAll('.pause').forEach(item => write(item, `(${seconds(pauseEnd)})`));
}

function showTurn(left) {
  const low = left <= LOW_S;
  tellLow(low);
  for (const item of document.querySelectorAll('.sec')) write(item, low || !item.dataset.initial ? String(left) : item.dataset.initial);
  for (const ring of document.querySelectorAll('svg.ring')) {
    ring.classList.toggle('low', low);
    const share = turnOf ? Math.max(0, Math.min(100, (100 * (turnEnd - performance.now())) / turnOf)) : 0;
    ring.lastElementChild.setAttribute('stroke-dasharray', `${share.toFixed(1)} 100`);
  }
}

/** Once a turn: the last seconds of the own turn have begun (`lowtime` event on document). */
function tellLow(low) {
  const mine = low && document.querySelector('#me.turn') !== null;
  if (mine && !toldLow) document.dispatchEvent(new CustomEvent('lowtime'));
  toldLow = mine;
}

function write(item, text) {
  if (item.textContent !== text) item.textContent = text;
}

setInterval(tick, STEP_MS);
