// A turn that the person plays again. The judge rates each try. After a wrong play, the page shows how bots continue the hand.

import { call, required, sleep } from '../../api/call.js';
import { HandToPlay } from '../../card/play.js';
import { h, redraw } from '../../dom.js';
import { ME, chairOf } from '../../game/deal.js';
import { eventOf, handAfter, handMessage } from '../../game/hand.js';
import { JUDGE, continueHand } from '../../game/onward.js';
import { actName, announce, comboName, printedText } from '../../say.js';
import { language, nameOf, t } from '../../words.js';
import { blockTaps } from '../settling.js';
import { faultName, faultCode, handRankText, lossText, shortActName, softenedOpinion } from './phrases.js';

/** @typedef {import('../../../types.d.ts').Action} Action */
/** @typedef {import('../../../types.d.ts').Event} Event */

/** The most acts that are shown after a wrong play, and the usual pause between two acts. */
const REFUTATION_MAX = 6;
const STEP_MS = 550;

/**
 * @typedef {object} Task
 * @property {import('../../game/link.js').Linked} linked
 * @property {Event[]} before the events before the turn
 * @property {import('../../game/hand.js').Act} act the original act
 * @property {import('../../../types.d.ts').TableState} state the state of the table before the turn
 */

export class Drill {
  /**
   * @param {Task} task
   * @param {{solved: () => void, show: (events: Event[]) => void, answer: () => void, playOn: (tried: Event) => void,
   * next: (() => void) | undefined, stop: () => void}} on callbacks: `show` draws the table after these events; `answer` ends the drill and
   * shows the answer; `playOn` continues the hand after a try
   */
  constructor(task, on) {
    this.task = task;
    this.on = on;
    this.hand = handAfter(task.linked.deal, task.before);
    /** @type {'choose'|'checking'|'wrong'|'right'} */
    this.state = 'choose';
    /** @type {Action | undefined} the last try */
    this.tried = undefined;
    /** @type {import('./phrases.js').Opinion | undefined} the judge's opinion of the last try */
    this.opinion = undefined;
    /** @type {string[]} the acts after a wrong try */
    this.line = [];
    /** @type {(number | undefined)[]} the win chances of the person's side, before the try and at these acts */
    this.chances = [];
    this.ending = new AbortController();
    this.cards = new HandToPlay(() => this.state === 'choose' ? { setup: task.linked, hand: this.hand } : undefined, () => this.draw());
    this.said = h('div.drill-said', { 'aria-live': 'polite' });
    this.buttons = h('div.drill-actions');
    this.holder = h('div.drill-hand', {}, this.cards.element);
    this.element = h('section.drill', {}, this.said, this.holder, this.buttons);
    this.draw();
  }

  get isPlay() { return Boolean(this.task.act.action.play || this.task.act.action.passed); }

  /** @param {Action} action */
  async attempt(action) {
    if (this.state !== 'choose') return;
    const { linked, before } = this.task;
    const { signal } = this.ending;
    this.tried = action;
    this.state = 'checking';
    this.draw();
    const hand = handMessage(linked.ruleset, linked.deal, before, [ME]);
    const options = { persona: JUDGE, wantTrace: true, language: language() };
    const answer = await call('ReviewPlay', { chair: chairOf(ME), hand, action, options }, { signal });
    const opinion = this.opinion = softenedOpinion(/** @type {import('./phrases.js').Opinion} */ (answer));
    const isRight = ['VERDICT_BEST', 'VERDICT_GOOD'].includes(opinion.verdict);
    this.state = isRight ? 'right' : 'wrong';
    if (isRight) this.on.solved();
    this.line = [];
    this.chances = [opinion.best.winChance];
    this.draw();
    this.show();
    announce(this.headline());
    if (!isRight && this.isPlay) await this.refute(action, signal);
  }

  /** Scrolls to the drill, because on a phone it is below the table. The new buttons ignore late taps. */
  show() {
    blockTaps(this.buttons);
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** Shows the acts after a wrong try. @param {Action} action @param {AbortSignal} signal */
  async refute(action, signal) {
    const { linked, before } = this.task;
    const events = [...before, eventOf(action, ME, this.hand)];
    this.on.show(events);
    const pause = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : STEP_MS;
    for await (const { player, event, decision } of continueHand(linked, events, signal)) {
      if (this.state !== 'wrong') return;
      events.push(event);
      const act = required(handAfter(linked.deal, events).acts.at(-1));
      this.line.push(`${nameOf(player)} ${actName(act)}`);
      this.chances.push(this.mine(player, decision?.winChance));
      this.on.show(events);
      this.draw();
      this.element.scrollIntoView({ block: 'nearest' });
      if (this.line.length >= REFUTATION_MAX) break;
      await sleep(pause, signal);
    }
    announce([t('refuted'), ...this.line].join(t('stop')));
  }

  /**
   * The win chance of the person's side.
   * @param {number} player the player for whose side `chance` is @param {number | undefined} chance
   */
  mine(player, chance) {
    const isSame = (player === this.hand.landlord) === (ME === this.hand.landlord);
    return chance === undefined || isSame ? chance : 1 - chance;
  }

  again() {
    this.state = 'choose';
    this.line = [];
    this.on.show(this.task.before);
    this.cards.lift([]);
    blockTaps(this.buttons);
    this.focus();
  }

  focus() {
    const first = this.isPlay ? this.cards.element.querySelector('[tabindex="0"]') : this.buttons.querySelector('button');
    /** @type {HTMLElement} */ (first)?.focus({ preventScroll: true });
  }

  headline() {
    const { task, tried, opinion, state } = this;
    const what = tried && shortActName({ ...task.act, action: tried });
    if (state === 'right') return t(opinion?.verdict === 'VERDICT_GOOD' ? 'tryGood' : 'tryRight', { what });
    if (state === 'wrong') {
      const loss = lossText(opinion ?? {}).replace('+', '−');
      const isSame = what === shortActName(task.act);
      return `${t('tryWrong', { what })}${loss && t('gainOf', { n: loss })}${isSame ? `${t('sentencesComma')}${t('trySame')}` : ''}`;
    }
    return state === 'checking' ? t('checking') : t('tryTask');
  }

  draw() {
    const { state, hand, task, opinion } = this;
    const fault = opinion && faultCode(opinion);
    this.element.dataset.state = state;
    redraw(this.said, [language(), state, this.line, this.cards.chosen, opinion?.comment], () => [
      h(`p.headline${state === 'wrong' ? '.bad' : state === 'right' ? '.good' : ''}`, {}, this.headline()),
      state === 'choose' && h('p.soft', {}, this.cards.chosen ? comboName(this.cards.chosen)
        : hand.trick ? t('toBeat', { name: nameOf(hand.trick.player), what: comboName(hand.trick.combo) })
          : this.isPlay ? t('tryHint') : ''),
      state === 'right' && opinion?.best.reason?.text && h('p.why', {}, printedText(opinion.best.reason.text)),
      // Outside the play, the strength of the hand explains the answer.
      !this.isPlay && opinion && state !== 'choose' && h('p.soft', {},
        handRankText(opinion.best.trace, task.act.action, state === 'right' ? opinion.best.reason?.facts : [])),
      // Only the name of the habit is shown, because sentences about a fault may name the better play.
      state === 'wrong' && fault && h('p.why', {}, faultName(fault)),
      this.line.length > 0 && [
        h('p.refuted', {}, t('refuted')), h('ol.refutation', {}, this.line.map((act) => h('li', {}, act))), this.chanceLine()],
    ]);
    // After a wrong try, the hand is visible on the table.
    this.holder.hidden = !this.isPlay || state === 'wrong';
    this.cards.show(hand.hands[ME], hand.wilds);
    redraw(this.buttons, [language(), state, Boolean(this.cards.chosen), task.state, Boolean(this.on.next)], () =>
      state === 'choose' ? this.choices() : this.after());
  }

  chanceLine() {
    const [from, to] = [this.chances.find((it) => it !== undefined), this.chances.findLast((it) => it !== undefined)];
    const percent = (/** @type {number} */ it) => Math.round(it * 100);
    const hasFallen = from !== undefined && to !== undefined && percent(to) < percent(from);
    return hasFallen && h('p.soft', {}, t('refutedChance', { from: percent(from), to: percent(to) }));
  }

  choices() {
    const { act } = this.task;
    const button = (/** @type {Action} */ action, /** @type {string} */ key) =>
      h('button', { 'data-key': key, onclick: () => this.attempt(action) }, actName({ ...act, action }));
    const answer = h('button.quiet', { 'data-key': 'answer', onclick: this.on.answer }, t('showAnswer'));
    if (!this.isPlay) {
      const { calls = [], doublings = [] } = this.task.state;
      return [...calls.map((it) => button({ call: it }, it)), ...doublings.map((it) => button({ doubling: it }, it)), answer];
    }
    return [
      this.hand.trick && h('button', { 'data-key': 'try-pass', onclick: () => this.attempt({ passed: true }) }, t('pass')),
      answer,
      h('button.primary', { 'data-key': 'try-play', disabled: !this.cards.chosen, onclick: () => this.attempt(this.action()) }, t('play')),
    ];
  }

  /** @returns {Action} */
  action() {
    const { lifted, chosen } = this.cards;
    return { play: { cards: { ids: [...lifted] }, ...(chosen?.standsFor && { standsFor: chosen.standsFor }) } };
  }

  after() {
    if (this.state === 'checking') return [];
    const isRight = this.state === 'right';
    return [
      this.state === 'wrong' && h('button.primary', { 'data-key': 'try-again', onclick: () => this.again() }, t('tryAgain')),
      h('button', { 'data-key': 'answer', onclick: this.on.answer }, t('showAnswer')),
      h('button', { 'data-key': 'play-on', onclick: () => this.on.playOn(eventOf(required(this.tried), ME, this.hand)) }, t('playOn')),
      this.on.next && h(`button${isRight ? '.primary' : ''}`, { 'data-key': 'try-next', onclick: this.on.next }, t('nextOne')),
      h('button.quiet', { 'data-key': 'try-stop', onclick: this.on.stop }, t('stopTrying')),
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const pass = this.hand.trick && (() => { this.attempt({ passed: true }); });
    return this.state === 'choose' && this.isPlay && this.cards.handleKey(event, () => { this.attempt(this.action()); }, pass);
  }

  close() {
    this.ending.abort();
  }
}
