// Advice at the person's turn. Loaded for the first hint, or when the page plays for the person.

import { call, required } from '../api/call.js';
import { ME, chairOf, idsOf } from '../game/deal.js';
import { JUDGE } from '../game/onward.js';
import { isSameReading } from '../game/wild.js';
import { comboName, printedText, rankNames } from '../say.js';
import { language, t } from '../words.js';

/** @typedef {import('../../types.d.ts').Action} Action */

/** The longest pause before the page plays. */
const PAUSE_MS_MAX = 1500;
/** @param {Action} a @param {Action} b */
const isSameAction = (a, b) =>
  JSON.stringify(a.play?.cards ?? a.passOn) === JSON.stringify(b.play?.cards ?? b.passOn) && isSameReading(a.play, b.play);

/**
 * Shows the next act that the judge suggests, or does it. The judge knows only the person's view.
 * @param {import('./turn.js').Turn} turn @param {boolean} isAuto
 */
export async function advise(turn, isAuto) {
  const { table, asked } = turn;
  const position = { chair: chairOf(ME), hand: table.personsHand };
  const options = { persona: JUDGE, language: language() };
  table.kept.isHelped = true;
  if (!asked.hints.length || isAuto) {
    const { action: best, reason, alternatives = [], thinkTimeMs = 0 } =
      await call('Decide', { ...position, options: { ...options, wantAlternatives: true } });
    const action = required(best);
    if (asked !== turn.asked || turn.phase === 'waits') return;
    if (isAuto) {
      await table.pause(Math.min(thinkTimeMs, PAUSE_MS_MAX));
      if (asked === turn.asked && turn.isAuto) turn.act(action);
      return;
    }
    const others = alternatives.flatMap((it) => it.action && !isSameAction(it.action, action) ? [{ action: it.action, why: '' }] : []);
    asked.hints = [{ action, why: printedText(reason?.text) }, ...others];
  }
  for (;;) {
    const hint = required(asked.hints.shift());
    if (!hint.why) {
      // The judge first rates a play without a reason. A play that it calls a mistake is not shown as a hint.
      const { verdict, comment } = await call('ReviewPlay', { ...position, action: hint.action, options });
      if (asked !== turn.asked || turn.phase === 'waits') return;
      if (verdict === 'VERDICT_MISTAKE') continue;
      hint.why = printedText(comment);
    }
    asked.hints.push(hint);
    const { play, passOn } = hint.action;
    const actionText = play ? comboName(play) : passOn ? rankNames(idsOf(passOn)) : t('pass');
    turn.hand.raise(idsOf(play?.cards ?? passOn));
    return turn.choose({ note: `${t('hint')}${t('colon')}${actionText} · ${hint.why}`, hinted: play });
  }
}
