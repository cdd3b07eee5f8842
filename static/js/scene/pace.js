// Whether frames come fast enough for the eye, judged over whole flights of cards.

const ENOUGH = 12; // frames before anything is said
const SLOW_MS = 36; // phones that save power draw thirty a second: that alone is no reason to do worse

/** A judge: takes the time of each frame and whether more follow; true when flights have ended that were too slow. */
export function pace() {
  let last = 0;
  let steps = [];
  return (now, busy) => {
    if (last) steps.push(now - last);
    last = busy ? now : 0;
    if (busy || steps.length < ENOUGH) return false; // never while cards fly
    const middle = steps.sort((a, b) => a - b)[steps.length >> 1];
    steps = [];
    return middle > SLOW_MS;
  };
}
