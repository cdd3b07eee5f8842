// What is heard at a card table, made from noise and a few sines; there are no audio files. Times are seconds of the context.

const SILENCE = 0.0001; // exponential ramps cannot reach nought
const WOOD = [[1, 1], [3.93, 0.22], [9.2, 0.06]]; // partials of a wooden bar: pitch and strength
const BELL = [[1, 1], [2.01, 0.18], [2.98, 0.08]];
const C4 = 261.63;
const noises = new WeakMap();

/** Frequency of the note `steps` half tones above the middle C. */
function note(steps) {
  return C4 * 2 ** (steps / 12);
}

/** One second of noise, made once for a context. */
function noise(context) {
  if (!noises.has(context)) {
    const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    noises.set(context, buffer);
  }
  return noises.get(context);
}

/** A gain that swells within `rise` and is gone after `length`. */
function envelope({ context, out }, at, { loud, rise, length }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(SILENCE, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(SILENCE, at + length);
  gain.connect(out);
  return gain;
}

/** Paper on felt: noise in a band that moves from one frequency to another. */
function brush(place, at, { from, to, loud, rise = 0.012, length, q = 0.9 }) {
  const { context } = place;
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.Q.value = q;
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(band).connect(envelope(place, at, { loud, rise, length }));
  source.start(at, Math.random() * 0.7, length + 0.02);
}

/** Something that swings: each partial above the first dies away sooner. */
function tone(place, at, { pitch, loud, length, partials = WOOD, rise = 0.004, drop = 1 }) {
  for (const [times, share] of partials) {
    const swing = place.context.createOscillator();
    swing.frequency.setValueAtTime(pitch * times, at);
    if (drop !== 1) swing.frequency.exponentialRampToValueAtTime(pitch * times * drop, at + length);
    const lasts = length / Math.sqrt(times);
    swing.connect(envelope(place, at, { loud: loud * share, rise, length: lasts }));
    swing.start(at);
    swing.stop(at + lasts + 0.02);
  }
}

/** A card that comes to lie: air under it, then the felt. */
function lay(place, at) {
  brush(place, at, { from: 3_200, to: 1_500, loud: 0.8, length: 0.07 });
  tone(place, at + 0.045, { pitch: 150, loud: 0.62, length: 0.11, drop: 0.6, partials: [[1, 1]] });
  brush(place, at + 0.045, { from: 1_100, to: 500, loud: 1, rise: 0.003, length: 0.06 });
}

/** A card that is pulled off the stock. */
function pull(place, at) {
  brush(place, at, { from: 1_000, to: 2_800, loud: 1.35, rise: 0.05, length: 0.15 });
}

/** A card that lands in a hand at the deal. */
function flick(place, at) {
  brush(place, at, { from: 2_600, to: 1_300, loud: 1.2, rise: 0.006, length: 0.06 });
}

/** Knuckles on the rail. */
function knock(place, at, pitch, loud = 0.4) {
  tone(place, at, { pitch, loud, length: 0.16, drop: 0.92 });
  brush(place, at, { from: 900, to: 400, loud: loud * 0.5, rise: 0.002, length: 0.04 });
}

function bar(place, at, steps, loud = 0.3, length = 0.5) {
  tone(place, at, { pitch: note(steps), loud, length });
}

function bell(place, at, steps, loud = 0.27, length = 0.7) {
  tone(place, at, { pitch: note(steps), loud, length, partials: BELL, rise: 0.012 });
}

function times(count, gap, sound) {
  return (place, at) => {
    for (let i = 0; i < count; i += 1) sound(place, at + i * gap, i);
  };
}

const deal = times(6, 0.085, flick);
const take = times(3, 0.12, pull);
const shuffle = times(9, 0.035, flick);
const seven = (place, at) => [5, 0].forEach((steps, i) => knock(place, at + i * 0.13, note(steps - 12), 0.75));
const skip = (place, at) => [9, 4].forEach((steps, i) => knock(place, at + i * 0.1, note(steps), 0.58));
const pass = (place, at) => knock(place, at, note(-5), 0.62);
const wish = (place, at) => [4, 11].forEach((steps, i) => bell(place, at + i * 0.12, steps));
const mau = (place, at) => [7, 12].forEach((steps, i) => bar(place, at + i * 0.15, steps, 0.42, 0.35));
const turn = (place, at) => [2, 9].forEach((steps, i) => bar(place, at + i * 0.11, steps, 0.34, 0.55));
const low = (place, at) => [16, 16].forEach((steps, i) => knock(place, at + i * 0.18, note(steps), 0.44));
const win = (place, at) => [0, 4, 7, 12].forEach((steps, i) => bar(place, at + i * 0.12, steps, 0.32, i === 3 ? 0.9 : 0.5));
const over = (place, at) => [7, 0].forEach((steps, i) => bar(place, at + i * 0.18, steps, 0.32, 0.6));
const chat = (place, at) => bell(place, at, 16, 0.34, 0.25);

/** Every sound by its name; each takes ({context, out}, at). */
export const SOUNDS = { deal, play: lay, draw: pull, take, shuffle, seven, skip, pass, wish, mau, turn, low, win, over, chat };

/** Seconds until the next sound of the same view may follow. */
export const BEATS = { deal: 0.5, take: 0.3, shuffle: 0.3, play: 0.14, draw: 0.14, seven: 0.25, skip: 0.2, pass: 0.15, wish: 0.25, mau: 0.3 };
