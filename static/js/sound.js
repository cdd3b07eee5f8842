// When a sound is heard: after the first gesture, for what really happened, few at a time, and never when it is off.
import { BEATS, SOUNDS } from './sounds.js';
import { onGesture, onMyTurn, ownSeat } from './moments.js';

const MOST_IN_A_VIEW = 4; // what happened all at once is told by its first and its most telling sounds
const MOST_VOICES = 6;
const LONGEST_S = 1.2; // no sound of ours is longer
const AGAIN_S = { turn: 1, chat: 0.6, low: 5, mau: 0.4, win: 2, over: 2 };
const AGAIN_USUALLY_S = 0.06;
const FLIES_S = { play: 0.32, deal: 0.4 }; // a card in flight is heard when it lands
const PACES = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };
const SIGNALS = new Set(['turn', 'mau', 'low', 'win', 'over']); // heard whatever else sounds
const settings = document.documentElement.dataset;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

let context = null;
let out;
let touched = false;
let due = 0;
let delay = 0; // seconds that the sounds of the view just shown take before the last one begins
let voices = []; // when each sound that was begun is over
const last = {};

/** Listens to the table; nothing is made before the first gesture. */
export function start() {
  due = cardsDue();
  onGesture(unlock);
  document.addEventListener('visibilitychange', () => !document.hidden && wake());
  document.addEventListener('fx', event => tell(event.detail));
  document.addEventListener('chatline', event => event.detail.mine || sound('chat'));
  document.addEventListener('lowtime', () => sound('low'));
  document.addEventListener('device', event => changed(event.detail.name));
  onMyTurn(() => sound('turn', delay));
}

// -- the way to the ear -------------------------------------------------------------------------------------

/** Within a gesture: the context is made once, and begun again whenever a call or a lock screen held it up. */
function unlock() {
  touched = true;
  if (settings.sound === 'off') return;
  if (!context) open();
  wake();
}

function open() {
  const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  if (!Context) return;
  if (navigator.audioSession) navigator.audioSession.type = 'ambient'; // beside the music that plays, silent by the switch
  context = new Context({ latencyHint: 'interactive' });
  const soften = context.createDynamicsCompressor(); // many at once do not get loud
  soften.threshold.value = -14;
  soften.ratio.value = 4;
  soften.attack.value = 0.002;
  out = context.createGain();
  out.gain.value = loudness();
  out.connect(soften).connect(context.destination);
}

function wake() {
  if (context && context.state !== 'running') context.resume().catch(() => {});
}

/** Ears hear in proportion: half way on the slider is to sound half as loud. */
function loudness() {
  return settings.sound === 'off' ? 0 : ((Number(settings.volume) || 0) / 100) ** 2;
}

/** A setting was changed: loudness follows at once, and a card lets hear it. */
function changed(name) {
  if (name !== 'sound' && name !== 'volume') return;
  if (touched) unlock();
  out?.gain.setTargetAtTime(loudness(), context.currentTime, 0.02);
  sound('play');
}

/** Begins a sound in `wait` seconds, unless nobody is to hear it or enough sounds already; tells whether it did. */
function sound(name, wait = 0) {
  if (!context || context.state !== 'running' || loudness() === 0) return false;
  if (document.hidden && name !== 'turn') return false;
  const at = context.currentTime + wait;
  voices = voices.filter(end => end > context.currentTime);
  if (voices.length >= MOST_VOICES && !SIGNALS.has(name)) return false;
  if (at - (last[name] ?? -9) < (AGAIN_S[name] ?? AGAIN_USUALLY_S)) return false;
  last[name] = at;
  voices.push(at + Math.min(LONGEST_S, (BEATS[name] ?? 0.3) + 0.1));
  SOUNDS[name]({ context, out }, at);
  return true;
}

// -- what happened ------------------------------------------------------------------------------------------

/** The sounds of a view, one after another; after a jump there is nothing to tell. */
function tell({ events, jump }) {
  const before = due;
  due = cardsDue();
  delay = 0;
  if (jump) return;
  const ended = events.some(event => event.e === 'match-over'); // then the end of its last round is no news
  const news = ended ? events.filter(event => event.e !== 'round-over') : events;
  let flight = calm.matches ? 0 : PACES[settings.speed] ?? 1;
  for (const name of chosen(news.flatMap(event => named(event, due > before)))) {
    const wait = delay + flight * (FLIES_S[name] ?? 0);
    if (!sound(name, wait)) continue;
    delay = wait + (BEATS[name] ?? 0);
    if (FLIES_S[name]) flight = 0; // the next one took off meanwhile
  }
}

/** At most four: signals come before cards, and the order stays. */
function chosen(names) {
  const different = names.filter((name, i) => name !== names[i - 1]);
  if (different.length <= MOST_IN_A_VIEW) return different;
  const signals = different.filter(name => SIGNALS.has(name));
  let room = MOST_IN_A_VIEW - signals.length;
  return different.filter(name => SIGNALS.has(name) || (room -= 1) >= 0);
}

/** The names of the sounds of one event; `more`: this view made cards due. */
function named(event, more) {
  switch (event.e) {
    case 'dealt': return ['deal'];
    case 'played': return ['play', ...(event.wish ? ['wish'] : []), ...(more ? ['seven'] : [])];
    case 'jumped': return ['play', ...(more ? ['seven'] : [])];
    case 'wished': return ['wish'];
    case 'drew': case 'took': case 'forgot': case 'challenged': case 'tried': return [event.n > 1 ? 'take' : event.n ? 'draw' : 'pass'];
    case 'skipped': return ['skip'];
    case 'passed': return [event.skip ? 'skip' : 'pass'];
    case 'said': return ['mau'];
    case 'renewed': return ['shuffle'];
    case 'round-over': return [event.winner === ownSeat() ? 'win' : 'over'];
    case 'match-over': return [event.winners.includes(ownSeat()) ? 'win' : 'over'];
    default: return [];
  }
}

function cardsDue() {
  return Number(document.getElementById('centre')?.dataset.due || 0);
}
