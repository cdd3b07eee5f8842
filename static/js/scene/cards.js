// Every card the canvas shows, from what the page says: fans of backs at the seats, the stock, the discard pile. What nobody may
// know is not here: what lies face down is a back.
import { BACK, FACES, PLAIN, SHADOW, T } from './camera.js';

const LAYERS = { stock: 44, pile: 40 };
const FACES_SHOWN = 5;

/** A turn about the vertical as a quaternion; its square length is the size of the card. */
export const yaw = (angle, size = 1) => [0, Math.sin(angle / 2) * Math.sqrt(size), 0, Math.cos(angle / 2) * Math.sqrt(size)];

/** A number between 0 and 1 that is always the same for the same `i`. */
const chance = i => {
  const x = Math.sin(i * 127.1 + 11.7) * 43_758.5453;
  return x - Math.floor(x);
};

/** The face of a card by its name: `TD` is `d10` in the deck. */
export const face = name => FACES.indexOf(name[1].toLowerCase() + (name[0] === 'T' ? '10' : name[0]));

/** The card `name` as the `k`th of the discard pile. */
export const pileKey = (k, name) => `p${k}-${name}`;

/** The pose of the top of the stock, of `count` cards. */
export const stockTop = ([x, z], count) => ({ p: [x, T * Math.min(count, LAYERS.stock), z], q: yaw(0.01), face: BACK });

/** All cards of a table `state` at the places `spots`, in the order they are painted: {key, p: [x, y, z], q, face}. */
export function cards(state, spots) {
  return [
    ...state.seats.flatMap((seat, n) => (seat.out ? [] : fan(seat.id, seat.count, spots.seats[n]))),
    ...stock(state.stock, spots.stock),
    ...pile(state.pile, state.discard, spots.pile),
  ];
}

/** Backs at a seat. How many there are the plate says; the fan only tells the size. */
function fan(id, count, { at, dir, scale, max }) {
  const n = Math.min(count, max), step = Math.min(0.16, 0.95 / Math.max(n - 1, 1)), arm = 1.15 * scale;
  return Array.from({ length: n }, (_, k) => {
    const angle = dir - (k - (n - 1) / 2) * step;
    const x = at[0] + (Math.sin(angle) - Math.sin(dir)) * arm, z = at[1] + (Math.cos(angle) - Math.cos(dir)) * arm;
    return { key: `o${id}-${k}`, p: [x, 0.012 + k * 0.006, z], q: yaw(angle, scale), face: BACK };
  });
}

function stock(count, at) {
  if (!count) return [];
  const height = Math.min(count, LAYERS.stock);
  const layers = Array.from({ length: height - 1 }, (_, i) => ({
    key: `s${i}`, p: [at[0] + (chance(i) - 0.5) * 0.006, T * i, at[1] + (chance(i + 50) - 0.5) * 0.006],
    q: yaw((chance(i + 9) - 0.5) * 0.05), face: paper(i),
  }));
  return [shadow('s', at, height), ...layers, { key: 'stop', ...stockTop(at, count) }];
}

/** The lower cards are layers of paper, the last five show their faces; a card lies the same way however deep it is by now. */
function pile(names, count, at) {
  if (!count) return [];
  const shown = names.slice(-FACES_SHOWN), below = count - shown.length, base = Math.min(below, LAYERS.pile);
  const layers = Array.from({ length: base }, (_, i) => ({ key: `d${i}`, ...scattered(i, at, T * i), face: paper(i) }));
  const tops = shown.map((name, i) => {
    const y = T * (base + 1 + i * 1.15), last = i === shown.length - 1;
    const pose = last ? { p: [at[0], y, at[1]], q: yaw(straight(below + i)) } : scattered(below + i, at, y);
    return { key: pileKey(below + i, name), ...pose, face: face(name) };
  });
  return [shadow('d', at, base + 1), ...layers, ...tops];
}

/** The top card can be read without turning one's head. */
const straight = k => 0.045 + (chance(k + 7) - 0.5) * 0.08;

function scattered(k, [x, z], y) {
  return { p: [x + (chance(k) - 0.5) * 0.2, y, z + (chance(k + 20) - 0.5) * 0.16], q: yaw((chance(k + 3) - 0.5) * 0.8) };
}

const paper = i => PLAIN + (i & 1) * 0.25;

function shadow(name, [x, z], height) {
  return { key: `${name}-shadow`, p: [x + height * T * 0.22, 0.002, z + height * T * 0.1], q: yaw(0, (1.02 + height * 0.0035) ** 2), face: SHADOW };
}
