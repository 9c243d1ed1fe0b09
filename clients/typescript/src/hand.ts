import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Cards, height, heightOf, minus, toMessage } from "./cards.js";
import { ActionSchema, Call, type CardCodec, Doubling, EventSchema, Stage, ViewSchema, type Action } from "./v1.js";

/** How a combo is read: what wild cards stand for ("444+7"), or kind, key and length. Where both are said, they have to agree. */
export interface Reading {
  kind?: string;
  key?: string;
  length?: number;
  standsFor?: string;
}

/** Something that happened at the table. */
export interface Happening {
  kind: "wild" | "passedOn" | "called" | "landlord" | "raised" | "shown" | "played";
  /** -1 where it is no chair's. */
  chair: number;
  /** A rank that is wild. */
  rank?: string;
  /** A call or a doubling. */
  word?: number;
  /** Cards passed on, a bottom, a shown hand, or what was played: none is a pass. */
  cards: number[];
  /** How the combo is read, where the cards alone could be several. */
  reading?: Reading;
}

/** What counting tells. */
export interface Facts {
  stage: Stage;
  turn?: number;
  landlord?: number;
  /** The chair whose combo stands. */
  standing?: number;
}

/** How many wild ranks a ruleset has, unless an override says so. */
const WILDS: Record<string, number> = { laizi: 1, "laizi-tiandi": 2 };

type Init<T extends Parameters<typeof create>[0]> = MessageInitShape<T>;
const chairOf = (chair: number) => ((chair + 3) % 3) + 1;
const seatOf = (chair: number, landlord: number) => ((chair - landlord + 3) % 3) + 1;

/**
 * One hand as the table saw it, so that it can be told again: to a room that is gone, or as a view to a server without its rooms. It
 * knows no rules of combos. It counts whose turn it is only for the time in which no server says so.
 */
export class Hand {
  events: Happening[] = [];

  constructor(
    private readonly ruleset: string,
    private readonly codec: CardCodec,
    private readonly first: number,
    /** What each bot was dealt. */
    public bots: Map<number, number[]>,
    /** The landlord and the bottom, without an auction. */
    private readonly appointed?: number,
    private readonly bottom: number[] = [],
  ) {}

  copy(): Hand {
    const copy = new Hand(this.ruleset, this.codec, this.first, new Map(this.bots), this.appointed, this.bottom);
    copy.events = [...this.events];
    return copy;
  }

  landlord(): number | undefined {
    return this.events.find((event) => event.kind === "landlord")?.chair ?? this.appointed;
  }

  private cardsOf(kind: Happening["kind"], chair: number): number[] {
    return this.events.filter((event) => event.kind === kind && event.chair === chair).flatMap((event) => event.cards);
  }

  /** How many chairs on the receiver of passed cards sits; 0 where none are passed on. */
  private direction(): number {
    const told = /\bpass-on=(next|previous)\b/.exec(this.ruleset)?.[1];
    return told === undefined || this.appointed !== undefined ? 0 : told === "next" ? 1 : 2;
  }

  private receiver = (giver: number) => (giver + this.direction()) % 3;

  private gifts = () => this.events.filter((event) => event.kind === "passedOn").length;

  /** What the chair has passed on, and what comes to it, as far as chairs have given. */
  given(chair: number): { gave: number[]; got: number[] } {
    const giver = [0, 1, 2].find((one) => this.direction() > 0 && this.receiver(one) === chair);
    return { gave: this.cardsOf("passedOn", chair), got: giver === undefined ? [] : this.cardsOf("passedOn", giver) };
  }

  /** The same once the cards have moved: when all three have given. */
  private moved(chair: number): { gave: number[]; got: number[] } {
    return this.gifts() === 3 ? this.given(chair) : { gave: [], got: [] };
  }

  /** What a bot holds now. */
  held(chair: number): number[] {
    const { gave, got } = this.moved(chair);
    return minus([...this.bots.get(chair)!, ...got, ...this.cardsOf("landlord", chair)], [...gave, ...this.cardsOf("played", chair)]);
  }

  /** A bot sits down with these cards: as if it had been dealt what came to them. */
  sit(chair: number, held: number[]): void {
    const { gave, got } = this.moved(chair);
    this.bots.set(chair, minus([...held, ...this.cardsOf("played", chair), ...gave], [...this.cardsOf("landlord", chair), ...got]));
  }

  /** The heights of the wild ranks that were shown. */
  private wilds(): number[] {
    return this.events.filter((event) => event.kind === "wild").map((event) => heightOf(event.rank!));
  }

  /** How many events belong to the deal: the wild ranks that were shown before anything else. */
  withDeal(): number {
    const place = this.events.findIndex((event) => event.kind !== "wild");
    return place < 0 ? this.events.length : place;
  }

  /** Whether a wild rank is shown next: the first one before the auction, the other one with the bottom. */
  awaitsWild(): boolean {
    const told = /\bwilds=(\d)/.exec(this.ruleset)?.[1];
    const number = told === undefined ? (WILDS[/^[\w-]*/.exec(this.ruleset)![0]] ?? 0) : Number(told);
    return this.wilds().length < (this.landlord() === undefined ? Math.min(number, 1) : number);
  }

  facts(): Facts {
    const landlord = this.landlord();
    if (this.awaitsWild()) return { stage: Stage.WILD, landlord };
    if (this.direction() > 0 && this.gifts() < 3) return { stage: Stage.PASS_ON, turn: (this.first + this.gifts()) % 3 };
    if (landlord === undefined) {
      const turn = this.turnInAuction();
      return turn === undefined ? { stage: Stage.BOTTOM } : { stage: Stage.AUCTION, turn };
    }
    const raised = this.events.filter((event) => event.kind === "raised").length;
    // Only an auction is followed by doublings and an open hand.
    const asked = this.appointed === undefined ? this.ruleset : "";
    if (/\bdoubling=(double|super)\b/.test(asked) && raised < 3) {
      return { stage: Stage.DOUBLING, turn: (landlord + raised) % 3, landlord };
    }
    if (/\bopen-hand=yes\b/.test(asked) && !this.events.some((event) => event.kind === "shown")) {
      return { stage: Stage.SHOWING, turn: landlord, landlord };
    }
    const count = (chair: number) => 17 + (chair === landlord ? 3 : 0) - this.cardsOf("played", chair).length;
    if ([0, 1, 2].some((chair) => count(chair) <= 0)) return { stage: Stage.OVER, landlord };
    let turn = landlord;
    let standing: number | undefined;
    for (const event of this.events.filter((event) => event.kind === "played")) {
      turn = (event.chair + 1) % 3;
      if (event.cards.length > 0) standing = event.chair;
      if (standing === turn) standing = undefined; // Both others passed.
    }
    return { stage: Stage.PLAY, turn, landlord, standing };
  }

  /** Everybody speaks once; the first caller answers those who robbed; three points and a take end it. */
  private turnInAuction(): number | undefined {
    const calls = this.events.filter((event) => event.kind === "called");
    const words = calls.map((event) => event.word);
    if (words.includes(Call.SCORE_3) || words.includes(Call.TAKE)) return undefined;
    if (words.length < 3) return (this.first + words.length) % 3;
    if (words.length === 3 && words.includes(Call.ROB)) return calls[words.indexOf(Call.CALL)]?.chair;
    return undefined;
  }

  // As messages

  /**
   * An event as a room takes it, or as `viewer` saw it. Chairs count from `from`: 0 in a room, the chair that speaks first in a view. What
   * no bot gives or gets stays hidden.
   */
  message(event: Happening, from = 0, viewer?: number): Init<typeof EventSchema> {
    const chair = chairOf(event.chair - from);
    const cards = toMessage(event.cards, this.codec);
    const isSome = event.cards.length > 0;
    switch (event.kind) {
      case "wild":
        return { what: { case: "wildShown", value: { rank: event.rank! } } };
      case "passedOn": {
        const isTold = [event.chair, this.receiver(event.chair)].some((one) => (viewer === undefined ? this.bots.has(one) : one === viewer));
        return { what: { case: "passedOn", value: isTold ? { chair, cards } : { chair } } };
      }
      case "called":
        return { what: { case: "called", value: { chair, call: event.word! } } };
      case "landlord":
        return { what: { case: "landlordFound", value: { chair, bottom: cards } } };
    }
    const seat = seatOf(event.chair, this.landlord()!);
    switch (event.kind) {
      case "raised":
        return { what: { case: "raised", value: { seat, doubling: event.word! } } };
      case "shown":
        return { what: { case: "shown", value: isSome ? { open: true, hand: cards } : { open: false } } };
    }
    if (!isSome) return { what: { case: "played", value: { seat, what: { case: "passed", value: {} } } } };
    return { what: { case: "played", value: { seat, what: { case: "combo", value: { cards, ...event.reading } } } } };
  }

  dealt() {
    const hands = [...this.bots.keys()].sort().map((chair) => ({ chair: chairOf(chair), cards: toMessage(this.bots.get(chair)!, this.codec) }));
    if (this.appointed === undefined) return { first: chairOf(this.first), hands };
    return { landlord: chairOf(this.appointed), bottom: toMessage(this.bottom, this.codec), hands };
  }

  /** For a room that is opened: the deal as a snapshot, so that hand and events keep their numbers, and what followed as events. */
  opening(handNumber: number, dealt: number) {
    const views = [...this.bots.keys()].sort().map((chair) => ({ chair: chairOf(chair), view: this.view(chair, true) }));
    const sequence = dealt + this.withDeal();
    const events = this.events.slice(this.withDeal()).map((event, place) => ({
      sequence: sequence + 1 + place,
      handNumber,
      what: { case: "table" as const, value: this.message(event) },
    }));
    return { snapshot: { handNumber, sequence, views }, events };
  }

  /** All that a bot knows, without a room: now, or with the deal. Chairs in it count from the one that speaks first. */
  view(chair: number, isAtDeal: boolean): Init<typeof ViewSchema> {
    const place =
      this.appointed === undefined
        ? { chair: chairOf(chair - this.first) }
        : { seat: seatOf(chair, this.appointed), bottom: toMessage(this.bottom, this.codec) };
    const held = isAtDeal ? this.bots.get(chair)! : this.held(chair);
    const told = isAtDeal ? this.events.slice(0, this.withDeal()) : this.events;
    // All give at once: a seat sees no gift before the third.
    const seen = told.filter((event) => event.kind !== "passedOn" || this.gifts() === 3);
    const events = seen.map((event) => this.message(event, this.first, chair));
    return { ...place, hand: toMessage(held, this.codec), events, eventsComplete: true };
  }

  /**
   * An action that is always legal, for the time in which no server answers: the lowest cards passed on, no bid, no doubling, a closed
   * hand, a pass on what stands, the lowest single as a lead, a wild card last. Undefined where the hand is over or waits for cards to be
   * shown.
   */
  lastResort(chair: number): Action | undefined {
    const { stage, turn, landlord, standing } = this.facts();
    if (turn === undefined) return undefined;
    const act = (what: Init<typeof ActionSchema>["what"]) => create(ActionSchema, { what });
    const wilds = this.wilds();
    const order = (card: number) => height(card, this.codec) + (wilds.includes(height(card, this.codec)) ? 100 : 0);
    const lowest = (count: number) => toMessage(this.held(chair).sort((one, two) => order(one) - order(two)).slice(0, count), this.codec);
    if (stage === Stage.PASS_ON) return act({ case: "passOn", value: lowest(3) });
    if (landlord === undefined) return act({ case: "call", value: Call.PASS });
    if (stage === Stage.DOUBLING) return act({ case: "doubling", value: Doubling.NONE });
    if (stage === Stage.SHOWING) return act({ case: "show", value: false });
    if (standing !== undefined) return act({ case: "passed", value: {} });
    return act({ case: "play", value: { cards: lowest(1) } });
  }
}

export type { Cards };
