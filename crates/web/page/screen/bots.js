// Three bots at a table: the person chooses them, sees all hands, and reads the reasons of acts.

import { call, required } from '../api/call.js';
import { h, redraw } from '../dom.js';
import { Table } from '../game/backend.js';
import { freshSeed } from '../game/seed.js';
import { actName, announce, whyRefused } from '../say.js';
import { language, t } from '../words.js';
import '../words/review.js';
import { handLink } from './end.js';
import { board } from './review/board.js';
import { field, paceField, sortedPersonas } from './setup.js';
import { personaName, rulesetName } from './start.js';
import { whyList } from './why.js';

const DEFAULT_BOTS = ['expert', 'advanced', 'casual'];

/** @param {HTMLElement} root @param {HTMLElement} bar */
export async function open(root, bar) {
  const [{ personas }, { rulesets }] = await Promise.all([call('ListPersonas', {}), call('ListRulesets', {})]);
  const names = (personas ?? []).map(({ name }) => name ?? '');
  const bots = DEFAULT_BOTS.map((name) => names.includes(name) ? name : names[0]);
  const chosen = { bots, ruleset: required(rulesets?.[0].name), pace: '1', seed: freshSeed() };
  return new BotsScreen(root, bar, { personas: personas ?? [], rulesets: rulesets ?? [], chosen });
}

class BotsScreen {
  /**
   * @param {HTMLElement} root @param {HTMLElement} bar
   * @param {{personas: import('../../types.d.ts').Persona[], rulesets: import('../../types.d.ts').Ruleset[],
   *   chosen: {bots: string[], ruleset: string, pace: string, seed: string}}} about
   */
  constructor(root, bar, about) {
    this.about = about;
    this.bar = bar;
    /** @type {Table | undefined} */
    this.table = undefined;
    this.told = 0;
    this.form = h('form.bots-form', { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.start(); } });
    this.board = h('div.bots-board');
    this.buttons = h('div.bots-buttons');
    this.why = h('div.bots-why', { role: 'region', tabindex: 0 });
    this.screen = h('div.bots-table', { hidden: true }, h('div.bots-left', {}, this.board, this.buttons), this.why);
    root.replaceChildren(this.form, this.screen);
  }

  start() {
    const { bots: [own, ...bots], ruleset, seed, pace } = this.about.chosen;
    this.table = new Table({ ruleset, bots, own, seed, role: 'auction', pace: Number(pace) }, () => this.changed(), language);
    this.form.hidden = true;
    this.screen.hidden = false;
    this.table.run();
  }

  changed() {
    const { acts } = required(this.table).hand;
    if (acts.length < this.told) this.told = 0;
    const news = acts.slice(this.told).map((act) => t('saysWord', { name: this.seatName(act.player), what: actName(act) }));
    this.told = acts.length;
    if (news.length) announce(news.join(t('stop')));
    this.draw();
  }

  /** @param {number} player */
  seatName(player) {
    const persona = this.about.chosen.bots[player];
    return `${t('botsSeat', { n: player + 1 })} ${personaName(persona)}`;
  }

  draw() {
    const { table } = this;
    const { chosen, personas, rulesets } = this.about;
    const options = sortedPersonas(personas.map(({ name = '' }) => name)).map((name) => [name, personaName(name)]);
    const reseed = (/** @type {any} */ { target }) => { chosen.seed = /^\d{1,18}$/.test(target.value) ? target.value : freshSeed(); };
    redraw(this.bar, [language()], () => h('span', {}, t('bots')));
    redraw(this.form, [language(), Boolean(table), chosen.seed], () => [
      h('div', {}, h('h2', {}, t('bots')), h('p.soft', {}, t('botsAbout'))),
      h('div.fields', {},
        [0, 1, 2].map((place) =>
          field(t('botsSeat', { n: place + 1 }), `bot-${place}`, chosen.bots[place], options, (it) => { chosen.bots[place] = it; })),
        field(t('ruleset'), 'ruleset', chosen.ruleset, rulesets.map(({ name = '' }) => [name, rulesetName(name)]),
          (it) => { chosen.ruleset = it; }),
        paceField(chosen.pace, (it) => { chosen.pace = it; }),
        h('label.field', {}, h('span', {}, t('seed')), h('input', {
          'data-key': 'seed', inputmode: 'numeric', pattern: '[0-9]{1,18}', maxlength: 18, value: chosen.seed,
          onchange: reseed,
        }))),
      h('div', {}, h('button.primary.deal', { 'data-key': 'start' }, t('botsStart'))),
    ]);
    if (!table?.isDealt) return;
    const { hand, kept, turn, waits, isPaused } = table;
    const names = [0, 1, 2].map((player) => this.seatName(player));
    /** @type {import('./review/board.js').Shown} */
    const shown = { player: turn, made: [], better: [], isBad: false, names };
    redraw(this.board, [language(), kept.deals, kept.events.length, turn], () => board(hand, shown, t('bots')));
    redraw(this.buttons, [language(), waits, isPaused], () => this.buttonsOf(table));
    this.why.setAttribute('aria-label', t('whyTitle'));
    redraw(this.why, [language(), kept.deals, kept.decisions.length], () => [
      h('h2', {}, t('whyTitle')), whyList(hand, kept.decisions, { isLatestFirst: true, nameOf: (player) => names[player] })]);
  }

  /** @param {Table} table */
  buttonsOf(table) {
    const { waits, refused, isPaused } = table;
    if (waits === 'stuck' && refused) {
      return [h('b', {}, whyRefused(refused)), h('button.primary', { 'data-key': 'again', onclick: () => table.again() }, t('retry'))];
    }
    if (waits !== 'over') {
      return h('button', { 'data-key': 'pause', onclick: () => this.pause() }, t(isPaused ? 'botsGoOn' : 'botsPause'));
    }
    return [h('b', {}, t(table.score?.winner === 'SIDE_LANDLORD' ? 'landlordWins' : 'peasantsWin')),
      h('button.primary', { 'data-key': 'next', onclick: () => table.goOn(table.nextDeal()) }, t('botsNext')),
      h('a.button', { 'data-key': 'review', href: handLink(table) }, t('review'))];
  }

  pause() {
    const table = required(this.table);
    table.isPaused = !table.isPaused;
    this.draw();
  }

  close() {
    this.table?.leave();
  }
}
