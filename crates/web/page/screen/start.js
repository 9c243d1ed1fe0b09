// The first screen: one line of choices, each with a default. Enter deals.

import { call } from '../api/call.js';
import { face } from '../card/face.js';
import { h } from '../dom.js';
import { freshSeed } from '../game/seed.js';
import { signed } from '../say.js';
import { forgetHands, keepSetup, keepTable, store } from '../store.js';
import { has, language, t } from '../words.js';

/** @typedef {import('../game/backend.js').Setup} Setup */
/** @typedef {import('../../types.d.ts').RulesetPoint} Point */

/** Points of rulesets that have a place of their own; the others are under "more". */
const SHOWN = ['auction', 'doubling', 'open-hand', 'pass-on'];
/** What their values are called. @type {Record<string, (value: string) => string>} */
const VALUES = { auction: (it) => t(`auction-${it}`), doubling: (it) => t(`doubling-${it}`), 'pass-on': (it) => t(`gift-${it}`) };
/** Cards that are only looked at. */
const FAN = [53, 48, 45, 42, 0];
const PACES = ['1', '0.25', '0'];
const STRENGTHS = ['', '0', '25', '50', '75', '100'];
const ROLES = ['auction', 'landlord', 'after', 'before'];

/** @param {HTMLElement} root */
export async function open(root) {
  const [{ personas }, { rulesets }] = await Promise.all([call('ListPersonas', {}), call('ListRulesets', {})]);
  /** @type {{bots: string[], ruleset: string, points: Record<string, string>, role: any, pace: string, strength: string, seed: string}} */
  const chosen = { bots: ['casual', 'skilled-patient'], ruleset: 'classic', points: {}, role: 'auction', pace: '1', strength: '', ...store.setup, seed: freshSeed() };
  let isMore = false;

  /** The ruleset as requests write it: its name, then what differs. */
  function written() {
    const base = rulesets.find((it) => it.name === chosen.ruleset) ?? rulesets[0];
    const changed = base.points.filter((/** @type {Point} */ point) => (chosen.points[point.name] ?? point.value) !== point.value);
    return [base.name, ...changed.map((/** @type {Point} */ point) => `${point.name}=${chosen.points[point.name]}`)].join(' ');
  }

  /** @param {string} name */
  function pointValue(name) {
    const base = rulesets.find((it) => it.name === chosen.ruleset) ?? rulesets[0];
    return chosen.points[name] ?? base.points.find((/** @type {Point} */ point) => point.name === name)?.value;
  }

  /** @param {SubmitEvent} event */
  function start(event) {
    event.preventDefault();
    const { seed, ...kept } = chosen;
    keepSetup(kept);
    /** @type {Setup} */
    const setup = { ruleset: written(), bots: chosen.bots, seed: seedOf(seed), dealer: pointValue('dealer'), role: chosen.role, pace: Number(chosen.pace) };
    if (chosen.strength) setup.strength = Number(chosen.strength);
    keepTable(null);
    sessionStorage.setItem('thirdseat-deal', JSON.stringify(setup));
    location.hash = '#/table';
  }

  /** @param {string} label @param {string} key @param {string} value @param {[string, string][]} options value and name @param {(value: string) => void} choose */
  function select(label, key, value, options, choose) {
    const change = (/** @type {Event} */ event) => { choose(/** @type {HTMLSelectElement} */ (event.target).value); draw(); focusOn(key); };
    return h('label.field', {}, h('span', {}, label), h('select', { 'data-key': key, onchange: change },
      options.map(([name, shown]) => h('option', { value: name, selected: name === value }, shown))));
  }

  const focusOn = (/** @type {string} */ key) => /** @type {HTMLElement} */ (root.querySelector(`[data-key="${key}"]`))?.focus();

  function draw() {
    const base = rulesets.find((it) => it.name === chosen.ruleset) ?? rulesets[0];
    const value = (/** @type {Point} */ point) => chosen.points[point.name] ?? point.value;
    const pointNamed = (/** @type {string} */ name) => base.points.find((/** @type {Point} */ it) => it.name === name);
    const named = (/** @type {Point} */ point) => {
      const label = SHOWN.includes(point.name) ? t(point.name) : point.name;
      const shown = VALUES[point.name] ?? ((/** @type {string} */ it) => it === 'yes' || it === 'no' ? t(it) : it);
      return select(label, point.name, value(point), point.values.map((it) => /** @type {[string, string]} */ ([it, shown(it)])), (it) => { chosen.points[point.name] = it; });
    };
    const people = personas.map((it) => /** @type {[string, string]} */ ([it.name, language() === 'zh' ? `${it.title} ${it.name}` : it.name]));
    /** @param {SubmitEvent} event */
    const watch = (event) => {
      event.preventDefault();
      const name = /** @type {HTMLInputElement} */ (root.querySelector('#room')).value.trim();
      location.hash = `#/watch/${encodeURIComponent(name)}`;
    };
    root.replaceChildren(h('form.start', { onsubmit: start },
      h('div.hero', {}, h('div', {}, h('h2', {}, t('tagline')), h('p.soft', {}, t('subline'))), h('div.fan', { 'aria-hidden': 'true' }, FAN.map((card) => h('span', {}, face(card))))),
      h('div.fields.main', {},
        select(t('before'), 'before', chosen.bots[1], people, (it) => { chosen.bots = [chosen.bots[0], it]; }),
        select(t('after'), 'after', chosen.bots[0], people, (it) => { chosen.bots = [it, chosen.bots[1]]; }),
        select(t('ruleset'), 'ruleset', chosen.ruleset, rulesets.map(({ name }) => /** @type {[string, string]} */ ([name, titled(name)])), (it) => { chosen.ruleset = it; chosen.points = {}; }),
        named(pointNamed('auction'))),
      h('div.deal-row', {}, h('button.primary.deal', { type: 'submit', 'data-key': 'deal' }, t('deal')),
        store.kept && h('a.button', { href: '#/table' }, t('goOn')),
        h('button.quiet', { type: 'button', 'data-key': 'more', 'aria-expanded': String(isMore), onclick: () => { isMore = !isMore; draw(); focusOn('more'); } }, t(isMore ? 'less' : 'more'))),
      isMore && h('div.fields.more', {},
        h('label.field', {}, h('span', {}, t('seed')), h('span.seed', {},
          h('input', { 'data-key': 'seed', inputmode: 'numeric', pattern: '[0-9]{1,18}', maxlength: 18, value: chosen.seed, onchange: (/** @type {any} */ event) => { chosen.seed = event.target.value; } }),
          h('button.quiet', { type: 'button', 'aria-label': t('freshSeed'), title: t('freshSeed'), onclick: () => { chosen.seed = freshSeed(); draw(); } }, '⟳'))),
        select(t('role'), 'role', chosen.role, ROLES.map((it) => /** @type {[string, string]} */ ([it, t(`role-${it}`)])), (it) => { chosen.role = it; }),
        select(t('strength'), 'strength', chosen.strength, STRENGTHS.map((it) => /** @type {[string, string]} */ ([it, it || t('strengthOwn')])), (it) => { chosen.strength = it; }),
        select(t('pace'), 'pace', chosen.pace, PACES.map((it) => /** @type {[string, string]} */ ([it, t(`pace-${it}`)])), (it) => { chosen.pace = it; }),
        SHOWN.slice(1).map((name) => named(pointNamed(name))),
        base.points.filter((/** @type {Point} */ point) => !SHOWN.includes(point.name)).map(named),
        h('p.written', {}, t('written'), t('colon'), h('code', {}, written()))),
    ), h('div.others', {},
      h('a.button', { href: '#/puzzle/easy/1' }, t('puzzle')), h('a.button', { href: '#/lessons' }, t('lessons')), h('a.button', { href: '#/bots' }, t('bots')),
      h('form.watch-form', { onsubmit: watch }, h('input', { id: 'room', 'aria-label': t('roomName'), placeholder: t('roomName'), maxlength: 64 }), h('button', {}, t('watch'))),
    ), lastHands(() => { forgetHands(); draw(); }));
  }

  root.replaceChildren();
  return {
    draw,
    close() {},
    key(/** @type {KeyboardEvent} */ event) {
      if (event.key !== 'Enter' || event.target !== document.body) return false;
      root.querySelector('form').requestSubmit();
      return true;
    },
  };
}

/** A ruleset by its name, with what players call it. @param {string} name */
function titled(name) {
  const title = `ruleset-${name}`;
  if (!has(title)) return name;
  return language() === 'zh' ? `${t(title)} ${name}` : `${name} · ${t(title)}`;
}

/** A seed is a number; anything else is replaced. @param {string} text */
const seedOf = (text) => /^\d{1,18}$/.test(text) ? String(BigInt(text)) : freshSeed();

/** The hands that were played in this browser. @param {() => void} forget */
function lastHands(forget) {
  const { hands, roles, bots } = store.played;
  if (!hands.length) return '';
  const sum = (/** @type {string} */ name, /** @type {[number, number]} */ [played, won]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, t('wonOf', { won, of: played })));
  return h('details.last-hands', {}, h('summary', {}, t('lastHands')),
    h('ol', {}, hands.map(({ link, isWon, points, role, bots: with_, isOpen }) => h('li', {},
      h('a', { href: link }, t(isWon ? 'youWin' : 'youLose')), ` ${signed(points)} · ${t(role)} · ${with_.join(' · ')}`, isOpen && h('span.soft', {}, ` · ${t('wasOpen')}`)))),
    h('table.sums', {}, h('tbody', {}, Object.entries(roles).map(([role, all]) => sum(t(role), all)), Object.entries(bots).map(([name, all]) => sum(t('withBot', { name }), all)))),
    h('button.quiet', { type: 'button', 'data-key': 'forget', onclick: forget }, t('forget')));
}
