import { create, equals, type MessageInitShape } from "@bufbuild/protobuf";
import { readAction } from "./action.js";
import { codecNumber, enumNumber, Misuse, read, toMessage, type Cards } from "./cards.js";
import { type BaseClient, ThirdseatError } from "./client.js";
import { actionEvent, chairOf, Hand, type ActionShape, type Step } from "./hand.js";
import { toState, type Bot, type Counts, type Move, type Reading, type State, type TableOptions } from "./state.js";
import {
  Call, Degraded, Doubling, Emote, EventSchema, LegalPlaysSchema, OpenRoomRequestSchema, RecordEventsResponseSchema, RoomEventSchema, Side,
  type CardCodec, type Decision, type OpenRoomRequest, type RecordEventsResponse, type RoomEvent, type Warning,
} from "./v1.js";

type RoomEventShape = MessageInitShape<typeof RoomEventSchema>["what"];
type LegalPlaysShape = MessageInitShape<typeof LegalPlaysSchema>;

interface UnsentEvent {
  told: RoomEvent;
  from?: Step;
}

const EVENTS_MAX = 256;
const REPAIRS_MAX = 2;
const REPLY_MARGIN_MS = 20;
const WAIT_MAX_MS = 200;
const INVALID_ARGUMENT = 3; // the number of this code in gRPC
const SIDES = new Map([["", Side.UNSPECIFIED], ["landlord", Side.LANDLORD], ["peasants", Side.PEASANTS]]);
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const toBot = (bot: Bot | string): Bot => (typeof bot === "string" ? { persona: bot } : bot);

/** One table. Await each call before you make the next one, and let only one Table own a room. */
export class Table {
  state: State = { stage: "UNSPECIFIED", amounts: [], handNumber: 0, reactions: [] };
  readonly counts: Counts = { retried: 0, reopened: 0, stateless: 0, dropped: 0 };

  private readonly ruleset: string;
  private readonly codec: CardCodec;
  private readonly time: number;
  private bots: Map<number, Bot>;
  private players: Map<number, string>;
  private hand?: Hand;
  private number = 0; // of the hand
  private sequence = 0; // of the last event that the room has
  private unsent: UnsentEvent[] = []; // events that the room may lack
  private isOpen = false;
  private wasOpen = false;
  private opening?: OpenRoomRequest; // an OpenRoom request that may have reached the server
  private pending?: Move; // the last move, which is not recorded yet
  private isAway = false; // set by a turn that failed without a reason
  private warnings: string[] = []; // warnings for the next move
  private legal?: LegalPlaysShape; // the backend's own list, for the next move
  private readonly stepOf = new WeakMap<Move, Step>();

  constructor(
    private readonly client: BaseClient,
    private readonly name: string,
    private readonly options: TableOptions,
  ) {
    const entries = <T, U>(told: Record<number, T>, make: (one: T) => U) =>
      new Map(Object.entries(told).map(([chair, one]) => [chairOf(Number(chair)) - 1, make(one)]));
    this.ruleset = options.ruleset ?? "classic";
    this.codec = codecNumber(options.codec);
    this.time = options.time ?? 3000;
    this.bots = entries(options.bots, toBot);
    this.players = entries(options.players ?? {}, (name) => name);
  }

  // The events of the backend. Most calls return the next bot's move, or undefined. After an error that may be retried, do not record the
  // event again: it is kept.

  /**
   * Begins a hand. `hands` has the 17 cards of each bot, and no other cards. In a hand without an auction, `landlord` is the landlord's
   * chair and `bottom` has its three bottom cards.
   */
  async deal(told: { first?: number; hands: Record<number, Cards>; landlord?: number; bottom?: Cards }): Promise<Move | undefined> {
    const hands = new Map(Object.entries(told.hands).map(([chair, cards]) => [Number(chair), read(cards, this.codec)]));
    const chairs = (of: Map<number, unknown>) => [...of.keys()].sort().join();
    if (chairs(hands) !== chairs(this.bots)) throw new Misuse(`hands are those of chairs ${chairs(hands)}, bots sit on ${chairs(this.bots)}`);
    const foundStep = told.landlord === undefined ? undefined : this.landlordStep(told.landlord, told.bottom ?? []);
    const first = chairOf(told.first ?? 0);
    return this.undoIfRefused(() => {
      const before = this.unsent.length;
      this.addPending();
      this.hand = new Hand(this.codec, told.first ?? 0, hands);
      this.number += 1;
      this.addUnsent({ case: "dealt", value: { first, holds: this.hand.chairCards() } });
      if (foundStep) this.appendStep(foundStep);
      return this.turn(this.unsent.length - before);
    });
  }

  /** Records a call in the auction: 0 to 3 points, or "PASS", "CALL", "ROB", "TAKE". */
  async called(chair: number, call: string | number): Promise<Move | undefined> {
    const word = typeof call === "number" ? ["PASS", "SCORE_1", "SCORE_2", "SCORE_3"][call] : call;
    return this.recordAction(chair, { case: "call", value: enumNumber(Call, word, "call") });
  }

  /** Records the wild rank that is shown, as a letter. */
  async wildShown(rank: string): Promise<Move | undefined> {
    return this.recordStep({ event: create(EventSchema, { what: { case: "wildShown", value: rank } }) });
  }

  /**
   * Records that a chair passes three cards on to another one, before the first call. The chairs do this in the order of speaking. Cards
   * that no bot gives or gets are not sent to the server. Use this also for the gift of a bot, because only you know which chair gets it.
   */
  async passedOn(chair: number, cards: Cards, to: number): Promise<Move | undefined> {
    chairOf(to); // Refuses a wrong chair.
    const list = read(cards, this.codec);
    return this.recordAction(chair, { case: "passOn", value: toMessage(list, this.codec) }, list, to);
  }

  /** Ends the auction: the bottom cards are shown. */
  async landlord(chair: number, bottom: Cards): Promise<Move | undefined> {
    return this.recordStep(this.landlordStep(chair, bottom));
  }

  /** Records a doubling: "NONE", "DOUBLE" or "SUPER". */
  async raised(chair: number, doubling: string): Promise<Move | undefined> {
    return this.recordAction(chair, { case: "doubling", value: enumNumber(Doubling, doubling, "doubling") });
  }

  /**
   * Records that a chair opens this hand, or keeps it closed. With `open-hand=deal` it may open its hand in the auction, for 2 to 5 times the
   * stake.
   */
  async shown(chair: number, hand: Cards = [], factor = 0): Promise<Move | undefined> {
    const list = read(hand, this.codec);
    const open = list.length > 0;
    return this.recordAction(chair, { case: "show", value: { open, hand: open ? toMessage(list, this.codec) : undefined, factor } });
  }

  /** Records that cards are played; no cards mean a pass. Give the reading if the cards could be several combos. */
  async played(chair: number, cards: Cards, reading: Reading = {}): Promise<Move | undefined> {
    const list = read(cards, this.codec);
    if (list.length === 0) return this.recordAction(chair, { case: "passed", value: true });
    return this.recordAction(chair, { case: "play", value: { cards: toMessage(list, this.codec), ...reading } }, list);
  }

  /** Seats a bot. In the middle of a hand, give the cards of the chair. */
  async takeOver(chair: number, bot: Bot | string, hand: Cards = []): Promise<Move | undefined> {
    const protoChair = chairOf(chair);
    const held = read(hand, this.codec);
    if (this.hand && held.length === 0) throw new Misuse("a bot that sits down in the middle of a hand needs its cards");
    // A pending move is not recorded: the bot on turn is asked again.
    return this.undoIfRefused(() => {
      this.hand?.holds.set(chair, held);
      this.bots.set(chair, toBot(bot));
      this.players.delete(chair);
      const gifts = this.hand?.gifts() ?? [];
      const cards = (list?: number[]) => list && toMessage(list, this.codec);
      const gave = gifts.find((gift) => gift.event.chair === protoChair)?.cards;
      const got = gifts.find((gift) => gift.to === chair)?.cards;
      const cardFields = this.hand ? { holds: cards(held), gave: cards(gave), got: cards(got) } : {};
      return this.recordEvent({ case: "seatChanged", value: { who: { case: "bot", value: this.botSeat(chair) }, ...cardFields } });
    });
  }

  /** Seats a person on the chair of a bot. */
  async handBack(chair: number, playerId = ""): Promise<Move | undefined> {
    const protoChair = chairOf(chair);
    return this.undoIfRefused(() => {
      this.bots.delete(chair);
      this.players.set(chair, playerId);
      this.hand?.holds.delete(chair);
      return this.recordEvent({ case: "seatChanged", value: { who: { case: "player", value: { chair: protoChair, playerId } } } });
    });
  }

  /**
   * Records that a player shows an emote: "HURRY", "HAPPY", "ANGRY", "PRAISE" or "SORRY". It does not change the turn: a bot on turn is
   * asked again.
   */
  async said(chair: number, face: string): Promise<Move | undefined> {
    const emote = enumNumber(Emote, face, "face");
    return this.undoIfRefused(() => this.recordEvent({ case: "said", value: { chair: chairOf(chair), emote } }));
  }

  /**
   * Sets the plays that your game allows the next bot, if its rules differ from the ruleset. Call it before the event that gives the bot
   * the turn: it is used only for that move.
   */
  legalPlays(plays: Cards[], mayPass = false): void {
    this.legal = { plays: plays.map((cards) => ({ cards: toMessage(read(cards, this.codec), this.codec) })), mayPass };
  }

  /** Asks again after a turn without an answer. Returns the move of the bot on turn, or undefined. */
  async ask(): Promise<Move | undefined> {
    this.pending = undefined;
    return this.turn(0);
  }

  /**
   * Records that the hand is paid, with the amount of each chair and the cards that were shown. Without a winner the hand was stopped.
   * Without an answer there is no error: an open room gets the settlement with the next call.
   */
  async settled(winner?: "landlord" | "peasants", amounts: number[] = [], remaining: Record<number, Cards> = {}): Promise<void> {
    const shown = Object.entries(remaining).map(([chair, left]) => ({ chair: chairOf(Number(chair)), cards: toMessage(read(left, this.codec), this.codec) }));
    const side = SIDES.get(winner ?? "");
    if (side === undefined) throw new Misuse(`"${winner}" is no winner: it may be landlord or peasants, and none where the hand is broken off`);
    await this.recordEnd({ case: "settled", value: { winner: side, amounts: amounts.map(BigInt), remaining: shown } });
  }

  /** Closes the table. If the server does not answer, it deletes the room later by itself. */
  async close(): Promise<void> {
    await this.closeRoom(this.time).catch(() => undefined);
    this.isOpen = this.wasOpen = false;
  }


  private closeRoom(left: number) {
    return this.client.call((stub, options) => stub.closeRoom({ roomId: this.name }, options), left);
  }

  private botSeat(chair: number) {
    const { persona = "", strength, seed, matching, disclosed = true } = this.bots.get(chair)!;
    return { chair: chairOf(chair), persona, strength, seed, matching, disclosed };
  }

  private landlordStep(chair: number, bottom: Cards): Step {
    const cards = read(bottom, this.codec);
    return { event: create(EventSchema, { chair: chairOf(chair), what: { case: "landlordFound", value: toMessage(cards, this.codec) } }), cards };
  }

  private async accept(move: Move): Promise<Move | undefined> {
    if (this.pending !== move) return this.pending;
    const step = this.stepOf.get(move);
    if (!step) throw new Misuse("the table says to whom cards are passed on: record them by passedOn");
    return this.recordStep(step);
  }

  private recordAction(chair: number, what: ActionShape, cards?: number[], to?: number): Promise<Move | undefined> {
    return this.recordStep({ event: actionEvent(chair, what), cards, to });
  }

  private async recordStep(step: Step): Promise<Move | undefined> {
    if (!this.hand) throw new Misuse("no hand is being played: deal first");
    return this.undoIfRefused(() => {
      const before = this.unsent.length;
      // The pending move is dropped if this event is of the same chair.
      if (this.pending && this.pending.chair + 1 !== step.event.chair) this.addPending();
      this.appendStep(step);
      return this.turn(this.unsent.length - before);
    });
  }

  private addPending(): void {
    const step = this.pending && this.stepOf.get(this.pending);
    if (step) this.appendStep(step);
  }

  private appendStep(step: Step): void {
    this.hand!.add(step);
    this.addUnsent({ case: "table", value: this.hand!.eventForRoom(step) }, step);
  }

  private addUnsent(what: RoomEventShape, from?: Step): void {
    this.pending = undefined;
    this.unsent.push({ told: create(RoomEventSchema, { handNumber: this.number, what }), from });
  }

  private recordEvent(what: RoomEventShape): Promise<Move | undefined> {
    this.addUnsent(what);
    return this.turn(1);
  }

  private async recordEnd(what: RoomEventShape): Promise<void> {
    try {
      await this.undoIfRefused(async () => {
        const before = this.unsent.length;
        this.addPending();
        this.hand = undefined;
        this.addUnsent(what);
        return this.isOpen ? this.turn(this.unsent.length - before, true) : undefined;
      });
    } catch (error) {
      // No move depends on this call, so events that do not arrive now wait for the next call.
      if (!(error instanceof ThirdseatError) || error.retry === "never") throw error;
    }
  }

  /** Runs a step, and undoes it if the server refuses it for good. */
  private async undoIfRefused(tell: () => Promise<Move | undefined>): Promise<Move | undefined> {
    const { bots, players, hand, number, unsent, pending } = this;
    const snapshot = { bots: new Map(bots), players: new Map(players), hand: hand?.copy(), number, unsent: [...unsent], pending };
    try {
      return await tell();
    } catch (error) {
      // Events that the server has recorded stay, even if there is no decision of a bot.
      if (error instanceof ThirdseatError && error.retry === "never" && this.unsent.length > 0) Object.assign(this, snapshot);
      throw error;
    }
  }

  /**
   * Sends the unsent events and returns the next bot's move, or undefined. The last `told` events belong to this call. After a turn that
   * failed without a reason, an event waits only a short time, so that people can go on playing. With `isEnd` it does not try again later,
   * because no move is needed.
   */
  private async turn(told: number, isEnd = false): Promise<Move | undefined> {
    const until = performance.now() + (this.isAway && told > 0 ? this.time / 10 : this.time);
    const left = () => until - performance.now();
    let [wait, repairs] = [10, 0];
    let refused: ThirdseatError | undefined;
    while (left() > 1) {
      try {
        const move = await this.exchange(left, refused !== undefined);
        this.isAway = false;
        return move;
      } catch (error) {
        if (!(error instanceof ThirdseatError)) throw error;
        refused = error;
      }
      const isGone = refused.reason === "ROOM_NOT_FOUND" || (refused.retry === "reread" && refused.reason !== "SUPERSEDED");
      if (isGone && repairs < REPAIRS_MAX) {
        // The room is gone or in another state, so the next attempt does not use it.
        repairs += 1;
        this.isOpen = false;
        continue;
      }
      if (refused.retry === "never") {
        if (!this.dropEarlier(refused, told)) throw refused;
        continue;
      }
      if (isEnd) throw refused;
      this.state = this.unknownState();
      if (refused.reason === "STORE_UNAVAILABLE" && this.hand) {
        const answer = await this.decideWithoutRoom(this.hand, left);
        if (answer !== "later") return answer;
      }
      await sleep(Math.max(0, Math.min(refused.retryAfter || wait, left())));
      wait = Math.min(2 * wait, WAIT_MAX_MS);
    }
    this.isAway = !refused?.reason; // A server that refuses a call can be reached.
    throw refused ?? new ThirdseatError("DEADLINE_EXCEEDED", "", `no answer within ${this.time} ms`);
  }

  private unknownState(): State {
    return { stage: "UNSPECIFIED", amounts: [], handNumber: this.number, reactions: [] };
  }

  /** If the server refuses an event of an earlier call, drops this event and returns true. */
  private dropEarlier(refused: ThirdseatError, told: number): boolean {
    const [, isHand, index] = /^(hand\.)?events\[(\d+)\]/.exec(refused.field) ?? [];
    const events: Partial<UnsentEvent>[] = isHand ? (this.hand?.steps ?? []).map((from) => ({ from })) : this.unsent;
    const refusedEvent = Number(index) < events.length - told ? events[Number(index)] : undefined;
    if (!refusedEvent) return false;
    this.unsent = this.unsent.filter((one) => one !== refusedEvent && (!one.from || one.from !== refusedEvent.from));
    if (refusedEvent.from) this.hand?.drop(refusedEvent.from);
    this.counts.dropped += 1;
    return true;
  }

  /** Makes one attempt. Returns the move of the answer, or undefined. */
  private async exchange(left: () => number, isAgain: boolean): Promise<Move | undefined> {
    if (this.unsent.length > EVENTS_MAX) this.isOpen = false;
    if (!this.isOpen && (!this.hand || this.bots.size === 0)) {
      this.unsent = []; // Without a hand or a bot there is no room. It is opened later with the hand.
      this.state = this.unknownState();
      return undefined;
    }
    if (isAgain) this.counts.retried += 1;
    const options = { budgetMs: budgetMs(left()) };
    let answer: RecordEventsResponse;
    if (!this.isOpen) {
      answer = await this.open(left);
    } else {
      const events = this.unsent.map(({ told }, place) => ({ ...told, sequence: this.sequence + 1 + place }));
      const request = { roomId: this.name, decide: this.hand !== undefined, options, events, wantReactions: true, legalPlays: this.legal };
      answer = await this.client.call((stub, call) => stub.recordEvents(request, call), left());
    }
    this.sequence = answer.sequence;
    this.unsent = [];
    return this.readAnswer(answer);
  }

  private async open(left: () => number): Promise<RecordEventsResponse> {
    const request = create(OpenRoomRequestSchema, {
      roomId: this.name,
      ruleset: this.ruleset,
      cardCodec: this.codec,
      cardNumbers: this.options.numbers,
      strict: this.options.strict ?? true,
      decide: true,
      bots: [...this.bots.keys()].sort().map((chair) => this.botSeat(chair)),
      players: [...this.players].map(([chair, playerId]) => ({ chair: chairOf(chair), playerId })),
      hand: this.hand!.message(),
      handNumber: this.number,
      sequence: this.sequence + this.unsent.length,
      legalPlays: this.legal,
    });
    let answer;
    try {
      answer = await this.openAs(request, left());
    } catch (error) {
      if (!(error instanceof ThirdseatError) || error.reason !== "ROOM_EXISTS") throw error;
      // A room of this name exists, for example from an earlier process. This table owns it, so it may close it.
      await this.closeRoom(left());
      this.opening = undefined;
      answer = await this.openAs(request, left());
    }
    if (this.wasOpen) this.counts.reopened += 1;
    this.isOpen = this.wasOpen = true;
    this.opening = undefined;
    return answer;
  }

  private async openAs(request: OpenRoomRequest, left: number) {
    // A repeated request keeps its `requestId`, so that it opens only one room. A changed request needs a new one.
    request.requestId = this.opening?.requestId ?? "";
    if (!this.opening || !equals(OpenRoomRequestSchema, this.opening, request)) {
      request.requestId = globalThis.crypto.randomUUID();
      this.opening = request;
    }
    const { room, next, warnings } = await this.client.call((stub, call) => stub.openRoom(request, call), left);
    return create(RecordEventsResponseSchema, { sequence: room?.sequence, state: room?.state, next, warnings });
  }

  private readAnswer(answer: RecordEventsResponse): Move | undefined {
    this.state = toState(answer);
    this.addWarnings(answer.warnings);
    const next = answer.next;
    if (!next) {
      this.legal = undefined;
      return undefined;
    }
    // The events are recorded, but there is no decision. The client asks again, unless the request was wrong.
    if (next.result.case !== "decision") {
      const status = next.result.value;
      if (status?.code !== INVALID_ARGUMENT) throw new ThirdseatError("UNAVAILABLE", "", status?.message);
      this.legal = undefined;
      throw new ThirdseatError("INVALID_ARGUMENT", "", status.message, "", "never");
    }
    return this.newMove(next.chair - 1, next.result.value);
  }

  private addWarnings(told: Warning[]): void {
    this.warnings.push(...told.map(({ rule, message }) => `${rule}: ${message}`));
  }

  /**
   * Asks for the bots one by one, because the rooms are unavailable. Returns the first move; undefined if none, "later" if a call
   * may be repeated later.
   */
  private async decideWithoutRoom(hand: Hand, left: () => number): Promise<Move | undefined | "later"> {
    const legalPlays = this.legal;
    for (const [chair, bot] of this.bots) {
      const position = { case: "hand" as const, value: hand.viewOf(chair, this.ruleset, this.options.numbers) };
      const options = { persona: bot.persona ?? "", strength: bot.strength, handSeed: bot.seed, budgetMs: budgetMs(left()) };
      try {
        const decision = await this.client.call((stub, call) => stub.decide({ chair: chairOf(chair), position, options, legalPlays }, call), left());
        if (decision.action!.what.case === "passOn" && !hand.mustGive(chair)) continue;
        this.counts.stateless += 1;
        return this.newMove(chair, decision, "STORE");
      } catch (error) {
        if (!(error instanceof ThirdseatError)) throw error;
        if (error.retry === "later") return "later";
      }
    }
    return undefined;
  }

  private newMove(chair: number, decision: Decision, degraded = decision.source?.degraded ? Degraded[decision.source.degraded] : ""): Move {
    const { step, ...told } = readAction(decision.action!, chair, this.codec);
    const thinkTime = decision.thinkTimeMs;
    const reason = decision.reason?.text ?? "";
    this.addWarnings(decision.warnings);
    const warnings = this.warnings.splice(0);
    const move: Move = { chair, ...told, thinkTime, reason, degraded, warnings, decision, accept: () => this.accept(move) };
    if (step) this.stepOf.set(move, step);
    this.pending = move;
    this.legal = undefined;
    return move;
  }
}

function budgetMs(left: number): number {
  return Math.max(1, Math.floor(left - REPLY_MARGIN_MS));
}
