// Manners of players beside the game: feelings, and that they wait. Companions react to what happened, and urge a person who is slow; a
// person can say something, and urge a companion. None of it changes a turn.

import { chairOf, ME, playerOf } from './deal.js';

/** The time for which a feeling is shown. */
const SHOWN_MS = 2500;
/** From one player's word to the next, as a hand ends. */
const END_MS = 350;

/** The sayings that a person may choose from. */
export const SAYINGS = /** @type {const} */ (['EMOTE_HURRY', 'EMOTE_PRAISE', 'EMOTE_HAPPY', 'EMOTE_SORRY', 'EMOTE_ANGRY']);

/** Plays that a companion does not make without a word. */
const BOMBS = ['bomb', 'rocket', 'shuttle'];
/** Feelings of one whom things go well for. */
const GLAD = ['EMOTE_HAPPY', 'EMOTE_PRAISE'];

/**
 * A feeling that a player shows.
 * @typedef {object} Feeling
 * @property {number} player
 * @property {string} emote
 * @property {string} on its occasion: "urges", "urged", "bomb", "wins", "loses", or the feeling itself
 * @property {number} id counts feelings, for the choice among lines
 */

export class Manners {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Feeling[]} */
    this.feelings = [];
    /** @type {number[]} */
    this.urging = [];
    this.count = 0;
    /** Players that show a feeling, or will in a moment. @type {Set<number>} */
    this.moved = new Set();
    /** Cuts a companion's pause short. @type {() => void} */
    this.hurry = () => {};
  }

  /** Another hand, or the end of one: nothing of what was before is felt any more. */
  clear() {
    this.feelings = [];
    this.moved = new Set();
    this.calm();
  }

  /** The turn is over: nobody is urged any more. */
  calm() {
    for (const timer of this.urging) clearTimeout(timer);
    this.urging = [];
  }

  /** @param {number} player @param {string} [emote] @param {number} [delayMs] @param {string} [on] the occasion */
  feel(player, emote, delayMs = 0, on = emote ?? '') {
    if (!emote || emote === 'EMOTE_UNSPECIFIED') return;
    const feeling = { player, emote, on, id: ++this.count };
    const { moved } = this;
    moved.add(player);
    /** @param {Feeling[]} now */
    const show = (now) => {
      // One that comes late is of what was before.
      if (moved !== this.moved) return;
      this.feelings = [...this.feelings.filter((it) => it.player !== player), ...now];
      this.changed();
    };
    setTimeout(() => show([feeling]), delayMs);
    setTimeout(() => {
      moved.delete(player);
      if (this.feelings.includes(feeling)) show([]);
    }, delayMs + SHOWN_MS);
  }

  /** The hand is over: players that have said nothing yet do now. @param {number[]} players @param {(player: number) => boolean} hasWon */
  end(players, hasWon) {
    for (const player of players.filter((it) => !this.moved.has(it))) {
      this.feel(player, hasWon(player) ? 'EMOTE_HAPPY' : 'EMOTE_SORRY', END_MS * player, hasWon(player) ? 'wins' : 'loses');
    }
  }

  /** A companion acts, and says a word about it. @param {number} player @param {import('../../types.d.ts').Decision} decision */
  act(player, { action, emote }) {
    if (BOMBS.includes(action?.play?.kind ?? '')) this.feel(player, 'EMOTE_HAPPY', 0, 'bomb');
    else this.feel(player, emote);
  }

  /**
   * Shows the reactions of an answer to some events.
   * @param {import('../../types.d.ts').RecordEventsResponse} answer @param {import('../../types.d.ts').RoomEvent[]} events
   */
  react({ reactions = [], state }, events) {
    const isMyTurn = playerOf(state?.turn) === ME;
    const isOver = state?.stage === 'STAGE_OVER';
    // Anger at the last bomb is no word of one who has won.
    if (isOver && !events.some(({ settled }) => settled)) this.clear();
    const isUrged = events.some(({ said }) => said?.emote === 'EMOTE_HURRY');
    for (const { chair, emote = '', delayMs, urgeAfterMs = [], hurries } of reactions) {
      const on = isOver ? GLAD.includes(emote) ? 'wins' : 'loses' : isUrged ? 'urged' : emote;
      this.feel(playerOf(chair), emote, delayMs, on);
      if (hurries) {
        this.hurry();
        if (!emote) this.feel(playerOf(chair), 'EMOTE_SORRY', 0, 'urged');
      }
      if (!isMyTurn) continue;
      for (const ms of urgeAfterMs) this.urging.push(setTimeout(() => this.feel(playerOf(chair), 'EMOTE_HURRY', 0, 'urges'), ms));
    }
  }
}

/** The event of what the person says. @param {string} emote @returns {import('../../types.d.ts').RoomEvent} */
export const saidBy = (emote) => ({ said: { chair: chairOf(ME), emote: /** @type {any} */ (emote) } });
