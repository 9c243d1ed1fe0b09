// Sentences of a review about a turn: the act, the better act and the difference between them.

import { idsOf } from '../../game/deal.js';
import { actName, comboName, rankNames } from '../../say.js';
import { hasWord, nameOf, t } from '../../words.js';

/** @typedef {import('../../../types.d.ts').Action} Action */
/** @typedef {Pick<import('../../../types.d.ts').ReviewPlayResponse, 'valueLost' | 'lostUnit'>} Loss */
/** @typedef {import('../../../types.d.ts').Decision & {action: Action}} Best */
/** @typedef {{verdict: import('../../../types.d.ts').Verdict, best: Best}} JudgedFields the fields of every judgement */
/** @typedef {import('../../../types.d.ts').ReviewPlayResponse & JudgedFields} Opinion */
/** @typedef {import('../../../types.d.ts').ReviewHandResponse & {review: Opinion}} Judged */
/** @typedef {import('../../game/hand.js').Act} Act */

/** An action without the kind of the combo, unless the combo has a `standsFor`: "8 8 8 J", "不出". @param {Partial<Act>} act */
export function shortActName(act) {
  const { play } = act.action ?? {};
  return play && !play.standsFor ? rankNames(idsOf(play.cards), play) : play ? comboName(play) : actName(act);
}

/** An act of a player, as a sentence without its full stop. @param {Pick<Act, 'player' | 'action' | 'word'>} act */
export function actClause(act) {
  const [name, what] = [nameOf(act.player), shortActName(act)];
  return t(act.action.passed ? 'didPass' : act.action.play ? 'didPlay' : 'didSay', { name, what });
}

/** The lost value with its unit: "+0.36 底分"; empty for no loss and for other units. @param {Loss} loss */
export function lossText({ valueLost: lost = 0, lostUnit }) {
  switch (lost && lostUnit) {
    case 'VALUE_UNIT_SCORE': return t('gainScore', { n: lost.toFixed(2) });
    case 'VALUE_UNIT_CHANCE': return t('gainChance', { n: Math.round(lost * 100) });
    case 'VALUE_UNIT_POINTS': return t('gainPoints', { n: lost.toFixed(1) });
  }
  return '';
}

/** A sentence with the act and the better act. @param {Act} act @param {Opinion} review */
export function verdictLine(act, review) {
  const what = shortActName({ ...act, action: review.best.action });
  const loss = lossText(review);
  return `${actClause(act)}${t('sentencesComma')}${t('better', { what })}${loss && t('gainOf', { n: loss })}`;
}

/** The smallest loss that a player would notice, by unit. */
const NOTICED_LOSS_MIN = {
  VALUE_UNIT_SCORE: 0.1, VALUE_UNIT_CHANCE: 0.03, VALUE_UNIT_VOTES: 0.03, VALUE_UNIT_POINTS: 1, VALUE_UNIT_UNSPECIFIED: 0,
};
/** A hand with a win chance below this counts as lost. */
const LOST_CHANCE_MAX = 0.015;

/**
 * The opinion. "Inaccurate" becomes "good" for an unnoticeable loss; "inaccurate" and "mistake" do if the hand was lost anyway.
 * @param {Opinion} review @returns {Opinion}
 */
export function softenedOpinion(review) {
  const { verdict, valueLost, lostUnit = 'VALUE_UNIT_UNSPECIFIED', best } = review;
  const isSmall = valueLost !== undefined && valueLost < NOTICED_LOSS_MIN[lostUnit];
  const isLost = (best.winChance ?? 1) < LOST_CHANCE_MAX;
  const isSoftened = verdict === 'VERDICT_INACCURATE' && isSmall || isLost && ['VERDICT_INACCURATE', 'VERDICT_MISTAKE'].includes(verdict);
  return isSoftened ? { ...review, verdict: 'VERDICT_GOOD', fault: undefined } : review;
}

/** The concepts with the rank of a hand among all hands, and those with the win rate of landlords with such a hand. */
const RANK_CONCEPTS = ['hand-rank', 'too-eager', 'too-shy', 'doubles-weak', 'spares-doubling'];
const WIN_CONCEPTS = ['landlord-wins', 'too-eager', 'too-shy'];

/** @param {import('../../../types.d.ts').Fact[]} facts @param {string[]} concepts */
const haveConcept = (facts, concepts) => facts.some(({ concept = '' }) => concepts.includes(concept));

/**
 * Sentences about the strength of a hand before the play, without what the given facts already contain; may be empty.
 * @param {import('../../../types.d.ts').Trace | undefined} trace @param {Action | undefined} action
 * @param {import('../../../types.d.ts').Fact[]} [facts]
 */
export function handRankText(trace, action, facts = []) {
  const { strengthRank: rank, strengthWins: wins = 0 } = trace ?? {};
  if (rank === undefined) return '';
  const sentences = [
    !haveConcept(facts, RANK_CONCEPTS) && t('handRank', { n: Math.round(rank / 10) }),
    Boolean(action?.call) && !haveConcept(facts, WIN_CONCEPTS) && t('handWins', { wins }),
  ].filter(Boolean);
  return sentences.map((sentence) => `${sentence}${t('stop')}`).join('').trim();
}

/**
 * The reason for the better action, as text and facts: its merits, or else the judge's own reason. It is empty if the fault already
 * contains the rank of the hand and the reason would repeat it.
 * @param {Opinion} review
 */
export function meritOf({ best, fault, merit }) {
  if (merit) return merit;
  const { text, facts = [] } = best.reason ?? {};
  return haveConcept(fault?.facts ?? [], RANK_CONCEPTS) && haveConcept(facts, RANK_CONCEPTS) ? { text: '', facts: [] } : { text, facts };
}

/**
 * A loss in stakes. A lost win chance counts twice, because a win and a loss differ by two stakes. Other losses count as 0.
 * @param {Loss} loss
 */
export function lossInStakes({ valueLost = 0, lostUnit }) {
  return lostUnit === 'VALUE_UNIT_SCORE' ? valueLost : lostUnit === 'VALUE_UNIT_CHANCE' ? 2 * valueLost : 0;
}

/** The habit that a mistake shows: the code of its fault; empty for none. @param {Opinion} review */
export const faultCode = (review) => review.fault?.code ?? '';

/** A habit in words. An unknown code is shown with spaces for its hyphens. @param {string} code of `faultCode` */
export const faultName = (code) => hasWord(`fault-${code}`) ? t(`fault-${code}`) : code.replaceAll('-', ' ');
