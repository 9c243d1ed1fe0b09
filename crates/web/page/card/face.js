// Pictures of cards, drawn on 40 × 56 units. Rank and suit, or JOKER, are at the side that stays visible in a hand. Beside them is a large
// suit, a face (jack, queen, king) or a jester. Suits are paths, because some phones draw the characters of suits as emoji.

import { h, svg } from '../dom.js';
import { LETTERS, rankOf, suitOf } from '../game/deal.js';
import { isWild } from '../game/wild.js';
import { t } from '../words.js';

const SUIT_PATHS = [
  'M10 1c2.5 3.4 8 6.5 8 11.2a4.3 4.3 0 0 1-7 3.3c.3 1.7 1 2.8 2 3.5H7c1-.7 1.7-1.8 2-3.5a4.3 4.3 0 0 1-7-3.3C2 7.5 7.5 4.4 10 1z',
  'M10 18.5C6.5 15 2 11.6 2 7.2A4.5 4.5 0 0 1 10 4.4a4.5 4.5 0 0 1 8 2.8c0 4.4-4.5 7.8-8 11.3z',
  'M10 1.5a3.9 3.9 0 0 1 2.9 6.5 3.9 3.9 0 1 1-1.9 6.3c.2 1.8.9 3 2 4.7H7c1.1-1.7 1.8-2.9 2-4.7A3.9 3.9 0 1 1 7.1 8 3.9 3.9 0 0 1 10 1.5z',
  'M10 1l7 9-7 9-7-9z',
];
/** The upper half of each jack, queen and king, on 22 × 24 units: paths and their classes. The lower half is the same, rotated. */
const COURTS = {
  J: [
    ['coat', 'M1 24v-3q1-5 6-5.5h8q5 .5 6 5.5v3z'], ['trim', 'M7.5 15.5L11 20l3.5-4.5L16 17l-5 7-5-7z'],
    ['hair', 'M5.2 13q-1.5-8.5 5.8-9 7.3.5 5.8 9l-1.6 2.2H6.8z'], ['skin', 'M7 8.5h8q.8 7.5-4 8-4.8-.5-4-8z'],
    ['trim', 'M4.5 7.2q0-6 6.5-6 5 0 7.5 3.6l-1 2.7q-6.5-2-13-.3z'], ['coat', 'M16.5 4.5q3.5-4 4.5-3.3-.3 3.5-3.6 5z'],
    ['ink', 'M8.9 10.2v.9M13.1 10.2v.9M9.7 14h2.6'],
  ],
  Q: [
    ['hair', 'M4.5 19q-2-15 6.5-15t6.5 15z'], ['coat', 'M1 24q0-6 6-7.5h8q6 1.5 6 7.5z'],
    ['trim', 'M8 16.2q3 3.6 6 0l1.2 1.6q-4.2 4.8-8.4 0z'], ['skin', 'M7 8.2q4-3 8 0 .9 7.6-4 8.3-4.9-.7-4-8.3z'],
    ['trim', 'M5.8 5.4L5 .8l3 2.5L11 0l3 3.3 3-2.5-.8 4.6q-5.2-1.8-10.4 0z'], ['red', 'M10 14.3q1 .8 2 0'],
    ['ink', 'M8.9 10.3v.9M13.1 10.3v.9'],
  ],
  K: [
    ['coat', 'M0 24v-4q1-4 7-4.5h8q6 .5 7 4.5v4z'], ['trim', 'M2 24l4-7.5h2.2L6 24zM20 24l-4-7.5h-2.2L16 24z'],
    ['skin', 'M6.8 8h8.4q.6 6-4.2 7.5Q6.2 14 6.8 8z'],
    ['hair', 'M6 9.5q.8 2.6 3 2.8l2-.6 2 .6q2.2-.2 3-2.8.8 9-5 10.5-5.8-1.5-5-10.5z'],
    ['trim', 'M5.5 7.8L4 1.5l3.8 2.3L11 0l3.2 3.8L18 1.5l-1.5 6.3z'], ['ink', 'M8.9 9.2v.9M13.1 9.2v.9M9.9 13.8h2.2'],
  ],
};
/** A jester with bells for the jokers, on the units of a card: paths and their classes. */
const JESTER = [
  ['coat', 'M16 25q-3-9 3-11 .5 4 4.5 5.5.5-6 4.5-8 .5 5 2.5 8.5 3-2 3.5-6 5 3 2.5 11.5z'],
  ['skin', 'M19.5 24.5h14q1 9-7 10-8-1-7-10z'],
  ['trim', 'M17.5 23.5h18v3h-18zM18 35l3.5 3 2.5-3 2.5 3 2.5-3 2.5 3 3.5-3 1 4q-8.5 6-19 0z'],
  ['coat', 'M15.5 52q0-10 6-11.5h10q6 1.5 6 11.5z'], ['bell', 'M19 14h.01M28 11.5h.01M34 14h.01'],
  ['ink', 'M23.5 28.5v.9M29.5 28.5v.9M24 31.5q2.5 1.6 5 0'],
];
/** @param {string[][]} paths */
const svgPaths = (paths) => paths.map(([name, d]) => svg(`path.${name}`, { d }));
const RANKS = ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A', '2'];

/** @param {number} rank */
export const rankName = (rank) => rank < 13 ? RANKS[rank] : t(rank === 13 ? 'smallJoker' : 'bigJoker');

/** The name of a card, for screen readers. @param {number} card @param {string} [wilds] the wild ranks @returns {string} */
export function cardName(card, wilds = '') {
  const rank = rankOf(card);
  if (isWild(card, wilds)) return t('wildCard', { card: cardName(card) });
  if (rank > 12) return t(rank === 13 ? 'smallJokerCard' : 'bigJokerCard');
  return t('cardName', { rank: rankName(rank), suit: t(`suit${suitOf(card)}`) });
}

/** The sign of wild cards: a star with six arms on a disc, in the visible part of a card. */
const wildSign = () => [svg('circle', { cx: 9.5, cy: 44, r: 7.5 }), svg('path', { d: 'M9.5 39v10M5.2 41.5l8.6 5M5.2 46.5l8.6-5' })];

/** The sign of wild cards as a picture of its own. */
export const wildMark = () => svg('svg.wild', { viewBox: '2 36.5 15 15', 'aria-hidden': 'true' }, wildSign());

/** The names of wild ranks, with the sign of wild cards. @param {string} wilds */
export const wildsCaption = (wilds) => h('span.caption.wilds', {}, wildMark(),
  t('wildRanks', { ranks: [...wilds].map((letter) => rankName(LETTERS.indexOf(letter))).join(t('listComma')) }));

/** @param {number} card @param {string} [wilds] the wild ranks */
export function face(card, wilds = '') {
  const rank = rankOf(card);
  const suit = suitOf(card);
  if (rank > 12) return joker(rank === 14);
  const name = RANKS[rank];
  const text = svg('text.rank', { x: 9, y: 17, ...(name === '10' && { textLength: 15, lengthAdjust: 'spacingAndGlyphs' }) }, name);
  const court = COURTS[/** @type {'J'} */ (name)];
  return svg(`svg.face.suit${suit}`, { viewBox: '0 0 40 56', lang: 'en', 'aria-hidden': 'true' }, cardBackground(),
    text,
    svg('path', { d: SUIT_PATHS[suit], transform: 'translate(3 20.5) scale(.6)' }),
    court ? svg('g.court', {}, [0, 180].map((turn) => svg('g', { transform: `rotate(${turn} 27 28) translate(16 4)` }, svgPaths(court))))
      : svg('path', { d: SUIT_PATHS[suit], transform: 'translate(15.5 28) scale(1.16)' }),
    isWild(card, wilds) && svg('g.wild', {}, wildSign()));
}

const cardBackground = () => svg('rect.paper', { x: 0.5, y: 0.5, width: 39, height: 55, rx: 4 });

/** @param {boolean} isBig */
const joker = (isBig) => svg(`svg.face.${isBig ? 'big' : 'small'}joker`, { viewBox: '0 0 40 56', lang: 'en', 'aria-hidden': 'true' },
  cardBackground(), [...'JOKER'].map((letter, row) => svg('text.letter', { x: 7.5, y: 11.5 + row * 10 }, letter)),
  svg('g.court', {}, svgPaths(JESTER)));

/**
 * Cards as one picture with a name for screen readers.
 * @param {number[]} cards @param {string} [extra] classes @param {string} [wilds] the wild ranks
 */
export function pile(cards, extra = '', wilds = '') {
  const name = cards.map((card) => cardName(card, wilds)).join(t('listComma'));
  return h(`div.pile${extra}`, { role: 'img', 'aria-label': name }, cards.map((card) => h('span.laid', {}, face(card, wilds))));
}

/** Three cards face down. */
export const cardBacks = () => h('div.backs', { 'aria-hidden': 'true' }, [0, 1, 2].map(() => h('span.back')));

/** The logo of the page, like icon.svg. */
export const logo = () => svg('svg.mark', { viewBox: '0 0 32 32', 'aria-hidden': 'true' },
  svg('rect', { width: 32, height: 32, rx: 7, fill: '#0f5a43' }),
  svg('path', { d: SUIT_PATHS[0], fill: '#f7f3e8', transform: 'translate(5 4) scale(1.1)' }));

/** The pale spade in the background of the table. */
export const emblem = () => svg('svg.emblem', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, svg('path', { d: SUIT_PATHS[0] }));
