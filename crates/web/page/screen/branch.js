// Branches of a review: the person tries another play at the chosen turn, and bots play the rest of the hand.

import { sleep } from '../api/call.js';
import { HandToPlay } from '../card/play.js';
import { h, redraw } from '../dom.js';
import { eventOf, handAfter } from '../game/hand.js';
import { continueHand, playerOnTurn, winnerOf } from '../game/onward.js';
import { actName, comboName } from '../say.js';
import { language, nameOf, t } from '../words.js';

/** @typedef {import('../../types.d.ts').Event} Event */
/** @typedef {import('../../types.d.ts').Action} Action */

const BRANCHES_MAX = 3;
const STEP_MS = 350;

/**
 * @param {import('../game/link.js').Linked} linked
 * @param {(events: Event[] | undefined) => void} showTable draws the table after these events, or at the chosen turn
 */
export function branchPanel(linked, showTable) {
  const { deal } = linked;
  const abort = new AbortController();
  /** @type {{from: number, events: Event[], chances: (number | undefined)[], winner: string}[]} */
  let all = [];
  /** @type {Event[]} */
  let before = [];
  const cards = new HandToPlay(() => ({ setup: linked, hand: handAfter(deal, before) }), () => draw());
  const buttons = h('div.branch-actions');
  const summary = h('summary');
  const lines = h('div');
  const element = h('section.branches', {}, h('details.what-if', { 'data-key': 'what-if' }, summary, h('div.drill-hand', {}, cards.element),
    buttons), lines);

  /** @param {Action} action */
  async function play(action) {
    const first = eventOf(action, playerOnTurn(deal, before), handAfter(deal, before));
    /** @type {typeof all[0]} */
    const branch = { from: before.length, events: [...before, first], chances: [undefined], winner: '' };
    all = [branch, ...all].slice(0, BRANCHES_MAX);
    cards.lift([]);
    showTable([...branch.events]);
    for await (const { event, decision } of continueHand(linked, branch.events, abort.signal)) {
      if (!all.includes(branch)) return;
      branch.events.push(event);
      branch.chances.push(decision?.winChance);
      draw();
      showTable([...branch.events]);
      await sleep(STEP_MS, abort.signal);
    }
    branch.winner = winnerOf(deal, branch.events);
    draw();
  }

  function draw() {
    const player = playerOnTurn(deal, before);
    element.hidden = player < 0 && !all.length;
    const { hands, trick, wilds } = handAfter(deal, before);
    const { chosen } = cards;
    cards.show(hands[player] ?? [], wilds);
    redraw(summary, [language(), player], () => t('whatIf', { name: nameOf(Math.max(player, 0)) }));
    redraw(buttons, [language(), Boolean(trick), chosen], () => [
      trick && h('button', { 'data-key': 'what-if-pass', onclick: () => play({ passed: true }) }, t('pass')),
      h('button.primary', {
        'data-key': 'what-if-play', disabled: !chosen, onclick: () => play({ play: { ...chosen, cards: { ids: [...cards.lifted] } } }),
      }, chosen ? comboName(chosen) : t('play')),
    ]);
    const close = (/** @type {typeof all[0]} */ branch) => () => { all = all.filter((it) => it !== branch); showTable(undefined); };
    redraw(lines, [language(), all], () => [
      all.map((branch) => h('div.branch', {}, h('button.quiet', { 'aria-label': t('close'), onclick: close(branch) }, '✕'),
        h('ol', {}, handAfter(deal, branch.events).acts.slice(actCount(branch.events.slice(0, branch.from))).map((act, place) =>
          h('li', {}, `${nameOf(act.player)} ${actName(act)}`,
            branch.chances[place] !== undefined && h('span.soft', {}, ` ${Math.round(branch.chances[place] * 100)}%`)))),
        branch.winner && h('p', {}, h('b', {}, t(branch.winner === 'SIDE_LANDLORD' ? 'landlordWins' : 'peasantsWin'))))),
    ]);
  }

  const actCount = (/** @type {Event[]} */ events) => handAfter(deal, events).acts.length;

  return {
    element,
    /** @param {Event[]} events the events before the chosen turn; none if it is no play or pass */
    show(events) {
      if (events.length !== before.length) {
        before = events;
        cards.lift([]);
      }
      draw();
    },
    close() { abort.abort(); },
  };
}
