// The first screen: the companions and the rules, each with a default, and beside them what else there is. Enter deals.

import { call } from '../api/call.js';
import { face } from '../card/face.js';
import { portrait, temperamentOf } from '../card/portrait.js';
import { h } from '../dom.js';
import { factsOf } from '../game/deal.js';
import { freshSeed } from '../game/seed.js';
import { signed } from '../say.js';
import { keepSetup, keepTable, store } from '../store.js';
import { has, language, t } from '../words.js';

/** @typedef {import('../game/backend.js').Setup} Setup */
/** A point of a ruleset. @typedef {{name: string, value: string, values: string[], about: string}} Point */
/** @typedef {{bots: string[], ruleset: string, points: Record<string, string>}} Game */
/** @typedef {Game & {role: any, pace: string, strength: string, seed: string}} Chosen */
/** @typedef {(value: string) => void} Choose */
/** @typedef {(label: string, key: string, value: string, options: [string, string][], choose: Choose) => HTMLElement} Select */
/**
 * Values and functions with which the lower half of the form is drawn.
 * @typedef {object} Form
 * @property {Chosen} chosen
 * @property {() => Point[]} points of the ruleset
 * @property {() => string} written the ruleset as requests write it
 * @property {Select} select
 * @property {(point: Point) => HTMLElement} pointField
 * @property {() => void} draw
 */

/** Levels, the weakest first. Those that are not listed play for comparison, and come last. */
const LEVELS = ['beginner', 'casual', 'skilled', 'advanced', 'expert'];
/** Cards that are only looked at. */
const FAN = [53, 48, 45, 42, 0];
const PACES = ['1', '0.25', '0'];
const DEFAULTS = { bots: ['casual', 'skilled-patient'], ruleset: 'classic', role: 'auction', pace: '1', strength: '' };
const DAY_MS = 86_400_000;
const STARS = 3;

/** @param {import('../../types.d.ts').RulesetPoint} point @returns {Point} */
const pointOf = ({ name = '', value = '', values = [], about = '' }) => ({ name, value, values, about });

/** The lower half of the form, for few people change it: loaded as it is wanted. @type {typeof import('./points.js')} */
let points;

/** A persona's level: its name less the temperament. @param {string} name */
export const levelOf = (name) => name.replace(/-(hasty|hesitant|patient)$/, '');

/** @param {HTMLElement} root */
export async function open(root) {
  const [{ personas = [] }, answer, played] = await Promise.all([call('ListPersonas', {}), call('ListRulesets', {}), playedHere()]);
  const rulesets = (answer.rulesets ?? [])
    .map(({ name = '', points = [], facts }) => ({ name, points: points.map(pointOf), told: factsOf(facts) }));
  /** @type {Chosen} */
  const chosen = { ...DEFAULTS, points: {}, ...store.setup, seed: freshSeed() };
  let isMore = false;
  const names = personas.map(({ name = '' }) => name);
  const rank = (/** @type {string} */ name) => (LEVELS.indexOf(name) + LEVELS.length + 1) % (LEVELS.length + 1);
  const levels = [...new Set(names.map(levelOf))].sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
  const base = () => rulesets.find((it) => it.name === chosen.ruleset) ?? rulesets[0];
  const valueOf = (/** @type {Point} */ point) => chosen.points[point.name] ?? point.value;

  /** The ruleset as requests write it: its name, then what differs. */
  function written() {
    const changed = base().points.filter((point) => valueOf(point) !== point.value);
    return [base().name, ...changed.map((point) => `${point.name}=${chosen.points[point.name]}`)].join(' ');
  }

  /** @param {SubmitEvent} event */
  function start(event) {
    event.preventDefault();
    const { seed, ...kept } = chosen;
    keepSetup(kept);
    const dealer = base().points.find((point) => point.name === 'dealer');
    const { bots, role, pace } = chosen;
    /** @type {Setup} */
    const setup = { ruleset: written(), bots, seed: seedOf(seed), dealer: dealer && valueOf(dealer), role, pace: Number(pace) };
    if (chosen.strength) setup.strength = Number(chosen.strength);
    // The service tells what follows from other points.
    if (written() === base().name) Object.assign(setup, base().told);
    keepTable(null);
    sessionStorage.setItem('thirdseat-deal', JSON.stringify(setup));
    location.hash = '#/table';
  }

  /**
   * @param {string} label @param {string} key @param {string} value @param {[string, string][]} options value and name
   * @param {(value: string) => void} choose @param {string} [about]
   */
  function select(label, key, value, options, choose, about) {
    const change = (/** @type {any} */ { target }) => { choose(target.value); draw(); focusOn(key); };
    return h('label.field', {}, h('span', {}, label), about && h('span.about-point', {}, about),
      h('select', { 'data-key': key, onchange: change },
        options.map(([name, shown]) => h('option', { value: name, selected: name === value }, shown))));
  }

  const focusOn = (/** @type {string} */ key) => /** @type {HTMLElement} */ (root.querySelector(`[data-key="${key}"]`))?.focus();

  /** A companion: its portrait, level and temperament. @param {string} key @param {number} place in `bots` */
  function companion(key, place) {
    const persona = chosen.bots[place];
    const level = levelOf(persona);
    const choose = (/** @type {string} */ name) => { chosen.bots = chosen.bots.map((it, at) => at === place ? name : it); };
    const own = (/** @type {string} */ of) => names.filter((name) => levelOf(name) === of);
    const same = (/** @type {string} */ of) => own(of).find((name) => temperamentOf(name) === temperamentOf(persona)) ?? of;
    return h('div.companion', {}, portrait(place + 1, { persona }),
      h('div', {},
        select(t(key), key, level, levels.map((it) => [it, levelName(it)]), (it) => choose(same(it))),
        own(level).length > 1 && select(t('temperament'), `${key}-temperament`, persona,
          own(level).map((it) => [it, t(`temper-${temperamentOf(it)}`)]), choose)));
  }

  /** @param {Point} point @param {boolean} [isExplained] */
  function pointField(point, isExplained = true) {
    const named = (/** @type {string} */ key, /** @type {string} */ otherwise) => has(key) ? t(key) : otherwise;
    const shown = (/** @type {string} */ it) => ['yes', 'no'].includes(it) ? t(it) : named(`value-${point.name}-${it}`, it);
    const options = point.values.map((it) => /** @type {[string, string]} */ ([it, shown(it)]));
    const about = isExplained ? named(`about-${point.name}`, point.about ?? '') : '';
    const choose = (/** @type {string} */ it) => { chosen.points[point.name] = it; };
    return select(named(`point-${point.name}`, point.name), point.name, valueOf(point), options, choose, about);
  }

  async function toggleMore() {
    points ??= await import('./points.js');
    isMore = !isMore;
    draw();
    focusOn('more');
  }

  function draw() {
    const auction = base().points.find((point) => point.name === 'auction');
    root.replaceChildren(h('div.columns', {},
      h('form.start', { onsubmit: start },
        h('div.hero', {}, h('div', {}, h('h2', {}, t('tagline')), h('p.soft', {}, t('subline'))),
          h('div.fan', { 'aria-hidden': 'true' }, FAN.map((card) => h('span', {}, face(card))))),
        h('div.companions', {}, companion('before', 1), companion('after', 0)),
        h('div.fields.main', {},
          select(t('ruleset'), 'ruleset', chosen.ruleset, rulesets.map(({ name }) => [name, titled(name)]),
            (it) => Object.assign(chosen, { ruleset: it, points: {} })),
          auction && pointField(auction, false),
          select(t('pace'), 'pace', chosen.pace, PACES.map((it) => [it, t(`pace-${it}`)]), (it) => { chosen.pace = it; })),
        h('div.deal-row', {}, h('button.primary.deal', { type: 'submit', 'data-key': 'deal' }, t('deal')),
          h('button.quiet', {
            type: 'button', 'data-key': 'more', 'aria-expanded': String(isMore), onclick: toggleMore,
          }, t(isMore ? 'less' : 'more'))),
        isMore && points.rest({ chosen, points: () => base().points, written, select, pointField, draw })),
      h('div.aside', {}, goOn(), played?.level(), daily(), guide(), more(root), played?.hands(draw))));
  }

  root.replaceChildren();
  return {
    draw,
    close() {},
    key(/** @type {KeyboardEvent} */ event) {
      if (event.key !== 'Enter' || event.target !== document.body) return false;
      root.querySelector('form')?.requestSubmit();
      return true;
    },
  };
}

/** The hands of this browser, and the level that they show; a first visit needs neither. */
const playedHere = async () => store.played.hands.length ? (await import('./played.js')).played() : undefined;

/** @param {string} level */
export const levelName = (level) => has(`level-${level}`) ? t(`level-${level}`) : level;

/** A ruleset by its name, with what players call it. @param {string} name */
export function titled(name) {
  const title = `ruleset-${name}`;
  if (!has(title)) return name;
  return language() === 'zh' ? `${t(title)} ${name}` : `${name} · ${t(title)}`;
}

/** A seed is a number; anything else is replaced. @param {string} text */
const seedOf = (text) => /^\d{1,18}$/.test(text) ? String(BigInt(text)) : freshSeed();

/** The hand that was left. */
function goOn() {
  const { kept } = store;
  if (!kept) return '';
  return h('section.tile.go-on', {}, h('h3', {}, t('goOn')),
    h('p.soft', {}, `${t('handSeed', { seed: kept.setup.seed })} · ${t('total')} ${signed(kept.points?.[0] ?? 0)}`),
    h('a.button.primary', { href: '#/table' }, t('goOnNow')));
}

/** The puzzle of the day, with the stars that were won, and all puzzles. */
function daily() {
  const day = Math.floor(Date.now() / DAY_MS);
  const stars = store.stars[`medium/${day}`];
  const won = stars !== undefined
    && h('span.stars', { role: 'img', 'aria-label': t('stars', { n: stars }) }, '★'.repeat(stars) + '☆'.repeat(STARS - stars));
  return h('section.tile', {}, h('h3', {}, t('daily'), ' ', won),
    h('p.soft', {}, t(stars === undefined ? 'dailyAbout' : 'dailyDone')),
    h('div.deal-row', {}, h('a.button', { 'data-key': 'daily', href: `#/puzzle/medium/${day}` }, t('dailyOpen')),
      h('a.button.quiet', { href: '#/puzzle/easy/1' }, t('puzzlesAll'))));
}

/** The game in a minute, for those who do not know it. */
const guide = () => h('details.tile.guide', { open: !store.played.hands.length && innerWidth > 900 },
  h('summary', {}, t('guide')), h('ol', {}, [1, 2, 3, 4, 5, 6].map((n) => h('li', {}, t(`guide-${n}`)))));

/** Links to the other screens: one's own lessons, a table of bots, rooms to watch. @param {HTMLElement} root */
function more(root) {
  /** @param {SubmitEvent} event */
  const watch = (event) => {
    event.preventDefault();
    const name = /** @type {HTMLInputElement} */ (root.querySelector('#room')).value.trim();
    location.hash = `#/watch/${encodeURIComponent(name)}`;
  };
  const room = h('input', { id: 'room', 'aria-label': t('roomName'), placeholder: t('roomName'), maxlength: 64 });
  return h('div.tile', {},
    h('div.deal-row', {}, h('a.button', { href: '#/lessons' }, t('lessons')), h('a.button', { href: '#/bots' }, t('bots'))),
    h('form.watch-form', { onsubmit: watch }, room, h('button', {}, t('watch'))));
}
