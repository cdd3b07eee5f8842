// Puts the server's fragments into the page: each top-level element replaces the one with its id by morphing, so the same
// button stays the same node and keeps the focus.

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
  htmx.swap(old, part.outerHTML, { swapStyle: 'morph:outerHTML', swapDelay: 0, settleDelay: 0 }, { contextElement: old });
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
