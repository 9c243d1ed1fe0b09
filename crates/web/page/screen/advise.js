// Advice in the person's turn: loaded with the first hint, or as the page is to play.

import { call, need } from '../api/call.js';
import { ME, chairOf, idsOf } from '../game/deal.js';
import { isSameReading } from '../game/wild.js';
import { comboName, printed, ranks } from '../say.js';
import { language, t } from '../words.js';

/** @typedef {import('../../types.d.ts').Action} Action */

/** The adviser: a persona that plays well and answers at once. */
const ADVISER = 'skilled';
/** The longest pause before the page plays. */
const PAUSE_MS_MAX = 1500;
/** @param {Action} a @param {Action} b */
const isSame = (a, b) =>
  JSON.stringify(a.play?.cards ?? a.passOn) === JSON.stringify(b.play?.cards ?? b.passOn) && isSameReading(a.play, b.play);

/**
 * Lifts the next play that an adviser with the person's own view would make, or makes it.
 * @param {import('./turn.js').Turn} turn @param {boolean} isAuto
 */
export async function advise(turn, isAuto) {
  const { table, asked } = turn;
  if (!asked.hints.length || isAuto) {
    const options = { persona: ADVISER, handSeed: table.handSeed, wantAlternatives: true, language: language() };
    const decision = await call('Decide', { chair: chairOf(ME), hand: table.told, options });
    const action = need(decision.action);
    if (asked !== turn.asked || turn.phase === 'waits') return;
    if (isAuto) {
      await table.pause(Math.min(decision.pace?.thinkTimeMs ?? 0, PAUSE_MS_MAX));
      if (asked === turn.asked && turn.isAuto) turn.act(action);
      return;
    }
    const others = (decision.alternatives ?? []).flatMap((it) => it.action && !isSame(it.action, action) ? [it.action] : []);
    asked.hints = [action, ...others];
    asked.first = action;
    asked.why = printed(decision.reason?.text);
  }
  const [hint, ...others] = asked.hints;
  asked.hints = [...others, hint];
  const what = hint.play ? comboName(hint.play) : hint.passOn ? ranks(idsOf(hint.passOn)) : t('pass');
  const note = t('hint') + t('colon') + what + (asked.why && hint === asked.first ? ` · ${asked.why}` : '');
  turn.hand.raise(idsOf(hint.play?.cards ?? hint.passOn));
  turn.choose({ note, hinted: hint.play });
}
