// The way without a socket: asks for the view every two seconds and posts what is to be said, in the socket's own frames.

const EVERY_MS = 2_000;
const RESTING_MS = 10_000; // in a hidden tab; presence lapses after 25 s
const ANSWER_MS = 10_000; // a request that hangs longer is given up and asked again
const ENDS = { 401: 4401, 403: 4403, 404: 4410, 410: 4410 };

export class Plain {
  /**
   * @param {object} site `view`: address of the view; `act`, `chat`: the forms whose address and token a POST needs
   * @param {object} line `held()`: the query that says what the page has; `take(frame)`; `end(code)`; `reached(bool)`
   */
  constructor(site, line) {
    this.site = site;
    this.line = line;
    this.flying = new Set(); // ids under way
    this.mark = ''; // what no version counts, as the site said it
  }

  /** Asks for what is new, and from then on again and again; whether the site answered. */
  async ask() {
    if (this.asking || this.ended) {
      this.more = true;
      return false;
    }
    clearTimeout(this.timer);
    [this.asking, this.more] = [true, false];
    const reached = await this.#view().catch(() => false); // no network, or somebody else's answer
    this.asking = false;
    if (this.ended) return reached;
    this.timer = setTimeout(() => this.ask(), this.more ? 0 : document.hidden ? RESTING_MS : EVERY_MS);
    this.line.reached(reached);
    return reached;
  }

  /** Posts an act or a chat line. Without an answer it is posted again, as long as the line still waits for one. */
  async carry(frame) {
    if (this.flying.has(frame.id)) return;
    this.flying.add(frame.id);
    const answer = await this.#post(frame).catch(() => null); // perhaps it arrived: the id tells
    this.flying.delete(frame.id);
    if (!answer) return;
    this.line.take(answer);
    this.ask();
  }

  /** Stops asking. */
  end() {
    this.ended = true;
    clearTimeout(this.timer);
  }

  async #view() {
    const held = this.line.held();
    const { status, told } = await this.#fetch(`${this.site.view}?${held}&${this.mark}`);
    if (told.error && status in ENDS) this.line.end(ENDS[status]);
    if (this.ended || !told.t) return false;
    if (held !== this.line.held()) return true; // a socket was faster: this may be older than what it brought
    this.mark = told.mark ? `mark=${told.mark}` : '';
    for (const line of told.chat ?? []) this.line.take({ ...line, t: 'chat' });
    this.line.take(told);
    return true;
  }

  async #post({ t, ...fields }) {
    const form = this.site[t];
    const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: form.csrfmiddlewaretoken.value });
    const { status, told } = await this.#fetch(form.action, { method: 'POST', body });
    if (status < 300) return { ...told, t: 'ack', id: fields.id };
    return told.error && { t: 'nack', id: fields.id, why: told.error, text: told.text, rule: told.rule };
  }

  async #fetch(address, how) {
    const more = { headers: { Accept: 'application/json' }, cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) };
    const answer = await fetch(address, { ...more, ...how });
    return { status: answer.status, told: await answer.json() };
  }
}
