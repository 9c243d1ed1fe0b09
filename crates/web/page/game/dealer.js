// Dealers that keep much of a deck's order 不洗牌. They deal as the service's `rules::Dealer` does.

import { DEALERS, DECK_SIZE, shuffle } from './deal.js';

/** @typedef {import('./deal.js').Next} Next */

/** @param {number[]} deck @param {number} one @param {number} other */
const swap = (deck, one, other) => { [deck[one], deck[other]] = [deck[other], deck[one]]; };
/** The cards of a rank; 13 and 14 are the jokers. @param {number} rank */
const cardsOfRank = (rank) => rank < 13 ? [0, 1, 2, 3].map((suit) => rank * 4 + suit) : [rank + 39];

/**
 * The four cards of each rank stay together; these groups and the jokers are in random order. Then the card at every fourth place changes
 * places with a card at or before it.
 * @param {Next} next
 */
function blocksDeck(next) {
  const deck = shuffle(Array.from({ length: 15 }, (_, rank) => rank), next).flatMap(cardsOfRank);
  for (let place = DECK_SIZE - 1; place > 0; place -= 4) swap(deck, place, next(place + 1));
  return deck;
}

/**
 * The four cards of each rank, and the two jokers, stay together in random order. Then there are five swaps, and cards are dealt up to four
 * at a time. A deal without a bomb or the rocket in a hand is repeated, at most seven times.
 * @param {Next} next
 */
function clustersDeck(next) {
  let deck = clustersOnce(next);
  for (let again = 1; again < 8 && ![0, 17, 34].some((from) => hasBomb(deck.slice(from, from + 17))); again++) deck = clustersOnce(next);
  return deck;
}

/** @param {Next} next */
function clustersOnce(next) {
  const ranks = shuffle([...Array.from({ length: 13 }, (_, rank) => rank), 14], next);
  const deck = ranks.flatMap((rank) => rank === 14 ? [52, 53] : cardsOfRank(rank));
  for (let place = 0; place < DECK_SIZE - 4; place += 12) swap(deck, place, next(DECK_SIZE));
  const first = next(3);
  /** @type {number[][]} */
  const hands = [[], [], []];
  for (let turn = first; turn < first + 15; turn++) {
    const hand = hands[turn % 3];
    hand.push(...deck.splice(0, Math.min(4, 17 - hand.length)));
  }
  return [...hands.flat(), ...deck];
}

/** @param {number[]} hand */
function hasBomb(hand) {
  const cards = new Set(hand);
  return cards.has(52) && cards.has(53) || hand.some((card) => card < 52 && cardsOfRank(card >> 2).every((it) => cards.has(it)));
}

/**
 * Cuts the last deck once, with at least ten cards on each side. Without a last deck, shuffles.
 * @param {Next} next @param {number[]} [last]
 */
function recycledDeck(next, last) {
  if (!last) return DEALERS.random(next);
  const cut = 10 + next(35);
  return [...last.slice(cut), ...last.slice(0, cut)];
}

Object.assign(DEALERS, { blocks: blocksDeck, clusters: clustersDeck, recycled: recycledDeck });
