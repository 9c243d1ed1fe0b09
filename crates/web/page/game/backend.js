// The page as a game backend: it deals, asks the person, records events and settles. A room decides for the companions. One call,
// RecordEvents with `decide`, records an action and asks for the next decision.

import { Refused, call, required, callOnce, sleep, untilResolved } from '../api/call.js';
import { BOTS, ME, NO_DEAL, PLAYERS, firstEvents, dealOf, dealRules, playerOf } from './deal.js';
import { deckAfter, eventOf, handAfter, freshTable, remainingCards, handMessage, roomOf } from './hand.js';
import { Emotes, emoteEvent } from './emotes.js';
import { SHOW_MS, tableEvent } from './wild.js';

/** @typedef {import('../../types.d.ts').Action} Action */
/** @typedef {import('../../types.d.ts').RoomEvent} RoomEvent */
/** @typedef {import('../../types.d.ts').RecordEventsResponse} Answer */
/** @typedef {import('./hand.js').Setup} Setup */

/** The pause before the page asks or checks again. */
const RETRY_MS = 300;
/** The time for which the last play stays before the settlement: with pace 0, and with any other. */
const LAST_PLAY_MS = [300, 1500];

export class Table {
  /** @param {Setup} setup @param {(table: Table) => void} changed @param {() => string} [language] @param {string} [playerId] */
  constructor(setup, changed, language = () => '', playerId = 'person') {
    this.setup = setup;
    this.changed = changed;
    this.language = language;
    this.playerId = playerId;
    this.kept = freshTable(setup);
    this.stage = '';
    this.turn = -1;
    /** @type {'busy'|'companion'|'me'|'redeal'|'ending'|'over'|'stuck'|'other-tab'} the reason why the table waits */
    this.waits = 'busy';
    /** @type {Refused | undefined} the refusal of the last act or of the table */
    this.refused = undefined;
    this.score = /** @type {import('../../types.d.ts').Stakes | undefined} */ (undefined);
    this.emotes = new Emotes(() => this.changed(this));
    /** The last call of `send`: these calls are sent one after the other. @type {Promise<unknown>} */
    this.sending = Promise.resolve();
    this.answer = /** @type {Answer} */ ({});
    this.leaving = new AbortController();
    /** The last computed hand, valid for the state `from`. @type {{from: unknown[], hand: import('./hand.js').Hand}} */
    this.cached = { from: [], hand: handAfter(NO_DEAL, []) };
    /** Takes the person's act, while the table waits for one. @type {((action: Action) => void) | undefined} */
    this.take = undefined;
    /** Begins another deal after a hand is over. @type {(next: import('./deal.js').Deal) => void} */
    this.goOn = () => {};
    this.again = () => {};
    this.isPaused = false;
  }

  /** The hand so far, computed only after a change. */
  get hand() {
    const { deal, events } = this.kept;
    const { hand, from } = this.cached;
    if (from[0] === deal && from[1] === events.length && from[2] === events.at(-1)) return hand;
    this.cached = { from: [deal, events.length, events.at(-1)], hand: handAfter(deal, this.events) };
    return this.cached.hand;
  }

  /** The events of the hand, without the deal, emotes and the settlement. */
  get events() { return this.kept.events.flatMap(({ table }) => table ? [table] : []); }
  get isSettled() { return Boolean(this.kept.events.at(-1)?.settled); }
  get isDealt() { return this.kept.deal !== NO_DEAL; }
  /** The hand as the person knows it, for calls without the room. */
  get personsHand() { return handMessage(this.setup.ruleset, this.kept.deal, this.events, [ME]); }

  /** Plays hand after hand. @param {import('./hand.js').StoredTable} [kept] a stored table to continue */
  async run(kept) {
    try {
      if (kept) this.kept = kept;
      else this.begin(this.nextDeal());
      // A settled hand is not sent again, because a new room would count it again. A room ignores events that it already has.
      this.answer = this.isSettled ? { state: this.kept.end ?? {} } : await this.send(this.kept.events);
      for (;;) await this.step();
    } catch (error) {
      if (this.leaving.signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      if (error.reason === 'SEQUENCE_CONFLICT') return this.wait('other-tab', error);
      // The service refuses. A new room with the hand so far may repair this, if the person wants it.
      const retryWanted = untilResolved(this.leaving.signal, (resolve) => { this.again = () => resolve(undefined); });
      this.wait('stuck', error);
      await retryWanted.then(() => {
        this.kept.roomId = '';
        this.wait('busy');
        return this.run(this.kept);
      }, () => {});
    }
  }

  /**
   * Ends the session. Closes the room, unless another tab is known to use it, so that an unused room need not stay open. The hand is
   * kept, and can continue in another room.
   */
  leave() {
    this.leaving.abort(new Refused('LEFT', 'the person left', 0, -1));
    this.emotes.clear();
    if (this.waits !== 'other-tab') this.close();
  }

  /** Closes the room. The next `send` opens another one. */
  close() {
    const { roomId } = this.kept;
    this.kept.roomId = '';
    if (roomId) callOnce('CloseRoom', { roomId }).catch(() => {});
  }

  /** Takes the next step, for example an act of a player or an event of the table. */
  async step() {
    // If the room has more events than this tab, they count as another tab's.
    const isBehind = (this.answer.sequence ?? 0) > this.kept.before + this.kept.events.length;
    if (isBehind) throw new Refused('SEQUENCE_CONFLICT', 'another tab plays this table', 0, -1);
    const state = required(this.answer.state);
    const { stage, turn, stakes } = state;
    this.stage = stage ?? '';
    this.turn = playerOf(turn);
    this.score = stakes?.winner ? stakes : undefined;
    if (this.isSettled) return this.waitForNextHand();
    if (stage === 'STAGE_REDEAL') return this.redeal();
    if (stage === 'STAGE_OVER') return this.settle();
    const tableStep = tableEvent(state, this.kept.deal, this.hand.wilds);
    if (!tableStep) return this.turn === ME && !this.setup.own ? this.personTurn() : this.companionTurn();
    this.answer = await this.record(tableStep);
    return this.pause(SHOW_MS);
  }

  async companionTurn() {
    this.wait('companion');
    const next = this.answer.next;
    if (!next?.decision) {
      // There is no decision: the page asks again.
      await sleep(next ? RETRY_MS : 0, this.leaving.signal);
      this.answer = await this.send([]);
      return;
    }
    const decision = next.decision;
    const hurried = new Promise((resolve) => { this.emotes.hurry = () => resolve(undefined); });
    const thinkMs = (decision.thinkTimeMs ?? 0) - (decision.source?.computeUs ?? 0) / 1000;
    await Promise.race([hurried, this.pause(Math.max(0, thinkMs))]);
    while (this.isPaused) await sleep(RETRY_MS, this.leaving.signal);
    this.kept.decisions[this.hand.acts.length] = decision;
    this.emotes.act(this.turn, decision);
    this.answer = await this.record(eventOf(required(decision.action), this.turn, this.hand));
  }

  async personTurn() {
    /** @type {Promise<Action>} */
    const nextAction = untilResolved(this.leaving.signal, (resolve) => { this.take = resolve; });
    this.wait('me', this.refused);
    const action = await nextAction;
    this.take = undefined;
    this.wait('busy');
    try {
      this.answer = await this.record(eventOf(action, ME, this.hand));
      this.refused = undefined;
    } catch (error) {
      if (!(error instanceof Refused) || error.reason === 'SEQUENCE_CONFLICT' || this.leaving.signal.aborted) throw error;
      // The room enforces the rules, so a refused act did not happen. The table may have changed, so the page asks for its state.
      this.refused = error;
      this.answer = await this.send([]);
    }
  }

  async redeal() {
    this.wait('redeal');
    await this.pause(1600);
    this.begin(this.nextDeal(), required(this.kept.events.at(-1)).sequence);
    this.answer = await this.send(this.kept.events);
  }

  async settle() {
    this.wait('ending');
    const { hand, score } = this;
    const winner = hand.hands[hand.landlord].length ? 'SIDE_PEASANTS' : 'SIDE_LANDLORD';
    this.emotes.end(BOTS, (player) => (player === hand.landlord) === (winner === 'SIDE_LANDLORD'));
    await sleep(LAST_PLAY_MS[Number(this.setup.pace > 0)], this.leaving.signal);
    const amounts = score?.amounts?.map(Number) ?? [0, 0, 0];
    const settlement = this.numberedEvent({ settled: { winner, amounts, remaining: remainingCards(hand) } });
    this.kept.events.push(settlement);
    this.kept.end = this.answer.state;
    this.kept.points = this.kept.points.map((sum, player) => sum + (amounts[player] ?? 0));
    this.kept.hands += 1;
    // A hand with hints or auto play must not count for the person, so its end is not sent to the room.
    await (this.kept.isHelped ? this.close() : this.send([settlement]));
    this.answer = { state: this.kept.end };
  }

  async waitForNextHand() {
    const { sequence } = required(this.kept.events.at(-1));
    this.stage = 'STAGE_OVER';
    const dealWanted = untilResolved(this.leaving.signal, (resolve) => { this.goOn = resolve; });
    this.wait('over');
    const next = await dealWanted;
    this.begin(next, sequence);
    this.answer = await this.send(this.kept.events);
  }

  nextDeal() {
    return dealOf(this.setup, ++this.kept.deals, this.isDealt ? deckAfter(this.hand) : undefined);
  }

  /** @param {import('./deal.js').Deal} deal @param {number} before the sequence of the last event before the deal */
  begin(deal, before = 0) {
    const handState = { handNumber: this.kept.handNumber + 1, events: [], decisions: [], isHelped: false };
    Object.assign(this.kept, { deal, before, wasOpen: this.kept.isOpen, ...handState });
    for (const event of firstEvents(deal, this.setup.own ? PLAYERS : BOTS)) this.kept.events.push(this.numberedEvent(event));
    this.score = undefined;
    this.refused = undefined;
    this.emotes.clear();
    this.wait('busy');
  }

  /** @param {RoomEvent} event @returns {RoomEvent} */
  numberedEvent(event) {
    return { sequence: this.kept.before + this.kept.events.length + 1, handNumber: this.kept.handNumber, ...event };
  }

  /** @param {import('../../types.d.ts').Event} table @returns {Promise<Answer>} */
  async record(table) {
    const event = this.numberedEvent({ table });
    this.kept.events.push(event);
    this.emotes.stopUrging();
    // The table changes before the event is sent, so that a reload of a stored table does not lose the event.
    this.changed(this);
    try {
      return await this.send([event]);
    } catch (error) {
      if (error instanceof Refused && error.reason !== 'SEQUENCE_CONFLICT') this.kept.events.pop();
      throw error;
    }
  }

  /** Sends events, one call after the other. @param {RoomEvent[]} events @returns {Promise<Answer>} */
  send(events) {
    const answer = this.sending.then(() => this.sendNow(events));
    this.sending = answer.catch(() => {});
    return answer;
  }

  /**
   * Sends events. If there is no room, opens one with the hand so far.
   * @param {RoomEvent[]} events @returns {Promise<Answer>}
   */
  async sendNow(events) {
    if (!this.kept.roomId) return this.open();
    const options = { wantAlternatives: true, wantTrace: true, language: this.language() };
    const request = { roomId: this.kept.roomId, events, decide: true, wantReactions: true, options };
    try {
      const answer = await call('RecordEvents', request, { signal: this.leaving.signal });
      this.emotes.react(answer, events);
      return answer;
    } catch (error) {
      if (!(error instanceof Refused) || error.reason !== 'ROOM_NOT_FOUND') throw error;
      return this.open();
    }
  }

  /** Opens a room with the hand so far. The numbers of events and hands begin at 1 again. @returns {Promise<Answer>} */
  async open() {
    const { kept, setup } = this;
    const events = kept.events.map((event, place) => ({ ...event, sequence: place + 1, handNumber: 1 }));
    const { room } = await call('OpenRoom', { ...roomOf(setup, this.playerId), events }, { signal: this.leaving.signal });
    const { roomId, ruleset } = required(room);
    Object.assign(kept, { roomId, before: 0, handNumber: 1, events });
    // The answer tells the form of the auction and the direction of gifts. A deal with a landlord needs neither.
    for (const it of kept.deal.landlord < 0 ? [setup, kept.deal] : [setup]) Object.assign(it, dealRules(ruleset));
    this.cached.from = [];
    // OpenRoom takes no options, so another call asks for the decision in the person's language.
    return this.sendNow([]);
  }

  /** Sends an emote of the person, if the table waits for an act. A companion that is urged may then play at once. @param {string} emote */
  say(emote) {
    if (!['me', 'companion'].includes(this.waits)) return;
    const event = this.numberedEvent(emoteEvent(emote));
    this.kept.events.push(event);
    this.emotes.feel(ME, emote);
    this.send([event]).catch(() => { this.kept.events = this.kept.events.filter((it) => it !== event); });
  }

  /** @param {Table['waits']} reason @param {Refused} [refused] */
  wait(reason, refused) {
    this.waits = reason;
    this.refused = refused;
    this.changed(this);
  }

  /** Waits for `ms` times the pace of the table. @param {number} ms */
  pause(ms) { return sleep(ms * this.setup.pace, this.leaving.signal); }
}
