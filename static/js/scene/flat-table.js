// The flat painter's table: room, rim, felt, painted once for a size.

const CORNER = 24; // points of a round corner
const BEVEL = [[1, '#170b05'], [0.94, '#3a1d0d'], [0.85, '#512a12'], [0.72, '#693a1a'], [0.58, '#7d4a22'], [0.46, '#93592c'], [0.36, '#a5683a'], [0.3, '#8a5227'], [0.12, '#5e3416'], [0.05, '#241106']];

/** The felt's outline on the screen, `off` units further out. */
export function path(g, cam, tab, off) {
  const hw = tab.hw + off, hd = tab.hd + off, r = Math.max(tab.r + off, 0.01), near = tab.near + 1.2;
  const points = [-1, 1].flatMap(side => Array.from({ length: CORNER + 1 }, (_, i) => {
    const angle = (side < 0 ? Math.PI : 1.5 * Math.PI) + i / CORNER * Math.PI / 2;
    return [tab.cx + side * (hw - r) + Math.cos(angle) * r, tab.cz - hd + r + Math.sin(angle) * r];
  }));
  g.beginPath();
  for (const [x, z] of [...points, [tab.cx + hw, near], [tab.cx - hw, near]]) g.lineTo(...cam.project(x, 0, z).slice(0, 2));
  g.closePath();
}

/** All of it onto `g`, with `dpr` canvas pixels to one of the page. */
export function paintTable(g, { cam, tab, light, room }, dpr) {
  g.setTransform(dpr, 0, 0, dpr, 0, 0);
  paintRoom(g, cam, tab, room);
  paintRim(g, cam, tab);
  paintFelt(g, cam, tab, light);
  grain(g, cam);
}

const css = rgb => `rgb(${rgb.map(v => Math.min(255, Math.round(v * 255))).join(' ')})`;

function paintRoom(g, cam, tab, [inner, outer]) {
  const [x, y] = cam.project(tab.cx, 0, (tab.far + tab.near) / 2), reach = Math.hypot(cam.W, cam.H) * 0.62;
  const fill = g.createRadialGradient(x, y, reach * 0.3, x, y, reach);
  fill.addColorStop(0, css(inner.map(v => v * 0.8)));
  fill.addColorStop(1, css(outer.map(v => v * 0.85)));
  g.fillStyle = fill;
  g.fillRect(0, 0, cam.W, cam.H);
  g.strokeStyle = '#0003';
  g.lineWidth = 1;
  for (let plank = -14; plank < 15; plank += 1) {
    g.beginPath();
    for (const z of [tab.far - 6, tab.near + 1]) g.lineTo(...cam.project((plank + 0.5) * 1.1, 0, z).slice(0, 2));
    g.stroke();
  }
}

/** Nested outlines, each a little brighter towards the lamp. */
function paintRim(g, cam, tab) {
  const unit = cam.F / cam.D;
  g.save();
  g.shadowColor = '#000c';
  g.shadowBlur = 60;
  g.shadowOffsetY = 10;
  for (const [share, colour] of BEVEL) {
    path(g, cam, tab, tab.rim * share);
    g.fillStyle = colour;
    g.fill();
    g.shadowColor = '#0000';
  }
  g.restore();
  path(g, cam, tab, tab.rim * 0.17);
  g.strokeStyle = '#d9b057';
  g.lineWidth = Math.max(1.3, tab.rim * unit * 0.07);
  g.stroke();
}

function paintFelt(g, cam, tab, [, z, r]) {
  const [x, y, unit] = cam.project(tab.cx, 0, z), lamp = g.createRadialGradient(0, 0, 0, 0, 0, 1.5);
  for (const [at, colour] of [[0, '#29884f'], [0.25, '#1f7443'], [0.5, '#165c33'], [0.75, '#0e4526'], [1, '#08301b']]) lamp.addColorStop(at, colour);
  path(g, cam, tab, 0);
  g.save();
  g.clip();
  g.save();
  g.translate(x, y);
  g.scale(r * unit, r * unit * 0.8 * cam.s);
  g.fillStyle = lamp;
  g.fillRect(-20, -20, 40, 40);
  g.restore();
  g.strokeStyle = '#0000000d'; // the shade under the rim, deeper towards it
  path(g, cam, tab, 0);
  for (let n = 0; n < 18; n += 1) {
    g.lineWidth = 4 * (1 - n / 18) ** 1.7 * tab.rim * unit;
    g.stroke();
  }
  path(g, cam, tab, -tab.rim * 2.1);
  g.strokeStyle = '#e6d18f4d';
  g.lineWidth = 1.3;
  g.stroke();
  g.restore();
}

/** A tile of noise over everything: no bands in the gradients, and felt that looks like cloth. */
function grain(g, cam) {
  const size = 128, tile = document.createElement('canvas');
  tile.width = tile.height = size;
  const pen = tile.getContext('2d'), noise = pen.createImageData(size, size);
  for (let i = 0; i < noise.data.length; i += 4) {
    const tone = Math.random() < 0.5 ? 0 : 255;
    noise.data.set([tone, tone, tone, Math.random() * 13], i);
  }
  pen.putImageData(noise, 0, 0);
  g.fillStyle = g.createPattern(tile, 'repeat');
  g.fillRect(0, 0, cam.W, cam.H);
}
