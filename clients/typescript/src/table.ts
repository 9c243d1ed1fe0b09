import { create, equals, type MessageInitShape } from "@bufbuild/protobuf";
import { readAction } from "./action.js";
import { codecNumber, known, Misuse, read, toMessage, type Cards } from "./cards.js";
import { type BaseClient, ThirdseatError } from "./client.js";
import { Hand, type Happening, type Reading } from "./hand.js";
import { toState, type Bot, type Counts, type Move, type State, type TableOptions } from "./state.js";
import {
  Call, Degraded, Doubling, OpenRoomRequestSchema, RoomEventSchema, Side, Stage,
  type Action, type CardCodec, type Decision, type OpenRoomRequest, type RecordEventsResponse, type RoomEvent,
} from "./v1.js";

type Told = MessageInitShape<typeof RoomEventSchema>["what"];

interface Unsent {
  told: RoomEvent;
  from?: Happening;
}

const EVENTS_MAX = 256;
const REPAIRS_MAX = 2;
const REPLY_MARGIN_MS = 20;
const WAIT_MAX_MS = 200;
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const toBot = (bot: Bot | string): Bot => (typeof bot === "string" ? { persona: bot } : bot);

/** One table. Await each call before the next one, and let only one Table own a room. */
export class Table {
  state: State = { stage: "UNSPECIFIED", amounts: [], handNumber: 0 };
  readonly counts: Counts = { retried: 0, reopened: 0, stateless: 0, local: 0, dropped: 0 };

  private readonly ruleset: string;
  private readonly codec: CardCodec;
  private readonly time: number;
  private bots: Map<number, Bot>;
  private players: Map<number, string>;
  private hand?: Hand;
  private number = 0; // of the hand
  private sequence = 0; // of the last event that the room has
  private version = 0; // of the room as it answered last
  private unsent: Unsent[] = []; // events that the room lacks
  private isOpen = false;
  private wasOpen = false;
  private opening?: OpenRoomRequest; // a request that may have reached the server
  private pending?: Move; // a move that is not recorded
  private readonly made = new WeakMap<Move, Happening>();

  constructor(
    private readonly client: BaseClient,
    private readonly name: string,
    private readonly options: TableOptions,
  ) {
    const entries = <T, U>(told: Record<number, T>, make: (one: T) => U) =>
      new Map(Object.entries(told).map(([chair, one]) => [Number(chair), make(one)]));
    this.ruleset = options.ruleset ?? "classic";
    this.codec = codecNumber(options.codec);
    this.time = options.time ?? 3000;
    this.bots = entries(options.bots, toBot);
    this.players = entries(options.players ?? {}, (name) => name);
  }

  // What the backend says. Each answers the move of the bot that is to act, or undefined. An error that is to be retried later keeps the
  // event: it goes with the next call.

  /**
   * A hand begins. `hands` has the cards of each bot and no others. Without an auction, `landlord` and `bottom` say who plays alone; the
   * landlord's hand holds the bottom then.
   */
  async deal(told: { first?: number; hands: Record<number, Cards>; landlord?: number; bottom?: Cards }): Promise<Move | undefined> {
    const hands = new Map(Object.entries(told.hands).map(([chair, cards]) => [Number(chair), read(cards, this.codec)]));
    const chairs = (of: Map<number, unknown>) => [...of.keys()].sort().join();
    if (chairs(hands) !== chairs(this.bots)) throw new Misuse(`hands are those of chairs ${chairs(hands)}, bots sit on ${chairs(this.bots)}`);
    const bottom = read(told.bottom ?? [], this.codec);
    return this.undoneIfRefused(() => {
      this.keepPending();
      this.hand = new Hand(this.ruleset, this.codec, told.first ?? 0, hands, told.landlord, bottom);
      this.number += 1;
      return this.tell({ case: "dealt", value: this.hand.dealt() });
    });
  }

  /** A word in the auction: 0 to 3 points, or "PASS", "CALL", "ROB", "TAKE". */
  async called(chair: number, call: string | number): Promise<Move | undefined> {
    const word = typeof call === "number" ? ["PASS", "SCORE_1", "SCORE_2", "SCORE_3"][call] : call;
    return this.happened({ kind: "called", chair, word: known(Call, word, "call"), cards: [] });
  }

  /** A rank is wild, as a letter: the first one before the auction, a second one after the bottom. */
  async wildShown(rank: string): Promise<Move | undefined> {
    return this.happened({ kind: "wild", chair: -1, rank, cards: [] });
  }

  /**
   * A chair passes three cards on, before the first call; the chairs do so in the order of speaking. Cards that no bot gives or gets are kept
   * from the server.
   */
  async passedOn(chair: number, cards: Cards): Promise<Move | undefined> {
    return this.happened({ kind: "passedOn", chair, cards: read(cards, this.codec) });
  }

  /** The auction is over, and the bottom cards are shown. */
  async landlord(chair: number, bottom: Cards): Promise<Move | undefined> {
    return this.happened({ kind: "landlord", chair, cards: read(bottom, this.codec) });
  }

  /** A doubling: "NONE", "DOUBLE" or "SUPER". */
  async raised(chair: number, doubling: string): Promise<Move | undefined> {
    return this.happened({ kind: "raised", chair, word: known(Doubling, doubling, "doubling"), cards: [] });
  }

  /** The landlord shows this hand, or none. */
  async shown(chair: number, hand: Cards = []): Promise<Move | undefined> {
    return this.happened({ kind: "shown", chair, cards: read(hand, this.codec) });
  }

  /** Cards are played; none is a pass. The reading says what they are where they could be several combos. */
  async played(chair: number, cards: Cards, reading?: Reading): Promise<Move | undefined> {
    return this.happened({ kind: "played", chair, cards: read(cards, this.codec), reading });
  }

  /** A bot sits down. In the middle of a hand it has to be told its cards. */
  async takeOver(chair: number, bot: Bot | string, hand: Cards = []): Promise<Move | undefined> {
    const held = read(hand, this.codec);
    if (this.hand && held.length === 0) throw new Misuse("a bot that sits down in the middle of a hand needs its cards");
    // A move that waits is not an event yet: the answer has it again, or another one.
    return this.undoneIfRefused(() => {
      this.hand?.sit(chair, held);
      this.bots.set(chair, toBot(bot));
      this.players.delete(chair);
      const given = this.hand?.given(chair);
      const gift = (cards: number[] = []) => (cards.length > 0 ? toMessage(cards, this.codec) : undefined);
      const told = this.hand ? { hand: toMessage(held, this.codec), gave: gift(given?.gave), got: gift(given?.got) } : {};
      return this.tell({ case: "seatChanged", value: { who: { case: "bot", value: this.seat(chair) }, ...told } });
    });
  }

  /** A person sits down in a bot's place. */
  async handBack(chair: number, playerId = ""): Promise<Move | undefined> {
    return this.undoneIfRefused(() => {
      this.bots.delete(chair);
      this.players.set(chair, playerId);
      this.hand?.bots.delete(chair);
      return this.tell({ case: "seatChanged", value: { who: { case: "player", value: { chair: chair + 1, playerId } } } });
    });
  }

  /** What the bot on this chair does: to ask again after a turn without an answer. */
  async ask(chair: number): Promise<Move | undefined> {
    this.pending = undefined;
    return this.turn(0, chair);
  }

  /** The hand was broken off, or no player wanted to be landlord. */
  async redealt(): Promise<void> {
    await this.end({ case: "redealt", value: {} });
  }

  /** The hand is paid: what each chair gets, and what was shown of the hands. */
  async settled(winner?: "landlord" | "peasants", amounts: number[] = [], remaining: Record<number, Cards> = {}): Promise<void> {
    const shown = Object.entries(remaining).map(([chair, left]) => ({ chair: Number(chair) + 1, cards: toMessage(read(left, this.codec), this.codec) }));
    const side = winner === undefined ? Side.UNSPECIFIED : winner === "landlord" ? Side.LANDLORD : Side.PEASANTS;
    await this.end({ case: "settled", value: { winner: side, amounts: amounts.map(BigInt), remaining: shown } });
  }

  /** The table is over. A server that does not answer forgets the room by itself. */
  async close(): Promise<void> {
    await this.closeRoom(this.time).catch(() => undefined);
    this.isOpen = this.wasOpen = false;
  }

  // How it is told

  private closeRoom(left: number) {
    return this.client.call((stub, options) => stub.closeRoom({ roomId: this.name }, options), left);
  }

  private seat(chair: number) {
    const bot = this.bots.get(chair)!;
    return { chair: chair + 1, persona: bot.persona ?? "", strength: bot.strength, seed: bot.seed, disclosed: bot.disclosed ?? true };
  }

  private async accept(move: Move): Promise<Move | undefined> {
    return this.pending === move ? this.happened(this.made.get(move)!) : this.pending;
  }

  private async happened(event: Happening): Promise<Move | undefined> {
    if (!this.hand) throw new Misuse("no hand is being played: deal first");
    return this.undoneIfRefused(() => {
      const before = this.unsent.length;
      // A move that the backend overruled by an event of its own is dropped.
      if (this.pending?.chair !== event.chair) this.keepPending();
      this.append(event);
      return this.turn(this.unsent.length - before);
    });
  }

  private keepPending(): void {
    if (this.pending) this.append(this.made.get(this.pending)!);
  }

  private append(event: Happening): void {
    this.pending = undefined;
    const told = create(RoomEventSchema, { handNumber: this.number, what: { case: "table", value: this.hand!.message(event) } });
    this.hand!.events.push(event);
    this.unsent.push({ told, from: event });
  }

  private tell(what: Told): Promise<Move | undefined> {
    this.pending = undefined;
    this.unsent.push({ told: create(RoomEventSchema, { handNumber: this.number, what }) });
    return this.turn(1);
  }

  private async end(what: Told): Promise<void> {
    this.keepPending();
    this.hand = undefined;
    this.unsent.push({ told: create(RoomEventSchema, { handNumber: this.number, what }) });
    // Nothing waits for it: what does not arrive now goes with the next deal.
    try {
      if (this.isOpen) await this.exchange(this.time);
    } catch {
      this.counts.retried += 1;
    }
  }

  /** What the server will never take did not happen: the table is as before, and goes on. */
  private async undoneIfRefused(tell: () => Promise<Move | undefined>): Promise<Move | undefined> {
    const { bots, players, hand, number, unsent, pending } = this;
    const kept = { bots: new Map(bots), players: new Map(players), hand: hand?.copy(), number, unsent: [...unsent], pending };
    try {
      return await tell();
    } catch (error) {
      if (error instanceof ThirdseatError && error.retry === "never") Object.assign(this, kept);
      throw error;
    }
  }

  /** Tells what is unsent and answers the move of the bot that is to act. The last `told` events are this call's. */
  private async turn(told: number, chair?: number): Promise<Move | undefined> {
    const until = performance.now() + this.time;
    const left = () => until - performance.now();
    let [wait, repairs] = [10, 0];
    let refused: ThirdseatError | undefined;
    while (left() > 1) {
      try {
        return await this.exchange(left(), chair);
      } catch (error) {
        if (!(error instanceof ThirdseatError)) throw error;
        refused = error;
      }
      this.counts.retried += 1;
      const isGone = refused.reason === "ROOM_NOT_FOUND" || (refused.retry === "reread" && refused.reason !== "SUPERSEDED");
      if (isGone && repairs < REPAIRS_MAX) {
        // The room is not what it should be: it is opened again and told this hand from its deal.
        repairs += 1;
        this.isOpen = false;
        continue;
      }
      if (refused.retry === "never") {
        if (!this.dropEarlier(refused, told)) throw refused;
        continue;
      }
      this.count();
      if (chair === undefined && !this.bots.has(this.state.turn ?? -1)) return undefined; // Nothing waits: the event goes with the next call.
      if (refused.reason === "STORE_UNAVAILABLE") {
        const move = await this.stateless(left(), chair);
        if (move) return move;
      }
      await sleep(Math.max(0, Math.min(refused.retryAfter || wait, left())));
      wait = Math.min(2 * wait, WAIT_MAX_MS);
    }
    return this.decidedHere(chair, refused);
  }

  /**
   * Whether the server refuses an event of an earlier call, which was kept while no server answered. It will never take it, so it is
   * dropped, and the table goes on without it.
   */
  private dropEarlier(refused: ThirdseatError, told: number): boolean {
    const index = /^events\[(\d+)\]/.exec(refused.field)?.[1];
    const kept = this.isOpen ? this.unsent.map((one) => one.from) : (this.hand?.events.slice(this.hand.withDeal()) ?? []);
    if (index === undefined || Number(index) >= kept.length - told) return false;
    const event = kept[Number(index)];
    if (!event || !this.hand) return false;
    this.unsent = this.unsent.filter((one) => one.from !== event);
    this.hand.events = this.hand.events.filter((one) => one !== event);
    this.counts.dropped += 1;
    return true;
  }

  /** One call. Answers a move, undefined where no bot is to act, or throws. */
  private async exchange(left: number, chair?: number): Promise<Move | undefined> {
    if (this.unsent.length > EVENTS_MAX) this.isOpen = false;
    if (!this.isOpen && (!this.hand || this.bots.size === 0 || this.hand.awaitsWild())) {
      this.unsent = []; // A room is opened when a bot sits in a hand and knows its wild cards, and is told that hand then.
      this.count();
      return undefined;
    }
    const options = { budgetMs: budget(left) };
    let answer: RecordEventsResponse;
    if (!this.isOpen) {
      answer = await this.open(left);
    } else if (chair !== undefined && this.unsent.length === 0) {
      const room = { roomId: this.name, chair: chair + 1, version: this.version };
      const { decision } = await this.client.call((stub, call) => stub.decide({ position: { case: "room", value: room }, options }, call), left);
      return this.move(chair, decision!.action!, decision);
    } else {
      const events = this.unsent.map(({ told }, place) => ({ ...told, sequence: this.sequence + 1 + place }));
      const request = { roomId: this.name, decide: this.hand !== undefined, options, events };
      answer = await this.client.call((stub, call) => stub.recordEvents(request, call), left);
    }
    this.sequence = answer.sequence;
    this.version = answer.version;
    this.unsent = [];
    return this.answered(answer);
  }

  /** Opens the room and tells it the hand. */
  private async open(left: number): Promise<RecordEventsResponse> {
    const [hand, dealt] = [this.hand!, this.sequence + 1];
    const request = create(OpenRoomRequestSchema, {
      roomId: this.name,
      ruleset: this.ruleset,
      cardCodec: this.codec,
      strict: this.options.strict ?? false,
      decide: true,
      bots: [...this.bots.keys()].sort().map((chair) => this.seat(chair)),
      players: [...this.players].map(([chair, playerId]) => ({ chair: chair + 1, playerId })),
      ...hand.opening(this.number, dealt),
    });
    let answer;
    try {
      answer = await this.openAs(request, left);
    } catch (error) {
      if (!(error instanceof ThirdseatError) || error.reason !== "ROOM_EXISTS") throw error;
      // Left over from an earlier process, or from a call whose answer was lost: this table owns the room.
      await this.closeRoom(left);
      this.opening = undefined;
      answer = await this.openAs(request, left);
    }
    if (this.wasOpen) this.counts.reopened += 1;
    this.isOpen = this.wasOpen = true;
    this.opening = undefined;
    return answer.recorded!;
  }

  private openAs(request: OpenRoomRequest, left: number) {
    // The same request again keeps its name, so that it opens one room; one that says something else needs a new name.
    request.requestId = this.opening?.requestId ?? "";
    if (!this.opening || !equals(OpenRoomRequestSchema, this.opening, request)) {
      request.requestId = globalThis.crypto.randomUUID();
      this.opening = request;
    }
    return this.client.call((stub, call) => stub.openRoom(request, call), left);
  }

  private answered(answer: RecordEventsResponse): Move | undefined {
    this.state = toState(answer);
    const next = answer.next;
    if (!next) return undefined;
    // Recorded, but not decided in time, whatever the status says in detail: asked again.
    if (next.result.case !== "decision") throw new ThirdseatError("UNAVAILABLE", "", next.result.value?.message);
    return this.move(next.chair - 1, next.result.value.action!, next.result.value);
  }

  /** Whose turn it is by the helper's own count. */
  private count(): void {
    if (!this.hand) return;
    const { stage, turn, landlord } = this.hand.facts();
    this.state = { stage: Stage[stage], turn, landlord, amounts: [], handNumber: this.number };
  }

  /** The rooms are away: the bot is asked with all that it knows. Undefined where that fails too. */
  private async stateless(left: number, asked?: number): Promise<Move | undefined> {
    const chair = asked ?? this.state.turn;
    const bot = chair === undefined ? undefined : this.bots.get(chair);
    if (chair === undefined || !bot || left <= 0) return undefined;
    const view = { ...this.hand!.view(chair, false), ruleset: this.ruleset, cardCodec: this.codec };
    const options = { persona: bot.persona ?? "", strength: bot.strength, handSeed: bot.seed, budgetMs: budget(left) };
    try {
      const { decision } = await this.client.call((stub, call) => stub.decide({ position: { case: "view", value: view }, options }, call), left);
      this.counts.stateless += 1;
      return this.move(chair, decision!.action!, decision, "STORE");
    } catch (error) {
      if (error instanceof ThirdseatError) return undefined;
      throw error;
    }
  }

  /** No server answered in time. */
  private decidedHere(asked?: number, refused?: ThirdseatError): Move {
    const chair = asked ?? this.state.turn;
    const isOurs = this.options.lastResort && chair !== undefined && this.bots.has(chair);
    const action = isOurs ? this.hand?.lastResort(chair) : undefined;
    if (!action) throw refused ?? new ThirdseatError("DEADLINE_EXCEEDED", "", `no answer within ${this.time} ms`);
    this.counts.local += 1;
    return this.move(chair!, action, undefined, "LOCAL");
  }

  private move(chair: number, action: Action, decision?: Decision, degraded = ""): Move {
    const move: Move = { chair, kind: "pass", thinkTime: decision?.pace?.thinkTimeMs ?? 0, reason: decision?.reason?.text ?? "", degraded, decision,
      accept: () => this.accept(move) };
    if (!degraded && decision?.source?.degraded) move.degraded = Degraded[decision.source.degraded];
    const { event, ...told } = readAction(action, chair, this.codec, this.hand!);
    Object.assign(move, told);
    this.made.set(move, event);
    this.pending = move;
    return move;
  }
}

function budget(left: number): number {
  return Math.max(1, Math.floor(left - REPLY_MARGIN_MS));
}
