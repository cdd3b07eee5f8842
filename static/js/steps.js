// The example round in place: forward, back and the arrow keys show another turn without leaving the page.

const PARTS = ['#m > svg.vh', '[data-shown]', '[data-ways]'];  // the drawings of the cards, the turn, the links
const link = by => document.querySelector(`[data-by="${by}"]:not([hidden])`);

/** Goes `by` steps on; what is new slides in from there. Whether there is such a step. */
function go(by) {
  const { href } = link(by) ?? {};
  if (href) fetch(href).then(answer => answer.text()).then(html => show(html, by)).catch(() => location.assign(href));
  return Boolean(href);
}

function show(html, by) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const held = document.activeElement.dataset.by;
  for (const part of PARTS) document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes);
  (link(held) ?? (held && link(-held)))?.focus({ preventScroll: true });
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const from = { opacity: 0, translate: `${by * 24}px` };
  document.querySelector('[data-shown]').animate([from, {}], { duration: 240, easing: 'ease-out' });
}

const plain = event => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);

document.addEventListener('click', event => {
  const by = event.target.dataset.by;
  if (by && plain(event) && go(by)) event.preventDefault();
});
document.addEventListener('keydown', event => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && plain(event) && go(by)) event.preventDefault();
});
