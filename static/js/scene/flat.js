// The flat painter: canvas 2D with the same camera and the same list, for where 3D is missing or too slow. The table is kept as a
// picture, and so is every card in the size it is seen at; a frame only lays pictures onto each other, one affine map a card.
import { CH, COLS, CW, PLAIN, SHADOW } from './camera.js';
import { outline } from './look.js';
import { paintTable, path } from './flat-table.js';

const ROUND = 0.083; // of a card's corner, in card widths
const PAD = 0.21; // room for the shadow around a card, the same
const PAPER = ['#f0ecdf', '#b8b3a4'];
const CHEVRONS = 8;

/** A brush for this canvas. */
export function make(canvas) {
  const g = canvas.getContext('2d', { alpha: false }), ground = document.createElement('canvas');
  let faces = null;
  let pictures = new Map();
  let baked = '';

  /** The table without lights, when anything about it is new. */
  function bake(view) {
    const { cam, tab } = view;
    const now = [canvas.width, canvas.height, cam.cx, cam.cy, cam.D, cam.F, ...Object.values(tab), ...view.light, ...view.room].join();
    if (now === baked) return;
    baked = now;
    ground.width = canvas.width;
    ground.height = canvas.height;
    paintTable(ground.getContext('2d', { alpha: false }), view, canvas.height / cam.H);
  }

  /** What lies there, as a picture at least `width` pixels wide and less than twice that: so it never flickers. */
  function picture(face, width) {
    const step = face >= PLAIN ? 64 : Math.min(2 ** Math.ceil(Math.log2(Math.max(width, 16))), faces.width / COLS), key = `${face} ${step}`;
    if (!pictures.has(key)) pictures.set(key, face >= SHADOW ? shade(step) : face >= PLAIN ? paper(face, step) : card(faces, face, step));
    return pictures.get(key);
  }

  function lay(item, cam, dpr) {
    const { x, y, u, v } = outline(cam, item), isShadow = item.face >= SHADOW, grow = isShadow ? 1 : 1 + (item.face >= PLAIN ? 0 : 2 * PAD);
    const it = picture(isShadow ? SHADOW : item.face, 2 * Math.hypot(...u) * dpr), tall = CH / CW;
    const spread = isShadow ? [1 + 4 * PAD, 1 + 4 * PAD / tall] : [grow, 1 + (grow - 1) / tall];
    const [a, b, c, d] = [u[0] * spread[0], u[1] * spread[0], v[0] * spread[1], v[1] * spread[1]].map(n => n * dpr);
    g.setTransform(a, b, c, d, x * dpr, y * dpr);
    g.globalAlpha = isShadow ? 1 - item.face % 1 : 1;
    g.drawImage(it, -1, -1, 2, 2);
  }

  return {
    kind: '2d',
    atlas(all) {
      faces = all;
      pictures = new Map();
    },
    draw(list, view) {
      const { cam } = view, dpr = canvas.height / cam.H;
      bake(view);
      g.setTransform(1, 0, 0, 1, 0, 0);
      g.drawImage(ground, 0, 0);
      g.setTransform(dpr, 0, 0, dpr, 0, 0);
      paintLights(g, view);
      for (const item of list) lay(item, cam, dpr);
      g.globalAlpha = 1;
    },
  };
}

function paintLights(g, view) {
  const { cam, tab, turn, ring, glow, win } = view, [x, z] = ring;
  g.save();
  path(g, cam, tab, tab.rim);
  g.clip();
  pool(g, cam, turn, '255 214 110', 0.3 * turn[3]);
  pool(g, cam, [x + glow[0], z, 1], '224 176 62', 0.85 * glow[1]);
  pool(g, cam, [x + glow[0], z, 1], '178 22 32', 0.9 * glow[2]);
  if (win) pool(g, cam, win, '255 210 100', 0.75 * win[3]);
  paintWay(g, view);
  g.restore();
}

/** Light that fades out from a place on the felt. */
function pool(g, cam, [x, z, r], rgb, strength) {
  if (strength < 0.01) return;
  const [px, py, unit] = cam.project(x, 0, z), soft = g.createRadialGradient(0, 0, 0, 0, 0, 1);
  for (const [at, share] of [[0, 1], [0.25, 0.87], [0.5, 0.55], [0.75, 0.22], [1, 0]]) soft.addColorStop(at, `rgb(${rgb} / ${strength * share})`);
  g.save();
  g.translate(px, py);
  g.scale(r * unit * 1.15, r * unit * 0.92 * cam.s);
  g.fillStyle = soft;
  g.fillRect(-1, -1, 2, 2);
  g.restore();
}

/** The ring round the piles and its chevrons, brighter towards the turn. */
function paintWay(g, { cam, turn, ring: [x, z, r, way] }) {
  const unit = cam.F / cam.D, on = (angle, out) => cam.project(x + Math.cos(angle) * (r + out), 0, z + Math.sin(angle) * (r + out) * 0.84);
  const step = 2 * Math.PI / CHEVRONS, toTurn = Math.atan2((turn[1] - z) / 0.84, turn[0] - x);
  g.lineCap = g.lineJoin = 'round';
  for (let n = 0; n < CHEVRONS; n += 1) {
    const angle = (n + 0.5) * step, at = shift => angle + shift * way / r;
    stroke(g, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map(part => on((n + part - 0.5) * step, 0)), 1.2, 0.16);
    const near = Math.max(0, Math.cos(angle - toTurn) * 2 - 1) * Math.min(turn[3] * 2, 1);
    stroke(g, [on(at(-0.05), 0.1), on(at(0.055), 0), on(at(-0.05), -0.1)], Math.max(1.5, 0.036 * unit), 0.42 + 0.53 * near);
  }
}

function stroke(g, points, width, alpha) {
  g.beginPath();
  for (const [px, py] of points) g.lineTo(px, py);
  g.lineWidth = width;
  g.strokeStyle = `rgb(250 230 158 / ${alpha})`;
  g.stroke();
}

function blank(width, height) {
  const it = document.createElement('canvas');
  it.width = Math.ceil(width);
  it.height = Math.ceil(height);
  return [it, it.getContext('2d')];
}

/** A card with the shadow it throws on what is right under it. */
function card(faces, face, w) {
  const tw = faces.width / COLS, th = tw * 1.4, h = w * 1.4, pad = w * PAD, [it, g] = blank(w + 2 * pad, h + 2 * pad);
  g.imageSmoothingQuality = 'high';
  g.translate(pad, pad);
  g.beginPath();
  g.roundRect(0, 0, w, h, w * ROUND);
  g.save();
  g.shadowColor = '#000a';
  g.shadowBlur = pad * 0.8;
  g.fillStyle = '#fffdf7';
  g.fill();
  g.restore();
  g.clip();
  g.drawImage(faces, face % COLS * tw, Math.floor(face / COLS) * th, tw, th, 0, 0, w, h);
  g.strokeStyle = '#0006';
  g.lineWidth = w * 0.025;
  g.stroke();
  return it;
}

function paper(face, w) {
  const [it, g] = blank(w, w * 1.4);
  g.fillStyle = PAPER[face % 1 ? 1 : 0];
  g.roundRect(0, 0, it.width, it.height, w * ROUND);
  g.fill();
  return it;
}

/** The soft shadow of a whole pile: drawn far outside, so that only its shadow is on the picture. */
function shade(w) {
  const pad = 2 * w * PAD, h = w * 1.4, [it, g] = blank(w + 2 * pad, h + 2 * pad), away = 4 * w;
  g.shadowColor = '#0000009e';
  g.shadowBlur = pad * 0.9;
  g.shadowOffsetX = away;
  g.roundRect(pad - away, pad, w, h, w * ROUND);
  g.fill();
  return it;
}
