// Four clients at each table of another server: `node load.mjs boardgame|colyseus URL TABLES PACE WARM RUNS SECONDS`.
// PACE 0: one move under way per table, the next as soon as all four have the state; else milliseconds between moves.
// Prints a line of JSON at the start and the end of each run; whoever started it reads the server's CPU time then.
import { createRequire } from "node:module";
import { SEATS, legal } from "./rules.mjs";

const require = createRequire(process.env.PEERS ? `${process.env.PEERS}/` : import.meta.url);
const [kind, url, tables, pace, warm, runs, seconds] = process.argv.slice(2).map((word, i) => (i < 2 ? word : Number(word)));
const figures = { acks: 0, refused: 0, errors: 0, views: [], answers: [] };
let playing = false;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const say = (event, more = {}) => process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);
const quantile = (list, q) => (list.length ? list[Math.min(list.length - 1, Math.floor(list.length * q))] : null);
const times = (list) => {
  list.sort((a, b) => a - b);
  return [quantile(list, 0.5), quantile(list, 0.99)];
};

/** A table: counts who has which version, and moves for the seat on turn. */
class Play {
  constructor() {
    this.versions = Array(SEATS).fill(0);
    this.clients = [];
    this.pending = null;
    this.last = this.at = 0;
  }

  /** Seat `i` holds version `v`; `view` gives its state when it is needed. */
  arrived(i, v, view) {
    this.versions[i] = v;
    const { pending } = this;
    if (pending && i === pending.seat && v > pending.v && !pending.acked) this.acked();
    if (Math.min(...this.versions) < v) return;
    this.at = v;
    if (pending && v > pending.v) {
      figures.views.push(performance.now() - pending.sent);
      this.pending = null;
    }
    if (playing && !this.pending) this.soon(v);
  }

  /** The first move. */
  go(after) {
    this.last = performance.now() + after - pace;
    this.soon(this.at);
  }

  acked() {
    this.pending.acked = true;
    figures.acks++;
    figures.answers.push(performance.now() - this.pending.sent);
  }

  soon(v) {
    if (!pace) return this.move(v);
    const now = performance.now();
    this.last = Math.max(this.last + pace, now);
    setTimeout(() => this.move(v), this.last - now);
  }

  move(v) {
    const { turn, table, hand } = this.clients[0].turn(this.clients);
    const words = legal(table, hand);
    this.pending = { seat: turn, v, sent: performance.now(), acked: false };
    this.clients[turn].act(words[Math.floor(Math.random() * words.length)], v);
  }
}

// boardgame.io: its own protocol of socket.io, spoken directly (their client would run the game a second time).
const WebSocket = kind === "boardgame" ? require("ws") : null;
const post = async (path, body) => {
  const answer = await fetch(url + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return answer.json();
};

class BoardgameClient {
  constructor(play, match, seat, credentials) {
    Object.assign(this, { play, match, seat, credentials });
    this.socket = new WebSocket(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    this.socket.on("message", (data) => this.read(data.toString()));
    this.socket.on("error", () => figures.errors++);
  }

  emit(...args) {
    this.socket.send(`42/mau,${JSON.stringify(args)}`);
  }

  read(text) {
    if (text[0] === "0") this.socket.send("40/mau,");
    else if (text === "2") this.socket.send("3");
    else if (text.startsWith("40")) this.emit("sync", this.match, String(this.seat), this.credentials, SEATS);
    else if (text.startsWith("42/mau,")) this.event(JSON.parse(text.slice(7)));
  }

  event([name, , data]) {
    if (name === "error") figures.refused++;
    if (name !== "sync" && name !== "update") return;
    this.state = name === "sync" ? data.state : data;
    this.play.arrived(this.seat, this.state._stateID + 1);
  }

  turn(clients) {
    const turn = Number(this.state.ctx.currentPlayer);
    const table = clients[turn].state.G;
    return { turn, table, hand: table.hand };
  }

  act(word, v) {
    const payload = { type: "act", args: [word], playerID: String(this.seat), credentials: this.credentials };
    this.emit("update", { type: "MAKE_MOVE", payload }, v - 1, this.match, String(this.seat));
  }
}

async function openBoardgame(play) {
  const { matchID } = await post("/games/mau/create", { numPlayers: SEATS });
  const joined = [];
  for (let seat = 0; seat < SEATS; seat++)
    joined.push(await post(`/games/mau/${matchID}/join`, { playerID: String(seat), playerName: `Guest ${seat}` }));
  joined.forEach((one, seat) => play.clients.push(new BoardgameClient(play, matchID, seat, one.playerCredentials)));
}

// colyseus: their own client, which decodes the state.
class ColyseusClient {
  constructor(play, room, seat) {
    Object.assign(this, { play, room, seat });
    this.sent = 0;
    room.onMessage("seat", () => {});
    room.onMessage("ack", () => play.pending && !play.pending.acked && play.acked());
    room.onMessage("nack", () => figures.refused++);
    room.onError(() => figures.errors++);
    room.onStateChange((state) => state.players?.every((player) => player.present) && play.arrived(seat, state.v + 1));
  }

  turn(clients) {
    const { turn } = this.room.state;
    const table = clients[turn].room.state;
    return { turn, table, hand: [...table.players[turn].hand] };
  }

  act(word) {
    this.room.send("act", { id: `${this.seat}:${this.sent++}`, do: word });
  }
}

async function openColyseus(play, sdk) {
  const client = new sdk.Client(url);
  const first = await client.create("mau");
  play.clients.push(new ColyseusClient(play, first, 0));
  for (let seat = 1; seat < SEATS; seat++)
    play.clients.push(new ColyseusClient(play, await client.joinById(first.roomId), seat));
}

async function main() {
  const open = kind === "boardgame" ? openBoardgame : openColyseus;
  const sdk = kind === "colyseus" ? require("@colyseus/sdk") : null;
  const plays = [];
  for (let n = 0; n < tables; n++) {
    plays.push(new Play());
    await open(plays[n], sdk);
  }
  while (plays.some((play) => Math.min(...play.versions) < 1)) await pause(10);
  say("seated", { sockets: tables * SEATS });
  playing = true;
  plays.forEach((play, n) => play.go((n * pace) / tables));
  await pause(warm * 1000);
  for (let run = 0; run < runs; run++) {
    Object.assign(figures, { acks: 0, refused: 0, errors: 0, views: [], answers: [] });
    say("start");
    const begun = performance.now();
    const before = process.cpuUsage();
    await pause(seconds * 1000);
    const { user, system } = process.cpuUsage(before);
    const took = (performance.now() - begun) / 1000;
    const { acks, refused, errors } = figures;
    say("stop", { acks, refused, errors, seconds: took, cpu: (user + system) / 1e6, view: times(figures.views), ack: times(figures.answers) });
    await pause(100);
  }
  process.exit(0);
}

await main();
