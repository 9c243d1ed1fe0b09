// A hand computed from its events, which have the form of the API: the cards held, the standing combo, the acts. This folder does not use
// the DOM, because it also runs under `node --test`.

import { CODEC, ME, NO_DEAL, chairCards, chairOf, displayOrder, idsOf, playerOf, rankOf, sorted, without } from './deal.js';
import { freshId, streamSeed } from './seed.js';

export const GIFT_SIZE = 3;

/** @typedef {import('./deal.js').Deal} Deal */
/** @typedef {import('../../types.d.ts').Event} Event */
/** @typedef {import('../../types.d.ts').Action} Action */
/** @typedef {import('../../types.d.ts').Combo} Combo */

/**
 * An act of a player.
 * @typedef {object} Act
 * @property {number} player
 * @property {Action} action
 * @property {number[]} cards the cards of a play in display order, or the cards passed on
 * @property {boolean} isLead
 * @property {string} word the call that the auction asks for: "call", "rob" or "take". It decides the name of a pass
 */

/**
 * @typedef {object} Hand
 * @property {number} landlord -1 until known
 * @property {number[][]} hands the cards that each player holds now
 * @property {number[]} bottom
 * @property {boolean} isBottomShown
 * @property {boolean[]} open whether each player's hand is open
 * @property {{player: number, combo: Combo, cards: number[]} | undefined} trick the standing combo; undefined for a lead
 * @property {(Act | undefined)[]} last the last act of each player; undefined for none, or an old one
 * @property {Act[]} acts
 * @property {number[]} seen cards that were played
 * @property {string} wilds the wild ranks 癞子 that are shown, as letters in the order of showing
 * @property {number} passOn the distance to the receiver of passed cards; 0 if none are passed
 * @property {import('../../types.d.ts').AuctionForm} [auction] of the ruleset
 * @property {(number[] | undefined)[]} gifts the cards that each player has passed on; undefined before it has given
 */

/**
 * The choices with which a session starts.
 * @typedef {object} Setup
 * @property {string} ruleset with overrides: "classic auction=call-rob"
 * @property {string[]} bots the personas of the player after the person, and of the player before
 * @property {string} [own] the persona that plays in the person's chair, at a table that the person only watches
 * @property {string} seed
 * @property {number} [passOn] the distance to the receiver of passed cards; 0 or missing if none are known to be passed
 * @property {import('../../types.d.ts').AuctionForm} [auction] of the ruleset; may be missing
 * @property {string} [dealer] the ruleset's way of dealing; may be missing
 * @property {'auction'|'landlord'|'after'|'before'} role the person's role; "auction" means that the auction decides it
 * @property {number} [strength] the strength of the companions, 0 to 100, in place of the personas' own numbers
 * @property {number} pace the share of a companion's thinking time for which the page waits: 1, 0.25 or 0
 */

/**
 * The state of a table, in a form that can be stored.
 * @typedef {object} StoredTable
 * @property {Setup} setup
 * @property {string} roomId
 * @property {Deal} deal
 * @property {number} deals the number of the current deal, from 0; -1 before the first
 * @property {number} handNumber in the room
 * @property {number} before the sequence of the last event before this hand
 * @property {import('../../types.d.ts').RoomEvent[]} events of this hand
 * @property {number[]} points so far, by player
 * @property {number} hands settled
 * @property {import('../../types.d.ts').Decision[]} decisions of bots in this hand, by the place of their act
 * @property {boolean} isOpen whether the person has laid the companions' cards open; `wasOpen`: also earlier in this hand
 * @property {boolean} wasOpen
 * @property {boolean} isHelped whether a hint was asked for in this hand, the page played, or a review was continued
 * @property {number} noted the number of the last hand whose end was noted
 * @property {import('../../types.d.ts').TableState} [end] of a hand that is settled
 * @property {string} [back] the address of the review from which the position comes; missing at other tables
 */

/** A table before its first deal. @param {Setup} setup @returns {StoredTable} */
export const freshTable = (setup) => ({
  setup, roomId: '', deal: NO_DEAL, deals: -1, handNumber: 0, before: 0, events: [], points: [0, 0, 0], hands: 0, decisions: [],
  isOpen: false, wasOpen: false, isHelped: false, noted: 0,
});

/** The OpenRoom request for the table, without events. @param {Setup} setup @param {string} playerId */
export const roomOf = (setup, playerId) => ({
  requestId: freshId('table'), ruleset: setup.ruleset, cardCodec: CODEC, bots: botsOf(setup),
  players: setup.own ? [] : [{ chair: chairOf(ME), playerId }], strict: true,
});

/** The BotSeat messages of the companions, and of a bot in the person's chair. @param {Setup} setup */
const botsOf = ({ bots, own, seed, strength }) => [...bots, ...(own ? [own] : [])].map((persona, place) => ({
  chair: chairOf((place + 1) % 3), persona, seed: String(streamSeed(BigInt(seed), 2000 + place)), disclosed: true,
  ...(strength === undefined ? {} : { strength }),
}));

/** @param {Deal} deal @param {Event[]} events @returns {Hand} */
export function handAfter(deal, events) {
  /** @type {Hand} */
  const hand = {
    landlord: -1, hands: deal.hands.map(sorted), bottom: deal.bottom, isBottomShown: false, open: [false, false, false],
    trick: undefined, last: [undefined, undefined, undefined], acts: [], seen: [], wilds: '',
    passOn: deal.passOn ?? 0, auction: deal.auction, gifts: [undefined, undefined, undefined],
  };
  let passes = 0;
  for (const event of events) {
    if (event.wildShown) {
      hand.wilds += event.wildShown;
      continue;
    }
    if (event.landlordFound) {
      hand.landlord = playerOf(event.chair);
      hand.isBottomShown = true;
      hand.hands[hand.landlord] = sorted([...hand.hands[hand.landlord], ...deal.bottom]);
      hand.last.fill(undefined);
      continue;
    }
    const act = actOf(event, hand);
    const { player, action, cards } = act;
    hand.acts.push(act);
    if (act.isLead) hand.last.fill(undefined);
    hand.last[player] = act;
    if (action.passOn) give(hand, act);
    if (action.show) hand.open[player] = action.show.open ?? false;
    if (action.passed && ++passes === 2) hand.trick = undefined;
    if (action.play) {
      passes = 0;
      hand.hands[player] = without(hand.hands[player], cards);
      // The order of the event matters, because an unshuffled deck keeps it.
      hand.seen.push(...idsOf(action.play.cards));
      hand.trick = { player, combo: action.play, cards };
    }
  }
  return hand;
}

/** True if an event is an act of a player; false if the table shows cards. @param {Event} event */
export const isAct = (event) => Boolean(event.action);

/**
 * Applies a gift. The cards leave the giver at once, and reach the receiver when all players have given.
 * @param {Hand} hand @param {Act} act
 */
function give(hand, { player, cards }) {
  hand.gifts[player] = cards;
  hand.hands[player] = without(hand.hands[player], cards);
  if (!haveGiftsMoved(hand)) return;
  for (const receiver of [0, 1, 2]) hand.hands[receiver] = sorted([...hand.hands[receiver], ...giftsOf(hand, receiver).got ?? []]);
}

/** True after all players have passed cards on. @param {Hand} hand */
export const haveGiftsMoved = ({ gifts }) => gifts.every(Boolean);

/**
 * The receiver and the giver of a player's exchange, and the cards: `gave` after the player has given, `got` after all have given.
 * @param {Hand} hand @param {number} player
 */
export function giftsOf(hand, player) {
  const { gifts, passOn } = hand;
  const from = (player + 3 - passOn) % 3;
  return { to: (player + passOn) % 3, from, gave: gifts[player], got: haveGiftsMoved(hand) ? gifts[from] : undefined };
}

/**
 * The unplayed cards that a player has passed on: the player knows who holds them.
 * @param {Hand} hand @param {number} player
 */
export const unplayedGift = ({ gifts, seen }, player) => without(gifts[player] ?? [], seen);

/**
 * The deck after a hand: the played cards in order, then the other cards of each player, low to high, then a bottom that was not shown.
 * @param {Hand} hand
 */
export const deckAfter = ({ seen, hands, bottom, isBottomShown }) => [
  ...seen, ...hands.flatMap((held) => sorted(held).reverse()), ...(isBottomShown ? [] : sorted(bottom).reverse()),
];

/** @param {Event} event @param {Hand} hand @returns {Act} */
function actOf({ chair, action = {} }, hand) {
  const cards = action.play ? displayOrder(idsOf(action.play.cards), action.play) : idsOf(action.passOn);
  return { player: playerOf(chair), action, cards, isLead: Boolean(action.play) && !hand.trick, word: askedCall(hand) };
}

/** The call that the auction asks for. It decides the name of a pass: 不叫, 不抢 or 不取. @param {Hand} hand */
export const askedCall = ({ acts, auction }) =>
  auction === 'AUCTION_FORM_TAKE_IT' ? 'take' : acts.some(({ action }) => action.call === 'CALL_CALL') ? 'rob' : 'call';

/**
 * The event of an action. The event of an opened hand also has its cards.
 * @param {Action} action @param {number} player @param {Hand} hand @returns {Event}
 */
export function eventOf(action, player, hand) {
  const fullAction = action.show?.open ? { show: { open: true, hand: { ids: hand.hands[player] } } } : action;
  return { chair: chairOf(player), action: fullAction };
}

/**
 * The hand for a request: the knowledge of one player, or all cards if `players` has all three.
 * @param {string} ruleset @param {Deal} deal @param {Event[]} events @param {number[]} players @returns {import('../../types.d.ts').Hand}
 */
export function handMessage(ruleset, deal, events, players) {
  const hand = handAfter(deal, events);
  const heldCards = (/** @type {number} */ player) => [...hand.hands[player], ...(haveGiftsMoved(hand) ? [] : hand.gifts[player] ?? [])];
  return {
    ruleset, cardCodec: CODEC, first: chairOf(deal.first), holds: players.map((player) => chairCards(player, heldCards(player))),
    events: players.length > 1 ? events : eventsFor(hand, events, players[0]),
  };
}

/**
 * The events as a player sees them. Of passed cards it sees only its own, and those that it gets after all have given.
 * @param {Hand} hand @param {Event[]} events @param {number} player
 */
function eventsFor(hand, events, player) {
  const visible = [player, haveGiftsMoved(hand) ? giftsOf(hand, player).from : player];
  const isHidden = (/** @type {Event} */ { action, chair }) => action?.passOn && !visible.includes(playerOf(chair));
  return events.map((event) => isHidden(event) ? { ...event, action: { passOn: {} } } : event);
}

/** The cards that each player still holds, for the field `remaining` of a settlement. @param {Hand} hand */
export const remainingCards = (hand) =>
  hand.hands.map((cards, player) => chairCards(player, cards)).filter((it) => it.cards.ids.length);

/**
 * The card counter (记牌器): the number of cards of each rank, 3 to the big joker, that are neither in the person's hand nor played. Another
 * player's bottom cards count until they are played.
 * @param {number[]} own @param {number[]} played
 */
export function unseenCounts(own, played) {
  const counts = Array.from({ length: 15 }, (_, rank) => rank < 13 ? 4 : 1);
  for (const card of [...own, ...played]) counts[rankOf(card)]--;
  return counts;
}
