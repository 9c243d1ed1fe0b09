// The chances of a hand, turn by turn: a line for each player, marks for mistakes. A table behind it says the same in words.

import { h, svg } from '../dom.js';
import { ME } from '../game/deal.js';
import { nameOf, t } from '../words.js';

const HEIGHT = 196;
const LEFT = 34;
const TOP = 10;
const BOTTOM = 38;
const LANE = 12;

/** @typedef {{player: number, chance: number | undefined, mark: 'mistake' | 'inaccurate' | '', open: string}} Point `open` is who wins with open cards, where that is known */

/** @param {Point[]} points one a turn @param {number} at the chosen turn @param {(turn: number) => void} choose */
export function curve(points, at, choose) {
  // Letters and marks are as large on a phone.
  const width = innerWidth > 700 ? 720 : 380;
  const x = (/** @type {number} */ turn) => LEFT + (width - LEFT - 10) * (turn + 0.5) / Math.max(points.length, 1);
  const y = (/** @type {number} */ chance) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
  const line = (/** @type {number} */ player) => {
    const known = points.map((point, turn) => ({ ...point, turn })).filter((point) => point.player === player && point.chance !== undefined);
    return svg(`polyline.line.player${player}`, { points: known.map((point) => `${x(point.turn).toFixed(1)},${y(point.chance).toFixed(1)}`).join(' ') });
  };
  const mark = (/** @type {Point} */ point, /** @type {number} */ turn) => {
    const [px, py] = [x(turn), y(point.chance ?? 0.5)];
    if (point.mark) {
      const size = point.mark === 'mistake' ? 7 : 5;
      return svg(`path.${point.mark}`, { d: `M${px} ${py - size}l${size} ${2 * size}h${-2 * size}z` });
    }
    return svg(`circle.player${point.player}${point.chance === undefined ? '.unknown' : ''}`, { cx: px, cy: py, r: 3 });
  };
  const step = (width - LEFT - 10) / Math.max(points.length, 1);
  const lane = (/** @type {Point} */ point, /** @type {number} */ turn) => point.open &&
    svg(`rect.lane.${point.open === 'SIDE_LANDLORD' ? 'landlords' : 'peasants'}`, { x: (LEFT + step * turn + 0.5).toFixed(1), y: HEIGHT - LANE - 6, width: Math.max(step - 1, 1).toFixed(1), height: LANE });
  /** @param {MouseEvent} event */
  const click = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const turn = Math.floor(((event.clientX - box.left) / box.width * width - LEFT) / ((width - LEFT - 10) / points.length));
    choose(Math.max(0, Math.min(points.length - 1, turn)));
  };
  return h('figure.curve', {},
    h('figcaption', {}, t('curveTitle'), h('span.legend', {}, [ME, 1, 2].map((player) => h(`span.key${player}`, {}, nameOf(player)))),
      points.some((point) => point.open) && h('span.lanes', {}, t('openLane'), h('span.landlords', {}, t('landlord')), h('span.peasants', {}, t('peasant')))),
    svg('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': t('curveTitle'), onclick: click },
      [0, 0.5, 1].map((chance) => [
        svg('line.grid', { x1: LEFT, x2: width - 10, y1: y(chance), y2: y(chance) }),
        svg('text.axis', { x: LEFT - 6, y: y(chance) + 4 }, `${chance * 100}`),
      ]),
      svg('line.now', { x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }),
      [ME, 1, 2].map(line), points.map(lane).filter(Boolean), points.map(mark)));
}
