// One line to the server that survives bad networks. It keeps what was sent and not answered, and has two ways to carry it: the
// socket, and where none will stand, polls and POSTs (plain.js). It knows frames and close codes, nothing about cards.

const PROTOCOL = 1;
const TICK_MS = 1_000;
const PING_MS = 10_000;
const RESEND_MS = 2_000;
const ANSWER_MS = 8_000; // a hello, a ping, an act: silence for so long afterwards means a dead line
const WAKE_MS = 2_000; // the same for the ping after a wake-up
const STEADY_MS = 15_000; // a socket that has held so long is a good one
const SHAKY = 3; // so many in a row that were not: time to try without
const QUIET_MS = [3_000, 60_000]; // how often a socket is tried while we do without
const OWN_UP_CHARS = 24_000;
const [ABUSE, RESTART, OVERLOAD] = [1008, 1012, 1013];
const GIVE_UP = new Set([4401, 4403, 4410]);

const now = () => performance.now(); // the wall clock may be set
const between = (from, to) => from + Math.random() * (to - from);

/** A version 4 UUID; crypto.randomUUID is missing on plain http in the local network. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Milliseconds to wait before the next try after a close with this code; `tries` counts the closes since the last good frame. */
function backOff(code, tries) {
  if (code === RESTART) return between(0, 10_000);
  if (code === OVERLOAD) return between(5_000, 30_000);
  if (code === ABUSE) return 60_000;
  return tries <= 1 ? 0 : between(200, Math.min(8_000, 250 * 2 ** tries));
}

/** Reloads the page, but not twice before a line has stood: what a reload does not help must not become a loop. */
export function reloadOnce() {
  if (sessionStorage.reloaded) return false;
  sessionStorage.reloaded = 1;
  location.reload();
  return true;
}

/**
 * Opens the line and keeps it open.
 * @param {string} path of the socket, e.g. `/ws/table/<id>/`
 * @param {object} options `hello`: extra fields of the hello; `have`, `chat`: version and chat line held by the page;
 *   `site`: `{view, act, chat}`, the address and the forms of the way without a socket;
 *   `onview(frame)`: a snapshot or view to show; `onsame(frame)`, `onbeat(frame)`: time left; `onchat(line)`;
 *   `onanswer(frame, act)`: ack or nack of an act or a chat line; `onaway()`: something was pressed while the line is down;
 *   `onstate(name, code)`: `open`, `lost` (trying again), `plain` (without a socket), `ended` (code says why)
 */
export function connect(path, options) {
  return new Line(path, options);
}

class Line {
  constructor(path, options) {
    Object.assign(this, { path, options, version: options.have, lastChat: options.chat, state: 'opening' });
    this.pending = new Map(); // id -> { frame, at }: an act or a chat line nobody has answered yet, and when it went out
    this.behindMau = null; // one play may wait behind an unanswered "Mau"
    this.socket = null; // none while the next try is waited for
    this.plain = null; // the other way, while we take it
    this.tries = 0; // closes since the last good frame
    this.shaky = 0; // sockets in a row that did not hold
    this.wasCut = false; // one of them had stood
    this.siteGone = false; // the last poll found no site
    this.banned = false;
    this.#remember();
    this.timer = setInterval(() => this.#tick(), TICK_MS);
    for (const name of ['online', 'offline']) addEventListener(name, () => this.wake());
    addEventListener('pageshow', event => event.persisted && this.#backAgain());
    addEventListener('pagehide', () => this.#leave());
    document.addEventListener('visibilitychange', () => document.hidden || this.wake());
    if (sessionStorage.plain) this.#doWithout(); // the page before could not get a socket either
    this.#open();
  }

  /** Sends an action in the words of the notation; false if another one still waits for its answer, or the line is down. */
  act(word) {
    if (this.#away()) return false;
    const acts = [...this.pending.values()].map(one => one.frame).filter(frame => frame.t === 'act');
    const frame = { t: 'act', id: uuid(), v: this.version, do: word };
    if (!acts.length) return this.#submit(frame);
    if (acts.length > 1 || acts[0].do !== 'm' || !word.startsWith('p ') || this.behindMau) return false;
    this.behindMau = frame;
    return true;
  }

  /** Sends a chat line, again and again until the server has it; false if the line is down. */
  chat(text) {
    return !this.#away() && this.#submit({ t: 'chat', id: uuid(), text });
  }

  /** After sleep or a change of network: an open line must answer within two seconds, a closed one opens at once. */
  wake() {
    if (this.state === 'ended' || this.banned) return;
    this.plain?.ask();
    const { socket } = this;
    if (!socket) return this.#open();
    if (socket.readyState !== WebSocket.OPEN) return; // just opening: #tick has an eye on it
    const asked = now();
    this.#ping();
    setTimeout(() => socket === this.socket && this.heard <= asked && this.#dead(), WAKE_MS);
  }

  /** Has everything shown anew. */
  again() {
    this.version = 0;
    if (this.plain) this.plain.ask();
    else this.#hello();
  }

  /** Ends the line for good; what was never answered is given back. */
  end(code) {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    clearInterval(this.timer);
    clearTimeout(this.retry);
    this.plain?.end();
    this.#be('ended', code);
    for (const { frame } of this.pending.values()) this.options.onanswer({ t: 'nack' }, frame);
    this.pending.clear();
  }

  #be(state, code = 0) {
    if (this.state === state) return;
    this.state = state;
    this.options.onstate(state, code);
  }

  #away() {
    const away = this.state === 'lost' || this.state === 'ended';
    if (away) this.options.onaway();
    return away;
  }

  // the socket

  #open() {
    clearTimeout(this.retry);
    const socket = new WebSocket(new URL(this.path, location.href.replace(/^http/, 'ws')));
    this.socket = socket;
    this.stoodAt = 0;
    this.unowned = 0;
    this.asked = now(); // since when we wait for a word; 0: there was one
    socket.onopen = () => socket === this.socket && this.#hello();
    socket.onmessage = event => socket === this.socket && this.#frame(event.data);
    socket.onclose = event => socket === this.socket && this.#gone(event.code, event.reason);
  }

  #dead() {
    const { socket } = this;
    this.#gone(0);
    socket.close();
  }

  #gone(code, reason) {
    this.socket = null;
    if (GIVE_UP.has(code)) return this.end(code);
    if (code === RESTART && reason === 'protocol' && reloadOnce()) return;
    const told = [ABUSE, RESTART, OVERLOAD].includes(code); // the server's own will, not the network's
    const held = this.stoodAt && now() - this.stoodAt > STEADY_MS;
    const mute = code === 0 && !this.stoodAt;
    this.banned = code === ABUSE;
    this.tries += 1;
    this.shaky = told ? 0 : held ? 1 : this.shaky + 1;
    this.wasCut = !told && !held && (this.wasCut || this.stoodAt > 0);
    if (!this.plain) this.#be('lost', code);
    if (this.shaky >= SHAKY || mute) this.#doWithout();
    this.retry = setTimeout(() => this.#open(), this.plain && !told ? this.#quiet() : backOff(code, this.tries));
  }

  #hello() {
    this.#write({ t: 'hello', p: PROTOCOL, have: this.version, chat: this.lastChat, format: 'html', ...this.options.hello });
    if (!this.plain) this.#carryAll();
  }

  #ping() {
    this.unowned = 0;
    this.pinged = now();
    this.#write({ t: 'ping', v: this.version });
  }

  #write(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(frame));
    this.asked ||= now();
  }

  /** The server counts what we have not yet owned up to; a ping with our version does so. */
  #frame(data) {
    this.heard = now();
    this.asked = 0;
    const frame = JSON.parse(data);
    if (frame.t === 'snapshot' || frame.t === 'same') this.#stands();
    this.#receive(frame);
    this.unowned += data.length;
    if (this.unowned > OWN_UP_CHARS || this.heard - this.pinged >= PING_MS) this.#ping(); // hidden tabs have no clock to ping by
  }

  #stands() {
    this.stoodAt ||= this.pinged = now();
    this.tries = 0;
    this.banned = false;
    sessionStorage.removeItem('reloaded');
    if (!this.plain) this.#be('open');
    else if (!this.wasCut) this.#goBack();
  }

  #tick() {
    if (this.socket && this.asked && now() - this.asked > ANSWER_MS) this.#dead();
    if (this.socket && this.stoodAt && now() - this.pinged >= PING_MS) this.#ping();
    if (this.plain && this.socket && this.stoodAt && now() - this.stoodAt > STEADY_MS) this.#goBack();
    this.#noteSleep();
    if (!this.plain && !this.stoodAt) return; // behind a hello without an answer there is none for others
    for (const one of this.pending.values()) if (now() - one.at >= RESEND_MS) this.#carry(one);
  }

  /** The machine slept, though nobody told us: our clock stood still, the one on the wall did not. */
  #noteSleep() {
    const slept = Date.now() - now() - this.wall;
    this.wall = Date.now() - now();
    if (slept > WAKE_MS) this.wake();
  }

  // without it

  /** If the site answers a poll while the socket does not stand, we go on that way, and try the socket quietly. */
  async #doWithout() {
    if (this.plain || this.trying) return;
    this.trying = true;
    const { Plain } = await import('./plain.js').catch(() => ({})); // pages fetch it ahead, as long as there is a network
    if (!Plain) {
      this.trying = false;
      return;
    }
    const plain = new Plain(this.options.site, {
      held: () => `v=${this.version}&chat=${this.lastChat}`,
      take: frame => this.#receive(frame),
      end: code => this.end(code),
      reached: well => this.#reached(well),
    });
    const works = await plain.ask();
    this.trying = false;
    const back = works && this.siteGone; // the whole site had been: its sockets get their chance first
    this.siteGone = !works;
    if (!works || back || this.state === 'open' || this.state === 'ended') {
      plain.end();
      return back && this.#anew();
    }
    this.plain = plain;
    sessionStorage.plain = 1;
    this.#be('plain');
    this.#carryAll();
  }

  /** What failed before says nothing any more. */
  #anew() {
    [this.shaky, this.tries] = [0, 0];
    if (!this.socket && this.state !== 'ended') this.#open();
  }

  #reached(well) {
    if (!this.plain) return;
    if (!well && this.socket && this.stoodAt) this.#goBack(); // better than nothing
    else this.#be(well ? 'plain' : 'lost');
  }

  #goBack() {
    this.plain.end();
    this.plain = null;
    this.wasCut = false;
    sessionStorage.removeItem('plain');
    this.#be('open');
    this.#carryAll();
  }

  #quiet() {
    const [least, most] = QUIET_MS;
    return between(0.5, 1) * Math.min(most, least * 2 ** Math.max(0, this.shaky - SHAKY));
  }

  // what is said

  #submit(frame) {
    const one = { frame, at: 0 };
    this.pending.set(frame.id, one);
    this.#carry(one);
    return true;
  }

  #carry(one) {
    one.at = now();
    if (this.plain) this.plain.carry(one.frame);
    else this.#write(one.frame);
  }

  #carryAll() {
    for (const one of this.pending.values()) this.#carry(one);
  }

  /** The page goes (or sleeps): what is unanswered is left for the next one, which asks with the same ids. */
  #leave() {
    const frames = [...this.pending.values()].map(one => one.frame);
    if (frames.length) sessionStorage[this.path] = JSON.stringify(frames);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  #backAgain() {
    sessionStorage.removeItem(this.path);
    this.wake();
  }

  #remember() {
    for (const frame of JSON.parse(sessionStorage[this.path] ?? '[]')) this.pending.set(frame.id, { frame, at: now() });
    sessionStorage.removeItem(this.path);
  }

  // what comes

  #receive(frame) {
    const handlers = { snapshot: this.#snapshot, same: this.#same, view: this.#view, beat: this.#beat, chat: this.#chat, ack: this.#answer, nack: this.#answer };
    handlers[frame.t]?.call(this, frame);
  }

  #snapshot(frame) {
    this.version = frame.v;
    this.options.onview(frame);
  }

  /** Only `from` above what we hold is a gap. */
  #view(frame) {
    if (frame.v <= this.version) return;
    if (frame.from > this.version) return this.#hello();
    this.version = frame.v;
    this.options.onview(frame);
  }

  #same(frame) {
    if (frame.v === this.version) this.options.onsame(frame);
  }

  #beat(frame) {
    if (frame.v > this.version || (frame.n ?? 0) > this.lastChat) return this.#hello();
    this.options.onbeat(frame);
  }

  #chat(line) {
    if (line.n <= this.lastChat) return;
    this.lastChat = line.n;
    this.options.onchat(line);
  }

  #answer(frame) {
    const act = this.pending.get(frame.id)?.frame;
    if (!act) return;
    this.pending.delete(frame.id);
    const next = act.do === 'm' ? this.behindMau : null;
    if (next) this.behindMau = null;
    this.options.onanswer(frame, act);
    if (next && frame.t === 'ack') this.#submit(next); // without "Mau" it must not be laid
  }
}
