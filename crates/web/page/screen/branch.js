// Branches: another play at the chosen turn, and how the hand goes on. Every player decides from its own view, with the same judge and
// seed, until a player is out.

import { call } from '../api/call.js';
import { h, redraw } from '../dom.js';
import { chairOf } from '../game/deal.js';
import { eventOf, fold, told } from '../game/hand.js';
import { onTurn, onward, winnerOf } from '../game/onward.js';
import { actName, chanceOf, comboName } from '../say.js';
import { language, nameOf, t } from '../words.js';

/** @typedef {import('../../types.d.ts').Event} Event */
/** @typedef {import('../../types.d.ts').Action} Action */

const BRANCHES_MAX = 3;
const CHOICES_MAX = 1000;

/** @param {import('../game/link.js').Linked} linked */
export function branches(linked) {
  const { ruleset, deal } = linked;
  const element = h('section.branches');
  const ending = new AbortController();
  /** @type {{from: number, events: Event[], chances: (number | undefined)[], winner: string}[]} */
  let all = [];
  /** @type {Event[]} */
  let before = [];
  /** @type {Action[]} */
  let choices = [];
  let asked = '';

  /** Every play that is legal at the chosen turn. */
  async function choose() {
    const player = onTurn(deal, before);
    const key = player < 0 ? '' : JSON.stringify(before);
    if (asked === key) return;
    asked = key;
    if (!key) { choices = []; return draw(); }
    const answer = await call('ListLegalPlays', {
      chair: chairOf(player), hand: told(ruleset, deal, before, [player]), pageSize: CHOICES_MAX,
    }, { signal: ending.signal });
    if (asked !== key) return;
    choices = [...(answer.mayPass ? [{ passed: {} }] : []), ...(answer.plays ?? []).map((play) => ({ play }))];
    draw();
  }

  /** @param {Action} action */
  async function play(action) {
    const first = eventOf(action, onTurn(deal, before), fold(deal, before));
    /** @type {typeof all[0]} */
    const branch = { from: before.length, events: [...before, first], chances: [undefined], winner: '' };
    all = [branch, ...all].slice(0, BRANCHES_MAX);
    draw();
    for await (const { event, decision } of onward(linked, branch.events, ending.signal)) {
      if (!all.includes(branch)) return;
      branch.events.push(event);
      branch.chances.push(chanceOf(decision));
      draw();
    }
    branch.winner = winnerOf(deal, branch.events);
    draw();
  }

  /** @param {any} event */
  const chosen = ({ target }) => { if (choices[target.value]) play(choices[target.value]); };

  function draw() {
    redraw(element, [language(), choices, all], () => [
      choices.length > 0 && h('label.field.what-if', {}, h('span', {}, t('whatIf')),
        h('select', { 'data-key': 'what-if', onchange: chosen },
          h('option', { value: '' }, t('choosePlay')),
          choices.map((action, place) => h('option', { value: place }, action.play ? comboName(action.play) : t('pass'))))),
      all.map((branch) => h('div.branch', {},
        h('button.quiet', { 'aria-label': t('close'), onclick: () => { all = all.filter((it) => it !== branch); draw(); } }, '✕'),
        h('ol', {}, fold(deal, branch.events).acts.slice(turnsOf(branch.events.slice(0, branch.from))).map((act, place) =>
          h('li', {}, `${nameOf(act.player)} ${actName(act)}`,
            branch.chances[place] !== undefined && h('span.soft', {}, ` ${Math.round(branch.chances[place] * 100)}%`)))),
        branch.winner && h('p', {}, h('b', {}, t(branch.winner === 'SIDE_LANDLORD' ? 'landlordWins' : 'peasantsWin'))))),
    ]);
  }

  const turnsOf = (/** @type {Event[]} */ events) => fold(deal, events).acts.length;

  return {
    element,
    /** @param {Event[]} events those before the chosen turn */
    show(events) {
      before = events;
      choose();
      draw();
    },
    close() { ending.abort(); },
  };
}
