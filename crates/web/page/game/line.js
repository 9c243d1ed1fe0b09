// A line that is typed in place of clicks: "55", "444+3", "pass", "2", "call", "?", in English or Chinese.

import { LETTERS, rankOf } from './deal.js';

/** @typedef {import('../../types.d.ts').Action} Action */

/** Words for actions. What fits the stage is the caller's matter. @type {Record<string, Action>} */
const WORDS = {
  pass: { passed: {} }, p: { passed: {} }, 不出: { passed: {} }, 过: { passed: {} },
  no: { call: 'CALL_PASS' }, 不叫: { call: 'CALL_PASS' }, 不抢: { call: 'CALL_PASS' }, 不取: { call: 'CALL_PASS' },
  call: { call: 'CALL_CALL' }, 叫: { call: 'CALL_CALL' }, 叫地主: { call: 'CALL_CALL' },
  rob: { call: 'CALL_ROB' }, 抢: { call: 'CALL_ROB' }, 抢地主: { call: 'CALL_ROB' },
  take: { call: 'CALL_TAKE' }, 取经: { call: 'CALL_TAKE' },
  'call 1': { call: 'CALL_SCORE_1' }, 'call 2': { call: 'CALL_SCORE_2' }, 'call 3': { call: 'CALL_SCORE_3' },
  '1 分': { call: 'CALL_SCORE_1' }, '2 分': { call: 'CALL_SCORE_2' }, '3 分': { call: 'CALL_SCORE_3' },
  double: { doubling: 'DOUBLING_DOUBLE' }, 加倍: { doubling: 'DOUBLING_DOUBLE' },
  super: { doubling: 'DOUBLING_SUPER' }, 超级加倍: { doubling: 'DOUBLING_SUPER' },
  plain: { doubling: 'DOUBLING_NONE' }, 不加倍: { doubling: 'DOUBLING_NONE' },
  open: { show: { open: true } }, 明牌: { show: { open: true } }, closed: { show: { open: false } }, 不明牌: { show: { open: false } },
};
/** @type {Record<string, 'hint'|'cards'|'auto'>} */
const WANTS = { '?': 'hint', '？': 'hint', hint: 'hint', 提示: 'hint', cards: 'cards', 手牌: 'cards', auto: 'auto', 托管: 'auto' };

/**
 * @param {string} typed @param {number[]} held the person's cards, high first
 * @returns {{wants: 'hint'|'cards'|'auto'|'act'|'', text: string, action?: Action, missing?: string}}
 */
export function read(typed, held) {
  const text = typed.trim().toLowerCase();
  if (text in WANTS) return { wants: WANTS[text], text };
  if (text in WORDS) return { wants: 'act', text, action: WORDS[text] };
  // The reading of wild cards comes after the sign, as in 4447~444+7.
  const parts = text.toUpperCase().replaceAll('10', 'T').replaceAll('大王', 'D').replaceAll('小王', 'X').replace(/[\s,，]/g, '').split(/[~～]/);
  const isOdd = (/** @type {string} */ part) => !part || [...part].some((letter) => letter !== '+' && !LETTERS.includes(letter));
  if (parts.length > 2 || parts.some(isOdd)) return { wants: '', text };
  const [letters, standsFor] = parts;
  const left = [...held].reverse();
  const ids = [];
  let missing = '';
  for (const letter of letters.replaceAll('+', '')) {
    const place = left.findIndex((card) => rankOf(card) === LETTERS.indexOf(letter));
    if (place < 0) missing += letter;
    else ids.push(...left.splice(place, 1));
  }
  if (missing) return { wants: '', text, missing };
  if (standsFor) return { wants: 'act', text, action: { play: { cards: { ids }, standsFor } } };
  // Letters with "+" say how the cards are read; the numbers say which they are.
  const cards = letters.includes('+') ? { ids, text: letters } : { ids };
  return { wants: 'act', text, action: { play: { cards } } };
}
