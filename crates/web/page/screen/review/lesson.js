// One turn in detail: the act, the better act and its reason, and the actions that the judge compared.

import { h } from '../../dom.js';
import { idsOf, sortedLetters } from '../../game/deal.js';
import { actName, comboName, printedText, valueText } from '../../say.js';
import { nameOf, t } from '../../words.js';
import { actClause, handRankText, lossText, meritOf, shortActName, verdictLine } from './phrases.js';

/** @typedef {import('./phrases.js').Judged} Judged */
/** @typedef {import('./phrases.js').Opinion} Opinion */
/** @typedef {import('../../../types.d.ts').Action} Action */
/** @typedef {import('../../game/hand.js').Act} Act */

const ALTERNATIVES_MAX = 6;

/**
 * @typedef {object} Turn
 * @property {number} place
 * @property {Act} act
 * @property {import('../../game/hand.js').Hand} before
 * @property {Judged} [judged]
 * @property {boolean} isShown whether the judgement is shown
 * @property {boolean} isMistake
 * @property {{again: () => void, answer: () => void}} [asked] for the buttons, if the person can look for the better play first
 * @property {() => void} [playOn] continues the hand at a table, from before the turn
 */

/** @param {Turn} turn */
export function lesson({ place, act, before, judged, isShown, isMistake, asked, playOn }) {
  const { review, openWinner, thrownAway } = judged ?? {};
  const isLandlord = before.landlord === act.player;
  const chance = isShown ? review?.best.winChance : undefined;
  const isWorse = isShown && review && (review.verdict === 'VERDICT_MISTAKE' || review.verdict === 'VERDICT_INACCURATE');
  return [
    h('h2', {}, t('turnNumber', { n: place + 1 }), ' · ', nameOf(act.player),
      before.landlord >= 0 && h(`span.badge${isLandlord ? '.landlord' : ''}`, {}, t(isLandlord ? 'landlord' : 'peasant'))),
    isWorse ? h(`p.headline${isMistake ? '.bad' : ''}`, {}, asked ? actClause(act) : verdictLine(act, review))
      : h('p.headline', {}, actClause(act)),
    (act.action.play || act.action.passed) && h('p.soft', {},
      before.trick ? t('toBeat', { name: nameOf(before.trick.player), what: comboName(before.trick.combo) }) : t('noneToBeat')),
    isShown && review && [verdictNote(review), asked ? answerButtons(asked) : reasonList(act, review)],
    chance !== undefined && h('p.soft', {}, t('chanceHere', { n: Math.round(chance * 100) })),
    openWinner && h('p.soft', {}, t(openWinner === 'SIDE_LANDLORD' ? 'openLandlord' : 'openPeasants')),
    isShown && thrownAway && h('p.thrown', {}, t('thrownAway')),
    playOn && h('button.chip', { 'data-key': 'play-on', onclick: playOn }, t('playFromHere')),
  ];
}

/** @param {Opinion} review */
function verdictNote(review) {
  const { verdict } = review;
  const lossNote = verdict !== 'VERDICT_BEST' && lossText(review);
  return h(`p.verdict.${verdict}`, {}, t(verdict), lossNote && ` · ${lossNote.replace('+', '−')}`);
}

/** @param {{again: () => void, answer: () => void}} asked */
const answerButtons = ({ again, answer }) => h('div.asked', {},
  h('button.primary', { 'data-key': 'try', onclick: again }, t('tryFirst')),
  h('button', { 'data-key': 'answer', onclick: answer }, t('showAnswer')));

/** @param {Act} act @param {Opinion} review */
function reasonList(act, review) {
  const { best, fault } = review;
  const merit = meritOf(review);
  const rank = handRankText(best.trace, act.action, [...fault?.facts ?? [], ...merit.facts ?? []]);
  const [what, other] = [best.action, secondBest(review, act.action)].map((action) => action && shortActName({ ...act, action }));
  const part = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string | undefined} */ said) =>
    said && [h('dt', {}, label), h(`dd.${name}`, {}, printedText(said))];
  return [
    h('dl.reasons', {},
      part('fault', t('whyMade'), fault?.text),
      part('merit', other ? t('whyOver', { what, other }) : t('whyBetter', { what }), merit.text),
      rank && [h('dt', {}, t('handWorth')), h('dd.rank', {}, rank)]),
    alternativesTable(act, best),
  ];
}

/** @param {Act} act @param {import('../../../types.d.ts').Decision} best */
function alternativesTable(act, best) {
  const plays = (best.alternatives ?? []).slice(0, ALTERNATIVES_MAX);
  const isSame = (/** @type {Action | undefined} */ action) => actionText(action) === actionText(act.action);
  const worth = (/** @type {string} */ n) => best.unit === 'VALUE_UNIT_SCORE' ? t('scoreOf', { n }) : n;
  return plays.length > 0 && h('table.weighed', {}, h('caption', {}, t('weighed')), h('tbody', {}, plays.map((it) => h('tr', {},
    h('td', {}, actName({ ...act, action: it.action })), h('td', {}, worth(valueText(it, best.unit))),
    h('td.soft', {}, isSame(it.action) ? `← ${t('played')}` : '')))));
}

/**
 * The action with which the judge compares its own: the second best. Undefined if it was made or is unknown, or if the review has a merit.
 * @param {Opinion} review @param {Action} made
 */
export function secondBest({ best, merit }, made) {
  const second = merit ? undefined : best.alternatives?.[1]?.action;
  return actionText(second) === actionText(made) ? undefined : second;
}

/** An action as a text without suits. @param {Action} [action] */
const actionText = (action = {}) => action.passOn ? sortedLetters(idsOf(action.passOn))
  : action.play ? sortedLetters(idsOf(action.play.cards)) + (action.play.standsFor ?? '') : JSON.stringify(action);
