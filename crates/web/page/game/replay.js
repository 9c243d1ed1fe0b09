// The check of a hand from a link. It plays the acts one by one in a strict room, and finds the first act that cannot be played.

import { Refused, call, required } from '../api/call.js';
import { CODEC, PLAYERS, firstEvents, chairOf, playerOf } from './deal.js';
import { eventOf, handAfter } from './hand.js';
import { actionOf } from './link.js';
import { freshId } from './seed.js';
import { tableEvent } from './wild.js';

/**
 * @typedef {object} Replayed
 * @property {import('../../types.d.ts').Event[]} events up to the first wrong act
 * @property {import('../../types.d.ts').RecordEventsResponse} answer the last answer of the room
 * @property {number} brokenAt the place of the wrong act; -1 if there is none
 * @property {string} why the name of the reason; empty if there is none
 * @property {import('../../types.d.ts').TableState[]} states the state of the table before each act
 */

/** @param {import('./link.js').Linked} linked @param {AbortSignal} signal @returns {Promise<Replayed>} */
export async function replay({ ruleset, deal, acts }, signal) {
  const first = firstEvents(deal, PLAYERS);
  const requestId = freshId('replay');
  // Bots sit on all chairs, because a room gets only the cards of bots, and it must know all cards to check them.
  const response = await call('OpenRoom', {
    requestId, ruleset, cardCodec: CODEC, strict: true, bots: PLAYERS.map((player) => ({ chair: chairOf(player), persona: 'rules' })),
    events: first.map((event, place) => ({ sequence: place + 1, handNumber: 1, ...event })),
  }, { signal });
  const { roomId, ruleset: rules, state } = required(response.room);
  deal.auction = rules?.auction;
  /** @type {Replayed} */
  const replayed = {
    events: first.flatMap(({ table }) => table ? [table] : []), answer: { state }, brokenAt: -1, why: '', states: [],
  };
  /** @param {import('../../types.d.ts').Event} table */
  const recordEvent = async (table) => {
    const event = { sequence: replayed.events.length + 2, handNumber: 1, table };
    replayed.answer = await call('RecordEvents', { roomId, events: [event] }, { signal });
    replayed.events.push(table);
  };
  /** Records the next events of the table itself: wild ranks and the bottom cards. */
  const recordTableEvents = async () => {
    const next = () => tableEvent(required(replayed.answer.state), deal, handAfter(deal, replayed.events).wilds);
    for (let table = next(); table; table = next()) await recordEvent(table);
  };
  try {
    for (const [place, token] of acts.entries()) {
      replayed.brokenAt = place;
      await recordTableEvents();
      const hand = handAfter(deal, replayed.events);
      const now = required(replayed.answer.state);
      const player = playerOf(now.turn);
      const action = player < 0 ? undefined : actionOf(token, hand.hands[player]);
      if (!action) throw new Refused('ILLEGAL_PLAY', token, 0, -1);
      replayed.states.push(now);
      await recordEvent(eventOf(action, player, hand));
    }
    replayed.brokenAt = -1;
    await recordTableEvents();
  } catch (error) {
    if (!(error instanceof Refused) || signal.aborted) throw error;
    replayed.why = error.reason;
  } finally {
    call('CloseRoom', { roomId }).catch(() => {});
  }
  return replayed;
}
