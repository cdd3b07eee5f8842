// What a view's events mean for the eye: who lays what when, who draws, what is swept together. No rules, only an order in time.

/** Milliseconds at the usual speed. */
export const FLIGHT = 380, DEAL = 400, SWEEP = 300, SLIDE = 600, GLIDE = 220, WIN = 900;
const GAP = { lay: 130, draw: 90, deal: 50 };
const MOST_DEAL = 800; // for all cards to have left the stock, however many there are

/**
 * The story of a list of events: `lays` {seat, card, under, at} and `draws` {seat, at} one by one, `renewed` (when, or null),
 * `dealt`, `skipped` seats, `winner` (a seat or null), `end`: when the last card has landed. Nothing begins before `wait`.
 */
export function story(events, wait) {
  const told = { lays: [], draws: [], skipped: [], renewed: null, dealt: null, winner: null, at: wait };
  for (const event of events) TELL[event.e]?.(told, event);
  const busy = told.lays.length || told.draws.length;
  told.end = busy ? Math.max(...[...told.lays, ...told.draws].map(step => step.at)) + FLIGHT : 0;
  return told;
}

const TELL = {
  played: (told, event) => {
    for (const card of event.under ?? []) lay(told, event.seat, card, true);
    for (const card of event.cards ?? [event.card]) lay(told, event.seat, card, false);
    told.at += GAP.lay;
  },
  jumped: (told, { seat, card }) => lay(told, seat, card, false),
  drew: draw, took: draw, forgot: draw, challenged: draw, tried: draw,
  skipped: (told, { seat }) => told.skipped.push(seat),
  renewed: told => {
    told.renewed = told.at;
    told.at += SLIDE * 0.75;
  },
  dealt: (told, { dealer, first }) => { // what was before is swept away
    Object.assign(told, { dealt: { dealer, first }, lays: [], draws: [], renewed: null, winner: null, at: 0 });
  },
  'round-over': (told, { winner }) => { told.winner = winner; },
};

function lay(told, seat, card, under) {
  told.lays.push({ seat, card, under, at: told.at });
  told.at += GAP.lay;
}

function draw(told, { seat, n }) {
  for (let i = 0; i < n; i++) told.draws.push({ seat, at: told.at + i * GAP.draw });
  told.at += n * GAP.draw;
}

/** When card `k` of each seat leaves the stock at the deal: one round after the other, beginning left of the dealer. */
export function dealing(state, dealer) {
  const counts = new Map(state.seats.map(seat => [seat.id, seat.count]));
  if (state.me !== null) counts.set(state.me, state.count);
  const ids = [...counts.keys()].sort((a, b) => a - b), first = ids.findIndex(id => id > dealer);
  const order = first < 0 ? ids : [...ids.slice(first), ...ids.slice(0, first)];
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0), step = Math.min(GAP.deal, MOST_DEAL / all);
  const at = (id, k) => SWEEP + (k * order.length + order.indexOf(id)) * step;
  return { at, end: SWEEP + all * step };
}
