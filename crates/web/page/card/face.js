// Cards, drawn on 40 × 56 units: rank and suit in the corner that a neighbour leaves free, a large suit in the middle, a crown for
// courts. Suits are paths, for phones draw their characters as emoji.

import { h, svg } from '../dom.js';
import { LETTERS, rankOf, suitOf } from '../game/deal.js';
import { isWild } from '../game/wild.js';
import { t } from '../words.js';

const SUITS = [
  'M10 1c2.5 3.4 8 6.5 8 11.2a4.3 4.3 0 0 1-7 3.3c.3 1.7 1 2.8 2 3.5H7c1-.7 1.7-1.8 2-3.5a4.3 4.3 0 0 1-7-3.3C2 7.5 7.5 4.4 10 1z',
  'M10 18.500C6.5 15 2 11.6 2 7.200A4.5 4.5 0 0 1 10 4.400a4.5 4.5 0 0 1 8 2.800c0 4.4-4.5 7.8-8 11.300z',
  'M10 1.5a3.9 3.9 0 0 1 2.9 6.5 3.9 3.9 0 1 1-1.9 6.3c.2 1.8.9 3 2 4.7H7c1.1-1.7 1.8-2.9 2-4.7A3.9 3.9 0 1 1 7.1 8 3.9 3.9 0 0 1 10 1.5z',
  'M10 1l7 9-7 9-7-9z',
];
const STAR = 'M10 1l2.6 6 6.4.5-4.9 4.2 1.5 6.300L10 14.6 4.4 18l1.5-6.300L1 7.5 7.4 7z';
const CROWN = 'M2 15h16l1.5-9-5 3.500L10 3 5.5 9.500l-5-3.500z';
const RANKS = ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A', '2'];

/** A rank as it is printed. @param {number} rank */
export const rankName = (rank) => rank < 13 ? RANKS[rank] : t(rank === 13 ? 'smallJoker' : 'bigJoker');

/** The name of a card, said aloud. @param {number} card @param {string} [wilds] the wild ranks @returns {string} */
export function cardName(card, wilds = '') {
  const rank = rankOf(card);
  if (isWild(card, wilds)) return t('wildCard', { card: cardName(card) });
  return rank > 12 ? rankName(rank) : t('cardName', { rank: rankName(rank), suit: t(`suit${suitOf(card)}`) });
}

/** The sign of wild cards: six arms on a disc, where a neighbour leaves it in sight. */
const wildSign = () => [svg('circle', { cx: 9.5, cy: 44, r: 7.5 }), svg('path', { d: 'M9.5 39v10M5.2 41.5l8.6 5M5.2 46.500l8.6-5' })];

/** The sign by itself. */
export const wildMark = () => svg('svg.wild', { viewBox: '2 36.500 15 15', 'aria-hidden': 'true' }, wildSign());

/** Wild ranks with their sign. @param {string} wilds */
export const wildRanks = (wilds) => h('span.caption.wilds', {}, wildMark(),
  t('wildRanks', { ranks: [...wilds].map((letter) => rankName(LETTERS.indexOf(letter))).join(t('listComma')) }));

/** A card, face up. @param {number} card @param {string} [wilds] the wild ranks */
export function face(card, wilds = '') {
  const rank = rankOf(card);
  const suit = suitOf(card);
  if (rank > 12) return joker(rank === 14);
  const name = RANKS[rank];
  const text = svg('text.rank', { x: 9, y: 17, ...(name === '10' && { textLength: 15, lengthAdjust: 'spacingAndGlyphs' }) }, name);
  const isCourt = name === 'J' || name === 'Q' || name === 'K';
  return svg(`svg.face.suit${suit}`, { viewBox: '0 0 40 56', 'aria-hidden': 'true' },
    svg('rect.paper', { x: 0.5, y: 0.5, width: 39, height: 55, rx: 4 }),
    text,
    svg('path', { d: SUITS[suit], transform: 'translate(3 20.5) scale(.6)' }),
    isCourt && svg('path.crown', { d: CROWN, transform: 'translate(20.5 17) scale(.78)' }),
    svg('path', { d: SUITS[suit], transform: isCourt ? 'translate(18.5 31) scale(.98)' : 'translate(16.5 28.5) scale(1.12)' }),
    isWild(card, wilds) && svg('g.wild', {}, wildSign()));
}

/** @param {boolean} isBig */
function joker(isBig) {
  const letters = [...t(isBig ? 'bigJokerFace' : 'smallJokerFace')];
  const isLong = letters.length > 2;
  const [size, x, y] = isLong ? [9.5, 7, 11] : [13, 9, 14];
  return svg(`svg.face.${isBig ? 'bigjoker' : 'smalljoker'}`, { viewBox: '0 0 40 56', 'aria-hidden': 'true' },
    svg('rect.paper', { x: 0.5, y: 0.5, width: 39, height: 55, rx: 4 }),
    letters.map((letter, row) => svg(`text.letter${isLong ? '' : '.wide'}`, { x, y: y + row * (size + 1) }, letter)),
    svg(`path.${isBig ? 'full' : 'hollow'}`, { d: STAR, transform: 'translate(15 29) scale(1.1)' }));
}

/**
 * Cards that lie on the table, as one picture with a name.
 * @param {number[]} cards @param {string} [extra] classes @param {string} [wilds] the wild ranks
 */
export function pile(cards, extra = '', wilds = '') {
  const name = cards.map((card) => cardName(card, wilds)).join(t('listComma'));
  return h(`div.pile${extra}`, { role: 'img', 'aria-label': name }, cards.map((card) => h('span.laid', {}, face(card, wilds))));
}

/** Cards face down. @param {number} count */
export function backs(count) {
  const shown = Math.min(count, 20);
  return h('div.backs', { 'aria-hidden': 'true' }, Array.from({ length: shown }, () => h('span.back')));
}

/** The page's own sign, as in icon.svg. */
export const mark = () => svg('svg.mark', { viewBox: '0 0 32 32', 'aria-hidden': 'true' },
  svg('rect', { width: 32, height: 32, rx: 7, fill: '#0f5a43' }),
  svg('path', { d: SUITS[0], fill: '#f7f3e8', transform: 'translate(5 4) scale(1.1)' }));

/** The felt's own sign, faint. */
export const emblem = () => svg('svg.emblem', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, svg('path', { d: SUITS[0] }));
