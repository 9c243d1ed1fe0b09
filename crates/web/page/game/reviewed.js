// What a judge says of every turn of a hand, by what the seat on turn could know.

import { call } from '../api/call.js';
import { fold, viewOf } from './hand.js';

/**
 * @typedef {object} Judged
 * @property {number} turn the event's place
 * @property {number} player
 * @property {import('../../types.d.ts').ReviewPlayResponse} review
 */

/** Questions at a time. */
const AT_ONCE = 3;

/**
 * Asks about every turn; `judged` is called as answers come.
 * @param {{ruleset: string, deal: import('./deal.js').Deal}} hand @param {import('../../types.d.ts').Event[]} events
 * @param {string} persona who judges @param {AbortSignal} signal @param {(judged: Judged) => void} judged
 */
export async function review({ ruleset, deal }, events, persona, signal, judged) {
  const open = events.map((_, turn) => turn).filter((turn) => !events[turn].landlordFound);
  const asker = async () => {
    for (let turn = open.shift(); turn !== undefined; turn = open.shift()) {
      const before = events.slice(0, turn);
      const act = fold(deal, events.slice(0, turn + 1)).acts.at(-1);
      const answer = await call('ReviewPlay', {
        view: viewOf(ruleset, deal, before, act.player), action: act.action, options: { persona, wantAlternatives: true },
      }, { signal });
      judged({ turn, player: act.player, review: answer });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, asker));
}
