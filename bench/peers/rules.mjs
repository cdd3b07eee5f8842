// A game of the shape of ours, for the other servers: four players, 32 cards, hidden hands, open pile; lay a card of
// the suit or rank, jack wishes, seven stacks up (+2), eight is passed on or skips, draw one and pass, say "Mau".
// Pure: `table` is plain data (or a schema with the same fields), `random` gives a number below 1.

export const SEATS = 4;
export const HAND = 5;
export const LOG = 20;
const SUITS = ["C", "S", "H", "D"];
const RANKS = ["7", "8", "9", "T", "J", "Q", "K", "A"];

export function pack(random) {
  const cards = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

const fits = (card, top, wish) => (wish ? card[1] === wish : card[0] === "J" || card[0] === top[0] || card[1] === top[1]);

/** What the seat on turn may say; `hand` are its cards. */
export function legal(table, hand) {
  const top = table.pile[table.pile.length - 1];
  const words = [];
  const only = table.due ? "7" : table.skip ? "8" : "";
  const drawn = table.drew ? hand[hand.length - 1] : "";
  for (const card of hand) {
    if (only ? card[0] !== only : drawn ? card !== drawn || !fits(card, top, table.wish) : !fits(card, top, table.wish)) continue;
    if (card[0] === "J") for (const suit of SUITS) words.push(`p ${card}:${suit}`);
    else words.push(`p ${card}`);
  }
  words.push(table.skip || table.drew ? "-" : "d");
  if (hand.length === 2 && !table.said) words.push("m");
  return words;
}

/**
 * Plays `word` for `seat`; false if the rules forbid it, then nothing has changed. `hidden` holds `hands` and
 * `stock`, `tell(event)` writes the log, `next(seat)` passes the turn, `over(seat)` ends the round.
 */
export function play(table, hidden, seat, word, random, { tell, next, over }) {
  const hand = hidden.hands[seat];
  if (!legal(table, hand).includes(word)) return false;
  const after = (seat + 1) % SEATS;
  if (word === "m") {
    table.said = true;
    tell({ e: "said", seat, word: "mau" });
  } else if (word === "d") {
    const n = table.due || 1;
    for (let i = 0; i < n; i++) draw(table, hidden, seat, random);
    tell({ e: "took", seat, n });
    if (table.due) pass(table, after, next);
    else table.drew = true;
    table.due = 0;
  } else if (word === "-") {
    tell({ e: table.skip ? "skipped" : "passed", seat });
    table.skip = 0;
    pass(table, after, next);
  } else lay(table, hidden, seat, word, random, { tell, next, over });
  return true;
}

function lay(table, hidden, seat, word, random, { tell, next, over }) {
  const hand = hidden.hands[seat];
  const card = word.slice(2, 4);
  hand.splice(hand.indexOf(card), 1);
  table.pile.push(card);
  table.players[seat].cards = hand.length;
  table.wish = word.slice(5);
  if (card[0] === "7") table.due += 2;
  if (card[0] === "8") table.skip = 1;
  tell({ e: "played", seat, card, wish: table.wish });
  if (hand.length === 1 && !table.said) {
    draw(table, hidden, seat, random);
    tell({ e: "forgot", seat, what: "mau" });
  }
  if (hand.length === 0) {
    table.players[seat].wins++;
    tell({ e: "round-over", seat });
    over(seat);
  } else pass(table, (seat + 1) % SEATS, next);
}

function pass(table, seat, next) {
  table.drew = false;
  table.said = false;
  table.turn = seat;
  table.turnNo++;
  next(seat);
}

function draw(table, hidden, seat, random) {
  if (hidden.stock.length === 0) {
    const under = table.pile.splice(0, table.pile.length - 1);
    for (let i = under.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [under[i], under[j]] = [under[j], under[i]];
    }
    hidden.stock.push(...under);
  }
  const card = hidden.stock.pop();
  if (card === undefined) return;
  hidden.hands[seat].push(card);
  table.players[seat].cards = hidden.hands[seat].length;
  table.stock = hidden.stock.length;
}
