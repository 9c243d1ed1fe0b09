// The screen of lessons: the mistakes of the last reviews by habit, the costliest first, the person's level, and positions to play again.

import { h, svg } from '../dom.js';
import { MEAN_HANDS_MIN, forgetReviews, habitCosts, meanCost, practicePositions, storedReviews } from '../lessons.js';
import { language, nameOf, t } from '../words.js';
import '../words/review.js';
import { loadPlayer, ownLevel } from './level.js';
import { actClause, faultName, shortActName } from './review/phrases.js';

const COSTS_MAX = 8;

/** @param {HTMLElement} root @param {HTMLElement} bar */
export function open(root, bar) {
  const page = h('section.lessons');
  root.replaceChildren(page);
  /** @type {import('./level.js').Player} */
  let player = {};
  loadPlayer().then((found) => { player = found; draw(); });

  function draw() {
    const all = storedReviews();
    bar.replaceChildren(h('span', {}, t('lessons')));
    const emptyPage = () => [h('p.soft', {}, t('lessonsNone')), h('a.button', { href: '#/' }, t('home'))];
    page.replaceChildren(...h('div', {}, h('h2', {}, t('lessons')), all.length ? content(all) : emptyPage()).childNodes);
  }

  /** @param {import('../lessons.js').Reviewed[]} all */
  function content(all) {
    const mean = meanCost(all);
    const costs = habitCosts(all).slice(0, COSTS_MAX);
    const positions = practicePositions(all);
    const next = positions.find((it) => !it.isSolved) ?? positions[0];
    const forget = () => { forgetReviews(); draw(); };
    return [
      h('p.soft', {}, t('lessonsOf', { n: all.length }), t('stop'), mean
        ? t('lessonsMean', { mean: mean.mean.toFixed(2), error: mean.error.toFixed(2) })
        : t('lessonsFew', { n: all.length, of: MEAN_HANDS_MIN })),
      ownLevel(player),
      costs.length ? h('ol.costs', {}, costs.map((sum) => h('li', {},
        sum.fault ? h('span.fault', {}, faultName(sum.fault))
          : h('a.fault', { href: addressOf(sum.mistakes[0]) }, describePosition(sum.mistakes[0])),
        h('span.soft', {}, t('lessonTimes', { n: sum.mistakes.length, cost: sum.stakes.toFixed(2) })), barOf(sum.stakes, costs[0].stakes))))
        : h('p', {}, t('mistakesNone')),
      positions.length > 0 && h('h3', {}, t('practice')),
      next && h('div.deal-row', {}, h('a.button.primary', { 'data-key': 'practise', href: addressOf(next) }, t('practiceStart')),
        h('span.soft', {}, t('practiceAt', { n: positions.filter((it) => it.isSolved).length, of: positions.length }))),
      h('ol.positions', {}, positions.map((it, place) => h('li', {}, h('a', { 'data-key': `position-${place}`, href: addressOf(it) },
        h('span.number', {}, place + 1), h('span', {}, describePosition(it)),
        it.isSolved ? h('span.done', {}, `✓ ${t('practiceDone')}`) : it.fault && h('span.fault', {}, faultName(it.fault)))))),
      h('div', {}, h('button.quiet', { 'data-key': 'forget-reviews', onclick: forget }, t('lessonsForget'))),
    ];
  }

  return { draw, close() {} };
}

/** @param {import('../lessons.js').Position} position */
const addressOf = ({ link, at }) => `#/hand/${link}/${at}/try`;

/** A description of a position and the person's act. @param {import('../lessons.js').Position} position */
function describePosition({ act, left, isLandlord, facing }) {
  const role = isLandlord === undefined ? '' : `${t(isLandlord ? 'landlord' : 'peasant')} · `;
  const facingText = facing ? t('practiceFacing', { name: nameOf(facing.player), what: shortActName({ action: { play: facing.play } }) })
    : act.action.play ? t('practiceLead') : '';
  return `${role}${t('cardsLeft', { n: left })} · ${facingText}${actClause(act)}`;
}

/** A bar whose length is `part` relative to `longest`. @param {number} part @param {number} longest */
const barOf = (part, longest) => svg('svg.cost-bar', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
  svg('rect.all', { width: 100, height: 8 }),
  svg('rect.part', { width: longest > 0 ? Math.max(1, 100 * part / longest) : 0, height: 8 }));
