// The part of the start screen about hands that were played in this browser: the person's level, the last hands, and totals.

import { h } from '../dom.js';
import { withSign } from '../say.js';
import { forgetHands, store } from '../store.js';
import { t } from '../words.js';
import '../words/late.js';
import { forgetPlayer, loadPlayer, ownLevel } from './level.js';
import { personaName } from './start.js';

/** The two tiles of this part: the level and the last hands. */
export async function playedTiles() {
  const player = await loadPlayer();
  return {
    level() {
      const line = ownLevel(player);
      return line && h('section.tile', {}, line);
    },
    /** @param {() => void} draw draws the screen again */
    hands: (draw) => lastHands(() => {
      forgetHands();
      forgetPlayer(player);
      draw();
    }),
  };
}

/** The last hands, and totals. @param {() => void} forget */
function lastHands(forget) {
  const { hands, roles, bots } = store.played;
  if (!hands.length) return '';
  const row = (/** @type {string} */ name, /** @type {[number, number]} */ [played, won]) =>
    h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, t('wonOf', { won, of: played })));
  const hand = (/** @type {import('../store.js').Played} */ { link, isWon, points, role, bots: with_, isOpen }) => h('li', {},
    h('a', { href: link }, t(isWon ? 'youWin' : 'youLose')), ` ${withSign(points)} · ${t(role)} · ${with_.map(personaName).join(' · ')}`,
    isOpen && h('span.soft', {}, ` · ${t('wasOpen')}`));
  const rows = [
    Object.entries(roles).map(([role, all]) => row(t(role), all)),
    Object.entries(bots).map(([name, all]) => row(t('withBot', { name: personaName(name) }), all)),
  ];
  return h('details.tile.last-hands', {}, h('summary', {}, t('lastHands')), h('ol', {}, hands.map(hand)),
    h('table.sums', {}, h('tbody', {}, rows)),
    h('button.quiet', { type: 'button', 'data-key': 'forget', onclick: forget }, t('forget')));
}
