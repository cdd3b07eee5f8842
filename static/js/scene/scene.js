// The table as it is seen: reads the page, lets cards and light move from what was to what is, and has the painter paint that.
// It draws on demand; while nothing moves there are no frames. It knows no rules, and nothing that is not on the page.
import { cards, stockTop } from './cards.js';
import * as flying from './flying.js';
import { Lights } from './lights.js';
import { measure, outline, read } from './look.js';
import { Motion } from './motion.js';
import { Painter } from './painter.js';
import { DEAL, WIN, dealing, story } from './story.js';
import { ways } from './ways.js';

const root = document.documentElement;
const PACES = { slow: 1.6, fast: 0.5, off: 0 };
const MOST_BEHIND = 2; // views under way at once; with one more, everything lies where it belongs
const MOST_CLONES = 60; // and so many pictures of cards
const calm = matchMedia('(prefers-reduced-motion:reduce)');
const motion = new Motion(), lights = new Lights();

const painter = new Painter(document.getElementById('game'), look);
let state = read(); // what the page says
let sight = null; // where it says so, and the camera; null without a canvas
let news = null; // events not shown yet
let stale = true; // the page is to be read anew
let timer = 0;
let frames = 0;
let winning = 0;
let dealtAt = 0; // when the cards of the round will be dealt: what comes before has to wait

/** Called once, when the page stands. */
export async function start() {
  document.addEventListener('before', flying.remember);
  document.addEventListener('fx', ({ detail }) => heard(detail));
  document.addEventListener('device', ({ detail }) => detail.name === 'quality' && choose(detail.value));
  document.addEventListener('visibilitychange', () => document.hidden && settle());
  new ResizeObserver(look).observe(document.getElementById('stage'));
  await choose(root.dataset.quality ?? 'auto');
  if (firstDeal()) heard({ events: [{ e: 'dealt', dealer: -1, first: true }] });
}

/** What is shown now, for tests and measuring. */
export function report() {
  const now = performance.now(), { list, busy } = motion.at(now);
  return { frames, kind: kind(), busy: Boolean(news) || busy || lights.at(now).busy || flying.count() > 0, list, truth: motion.truth };
}

const kind = () => (painter.lost ? '' : painter.kind);

/** How long things take; 0 is not at all. */
const pace = () => (calm.matches || document.hidden ? 0 : PACES[root.dataset.speed] ?? 1);

async function choose(quality) {
  await painter.choose(quality).catch(error => console.warn(`nobody paints: ${error.message}`)); // then the page is the table
  look();
}

/** The page came with a round in which nobody has acted: its deal is still to be seen. */
function firstDeal() {
  const { seats, me, count, discard } = read();
  const counts = new Set([...seats.map(seat => seat.count), ...(me === null ? [] : [count])]);
  return !news && discard === 1 && counts.size === 1 && document.querySelectorAll('#log li').length < 3;
}

/** A view came; what it tells is shown in the next frame. */
function heard({ events, jump = false }) {
  news ??= { events: [], jump: false };
  news.events.push(...events);
  news.jump ||= jump || document.hidden;
  look();
}

/** The page is read anew and shown. */
function look() {
  stale = true;
  ask();
}

function ask() {
  timer ||= requestAnimationFrame(frame);
}

function frame(now) {
  timer = 0;
  if (stale) survey(now);
  if (!sight || !kind()) return;
  const { list, busy } = motion.at(now), light = lights.at(now), view = { ...sight, ...light, busy: busy || light.busy };
  frames += 1;
  painter.draw(list, view, now);
  if (view.busy) ask();
}

/** From what the page says to where everything is, and how it comes there. */
function survey(now) {
  const { where } = sight ?? {}, heardOf = news, slow = pace();
  [stale, news, state] = [false, null, read()];
  sight = kind() ? measure(state, painter.size()) : null;
  const list = sight ? cards(state, sight.spots) : [];
  const behind = motion.backlog > MOST_BEHIND || flying.count() > MOST_CLONES;
  const anew = sight && !where && !heardOf?.events[0]?.first; // the canvas has just come: there is nothing to move from
  if (heardOf ? heardOf.jump || !slow || behind || anew : where !== sight?.where) {
    motion.set(list);
    if (sight) lights.set(shine(state, sight));
    return settle();
  }
  if (heardOf) show(story(heardOf.events, Math.max(0, dealtAt - now) / slow), list, now, slow);
}

function show(told, list, now, slow) {
  const first = told.dealt?.first;
  if (told.dealt && !first) dealtAt = now + dealing(state, told.dealt.dealer).end * slow + DEAL * slow;
  if (sight) {
    if (first) lights.set(shine(state, sight));
    motion.aim(list, now, ways(told, state, sight.spots, slow));
    lights.aim(shine(state, sight), now, told.skipped.map(seat => pool(seat)), slow);
  }
  if (!first) flying.play(told, state, slow, sight && screen(list));
  if (told.winner !== null) celebrate(told, now, slow);
}

/** Where on the screen the cards of the pile and the top of the stock are. */
function screen(list) {
  const { cam, spots } = sight, tops = list.filter(card => card.key[0] === 'p');
  return { stock: outline(cam, stockTop(spots.stock, state.stock)), pile: outline(cam, tops.at(-1) ?? stockTop(spots.pile, 0)) };
}

/** What the light is to say. */
function shine({ turn, wish, due, dir }, { portrait }) {
  return { turn: pool(turn), ring: [0, 0, portrait ? 0.99 : 1.34, dir], glow: [due ? -0.38 : 0.38, wish, due] };
}

/** The pool of light at a seat: [x, z, radius, strength]. */
function pool(seat) {
  const at = spot(seat);
  return [...at, at === sight.spots.me.at ? 1.6 : 1.25, seat === null ? 0 : 0.62];
}

const spot = seat => sight.spots.seats[state.seats.findIndex(one => one.id === seat)]?.at ?? sight.spots.me.at;

/** Light for the winner first; the sheet with the result waits for it (`moment`, in the stylesheet). */
function celebrate(told, now, slow) {
  if (sight) lights.win(spot(told.winner), now + told.end * slow, slow);
  flying.cheer(told.winner, told.end * slow, slow);
  root.classList.add('moment');
  clearTimeout(winning);
  winning = setTimeout(() => root.classList.remove('moment'), (told.end + WIN) * slow);
}

/** Everything lies where it belongs, at once. */
function settle() {
  motion.set(motion.truth);
  dealtAt = 0;
  lights.rest();
  flying.clear();
  clearTimeout(winning);
  root.classList.remove('moment');
  if (news) news.jump = true;
}
