// Wild ranks 癞子: the ranks that are drawn for a deal, and the readings of plays with wild cards.

import { call } from '../api/call.js';
import { CODEC, LETTERS, ME, chairCards, chairOf, idsOf, rankOf, sortedLetters } from './deal.js';
import { rng, streamSeed } from './seed.js';

/** @typedef {import('../../types.d.ts').Combo} Combo */

/**
 * The readings of some cards.
 * @typedef {object} Readings
 * @property {Combo[]} readings all readings
 * @property {Combo[]} choices the readings that may be played, the default first
 * @property {Combo} [playedAs] the default; undefined if none may be played
 */

/**
 * The part of a table on which the reading of cards depends.
 * @typedef {{setup: {ruleset: string}, hand: Pick<import('./hand.js').Hand, 'wilds' | 'trick'>}} Position
 */

/** The bits of the service's `rules::Hand`: four for each rank. @param {number[]} cards */
const bitsOf = (cards) => cards.reduce((sum, card) => sum + (1n << BigInt(4 * rankOf(card))), 0n);

/**
 * Draws two wild ranks, as letters. The cards are the seed, as in the service. A ruleset shows none, one or both of them.
 * The hand's `wilds` has the shown ones.
 * @param {import('./deal.js').Deal} deal
 */
export function drawWilds({ hands, bottom, first }) {
  const dealtHands = [0, 1, 2].map((step) => hands[(first + step) % 3]);
  const next = rng(dealtHands.reduce((seed, hand) => streamSeed(seed, bitsOf(hand)), bitsOf(bottom)));
  const firstRank = next(13);
  return LETTERS[firstRank] + LETTERS[(firstRank + 1 + next(12)) % 13];
}

/** The pause after the table shows a wild rank or the bottom cards. */
export const SHOW_MS = 900;

/**
 * The next event of the table itself: a wild rank or the bottom cards; undefined if there is none. An auction of the form 取经 can
 * end without a landlord: then the deal's `lot` is the landlord.
 * @param {import('../../types.d.ts').TableState} state @param {import('./deal.js').Deal} deal @param {string} wilds shown so far
 * @returns {import('../../types.d.ts').Event | undefined}
 */
export function tableEvent({ stage, landlord }, deal, wilds) {
  if (stage === 'STAGE_WILD') return { wildShown: drawWilds(deal)[wilds.length] };
  return stage === 'STAGE_BOTTOM' ? { chair: landlord ?? chairOf(deal.lot), landlordFound: { ids: deal.bottom } } : undefined;
}

/** @param {number} card @param {string} wilds letters of ranks */
export const isWild = (card, wilds) => wilds.includes(LETTERS[rankOf(card)]);

/**
 * The ranks that the cards stand for, "4444" for 4447; empty if these are the cards' own.
 * @param {Combo} combo @param {number[]} cards
 */
export function meaning({ standsFor }, cards) {
  const letters = [...(standsFor ?? '').replace('+', '')].sort().join('');
  return letters && letters !== [...sortedLetters(cards)].sort().join('') ? standsFor : '';
}

/** @param {Combo} [one] @param {Combo} [other] */
export const isSameReading = (one, other) => one?.kind === other?.kind && one?.key === other?.key && one?.length === other?.length;

/**
 * Asks for the readings of some cards against the standing combo.
 * @param {Position} table @param {number[]} ids @param {Combo} [standing] @returns {Promise<Readings>}
 */
export async function readCards(table, ids, standing) {
  const request = { ruleset: table.setup.ruleset, cardCodec: CODEC, standing, wilds: table.hand.wilds, cards: { ids } };
  const { readings = [], playedAs } = await call('ClassifyPlay', request);
  let choices = playedAs ? readings : [];
  if (standing && choices.length > 1) {
    // A reading need not beat the standing combo. The list of legal plays has those that do.
    choices = (await playsInside(table, ids, standing)).filter((play) => idsOf(play.cards).length === ids.length);
  }
  const isDefault = (/** @type {Combo} */ choice) => Number(isSameReading(choice, playedAs));
  return { readings, playedAs, choices: choices.sort((one, other) => isDefault(other) - isDefault(one)) };
}

/**
 * Asks for the legal plays with some of the cards, against the standing combo.
 * @param {Position} table @param {number[]} ids @param {Combo} [standing] @returns {Promise<Combo[]>}
 */
export async function playsInside({ setup, hand }, ids, standing) {
  const { wilds, trick } = hand;
  const present = { ...(standing && trick && { standing: { chair: chairOf(trick.player), combo: standing } }), wilds };
  const liftedHand = { ruleset: setup.ruleset, cardCodec: CODEC, holds: [chairCards(ME, ids)], present };
  const { plays = [] } = await call('ListLegalPlays', { chair: chairOf(ME), hand: liftedHand });
  return plays;
}
