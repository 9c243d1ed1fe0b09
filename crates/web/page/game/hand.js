// A hand computed from its events: the cards held, the standing combo, the acts. Events are those of the API. No DOM here: this folder also
// runs
// under `node --test`.

import { CODEC, ME, NO_DEAL, arranged, chairOf, holds, idsOf, playerOf, rankOf, sorted, without } from './deal.js';
import { freshId, stream } from './seed.js';

/** The number of cards that a player passes on. */
export const GIFT = 3;

/** @typedef {import('./deal.js').Deal} Deal */
/** @typedef {import('../../types.d.ts').Event} Event */
/** @typedef {import('../../types.d.ts').Action} Action */
/** @typedef {import('../../types.d.ts').Combo} Combo */

/**
 * An act of a player.
 * @typedef {object} Act
 * @property {number} player
 * @property {Action} action
 * @property {number[]} cards of a play as they are laid, or passed on
 * @property {boolean} isLead
 * @property {string} word what the auction waits for: "call", "rob" or "take", as a pass is named by it
 */

/**
 * @typedef {object} Hand
 * @property {number} landlord -1 until known
 * @property {number[][]} hands what each player holds now
 * @property {number[]} bottom
 * @property {boolean} isBottomShown
 * @property {boolean[]} open whose hands were laid open, by player
 * @property {{player: number, combo: Combo, cards: number[]} | undefined} trick what stands; undefined for a lead
 * @property {(Act | undefined)[]} last what lies before each player; undefined for nothing
 * @property {Act[]} acts
 * @property {number[]} seen cards that were played
 * @property {string} wilds the wild ranks 癞子 that are shown, as letters in the order of showing
 * @property {number} passOn how many seats on the receiver of passed cards sits; 0 where none are passed on
 * @property {import('../../types.d.ts').AuctionForm} [auction] of the ruleset
 * @property {(number[] | undefined)[]} gifts what each player has passed on; undefined where it has not
 */

/**
 * The choices that a session starts from.
 * @typedef {object} Setup
 * @property {string} ruleset with overrides, as "classic auction=call-rob"
 * @property {string[]} bots personas: who plays after the person, and before
 * @property {string} [own] the persona that plays in the person's chair, at a table that the person only watches
 * @property {string} seed
 * @property {number} [passOn] how many seats on the receiver of three passed cards sits; 0, or none, where none are passed
 * @property {import('../../types.d.ts').AuctionForm} [auction] of the ruleset; none in tables that older pages kept
 * @property {string} [dealer] how the ruleset's cards are dealt; none in tables that older pages kept
 * @property {'auction'|'landlord'|'after'|'before'} role the person's; "auction" lets the auction say it
 * @property {number} [strength] 0 to 100, the companions' in place of the personas' own numbers
 * @property {number} pace how much of a companion's thinking time is waited for: 1, 0.25 or 0
 */

/**
 * The table as it is kept over a reload of the tab.
 * @typedef {object} Kept
 * @property {Setup} setup
 * @property {string} roomId
 * @property {Deal} deal
 * @property {number} deals how many deals there were before
 * @property {number} handNumber in the room
 * @property {number} before the sequence of the last event before this hand
 * @property {import('../../types.d.ts').RoomEvent[]} events of this hand
 * @property {number[]} points so far, by player
 * @property {number} hands settled
 * @property {import('../../types.d.ts').Decision[]} decisions of companions in this hand, by the place of their act
 * @property {boolean} isOpen whether the companions' cards lie open; `wasOpen` whether they did at some time of this hand
 * @property {boolean} wasOpen
 * @property {boolean} isHelped whether a hint was taken in this hand, or the page played
 * @property {number} noted how many hands stand among the last hands
 * @property {import('../../types.d.ts').TableState} [end] of a hand that is settled
 * @property {string} [back] the address of the review whose position is played on; none at other tables
 */

/** A table before its first deal. @param {Setup} setup @returns {Kept} */
export const seated = (setup) => ({
  setup, roomId: '', deal: NO_DEAL, deals: -1, handNumber: 0, before: 0, events: [], points: [0, 0, 0], hands: 0, decisions: [],
  isOpen: false, wasOpen: false, isHelped: false, noted: 0,
});

/** A new room for the table, as OpenRoom is asked for it. @param {Setup} setup @param {string} playerId */
export const roomOf = (setup, playerId) => ({
  requestId: freshId('table'), ruleset: setup.ruleset, cardCodec: CODEC, bots: botsOf(setup),
  players: setup.own ? [] : [{ chair: chairOf(ME), playerId }], strict: true,
});

/** The companions, as a room is told of them, and the bot in the person's chair. @param {Setup} setup */
const botsOf = ({ bots, own, seed, strength }) => [...bots, ...(own ? [own] : [])].map((persona, place) => ({
  chair: chairOf((place + 1) % 3), persona, seed: String(stream(BigInt(seed), 2000 + place)), disclosed: true,
  ...(strength === undefined ? {} : { strength }),
}));

/** @param {Deal} deal @param {Event[]} events @returns {Hand} */
export function fold(deal, events) {
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
      // In the event's order, which an unshuffled deck keeps.
      hand.seen.push(...idsOf(action.play.cards));
      hand.trick = { player, combo: action.play, cards };
    }
  }
  return hand;
}

/** True if an event is an act of a player, and no showing of the table. @param {Event} event */
export const isAct = (event) => Boolean(event.action);

/** Cards leave their giver at once. They come to the others when all have given. @param {Hand} hand @param {Act} act */
function give(hand, { player, cards }) {
  hand.gifts[player] = cards;
  hand.hands[player] = without(hand.hands[player], cards);
  if (!hasMoved(hand)) return;
  for (const receiver of [0, 1, 2]) hand.hands[receiver] = sorted([...hand.hands[receiver], ...exchange(hand, receiver).got ?? []]);
}

/** True once all players have passed cards on. @param {Hand} hand */
export const hasMoved = ({ gifts }) => gifts.every(Boolean);

/**
 * The receiver and the giver of a player's exchange, and the cards: `gave` once the player has given, `got` once all have.
 * @param {Hand} hand @param {number} player
 */
export function exchange(hand, player) {
  const { gifts, passOn } = hand;
  const from = (player + 3 - passOn) % 3;
  return { to: (player + passOn) % 3, from, gave: gifts[player], got: hasMoved(hand) ? gifts[from] : undefined };
}

/**
 * Cards that a player has passed on and the receiver has not played: the player knows their holder.
 * @param {Hand} hand @param {number} player
 */
export const given = ({ gifts, seen }, player) => without(gifts[player] ?? [], seen);

/** The deck after a hand: the played cards in order, then each player's rest, low to high. @param {Hand} hand */
export const gathered = ({ seen, hands, bottom, isBottomShown }) => [
  ...seen, ...hands.flatMap((held) => sorted(held).reverse()), ...(isBottomShown ? [] : sorted(bottom).reverse()),
];

/** @param {Event} event @param {Hand} hand @returns {Act} */
function actOf({ chair, action = {} }, hand) {
  const cards = action.play ? arranged(idsOf(action.play.cards), action.play) : idsOf(action.passOn);
  return { player: playerOf(chair), action, cards, isLead: Boolean(action.play) && !hand.trick, word: wordOf(hand) };
}

/** The word that the auction waits for: a pass is named by it. @param {Hand} hand */
export const wordOf = ({ acts, auction }) =>
  auction === 'AUCTION_FORM_TAKE_IT' ? 'take' : acts.some(({ action }) => action.call === 'CALL_CALL') ? 'rob' : 'call';

/** The event that an action makes. @param {Action} action @param {number} player @param {Hand} hand @returns {Event} */
export function eventOf(action, player, hand) {
  const shown = action.show?.open ? { show: { open: true, hand: { ids: hand.hands[player] } } } : action;
  return { chair: chairOf(player), action: shown };
}

/**
 * The hand for a request: what one player may know, or everything for all three.
 * @param {string} ruleset @param {Deal} deal @param {Event[]} events @param {number[]} players @returns {import('../../types.d.ts').Hand}
 */
export function told(ruleset, deal, events, players) {
  const hand = fold(deal, events);
  const held = (/** @type {number} */ player) => [...hand.hands[player], ...(hasMoved(hand) ? [] : hand.gifts[player] ?? [])];
  return {
    ruleset, cardCodec: CODEC, first: chairOf(deal.first), holds: players.map((player) => holds(player, held(player))),
    events: players.length > 1 ? events : seenBy(hand, events, players[0]),
  };
}

/**
 * Events as a player sees them: of the gifts only its own, and the received one once all have given.
 * @param {Hand} hand @param {Event[]} events @param {number} player
 */
function seenBy(hand, events, player) {
  const known = [player, hasMoved(hand) ? exchange(hand, player).from : player];
  const isHidden = (/** @type {Event} */ { action, chair }) => action?.passOn && !known.includes(playerOf(chair));
  return events.map((event) => isHidden(event) ? { ...event, action: { passOn: {} } } : event);
}

/** The cards that each player still holds, as a settlement tells it. @param {Hand} hand */
export const remaining = (hand) =>
  hand.hands.map((cards, player) => holds(player, cards)).filter((it) => it.cards.ids.length);

/**
 * The card counter (记牌器): how many of each rank, 3 to the big joker, the person has not seen. From the person's own view alone: the
 * deck, less the person's hand, less what was played. The bottom cards count as unseen until they are played, for a player holds them.
 * @param {number[]} own @param {number[]} played
 */
export function unseen(own, played) {
  const left = Array.from({ length: 15 }, (_, rank) => rank < 13 ? 4 : 1);
  for (const card of [...own, ...played]) left[rankOf(card)]--;
  return left;
}
