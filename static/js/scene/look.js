// Reads the page: what lies where (`data-*`), and which pixels it lies at. The page decides; the camera only looks there.
import { CH, CW, camera, table } from './camera.js';

const root = document.documentElement;
const byId = id => document.getElementById(id);
const number = (element, name) => Number(element.dataset[name] ?? 0);

/** What the page says about the table, as plain values. `turn`, `me`: numbers of seats, null for nobody. */
export function read() {
  const centre = byId('centre').dataset, own = document.querySelector('#me .plate');
  const seats = [...document.querySelectorAll('#seats > li')].map(plate => ({
    id: number(plate, 'seat'), count: number(plate, 'count'),
    out: plate.classList.contains('out'), turn: plate.classList.contains('turn'),
  }));
  const me = own ? number(own, 'seat') : null;
  return {
    seats, me, count: own ? number(own, 'count') : 0, pile: centre.pile.split(' ').filter(Boolean), stock: Number(centre.stock), discard: Number(centre.discard),
    wish: centre.wish ? 1 : 0, due: Number(centre.due) ? 1 : 0, dir: Number(centre.dir),
    turn: byId('me').classList.contains('turn') ? me : seats.find(seat => seat.turn)?.id ?? null,
  };
}

/** The camera and the places of all that `state` names, for a canvas of `W` × `H` pixels of the page. `where` tells two measurings apart. */
export function measure(state, { W, H, dpr }) {
  const style = getComputedStyle(byId('game')), px = name => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const [stage, edge, stock, pile] = ['stage', 'edge', 'stock', 'pile'].map(id => byId(id).getBoundingClientRect());
  const aim = { x: (stock.left + pile.right) / 2, y: (stock.top + stock.bottom) / 2, card: stock.width };
  const cam = camera(W, H, stage, aim);
  const felt = table(cam, stage, { top: edge.top, rim: px('--top'), width: px('--rim'), side: px('--side') });
  const on = box => cam.ground((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const portrait = stage.width < stage.height * 1.15;
  const seats = state.seats.map(seat => place(document.querySelector(`#seats > [data-seat="${seat.id}"]`), { cam, stage, aim, portrait }));
  return {
    cam, tab: felt, dpr, portrait, where: [W, H, stage.top, stage.height, aim.x, aim.y, aim.card].join(),
    spots: { stock: on(stock), pile: on(pile), seats, me: { at: cam.ground(aim.x, edge.top - 20), dir: 0, scale: 1, max: 0 } },
    light: [0, 0, Math.max(felt.hw, (felt.near - felt.far) / 2) * 0.95], room: room(),
  };
}

/** Where a seat's fan lies: beyond its plate, towards the middle of the table. */
function place(plate, { cam, stage, aim, portrait }) {
  const box = plate.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  const far = box.top < stage.top + Math.max(30, stage.height * 0.11) || box.bottom > stage.bottom - 30;
  const to = [(aim.x - x) * (far ? 0.4 : 1), (aim.y - y) * (far ? 1 : portrait ? 0.12 : 0.35)];
  const [dx, dy] = to.map(v => v / (Math.hypot(...to) || 1));
  const scale = fanCard(stage, portrait) / aim.card;
  const rim = Math.min(box.width / 2 / Math.max(Math.abs(dx), 0.01), box.height / 2 / Math.max(Math.abs(dy), 0.01));
  const reach = rim + aim.card * scale * 0.336;
  const at = cam.ground(x + dx * reach, y + dy * reach), back = cam.ground(x, y);
  return { at, dir: Math.atan2(at[0] - back[0], at[1] - back[1]), scale, max: stage.width > 500 ? 10 : stage.height < 400 ? 4 : 6 };
}

/** How many pixels wide a card of a fan is. */
function fanCard(stage, portrait) {
  if (portrait) return stage.width < 500 ? 36 : 58;
  return stage.height < 330 ? 42 : stage.width > 2100 ? 126 : stage.width > 1300 ? 84 : 66;
}

/** The colours of the room around the table, from the middle and from the corners. */
function room() {
  const colour = getComputedStyle(root).getPropertyValue('--room').trim() || '#1d1009';
  const rgb = [1, 3, 5].map(i => Number.parseInt(colour.slice(i, i + 2), 16) / 255), light = rgb[0] > 0.4;
  return [light ? 1.2 : 3.2, light ? 1.04 : 1.1].map(k => rgb.map(v => v * k));
}

/** A card on the screen: its middle and the ways from there to its right and its lower edge. */
export function outline(cam, { p, q }) {
  const [x, y] = cam.project(...p), [right, lower] = [[CW / 2, 0, 0], [0, 0, CH / 2]].map(half => {
    const [px, py] = cam.project(...rotated(q, half).map((v, i) => v + p[i]));
    return [px - x, py - y];
  });
  return { x, y, u: right, v: lower };
}

function rotated([x, y, z, w], [a, b, c]) {
  const s = w * w - x * x - y * y - z * z, d = 2 * (x * a + y * b + z * c);
  return [s * a + d * x + 2 * w * (y * c - z * b), s * b + d * y + 2 * w * (z * a - x * c), s * c + d * z + 2 * w * (x * b - y * a)];
}
