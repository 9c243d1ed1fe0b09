import { read, write } from "./cards.js";
import { type Hand, type Happening } from "./hand.js";
import { type Move } from "./state.js";
import { Call, CardCodec, Doubling, type Action } from "./v1.js";

/** What a bot does: as a move says it, and as the event that it becomes when it counts. */
export type Acted = Pick<Move, "kind" | "word" | "show" | "cards" | "reading"> & { event: Happening };

export function readAction({ what }: Action, chair: number, codec: CardCodec, hand: Hand): Acted {
  switch (what.case) {
    case "passOn": {
      const cards = codec === CardCodec.UNSPECIFIED ? read(what.value.text, codec) : read([...what.value.ids], codec);
      return { kind: "pass_on", cards: write(cards, codec), event: { kind: "passedOn", chair, cards } };
    }
    case "call":
      return { kind: "call", word: Call[what.value], event: { kind: "called", chair, word: what.value, cards: [] } };
    case "doubling":
      return { kind: "doubling", word: Doubling[what.value], event: { kind: "raised", chair, word: what.value, cards: [] } };
    case "show":
      return { kind: "show", show: what.value, event: { kind: "shown", chair, cards: what.value ? hand.held(chair) : [] } };
    case "play": {
      const { cards: told, kind, key, length, standsFor } = what.value;
      const cards = codec === CardCodec.UNSPECIFIED ? read(told!.text, codec) : read([...told!.ids], codec);
      const reading = kind ? { kind, key, length, standsFor } : undefined;
      return { kind: "play", cards: write(cards, codec), reading, event: { kind: "played", chair, cards, reading } };
    }
  }
  return { kind: "pass", event: { kind: "played", chair, cards: [] } };
}
