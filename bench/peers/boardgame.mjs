// boardgame.io with the game of rules.mjs: `node boardgame.mjs PORT memory|FOLDER`.
import { createRequire } from "node:module";
import { HAND, LOG, SEATS, pack, play } from "./rules.mjs";

const require = createRequire(process.env.PEERS ? `${process.env.PEERS}/` : import.meta.url);
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const [port, store] = process.argv.slice(2);

function deal(G, random) {
  const cards = pack(random);
  G.hidden = { hands: [], stock: [] };
  for (let seat = 0; seat < SEATS; seat++) G.hidden.hands.push(cards.splice(0, HAND));
  Object.assign(G, { pile: [cards.pop()], due: 0, skip: 0, wish: "", drew: false, said: false, stock: cards.length });
  G.hidden.stock = cards;
  for (const player of G.players) player.cards = HAND;
}

const table = (random) => {
  const G = { round: 1, dealer: 0, turn: 0, turnNo: 0, dir: 1, rules: "mau-mau", log: [], players: [] };
  for (let seat = 0; seat < SEATS; seat++)
    G.players.push({ seat, name: `Guest ${seat}`, bot: null, cards: HAND, mau: false, out: false, owes: 0, score: 0, wins: 0,
      present: true });
  deal(G, random);
  return G;
};

function move(context, word) {
  const { G, events, playerID, random } = context;
  const seat = Number(playerID);
  const told = {
    tell: (event) => {
      G.log.push(event);
      if (G.log.length > LOG) G.log.shift();
    },
    next: (after) => events.endTurn({ next: String(after) }),
    over: () => {
      G.round++;
      deal(G, random.Number);
      G.turn = (seat + 1) % SEATS;
      events.endTurn({ next: String(G.turn) });
    },
  };
  if (!play(G, G.hidden, seat, word, random.Number, told)) return INVALID_MOVE;
}

/** Everything a viewer may see; as with ours, nobody sees a foreign hand or the stock. */
const playerView = ({ G, playerID }) => {
  const { hidden, ...open } = G;
  return { ...open, me: playerID, hand: playerID === null ? [] : hidden.hands[Number(playerID)] };
};

const game = {
  name: "mau",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: ({ random }) => table(random.Number),
  moves: { act: { move, client: false } },
  playerView,
};

const db = store === "memory" ? undefined : new FlatFile({ dir: store });
const server = Server({ games: [game], db, origins: ["*"] });
server.run({ port: Number(port) }, () => console.log("listening"));
