// The rest of a hand, played by bots: every player decides from its own view, with the same persona and seed, until a player has no cards.

import { call, required } from '../api/call.js';
import { chairOf } from './deal.js';
import { eventOf, handAfter, handMessage } from './hand.js';

/** The persona that judges in reviews, gives hints and continues hands. */
export const JUDGE = 'net';

/** @typedef {import('../../types.d.ts').Event} Event */
/** @typedef {import('./link.js').Linked} Linked */

/**
 * The player of the next play after some events; -1 before the landlord is known, and after a player has no cards.
 * @param {import('./deal.js').Deal} deal @param {Event[]} events
 */
export function playerOnTurn(deal, events) {
  const { landlord, acts, hands } = handAfter(deal, events);
  if (landlord < 0 || hands.some((cards) => !cards.length)) return -1;
  const last = acts.at(-1);
  if (last?.action.play || last?.action.passed) return (last.player + 1) % 3;
  if (!last?.action.call) return landlord;
  return events.findLast((event) => !event.wildShown)?.landlordFound ? landlord : -1;
}

/**
 * The side that has won after some events; "" while the hand goes on.
 * @param {import('./deal.js').Deal} deal @param {Event[]} events @returns {import('../../types.d.ts').Side | ''}
 */
export function winnerOf(deal, events) {
  const { hands, landlord } = handAfter(deal, events);
  const winner = hands.findIndex((cards) => !cards.length);
  if (winner < 0) return '';
  return winner === landlord ? 'SIDE_LANDLORD' : 'SIDE_PEASANTS';
}

/**
 * Yields the next acts of all players, one act at a time.
 * @param {Linked} linked @param {Event[]} events the events so far @param {AbortSignal} signal
 * @returns {AsyncGenerator<{player: number, event: Event, decision: import('../../types.d.ts').Decision}>}
 */
export async function* continueHand({ ruleset, deal, seed }, events, signal) {
  const all = [...events];
  for (;;) {
    const player = playerOnTurn(deal, all);
    if (player < 0) return;
    const hand = handMessage(ruleset, deal, all, [player]);
    const options = { persona: JUDGE, handSeed: seed };
    const decision = await call('Decide', { chair: chairOf(player), hand, options }, { signal });
    const event = eventOf(required(decision.action), player, handAfter(deal, all));
    all.push(event);
    yield { player, event, decision };
  }
}
