// The exchange of cards 换三张, as far as the person may see it: the cards that the person gives, and those that it gets after all have given.

import { cardBacks, pile } from '../card/face.js';
import { h } from '../dom.js';
import { ME } from '../game/deal.js';
import { giftsOf } from '../game/hand.js';
import { rankNames } from '../say.js';
import { nameOf, t } from '../words.js';
import '../words/late.js';

/** @typedef {import('../game/hand.js').Act} Act */
/** @typedef {import('../game/hand.js').Hand} Hand */

/** The act as the person may see it: another player's gift has no cards. @param {Act} act @returns {Act} */
export const withoutHiddenCards = (act) => act.action.passOn && act.player !== ME ? { ...act, action: { passOn: {} }, cards: [] } : act;

/** Draws a gift on the table; hidden cards are face down. @param {Hand} hand @param {number} player the giver */
export function giftElement(hand, player) {
  const myExchange = giftsOf(hand, ME);
  const { to } = giftsOf(hand, player);
  const cards = player === ME ? myExchange.gave : player === myExchange.from ? myExchange.got : undefined;
  const caption = to === ME ? t('giftToMe') : t('giftTo', { name: nameOf(to) });
  return [cards ? pile(cards, '.small', hand.wilds) : cardBacks(), h('span.word', {}, caption)];
}

/** A sentence about the cards that the person gave and got. @param {Hand} hand */
export function exchangeSentence(hand) {
  const { to, from, gave = [], got } = giftsOf(hand, ME);
  const gaveText = t('saysGave', { name: nameOf(to), cards: rankNames(gave) });
  return got ? [gaveText, t('saysGot', { name: nameOf(from), cards: rankNames(got) })].join(t('stop')) : gaveText;
}

/** The exchange as a short text with arrows. @param {Hand} hand */
export function exchangeLine(hand) {
  const { to, from, gave = [], got } = giftsOf(hand, ME);
  const signs = `→ ${nameOf(to)} ${rankNames(gave)}${got ? ` ← ${nameOf(from)} ${rankNames(got)}` : ''}`;
  return h('span.gifts', {}, h('span', { 'aria-hidden': 'true' }, signs), h('span.heard', {}, exchangeSentence(hand)));
}
