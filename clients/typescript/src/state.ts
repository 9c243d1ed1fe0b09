/** The values that a backend gives and gets for a table: the occupants of the chairs, the state of the hand, and the moves of bots. */
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Cards } from "./cards.js";
import { SeatMatchSchema, Side, Stage, TableStateSchema } from "./v1.js";
import type { Decision, Reaction, RecordEventsResponse, TableState } from "./v1.js";

export interface Bot {
  persona?: string;
  /** The strength of play, 0 to 100, in place of the persona's. */
  strength?: number;
  /** The seed of the bot's random choices: a decimal number of at most 64 bits. */
  seed?: string;
  /** The players whose level the bot's strength follows; for a takeover use {predecessor: true}. */
  matching?: MessageInitShape<typeof SeatMatchSchema>;
  /** True, the default, if the players are told that it is a bot. */
  disclosed?: boolean;
}

export interface TableOptions {
  /** The bots by chair: {2: "casual"}. Chairs are 0, 1 and 2. */
  bots: Record<number, Bot | string>;
  /** The ruleset: a name with overrides; "classic" by default. */
  ruleset?: string;
  /** The names of the players, under which the server counts their habits. */
  players?: Record<number, string>;
  /** The codec of the table's cards, for example "RANKS_FROM_0"; text by default. */
  codec?: string;
  /** Your own numbers of the codec "OWN": for 3♠ 3♥ 3♣ 3♦, then the 4s … the 2s, the small joker, the big joker. */
  numbers?: number[];
  /** True, the default, if the server refuses events that break the ruleset. */
  strict?: boolean;
  /** The time limit for a turn, in milliseconds; 3000 by default. */
  time?: number;
}

/** The reading of a combo: the ranks that the cards stand for ("444+7"), or kind, key and length. If both are given, they must agree. */
export interface Reading {
  kind?: string;
  key?: string;
  length?: number;
  standsFor?: string;
}

export interface State {
  /**
   * "WILD" if the next wild rank is about to be shown, "PASS_ON", "AUCTION", "BOTTOM", "DOUBLING", "SHOWING", "PLAY", "OVER" or
   * "REDEAL"; "UNSPECIFIED" before the first deal, and without an answer of the room.
   */
  stage: string;
  turn?: number;
  landlord?: number;
  /** The winner in the stakes. `amounts` are then the points of each chair by the ruleset, at a base of 1. */
  winner?: "landlord" | "peasants";
  amounts: number[];
  handNumber: number;
  /** The emotes and urgings of the bots. */
  reactions: Reaction[];
  /** The whole state, for example with the standing combo and the cards left. Absent without an answer of the room. */
  table?: TableState;
}

/** The move of a bot. Record it with `accept`, or with `Table.passedOn` if it is a gift. */
export interface Move {
  chair: number;
  kind: "pass_on" | "call" | "doubling" | "show" | "play" | "pass";
  /** The name of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE"). */
  word?: string;
  /** True if the bot opens its hand. */
  show?: boolean;
  cards?: Cards;
  reading?: Reading;
  /** The time that a person would think, in milliseconds. This is advice: the client does not wait. */
  thinkTime: number;
  reason: string;
  /**
   * The reason why this is not the persona's usual answer: "OVERLOAD", "BUDGET" or "LEGAL_PLAYS"; "STORE" if the room may not remember it;
   * otherwise empty.
   */
  degraded: string;
  /** Warnings as sentences, for the developer of the backend: about events since the last move that broke rules, and about the request. */
  warnings: string[];
  decision: Decision;
  /** Records the move and returns the next bot's move, or undefined. For an outdated move, returns the pending one, or undefined. */
  accept(): Promise<Move | undefined>;
}

/** Counts of a table's repairs: repeated attempts, rooms that were opened again, moves without a room, and dropped events of earlier calls. */
export interface Counts {
  retried: number;
  reopened: number;
  stateless: number;
  dropped: number;
}

const chairIndex = (chair: number) => (chair === 0 ? undefined : chair - 1);

export function toState(answer: RecordEventsResponse): State {
  const { stage, turn, landlord, stakes, handNumber } = answer.state ?? create(TableStateSchema);
  const winner = stakes?.winner === Side.LANDLORD ? "landlord" : stakes?.winner === Side.PEASANTS ? "peasants" : undefined;
  const amounts = stakes?.amounts.map(Number) ?? [];
  const { reactions, state: table } = answer;
  return { stage: Stage[stage], turn: chairIndex(turn), landlord: chairIndex(landlord), winner, handNumber, amounts, reactions, table };
}
