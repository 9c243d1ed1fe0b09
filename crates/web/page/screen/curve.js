// A chart of player 0's win chance at its turns and at the end. Unknown chances have no point.

import { h, svg } from '../dom.js';
import { ME } from '../game/deal.js';
import { isOwnHand, nameOf, t } from '../words.js';

const HEIGHT = 200;
const LEFT = 44;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 30;
const WINNER_STRIP_HEIGHT = 10;

/**
 * @typedef {object} Point a turn
 * @property {number} player the player on turn
 * @property {(number | undefined)[]} chances the win chance of each player's side, from that player's view
 * @property {'mistake' | 'inaccurate' | ''} mark
 * @property {string} open the winner with open cards, if known
 */

/**
 * @param {Point[]} points one for each turn @param {(number | undefined)[]} ends 1 for winners, 0 for the others, undefined if none has won
 * @param {{at: number, choose: (turn: number) => void}} view
 */
export function curve(points, ends, { at, choose }) {
  // A narrower picture on a phone keeps letters and marks large.
  const width = innerWidth > 700 ? 720 : 380;
  const step = (width - LEFT - RIGHT) / (points.length + 0.5);
  const x = (/** @type {number} */ turn) => LEFT + step * (turn + 0.5);
  const y = (/** @type {number} */ chance) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
  const knownPoints = (/** @type {number} */ player) => [
    // A player's chance is computed only at its own turns; between them the line is straight.
    ...points.flatMap((point, turn) =>
      point.player === player && point.chances[player] !== undefined ? [{ turn, chance: point.chances[player] }] : []),
    ...(ends[player] === undefined ? [] : [{ turn: points.length, chance: ends[player] }]),
  ];
  const pointAt = (/** @type {number} */ turn, /** @type {number} */ chance) => `${x(turn).toFixed(1)},${y(chance).toFixed(1)}`;
  const path = (/** @type {{turn: number, chance: number}[]} */ all) => all.map(({ turn, chance }) => pointAt(turn, chance)).join(' ');
  const myPoints = knownPoints(ME);
  const [first, last] = [myPoints.at(0), myPoints.at(-1)];
  const area = first && last && myPoints.length > 1
    && svg('polygon.area', { points: `${pointAt(first.turn, 0)} ${path(myPoints)} ${pointAt(last.turn, 0)}` });
  const mark = (/** @type {Point} */ { mark: kind, player, chances }, /** @type {number} */ turn) => {
    const chance = chances[player];
    if (!kind || chance === undefined || player !== ME) return undefined;
    const size = kind === 'mistake' ? 7 : 5;
    return svg(`path.${kind}`, { d: `M${x(turn).toFixed(1)} ${(y(chance) - size).toFixed(1)}l${size} ${2 * size}h${-2 * size}z` });
  };
  const winnerMark = (/** @type {Point} */ { open }, /** @type {number} */ turn) => {
    const [left, laneWidth] = [x(turn) - step / 2 + 0.5, Math.max(step - 1, 1)];
    const box = { x: left.toFixed(1), y: HEIGHT - WINNER_STRIP_HEIGHT - 4, width: laneWidth.toFixed(1), height: WINNER_STRIP_HEIGHT };
    return open && svg(`rect.lane.${open === 'SIDE_LANDLORD' ? 'landlords' : 'peasants'}`, box);
  };
  const current = at < points.length ? myPoints.findLast(({ turn }) => turn <= at) : last;
  /** @param {MouseEvent} event */
  const click = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const turn = Math.floor(((event.clientX - box.left) / box.width * width - LEFT) / step);
    choose(Math.max(0, Math.min(points.length - 1, turn)));
  };
  const percent = (/** @type {number} */ chance) => Math.round(chance * 100);
  const least = Math.min(...myPoints.map(({ chance }) => chance));
  const summary = first && last ? t('curveEnd', { from: percent(first.chance), least: percent(least), to: percent(last.chance) }) : '';
  const title = t(isOwnHand() ? 'curveTitle' : 'curveTheirs', { name: nameOf(ME) });
  return h('figure.curve', {},
    h('figcaption', {}, h('span', {}, title),
      points.some((point) => point.open) && h('span.lanes', {}, t('openLane'),
        h('span.landlords', {}, t('landlord')), h('span.peasants', {}, t('peasant')))),
    svg('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': `${title}${t('stop')}${summary}`, onclick: click },
      [0, 0.25, 0.5, 0.75, 1].map((chance) => [
        svg(`line.grid${chance === 0.5 ? '.even' : ''}`, { x1: LEFT, x2: width - RIGHT, y1: y(chance), y2: y(chance) }),
        chance * 2 % 1 === 0 && svg('text.axis', { x: LEFT - 6, y: y(chance) + 4 }, `${chance * 100}%`),
      ].filter(Boolean)),
      area || '', svg('line.now', { x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }),
      svg('polyline.line.player0', { points: path(myPoints) }),
      points.map(winnerMark).filter(Boolean), points.map(mark).filter(Boolean),
      current ? svg('circle.here', { cx: x(current.turn).toFixed(1), cy: y(current.chance).toFixed(1), r: 4.5 }) : ''));
}
