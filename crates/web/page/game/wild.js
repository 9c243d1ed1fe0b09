// Wild ranks 癞子: which a deal draws, what a play with wild cards stands for, and as what some cards may be played.

import { call } from '../api/call.js';
import { CODEC, LETTERS, ME, chairOf, holds, idsOf, rankOf, text } from './deal.js';
import { rng, stream } from './seed.js';

/** @typedef {import('../../types.d.ts').Combo} Combo */

/**
 * The readings of some cards.
 * @typedef {object} Looked
 * @property {Combo[]} readings all that they may be read as
 * @property {Combo[]} choices those that may be played, the one that is meant by default first
 * @property {Combo} [playedAs] that one; undefined where none may be played
 */

/**
 * The part of a table that says how cards are read.
 * @typedef {{setup: {ruleset: string}, hand: Pick<import('./hand.js').Hand, 'wilds' | 'trick'>}} Position
 */

/** @param {number[]} cards four bits a rank, as the service's `rules::Hand` */
const bitsOf = (cards) => cards.reduce((sum, card) => sum + (1n << BigInt(4 * rankOf(card))), 0n);

/**
 * Two ranks as letters, in the order of showing, as the service's `rules::Table` draws them: the cards are their seed. Most rulesets
 * show one or none of them. What a player may know of them stands in the hand's `wilds`.
 * @param {import('./deal.js').Deal} deal
 */
export function drawn({ hands, bottom, first }) {
  const dealt = [0, 1, 2].map((step) => hands[(first + step) % 3]);
  const next = rng(dealt.reduce((seed, hand) => stream(seed, bitsOf(hand)), bitsOf(bottom)));
  const one = next(13);
  return LETTERS[one] + LETTERS[(one + 1 + next(12)) % 13];
}

/** The time for which a thing that the table shows stands alone. */
export const SHOW_MS = 900;

/**
 * The event that the table itself shows next: a wild rank, the first before the auction, or the bottom; undefined while players are to act.
 * Without a landlord, as 取经 may end, the deal's lot says who it is.
 * @param {import('../../types.d.ts').TableState} state @param {import('./deal.js').Deal} deal @param {string} wilds shown so far
 * @returns {import('../../types.d.ts').Event | undefined}
 */
export function shownBy({ stage, landlord }, deal, wilds) {
  if (stage === 'STAGE_WILD') return { wildShown: drawn(deal)[wilds.length] };
  return stage === 'STAGE_BOTTOM' ? { chair: landlord ?? chairOf(deal.lot), landlordFound: { ids: deal.bottom } } : undefined;
}

/** True if a card is wild. @param {number} card @param {string} wilds letters of ranks */
export const isWild = (card, wilds) => wilds.includes(LETTERS[rankOf(card)]);

/** The letters that the cards stand for, where that is not themselves: "4444" for 4447. @param {Combo} combo @param {number[]} cards */
export function meaning({ standsFor }, cards) {
  const letters = [...(standsFor ?? '').replace('+', '')].sort().join('');
  return letters && letters !== [...text(cards)].sort().join('') ? standsFor : '';
}

/** True if two combos are one reading of their cards. @param {Combo} [one] @param {Combo} [other] */
export const isSameReading = (one, other) => one?.kind === other?.kind && one?.key === other?.key && one?.length === other?.length;

/**
 * Asks what some cards are, on what stands.
 * @param {Position} table @param {number[]} ids @param {Combo} [standing] @returns {Promise<Looked>}
 */
export async function lookAt(table, ids, standing) {
  const asked = { ruleset: table.setup.ruleset, cardCodec: CODEC, standing, wilds: table.hand.wilds, cards: { ids } };
  const { readings = [], playedAs } = await call('ClassifyPlay', asked);
  let choices = playedAs ? readings : [];
  if (standing && choices.length > 1) {
    // The list of answers has every reading that beats what stands, as a play of its own.
    choices = (await insideOf(table, ids, standing)).filter((play) => idsOf(play.cards).length === ids.length);
  }
  const isDefault = (/** @type {Combo} */ choice) => Number(isSameReading(choice, playedAs));
  return { readings, playedAs, choices: choices.sort((one, other) => isDefault(other) - isDefault(one)) };
}

/**
 * Every play that some cards hold, on what stands.
 * @param {Position} table @param {number[]} ids @param {Combo} [standing] @returns {Promise<Combo[]>}
 */
export async function insideOf({ setup, hand }, ids, standing) {
  const { wilds, trick } = hand;
  const present = { ...(standing && trick && { standing: { chair: chairOf(trick.player), combo: standing } }), wilds };
  const lifted = { ruleset: setup.ruleset, cardCodec: CODEC, holds: [holds(ME, ids)], present };
  const { plays = [] } = await call('ListLegalPlays', { chair: chairOf(ME), hand: lifted });
  return plays;
}
