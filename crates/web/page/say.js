// Sentences about events, on the screen and for screen readers.

import { rankName } from './card/face.js';
import { LETTERS, ME, displayOrder, rankOf, sorted } from './game/deal.js';
import { haveGiftsMoved } from './game/hand.js';
import { byId, h } from './dom.js';
import { meaning } from './game/wild.js';
import { hasWord, nameOf, t } from './words.js';

/** @typedef {import('./game/hand.js').Act} Act */

/**
 * The names of the ranks of cards: "3 3 10".
 * @param {number[]} cards @param {import('../types.d.ts').Combo} [combo] of the cards
 */
export const rankNames = (cards, combo) =>
  (combo ? displayOrder(cards, combo) : sorted(cards).reverse()).map((card) => rankName(rankOf(card))).join(' ');

/** The kind and the cards of a combo, and the ranks that they stand for, if these differ. @param {import('../types.d.ts').Combo} combo */
export function comboName(combo) {
  const cards = combo.cards?.ids ? rankNames(combo.cards.ids, combo) : lettersName(combo.cards?.text ?? '');
  const kind = `kind-${combo.kind}`;
  const name = hasWord(kind) ? t('combo', { kind: t(kind), cards }) : cards;
  return [name, meaningName(combo)].filter(Boolean).join(' ');
}

/** The ranks that the cards stand for, "as 4 4 4 4"; empty if these are the cards' own. @param {import('../types.d.ts').Combo} combo */
export function meaningName(combo) {
  const reading = meaning(combo, combo.cards?.ids ?? []);
  return reading && t('standsFor', { reading: lettersName(reading) });
}

/** The names of rank letters: "3 3 10" for "33T". @param {string} letters */
export const lettersName = (letters) => [...letters].map((it) => LETTERS.includes(it) ? rankName(LETTERS.indexOf(it)) : it).join(' ');

/** The pattern of a group of cards that contains a ten, in a text of the service. */
const TEN_PATTERN = /(?<![A-Za-z0-9])(?=[3-9JQKA2XD]*T)[3-9TJQKA2XD]+(?![a-z0-9])/g;

/** A text of the service in which groups with a ten are written as the page prints them: "789T" as "7 8 9 10". @param {string} [text] */
export const printedText = (text = '') => text.replace(TEN_PATTERN, lettersName);

/** An act of a player in a few words. @param {Partial<Act>} act */
export function actName({ action = {}, word = 'call' }) {
  if (action.passOn) return action.passOn.ids?.length ? t('gives', { cards: rankNames(action.passOn.ids) }) : t('givesThree');
  if (action.passed) return t('pass');
  if (action.play) return comboName(action.play);
  if (action.call === 'CALL_PASS') return t(`CALL_PASS_${word}`);
  if (action.call) return t(action.call);
  if (action.doubling) return t(action.doubling);
  return t(action.show?.open ? 'show_true' : 'show_false');
}

/** An act of a player as a sentence. @param {Act} act @param {number} left the number of cards that the player has left */
export function actSentence(act, left) {
  const name = nameOf(act.player);
  if (act.action.passed) return t('saysPass', { name });
  if (act.action.play) return t('saysPlay', { name, what: comboName(act.action.play), n: left });
  return t('saysWord', { name, what: actName(act) });
}

/** @param {string} wilds */
export const wildSentence = (wilds) => t('saysWild', { ranks: lettersName(wilds) });

/** The keys of sentences for refusals. @type {Partial<Record<import('./api/call.js').ReasonName, string>>} */
const REFUSAL_KEYS = {
  NOT_YOUR_TURN: 'lateAct', WRONG_PHASE: 'lateAct', VERSION_MISMATCH: 'lateAct', SUPERSEDED: 'lateAct',
  STRICT_EVENT: 'notAllowed', ILLEGAL_PLAY: 'notAllowed', NO_COMBO: 'notAllowed',
  OVERLOADED: 'busy', QUOTA_EXCEEDED: 'busy', DEADLINE_PASSED: 'busy', STORE_UNAVAILABLE: 'busy', SHUTTING_DOWN: 'busy',
  TOKEN_MISSING: 'noToken', TOKEN_UNKNOWN: 'noToken', SCOPE_MISSING: 'noToken', ROOM_NOT_FOUND: 'noRoom',
  UNKNOWN_RULESET: 'noRules', UNKNOWN_PERSONA: 'noRules',
};

/** The reason of a refusal, in the person's language. @param {{reason: string}} refused @returns {string} */
export const whyRefused = ({ reason }) => t(REFUSAL_KEYS[/** @type {'ILLEGAL_PLAY'} */ (reason)] ?? 'refused');

/** Points with a plus or minus sign; 0 has none. @param {number | string} points */
export const withSign = (points) => Number(points) > 0 ? `+${points}` : String(points).replace('-', '−');

/**
 * The value as a text, in its unit.
 * @param {import('../types.d.ts').Alternative} it @param {import('../types.d.ts').ValueUnit} [unit]
 */
export function valueText({ value = 0 }, unit) {
  if (unit === 'VALUE_UNIT_CHANCE' || unit === 'VALUE_UNIT_VOTES') return `${Math.round(value * 100)}%`;
  return withSign(value.toFixed(unit === 'VALUE_UNIT_SCORE' ? 2 : 1));
}

/** The most lines in a region for screen readers. */
const LINES_MAX = 3;

/** Sends a message to screen readers: after the current speech, or at once. @param {string} message @param {boolean} [isUrgent] */
export function announce(message, isUrgent = false) {
  const region = byId(isUrgent ? 'alert' : 'status');
  // Each message is a separate line, so that screen readers read two messages that come at the same time.
  region?.append(h('p', {}, message));
  while (region?.children.length > LINES_MAX) region.firstChild.remove();
}

/** A record of the messages to screen readers about a table, so that a redraw does not send them again. */
export class Announcer {
  constructor() {
    this.told = 0;
    this.wilds = '';
    this.found = '';
    this.question = '';
    this.shown = '';
  }

  /**
   * Announces the companions' new acts, new wild ranks and the exchange of cards, and returns all new acts.
   * @param {import('./game/hand.js').Hand} hand @param {typeof import('./screen/gift.js')} [gift] @returns {Act[]}
   */
  announceActs(hand, gift) {
    if (hand.acts.length < this.told) this.told = 0;
    const news = hand.acts.slice(this.told);
    this.told = hand.acts.length;
    const others = news.filter((act) => act.player !== ME);
    const sentences = others.map((act) => actSentence(gift?.withoutHiddenCards(act) ?? act, hand.hands[act.player].length));
    if (haveGiftsMoved(hand) && news.some((act) => act.action.passOn)) sentences.push(gift?.exchangeSentence(hand) ?? '');
    if (hand.wilds && hand.wilds !== this.wilds) sentences.unshift(wildSentence(hand.wilds));
    this.wilds = hand.wilds;
    if (sentences.length) announce(sentences.join(t('stop')));
    return news;
  }

  /** Announces the landlord or the outcome. @param {import('./game/hand.js').Hand} hand @param {string} outcome empty before the end */
  announceCourse({ landlord, bottom }, outcome) {
    const line = landlord < 0 ? '' : outcome || t('saysLandlord', { name: nameOf(landlord), cards: rankNames(bottom) });
    if (line && line !== this.found) announce(line);
    this.found = line;
  }

  /** Announces a new question at once. @param {string} question @returns {boolean} whether it is new */
  announceQuestion(question) {
    const isNew = Boolean(question) && question !== this.question;
    if (isNew) announce(question, true);
    this.question = question;
    return isNew;
  }

  /** Announces the line above the hand, if it is new. @param {string} line */
  announceLine(line) {
    if (line && ![this.shown, this.question, this.found].includes(line)) announce(line);
    this.shown = line;
  }
}
