// The person's turn: what is lifted, what that would be, what may be done, and the keys for it.

import { call } from '../api/call.js';
import { HandOfCards } from '../card/hand.js';
import { h, redraw } from '../dom.js';
import { ME, chairOf } from '../game/deal.js';
import { GIFT, exchange } from '../game/hand.js';
import { read } from '../game/line.js';
import { isSameReading, lookAt } from '../game/wild.js';
import { isTyping, letterKeys } from '../keys.js';
import { comboName, ranks } from '../say.js';
import { store } from '../store.js';
import { language, nameOf, t } from '../words.js';

/** @typedef {import('../../types.d.ts').Action} Action */
/** @typedef {import('../../types.d.ts').Combo} Combo */

/** Who advises: a persona that plays well and answers at once. */
const ADVISER = 'skilled';

export class Turn {
  /** @param {import('../game/backend.js').Table} table @param {() => void} draw draws the whole table */
  constructor(table, draw) {
    this.table = table;
    this.redraw = draw;
    this.hand = new HandOfCards(() => this.look());
    this.actions = h('div.actions');
    this.choices = h('div.choices');
    this.line = h('form.line', { hidden: true, onsubmit: (/** @type {SubmitEvent} */ event) => this.entered(event) });
    this.tick = h('div.tick', { role: 'timer' });
    this.note = '';
    this.why = '';
    /** What the lifted cards would be. @type {{cards: string} & import('../game/wild.js').Looked} */
    this.looked = undefined;
    /** Which of several readings is meant. */
    this.reading = -1;
    /** How a hint reads the cards that it is about to lift. @type {Combo} */
    this.hinted = undefined;
    /** What is legal now. @type {{total: number, mayPass: boolean}} */
    this.legal = undefined;
    this.asked = '';
    this.looking = '';
    this.isEager = false;
    this.isAuto = false;
    /** @type {Action[]} */
    this.hints = [];
  }

  get isMine() { return this.table.waits === 'me' && Boolean(this.table.take); }
  get isPlay() { return this.table.stage === 'STAGE_PLAY'; }
  get isGift() { return this.table.stage === 'STAGE_PASS_ON'; }
  get standing() { return this.table.hand.trick?.combo; }

  /** The table went on: asks once a turn what is legal. */
  async changed() {
    const turn = `${this.table.kept.handNumber}:${this.table.hand.acts.length}:${this.table.stage}:${this.table.waits}`;
    if (turn === this.asked) return;
    this.asked = turn;
    this.note = '';
    this.hints = [];
    this.legal = undefined;
    this.startClock();
    if (this.table.waits !== 'me') return;
    if (this.isAuto) return this.advise(true);
    if (!this.isPlay) return;
    this.look();
    const answer = await call('ListLegalPlays', { chair: chairOf(ME), hand: this.table.told, pageSize: 1 });
    if (turn !== this.asked) return;
    this.legal = { total: answer.total ?? 0, mayPass: answer.mayPass ?? false };
    this.redraw();
  }

  /** The time of a turn, where the person wants one: when it is over, the page plays. */
  startClock() {
    clearInterval(this.ticking);
    this.tick.textContent = '';
    if (!store.settings.timer || this.table.waits !== 'me' || this.isAuto) return;
    let left = store.settings.timer;
    const show = () => { this.tick.textContent = t('timeLeft', { n: left }); };
    show();
    this.ticking = setInterval(() => {
      left -= 1;
      show();
      if (left > 0) return;
      clearInterval(this.ticking);
      if (!this.isAuto) this.toggleAuto();
    }, 1000);
  }

  /** What would the lifted cards be? One question at a time, the last one counts. */
  async look() {
    const cards = [...this.hand.lifted];
    const { hinted } = this;
    const key = `${this.asked}:${cards}:${hinted?.kind ?? ''}${hinted?.key ?? ''}`;
    this.hinted = undefined;
    if (this.looking === key) return;
    this.looking = key;
    this.reading = -1;
    this.isEager = false;
    // Before the play begins wild ranks may be hidden, and without them no play can be read.
    if (!cards.length || !this.isPlay) {
      this.looked = undefined;
      return this.redraw();
    }
    const standing = this.table.waits === 'me' ? this.standing : undefined;
    const looked = await lookAt(this.table, cards, standing);
    if (this.looking !== key) return;
    this.looked = { cards: key, ...looked };
    this.reading = looked.choices.findIndex((choice) => isSameReading(choice, hinted));
    if (this.isEager) this.play();
    this.redraw();
  }

  /** What the lifted cards are played as; undefined where they may not be played. @returns {Combo} */
  get chosen() {
    return this.looked && (this.looked.choices[this.reading] ?? this.looked.playedAs);
  }

  /** What is asked, as a sentence. */
  question() {
    switch (this.table.stage) {
      case 'STAGE_PASS_ON': return t('askGift', { name: nameOf(exchange(this.table.hand, ME).to) });
      case 'STAGE_AUCTION': return t('askCall');
      case 'STAGE_DOUBLING': return t('askDouble');
      case 'STAGE_SHOWING': return t('askShow');
    }
    return this.standing ? t('yourAnswer', { what: comboName(this.standing) }) : t('yourLead');
  }

  /** The line above the hand. */
  message() {
    if (this.note) return this.note;
    if (this.isPlay && this.legal && !this.legal.total) return t('nothingBeats');
    if (this.isGift && this.hand.lifted.size) return t('giftSize', { n: this.hand.lifted.size });
    if (!this.isPlay || !this.looked || !this.hand.lifted.size) return this.question();
    if (this.chosen) return comboName(this.chosen);
    const [reading] = this.looked.readings;
    return reading && this.standing ? t('doesNotBeat', { what: comboName(reading), standing: comboName(this.standing) }) : t('noCombo');
  }

  draw() {
    const { table } = this;
    const state = [language(), table.waits, table.stage, this.isMine, this.isAuto, this.legal, this.isGift ? this.hand.lifted.size : Boolean(this.chosen), table.hand.acts.length, table.answer?.state?.may];
    redraw(this.actions, state, () => this.buttons());
    const choices = this.isMine && this.looked ? this.looked.choices : [];
    redraw(this.choices, [language(), choices, this.reading], () => choices.length < 2 ? [] : [
      h('span', {}, t('readAs')),
      choices.map((reading, place) => h('button.chip', {
        'data-key': `reading-${place}`, 'aria-pressed': String(place === Math.max(this.reading, 0)),
        onclick: () => { this.reading = place; this.note = ''; this.redraw(); },
      }, comboName(reading))),
    ]);
  }

  buttons() {
    const { table } = this;
    if (table.waits === 'over' || table.waits === 'other-tab') return [];
    if (table.waits === 'stuck') return [h('button.primary', { 'data-key': 'again', onclick: () => table.again() }, t('retry'))];
    const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ onclick, /** @type {boolean} */ isOn, kind = '') =>
      h(`button${kind}`, { 'data-key': key, onclick, disabled: !isOn }, text);
    const auto = h(`button.auto${this.isAuto ? '.on' : ''}`, { 'data-key': 'auto', 'aria-pressed': String(this.isAuto), onclick: () => this.toggleAuto() }, t(this.isAuto ? 'autoOff' : 'auto'));
    if (!this.isMine) return [auto];
    const say = (/** @type {Action} */ action, /** @type {string} */ key, /** @type {string} */ text, /** @type {boolean} */ isMain) =>
      button(key, text, () => this.act(action), true, isMain ? '.primary' : '');
    const may = table.answer.state.may ?? {};
    if (table.stage === 'STAGE_AUCTION') {
      const words = may.calls ?? [];
      const isRob = words.includes('CALL_ROB');
      return words.map((word) => say({ call: word }, word, t(word === 'CALL_PASS' && isRob ? 'CALL_PASS_ROB' : word), word !== 'CALL_PASS'));
    }
    if (table.stage === 'STAGE_DOUBLING') {
      return (may.doublings ?? []).map((word) => say({ doubling: word }, word, t(word), word !== 'DOUBLING_NONE'));
    }
    if (table.stage === 'STAGE_SHOWING') {
      return [false, true].map((show) => say({ show: { open: show } }, `show_${show}`, t(`show_${show}`), show));
    }
    if (this.isGift) return [button('hint', t('hint'), () => this.advise(), true), button('pass-on', t('giveCards'), () => this.play(), this.hand.lifted.size === GIFT, '.primary'), auto];
    const hasPlay = !this.legal || this.legal.total > 0;
    return [
      button('hint', t('hint'), () => this.advise(), hasPlay),
      button('pass', t('pass'), () => this.act({ passed: {} }), may.pass, hasPlay ? '' : '.primary'),
      button('play', t('play'), () => this.play(), Boolean(this.chosen), '.primary'),
      auto,
    ];
  }

  /** @param {Action} action */
  act(action) {
    if (!this.isMine) return;
    this.hand.lift([]);
    this.table.take(action);
  }

  play() {
    if (this.isGift) return this.hand.lifted.size === GIFT ? this.act({ passOn: { ids: [...this.hand.lifted] } }) : undefined;
    // The answer about the cards that are lifted now is still on its way: they are played when it is there.
    this.isEager = this.hand.lifted.size > 0 && this.looked?.cards !== this.looking;
    const combo = this.isEager ? undefined : this.chosen;
    if (combo) this.act({ play: { ...combo, cards: { ids: [...this.hand.lifted], text: combo.cards.text } } });
  }

  /** A hint lifts the next play that an adviser with the person's own view would make; auto makes it. @param {boolean} [isAuto] */
  async advise(isAuto = false) {
    const { table } = this;
    const turn = this.asked;
    if (!this.hints.length || isAuto) {
      const { decision } = await call('Decide', {
        chair: chairOf(ME), hand: table.told, options: { persona: ADVISER, handSeed: table.handSeed, wantAlternatives: true, language: language() },
      });
      if (turn !== this.asked || !this.isMine) return;
      if (isAuto) {
        await table.pause(Math.min(decision.pace?.thinkTimeMs ?? 0, 1500));
        if (turn === this.asked && this.isAuto) this.act(decision.action);
        return;
      }
      const others = (decision.alternatives ?? []).map((/** @type {any} */ it) => it.action);
      const same = (/** @type {Action} */ a, /** @type {Action} */ b) => JSON.stringify(a.play?.cards ?? a.passOn) === JSON.stringify(b.play?.cards ?? b.passOn) && isSameReading(a.play, b.play);
      this.hints = [decision.action, ...others.filter((/** @type {Action} */ it) => !same(it, decision.action))];
      this.why = decision.reason?.text;
    }
    const hint = this.hints.shift();
    this.hints.push(hint);
    this.hinted = hint.play;
    this.hand.lift(hint.play?.cards?.ids ?? hint.passOn?.ids ?? []);
    this.note = t('hint') + t('colon') + (hint.play ? comboName(hint.play) : hint.passOn ? ranks(hint.passOn.ids) : t('pass')) + (this.why ? ` · ${this.why}` : '');
    this.why = '';
    this.redraw();
  }

  toggleAuto() {
    this.isAuto = !this.isAuto;
    this.startClock();
    if (this.isAuto && this.isMine) this.advise(true);
    this.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey && event.key.toLowerCase() === 'a') return this.toggleAuto(), true;
    if (event.key === 'Escape' && this.hand.lifted.size) return this.hand.lift([]), true;
    if (isTyping(event)) return false;
    const focused = /** @type {HTMLElement} */ (event.target).closest('button:not(.card), a');
    if (event.key === 'Enter' && !focused && this.isMine && (this.isPlay || this.isGift)) return this.play(), true;
    const letter = letterKeys(event);
    if (!letter) return false;
    if (letter === '/') return this.openLine(), true;
    if (letter === 'p' && this.isMine && this.standing) return this.act({ passed: {} }), true;
    if (letter === 'h' && this.isMine && (this.isPlay || this.isGift)) return this.advise(), true;
    return this.hand.type(letter === '0' ? 'T' : letter.toUpperCase());
  }

  openLine() {
    this.line.hidden = false;
    if (!this.line.firstChild) this.line.append(h('input', { 'aria-label': t('typeHere'), placeholder: t('typeHere'), autocomplete: 'off', maxlength: 60 }));
    this.line.querySelector('input').focus();
  }

  /** A line that was typed: the whole game by text. @param {SubmitEvent} event */
  async entered(event) {
    event.preventDefault();
    const input = this.line.querySelector('input');
    const line = read(input.value, this.table.hand.hands[ME]);
    input.value = '';
    if (line.wants === 'hint') await this.advise();
    else if (line.wants === 'cards') this.note = ranks(this.table.hand.hands[ME]);
    else if (line.wants === 'auto') this.toggleAuto();
    else if (line.missing) this.note = t('notHeld', { cards: line.missing });
    else if (line.action?.play && this.isMine && this.isGift && !line.action.play.standsFor) {
      this.note = '';
      this.hand.lift(line.action.play.cards.ids);
      this.play();
    } else if (line.wants === 'act' && this.isMine && this.fits(line.action)) this.act(await this.readingOf(line.action));
    else this.note = t('notUnderstood', { text: line.text });
    this.redraw();
  }

  /** A play that was typed, with its reading where wild cards may have several. @param {Action} action @returns {Promise<Action>} */
  async readingOf(action) {
    const { play } = action;
    if (!play || !this.table.hand.wilds || play.standsFor || play.cards.text) return action;
    const { playedAs } = await lookAt(this.table, play.cards.ids, this.standing);
    return playedAs ? { play: { ...playedAs, cards: play.cards } } : action;
  }

  /** Whether an action belongs to what is asked; what exactly is legal the service says. @param {Action} action */
  fits(action) {
    const wanted = { STAGE_PASS_ON: 'passOn', STAGE_AUCTION: 'call', STAGE_DOUBLING: 'doubling', STAGE_SHOWING: 'show' }[this.table.stage];
    if (wanted) return wanted in action;
    return 'play' in action || ('passed' in action && Boolean(this.standing));
  }

  close() {
    clearInterval(this.ticking);
    this.isAuto = false;
  }
}
