// Who paints the table, how finely, and when somebody else must: the 3D painter (gl.js), the flat one with the same camera (flat.js),
// or nobody: then the stylesheet's felt and the cards of the page are the table. docs/the-table.md tells the whole idea.
import { atlas, enough } from './atlas.js';
import { pace } from './pace.js';

const root = document.documentElement;
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i;
const WORSE = { high: 'medium', medium: 'low', low: '2d' };
const PATIENCE_MS = 5000; // for a lost context to come back
/** What a quality may use: canvas pixels per CSS pixel, pixels in all, scale of the cards' pictures. */
const LIMITS = { high: [2, 8.5e6, 2], medium: [1.5, 4e6, 1.5], low: [1, 2.2e6, 1], '2d': [2, 4e6, 1.5] };

/**
 * Paints on a canvas of its own at the back of `host`, once `choose` has been told the setting: auto, high, medium, low, 2d or off.
 * `onchange` is called when the table must be measured and drawn again.
 */
export class Painter {
  /** '3d', '2d', or '' while nobody paints. */
  kind = '';
  quality = 'off';
  lost = false;
  #brush = null;
  #next = null; // a brush whose cards are being drawn
  #auto = false;
  #choice = 0;
  #behind = null; // the canvas of the painter before, shown until the new one has drawn
  #seen = null; // watches the canvas's size
  #cards = 0; // the newest order for pictures of the cards
  #scale = 0;
  #tooSlow = pace();

  constructor(host, onchange) {
    this.host = host;
    this.onchange = onchange;
    this.#watch();
  }

  /** Follows the setting; an explicit one is obeyed, whatever the machine. */
  async choose(quality) {
    this.#auto = !(quality in LIMITS); // also what no setting of ours is
    const choice = this.#choice += 1;
    if (quality === 'off') return this.#leave();
    try {
      await this.#take(this.#auto ? best() : quality);
    } catch (error) {
      if (choice === this.#choice && !this.#brush) this.#leave();
      throw error;
    }
  }

  /** The canvas in CSS pixels, and how many of its own pixels make one of them. */
  size() {
    const { clientWidth: W, clientHeight: H } = this.canvas ?? this.host;
    const [most, all] = LIMITS[this.quality] ?? LIMITS.high;
    return { W, H, dpr: Math.min(devicePixelRatio, most, Math.sqrt(all / (W * H))) };
  }

  /** One frame at the time `now`: the cards of `list` as `view` sees them. Draws nothing where nobody could see it. */
  draw(list, view, now = performance.now()) {
    if (!this.#brush || this.lost || document.hidden) return;
    this.#fit(view);
    this.#brush.draw(list, view);
    root.classList.add('gl');
    this.#behind?.remove();
    this.#behind = null;
    if (this.#auto && this.#tooSlow(now, view.busy) && WORSE[this.quality]) this.#take(WORSE[this.quality]).catch(() => {});
  }

  /** Only in a frame that is drawn: a canvas is empty after its size was set. */
  #fit({ cam, dpr }) {
    const width = Math.round(cam.W * dpr), height = Math.round(cam.H * dpr), { canvas } = this;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  async #take(quality) {
    const choice = this.#choice, flat = quality === '2d', { make } = await import(flat ? './flat.js' : './gl.js');
    if (choice !== this.#choice) return; // somebody has thought better of it
    const canvas = document.createElement('canvas');
    canvas.id = 'cv';
    canvas.ariaHidden = 'true';
    canvas.dataset.painter = quality;
    let brush;
    try {
      brush = make(canvas, quality);
    } catch (error) {
      if (flat) throw error;
      return this.#take('2d');
    }
    this.#place(canvas);
    Object.assign(this, { quality, lost: false });
    this.#brush = null; // until its cards are there, the one before stays in sight
    await this.#picture(brush);
  }

  #place(canvas) {
    this.#seen?.disconnect();
    if (this.#behind) this.canvas.remove(); // it has not drawn yet: what is behind it stays in sight
    else this.#behind = this.canvas ?? null;
    this.canvas = canvas;
    this.host.prepend(canvas);
    canvas.addEventListener('webglcontextlost', event => this.#lose(event));
    canvas.addEventListener('webglcontextrestored', () => this.#restore(canvas));
    let first = true; // an observer begins with what is there
    this.#seen = new ResizeObserver(() => (first ? (first = false) : this.#resized()));
    this.#seen.observe(canvas);
  }

  #leave() {
    this.#seen?.disconnect();
    for (const canvas of [this.canvas, this.#behind]) canvas?.remove();
    this.#brush = this.#next = this.#behind = this.canvas = null;
    Object.assign(this, { kind: '', quality: 'off' });
    root.classList.remove('gl');
  }

  #lose(event) {
    if (event.target !== this.canvas) return;
    event.preventDefault(); // that is how a context is asked to come back
    this.lost = true;
    root.classList.remove('gl');
    setTimeout(() => this.lost && this.#auto && this.#take('2d').catch(() => {}), PATIENCE_MS);
  }

  async #restore(canvas) {
    if (canvas !== this.canvas) return;
    const { make } = await import('./gl.js');
    this.#brush = null; // all it had is gone
    try {
      const brush = make(canvas, this.quality);
      this.lost = false;
      await this.#picture(brush);
    } catch {
      this.lost ||= canvas === this.canvas; // once more: until it comes again
    }
  }

  #resized() {
    if (this.#wanted() > this.#scale && this.#brush) this.#picture(this.#next);
    this.onchange();
  }

  #wanted() {
    return enough((document.getElementById('stock')?.clientWidth ?? 0) * this.size().dpr, LIMITS[this.quality][2]);
  }

  /** Gives this brush its cards; then it may paint. */
  async #picture(brush) {
    this.#next = brush;
    const order = ++this.#cards, scale = this.#wanted(), cards = await atlas(scale);
    if (order !== this.#cards || this.quality === 'off') return; // a newer one is on its way
    brush.atlas(cards);
    this.#brush = brush;
    this.kind = brush.kind;
    this.#scale = scale;
    this.onchange();
  }

  #watch() {
    const redraw = () => this.onchange(), repaint = () => this.#next && !this.lost && this.#picture(this.#next);
    document.addEventListener('visibilitychange', () => document.hidden || redraw());
    matchMedia('(prefers-color-scheme:light)').addEventListener('change', redraw);
    new MutationObserver(redraw).observe(root, { attributeFilter: ['data-theme', 'data-side'] });
    new MutationObserver(repaint).observe(root, { attributeFilter: ['data-four', 'data-back'] });
    new MutationObserver(repaint).observe(document.getElementById('deck'), { childList: true, subtree: true, attributes: true });
    this.#watchSharpness(redraw);
  }

  /** Another screen, or the page zoomed. */
  #watchSharpness(redraw) {
    matchMedia(`(resolution:${devicePixelRatio}dppx)`).addEventListener('change', () => {
      redraw();
      this.#watchSharpness(redraw);
    }, { once: true });
  }
}

/** 3D where a graphics card draws it; software would draw the same, but too slowly. */
function best() {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return '2d';
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension('WEBGL_lose_context')?.loseContext(); // browsers allow few at a time
  return SOFTWARE.test(name) ? '2d' : 'high';
}
