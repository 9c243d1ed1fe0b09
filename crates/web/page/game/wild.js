// Wild ranks 癞子: the ranks that a deal draws, and the readings of plays with wild cards.

import { call } from '../api/call.js';
import { CODEC, LETTERS, ME, chairOf, holds, idsOf, rankOf, text } from './deal.js';
import { rng, stream } from './seed.js';

/** @typedef {import('../../types.d.ts').Combo} Combo */

/**
 * The readings of some cards.
 * @typedef {object} Looked
 * @property {Combo[]} readings all readings
 * @property {Combo[]} choices the readings that may be played, the default first
 * @property {Combo} [playedAs] the default; undefined if none may be played
 */

/**
 * The part of a table that says how cards are read.
 * @typedef {{setup: {ruleset: string}, hand: Pick<import('./hand.js').Hand, 'wilds' | 'trick'>}} Position
 */

/** @param {number[]} cards four bits a rank, as the service's `rules::Hand` */
const bitsOf = (cards) => cards.reduce((sum, card) => sum + (1n << BigInt(4 * rankOf(card))), 0n);

/**
 * Two ranks as letters, drawn like the service's `rules::Table`, with the cards as the seed. Most rulesets show one or none of them. The
 * hand's `wilds` has the shown ones.
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

/** The letters that the cards stand for, if they are other cards: "4444" for 4447. @param {Combo} combo @param {number[]} cards */
export function meaning({ standsFor }, cards) {
  const letters = [...(standsFor ?? '').replace('+', '')].sort().join('');
  return letters && letters !== [...text(cards)].sort().join('') ? standsFor : '';
}

/** True if two combos are the same reading. @param {Combo} [one] @param {Combo} [other] */
export const isSameReading = (one, other) => one?.kind === other?.kind && one?.key === other?.key && one?.length === other?.length;

/**
 * Asks for the readings of some cards against the standing combo.
 * @param {Position} table @param {number[]} ids @param {Combo} [standing] @returns {Promise<Looked>}
 */
export async function lookAt(table, ids, standing) {
  const asked = { ruleset: table.setup.ruleset, cardCodec: CODEC, standing, wilds: table.hand.wilds, cards: { ids } };
  const { readings = [], playedAs } = await call('ClassifyPlay', asked);
  let choices = playedAs ? readings : [];
  if (standing && choices.length > 1) {
    // This list has every reading that beats the standing combo.
    choices = (await insideOf(table, ids, standing)).filter((play) => idsOf(play.cards).length === ids.length);
  }
  const isDefault = (/** @type {Combo} */ choice) => Number(isSameReading(choice, playedAs));
  return { readings, playedAs, choices: choices.sort((one, other) => isDefault(other) - isDefault(one)) };
}

/**
 * Every play in some cards, against the standing combo.
 * @param {Position} table @param {number[]} ids @param {Combo} [standing] @returns {Promise<Combo[]>}
 */
export async function insideOf({ setup, hand }, ids, standing) {
  const { wilds, trick } = hand;
  const present = { ...(standing && trick && { standing: { chair: chairOf(trick.player), combo: standing } }), wilds };
  const lifted = { ruleset: setup.ruleset, cardCodec: CODEC, holds: [holds(ME, ids)], present };
  const { plays = [] } = await call('ListLegalPlays', { chair: chairOf(ME), hand: lifted });
  return plays;
}
