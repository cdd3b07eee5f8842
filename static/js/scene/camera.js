// Where the eye is and where the felt ends: pixels of the page to places on the table and back.
// One unit is the length of about one and a half cards' widths; x to the right, y up, z towards the viewer.

/** A card on the table, its thickness (three times life), and the grid of the atlas its face is cut from. */
export const CW = 0.63, CH = 0.882, T = 0.0088, COLS = 10, ROWS = 6;
/** Faces by number: suit and rank as the deck names them (c2 … dA), then the back; above that there is no picture. */
export const FACES = [...'cshd'].flatMap(suit => ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'].map(rank => suit + rank));
export const BACK = 52, PLAIN = 53, SHADOW = 54;

const pitchOf = aspect => (aspect < 1.15 ? 60 : aspect < 1.9 ? 55 : 50) * Math.PI / 180;

/**
 * The eye over a canvas of `W` × `H` pixels, looking at `px` {x, y}, where a card lying flat is `px.card` pixels wide.
 * `stage` is the rectangle of the table part: its shape decides how steeply one looks down.
 */
export function camera(W, H, stage, px) {
  const aspect = stage.width / stage.height, pitch = pitchOf(aspect);
  const s = Math.sin(pitch), c = Math.cos(pitch), ppu = px.card / CW;
  const D = Math.max(6, (aspect < 1.15 ? 2.2 : 1.9) * Math.max(stage.height, stage.width * 0.42) / ppu), F = D * ppu;
  const a = 2 * F / W, b = 2 * F / H, ox = 2 * px.x / W - 1, oy = 1 - 2 * px.y / H;
  const n = D * 0.2, f = D * 3, k = 2 / (f - n);
  // depth d = D - y s - z c, v = y c - z s; clip = (a x + ox d, b v + oy d, …, d)
  const VP = new Float32Array([
    a, 0, 0, 0,
    -ox * s, b * c - oy * s, -k * s, -s,
    -ox * c, -b * s - oy * c, -k * c, -c,
    ox * D, oy * D, k * (D - n) - 1, D,
  ]);
  const project = (x, y, z) => {
    const d = D - y * s - z * c;
    return [px.x + F * x / d, px.y - F * (y * c - z * s) / d, F / d];
  };
  const ground = (X, Y) => {
    const t = Y - px.y, z = t * D / (F * s + t * c);
    return [(X - px.x) * (D - z * c) / F, z];
  };
  return { VP, project, ground, s, c, D, F, W, H, cx: px.x, cy: px.y };
}

/** The felt's outline: straight on the near side, under the rail; round corners far away. */
export function table(cam, stage, rail) {
  const half = stage.top + stage.height / 2, middle = (stage.left + stage.right) / 2;
  const near = cam.ground(cam.cx, rail.top + 18)[1], far = cam.ground(cam.cx, stage.top + rail.rim)[1];
  const hw = Math.abs(cam.ground(middle + stage.width / 2 - rail.side, half)[0] - cam.ground(middle, half)[0]);
  const hd = (near - far) / 2 + 3; // reaches 6 units below the rail, so the near side is straight
  return {
    cx: cam.ground(middle, cam.cy)[0], cz: far + hd, hw, hd, r: Math.min(hw * 0.62, (near - far) * 0.5),
    far, near, rim: rail.width / (cam.F / cam.D),
  };
}
