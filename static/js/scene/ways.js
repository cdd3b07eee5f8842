// How cards come to where they belong now: from which fan, over which way, after how long. Made from the story of a view.
import { BACK } from './camera.js';
import { pileKey, stockTop, yaw } from './cards.js';
import { same } from './motion.js';
import { DEAL, FLIGHT, SLIDE, SWEEP, dealing } from './story.js';

const NUDGE = 160; // the card below gives way
const EARLY = 20; // the canvas has the card a moment before its clone goes

/** A `guide` and `ghosts` for Motion.aim; `pace` makes everything slower or faster. `own`: the page itself flies the own cards. */
export function ways(told, state, spots, pace) {
  const top = stockTop(spots.stock, state.stock);
  if (told.dealt) return scaled(deal(told, state, spots, top), pace);
  const rules = [...lays(told, state, spots), ...draws(told, top), ...renewal(told)];
  const guide = (card, old, was) => rules.map(rule => rule(card, old, was)).find(Boolean);
  return scaled({ guide, ghosts: under(told, state, spots) }, pace);
}

function scaled({ guide, ghosts }, pace) {
  const slow = way => way && { ...way, delay: (way.delay ?? 0) * pace, time: way.time * pace };
  return { guide: (...about) => slow(guide(...about)), ghosts: was => ghosts(was).map(slow) };
}

/** The fan's last card, or the place of the fan. */
function leaving(seat, was, state, spots, back = 0) {
  const fan = [...was.values()].filter(card => card.key.startsWith(`o${seat}-`));
  const n = state.seats.findIndex(one => one.id === seat), spot = spots.seats[n] ?? spots.me;
  return fan.at(-1 - back) ?? fan[0] ?? { p: [spot.at[0], 0.05, spot.at[1]], q: yaw(spot.dir, spot.scale), face: BACK };
}

function* lays(told, state, spots) {
  const laid = told.lays.filter(lay => !lay.under), first = state.discard - laid.length;
  if (!laid.length) return;
  const before = (lay, i) => laid.slice(0, i).filter(one => one.seat === lay.seat).length; // of the same fan
  const steps = new Map(laid.map((lay, i) => [pileKey(first + i, lay.card), { ...lay, back: before(lay, i) }]));
  const landed = laid.at(-1).at + FLIGHT;
  yield (card, old, was) => {
    const lay = steps.get(card.key);
    if (old && card.key[0] === 'p' && !same(old, card)) return { from: old, delay: landed - NUDGE, time: NUDGE, lift: 0, waits: true };
    if (!lay || old) return null;
    if (lay.seat === state.me) return { from: card, delay: lay.at + FLIGHT - EARLY, time: 1, lift: 0 }; // flying.js brings it
    return { from: leaving(lay.seat, was, state, spots, lay.back), delay: lay.at, time: FLIGHT, waits: true };
  };
}

/** Cards of a combination go under the pile. */
function under(told, state, spots) {
  const steps = told.lays.filter(lay => lay.under && lay.seat !== state.me);
  const to = { p: [spots.pile[0], 0.01, spots.pile[1]], q: yaw(0.3), face: BACK };
  return was => steps.map((lay, i) => ({
    from: leaving(lay.seat, was, state, spots, i), to: { ...to, key: `under${i}` }, delay: lay.at, time: FLIGHT,
  }));
}

function* draws(told, top) {
  const left = new Map();
  for (const { seat, at } of told.draws) left.set(seat, [...(left.get(seat) ?? []), at]);
  yield (card, old) => {
    if (old || card.key[0] !== 'o') return null;
    const at = left.get(Number.parseInt(card.key.slice(1), 10))?.shift();
    return at === undefined ? null : { from: top, delay: at, time: FLIGHT };
  };
}

/** The pile slides over to the stock and squares up, from under its top card, which sinks onto the felt: so nothing is lifted here. */
function* renewal({ renewed }) {
  if (renewed === null) return;
  yield (card, old, was) => {
    const way = { delay: renewed, time: SLIDE, lift: 0, waits: true }, faces = [...was.values()].filter(one => one.key[0] === 'p');
    if (card.key[0] === 'p') return !old && faces.at(-1)?.face === card.face ? { ...way, from: faces.at(-1) } : null;
    if (card.key[0] !== 's') return null;
    const from = card.key === 'stop' ? faces.at(-2) : was.get(`d${card.key.slice(1)}`) ?? { ...faces[0], face: card.face };
    return from?.p ? { ...way, from: { ...from, p: [from.p[0], card.p[1], from.p[2]] } } : null;
  };
}

/** All that lay there is swept to the stock, then everybody gets their cards, and one is turned. */
function deal({ dealt }, state, spots, top) {
  const { at, end } = dealing(state, dealt.dealer);
  const guide = card => {
    if (dealt.first && card.key[0] !== 'o') return null; // the page had shown the rest
    if (card.key === 'd-shadow') return { from: card, delay: end + DEAL / 2, time: 1, lift: 0 };
    if (card.key[0] === 'p') return { from: top, delay: end, time: DEAL };
    if (card.key[0] !== 'o') return null;
    const [id, k] = card.key.slice(1).split('-').map(Number);
    return { from: top, delay: at(id, k), time: DEAL };
  };
  const ghosts = was => [...was.values()].filter(card => 'op'.includes(card.key[0]))
    .map((card, i) => ({ from: card, to: { ...top, key: `swept${i}` }, time: SWEEP, lift: 0.15, waits: true }));
  return { guide, ghosts };
}
