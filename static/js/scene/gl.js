// The 3D painter: WebGL2, written directly. The table is baked into a texture when its shape changes; a frame then takes two draw
// calls (light the table, all cards), the first one three.
import { CARD, FACE, LIGHT, SCREEN, TABLE } from './shaders.js';

const MOST = 400; // cards and shadows in a frame
const NUMBERS = 8; // of each: place, face, turn
const QUAD = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]);

/** A brush for this canvas; throws where there is no WebGL2. `quality` is high, medium or low. */
export function make(canvas, quality) {
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, depth: false, powerPreference: 'low-power' });
  if (!gl) throw new Error('no WebGL2');
  const low = quality === 'low';
  const bake = program(gl, SCREEN, TABLE(!low)), light = program(gl, SCREEN, LIGHT), card = program(gl, CARD, FACE(!low));
  const screen = corners(gl), cards = cardArrays(gl);
  const table = gl.createTexture(), faces = gl.createTexture(), target = gl.createFramebuffer();
  let baked = '';

  /** The table without lights, when anything about it is new. */
  function paintTable(view) {
    const { cam, tab } = view, { width, height } = canvas;
    const now = [width, height, cam.cx, cam.cy, cam.D, cam.F, cam.s, ...Object.values(tab), ...view.light, ...view.room].join();
    if (now === baked) return;
    baked = now;
    texture(gl, table, gl.NEAREST, gl.NEAREST);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, table, 0);
    fill(bake, view, {
      box: [tab.cx, tab.cz, tab.hw, tab.hd], rim: [tab.rim, tab.r], lamp: [...view.light, 0],
      roomA: view.room[0], roomB: view.room[1],
    });
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** All pixels by one program that knows the camera. */
  function fill({ use, set }, { cam }, values) {
    use();
    set({ eye: [cam.s, cam.c, cam.D, cam.F], spot: [cam.cx, cam.cy, cam.H, canvas.height / cam.H], ...values });
    gl.bindVertexArray(screen);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  function paintCards(list, { cam }) {
    const count = Math.min(list.length, MOST);
    list.slice(0, count).forEach(({ p, q, face }, n) => cards.numbers.set([...p, face, ...q], n * NUMBERS));
    card.use();
    card.set({ VP: cam.VP });
    gl.enable(gl.BLEND);
    gl.bindVertexArray(cards.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, cards.buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, cards.numbers, 0, count * NUMBERS);
    gl.bindTexture(gl.TEXTURE_2D, faces);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    gl.disable(gl.BLEND);
  }

  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  return {
    kind: '3d',
    atlas(picture) {
      texture(gl, faces, low ? gl.LINEAR_MIPMAP_NEAREST : gl.LINEAR_MIPMAP_LINEAR, gl.LINEAR);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
      gl.generateMipmap(gl.TEXTURE_2D);
      const sharp = quality === 'high' && gl.getExtension('EXT_texture_filter_anisotropic');
      if (sharp) gl.texParameteri(gl.TEXTURE_2D, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 4); // cards lie flat: far more shrunk one way
    },
    draw(list, view) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      paintTable(view);
      gl.bindTexture(gl.TEXTURE_2D, table);
      fill(light, view, { turn: view.turn, ring: view.ring, glow: view.glow, win: view.win ?? [0, 0, 1, 0] });
      paintCards(list, view);
    },
  };
}

function texture(gl, it, smaller, larger) {
  gl.bindTexture(gl.TEXTURE_2D, it);
  const { TEXTURE_MIN_FILTER, TEXTURE_MAG_FILTER, TEXTURE_WRAP_S, TEXTURE_WRAP_T, CLAMP_TO_EDGE } = gl;
  const set = [[TEXTURE_MIN_FILTER, smaller], [TEXTURE_MAG_FILTER, larger], [TEXTURE_WRAP_S, CLAMP_TO_EDGE], [TEXTURE_WRAP_T, CLAMP_TO_EDGE]];
  for (const [name, value] of set) gl.texParameteri(gl.TEXTURE_2D, name, value);
}

function program(gl, ...sources) {
  const it = gl.createProgram();
  sources.forEach((source, n) => {
    const shader = gl.createShader(n ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(it, shader);
  });
  gl.linkProgram(it);
  if (!gl.getProgramParameter(it, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(it));
  const set = values => {
    for (const [name, value] of Object.entries(values)) {
      const place = gl.getUniformLocation(it, name);
      if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
      else gl[`uniform${value.length}fv`](place, value);
    }
  };
  return { use: () => gl.useProgram(it), set };
}

function corners(gl) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, QUAD, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  return array;
}

/** Four corners for every card, and eight numbers of its own. */
function cardArrays(gl) {
  const array = corners(gl), buffer = gl.createBuffer(), numbers = new Float32Array(MOST * NUMBERS);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, numbers.byteLength, gl.DYNAMIC_DRAW);
  for (const place of [1, 2]) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 4, gl.FLOAT, false, NUMBERS * 4, (place - 1) * 16);
    gl.vertexAttribDivisor(place, 1);
  }
  return { array, buffer, numbers };
}
