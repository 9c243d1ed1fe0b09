// The pictures of a review: the table at the chosen turn, the chart of win chances, and the list of turns.

import { h, redraw } from '../../dom.js';
import { ME, idsOf } from '../../game/deal.js';
import { handAfter } from '../../game/hand.js';
import { winnerOf } from '../../game/onward.js';
import { actName } from '../../say.js';
import { language, nameOf, t } from '../../words.js';
import { curve } from '../curve.js';
import { board } from './board.js';
import { chancesOf, markOf } from './judged.js';
import { shortActName } from './phrases.js';

/** @typedef {import('../review.js').Review} Review */
/** @typedef {import('../../game/hand.js').Act} Act */

/** @param {Review} review @param {HTMLElement} region */
export function drawTable(review, region) {
  const { at, turns, acts, linked, replayed, drill } = review;
  const act = acts[at];
  const mark = markOf(review, at);
  const best = review.judged.get(turns[at])?.review.best;
  // While the person plays a turn again, neither its act nor the better play is shown.
  const better = !drill && mark && !review.hidesBest(at) ? idsOf(best?.action.play?.cards) : [];
  const marks = { player: act?.player ?? -1, made: drill ? [] : act?.cards ?? [], better, isBad: Boolean(mark) };
  redraw(region, [language(), at, review.shown, better, mark, Boolean(drill)], () =>
    board(handAfter(linked.deal, review.shown ?? replayed.events.slice(0, turns[at])), marks, t('boardName', { n: at + 1 })));
}

/** @param {Review} review */
const chartPoints = (review) => review.turns.map((turn, place) => ({
  player: review.acts[place].player, chances: chancesOf(review, place), mark: markOf(review, place),
  open: review.judged.get(turn)?.openWinner ?? '',
}));

/** @param {Review} review @param {HTMLElement} region */
export function drawChart(review, region) {
  const { at, linked, replayed } = review;
  const points = chartPoints(review);
  const winner = winnerOf(linked.deal, replayed.events);
  const { landlord } = review.hand;
  const hasWon = (/** @type {number} */ player) => (winner === 'SIDE_LANDLORD') === (player === landlord);
  const ends = [0, 1, 2].map((player) => winner ? Number(hasWon(player)) : undefined);
  const choose = (/** @type {number} */ place) => review.choose(place);
  redraw(region, [language(), points, at, innerWidth > 700], () =>
    points.length ? curve(points, ends, { at, choose }) : []);
}

/** An act for the list. The kind of a combo has its own element, which narrow screens hide. @param {Act} act */
function actElement(act) {
  const [what, cards] = [actName(act), shortActName(act)];
  const kind = what.endsWith(` ${cards}`) && what.slice(0, -cards.length);
  return h('span.what', {}, kind && h('span.kind', {}, kind), kind ? cards : what);
}

/** @param {Review} review @param {HTMLElement} region */
export function drawTurns(review, region) {
  const { acts, at, judged, turns, withOthers } = review;
  const thrownTurns = turns.map((turn, place) => Boolean(judged.get(turn)?.thrownAway && (withOthers || acts[place].player === ME)));
  redraw(region, [language(), turns.map((_, place) => markOf(review, place)), at, thrownTurns], () => acts.map((act, place) => {
    const mark = markOf(review, place);
    return h('li', {}, h(`button.turn${mark ? `.${mark}` : ''}${act.player === ME ? '.mine' : ''}`,
      { 'data-key': `turn-${place}`, 'aria-current': String(place === at), onclick: () => review.choose(place) },
      h('span.number', {}, place + 1), h('span.name', {}, nameOf(act.player)), actElement(act),
      thrownTurns[place] ? h('span.mark-sign', {}, t('mark-thrown')) : mark && h('span.mark-sign', {}, t(`mark-${mark}`))));
  }));
}
