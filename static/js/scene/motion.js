// Cards on their way. The truth is a list; a move says that a card is not there yet. When the truth changes, what flies flies on
// to where it belongs now, so nothing is shown twice or late.
import { BACK, PLAIN } from './camera.js';

const SHIFT_MS = 200; // cards making room
const ease = t => 1 - (1 - t) ** 3;
const mix = (a, b, u) => a.map((v, i) => v + (b[i] - v) * u);
const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
/** Does a card lie like another one? */
export const same = (a, b) => a.face === b.face && dist(a.p, b.p) < 1e-3 && dist(a.q, b.q) < 1e-3;
const dist = (a, b) => Math.hypot(...a.map((v, i) => v - b[i]));

/** The product of two quaternions: first `b`, then `a`. */
const times = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
];

/** From one attitude to another the short way; `u` 0…1. The lengths (sizes) go along evenly. */
function turn(a, b, u) {
  const near = dot(a, b) < 0 ? a.map(v => -v) : a, q = mix(near, b, u);
  const k = (Math.sqrt(dot(a, a)) * (1 - u) + Math.sqrt(dot(b, b)) * u) / Math.sqrt(dot(q, q));
  return q.map(v => v * k);
}

/** A card with a back up may as well lie the other way round: the one that turns less. */
function nearer(from, to) {
  if (from.face !== BACK) return from;
  const other = times(from.q, [0, 1, 0, 0]);
  return Math.abs(dot(other, to.q)) > Math.abs(dot(from.q, to.q)) ? { ...from, q: other } : from;
}

/** Where a card is at `now`; one that changes its face rolls over about its long side in the air. */
function along({ from, to, start, time, lift }, now) {
  const t = Math.min(1, Math.max(0, (now - start) / time)), u = ease(t), p = mix(from.p, to.p, u);
  p[1] += Math.sin(Math.PI * t) * lift;
  let q = turn(from.q, to.q, u), face = to.face;
  if (from.face !== to.face && Math.max(from.face, to.face) < PLAIN) {
    const roll = Math.PI * (u < 0.5 ? u : u - 1);
    q = times(q, [0, 0, Math.sin(roll / 2), Math.cos(roll / 2)]);
    if (u < 0.5) face = from.face;
  }
  return { key: to.key, p, q, face };
}

export class Motion {
  truth = [];
  #moves = new Map(); // key → { from, to, start, time, lift, waits, view }
  #ghosts = []; // the same for cards that only pass
  #view = 0;

  /** Everything lies where it belongs. */
  set(list) {
    this.truth = list;
    this.#moves.clear();
    this.#ghosts = [];
  }

  /**
   * The truth is another one from `now` on. `guide(card, was)` says how a card that was not there before comes:
   * { from, delay, time, lift, waits: seen before it starts }, or nothing if it simply lies there. `ghosts(was)` are such ways of
   * cards that do not stay, each with its `to`.
   */
  aim(list, now, { guide, ghosts }) {
    const was = new Map(this.at(now).list.map(card => [card.key, card]));
    const before = this.#moves;
    this.#view += 1;
    this.#moves = new Map();
    for (const card of list) {
      const move = this.#next(card, was, before.get(card.key), now, guide);
      if (move) this.#moves.set(card.key, move);
    }
    for (const ghost of ghosts(was)) this.#ghosts.push(this.#begin(ghost.to, ghost, now));
    this.truth = list;
  }

  #next(card, was, move, now, guide) {
    if (move && now < move.start + move.time) {
      if (same(move.to, card) || now < move.start) return { ...move, to: card };
      return { ...move, from: was.get(card.key), to: card, start: now, time: Math.max(SHIFT_MS, move.start + move.time - now), lift: move.lift && 0.05 };
    }
    const old = was.get(card.key), way = guide(card, old, was);
    if (way) return this.#begin(card, way, now);
    return old && !same(old, card) ? this.#begin(card, { from: old, time: SHIFT_MS, lift: 0 }, now) : null;
  }

  #begin(to, { from, delay = 0, time, lift = 0.45, waits = false }, now) {
    return { from: nearer(from, to), to, start: now + delay, time, lift, waits, view: this.#view };
  }

  /** How many changes of the truth are still under way. */
  get backlog() {
    return new Set([...this.#moves.values()].map(move => move.view)).size;
  }

  /** All cards as they are at `now`, in painter's order: what is in the air is above what lies. */
  at(now) {
    const lying = [], flying = [];
    this.#ghosts = this.#ghosts.filter(ghost => now < ghost.start + ghost.time);
    for (const card of this.truth) {
      const move = this.#moves.get(card.key);
      if (!move) lying.push(card);
      else if (now >= move.start + move.time) this.#land(card, lying);
      else if (now >= move.start) (move.lift ? flying : lying).push(along(move, now));
      else if (move.waits) lying.push({ ...move.from, key: card.key });
    }
    for (const ghost of this.#ghosts) if (now >= ghost.start || ghost.waits) flying.push(along(ghost, now));
    flying.sort((a, b) => a.p[1] - b.p[1]);
    return { list: [...lying, ...flying], busy: this.#moves.size + this.#ghosts.length > 0 };
  }

  #land(card, lying) {
    this.#moves.delete(card.key);
    lying.push(card);
  }
}
