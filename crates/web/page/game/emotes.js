// The emotes of players. Companions react to events and urge a slow person. The person can also send an emote and urge a companion. Emotes
// do not change the turn.

import { chairOf, ME, playerOf } from './deal.js';

const EMOTE_MS = 2500;
/** The delay of emotes at the end, for each player number. */
const EMOTE_GAP_MS = 350;

export const PERSON_EMOTES = /** @type {const} */ (['EMOTE_HURRY', 'EMOTE_PRAISE', 'EMOTE_HAPPY', 'EMOTE_SORRY', 'EMOTE_ANGRY']);

/** Kinds of its own plays at which a companion is happy. */
const BOMB_KINDS = ['bomb', 'rocket', 'shuttle'];
const GLAD_EMOTES = ['EMOTE_HAPPY', 'EMOTE_PRAISE'];

/**
 * A feeling that a player shows.
 * @typedef {object} Feeling
 * @property {number} player
 * @property {string} emote
 * @property {string} on the occasion: "urges", "urged", "bomb", "wins", "loses", or the emote itself
 * @property {number} id the number of the feeling, which selects a line of the companion
 */

export class Emotes {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Feeling[]} */
    this.feelings = [];
    /** @type {number[]} */
    this.urging = [];
    this.count = 0;
    /** The last feeling of each player that shows one or will. @type {Map<number, Feeling>} */
    this.showing = new Map();
    /** Ends a companion's thinking pause at once. @type {() => void} */
    this.hurry = () => {};
  }

  /** Removes all feelings, also those that would be shown later. */
  clear() {
    this.feelings = [];
    this.showing = new Map();
    this.stopUrging();
  }

  stopUrging() {
    for (const timer of this.urging) clearTimeout(timer);
    this.urging = [];
  }

  /** @param {number} player @param {string} [emote] @param {number} [delayMs] @param {string} [on] the occasion */
  feel(player, emote, delayMs = 0, on = emote ?? '') {
    if (!emote || emote === 'EMOTE_UNSPECIFIED') return;
    const feeling = { player, emote, on, id: ++this.count };
    const { showing } = this;
    showing.set(player, feeling);
    /** @param {Feeling[]} now */
    const show = (now) => {
      // A feeling from before `clear` is not shown.
      if (showing !== this.showing) return;
      this.feelings = [...this.feelings.filter((it) => it.player !== player), ...now];
      this.changed();
    };
    setTimeout(() => show([feeling]), delayMs);
    setTimeout(() => {
      if (!this.feelings.includes(feeling)) return;
      if (showing.get(player) === feeling) showing.delete(player);
      show([]);
    }, delayMs + EMOTE_MS);
  }

  /**
   * Shows feelings at the end of a hand, for players that show none yet.
   * @param {number[]} players @param {(player: number) => boolean} hasWon
   */
  end(players, hasWon) {
    for (const player of players.filter((it) => !this.showing.has(it))) {
      this.feel(player, hasWon(player) ? 'EMOTE_HAPPY' : 'EMOTE_SORRY', EMOTE_GAP_MS * player, hasWon(player) ? 'wins' : 'loses');
    }
  }

  /** Shows a companion's feeling about its own act. @param {number} player @param {import('../../types.d.ts').Decision} decision */
  act(player, { action, emote }) {
    if (BOMB_KINDS.includes(action?.play?.kind ?? '')) this.feel(player, 'EMOTE_HAPPY', 0, 'bomb');
    else this.feel(player, emote);
  }

  /**
   * Shows the reactions in the response to some events.
   * @param {import('../../types.d.ts').RecordEventsResponse} answer @param {import('../../types.d.ts').RoomEvent[]} events
   */
  react({ reactions = [], state }, events) {
    const isMyTurn = playerOf(state?.turn) === ME;
    const isOver = state?.stage === 'STAGE_OVER';
    // The result of the hand replaces earlier feelings: a winner is no longer angry about a bomb.
    if (isOver && !events.some(({ settled }) => settled)) this.clear();
    const isUrged = events.some(({ said }) => said?.emote === 'EMOTE_HURRY');
    for (const { chair, emote = '', delayMs, urgeAfterMs = [], hurries } of reactions) {
      const occasion = isOver ? GLAD_EMOTES.includes(emote) ? 'wins' : 'loses' : isUrged ? 'urged' : emote;
      this.feel(playerOf(chair), emote, delayMs, occasion);
      if (hurries) {
        this.hurry();
        if (!emote) this.feel(playerOf(chair), 'EMOTE_SORRY', 0, 'urged');
      }
      if (!isMyTurn) continue;
      for (const ms of urgeAfterMs) this.urging.push(setTimeout(() => this.feel(playerOf(chair), 'EMOTE_HURRY', 0, 'urges'), ms));
    }
  }
}

/** @param {string} emote @returns {import('../../types.d.ts').RoomEvent} */
export const emoteEvent = (emote) => ({ said: { chair: chairOf(ME), emote: /** @type {any} */ (emote) } });
