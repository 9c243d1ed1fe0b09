// A companion's seat, and the card counter: what the table's screen shows of others' cards.

import { backs, pile, rankName, wildMark } from '../card/face.js';
import { h } from '../dom.js';
import { LETTERS, ME, rankOf } from '../game/deal.js';
import { exchange, given, unseen } from '../game/hand.js';
import { actName, meaningName, valueText } from '../say.js';
import { language, nameOf, t } from '../words.js';

/** @typedef {import('../game/hand.js').Hand} Hand */
/** @typedef {import('../../types.d.ts').Decision} Decision */

/**
 * @param {number} player @param {Hand} hand @param {string} persona
 * @param {{isTurn: boolean, isOpen: boolean, decision: Decision}} now `decision` is the last one, where it may be seen
 */
export function seat(player, hand, persona, { isTurn, isOpen, decision }) {
  const cards = hand.hands[player];
  const isLandlord = hand.landlord === player;
  const isPartner = hand.landlord > 0 && !isLandlord;
  return [
    h('div.who', {},
      h('span.avatar', { 'aria-hidden': 'true' }, [...nameOf(player)].at(language() === 'zh' ? -1 : 0)),
      h('div.about', {},
        h('span.name', {}, nameOf(player), ' ', h('span.bot', { title: persona }, t('bot'))),
        hand.landlord >= 0 && h(`span.badge.${isLandlord ? 'landlord' : 'peasant'}`, {}, t(isLandlord ? 'landlord' : isPartner ? 'partner' : 'peasant')),
        h('span.count', {}, t('cardsLeft', { n: cards.length })),
        isTurn && h('span.thinking', {}, t('thinking')))),
    isOpen && cards.length ? pile(cards, '.open', hand.wilds) : h('div.held', {}, backs(cards.length)),
    decision && weighed(decision),
  ];
}

/** Cards that were played, and what they stand for. @param {import('../game/hand.js').Act} act @param {string} extra classes @param {string} wilds */
export function played({ action, cards }, extra, wilds) {
  const reading = meaningName(action.play);
  return [pile(cards, extra, wilds), reading && h('span.reading', {}, reading)];
}

/** Whether a simpler way of deciding answered, because the service was busy. @param {Decision} [decision] */
export const isQuick = (decision) => Boolean(decision?.source?.degraded) && decision.source.degraded !== 'DEGRADED_UNSPECIFIED';

/** What a companion weighed, and why it did what it did. @param {Decision} decision */
function weighed(decision) {
  return h('div.weighing', {},
    h('p', {}, decision.reason?.text),
    (decision.alternatives ?? []).slice(0, 3).map((it) => h('span', {}, `${actName(it)} ${valueText(it)}`)));
}

/** The card counter. Wild ranks carry their sign, and cards that the person has passed on a line. @param {import('../game/hand.js').Hand} hand */
export function counter(hand) {
  const shown = unseen(hand.hands[ME], hand.seen).map((count, rank) => ({ count, rank })).reverse();
  const known = given(hand, ME).map(rankOf);
  return h('dl', { 'aria-label': t('counter') }, shown.map(({ count, rank }) => {
    const name = rank > 12 ? LETTERS[rank] : rankName(rank);
    const n = known.filter((it) => it === rank).length;
    return h(`div${count ? '' : '.gone'}${n ? '.given' : ''}`, {},
      h('dt', {}, hand.wilds.includes(LETTERS[rank]) ? [wildMark(), h('span', { 'aria-hidden': 'true' }, name), h('span.heard', {}, t('wildCard', { card: name }))] : name),
      h('dd', {}, count, n > 0 && h('span.heard', {}, t('stop'), t('givenLeft', { name: nameOf(exchange(hand, ME).to), n }))));
  }));
}
