// What the server says becomes the page. Its fragments replace the elements with their ids by morphing, so the same button
// stays the same node and keeps the focus. If it is gone, a neighbour gets it: the focus is never nowhere.

const STOPS = 'button, a[href], input, select, textarea, summary, [tabindex]';
const HARBOURS = ['#h-sheet', '#hand button', '#rail :is(button, a)', '#watch', '#h-s', 'h1']; // of a page whose part is gone
let adrift = false; // what had the focus went with the last swap

/** Swaps in a string of fragments and tells the page (`swapped` event on document). Unknown ids are left out. `prepare` is
 *  handed the parsed document first. */
export function swap(html, prepare) {
  const focus = rememberFocus();
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  prepare?.(parsed);
  for (const part of [...parsed.body.children]) morph(part);
  focus();
  document.dispatchEvent(new CustomEvent('swapped'));
}

function morph(part) {
  const old = part.id && document.getElementById(part.id);
  if (!old) return;
  Idiomorph.morph(old, part, { morphStyle: 'outerHTML', callbacks: { beforeNodeRemoved: node => !node.matches?.('.says') } });
}

/** Where the focus goes afterwards: where it was, else to the next thing beside it, else to the one before. */
function rememberFocus() {
  const active = document.activeElement;
  if (!active || active === document.body) return () => {};
  const beside = [...(active.closest('ol, ul, #rail, #sheet, section') ?? document).querySelectorAll(STOPS)];
  const at = beside.indexOf(active);
  return () => {
    if (document.activeElement !== document.body && document.activeElement.isConnected) return;
    adrift = ![active, ...beside.slice(at + 1), ...beside.slice(0, at).reverse()].some(focused);
  };
}

/** Brings a lost focus home: for who swapped, once all parts of the page are open that shall be. */
export function land() {
  if (!adrift || document.activeElement !== document.body) return;
  adrift = !HARBOURS.some(name => focused(document.querySelector(name)));
}

function focused(item) {
  if (!item?.isConnected) return false;
  if (!item.matches(STOPS)) item.tabIndex = -1;
  item.focus({ preventScroll: true });
  return document.activeElement === item;
}

// a sheet gives the focus back to what opened it; perhaps that is gone by now
document.addEventListener('close', ({ target }) => {
  if (target.contains(document.activeElement)) document.activeElement.blur(); // it could not be given back: a result lies over it
  adrift ||= document.activeElement === document.body;
  land();
}, { capture: true });

let leaving = false;
addEventListener('pageshow', () => { leaving = false; }); // also when we are brought back out of the browser's memory

/** Goes to another page of the site. Said again by the next view, it does not begin anew and cut the first way off. */
export function goTo(address) {
  if (leaving) return;
  leaving = true;
  location.assign(address);
}
