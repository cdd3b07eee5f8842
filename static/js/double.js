// The second tap of a double tap is never an act: by then an eight or a quick bot may have made it our turn again.

const TOUCH_MS = 400; // browsers that do not count taps (iOS) are told apart by time and place
const NEAR_PX = 30;
let last = { at: -Infinity, x: 0, y: 0 };

/** Stops second taps on whatever belongs to the form `act`, before anybody else hears of them. */
export function start() {
  document.addEventListener('click', stop, { capture: true });
}

function stop(event) {
  if (event.target.closest('button')?.getAttribute('form') !== 'act' && !event.target.closest('#wish')) return;
  const again = event.detail > 1 || (event.pointerType === 'touch' && near(event));
  last = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  if (!again) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function near(event) {
  return event.timeStamp - last.at < TOUCH_MS && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR_PX;
}
