import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { minus, Misuse, toMessage } from "./cards.js";
import { type CardCodec, type Chair, type ActionSchema, EventSchema, HandSchema, type Event, type Hand as Told } from "./v1.js";

/** An event with its cards as a list. If they are passed on, also the chair that gets them. */
export interface Step {
  event: Event;
  cards?: number[];
  to?: number;
}

export type ActionShape = MessageInitShape<typeof ActionSchema>["what"];

/** Returns the proto's value of a chair. */
export function chairOf(chair: number): Chair {
  if (![0, 1, 2].includes(chair)) throw new Misuse(`${chair} is no chair: chairs are 0, 1 and 2`);
  return chair + 1;
}

export const actionEvent = (chair: number, what: ActionShape) =>
  create(EventSchema, { chair: chairOf(chair), what: { case: "action", value: { what } } });

/** One hand, stored so that it can be sent again: to a new room, or in calls without a room. */
export class Hand {
  constructor(
    private readonly codec: CardCodec,
    private readonly first: number,
    readonly holds: Map<number, number[]>,
    public steps: Step[] = [],
  ) {}

  copy(): Hand {
    return new Hand(this.codec, this.first, new Map(this.holds), [...this.steps]);
  }

  gifts(): Step[] {
    return this.steps.filter((step) => step.to !== undefined);
  }

  /** While gifts are due, true for the chair of the next one. The server also decides for a later chair. */
  mustGive(chair: number): boolean {
    return chair === (this.first + this.gifts().length) % 3;
  }

  add(step: Step): void {
    this.steps.push(step);
    this.moveCards(step, true);
  }

  /** Removes a step if it belongs to this hand. */
  drop(step: Step): void {
    if (!this.steps.includes(step)) return;
    this.moveCards(step, false);
    this.steps = this.steps.filter((one) => one !== step);
  }

  private moveCards({ event, cards, to }: Step, isForward: boolean): void {
    const gifts = this.gifts();
    if (to !== undefined && gifts.length === 3) {
      // Gifts move only when all three chairs have given.
      for (const gift of gifts) {
        this.changeCards(gift.event.chair - 1, gift.cards, !isForward);
        this.changeCards(gift.to!, gift.cards, isForward);
      }
    } else if (event.what.case === "landlordFound") {
      this.changeCards(event.chair - 1, cards, isForward);
    } else if (to === undefined) {
      this.changeCards(event.chair - 1, cards, !isForward);
    }
  }

  private changeCards(chair: number, cards: number[] = [], isMore: boolean): void {
    const held = this.holds.get(chair);
    if (held) this.holds.set(chair, isMore ? [...held, ...cards] : minus(held, cards));
  }

  /** Returns the event. The cards of a gift are left out if they are not known. */
  private visibleEvent(step: Step, isKnown: boolean): Event {
    return step.to === undefined || isKnown ? step.event : actionEvent(step.event.chair - 1, { case: "passOn", value: toMessage([], this.codec) });
  }

  /** Returns the event for a room. The cards of a gift that no bot gives or gets are left out. */
  eventForRoom(step: Step): Event {
    return this.visibleEvent(step, this.holds.has(step.event.chair - 1) || this.holds.has(step.to ?? -1));
  }

  chairCards() {
    return [...this.holds].sort(([one], [two]) => one - two).map(([chair, held]) => ({ chair: chairOf(chair), cards: toMessage(held, this.codec) }));
  }

  message(): Told {
    return create(HandSchema, { first: chairOf(this.first), holds: this.chairCards(), events: this.steps.map((step) => this.eventForRoom(step)) });
  }

  /** Returns the hand with the knowledge of one bot. The bot sees the cards that it gets only after all three chairs have given. */
  viewOf(chair: number, ruleset: string, cardNumbers?: number[]): Told {
    const haveMoved = this.gifts().length === 3;
    const knows = (step: Step) => step.event.chair === chair + 1 || (haveMoved && step.to === chair);
    return create(HandSchema, {
      ruleset,
      cardCodec: this.codec,
      cardNumbers,
      first: chairOf(this.first),
      holds: this.chairCards().filter((one) => one.chair === chair + 1),
      events: this.steps.map((step) => this.visibleEvent(step, knows(step))),
    });
  }
}
