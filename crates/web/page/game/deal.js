// Cards by number, and deals. A card is a number from 0 to 53 of CARD_CODEC_RANKS_FROM_0: four 3s, four 4s … four 2s, then the jokers.
// Players: 0 is the person or a bot in its place, 1 (Ming) plays after it, 2 (Lan) before. They sit on the chairs in this order.

import { rng, streamSeed } from './seed.js';

export const LETTERS = '3456789TJQKA2XD';
export const ME = 0;
export const BOTS = [1, 2];
export const PLAYERS = [ME, ...BOTS];
export const CODEC = /** @type {const} */ ('CARD_CODEC_RANKS_FROM_0');
/** @typedef {import('../../types.d.ts').Chair} Chair */

/** @type {Chair[]} */
const CHAIRS = ['CHAIR_FIRST', 'CHAIR_SECOND', 'CHAIR_THIRD'];

/** The rank of a card, from 0 for a 3 to 14 for the big joker. @param {number} card */
export const rankOf = (card) => card < 52 ? card >> 2 : card - 39;
/** The suit: 0 ♠, 1 ♥, 2 ♣, 3 ♦; 4 for jokers. @param {number} card */
export const suitOf = (card) => card < 52 ? card & 3 : 4;
/** Sorts cards as a person holds them: high cards first. @param {number[]} cards */
export const sorted = (cards) => [...cards].sort((a, b) => rankOf(b) - rankOf(a) || suitOf(a) - suitOf(b));
/** The rank letters of cards, low to high. @param {number[]} cards */
export const sortedLetters = (cards) => sorted(cards).reverse().map((card) => LETTERS[rankOf(card)]).join('');
/**
 * The cards of a play in display order: the body first, then the wings: 4 4 4 3.
 * @param {number[]} cards @param {import('../../types.d.ts').Combo} [combo] its reading; by default, ranks with more cards come first
 */
export function displayOrder(cards, combo = {}) {
  const lowFirst = sorted(cards).reverse();
  const wings = combo.standsFor?.split('+')[1];
  if (combo.standsFor) return bodyFirst(lowFirst, (card) => !wings?.includes(LETTERS[rankOf(card)]));
  const key = LETTERS.indexOf(combo.key || '?');
  if (key >= 0) return bodyFirst(lowFirst, (card) => rankOf(card) <= key && rankOf(card) > key - (combo.length || 1));
  const count = (/** @type {number} */ card) => lowFirst.filter((it) => rankOf(it) === rankOf(card)).length;
  return lowFirst.sort((a, b) => count(b) - count(a));
}

/** @param {number[]} cards @param {(card: number) => boolean} isBody */
const bodyFirst = (cards, isBody) => [...cards.filter(isBody), ...cards.filter((card) => !isBody(card))];

/** The rank letters of cards, in the order of the cards. @param {number[]} cards */
export const lettersOf = (cards) => cards.map((card) => LETTERS[rankOf(card)]).join('');

/** @param {number[]} cards @param {number[]} gone */
export const without = (cards, gone) => cards.filter((card) => !gone.includes(card));

/** For each wanted card, a held card of its rank, if one is left. @param {number[]} held @param {number[]} wanted @returns {number[]} */
export function matchingCards(held, wanted) {
  const left = [...held];
  return wanted.flatMap((card) => {
    const at = left.findIndex((it) => rankOf(it) === rankOf(card));
    return at < 0 ? [] : left.splice(at, 1);
  });
}

/** @param {import('../../types.d.ts').Cards} [cards] @returns {number[]} */
export const idsOf = (cards) => cards?.ids ?? [];

/** @param {number} player */
export const chairOf = (player) => CHAIRS[player];
/** @param {Chair} [chair] @returns {number} -1 if it is missing */
export const playerOf = (chair) => CHAIRS.indexOf(chair ?? 'CHAIR_UNSPECIFIED');
/** @param {number} player @param {number[]} ids */
export const chairCards = (player, ids) => ({ chair: chairOf(player), cards: { ids } });

/**
 * @typedef {object} Deal
 * @property {number[][]} hands by player
 * @property {number[]} bottom
 * @property {number} first the player who speaks first
 * @property {number} landlord -1 if there is an auction
 * @property {number} lot the player who becomes the landlord if an auction 取经 ends without one
 * @property {number} [passOn] 换三张: the distance to the receiver of a player's three cards; 0 or missing if none are known to be passed on
 * @property {import('../../types.d.ts').AuctionForm} [auction] may be missing
 */

/** The deal of a table before its first deal: no cards. @type {Deal} */
export const NO_DEAL = { hands: [[], [], []], bottom: [], first: 0, landlord: -1, lot: 0 };

/** The parts of a deal that follow from the service's description of the ruleset. @param {import('../../types.d.ts').Ruleset} [ruleset] */
export const dealRules = ({ auction, passOn = 'PASS_ON_UNSPECIFIED' } = {}) =>
  ({ auction, passOn: { PASS_ON_UNSPECIFIED: 0, PASS_ON_NEXT: 1, PASS_ON_PREVIOUS: 2 }[passOn] ?? 0 });

const SPEAKER_STREAM = 0;
const DEALS_STREAM = 1;
const DECK_STREAM = 0;

export const DECK_SIZE = 54;
/** A function that returns the next random number below a bound. @typedef {(bound: number) => number} Next */

/** @param {number[]} cards @param {Next} next */
export function shuffle(cards, next) {
  for (let last = cards.length - 1; last > 0; last--) {
    const other = next(last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

/**
 * The dealers, by the value of the ruleset's point `dealer`. A dealer returns a deck: 17 cards for the player who speaks first, 17 for the
 * next, 17 for the last, and the bottom. `last` is the deck after the last hand, for a dealer that keeps its order.
 * @type {Record<string, (next: Next, last?: number[]) => number[]>}
 */
export const DEALERS = { random: (next) => shuffle(Array.from({ length: DECK_SIZE }, (_, card) => card), next) };

/** Loads the other dealers, unless `dealer` is known here. @param {string} [dealer] */
export const loadDealer = async (dealer = 'random') => { if (!(dealer in DEALERS)) await import('./dealer.js'); };

/**
 * Computes a deal. The first speaker changes with each deal.
 * @param {string} seed @param {number} number
 * @param {string} [dealer] the value of the ruleset's point `dealer` @param {number[]} [last] the deck after the last hand
 * @returns {Deal}
 */
export function deal(seed, number, dealer = 'random', last = undefined) {
  const root = BigInt(seed);
  const next = rng(streamSeed(streamSeed(root, DEALS_STREAM + number), DECK_STREAM));
  const deck = (DEALERS[dealer] ?? DEALERS.random)(next, last);
  const lot = next(3);
  const shift = (rng(streamSeed(root, SPEAKER_STREAM))(3) + number) % 3;
  const bySpeaker = [0, 17, 34].map((from) => sorted(deck.slice(from, from + 17)));
  return {
    hands: [0, 1, 2].map((player) => bySpeaker[(player + shift) % 3]),
    bottom: sorted(deck.slice(51)),
    first: (3 - shift) % 3,
    landlord: -1,
    lot: (lot - shift + 3) % 3,
  };
}

/**
 * The events that begin a hand: the deal, with the cards of the players in `known`, and the landlord if there is no auction.
 * @param {Deal} deal @param {number[]} known @returns {import('../../types.d.ts').RoomEvent[]}
 */
export function firstEvents({ hands, bottom, first, landlord }, known) {
  const dealEvent = { dealt: { first: chairOf(first), holds: known.map((player) => chairCards(player, hands[player])) } };
  return landlord < 0 ? [dealEvent] : [dealEvent, { table: { chair: chairOf(landlord), landlordFound: { ids: bottom } } }];
}

/**
 * The same deal with a chosen landlord, without passed cards and without an auction.
 * @param {Deal} from @param {number} landlord @returns {Deal}
 */
export const withLandlord = (from, landlord) => ({ ...from, first: landlord, landlord, passOn: 0 });

/**
 * Computes a deal of a session, with the landlord that its setup chooses, if any.
 * @param {import('./hand.js').Setup} setup @param {number} number @param {number[]} [last] for the dealer @returns {Deal}
 */
export function dealOf({ seed, dealer, passOn, auction, role }, number, last) {
  const cards = { ...deal(seed, number, dealer, last), passOn, auction };
  const landlord = { auction: -1, landlord: 0, after: 2, before: 1 }[role];
  return landlord < 0 ? cards : withLandlord(cards, landlord);
}

/** The same deal with the players moved by one chair: each player gets the cards of the next player. @param {Deal} from @returns {Deal} */
export function rotatedDeal(from) {
  const next = (/** @type {number} */ player) => player < 0 ? player : (player + 2) % 3;
  const hands = [0, 1, 2].map((player) => from.hands[(player + 1) % 3]);
  return { ...from, hands, first: next(from.first), landlord: next(from.landlord), lot: next(from.lot) };
}
