// One live line to the server that survives bad networks: it says hello with what it holds, notices gaps, sends an unanswered
// act again with the same id, and comes back by itself. It knows frames and close codes, nothing about cards.

const PROTOCOL = 1;
const PING_MS = 10_000;
const RESEND_MS = 2_000;
const ANSWER_MS = 2_000; // after a wake-up: how long a ping may stay unanswered
const SILENCE_MS = 25_000; // the server beats every 10 s; longer silence means a dead line
const GIVE_UP = new Set([4401, 4403, 4410]);
const TRIES_BEFORE_PLAIN = 3;
const OWN_UP_CHARS = 24_000;

const between = (from, to) => from + Math.random() * (to - from);

/** A version 4 UUID; crypto.randomUUID is missing on plain http in the local network. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The socket address for a path on this site. */
export function address(path) {
  return new URL(path, location.href.replace(/^http/, 'ws')).href;
}

/** Milliseconds to wait before the next try after a close with this code; `tries` counts the closes since the last good frame. */
export function backOff(code, tries) {
  if (code === 1012) return between(0, 10_000);
  if (code === 1013) return between(5_000, 30_000);
  if (code === 1008) return 60_000;
  return tries <= 1 ? 0 : between(200, Math.min(8_000, 250 * 2 ** tries));
}

/**
 * Opens the line and keeps it open.
 * @param {string} path of the socket, e.g. `/ws/table/<id>/`
 * @param {object} options `hello`: extra fields of the hello; `have`, `chat`: version and chat line held by the page;
 *   `onview(frame)`: a snapshot or view to show; `onsame(frame)`, `onbeat(frame)`: time left; `onchat(line)`;
 *   `onanswer(frame, act)`: ack or nack of an act or a chat line; `onbusy(bool)`: an act waits for its answer;
 *   `onstate(name, code)`: `open`, `lost` (trying again), `plain` (sockets seem impossible here), `ended` (code says why)
 */
export function connect(path, options = {}) {
  return new Line(path, options);
}

class Line {
  constructor(path, options) {
    this.path = path;
    this.options = options;
    this.version = options.have ?? 0;
    this.lastChat = options.chat ?? 0;
    this.pending = new Map(); // id -> the act or chat frame nobody has answered yet
    this.sentAt = new Map();
    this.behindMau = null; // one play may wait behind an unanswered "Mau"
    this.unowned = 0;
    this.tries = 0;
    this.failedOpens = 0;
    this.everOpen = false;
    this.ended = false;
    this.timers = new Set([setInterval(() => this.#ping(), PING_MS), setInterval(() => this.#tick(), 1_000)]);
    addEventListener('online', () => this.wake());
    addEventListener('pageshow', () => this.wake());
    addEventListener('pagehide', () => this.socket?.close());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.wake());
    this.#open();
  }

  /** Sends an action in the words of the notation; false if another one still waits for its answer. */
  act(word) {
    const waiting = [...this.pending.values()].filter(frame => frame.t === 'act');
    const frame = { t: 'act', id: uuid(), v: this.version, do: word };
    if (!waiting.length) return this.#submit(frame);
    if (waiting.length === 1 && waiting[0].do === 'm' && word.startsWith('p ') && !this.behindMau) {
      this.behindMau = frame;
      return true;
    }
    return false;
  }

  /** Sends a chat line; it is sent again until the server has it. */
  chat(text) {
    return this.#submit({ t: 'chat', id: uuid(), text });
  }

  /** After sleep or a change of network: an open line must answer within two seconds, a closed one opens at once. */
  wake() {
    if (this.ended) return;
    if (this.socket?.readyState !== WebSocket.OPEN) {
      if (this.socket?.readyState !== WebSocket.CONNECTING) this.#open();
      return;
    }
    const asked = Date.now();
    this.#ping();
    setTimeout(() => this.heard < asked && this.#replace(), ANSWER_MS);
  }

  /** Ends the line for good. */
  end(code = 0) {
    this.ended = true;
    this.timers.forEach(clearInterval);
    clearTimeout(this.retry);
    this.socket?.close();
    this.options.onstate?.('ended', code);
  }

  #open() {
    clearTimeout(this.retry);
    const socket = new WebSocket(address(this.path));
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => this.#hello();
    socket.onmessage = event => socket === this.socket && this.#frame(event.data);
    socket.onclose = event => socket === this.socket && this.#closed(event);
  }

  #replace() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.options.onstate?.('lost', 0);
    this.#open();
  }

  #closed(event) {
    if (this.ended) return;
    if (event.code === 1012 && event.reason === 'protocol') return location.reload();
    if (GIVE_UP.has(event.code)) return this.end(event.code);
    this.tries += 1;
    this.options.onstate?.('lost', event.code);
    if (!this.everOpen && (this.failedOpens += 1) === TRIES_BEFORE_PLAIN) this.options.onstate?.('plain', event.code);
    this.retry = setTimeout(() => this.#open(), backOff(event.code, this.tries));
  }

  #hello() {
    this.#send({ t: 'hello', p: PROTOCOL, have: this.version, chat: this.lastChat, format: 'html', ...this.options.hello });
    for (const frame of this.pending.values()) this.#send(frame);
  }

  #ping() {
    this.unowned = 0;
    this.#send({ t: 'ping', v: this.version });
  }

  #tick() {
    const now = Date.now();
    if (this.socket?.readyState === WebSocket.OPEN && now - this.heard > SILENCE_MS) this.#replace();
    for (const frame of this.pending.values()) {
      if (now - this.sentAt.get(frame.id) >= RESEND_MS) this.#send(frame);
    }
  }

  #submit(frame) {
    this.pending.set(frame.id, frame);
    this.#send(frame);
    if (frame.t === 'act') this.options.onbusy?.(true, frame);
    return true;
  }

  #send(frame) {
    if (frame.id) this.sentAt.set(frame.id, Date.now());
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** The server counts what we have not yet owned up to; a ping with our version does so. */
  #frame(data) {
    this.#receive(JSON.parse(data));
    this.unowned += data.length;
    if (this.unowned > OWN_UP_CHARS) this.#ping();
  }

  #receive(frame) {
    this.heard = Date.now();
    if (frame.t === 'snapshot' || frame.t === 'same') this.#settled();
    const handlers = { snapshot: this.#snapshot, same: this.#same, view: this.#view, beat: this.#beat, chat: this.#chat, ack: this.#answer, nack: this.#answer };
    handlers[frame.t]?.call(this, frame);
  }

  #settled() {
    this.tries = 0;
    this.everOpen = true;
    this.options.onstate?.('open', 0);
  }

  #snapshot(frame) {
    this.version = frame.v;
    this.options.onview?.(frame);
  }

  #same(frame) {
    this.version = frame.v;
    this.options.onsame?.(frame);
  }

  #view(frame) {
    if (frame.v <= this.version) return;
    if (frame.from > this.version) return this.#hello();
    this.version = frame.v;
    this.options.onview?.(frame);
  }

  #beat(frame) {
    if (frame.v > this.version || (frame.n ?? 0) > this.lastChat) return this.#hello();
    this.options.onbeat?.(frame);
  }

  #chat(line) {
    if (line.n <= this.lastChat) return;
    this.lastChat = line.n;
    this.options.onchat?.(line);
  }

  #answer(frame) {
    const act = this.pending.get(frame.id);
    if (!act) return;
    this.pending.delete(frame.id);
    this.sentAt.delete(frame.id);
    this.#release(act, frame.t === 'ack');
    this.options.onanswer?.(frame, act);
    if (act.t === 'act' && ![...this.pending.values()].some(other => other.t === 'act')) this.options.onbusy?.(false, act);
  }

  /** The play behind "Mau" goes out once "Mau" is in; if "Mau" was refused it must not be laid without it. */
  #release(act, accepted) {
    const next = this.behindMau;
    if (act.do !== 'm' || !next) return;
    this.behindMau = null;
    if (accepted) this.#submit(next);
  }
}
