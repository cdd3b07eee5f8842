// The slow way, while no socket can be had: asks for the view every two seconds and posts acts, with the socket's own frames.
import { uuid } from './socket.js';

const EVERY_MS = 2_000;
const RESTING_MS = 10_000; // in a hidden tab

/** Starts polling; the options are those of `connect`, with the view's address and the act form. */
export function poll(options) {
  return new Plain(options);
}

class Plain {
  constructor(options) {
    this.options = options;
    this.version = options.have;
    this.lastChat = options.chat;
    this.busy = false;
    this.ended = false;
    this.#ask();
  }

  /** Posts an action; false while another one waits for its answer. */
  act(word) {
    if (this.busy) return false;
    this.busy = true;
    this.#post({ id: uuid(), do: word, v: this.version });
    return true;
  }

  /** Posts a chat line. */
  chat(text) {
    const form = document.querySelector('#chat form');
    this.#send(form, { text }).then(frame => this.options.onanswer(frame, { t: 'chat', text }));
    return true;
  }

  /** Stops asking. */
  end() {
    this.ended = true;
    clearTimeout(this.timer);
  }

  async #ask() {
    clearTimeout(this.timer);
    try {
      const answer = await fetch(`${this.options.view}?v=${this.version}&chat=${this.lastChat}`, { headers: { Accept: 'application/json' } });
      if (answer.ok) this.#take(await answer.json());
    } catch {
      // no network just now: the next round asks again
    }
    if (!this.ended) this.timer = setTimeout(() => this.#ask(), document.hidden ? RESTING_MS : EVERY_MS);
  }

  #take(frame) {
    for (const line of frame.chat ?? []) {
      this.lastChat = Math.max(this.lastChat, line.n);
      this.options.onchat(line);
    }
    if (frame.t === 'snapshot' && frame.v > this.version) {
      this.version = frame.v;
      this.options.onview(frame);
    } else {
      this.options.onsame(frame);
    }
  }

  /** The same id goes out again until there is an answer, so that a lost reply never plays a card twice. */
  async #post(fields) {
    const frame = await this.#send(this.options.form, fields).catch(() => null);
    if (!frame && !this.ended) return setTimeout(() => this.#post(fields), EVERY_MS);
    this.busy = false;
    this.options.onanswer(frame ?? { t: 'nack' }, { t: 'act', do: fields.do });
    this.#ask();
  }

  async #send(form, fields) {
    const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: form.csrfmiddlewaretoken.value });
    const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } });
    const frame = await answer.json();
    return frame.error ? { t: 'nack', why: frame.error, text: frame.text, rule: frame.rule } : { ...frame, t: 'ack' };
  }
}
