// The rows above and below the table of a review: the outcome, the person's mistakes, links, a switch, and steps through the turns.

import { h, redraw } from '../../dom.js';
import { ME } from '../../game/deal.js';
import { store } from '../../store.js';
import { whyRefused } from '../../say.js';
import { isOwnHand, language, nameOf, t } from '../../words.js';
import { costOf } from './judged.js';

/** @typedef {import('../review.js').Review} Review */

/** @param {Review} review @param {HTMLElement} region */
export function drawHead(review, region) {
  const { replayed, linked, judged, turns } = review;
  const engine = [...judged.values()].at(0)?.review.best?.source?.engineVersion;
  const cost = costOf(review);
  const { isJudged, unjudged } = review;
  redraw(region, [language(), replayed.why, judged.size, isJudged, unjudged, engine, cost], () => [
    h('div.summary', {},
      h('p.mistakes', { role: 'status' }, review.isJudged ? summary(cost) : review.unjudged ? '' : t('judging')),
      h('p.result-line', {}, review.outcome())),
    replayed.why && h('p.refused', {}, t('brokenAt',
      { n: replayed.brokenAt + 1, act: linked.acts[replayed.brokenAt], why: whyRefused({ reason: replayed.why }) })),
    review.unjudged && h('p.refused', {}, t('unjudged', { why: review.unjudged })),
    h('div.head-more', {},
      store.kept && h('a.chip.button', { 'data-key': 'table', href: '#/table' }, t('goOnNow')),
      h('a.chip.button', { 'data-key': 'lessons', href: '#/lessons' }, t('lessons')),
      h('span.soft.progress', {}, t('judgedTurns', { n: judged.size, of: turns.length })),
      engine && linked.version && engine !== linked.version
        && h('span.soft', {}, t('otherVersion', { then: linked.version, now: engine }))),
  ]);
}

/** @param {{mistakes: number, slips: number, stakes: number}} cost */
function summary({ mistakes, slips, stakes }) {
  if (!mistakes) return slips ? t('mistakesNoneBut', { n: slips }) : t('mistakesNone');
  const sum = stakes > 0 ? t('costInAll', { n: stakes.toFixed(2) }) : t('costUnknown');
  return t(isOwnHand() ? 'mistakesMine' : 'mistakesTheirs', { name: nameOf(ME), n: mistakes, cost: sum });
}

/** @param {Review} review @param {HTMLElement} region */
export function drawTools(review, region) {
  const { turns, at } = review;
  const steps = [['«', 0, 'first'], ['‹', at - 1, 'back'], ['›', at + 1, 'forward'], ['»', turns.length - 1, 'last']];
  redraw(region, [language(), at, turns.length, review.withOthers, review.marked.length], () => [
    h('div.steps', {}, steps.map(([sign, place, name]) =>
      h('button.step', { 'data-key': name, 'aria-label': t(String(name)), onclick: () => review.choose(Number(place)) }, sign)),
      h('span.soft.step-at', {}, `${at + 1} / ${turns.length}`),
      h('button', { 'data-key': 'mistake', disabled: !review.marked.length, onclick: () => review.nextMistake() },
        `▲ ${t('nextMistake')}`)),
    h('div.flips', {}, h('button.chip', {
      'data-key': 'withOthers', 'aria-pressed': String(review.withOthers),
      onclick: () => { review.withOthers = !review.withOthers; review.draw(); },
    }, t('othersMistakes'))),
  ]);
}
