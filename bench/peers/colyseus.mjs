// colyseus with the game of rules.mjs: `node colyseus.mjs PORT`. Hands are sent to their player only (StateView);
// every move is answered and broadcast at once (not at the 20 times a second that are usual there).
import { createRequire } from "node:module";
import { HAND, LOG, SEATS, pack, play } from "./rules.mjs";

const require = createRequire(process.env.PEERS ? `${process.env.PEERS}/` : import.meta.url);
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { schema, t, StateView } = require("@colyseus/schema");

const Player = schema({
  seat: t.uint8(), name: t.string(), bot: t.boolean(), cards: t.uint8(), mau: t.boolean(), out: t.boolean(),
  owes: t.uint8(), score: t.uint16(), wins: t.uint16(), present: t.boolean(), hand: t.array("string").view(),
}, "Player");
const Table = schema({
  v: t.uint32(), round: t.uint16(), dealer: t.uint8(), turn: t.uint8(), turnNo: t.uint32(), dir: t.int8(),
  rules: t.string(), pile: t.array("string"), due: t.uint8(), skip: t.uint8(), wish: t.string(), drew: t.boolean(),
  said: t.boolean(), stock: t.uint8(), log: t.array("string"), players: t.array(Player),
}, "Table");

class Mau extends Room {
  maxClients = SEATS;
  patchRate = null;
  maxMessagesPerSecond = Infinity;

  onCreate() {
    this.state = new Table();
    Object.assign(this.state, { v: 0, round: 1, dealer: 0, turn: 0, turnNo: 0, dir: 1, rules: "mau-mau" });
    for (let seat = 0; seat < SEATS; seat++) {
      const player = new Player();
      Object.assign(player, { seat, name: `Guest ${seat}`, bot: false, mau: false, out: false, owes: 0, score: 0, wins: 0,
        present: false });
      this.state.players.push(player);
    }
    this.deal();
    this.onMessage("act", (client, { id, do: word }) => this.act(client, id, word));
  }

  deal() {
    const cards = pack(Math.random);
    const { state } = this;
    for (const player of state.players) {
      player.hand.splice(0, player.hand.length);
      player.hand.push(...cards.splice(0, HAND));
      player.cards = HAND;
    }
    state.pile.splice(0, state.pile.length);
    state.pile.push(cards.pop());
    Object.assign(state, { due: 0, skip: 0, wish: "", drew: false, said: false, stock: cards.length });
    this.hidden = { hands: state.players.map((player) => player.hand), stock: cards };
  }

  onJoin(client) {
    const seat = this.clients.length - 1;
    client.userData = { seat };
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
    this.state.players[seat].present = true;
    client.send("seat", seat);
    this.broadcastPatch();
  }

  act(client, id, word) {
    const { seat } = client.userData;
    const { state } = this;
    const told = {
      tell: (event) => {
        state.log.push(JSON.stringify(event));
        if (state.log.length > LOG) state.log.shift();
      },
      next: () => {},
      over: () => {
        state.round++;
        this.deal();
        state.turn = (seat + 1) % SEATS;
      },
    };
    if (state.turn !== seat || !play(state, this.hidden, seat, word, Math.random, told)) return client.send("nack", { id });
    state.v++;
    client.send("ack", { id, v: state.v });
    this.broadcastPatch();
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("mau", Mau);
await server.listen(Number(process.argv[2]), "127.0.0.1");
console.log("listening");
