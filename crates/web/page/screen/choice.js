// The cards that the person has lifted, with their readings. Other cards make a new choice, so that a late answer does not reach the wrong
// cards.

import { displayOrder, idsOf, rankOf } from '../game/deal.js';
import { isSameReading, playsInside, readCards } from '../game/wild.js';
import { comboName } from '../say.js';
import { t } from '../words.js';

/** @typedef {import('../../types.d.ts').Combo} Combo */

/** The fewest cards of a sweep in which the page looks for a play. */
const SWEEP_CARDS_MIN = 3;

export class Choice {
  /** @param {number[]} cards @param {{note?: string, hinted?: Combo}} [about] `hinted` is the reading of a hint */
  constructor(cards, { note = '', hinted } = {}) {
    this.cards = cards;
    this.note = note;
    this.hinted = hinted;
    /** @type {'unread'|'asked'|'read'} */
    this.is = 'unread';
    /** @type {import('../game/wild.js').Readings | undefined} */
    this.looked = undefined;
    /** The index of the chosen reading. */
    this.reading = -1;
    /** True if the cards are played as soon as they are read. */
    this.isEager = false;
  }

  /**
   * Asks for the cards' readings against the standing combo.
   * @param {import('../game/backend.js').Table} table @param {Combo} [standing]
   */
  async ask(table, standing) {
    this.is = 'asked';
    this.looked = await readCards(table, this.cards, standing);
    this.reading = this.looked.choices.findIndex((choice) => isSameReading(choice, this.hinted));
    this.is = 'read';
  }

  /**
   * The play that a sweep over too many cards probably means; undefined if that is not clear.
   * @param {import('../game/backend.js').Table} table @param {Combo} [standing] @returns {Promise<number[] | undefined>}
   */
  async meantBySweep(table, standing) {
    if (this.playedAs || this.cards.length < SWEEP_CARDS_MIN) return undefined;
    const plays = await playsInside(table, this.cards, standing);
    const size = Math.max(...plays.map((play) => idsOf(play.cards).length));
    const longest = plays.filter((play) => idsOf(play.cards).length === size);
    const countRankSets = (/** @type {Combo[]} */ all) => new Set(all.map((play) => idsOf(play.cards).map(rankOf).sort().join())).size;
    const isIntended = countRankSets(plays) === 1 || size * 2 > this.cards.length && countRankSets(longest) === 1;
    return isIntended ? idsOf(longest[0].cards) : undefined;
  }

  /** The reading that is played; undefined if none is allowed or known yet. @returns {Combo | undefined} */
  get playedAs() {
    return this.looked && (this.looked.choices[this.reading] ?? this.looked.playedAs);
  }

  get choices() { return this.looked?.choices ?? []; }

  /** @returns {import('../../types.d.ts').Action} */
  get action() {
    const combo = this.playedAs;
    return { play: { ...combo, cards: { ids: displayOrder(this.cards, combo), text: combo?.cards?.text } } };
  }

  /** The note, or else the line about the cards; empty without both. @param {Combo} [standing] */
  message(standing) {
    if (this.note || !this.looked) return this.note;
    if (this.playedAs) return comboName(this.playedAs);
    const [reading] = this.looked.readings;
    return reading && standing ? t('doesNotBeat', { what: comboName(reading), standing: comboName(standing) }) : t('noCombo');
  }
}
