// The person's level, as the service knows it from the hands that this browser played.

import { call } from '../api/call.js';
import { h } from '../dom.js';
import { store } from '../store.js';
import { t } from '../words.js';

/** A level of fewer hands is not shown: its interval is wide. */
const LEVEL_HANDS = 10;

/** @typedef {import('../../types.d.ts').GetPlayerResponse} Player */

/** The service's record of this person; empty where it tells none. @returns {Promise<Player>} */
export const known = () => call('GetPlayer', { playerId: store.me }).catch(() => ({}));

/** The person's level, once ten hands are known. @param {Player} player */
export function ownLevel({ levels = [] }) {
  const found = levels.find((it) => (it.hands ?? 0) >= LEVEL_HANDS);
  if (!found) return '';
  const { level = 0, low = 0, high = 0, hands: n } = found;
  return h('p', { 'data-key': 'own-level' }, t('ownLevel', { level, low, high, n }));
}

/** The service forgets the person as the page does. @param {Player} player */
export function forgetPlayer(player) {
  player.levels = [];
  call('ForgetPlayer', { playerId: store.me }).catch(() => {});
}
