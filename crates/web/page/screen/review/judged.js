// Marks, chances and costs from the judgements of a review, and the storing of its mistakes as lessons.

import { ME } from '../../game/deal.js';
import { encode } from '../../game/link.js';
import { handAfter } from '../../game/hand.js';
import { storeReview, practicePositions, storedReviews } from '../../lessons.js';
import { store } from '../../store.js';
import { faultCode, lossInStakes } from './phrases.js';

/** @typedef {import('../review.js').Review} Review */

/** @type {Record<string, 'mistake' | 'inaccurate'>} */
const MARKS = { VERDICT_MISTAKE: 'mistake', VERDICT_INACCURATE: 'inaccurate' };

/**
 * The mark of a turn. Turns of other players have marks only if these are switched on.
 * @param {Review} review @param {number} place @returns {'mistake' | 'inaccurate' | ''}
 */
export function markOf(review, place) {
  const player = review.acts[place]?.player;
  if (player === undefined || (player !== ME && !review.withOthers)) return '';
  return MARKS[review.judged.get(review.turns[place])?.review.verdict ?? ''] ?? '';
}

/**
 * The weight of the person's mistake or slip at a turn, otherwise 0. A mistake without a `valueLost` weighs like one of eight stakes.
 * @param {Review} review @param {number} place
 */
export function mistakeWeight(review, place) {
  if (review.acts[place].player !== ME) return 0;
  const opinion = review.judged.get(review.turns[place])?.review;
  if (opinion?.verdict === 'VERDICT_MISTAKE') return opinion.valueLost === undefined ? 9 : 1 + lossInStakes(opinion);
  return opinion?.verdict === 'VERDICT_INACCURATE' ? 0.001 + lossInStakes(opinion) / 1e6 : 0;
}

/**
 * The win chance of each player's side at a turn, from that player's last known chance; undefined before the turn is judged.
 * @param {Review} review @param {number} place @returns {(number | undefined)[]}
 */
export function chancesOf(review, place) {
  if (!review.judged.has(review.turns[place])) return [undefined, undefined, undefined];
  const chanceAt = (/** @type {number} */ at) => review.judged.get(review.turns[at])?.chance;
  return [0, 1, 2].map((player) => {
    let at = place;
    while (at >= 0 && (review.acts[at]?.player !== player || chanceAt(at) === undefined)) at -= 1;
    return chanceAt(at);
  });
}

/** @param {Review} review */
function mistakesOf(review) {
  return review.turns.flatMap((turn, at) => {
    const opinion = review.judged.get(turn)?.review;
    const act = review.acts[at];
    if (act.player !== ME || opinion?.verdict !== 'VERDICT_MISTAKE' || act.action.passOn) return [];
    const { trick, hands, landlord } = handAfter(review.linked.deal, review.replayed.events.slice(0, turn));
    return [{
      at, fault: faultCode(opinion), stakes: lossInStakes(opinion), act: { player: ME, action: act.action, word: act.word },
      left: hands[ME].length, isLandlord: landlord < 0 ? undefined : landlord === ME,
      facing: trick && { player: trick.player, play: trick.combo },
    }];
  });
}

/** @param {Review} review */
export function costOf(review) {
  const mistakes = mistakesOf(review);
  const isSlip = (/** @type {number} */ turn) => review.judged.get(turn)?.review.verdict === 'VERDICT_INACCURATE';
  const slips = review.turns.filter((turn, at) => review.acts[at].player === ME && isSlip(turn));
  return { mistakes: mistakes.length, slips: slips.length, stakes: mistakes.reduce((sum, { stakes }) => sum + stakes, 0) };
}

/** Stores the mistakes of a review for the lessons, if it is one of the last hands here, without open cards. @param {Review} review */
export function keepMistakes(review) {
  const link = encode(review.linked, review.replayed.events);
  const hand = store.played.hands.find((it) => it.link === `#/hand/${link}`);
  if (hand && !hand.isOpen) storeReview({ link, mistakes: mistakesOf(review) });
}

/** The address of the next position to practise; if there is none, the address of the lessons. @param {Review} review */
export function nextAddress(review) {
  const link = encode(review.linked, review.replayed.events);
  const next = practicePositions(storedReviews()).find((it) => !it.isSolved && !(it.link === link && it.at === review.at));
  return next ? `#/hand/${next.link}/${next.at}/try` : '#/lessons';
}
