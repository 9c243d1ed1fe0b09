// Sums of reviews, under `node --test`.

import assert from 'node:assert/strict';
import test from 'node:test';

/** @type {Map<string, string>} */
const stored = new Map();
const storage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => { stored.set(key, value); } };
globalThis.localStorage = globalThis.sessionStorage = storage;
const page = '../../page/';
const { habitCosts, storeReview, markSolved, meanCost, practicePositions, storedReviews } = await import(`${page}lessons.js`);

const mistake = (at, fault, stakes) => ({ at, fault, stakes, left: 9, act: { player: 0, action: { passed: true }, word: 'call' } });

test('the last fifty reviews are kept, one a hand, and what was solved stays solved', () => {
  for (let hand = 0; hand < 60; hand++) storeReview({ link: `hand-${hand}`, mistakes: [mistake(3, 'splits-pair', 0.2)] });
  assert.equal(storedReviews().length, 50);
  assert.equal(storedReviews()[0].link, 'hand-59');
  markSolved('hand-59', 3);
  storeReview({ link: 'hand-59', mistakes: [mistake(3, 'splits-pair', 0.3), mistake(5, 'big-goes', 0.1)] });
  assert.deepEqual(storedReviews()[0].mistakes.map((it) => [it.at, it.stakes, Boolean(it.isSolved)]), [[3, 0.3, true], [5, 0.1, false]]);
  assert.equal(storedReviews().length, 50);
});

test('the costliest habit leads, and ten positions come from all of them, the unsolved first', () => {
  const all = [
    { link: 'a', mistakes: [mistake(1, 'splits-pair', 0.2), mistake(4, 'covers-partner', 0.9)] },
    { link: 'b', mistakes: [mistake(2, 'splits-pair', 0.5), { ...mistake(6, 'covers-partner', 0.3), isSolved: true }] },
    { link: 'c', mistakes: Array.from({ length: 12 }, (_, place) => mistake(10 + place, 'other', 0.01)) },
  ];
  assert.deepEqual(habitCosts(all).map(({ fault, mistakes, stakes }) => [fault, mistakes.length, Number(stakes.toFixed(2))]),
    [['covers-partner', 2, 1.2], ['splits-pair', 2, 0.7], ['other', 12, 0.12]]);
  const positions = practicePositions(all);
  assert.equal(positions.length, 10);
  assert.deepEqual(positions.slice(0, 3).map(({ link, at }) => `${link}${at}`), ['a4', 'b2', 'c10']);
  assert.equal(positions.some((it) => it.isSolved), false);
  assert.equal(practicePositions(all.slice(0, 2)).at(-1).isSolved, true);
});

test('mistakes without a habit are no habit together', () => {
  const split = [5, 6].map((at) => mistake(at, 'splits-pair', 0.5));
  const all = [{ link: 'a', mistakes: [mistake(1, '', 0.9), mistake(4, '', 0.8), ...split] }];
  assert.deepEqual(habitCosts(all).map(({ fault, mistakes }) => [fault, mistakes.map(({ at }) => at)]),
    [['splits-pair', [5, 6]], ['', [1]], ['', [4]]]);
});

test('few hands have no mean', () => {
  const hand = (stakes) => ({ link: String(stakes), mistakes: [mistake(0, 'other', stakes)] });
  assert.equal(meanCost(Array.from({ length: 9 }, () => hand(1))), undefined);
  const { mean, error } = meanCost([...Array.from({ length: 5 }, () => hand(1)), ...Array.from({ length: 5 }, () => hand(0))]);
  assert.equal(mean, 0.5);
  assert.ok(error > 0.3 && error < 0.4, String(error));
});
