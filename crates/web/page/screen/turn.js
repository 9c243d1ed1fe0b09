// The person's turn: the question, the possible acts, and their keys. A new turn replaces the whole question, so no old answers remain.

import { call } from '../api/call.js';
import { HandOfCards } from '../card/hand.js';
import { h, redraw } from '../dom.js';
import { ME, chairOf } from '../game/deal.js';
import { GIFT_SIZE, giftsOf, askedCall } from '../game/hand.js';
import { isTyping, letterKey } from '../keys.js';
import { actName, comboName } from '../say.js';
import { language, nameOf, t } from '../words.js';
import { Choice } from './choice.js';

/** @typedef {import('../../types.d.ts').Action} Action */

/**
 * A question of the table, with the known answers.
 * @typedef {object} Question
 * @property {string} key
 * @property {{plays: number, mayPass: boolean}} [legal] the number of plays (1 for a lead), and whether passing is allowed; undefined if
 * unknown
 * @property {{action: Action, why: string}[]} hints the hints; empty before the person asks for one. A `why` is empty before it is known
 * @property {boolean} isFresh true for a moment after the question appears, in which some buttons ignore taps
 */

/**
 * The questions of the auction, by a call that is allowed only at this question. A bid of one point is allowed only before any other bid.
 * @type {[import('../../types.d.ts').Call, string][]}
 */
const AUCTION_QUESTIONS = [['CALL_CALL', 'askCall'], ['CALL_ROB', 'askRob'], ['CALL_TAKE', 'askTake'], ['CALL_SCORE_1', 'askScore']];
/** The time for which a question is fresh. */
const FRESH_MS = 400;

export class Turn {
  /** @param {import('../game/backend.js').Table} table @param {() => void} draw draws the whole table */
  constructor(table, draw) {
    this.table = table;
    this.redraw = draw;
    this.hand = new HandOfCards((isSwept) => this.choose({}, isSwept), () => this.play());
    this.actions = h('div.actions', { role: 'group' });
    this.choices = h('div.choices');
    this.isAuto = false;
    /** @type {Question} */
    this.asked = { key: '', hints: [], isFresh: false };
    this.choice = new Choice([]);
  }

  /**
   * The phase of the turn, which decides the person's possible acts: none, retry, a word, a gift of cards, a play, or waiting for others.
   * @returns {'over'|'stuck'|'word'|'gift'|'play'|'waits'}
   */
  get phase() {
    const { waits, stage, take } = this.table;
    if (waits === 'over' || waits === 'ending' || waits === 'other-tab') return 'over';
    if (waits === 'stuck') return 'stuck';
    if (waits !== 'me' || !take) return 'waits';
    return stage === 'STAGE_PLAY' ? 'play' : stage === 'STAGE_PASS_ON' ? 'gift' : 'word';
  }

  get isPlay() { return this.table.stage === 'STAGE_PLAY'; }
  get isGift() { return this.table.stage === 'STAGE_PASS_ON'; }
  get standing() { return this.table.hand.trick?.combo; }
  get legal() { return this.asked.legal; }

  /** Replaces the question if the turn has changed, and asks for the legal plays if they are needed. */
  async changed() {
    const key = `${this.table.kept.handNumber}:${this.table.hand.acts.length}:${this.table.stage}:${this.table.waits}`;
    if (key === this.asked.key) return;
    /** @type {Question} */
    const question = { key, hints: [], isFresh: true };
    this.asked = question;
    setTimeout(() => this.endFresh(question), FRESH_MS);
    // Auto mode ends with the hand: the person plays the next hand.
    if (this.phase === 'over') this.isAuto = false;
    if (this.table.waits !== 'me') return;
    if (this.isAuto) return this.advise(true);
    if (!this.isPlay) return;
    this.choose();
    // A player who leads can always play, so nothing is asked.
    const { plays = [1], mayPass = false } = this.standing
      ? { plays: [], ...await call('ListLegalPlays', { chair: chairOf(ME), hand: this.table.personsHand }) } : {};
    if (question !== this.asked) return;
    question.legal = { plays: plays.length, mayPass };
    this.redraw();
  }

  /** Ends the fresh time of a question, so that taps may answer it. @param {Question} question */
  endFresh(question) {
    question.isFresh = false;
    if (question === this.asked) this.redraw();
  }

  /**
   * Reads the lifted cards, after another choice or at another turn.
   * @param {{note?: string, hinted?: import('../../types.d.ts').Combo}} [about] @param {boolean} [isSwept]
   */
  async choose(about = {}, isSwept = false) {
    const choice = new Choice([...this.hand.lifted], about);
    this.choice = choice;
    if (this.isAuto && choice.cards.length) return this.toggleAuto();
    const standing = this.phase === 'play' ? this.standing : undefined;
    // Before the play begins, wild ranks may not be shown yet, and without them cards cannot be read.
    const reading = choice.cards.length && this.isPlay ? choice.ask(this.table, standing) : undefined;
    this.redraw();
    if (!reading) return;
    await reading;
    if (choice !== this.choice) return;
    if (choice.isEager) this.play();
    this.redraw();
    const sweptPlay = isSwept && this.phase === 'play' && await choice.meantBySweep(this.table, standing);
    if (sweptPlay && choice === this.choice) this.hand.lift(sweptPlay);
  }

  question() {
    switch (this.table.stage) {
      case 'STAGE_PASS_ON': return t('askGift', { name: nameOf(giftsOf(this.table.hand, ME).to) });
      case 'STAGE_AUCTION': return t(AUCTION_QUESTIONS.find(([call]) => this.table.answer.state?.calls?.includes(call))?.[1] ?? 'askMore');
      case 'STAGE_DOUBLING': return t('askDouble');
      case 'STAGE_SHOWING': return t('askShow');
    }
    return this.standing ? t('yourAnswer', { what: comboName(this.standing) }) : t('yourLead');
  }

  /** The line above the hand. */
  message() {
    if (this.isAuto) return t('autoOn');
    if (this.choice.note) return this.choice.note;
    if (this.isPlay && this.legal && !this.legal.plays) return t('nothingBeats');
    if (this.isGift && this.hand.lifted.size) return t('giftSize', { n: this.hand.lifted.size });
    return this.isPlay && this.choice.message(this.standing) || this.question();
  }

  draw() {
    const { table, choice } = this;
    const { isFresh, legal } = this.asked;
    const state = [language(), this.isAuto, this.phase, isFresh, table.waits, table.stage, legal, this.canPlay(), table.answer.state];
    this.actions.setAttribute('aria-label', t('moves'));
    redraw(this.actions, state, () => this.buttons());
    const choices = this.phase === 'play' ? choice.choices : [];
    redraw(this.choices, [language(), choices, choice.reading], () => choices.length < 2 ? [] : [
      h('span', {}, t('readAs')),
      choices.map((reading, place) => h('button.chip', {
        'data-key': `reading-${place}`, 'aria-pressed': String(place === Math.max(choice.reading, 0)),
        onclick: () => { Object.assign(choice, { reading: place, note: '' }); this.redraw(); },
      }, comboName(reading))),
    ]);
  }

  /** True if the button that plays or gives cards is active, also while the service reads the cards. */
  canPlay() {
    if (this.phase === 'gift') return this.hand.lifted.size === GIFT_SIZE;
    return this.phase === 'play' && (this.choice.is === 'asked' || Boolean(this.choice.playedAs));
  }

  buttons() {
    const { table, phase } = this;
    /** @param {string} key @param {string} text @param {() => void} onclick @param {boolean} isOn @param {boolean} [isMain] */
    const button = (key, text, onclick, isOn, isMain) =>
      h(`button${isMain ? '.primary' : ''}`, { type: 'button', 'data-key': key, onclick, disabled: !isOn }, text);
    if (phase === 'over') return [];
    const isReady = !this.asked.isFresh;
    if (phase === 'stuck') return [button('again', t('retry'), () => table.again(), true, true)];
    if (this.isAuto) return [button('auto-off', t('autoOff'), () => this.toggleAuto(), true, true)];
    if (phase === 'word') {
      return this.words().map(([key, text, action, isMain]) => button(key, text, () => this.act(action), isReady, isMain));
    }
    const hint = button('hint', t('hint'), () => this.advise(), phase === 'gift' || phase === 'play' && this.legal?.plays !== 0);
    if (this.isGift) return [hint, button('pass-on', t('giveCards'), () => this.play(), this.canPlay(), true)];
    // The same buttons stay while others play, so that their places do not change.
    const mayPass = phase === 'play' && Boolean(table.answer.state?.mayPass);
    const isOnly = mayPass && this.legal?.plays === 0;
    const pass = button('pass', t('pass'), () => this.act({ passed: true }), mayPass && isReady, isOnly);
    return this.isPlay ? [pass, hint, button('play', t('play'), () => this.play(), this.canPlay(), true)] : [];
  }

  /** The possible words now: key, text, action, and true for a main button. @returns {[string, string, Action, boolean][]} */
  words() {
    const { calls = [], doublings = [], mayShow } = this.table.answer.state ?? {};
    switch (this.table.stage) {
      case 'STAGE_AUCTION': {
        const word = askedCall(this.table.hand);
        /** @type {[string, string, Action, boolean][]} */
        const words = calls.map((call) => [call, actName({ action: { call }, word }), { call }, call !== 'CALL_PASS']);
        return mayShow ? [...words, ['show_true', t('show_true'), { show: { open: true } }, false]] : words;
      }
      case 'STAGE_DOUBLING': return doublings.map((word) => [word, t(word), { doubling: word }, word !== 'DOUBLING_NONE']);
      case 'STAGE_SHOWING': return [false, true].map((open) => [`show_${open}`, t(`show_${open}`), { show: { open } }, open]);
    }
    return [];
  }

  /** The word of a key: P chooses the first word; a digit bids its points, or chooses the word with this index. @param {string} letter */
  wordOf(letter) {
    const words = this.words();
    const isScore = words.some(([key]) => key.startsWith('CALL_SCORE'));
    return letter === 'p' ? words[0] : isScore ? words.find(([key]) => key === `CALL_SCORE_${letter}`) : words[Number(letter) || -1];
  }

  /** @param {Action} action */
  act(action) {
    if (!['word', 'gift', 'play'].includes(this.phase)) return;
    this.hand.lift([]);
    this.table.take?.(action);
  }

  play() {
    if (!this.canPlay()) return;
    if (this.isGift) return this.act({ passOn: { ids: [...this.hand.lifted] } });
    // If the service still reads the cards, they are played after its answer.
    if (this.choice.playedAs) this.act(this.choice.action);
    else this.choice.isEager = true;
  }

  /** Shows the next act that the judge suggests, or does it in auto mode. @param {boolean} [isAuto] */
  async advise(isAuto = false) {
    const { asked } = this;
    const { advise } = await import('./advise.js');
    if (asked === this.asked) return advise(this, isAuto);
  }

  toggleAuto() {
    if (this.phase === 'over') return;
    this.isAuto = !this.isAuto;
    this.hand.raise([]);
    if (this.isAuto && this.table.waits === 'me') this.advise(true);
    this.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    // `code` is the position of the key: with Alt some systems produce another letter.
    if (event.altKey && event.code === 'KeyA') return this.toggleAuto(), true;
    if (event.key === 'Escape' && this.hand.lifted.size) return this.hand.lift([]), true;
    if (isTyping(event)) return false;
    const focused = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest('button:not(.card), a, summary'));
    if (event.key === 'Enter' && !focused && (this.phase === 'play' || this.phase === 'gift')) return this.play(), true;
    const letter = letterKey(event);
    if (!letter) return false;
    // A letter chooses cards. Without focus on a button, a later Enter plays these cards and does not press the button.
    focused?.blur();
    const word = this.phase === 'word' && !this.asked.isFresh && this.wordOf(letter);
    if (word) return this.act(word[2]), true;
    if (letter === 'p' && this.phase === 'play' && this.standing) return this.act({ passed: true }), true;
    if (letter === 'h' && (this.phase === 'play' || this.phase === 'gift')) return this.advise(), true;
    return this.hand.type(letter);
  }

  close() {
    this.isAuto = false;
    // Later answers must not draw a closed table.
    this.asked = { ...this.asked, key: '' };
  }
}
