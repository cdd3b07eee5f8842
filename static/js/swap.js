// What the server says becomes the page. Its fragments replace the elements with their ids by morphing, so the same button
// stays the same node and keeps the focus; where it sends us, we go once.

/** Swaps in a string of fragments and tells the page (`swapped` event on document). Unknown ids are left out. */
export function swap(html) {
  const focus = rememberFocus();
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const part of [...parsed.body.children]) morph(part);
  focus();
  document.dispatchEvent(new CustomEvent('swapped'));
}

function morph(part) {
  const old = part.id && document.getElementById(part.id);
  if (!old) return;
  Idiomorph.morph(old, part, { morphStyle: 'outerHTML' });
}

/** If the focused card is gone afterwards, its neighbour gets the focus, else the first button of the rail. */
function rememberFocus() {
  const active = document.activeElement;
  const cards = () => [...document.querySelectorAll('#hand button')];
  const at = cards().indexOf(active);
  const inRail = active?.closest('#rail');
  if (at < 0 && !inRail) return () => {};
  return () => {
    if (active.isConnected && !active.disabled && document.activeElement === active) return;
    const left = cards();
    const next = active.isConnected ? active : left[Math.min(at < 0 ? left.length : at, left.length - 1)];
    (inRail && !active.isConnected ? null : next ?? null)?.focus({ preventScroll: true });
    if (document.activeElement === document.body) document.querySelector('#rail button, #rail a')?.focus({ preventScroll: true });
  };
}

let leaving = false;
addEventListener('pageshow', () => { leaving = false; }); // also when we are brought back out of the browser's memory

/** Goes to another page of the site. Said again by the next view, it does not begin anew and cut the first way off. */
export function goTo(address) {
  if (leaving) return;
  leaving = true;
  location.assign(address);
}
