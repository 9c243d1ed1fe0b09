// The whole game by text: a line that the person typed becomes what a button or a card would have done. Loaded with the first line.

import { ME, arranged, idsOf } from '../game/deal.js';
import { read } from '../game/line.js';
import { lookAt } from '../game/wild.js';
import { lettersName, ranks } from '../say.js';
import { t } from '../words.js';
import '../words/late.js';

/** @typedef {import('./turn.js').Turn} Turn */
/** @typedef {import('../../types.d.ts').Action} Action */

/** The actions of stages that are answered by a word. @type {Record<string, string>} */
const WANTED = { STAGE_PASS_ON: 'passOn', STAGE_AUCTION: 'call', STAGE_DOUBLING: 'doubling', STAGE_SHOWING: 'show' };

/** @param {Turn} turn @param {string} text */
export async function enter(turn, text) {
  const held = turn.table.hand.hands[ME];
  const { wants, missing, action, text: said } = read(text, held);
  if (wants === 'hint') return turn.advise();
  if (wants === 'cards') return turn.say(ranks(held));
  if (wants === 'auto') return turn.toggleAuto();
  if (missing) return turn.say(t('notHeld', { cards: lettersName(missing) }));
  if (action?.play && turn.phase === 'gift' && !action.play.standsFor) return turn.hand.lift(idsOf(action.play.cards)), turn.play();
  if (action && wants === 'act' && fits(turn, action)) return turn.act(await readingOf(turn, action));
  turn.say(t('notUnderstood', { text: said }));
}

/** A play with its reading. @param {Turn} turn @param {Action} action @returns {Promise<Action>} */
async function readingOf({ table, standing }, action) {
  const { play } = action;
  if (!play || play.standsFor || play.cards?.text) return action;
  const ids = idsOf(play.cards);
  const { playedAs } = await lookAt(table, ids, standing);
  return playedAs ? { play: { ...playedAs, cards: { ids: arranged(ids, playedAs) } } } : action;
}

/** True if an action belongs to what is asked; the service says what exactly is legal. @param {Turn} turn @param {Action} action */
function fits({ phase, table, standing }, action) {
  if (!['word', 'gift', 'play'].includes(phase)) return false;
  const wanted = WANTED[table.stage];
  const opens = action.show?.open && table.answer.state?.may?.show;
  return wanted ? wanted in action || Boolean(opens) : 'play' in action || ('passed' in action && Boolean(standing));
}
