/** What a backend says of a table and what it is told: who sits where, how far the hand has come, and what a bot does. */
import { create } from "@bufbuild/protobuf";
import { type Cards } from "./cards.js";
import { Side, Stage, TableStateSchema, type Decision, type May, type RecordEventsResponse } from "./v1.js";

/** Who sits down. With a seed the same hand is played the same way again. */
export interface Bot {
  persona?: string;
  /** 0 to 100, in place of the persona's own numbers. */
  strength?: number;
  /** A decimal number of at most 64 bits. */
  seed?: string;
  /** Whether the players are told; true unless said otherwise. */
  disclosed?: boolean;
}

export interface TableOptions {
  /** Who sits where: {2: "casual"}. Chairs are 0, 1 and 2. */
  bots: Record<number, Bot | string>;
  /** A name with overrides; "classic" unless said otherwise. */
  ruleset?: string;
  /** Names by which the bots remember habits. */
  players?: Record<number, string>;
  /** How the table writes cards, as "RANKS_FROM_0"; text unless said otherwise. */
  codec?: string;
  /** Whether the server refuses events that break the ruleset, as it does unless said otherwise; else it warns of them. */
  strict?: boolean;
  /** What a turn may take, in milliseconds; 3000 unless said otherwise. */
  time?: number;
}

/** How a combo is read: what wild cards stand for ("444+7"), or kind, key and length. Where both are said, they have to agree. */
export interface Reading {
  kind?: string;
  key?: string;
  length?: number;
  standsFor?: string;
}

/** How far the hand has come, by the server's last answer. */
export interface State {
  /**
   * "WILD" where the next wild rank is about to be shown, "PASS_ON", "AUCTION", "BOTTOM", "DOUBLING", "SHOWING", "PLAY", "OVER" or
   * "REDEAL"; "UNSPECIFIED" before the first deal, and while no server answers.
   */
  stage: string;
  turn?: number;
  landlord?: number;
  /** What the one whose turn it is may do. */
  may?: May;
  /** Once a seat went out, and what the ruleset pays each chair at a base of 1. */
  winner?: "landlord" | "peasants";
  amounts: number[];
  handNumber: number;
}

/** What a bot does. It counts once it is recorded: by `accept`, or by the next event of the table. */
export interface Move {
  chair: number;
  kind: "pass_on" | "call" | "doubling" | "show" | "play" | "pass";
  /** The word of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE"). */
  word?: string;
  /** Whether the landlord opens the hand. */
  show?: boolean;
  cards?: Cards;
  reading?: Reading;
  /** Advice, in milliseconds: how long a person would have thought. Nothing waits. */
  thinkTime: number;
  reason: string;
  /** Why a simpler decider answered: "", "OVERLOAD", "BUDGET", "LEGAL_PLAYS", "STORE". */
  degraded: string;
  /** Sentences for the developer of the backend: the rules that events broke since the last move, and what the server says of the request. */
  warnings: string[];
  /** The whole answer. */
  decision: Decision;
  /** Records the move. Answers the next bot's move, or undefined. */
  accept(): Promise<Move | undefined>;
}

/**
 * How often the helper had to help: calls sent again, rooms opened again, turns without a room, events that the server refused when it
 * was there again.
 */
export interface Counts {
  retried: number;
  reopened: number;
  stateless: number;
  dropped: number;
}

const place = (chair: number) => (chair === 0 ? undefined : chair - 1);

export function toState(answer: RecordEventsResponse): State {
  const { stage, turn, landlord, may, score, handNumber } = answer.state ?? create(TableStateSchema);
  const winner = score?.winner === Side.LANDLORD ? "landlord" : score?.winner === Side.PEASANTS ? "peasants" : undefined;
  return { stage: Stage[stage], turn: place(turn), landlord: place(landlord), may, winner, handNumber, amounts: score?.amounts.map(Number) ?? [] };
}
