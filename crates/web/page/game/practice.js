// A position of a review that the person plays on at a table. The result does not count.

import { BOTS, firstEvents } from './deal.js';
import { freshTable } from './hand.js';

const POSITION_KEY = 'thirdseat-practice';

/** @typedef {import('../../types.d.ts').Event} Event */
/** @typedef {{setup: import('./hand.js').Setup, deal: import('./deal.js').Deal, events: Event[], back: string}} Position */

/** @param {import('./link.js').Linked} linked @param {Event[]} events @param {string} back */
export function keepPosition({ ruleset, seed, deal, bots }, events, back) {
  const company = bots.length === BOTS.length ? bots : BOTS.map(() => 'casual');
  const setup = { ruleset, bots: company, seed, role: 'auction', pace: 1 };
  sessionStorage.setItem(POSITION_KEY, JSON.stringify({ setup, deal, events, back }));
}

/** The table with the stored position; undefined if there is none. @returns {import('./hand.js').StoredTable | undefined} */
export function practiceTable() {
  /** @type {Position | null} */
  const position = JSON.parse(sessionStorage.getItem(POSITION_KEY) ?? 'null');
  if (!position) return undefined;
  const { setup, deal, events, back } = position;
  const roomEvents = [...firstEvents({ ...deal, landlord: -1 }, BOTS), ...events.map((table) => ({ table }))];
  const numberedEvents = roomEvents.map((event, place) => ({ sequence: place + 1, handNumber: 1, ...event }));
  return { ...freshTable(setup), deal, deals: 0, handNumber: 1, isHelped: true, back, events: numberedEvents };
}
