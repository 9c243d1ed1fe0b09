import { CardCodec } from "./v1.js";

/** The cards of a table in its form: letters ("34456789TJQKKA22X"), or numbers in its codec. */
export type Cards = string | number[];

/** A wrong use of this client. No request is sent. */
export class Misuse extends Error {}

// The object of an enum also has its numbers as keys.
const CODECS = Object.keys(CardCodec).filter((name) => Number.isNaN(Number(name)) && name !== "UNSPECIFIED");

export function codecNumber(name: string | undefined): CardCodec {
  if (name === undefined) return CardCodec.UNSPECIFIED;
  const codec = CardCodec[name as keyof typeof CardCodec];
  if (codec === undefined) throw new Misuse(`codec "${name}" is none of ${CODECS.join(", ")}`);
  return codec;
}

/** Returns a list with one number for each card: the codec's number, the code of a letter, or, for counts, the rank. */
export function read(cards: Cards, codec: CardCodec): number[] {
  if (cards.length > 0 && (typeof cards === "string") !== (codec === CardCodec.UNSPECIFIED)) {
    throw new Misuse(`cards ${cards} do not fit a table with the codec ${CardCodec[codec]}`);
  }
  if (typeof cards === "string") {
    return [...cards.replaceAll("10", "T").replace(/[ ,+]/g, "")].map((letter) => letter.charCodeAt(0));
  }
  if (codec === CardCodec.COUNTS_15) return cards.flatMap((count, rank) => Array<number>(count).fill(rank));
  return [...cards];
}

export function write(list: number[], codec: CardCodec): Cards {
  if (codec === CardCodec.UNSPECIFIED) return String.fromCharCode(...list);
  if (codec !== CardCodec.COUNTS_15 || list.length === 0) return [...list];
  const counts = Array<number>(15).fill(0);
  for (const rank of list) counts[rank] += 1;
  return counts;
}

export function toMessage(list: number[], codec: CardCodec): { ids: number[]; text: string } {
  const cards = write(list, codec);
  return typeof cards === "string" ? { ids: [], text: cards } : { ids: cards, text: "" };
}

export function minus(list: number[], gone: number[]): number[] {
  const left = [...list];
  for (const card of gone) {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

export function enumNumber(words: object, word: string, what: string): number {
  const number = (words as Record<string, number>)[word];
  if (typeof number !== "number") throw new Misuse(`there is no ${what} ${word}`);
  return number;
}
