// A table of three bots, which the page deals for and watches: it tells the room what each decides, at the pace of a person.

import { call, need, sleep } from '../api/call.js';
import { CODEC, NO_DEAL, PLAYERS, begun, chairOf, deal as dealOf, factsOf, playerOf } from './deal.js';
import { eventOf, fold, remaining } from './hand.js';
import { freshId, stream } from './seed.js';
import { SHOW_MS, shownBy } from './wild.js';

/** @typedef {{ruleset: string, bots: string[], seed: string}} Setup */
/** @typedef {import('../../types.d.ts').Event} Event */
/** @typedef {import('../../types.d.ts').RecordEventsResponse} Answer */

/** The pause before a bot that could not decide in time is asked again. */
const AGAIN_MS = 300;

export class Three {
  /**
   * @param {Setup} setup
   * @param {() => void} changed @param {() => string} language of reasons @param {number} [pace] 0 waits for nothing
   */
  constructor(setup, changed, language, pace = 1) {
    this.setup = setup;
    this.changed = changed;
    this.language = language;
    this.pace = pace;
    this.deal = NO_DEAL;
    this.number = -1;
    /** @type {Event[]} */
    this.events = [];
    /** @type {import('../../types.d.ts').Decision[]} by the place of the act */
    this.decisions = [];
    this.isOver = false;
    this.isPaused = false;
    /** @type {Answer} */
    this.answer = {};
    this.leaving = new AbortController();
  }

  get hand() { return fold(this.deal, this.events); }
  get isDealt() { return this.number >= 0; }

  /** The player on turn; -1 where it is nobody's. */
  get turn() { return this.isOver ? -1 : playerOf(this.answer.state?.turn); }

  /** Plays a hand to its end. */
  async play() {
    this.close();
    const { setup } = this;
    const { signal } = this.leaving = new AbortController();
    do {
      this.deal = dealOf(setup.seed, ++this.number);
      Object.assign(this, { events: [], decisions: [], isOver: false });
    } while (!await this.hold(signal));
  }

  /** One deal. False where the cards are dealt again. @param {AbortSignal} signal */
  async hold(signal) {
    const { setup, deal } = this;
    const requestId = freshId('three');
    const seed = (/** @type {number} */ player) => String(stream(BigInt(setup.seed), 2000 + player));
    const bots = PLAYERS.map((player) => ({ chair: chairOf(player), persona: setup.bots[player], seed: seed(player), disclosed: true }));
    const events = begun(deal, PLAYERS).map((event, place) => ({ sequence: place + 1, handNumber: 1, ...event }));
    const opened = await call('OpenRoom', { requestId, ruleset: setup.ruleset, cardCodec: CODEC, strict: true, bots, events }, { signal });
    const { roomId, ruleset } = need(opened.room);
    Object.assign(deal, factsOf(ruleset));
    let sequence = events.length;
    /** @param {import('../../types.d.ts').RoomEvent[]} told */
    const send = async (told) => {
      const options = { wantAlternatives: true, wantTrace: true, language: this.language() };
      const numbered = told.map((event) => ({ sequence: ++sequence, handNumber: 1, ...event }));
      this.answer = await call('RecordEvents', { roomId, events: numbered, decide: true, options }, { signal });
      this.changed();
    };
    try {
      await send([]);
      for (;;) {
        const state = need(this.answer.state);
        const { stage, turn, stakes } = state;
        if (stage === 'STAGE_REDEAL') return false;
        if (stage === 'STAGE_OVER') {
          this.isOver = true;
          await send([{ settled: { winner: stakes?.winner, amounts: stakes?.amounts, remaining: remaining(this.hand) } }]);
          return true;
        }
        const table = shownBy(state, deal, this.hand.wilds) ?? await this.act(playerOf(turn), signal);
        if (table) this.events.push(table);
        await send(table ? [{ table }] : []);
        if (table && !table.action) await sleep(SHOW_MS * this.pace, signal);
      }
    } finally {
      call('CloseRoom', { roomId }).catch(() => {});
    }
  }

  /**
   * The act of the bot on turn, at the time at which a person would act.
   * @param {number} player @param {AbortSignal} signal @returns {Promise<Event | undefined>}
   */
  async act(player, signal) {
    const decision = this.answer.next?.decision;
    if (!decision) {
      await sleep(AGAIN_MS, signal);
      return undefined;
    }
    await sleep((decision.thinkTimeMs ?? 0) * this.pace, signal);
    while (this.isPaused) await sleep(AGAIN_MS, signal);
    this.decisions[this.hand.acts.length] = decision;
    return eventOf(need(decision.action), player, this.hand);
  }

  close() {
    this.leaving.abort(Object.assign(new Error('the person left'), { reason: 'LEFT' }));
  }
}
