// The shaders. The table is painted once for a size (TABLE) and then only lit (LIGHT); cards are quads placed by four numbers and
// a turn each. Lengths are in units of the table; `fwidth` tells how much of it one pixel covers: edges are one pixel soft.
import { CH, COLS, CW, PLAIN, ROWS, SHADOW } from './camera.js';

const HEAD = `#version 300 es
precision highp float;
`;

// eye: s, c, D, F of camera.js; spot: where it looks at, and the canvas's height, in pixels of the page; then their size
const GROUND = `${HEAD}
uniform vec4 eye, spot;
vec2 ground() {
  vec2 p = vec2(gl_FragCoord.x / spot.w, spot.z - gl_FragCoord.y / spot.w) - spot.xy;
  float z = p.y * eye.z / (eye.w * eye.x + p.y * eye.y);
  return vec2(p.x * (eye.z - z * eye.y) / eye.w, z);
}
float line(float d, float width, float soft) { return 1. - smoothstep(width - soft * .5, width + soft, d); }
`;

export const SCREEN = `${HEAD}
layout(location=0) in vec2 corner;
void main() { gl_Position = vec4(corner, 0, 1); }`;

// what low quality does without: cloth, the grain of the rim, boards of the floor; each fades where a pixel covers too much of it
const WEAVE = `
  vec2 t = w * 330.;
  float weave = sin(t.x + t.y) * sin(t.x - t.y) * max(1. - px * 260., 0.);
  felt *= .97 + .06 * weave + .07 * (noise(w * vec2(46, 34)) - .5) + .08 * (noise(w * vec2(150, 110)) - .5) + .09 * (noise(w * 2.6) - .5);`;
const GRAIN = `
  float along = dot(w, vec2(-out_.y, out_.x));
  grain = mix(.5, noise(vec2(s * 70. + noise(vec2(along * 1.2, s * 4.)) * 7., along * 1.3)) * .6 + noise(vec2(s * 190., along * 3.)) * .4, clamp(1.6 - px * 90., 0., 1.));`;
const BOARDS = `
  room *= 1. + .1 * (noise(vec2(w.x * 26., w.y * .8 + row * 7.)) - .5) * clamp(1.5 - px * 40., 0., 1.);`;

/** Room, rim and felt; alpha is how much of a pixel is felt. `fine` adds grain, weave and nap. */
export const TABLE = fine => `${GROUND}
uniform vec4 box, lamp;
uniform vec2 rim;
uniform vec3 roomA, roomB;
out vec4 o;
float rnd(vec2 p) {
  uvec2 q = uvec2(ivec2(floor(p))) * uvec2(1597334673u, 3812015801u);
  uint m = (q.x ^ q.y) * 1597334673u;
  m = (m ^ m >> 15) * 2246822519u;
  return float(m >> 8) / 16777216.;
}
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f *= f * (3. - 2. * f);
  return mix(mix(rnd(i), rnd(i + vec2(1, 0)), f.x), mix(rnd(i + vec2(0, 1)), rnd(i + vec2(1, 1)), f.x), f.y);
}
float edge(vec2 p) {
  vec2 d = abs(p - box.xy) - box.zw + rim.y;
  return length(max(d, 0.)) + min(max(d.x, d.y), 0.) - rim.y;
}
void main() {
  vec2 w = ground();
  float R = rim.x, s = edge(w), px = fwidth(w.x), e = max(fwidth(s), px) * .7;
  vec2 out_ = normalize(vec2(edge(w + vec2(.01, 0)) - s, edge(w + vec2(0, .01)) - s) + 1e-6);

  float far = length((w - lamp.xy) / vec2(lamp.z, lamp.z * .8));
  vec3 felt = mix(vec3(.165, .54, .32), vec3(.085, .365, .2), smoothstep(0., .75, far));
  felt = mix(felt, vec3(.032, .185, .105), smoothstep(.55, 1.5, far));
  ${fine ? WEAVE : ''}
  felt *= mix(1., .36, exp(min(s, 0.) / (R * .8)));
  felt = mix(felt, vec3(.9, .82, .56), .3 * line(abs(s + R * 2.1), px, px));

  float k = clamp(s / R, 0., 1.), round_ = k * 2. - 1.;
  vec3 up = normalize(vec3(out_.x * round_ * 1.5, 1, out_.y * round_ * 1.5));
  vec3 sun = normalize(vec3(box.x - w.x, 5.2, lamp.y - w.y)), view = normalize(vec3(0, eye.x, eye.y));
  float lit = max(dot(up, sun), 0.), gleam = pow(max(dot(up, normalize(sun + view)), 0.), 46.), grain = .5;
  ${fine ? GRAIN : ''}
  vec3 wood = mix(vec3(.25, .12, .052), vec3(.54, .31, .15), grain * .75 + .12) * (.26 + .98 * lit) + vec3(1, .86, .66) * .36 * gleam;
  wood *= 1. - .6 * (1. - smoothstep(0., .1, k)) - .55 * smoothstep(.9, 1., k);
  wood = mix(wood, vec3(.86, .66, .29) * (.42 + .75 * lit) + gleam * .4, line(abs(s - R * .17), max(R * .035, px * .6), px));

  vec3 room = mix(roomA, roomB, smoothstep(.2, 1.5, length((w - box.xy) / (box.zw + 1.5))));
  float plank = w.x / 1.1, row = floor(plank);
  room *= (.86 + .14 * rnd(vec2(row + 40., 3))) * (1. - .35 * smoothstep(-px, px, abs(fract(plank) - .5) - .492));
  ${fine ? BOARDS : ''}
  room *= mix(vec3(1), vec3(.36, .28, .23), exp(-max(s - R, 0.) / (R * 1.6)));

  float on = 1. - smoothstep(-e, e, s);
  vec3 c = mix(mix(felt, wood, 1. - on), room, smoothstep(R - e, R + e, s));
  o = vec4(c + (rnd(gl_FragCoord.xy) - .5) / 160., on);
}`;

/** What changes: light where the turn is, chevrons that way round, gold for a wish, red for cards due, a pool for who has won. */
export const LIGHT = `${GROUND}
uniform sampler2D table;
uniform vec4 turn, ring, win;
uniform vec3 glow;
out vec4 o;
float pool(vec2 p, float r) { p /= vec2(r, r * .8); return exp(-2.2 * dot(p, p)); }
float stroke(vec2 p, vec2 a, vec2 b) {
  vec2 d = b - a;
  return length(p - a - d * clamp(dot(p - a, d) / dot(d, d), 0., 1.));
}
void main() {
  vec4 t = texelFetch(table, ivec2(gl_FragCoord.xy), 0);
  vec2 w = ground(), q = (w - ring.xy) / vec2(1, .84);
  float px = fwidth(w.y), round_ = length(q), step_ = .7853982;
  float at = atan(q.y, q.x), off = (fract(at / step_) - .5) * step_ * ring.z, side = abs(round_ - ring.z);
  float toward = smoothstep(.5, 1., dot(q / max(round_, .01), normalize(turn.xy - ring.xy + 1e-5))) * min(turn.w * 2., 1.);
  float way = line(stroke(vec2(off, side), vec2(.055 * ring.w, 0), vec2(-.05 * ring.w, .1)), .016, px);
  float arc = line(side, px * .4, px) * smoothstep(.13, .3, abs(off));
  float lamp = pool(w - turn.xy, turn.z) * turn.w, gold = pool(w - win.xy, win.z) * win.w;
  vec3 c = t.rgb * (1. + vec3(.85, .65, .3) * lamp + vec3(.9, .6, .2) * (1. - t.a) * gold) + t.a * vec3(.19, .145, .04) * lamp;
  c = mix(c, vec3(.9, .72, .3), t.a * .6 * gold);
  c = mix(c, vec3(.8, .62, .2), t.a * .72 * glow.y * pool(w - ring.xy - vec2(glow.x, 0), .85));
  c = mix(c, vec3(.62, .07, .1), t.a * .8 * glow.z * pool(w - ring.xy - vec2(glow.x, 0), .85));
  c = mix(c, vec3(.98, .9, .62), t.a * max(arc * .16, way * mix(.42, .95, toward)));
  o = vec4(c, 1);
}`;

/** Cards lie in x and z; around each there is room for its shadow. A turn longer than 1 also makes the card larger. */
export const CARD = `${HEAD}
layout(location=0) in vec2 corner;
layout(location=1) in vec4 place;
layout(location=2) in vec4 turn;
uniform mat4 VP;
out vec2 l;
flat out float face;
void main() {
  face = place.w;
  float size = dot(turn, turn), pad = face < ${PLAIN}. ? .13 : face < ${SHADOW}. ? .01 : .3;
  vec4 q = turn * inversesqrt(size);
  l = corner * (vec2(${CW / 2}, ${CH / 2}) + pad);
  vec3 v = vec3(l.x, 0, l.y);
  v += 2. * cross(q.xyz, cross(q.xyz, v) + q.w * v);
  gl_Position = VP * vec4(v * size + place.xyz, 1);
}`;

/** A face, the edge of a card in a pile, or a shadow (the fraction of its number makes it fainter). */
export const FACE = shadows => `${HEAD}
in vec2 l;
flat in float face;
uniform sampler2D cards;
out vec4 o;
void main() {
  const vec2 H = vec2(${CW / 2}, ${CH / 2});
  const float r = .052;
  vec2 d = abs(l) - H + r;
  float s = length(max(d, 0.)) + min(max(d.x, d.y), 0.) - r, soft = max(fwidth(s), .0006);
  if (face >= ${SHADOW}.) {
    float k = 1. - smoothstep(-.12, .28, s);
    o = vec4(0, 0, 0, .62 * (1. - fract(face)) * k * k);
    return;
  }
  float on = 1. - smoothstep(-soft, soft * .2, s);
  if (face >= ${PLAIN}.) {
    o = vec4(mix(vec3(.95, .935, .885), vec3(.72, .7, .64), fract(face) * 4.), 1) * on;
    return;
  }
  vec2 uv = clamp(l / H * .5 + .5, .004, .996);
  float id = floor(face + .5);
  vec2 cell = vec2(mod(id, ${COLS}.), floor(id / ${COLS}.));
  vec3 c = texture(cards, (cell + uv) / vec2(${COLS}, ${ROWS}), -.5).rgb;
  c *= (1.02 - .06 * uv.y) * (1. - ${shadows ? '.3' : '.5'} * smoothstep(-.016, -.002, s));
  float dark = ${shadows ? '.5 * pow(1. - smoothstep(-.05, .13, s), 2.)' : '0.'};
  o = vec4(c * on, on + dark * (1. - on));
}`;
