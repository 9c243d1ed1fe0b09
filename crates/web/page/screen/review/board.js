// The table of a review or of three bots: open hands, the last act of each player, and marks on the cards of this turn and the better play.

import { cardName, face } from '../../card/face.js';
import { portrait } from '../../card/portrait.js';
import { h } from '../../dom.js';
import { matchingCards, without } from '../../game/deal.js';
import { nameOf, t } from '../../words.js';
import { SIDES, bottomCards, lastAct, roleOf } from '../seat.js';

/** @typedef {import('../../game/hand.js').Hand} Hand */

/**
 * @typedef {object} Shown
 * @property {number} player on turn
 * @property {number[]} made the cards of the turn
 * @property {number[]} better the cards of the better play
 * @property {boolean} isBad whether the turn has a mark
 * @property {string[]} [names] of the players
 */

/** @param {Hand} hand @param {Shown} shown @param {string} name of the picture */
export function board(hand, shown, name) {
  return h('section.board', { 'aria-label': name },
    h('div.board-bottom', {}, bottomCards(hand)),
    [2, 1, 0].map((player) => seatElement(hand, player, shown)),
    [2, 1, 0].map((player) => h(`div.board-spot.spot-at-${SIDES[player]}`, {}, hand.last[player] && lastAct(hand.last[player], hand))));
}

/** @param {Hand} hand @param {number} player @param {Shown} shown */
function seatElement(hand, player, shown) {
  const cards = hand.hands[player];
  const isTurn = shown.player === player;
  const role = roleOf(player, hand);
  return h(`div.board-seat.at-${SIDES[player]}`, { 'data-turn': String(isTurn) },
    h('div.board-who', {}, portrait(player, { role }), h('span.name', {}, shown.names?.[player] ?? nameOf(player)),
      role && h(`span.badge.${role}`, {}, t(role)), h('span.board-count', {}, t('cardsLeft', { n: cards.length }))),
    heldCards(cards, hand.wilds, isTurn ? shown : { ...shown, made: [], better: [] }));
}

/** The cards of a hand. The cards of the turn are raised. @param {number[]} cards @param {string} wilds @param {Shown} shown */
function heldCards(cards, wilds, { made, better, isBad }) {
  const cardNames = (/** @type {number[]} */ chosen) => chosen.map((card) => cardName(card, wilds)).join(t('listComma'));
  const name = cards.map((card) => cardName(card, wilds)).join(t('listComma'));
  const madeText = made.length ? `${t('stop')}${t('madeCards', { what: cardNames(made) })}` : '';
  // If the better play has a card that is not in the hand, another card of its rank is marked.
  const exactCards = better.filter((card) => cards.includes(card));
  const marks = [...exactCards, ...matchingCards(without(cards, exactCards), without(better, exactCards))];
  const classes = (/** @type {number} */ card) =>
    [made.includes(card) && '.made', made.includes(card) && isBad && '.bad', marks.includes(card) && '.better'].filter(Boolean).join('');
  return h('div.pile.open', cards.length ? { role: 'img', 'aria-label': name + madeText } : {},
    cards.map((card) => h(`span.laid${classes(card)}`, {}, face(card, wilds))));
}
