// What several parts want to know about a view that was just shown.

/** The own seat at this table, NaN for who watches. */
export function ownSeat() {
  return Number(document.querySelector('#me .plate')?.dataset.seat ?? NaN);
}

/** Whether this seat is to move. */
function isMyTurn() {
  return document.getElementById('me').classList.contains('turn');
}

/** Calls `tell` when something that happened just now brought the turn to this seat. */
export function onMyTurn(tell) {
  let was = isMyTurn();
  document.addEventListener('fx', event => {
    const is = isMyTurn();
    if (is && !was && !event.detail.jump) tell();
    was = is;
  });
}

/** Calls `work` within gestures that browsers accept as such; touching the glass alone is none yet. */
export function onGesture(work) {
  for (const kind of ['pointerup', 'touchend', 'keydown', 'click']) {
    document.addEventListener(kind, event => event.isTrusted && work(), { capture: true, passive: true });
  }
}
