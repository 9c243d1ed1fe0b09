// The bots' reasons: acts with their reasons, the compared plays with their values, the decider, and the time.

import { required } from '../api/call.js';
import { h, redraw } from '../dom.js';
import { actName, comboName, printedText, valueText } from '../say.js';
import { hasWord, language, nameOf, t } from '../words.js';
import '../words/review.js';
import { handRankText } from './review/phrases.js';

/** @typedef {import('../../types.d.ts').Decision} Decision */
/** @typedef {import('../game/hand.js').Act} Act */

const ALTERNATIVES_MAX = 3;

/**
 * The acts of bots, as a list.
 * @param {{acts: Act[], landlord: number}} hand @param {Decision[]} decisions by the place of their act
 * @param {{isLatestFirst?: boolean, nameOf?: (player: number) => string}} [options]
 */
export function whyList({ acts, landlord }, decisions, { isLatestFirst = false, nameOf: name = nameOf } = {}) {
  const items = acts.flatMap((act, place) => decisions[place] ? [{ act, place, decision: decisions[place] }] : []);
  if (isLatestFirst) items.reverse();
  return h('ol.whys', {}, items.map(({ act, place, decision }) => h('li.why-act', { 'data-act': place },
    h('p.why-head', {}, h('b', {}, name(act.player)), act.player === landlord && h('span.badge.landlord', {}, t('landlord')),
      h('span', {}, actName(act))),
    decision.reason?.text && h('p.why-text', {}, printedText(decision.reason.text)),
    alternativesLine(act, decision),
    decision.trace?.split && splitLine(decision.trace.split),
    h('p.why-meta', {}, decisionNotes(decision, landlord, name).join(' · ')))));
}

/** @param {Act} act @param {Decision} decision */
function alternativesLine(act, { alternatives = [], unit = 'VALUE_UNIT_UNSPECIFIED' }) {
  const shown = alternatives.slice(0, ALTERNATIVES_MAX);
  if (shown.length < 2) return '';
  return h('p.why-weighed', {}, t('whyWeighed', { unit: t(`unit-${unit}`) }), t('colon'), shown.map((it) => [
    ' ', h('span.weighed-play', {}, `${actName({ ...act, action: it.action })} `, h('b', {}, valueText(it, unit)),
      it.covered !== undefined && ` ${t('whyCovered', { n: Math.round(it.covered * 100) })}`)]));
}

/** The combos of a bot's split plan, with their points if known. @param {import('../../types.d.ts').SplitPlan} plan */
function splitLine({ parts = [] }) {
  const worth = (/** @type {number} */ it) => t('gainOf', { n: it.toFixed(1).replace('-', '−') });
  const items = parts.map(({ action, value }) => comboName(required(action?.play)) + (value === undefined ? '' : worth(value)));
  return h('p.why-split', {}, t('whySplit', { n: parts.length }), t('colon'), items.join(' · '));
}

/** @param {number} us */
const milliseconds = (us) => us < 100 ? '<0.1' : (us / 1000).toFixed(us < 10000 ? 1 : 0);

/**
 * The decider and other facts about a decision, as texts.
 * @param {Decision} decision @param {number} landlord @param {(player: number) => string} name @returns {string[]}
 */
function decisionNotes({ action, reason, source, trace, winChance }, landlord, name) {
  const path = trace?.winPath?.map(comboName).join(' → ');
  const guard = trace?.guard && (hasWord(`guard-${trace.guard}`) ? t(`guard-${trace.guard}`) : trace.guard);
  const naiveNotes = (trace?.takenAsNaive ?? []).flatMap((share, seat) => share > 0 && landlord >= 0
    ? [t('whyNaive', { who: name((landlord + seat) % 3), n: Math.round(share / 10) })] : []);
  return [
    t(source?.decider ?? 'DECIDER_UNSPECIFIED'),
    winChance !== undefined && t('whyWins', { n: Math.round(winChance * 100) }),
    source?.worlds && t('whyWorlds', { n: source.worlds }), ...naiveNotes,
    source?.computeUs !== undefined && t('whyTime', { n: milliseconds(source.computeUs) }),
    path && t('whyPath', { what: path }), guard && t('whyGuard', { what: guard }),
    handRankText(trace, action, reason?.facts),
  ].filter((it) => typeof it === 'string' && it !== '').map(String);
}

/**
 * Opens the side panel at the table. Reasons may name hidden cards, so during a hand they are shown only if the companions' cards are open.
 * @param {HTMLElement} body @param {import('../game/backend.js').Table} table @param {{layOpen: () => void, closed: () => void}} on
 */
export function open(body, table, on) {
  const head = h('div.why-head-bar');
  const list = h('div.why-body');
  const escape = (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') { event.preventDefault(); close(); } };
  const drawer = h('aside.why-drawer', { onkeydown: escape }, head, list);
  const close = () => { drawer.remove(); on.closed(); };
  const draw = () => {
    const { hand, kept } = table;
    const isShown = kept.isOpen || table.waits === 'over';
    drawer.setAttribute('aria-label', t('whyTitle'));
    redraw(head, [language()], () => [
      h('h2', {}, t('whyTitle')), h('button.quiet', { 'data-key': 'close-why', 'aria-label': t('close'), onclick: close }, '✕')]);
    redraw(list, [language(), isShown, kept.decisions, hand.acts.length], () => !isShown
      ? [h('p.soft', {}, t('whyHidden')), h('button', { 'data-key': 'why-open', onclick: () => { on.layOpen(); draw(); } }, t('layOpen'))]
      : kept.decisions.some(Boolean) ? whyList(hand, kept.decisions, { isLatestFirst: true }) : h('p.soft', {}, t('whyNone')));
  };
  body.append(drawer);
  draw();
  /** @type {HTMLElement} */ (head.querySelector('button')).focus();
  return { draw, close };
}
