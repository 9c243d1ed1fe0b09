// The points of a ruleset in groups, as the start screen shows them.

/** A point of a ruleset. @typedef {{name: string, value: string, values: string[], about: string}} Point */

/** Groups in the order of a hand; what belongs to none comes last. */
export const GROUPS = ['deal', 'auction', 'combos', 'bombs', 'stakes', 'other'];
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
export function grouped(points) {
  /** @type {Record<string, Point[]>} */
  const groups = {};
  for (const point of points) {
    const name = GROUPS.find((group) => MEMBERS[group]?.includes(point.name)) ?? 'other';
    (groups[name] ??= []).push(point);
  }
  return groups;
}
