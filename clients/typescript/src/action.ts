import { read, type Cards } from "./cards.js";
import { actionEvent, type Step } from "./hand.js";
import { type Move } from "./state.js";
import { Call, CardCodec, Doubling, type Action, type Cards as Told } from "./v1.js";

/** An action of a bot, as the fields of a move and as a step. A gift has no step, because only the table knows which chair gets it. */
export type ActionFields = Pick<Move, "kind" | "word" | "show" | "cards" | "reading"> & { step?: Step };

export function readAction({ what }: Action, chair: number, codec: CardCodec): ActionFields {
  const cards = (told: Told): Cards => (codec === CardCodec.UNSPECIFIED ? told.text.replaceAll("+", "") : told.ids);
  const step: Step = { event: actionEvent(chair, what) };
  switch (what.case) {
    case "passOn":
      return { kind: "pass_on", cards: cards(what.value) };
    case "call":
      return { kind: "call", word: Call[what.value], step };
    case "doubling":
      return { kind: "doubling", word: Doubling[what.value], step };
    case "show":
      return { kind: "show", show: what.value.open, step };
    case "play": {
      const { cards: told, kind, key, length, standsFor } = what.value;
      return { kind: "play", cards: cards(told!), reading: kind ? { kind, key, length, standsFor } : undefined, step: { ...step, cards: read(cards(told!), codec) } };
    }
  }
  return { kind: "pass", step };
}
