// Lessons from reviews, for the person who uses this browser: the mistakes of the last reviewed hands, their cost by habit, and positions
// to practise. The browser stores the data.

import { readJson, writeJson } from './store.js';

/**
 * A mistake of the person.
 * @typedef {object} Mistake
 * @property {number} at the place of the turn in the hand
 * @property {string} fault the habit that it shows; empty for none
 * @property {number} stakes its cost; 0 if unknown
 * @property {{player: number, action: import('../types.d.ts').Action, word: string}} act
 * @property {number} left the number of cards that the person held
 * @property {boolean} [isLandlord] undefined before the landlord is known
 * @property {{player: number, play: import('../types.d.ts').Combo}} [facing] the standing play
 * @property {boolean} [isSolved] whether the person has found a good play later
 */

/** @typedef {{link: string, mistakes: Mistake[]}} Reviewed */
/** @typedef {Mistake & {link: string}} Position */

const REVIEWS_KEY = 'thirdseat-reviews';
const REVIEWS_MAX = 50;
/** The fewest hands for a mean: with fewer hands it would be noise. */
export const MEAN_HANDS_MIN = 10;
const POSITIONS_MAX = 10;

/** @returns {Reviewed[]} the last one first */
export const storedReviews = () => readJson(localStorage, REVIEWS_KEY, []);

/** Stores a review and removes an earlier review of the same hand. Solved mistakes stay solved. @param {Reviewed} review */
export function storeReview(review) {
  const all = storedReviews();
  const before = all.find(({ link }) => link === review.link)?.mistakes ?? [];
  const wasSolved = (/** @type {Mistake} */ { at }) => before.some((it) => it.at === at && it.isSolved);
  const newReview = { ...review, mistakes: review.mistakes.map((it) => wasSolved(it) ? { ...it, isSolved: true } : it) };
  writeJson(localStorage, REVIEWS_KEY, [newReview, ...all.filter(({ link }) => link !== review.link)].slice(0, REVIEWS_MAX));
}

export const forgetReviews = () => writeJson(localStorage, REVIEWS_KEY, []);

/** @param {string} link @param {number} at */
export function markSolved(link, at) {
  const all = storedReviews();
  const mistake = all.find((it) => it.link === link)?.mistakes.find((it) => it.at === at);
  if (!mistake) return;
  mistake.isSolved = true;
  writeJson(localStorage, REVIEWS_KEY, all);
}

/**
 * The habits, sorted by cost, the highest first. Each has its mistakes in the same order. A mistake without a habit is an entry of its own.
 * @param {Reviewed[]} all @returns {{fault: string, stakes: number, mistakes: Position[]}[]}
 */
export function habitCosts(all) {
  const linkedMistakes = all.flatMap(({ link, mistakes }) => mistakes.map((it) => ({ ...it, link })));
  /** @type {Map<string, Position[]>} */
  const byHabit = new Map();
  for (const it of linkedMistakes.sort((a, b) => b.stakes - a.stakes)) {
    const habit = it.fault || `${it.link}/${it.at}`;
    byHabit.set(habit, [...byHabit.get(habit) ?? [], it]);
  }
  const habits = [...byHabit.values()].map((mistakes) =>
    ({ fault: mistakes[0].fault, stakes: mistakes.reduce((sum, { stakes }) => sum + stakes, 0), mistakes }));
  return habits.sort((a, b) => b.stakes - a.stakes || b.mistakes.length - a.mistakes.length);
}

/** The mean cost of mistakes in a hand, and half its 95% interval; undefined with few hands. @param {Reviewed[]} all */
export function meanCost(all) {
  if (all.length < MEAN_HANDS_MIN) return undefined;
  const costs = all.map(({ mistakes }) => mistakes.reduce((sum, { stakes }) => sum + stakes, 0));
  const mean = costs.reduce((sum, it) => sum + it, 0) / costs.length;
  const variance = costs.reduce((sum, it) => sum + (it - mean) ** 2, 0) / (costs.length - 1);
  return { mean, error: 1.96 * Math.sqrt(variance / costs.length) };
}

/**
 * Positions to practise, from the habits in turn, the costliest first; unsolved positions come first of all.
 * @param {Reviewed[]} all @returns {Position[]}
 */
export function practicePositions(all) {
  const byFault = habitCosts(all).map(({ mistakes }) => mistakes);
  const longest = Math.max(0, ...byFault.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, place) => byFault.flatMap((list) => list.slice(place, place + 1))).flat();
  return inTurn.sort((a, b) => Number(a.isSolved ?? false) - Number(b.isSolved ?? false)).slice(0, POSITIONS_MAX);
}
