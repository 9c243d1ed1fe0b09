// The rows above and below the table of a review: the outcome, the person's mistakes, tabs, switches, and steps through the turns.

import { h, redraw } from '../../dom.js';
import { ME } from '../../game/deal.js';
import { store } from '../../store.js';
import { whyRefused } from '../../say.js';
import { isOwn, language, nameOf, t } from '../../words.js';
import { costOf } from './judged.js';
import { judgeName } from './phrases.js';

/** @typedef {import('../review.js').Review} Review */

/** @param {Review} review @param {HTMLElement} region */
export function head(review, region) {
  const { replayed, linked, judged, turns } = review;
  const engine = [...judged.values()].at(0)?.review.best?.source?.engineVersion;
  const cost = costOf(review);
  const { isJudged, unjudged, judge, tab } = review;
  const choose = (/** @type {any} */ { target }) => {
    review.stop();
    review.revealed.clear();
    review.judge = target.value;
    review.start();
  };
  const show = (/** @type {'hand' | 'why'} */ name) => { review.stop(); review.tab = name; review.draw(); };
  redraw(region, [language(), replayed.why, judged.size, isJudged, unjudged, judge, tab, engine, cost], () => [
    h('div.summary', {},
      h('p.mistakes', { role: 'status' }, review.isJudged ? summary(cost) : review.unjudged ? '' : t('judging')),
      h('p.result-line', {}, review.outcome())),
    replayed.why && h('p.refused', {}, t('brokenAt',
      { n: replayed.brokenAt + 1, act: linked.acts[replayed.brokenAt], why: whyRefused({ reason: replayed.why }) })),
    review.unjudged && h('p.refused', {}, t('unjudged', { why: review.unjudged })),
    h('div.head-row', {},
      h('div.tabs', { role: 'tablist' }, /** @type {const} */ (['hand', 'why']).map((name) => h('button.chip', {
        role: 'tab', 'data-key': `tab-${name}`, 'aria-selected': String(tab === name), onclick: () => show(name),
      }, t(`tab-${name}`)))),
      store.kept && h('a.chip.button', { 'data-key': 'table', href: '#/table' }, t('goOnNow'))),
    h('div.head-more', {},
      h('a.chip.button', { 'data-key': 'lessons', href: '#/lessons' }, t('lessons')),
      h('label.judge', {}, t('judge'), h('select', { 'data-key': 'judge', onchange: choose },
        review.judges.map((name) => h('option', { value: name, selected: name === review.judge }, judgeName(name))))),
      h('span.soft.progress', {}, t('judgedTurns', { n: judged.size, of: turns.length })),
      engine && linked.version && engine !== linked.version
        && h('span.soft', {}, t('otherVersion', { then: linked.version, now: engine }))),
  ]);
}

/** @param {{mistakes: number, slips: number, stakes: number}} cost */
function summary({ mistakes, slips, stakes }) {
  if (!mistakes) return slips ? t('mistakesNoneBut', { n: slips }) : t('mistakesNone');
  const sum = stakes > 0 ? t('costInAll', { n: stakes.toFixed(2) }) : t('costUnknown');
  return t(isOwn() ? 'mistakesMine' : 'mistakesTheirs', { name: nameOf(ME), n: mistakes, cost: sum });
}

/** @param {Review} review @param {HTMLElement} region */
export function tools(review, region) {
  const { turns, at } = review;
  const steps = [['«', 0, 'first'], ['‹', at - 1, 'back'], ['›', at + 1, 'forward'], ['»', turns.length - 1, 'last']];
  const flip = (/** @type {'withOthers' | 'withCurves'} */ name, /** @type {string} */ label) => h('button.chip', {
    'data-key': name, 'aria-pressed': String(review[name]), onclick: () => { review[name] = !review[name]; review.draw(); },
  }, label);
  redraw(region, [language(), at, turns.length, review.withOthers, review.withCurves, review.marked.length], () => [
    h('div.steps', {}, steps.map(([sign, place, name]) =>
      h('button.step', { 'data-key': name, 'aria-label': t(String(name)), onclick: () => review.choose(Number(place)) }, sign)),
      h('span.soft.step-at', {}, `${at + 1} / ${turns.length}`),
      h('button', { 'data-key': 'mistake', disabled: !review.marked.length, onclick: () => review.nextMistake() },
        `▲ ${t('nextMistake')}`)),
    h('div.flips', {}, flip('withOthers', t('othersMistakes')), flip('withCurves', t('othersCurves'))),
  ]);
}
