// Cards of the page in flight: the own ones between the hand and the table, and where no canvas paints, all the others too. They
// are pictures over the page, moved by transforms alone: nothing is laid out anew, and no button moves from under a finger.
import { DEAL, FLIGHT, WIN, dealing } from './story.js';

const SVG = 'http://www.w3.org/2000/svg';
const STEPS = 12;
const TURNED = 1 - Math.cbrt(0.5); // when half of the way is done, and a card that turns over stands on its edge
const ROOM_MS = 200;
const LIFT = 0.35; // of a card's width
const OUT = 'cubic-bezier(.2,.8,.2,1)';
const ease = t => 1 - (1 - t) ** 3;
const box = id => document.getElementById(id).getBoundingClientRect();
const flights = new Set(); // { node, moves }

let held = null; // the hand before the view came: id → { card, at }
let top = null; // the picture on the pile then

/** A rectangle as its middle and the ways to its right and its lower edge; so is everything here. */
const at = ({ left, top: y, width, height }) => ({ x: left + width / 2, y: y + height / 2, u: [width / 2, 0], v: [0, height / 2] });

/** How many pictures are in the air. */
export const count = () => flights.size;

/** Right before a view is shown: what will have been where. */
export function remember() {
  const cards = [...document.querySelectorAll('#hand .card')];
  held ??= new Map(cards.map(card => [card.id, { card: card.dataset.card, at: at(card.getBoundingClientRect()) }]));
  top ??= document.querySelector('#pile svg')?.cloneNode(true);
}

/** Shows the story of a view; `canvas`: where the canvas has the pile's top and the stock's, null where the page has them. */
export function play(told, state, pace, canvas) {
  const was = (!told.dealt && held) || new Map(); // a card may be dealt to whom it was dealt before
  const before = top, now = [...document.querySelectorAll('#hand .card')];
  const ends = canvas ?? { stock: at(box('stock')), pile: at(box('pile')) };
  held = top = null;
  const fresh = now.filter(card => !was.has(card.id)), ids = new Set(now.map(card => card.id));
  for (const card of now) if (was.has(card.id)) makeRoom(card, was.get(card.id).at, pace);
  if (!canvas) others(told, state, pace, ends, before);
  take(fresh, told, state, pace, ends);
  for (const step of told.lays) if (step.seat === state.me) leave(step, was, ids, pace, ends);
}

/** Nothing is in the air any more. */
export function clear() {
  flights.forEach(end);
  held = top = null;
}

function end(flight) {
  for (const move of flight.moves) move.cancel();
  flight.node?.remove();
  flights.delete(flight);
}

/** The winner's plate lights up. */
export function cheer(seat, delay, pace) {
  const plate = document.querySelector(`.seat[data-seat="${seat}"], .plate[data-seat="${seat}"]`);
  const glow = ['0 0 0 0 #ffd54a00', '0 0 0 4px #ffd54a, 0 0 44px 14px #ffd54aaa', '0 0 0 0 #ffd54a00'];
  if (plate) track(null, [plate.animate({ boxShadow: glow }, { delay, duration: WIN * pace, easing: 'ease-out' })]);
}

/** The other cards of the hand close up, or move aside. */
function makeRoom(card, from, pace) {
  const { x, y } = at(card.getBoundingClientRect()), dx = from.x - x, dy = from.y - y;
  if (Math.hypot(dx, dy) < 1) return;
  track(null, [card.animate({ translate: [`${dx}px ${dy}px`, '0 0'] }, { duration: ROOM_MS * pace, easing: OUT })]);
}

/** Own cards come from the stock; until one is there, its button is not to be seen, but there. */
function take(cards, told, state, pace, { stock }) {
  const mine = told.draws.filter(step => step.seat === state.me), deal = told.dealt && dealing(state, told.dealt.dealer);
  for (const [k, card] of cards.entries()) {
    const start = deal ? deal.at(state.me, k) : mine[k]?.at;
    if (start === undefined) continue;
    const [delay, time] = [start * pace, (deal ? DEAL : FLIGHT) * pace];
    fly({ from: stock, to: at(card.getBoundingClientRect()), card: card.dataset.card, back: true, delay, time });
    track(null, [card.animate({ opacity: [0, 0] }, { duration: delay + time })]);
  }
}

/** An own card goes from where it was to the pile. */
function leave({ card, under, at: start }, was, ids, pace, { pile }) {
  const [id, entry] = [...was].find(([name, one]) => one.card === card && !ids.has(name)) ?? [];
  if (!id) return;
  was.delete(id);
  fly({ from: entry.at, to: pile, card, fades: under, delay: start * pace, time: FLIGHT * pace });
}

/** Without a canvas: between the plates of the others and the table. What lay on the pile lies there until another card has come. */
function others(told, state, pace, { stock, pile }, before) {
  const small = seat => {
    const plate = document.querySelector(`.seat[data-seat="${seat}"]`)?.getBoundingClientRect();
    return plate && { x: plate.left + plate.width / 2, y: plate.top + plate.height / 2, u: [pile.u[0] / 2.5, 0], v: [0, pile.v[1] / 2.5] };
  };
  if (told.lays.length && before) {
    for (const flight of flights) if (flight.node) end(flight); // one card after the other
    const until = (Math.max(...told.lays.map(step => step.at)) + FLIGHT) * pace;
    fly({ from: pile, to: pile, picture: before, delay: 0, time: until, lift: 0 });
  }
  for (const { seat, card, under, at: start } of told.lays) {
    const from = seat !== state.me && small(seat);
    if (from) fly({ from, to: pile, card, back: true, fades: under, delay: start * pace, time: FLIGHT * pace });
  }
  for (const { seat, at: start } of told.draws) {
    const to = seat !== state.me && small(seat);
    if (to) fly({ from: stock, to, fades: true, delay: start * pace, time: FLIGHT * pace });
  }
}

/** A picture goes its way and is gone. `card`: its face; `back`: it comes face down and turns over; without a face it stays so. */
function fly({ from, to, card, back = !card, picture, fades, delay, time, lift = LIFT }) {
  const node = document.createElement('div'), width = 2 * Math.max(from.u[0], to.u[0]);
  node.className = 'fly';
  node.ariaHidden = 'true';
  Object.assign(node.style, { width: `${width}px`, height: `${width * 1.4}px` });
  if (picture || card) node.append(picture ?? drawn(card[1].toLowerCase() + (card[0] === 'T' ? '10' : card[0])));
  const turns = back && card, steps = Array.from({ length: STEPS + 1 }, (_, i) => matrix(way(from, to, i / STEPS, lift, turns), width));
  const timing = { delay, duration: time, fill: 'both' };
  const moves = [node.animate({ transform: steps }, timing)];
  if (back && !picture) {
    const cover = drawn(`b-${document.documentElement.dataset.back ?? 'felt'}`);
    node.append(cover);
    if (turns) moves.push(cover.animate({ opacity: [1, 1, 0, 0], offset: [0, TURNED, TURNED, 1] }, timing));
  }
  if (fades) moves.push(node.animate({ opacity: [1, 1, 0] }, timing));
  document.getElementById('game').append(node);
  track(node, moves);
}

function track(node, moves) {
  const flight = { node, moves };
  flights.add(flight);
  moves[0].onfinish = () => end(flight);
}

function drawn(id) {
  const svg = document.createElementNS(SVG, 'svg'), use = document.createElementNS(SVG, 'use');
  svg.setAttribute('viewBox', '0 0 100 140');
  use.setAttribute('href', `#${id}`);
  svg.append(use);
  return svg;
}

/** Where a card is at `t` of its way: it rises a little, comes nearer, and if it `turns` it gets narrow and wide again. */
function way(from, to, t, lift, turns) {
  const u = ease(t), mix = (a, b) => a + (b - a) * u, air = Math.sin(Math.PI * t) * lift;
  const size = 1 + air * 0.3, thin = turns ? Math.max(0.06, Math.abs(Math.cos(Math.PI * u))) : 1;
  return {
    x: mix(from.x, to.x), y: mix(from.y, to.y) - air * 2 * to.u[0],
    u: from.u.map((v, i) => mix(v, to.u[i]) * size * thin), v: from.v.map((v, i) => mix(v, to.v[i]) * size),
  };
}

/** The transform that brings a box of this width, with its upper left corner at 0, 0, there. */
function matrix({ x, y, u, v }, width) {
  const [w, h] = [width / 2, width * 0.7], parts = [u[0] / w, u[1] / w, v[0] / h, v[1] / h, x - u[0] - v[0], y - u[1] - v[1]];
  return `matrix(${parts.map(part => part.toFixed(4)).join()})`;
}
