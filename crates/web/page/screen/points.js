// The lower half of the start screen: who the person is, how companions play, and every point of the rules, in groups.

import { h } from '../dom.js';
import { freshSeed } from '../game/seed.js';
import { t } from '../words.js';
import '../words/points.js';

/** @typedef {import('./start.js').Point} Point */

const STRENGTHS = ['', '0', '25', '50', '75', '100'];
const ROLES = ['auction', 'landlord', 'after', 'before'];
/** Groups in the order of a hand; what belongs to none comes last. */
const GROUPS = ['deal', 'auction', 'combos', 'bombs', 'stakes', 'other'];
/** @type {Record<string, string[]>} */
const MEMBERS = {
  deal: ['dealer', 'pass-on', 'wilds', 'wild-shown'],
  auction: ['auction', 'doubling', 'doubling-reach', 'open-hand'],
  combos: [
    'wing-copies', 'wings-rocket', 'wings-lengthen', 'wings-quad-as-pairs', 'four-singles', 'four-pair-as-singles', 'four-rocket',
    'four-pairs', 'shuttle', 'shuttle-wings', 'order', 'kickers', 'triple-over-small', 'pass-card',
  ],
  bombs: ['bomb-grades', 'long-grades', 'rocket', 'chain-bomb'],
  stakes: ['scoring', 'spring', 'anti-spring', 'bomb-factors', 'factor-cap'],
};

/** @param {Point[]} points @returns {Record<string, Point[]>} */
function grouped(points) {
  /** @type {Record<string, Point[]>} */
  const groups = {};
  for (const point of points) {
    const name = GROUPS.find((group) => MEMBERS[group]?.includes(point.name)) ?? 'other';
    (groups[name] ??= []).push(point);
  }
  return groups;
}

/** @param {import('./start.js').Form} form */
function seedField({ chosen, draw }) {
  const change = (/** @type {any} */ { target }) => { chosen.seed = target.value; };
  const renew = () => { chosen.seed = freshSeed(); draw(); };
  return h('label.field', {}, h('span', {}, t('seed')), h('span.seed', {},
    h('input', {
      'data-key': 'seed', inputmode: 'numeric', pattern: '[0-9]{1,18}', maxlength: 18, value: chosen.seed, onchange: change,
    }),
    h('button.quiet', { type: 'button', 'aria-label': t('freshSeed'), title: t('freshSeed'), onclick: renew }, '⟳')));
}

/** All of it. @param {import('./start.js').Form} form */
export function rest(form) {
  const { chosen, select } = form;
  const groups = grouped(form.points().filter((point) => point.name !== 'auction'));
  return h('div.more', {},
    h('fieldset', {}, h('legend', {}, t('group-table')), h('div.fields', {},
      seedField(form),
      select(t('role'), 'role', chosen.role, ROLES.map((it) => [it, t(`role-${it}`)]), (it) => { chosen.role = it; }),
      select(t('strength'), 'strength', chosen.strength,
        STRENGTHS.map((it) => [it, it || t('strengthOwn')]), (it) => { chosen.strength = it; }))),
    GROUPS.filter((name) => groups[name]).map((name) => h('fieldset', {},
      h('legend', {}, t(`group-${name}`)), h('div.fields', {}, groups[name].map((point) => form.pointField(point))))),
    h('p.written', {}, t('written'), t('colon'), h('code', {}, form.written())));
}
