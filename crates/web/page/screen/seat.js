// Parts of the table's screen: the bar at the top, a companion's seat, the cards on the felt, the stake, the card counter.

import { cardBacks, pile, rankName, wildMark, wildsCaption } from '../card/face.js';
import { portrait } from '../card/portrait.js';
import { h, svg } from '../dom.js';
import { LETTERS, ME, rankOf } from '../game/deal.js';
import { giftsOf, unplayedGift, unseenCounts } from '../game/hand.js';
import { actName, meaningName, withSign } from '../say.js';
import { nameOf, t } from '../words.js';

/** The places of players on the screen. */
export const SIDES = ['me', 'right', 'left'];

/** @typedef {import('../game/hand.js').Hand} Hand */
/** @typedef {import('../game/hand.js').Act} Act */

/**
 * @param {number} player @param {Hand} hand @param {string} persona
 * @param {{isTurn: boolean, isOpen: boolean, mood: string, urge: () => void}} now `urge` asks the player to hurry
 */
export function seat(player, hand, persona, { isTurn, isOpen, mood, urge }) {
  const cards = hand.hands[player];
  const isPartner = hand.landlord > 0 && hand.landlord !== player;
  const role = roleOf(player, hand);
  const urgeText = t('urge', { name: nameOf(player) });
  return [
    h('div.who', {},
      h('div.sits', {},
        h('button.avatar', {
          type: 'button', 'data-key': `urge-${player}`, disabled: !isTurn, 'aria-label': urgeText, title: urgeText, onclick: urge,
        }, portrait(player, { persona, role, mood: mood || (isTurn ? 'thinking' : '') })),
        isTurn && h('span.clock', { 'aria-hidden': 'true' })),
      cardCount(cards.length),
      h('div.about', {},
        h('span.name', { title: persona }, nameOf(player), ' ', h('span.bot', {}, t('bot'))),
        role && h(`span.badge.${role}`, {}, t(isPartner ? 'partner' : role)))),
    isOpen && cards.length > 0 && pile(cards, '.open', hand.wilds),
  ];
}

/** @param {number} player @param {Hand} hand @returns {'landlord'|'peasant'|''} */
export const roleOf = (player, { landlord }) => landlord < 0 ? '' : landlord === player ? 'landlord' : 'peasant';

/** The number of remaining cards, on the back of a card. One or two cards have a warning. @param {number} n */
export const cardCount = (n) => h('div.held', {},
  h('span.count', {}, h('b', { 'aria-hidden': 'true' }, n), h('span.heard', {}, t('cardsLeft', { n }))),
  (n === 1 || n === 2) && h('span.alarm', {}, t(n === 1 ? 'lastOne' : 'lastTwo')));

/**
 * The left or right side of the table: a player and its plays.
 * @param {string} name "left" or "right" @param {Record<string, HTMLElement>} parts
 */
export const tableSide = (name, parts) =>
  h(`div.side.${name}`, {}, parts[`seat-${name}`], parts[`spot-${name}`], parts[`feel-${name}`] ?? '');

/**
 * The factor of the doublings on the person's own stake. For a landlord it is the mean over the two peasants.
 * @param {import('../../types.d.ts').Stakes | undefined} stakes @param {Hand} hand @param {string} ruleset
 */
export function doublingFactor(stakes, { landlord }, ruleset) {
  if (!stakes?.doublings || landlord < 0) return 1;
  const factors = stakes.doublings;
  if (/doubling-reach=all/.test(ruleset)) return factors.reduce((all, factor) => all * factor, 1);
  const sum = factors.reduce((all, factor) => all + factor, 0);
  return factors[landlord] * (landlord === ME ? (sum - factors[ME]) / 2 : factors[ME]);
}

/**
 * The stake as a product: 底分 1 × 抢 4 × 加倍 2 = 8.
 * @param {import('../../types.d.ts').Stakes} [stakes] @param {number} [raised] the factor of doublings
 */
export function stake({ points = 1, robs = 0, openHands: open = 1, bombs = 0, multiplier = 1, winner } = {}, raised = 1) {
  // At the end the multiplier also has the spring, which the result shows.
  if (winner) return [h('b', {}, multiplier * raised)];
  const robFactor = 2 ** robs;
  // The factor of a bomb depends on the ruleset, so the multiplier is divided by the other factors.
  const bombFactor = multiplier / points / robFactor / open;
  const factors = [
    t('stakeBase', { n: points }), robs && t('stakeRobs', { n: robFactor }), open > 1 && t('stakeOpen', { n: open }),
    raised > 1 && t('stakeDoubled', { n: raised }), bombs && t('stakeBombs', { n: bombFactor }),
  ].filter(Boolean);
  return factors.length > 1 ? [h('span.factors', {}, `${factors.join(' × ')} = `), h('b', {}, multiplier * raised)] : factors;
}

/** The picture of an eye, which marks open cards. */
const eyeIcon = () => svg('svg.eye', { viewBox: '0 0 24 16', 'aria-hidden': 'true' },
  svg('path', { d: 'M1.5 8q10.5-13 21 0-10.5 13-21 0z' }), svg('circle', { cx: 12, cy: 8, r: 3 }));

/**
 * @param {import('../game/backend.js').Table} table @param {import('./turn.js').Turn} turn
 * @param {{layOpen: () => void, why: () => void}} on
 */
export function topBar({ kept }, turn, on) {
  const attributes = (/** @type {string} */ key, /** @type {string} */ title, /** @type {Record<string, any>} */ more) =>
    ({ 'data-key': key, title, ...more });
  const [open, why] = [t('layOpen'), t('whyTitle')];
  return [
    h('span.score-note', { 'data-hands': kept.hands }, h('span.total', {}, `${t('total')} `), withSign(kept.points[ME])),
    h(`button.quiet.auto${turn.isAuto ? '.on' : ''}`,
      attributes('auto', t('autoHint'), {
        'aria-pressed': String(turn.isAuto), disabled: turn.phase === 'over', onclick: () => turn.toggleAuto(),
      }), t('auto')),
    h('button.quiet.lay-open',
      attributes('lay-open', open, { 'aria-label': open, 'aria-pressed': String(kept.isOpen), onclick: on.layOpen }), eyeIcon()),
    h('button.quiet.icon-why', attributes('why', why, { 'aria-label': why, onclick: on.why }), h('span', {}, '…')),
  ];
}

/** The wild ranks, and the bottom cards: face down until the landlord is known. @param {Hand} hand */
export const bottomCards = (hand) => [
  hand.isBottomShown && hand.bottom.length ? [h('span.caption', {}, t('bottomCards')), pile(hand.bottom, '.small', hand.wilds)]
    : h('div', { role: 'img', 'aria-label': t('bottomHidden') }, cardBacks()),
  hand.wilds && wildsCaption(hand.wilds),
];

/**
 * The last act of a player, as the table shows it.
 * @param {Act} act @param {Hand} hand @param {typeof import('./gift.js')} [gift]
 */
export function lastAct(act, hand, gift) {
  const { play, passOn } = act.action;
  const reading = play && meaningName(play);
  return [
    play ? [pile(act.cards, '', hand.wilds), reading && h('span.reading', {}, reading)]
      : passOn && gift ? gift.giftElement(hand, act.player) : h('span.word', {}, actName(act)),
  ];
}

/**
 * The card counter. Wild ranks have a sign, and ranks of unplayed cards that the person has passed on have a line.
 * @param {import('../game/hand.js').Hand} hand
 */
export function cardCounter(hand) {
  const rows = unseenCounts(hand.hands[ME], hand.seen).map((count, rank) => ({ count, rank })).reverse();
  const givenRanks = unplayedGift(hand, ME).map(rankOf);
  return h('dl', { 'aria-label': t('counter') }, rows.map(({ count, rank }) => {
    const name = rank > 12 ? t(rank === 13 ? 'smallShort' : 'bigShort') : rankName(rank);
    const n = givenRanks.filter((it) => it === rank).length;
    return h(`div${count ? '' : '.gone'}${n ? '.given' : ''}`, {},
      h('dt', {}, hand.wilds.includes(LETTERS[rank])
        ? [wildMark(), h('span', { 'aria-hidden': 'true' }, name), h('span.heard', {}, t('wildCard', { card: name }))] : name),
      h('dd', {}, count, n > 0 && h('span.heard', {}, t('stop'), t('givenLeft', { name: nameOf(giftsOf(hand, ME).to), n }))));
  }));
}
