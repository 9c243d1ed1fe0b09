// Manners of players beside the game: feelings, and that they wait. Companions react to what happened, and urge a person who is slow; a
// person can say something, and urge a companion. None of it changes a turn.

import { chairOf, ME, playerOf } from './deal.js';

/** The time for which a feeling is shown. */
const SHOWN_MS = 2500;

/** The sayings that a person may choose from. */
export const SAYINGS = /** @type {const} */ (['EMOTE_HURRY', 'EMOTE_PRAISE', 'EMOTE_HAPPY', 'EMOTE_SORRY', 'EMOTE_ANGRY']);

/** @typedef {{player: number, emote: string, id: number}} Feeling */

export class Manners {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Feeling[]} */
    this.feelings = [];
    /** @type {number[]} */
    this.urging = [];
    /** Cuts a companion's pause short. @type {() => void} */
    this.hurry = () => {};
  }

  /** A new hand: nothing of the last one is felt any more. */
  clear() {
    this.feelings = [];
    this.calm();
  }

  /** The turn is over: nobody is urged any more. */
  calm() {
    for (const timer of this.urging) clearTimeout(timer);
    this.urging = [];
  }

  /** @param {number} player @param {string} [emote] @param {number} [delayMs] */
  feel(player, emote, delayMs = 0) {
    if (!emote || emote === 'EMOTE_UNSPECIFIED') return;
    const feeling = { player, emote, id: performance.now() };
    setTimeout(() => { this.feelings = [...this.feelings.filter((it) => it.player !== player), feeling]; this.changed(); }, delayMs);
    setTimeout(() => { this.feelings = this.feelings.filter((it) => it !== feeling); this.changed(); }, delayMs + SHOWN_MS);
  }

  /** Shows an answer's reactions. @param {import('../../types.d.ts').Reaction[]} reactions @param {boolean} isMyTurn */
  react(reactions, isMyTurn) {
    for (const { chair, emote, delayMs, urgeAfterMs = [], hurries } of reactions) {
      this.feel(playerOf(chair), emote, delayMs);
      if (hurries) this.hurry();
      if (!isMyTurn) continue;
      for (const ms of urgeAfterMs) this.urging.push(setTimeout(() => this.feel(playerOf(chair), 'EMOTE_HURRY'), ms));
    }
  }
}

/** The event of what the person says. @param {string} emote @returns {import('../../types.d.ts').RoomEvent} */
export const saidBy = (emote) => ({ said: { chair: chairOf(ME), emote: /** @type {any} */ (emote) } });
