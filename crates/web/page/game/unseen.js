// The card counter (记牌器): how many of each rank the person has not seen. From the person's own view alone: the deck, less the
// person's hand, less what was played. The bottom cards count as unseen until they are played, for they are in a player's hand.

import { rankOf } from './deal.js';

/** Fifteen counts, for 3 to the big joker. @param {number[]} own @param {number[]} played */
export function unseen(own, played) {
  const left = Array.from({ length: 15 }, (_, rank) => rank < 13 ? 4 : 1);
  for (const card of [...own, ...played]) left[rankOf(card)]--;
  return left;
}
