// The person's level, which the service measures from hands that were played in this browser.

import { call } from '../api/call.js';
import { h } from '../dom.js';
import { store } from '../store.js';
import { t } from '../words.js';

/** The fewest hands for which a level is shown: with fewer hands its interval is too wide. */
const LEVEL_HANDS_MIN = 10;

/** @typedef {import('../../types.d.ts').GetPlayerResponse} Player */

/** The service's record of this person; empty if the call fails. @returns {Promise<Player>} */
export const loadPlayer = () => call('GetPlayer', { playerId: store.me }).catch(() => ({}));

/** The person's level; empty before enough hands. @param {Player} player */
export function ownLevel({ levels = [] }) {
  const entry = levels.find((it) => (it.hands ?? 0) >= LEVEL_HANDS_MIN);
  if (!entry) return '';
  const { level = 0, low = 0, high = 0, hands: n } = entry;
  return h('p', { 'data-key': 'own-level' }, t('ownLevel', { level, low, high, n }));
}

/** Asks the service to delete the record, and empties the levels here. @param {Player} player */
export function forgetPlayer(player) {
  player.levels = [];
  call('ForgetPlayer', { playerId: store.me }).catch(() => {});
}
