// Light on the felt: where the turn is, what is wished or due, which way it goes round, who has won. Numbers that glide.
import { GLIDE, WIN } from './story.js';

const ease = t => 1 - (1 - t) ** 3;
const mix = (a, b, u) => a.map((v, i) => v + (b[i] - v) * u);
const AFTERGLOW = 500;

export class Lights {
  #stops = []; // the pool's way: where it was, seats it only touches, where it goes
  #from = null;
  #to = null;
  #start = 0;
  #time = 1;
  #win = null;

  /** `look`: { turn: [x, z, radius, strength], ring: [x, z, radius, direction], glow: [x, wish, due] }, at once. */
  set(look) {
    this.#from = this.#to = look;
    this.#stops = [look.turn];
    this.#win = null;
  }

  /** Nothing glides any more. */
  rest() {
    if (this.#to) this.set(this.#to);
  }

  /** The same from `now` on, by way of pools at `via`; `time`: milliseconds from one to the next. */
  aim(look, now, via, pace) {
    const here = this.at(now);
    this.#from = here;
    this.#to = look;
    this.#stops = [here.turn, ...via, look.turn];
    this.#start = now;
    this.#time = GLIDE * pace;
  }

  /** The pool swells where somebody has won. */
  win([x, z], start, pace) {
    this.#win = { x, z, start, time: WIN * pace, fade: AFTERGLOW * pace };
  }

  /** What to paint at `now`. */
  at(now) {
    if (!this.#to) return { busy: false };
    const legs = this.#stops.length - 1, t = Math.max(0, (now - this.#start) / this.#time);
    const u = ease(Math.min(1, t)), win = this.#swell(now);
    return {
      turn: legs > 0 ? this.#pool(Math.min(Math.floor(t), legs - 1), t) : this.#to.turn, win, busy: t < legs || win !== undefined,
      ring: mix(this.#from.ring, this.#to.ring, u), glow: mix(this.#from.glow, this.#to.glow, u),
    };
  }

  #pool(leg, t) {
    return mix(this.#stops[leg], this.#stops[leg + 1], ease(Math.min(1, t - leg)));
  }

  #swell(now) {
    if (!this.#win) return undefined;
    const { x, z, start, time, fade } = this.#win, t = now - start;
    if (t > time + fade) this.#win = null;
    const strength = t < 0 ? 0 : t < time ? Math.sin(Math.PI / 2 * ease(t / time)) : Math.max(0, 1 - (t - time) / fade);
    return [x, z, 1.1 + 1.3 * ease(Math.min(1, Math.max(0, t / time))), strength];
  }
}
