// The choices of the start screen: companions, points of the ruleset, role, pace, strength and seed.

import { call } from '../api/call.js';
import { temperamentOf } from '../card/portrait.js';
import { h } from '../dom.js';
import { freshSeed } from '../game/seed.js';
import { hasWord, t } from '../words.js';
import '../words/points.js';
import { levelName, levelOf, rulesetName, rulesetText } from './start.js';

/** @typedef {import('./start.js').Choices} Choices */
/** @typedef {{name: string, value: string, values: string[], about: string}} Point */
/** @typedef {Awaited<ReturnType<typeof form>>} Form */

/** The levels of personas, the weakest first. Other personas come last. */
const LEVELS = ['beginner', 'casual', 'skilled', 'advanced', 'expert'];
const PACES = ['1', '0.25', '0'];
const STRENGTHS = ['', '0', '25', '50', '75', '100'];
const ROLES = ['auction', 'landlord', 'after', 'before'];
/** The points of a ruleset by group. Points without a group come last. @type {Record<string, string[]>} */
const GROUPS = {
  deal: ['dealer', 'pass-on', 'wilds', 'wild-shown'],
  auction: ['auction', 'doubling', 'doubling-reach', 'open-hand'],
  combos: [
    'wing-copies', 'wings-rocket', 'wings-lengthen', 'wings-quad-as-pairs', 'four-singles', 'four-pair-as-singles', 'four-rocket',
    'four-pairs', 'shuttle', 'shuttle-wings', 'order', 'kickers', 'triple-over-small', 'pass-card',
  ],
  bombs: ['bomb-grades', 'long-grades', 'rocket', 'chain-bomb'],
  stakes: ['scoring', 'spring', 'anti-spring', 'bomb-factors', 'factor-cap'],
  other: [],
};
/** @param {Point} point */
const groupOf = ({ name }) => Object.keys(GROUPS).find((group) => GROUPS[group].includes(name)) ?? 'other';

/** @param {import('../../types.d.ts').RulesetPoint} point @returns {Point} */
const pointOf = ({ name = '', value = '', values = [], about = '' }) => ({ name, value, values, about });

/** The sort key of a persona's level. @param {string} name of a persona */
const levelRank = (name) => (LEVELS.indexOf(levelOf(name)) + LEVELS.length + 1) % (LEVELS.length + 1);
/** Sorts personas: the weakest first, other personas last. @param {string[]} names */
export const sortedPersonas = (names) => [...names].sort((one, other) => levelRank(one) - levelRank(other) || one.localeCompare(other));

/**
 * A field with a list of options.
 * @param {string} label @param {string} key @param {string} value @param {string[][]} options value and name
 * @param {(value: string) => void} choose @param {string} [about]
 */
export const field = (label, key, value, options, choose, about) =>
  h('label.field', {}, h('span', {}, label), about && h('span.about-point', {}, about),
    h('select', { 'data-key': key, onchange: (/** @type {any} */ { target }) => choose(target.value) },
      options.map(([name, shown]) => h('option', { value: name, selected: name === value }, shown))));

/** @param {string} pace @param {(pace: string) => void} choose */
export const paceField = (pace, choose) => field(t('pace'), 'pace', pace, PACES.map((it) => [it, t(`pace-${it}`)]), choose);

/** @param {Choices} chosen changed in place @param {() => void} changed draws the screen again */
export async function form(chosen, changed) {
  const [{ personas = [] }, answer] = await Promise.all([call('ListPersonas', {}), call('ListRulesets', {})]);
  const rulesets = (answer.rulesets ?? []).map(({ name = '', points = [] }) => ({ name, points: points.map(pointOf) }));
  const names = sortedPersonas(personas.map(({ name = '' }) => name));
  const levels = [...new Set(names.map(levelOf))];
  const chosenRuleset = () => rulesets.find((it) => it.name === chosen.ruleset) ?? rulesets[0];
  const valueOf = (/** @type {Point} */ { name, value }) => chosen.points[name] ?? value;
  /** The groups of points that the person has opened. @type {Set<string>} */
  const openGroups = new Set();
  /** @type {typeof field} */
  const select = (label, key, value, options, choose, about) =>
    field(label, key, value, options, (it) => { choose(it); changed(); }, about);

  /** The fields of a companion: its level, and a choice of temperaments. @param {string} key @param {number} place in `bots` */
  function companion(key, place) {
    const persona = chosen.bots[place];
    const level = levelOf(persona);
    const choose = (/** @type {string} */ name) => { chosen.bots = chosen.bots.map((it, at) => at === place ? name : it); };
    const atLevel = (/** @type {string} */ of) => names.filter((name) => levelOf(name) === of);
    const withSameTemper = (/** @type {string} */ of) => atLevel(of).find((name) => temperamentOf(name) === temperamentOf(persona)) ?? of;
    return [
      select(t(key), key, level, levels.map((it) => [it, levelName(it)]), (it) => choose(withSameTemper(it))),
      atLevel(level).length > 1 && select(t('temperament'), `${key}-temperament`, persona,
        atLevel(level).map((it) => [it, t(`temper-${temperamentOf(it)}`)]), choose),
    ];
  }

  /** @param {Point} point */
  function pointField(point) {
    const wordOr = (/** @type {string} */ key, /** @type {string} */ otherwise) => hasWord(key) ? t(key) : otherwise;
    const text = (/** @type {string} */ it) => ['yes', 'no'].includes(it) ? t(it) : wordOr(`value-${point.name}-${it}`, it);
    return select(wordOr(`point-${point.name}`, point.name), point.name, valueOf(point), point.values.map((it) => [it, text(it)]), (it) => {
      chosen.points = { ...chosen.points, [point.name]: it };
      if (it === point.value) delete chosen.points[point.name];
      setDealer();
    }, wordOr(`about-${point.name}`, point.about));
  }

  function setDealer() {
    const dealer = chosenRuleset().points.find(({ name }) => name === 'dealer');
    chosen.dealer = dealer && valueOf(dealer);
  }

  function seedField() {
    const change = (/** @type {any} */ { target }) => { chosen.seed = target.value; };
    const renew = () => { chosen.seed = freshSeed(); changed(); };
    return h('label.field', {}, h('span', {}, t('seed')), h('span.seed', {},
      h('input', {
        'data-key': 'seed', inputmode: 'numeric', pattern: '[0-9]{1,18}', maxlength: 18, value: chosen.seed, onchange: change,
      }),
      h('button.quiet', { type: 'button', 'aria-label': t('freshSeed'), title: t('freshSeed'), onclick: renew }, '⟳')));
  }

  function draw() {
    const groups = Object.keys(GROUPS).map((name) => ({ name, points: chosenRuleset().points.filter((point) => groupOf(point) === name) }));
    return h('div.more', {},
      h('fieldset', {}, h('legend', {}, t('group-table')), h('div.fields', {},
        companion('before', 1), companion('after', 0),
        select(t('ruleset'), 'ruleset', chosen.ruleset, rulesets.map(({ name }) => [name, rulesetName(name)]), (it) => {
          Object.assign(chosen, { ruleset: it, points: {} });
          setDealer();
        }),
        paceField(chosen.pace, (it) => { chosen.pace = it; }),
        select(t('role'), 'role', chosen.role, ROLES.map((it) => [it, t(`role-${it}`)]), (it) => { chosen.role = it; }),
        select(t('strength'), 'strength', chosen.strength,
          STRENGTHS.map((it) => [it, it || t('strengthOwn')]), (it) => { chosen.strength = it; }),
        seedField())),
      groups.map(({ name, points }) => points.length > 0 && h('details.group', {
        open: openGroups.has(name), ontoggle: (/** @type {any} */ { target }) => openGroups[target.open ? 'add' : 'delete'](name),
      }, h('summary', {}, t(`group-${name}`)), h('div.fields', {}, points.map(pointField)))),
      h('p.written', {}, t('written'), t('colon'), h('code', {}, rulesetText(chosen))));
  }

  return { draw };
}
