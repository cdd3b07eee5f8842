// How the line is, in one calm sentence over the page (#net): said after a moment, kept until it is over, read out once.
// And what is half typed outlives a page that has to be loaded anew.

const CALM_MS = 1_500; // a cut shorter than this is not worth a word
const BACK_MS = 2_500;
const net = document.getElementById('net');
const words = net.dataset;
let later;

/** Shows a state of the line, by its name in `connect`. */
export function show(name, code) {
  clearTimeout(later);
  words.state = name;
  if (name === 'lost') later = setTimeout(say, net.textContent ? 0 : CALM_MS, words.lost);
  else if (name === 'plain') say(words.plain);
  else if (name === 'ended') end(code);
  else if (net.textContent) back();
}

/** Something was pressed while the line is down. */
export function away() {
  document.querySelector('dialog:modal')?.close(); // what lies behind one is dimmed, and not read out
  if (net.firstElementChild) return; // it has ended, which stands there
  clearTimeout(later);
  say(words.away);
}

/** Half a sentence in a field is still there after the page was loaded again, and on the next page of the same room. */
export function keep(field, room) {
  const key = `typed ${room}`;
  field.value ||= sessionStorage[key] ?? '';
  addEventListener('pagehide', () => { sessionStorage[key] = field.value; });
}

/** Dots at the end never stand on a line alone. */
function say(said) {
  const text = said.replace(' …', '\u00a0…');
  if (net.textContent !== text) net.textContent = text;
}

function back() {
  say(words.back);
  later = setTimeout(say, BACK_MS, '');
}

/** Nothing more comes: why, and where to go from here. */
function end(code) {
  const [text, way] = { 4401: [words.unknown, words.reload], 4410: [words.gone, words.start] }[code] ?? [words.barred, words.start];
  const link = document.createElement('a');
  link.href = way === words.reload ? location.pathname : words.home;
  link.textContent = way;
  net.replaceChildren(`${text} `, link);
}
