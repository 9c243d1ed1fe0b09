// The screen of the table: two companions, each player's last act, and the person's hand.

import { required } from '../api/call.js';
import { emblem } from '../card/face.js';
import { portrait } from '../card/portrait.js';
import { h, loadSheet, redraw } from '../dom.js';
import { Table } from '../game/backend.js';
import { ME, loadDealer } from '../game/deal.js';
import { haveGiftsMoved } from '../game/hand.js';
import { Announcer, whyRefused } from '../say.js';
import { keepTable, store } from '../store.js';
import { language, nameOf, t } from '../words.js';
import { Animator } from './effects.js';
import { SIDES, bottomCards, cardCount, cardCounter, doublingFactor, lastAct, roleOf, seat, tableSide, stake, topBar } from './seat.js';
import { Turn } from './turn.js';

const PARTS = [
  'bottom', 'seat-left', 'seat-right', 'spot-left', 'spot-right', 'spot-me', 'feel-left', 'feel-right', 'feel-me', 'say', 'counter', 'role',
  'end',
];

/** The result of a hand: loaded when the first hand ends. @type {typeof import('./end.js')} */
let end;
/** The panels of plays and emotes: loaded separately. @type {typeof import('./talk.js')} */
let talk;
/** The drawing of the exchange of cards: loaded only for tables at which cards are passed on. @type {typeof import('./gift.js')} */
let gift;

/** @param {HTMLElement} root @param {HTMLElement} bar @param {string[]} parts "practice" continues a position of a review */
export async function open(root, bar, [practice]) {
  const position = practice && (await import('../game/practice.js')).practiceTable();
  const setupText = sessionStorage.getItem('thirdseat-deal');
  sessionStorage.removeItem('thirdseat-deal');
  const setup = position ? position.setup : setupText ? JSON.parse(setupText) : store.kept?.setup;
  if (!setup) {
    location.hash = '#/';
    return { draw() {}, close() {} };
  }
  await loadDealer(setup.dealer);
  const screen = new TableScreen(root, bar, setup);
  screen.table.run(position || (setupText ? undefined : store.kept ?? undefined));
  screen.loadTalk();
  return screen;
}

class TableScreen {
  /** @param {HTMLElement} root @param {HTMLElement} bar @param {import('../game/hand.js').Setup} setup */
  constructor(root, bar, setup) {
    this.bar = bar;
    this.table = new Table(setup, () => this.changed(), language, store.me);
    this.turn = new Turn(this.table, () => this.draw());
    this.announcer = new Announcer();
    this.isClosed = false;
    /** @type {{draw: () => void, close: () => void} | undefined} */
    this.why = undefined;
    this.parts = Object.fromEntries(PARTS.map((name) => [name, h(`div.${name}`)]));
    this.wasOver = false;
    this.stake = h('div.stake');
    this.talk = h('div.talk');
    this.turnFrom = 0;
    const { parts, turn } = this;
    const personRow = h('div.my-row', {}, parts.role, this.talk, parts['feel-me']);
    this.mine = h('div.mine', {}, personRow, turn.hand.element, turn.choices, turn.actions);
    const onTap = (/** @type {any} */ event) => { if (!event.target.closest('button, a, form, input, details, .end')) turn.hand.lift([]); };
    this.felt = h('section.felt', { onclick: onTap }, emblem(), tableSide('left', parts), h('div.middle', {}, parts.bottom, this.stake),
      tableSide('right', parts), parts.counter, parts['spot-me'], parts.say, this.mine, parts.end);
    this.animator = new Animator(this.felt, this.stake);
    root.replaceChildren(this.felt);
    this.ticking = setInterval(() => this.tick(), 500);
  }

  /** Updates the clock of the thinking player. */
  tick() {
    const seconds = Math.floor((performance.now() - this.turnFrom) / 1000);
    for (const clock of this.felt.querySelectorAll('.clock')) clock.textContent = String(seconds || '');
  }

  async loadTalk() {
    talk ??= await import('./talk.js');
    if (!this.isClosed) this.draw();
  }

  changed() {
    const { table } = this;
    // A delayed feeling must not draw or store a closed table.
    if (this.isClosed) return;
    if (table.hand.passOn && !gift) return void this.loadGift();
    this.announceChanges();
    if (['ending', 'over'].includes(table.waits) && !end) this.loadEnd();
    else if (table.waits === 'over' && end.noteHand(table, this.isWon)) this.sound(this.isWon ? 'won' : 'lost');
    this.keep();
    this.turn.changed();
    this.draw();
  }

  /** Announces changes to screen readers, and plays sounds. */
  announceChanges() {
    const { table, announcer } = this;
    const { hand } = table;
    const news = announcer.announceActs(hand, gift);
    announcer.announceCourse(hand, table.waits === 'over' ? this.outcome() : '');
    const last = news.findLast((act) => act.action.play);
    const isBomb = /bomb|rocket|shuttle/.test(last?.action.play?.kind ?? '');
    const isAlarm = last && [1, 2].includes(hand.hands[last.player].length);
    if (last && (isBomb || last.player !== ME)) this.sound(isBomb ? 'bomb' : isAlarm ? 'alarm' : 'play');
    if (announcer.announceQuestion(table.waits === 'me' ? this.turn.question() : '')) this.sound('turn');
  }

  async loadGift() {
    gift = await import('./gift.js');
    this.changed();
  }

  async loadEnd() {
    [end] = await Promise.all([import('./end.js'), loadSheet('end.css')]);
    this.changed();
  }

  /** @param {number} player */
  feeling(player) {
    return this.table.emotes.feelings.find((it) => it.player === player);
  }

  get isWon() {
    const { hand, score } = this.table;
    return (score?.winner === 'SIDE_LANDLORD') === (hand.landlord === ME);
  }

  outcome() {
    const landlordWon = this.table.score?.winner === 'SIDE_LANDLORD';
    return `${t(this.isWon ? 'youWin' : 'youLose')}${t('stop')}${t(landlordWon ? 'landlordWins' : 'peasantsWin')}`;
  }

  /** @param {'turn'|'play'|'won'|'lost'|'alarm'|'bomb'} name */
  async sound(name) {
    if (store.settings.sound) (await import('../sound.js')).sound(name);
  }

  /** Shows or hides the companions' cards. */
  layOpen() {
    const { kept } = this.table;
    kept.isOpen = !kept.isOpen;
    kept.wasOpen ||= kept.isOpen && this.table.waits !== 'over';
    this.keep();
    this.draw();
  }

  /** Stores the table for a reload, unless it continues a position of a review. */
  keep() {
    const { isDealt, kept } = this.table;
    if (isDealt && !kept.back) keepTable(kept);
  }

  /** Opens the drawer with the reasons of the companions' acts, or closes it. */
  async toggleWhy() {
    if (this.why) return this.why.close();
    const [module] = await Promise.all([import('./why.js'), loadSheet('review.css')]);
    if (this.isClosed) return;
    this.why = module.open(document.body, this.table, {
      layOpen: () => { if (!this.table.kept.isOpen) this.layOpen(); }, closed: () => { this.why = undefined; },
    });
  }

  draw() {
    const { table, parts, turn } = this;
    // Gifts of others must be hidden, so nothing is drawn before the module that hides them is loaded.
    if (!table.isDealt || table.hand.passOn && !gift) return;
    this.why?.draw();
    const { hand } = table;
    const lang = language();
    const isOver = table.waits === 'over' && Boolean(end);
    this.felt.dataset.waits = table.waits === 'over' && !isOver ? 'busy' : table.waits;
    this.felt.dataset.stage = table.stage;
    this.felt.dataset.auto = String(turn.isAuto);
    this.felt.dataset.plays = String(turn.legal?.plays ?? '');
    this.felt.dataset.acts = `${table.kept.deals}:${hand.acts.length}`;
    const stakes = table.answer.state?.stakes;
    const doubling = doublingFactor(stakes, hand, table.setup.ruleset);
    redraw(this.stake, [lang, stakes, doubling], () => stake(stakes, doubling));
    redraw(this.bar, [lang, table.kept.points, table.kept.isOpen, turn.isAuto, turn.phase === 'over'], () =>
      topBar(table, turn, { layOpen: () => this.layOpen(), why: () => this.toggleWhy() }));
    redraw(parts.bottom, [lang, hand.isBottomShown, hand.bottom, hand.wilds], () => bottomCards(hand));
    for (const player of [1, 2]) this.drawCompanion(player);
    for (const player of [0, 1, 2]) {
      // In the play, an older act of the player on turn is no longer shown.
      const isOldAct = table.stage === 'STAGE_PLAY' && table.turn === player && hand.last[player] !== hand.acts.at(-1);
      const last = isOldAct ? undefined : hand.last[player];
      const at = last ? hand.acts.lastIndexOf(last) : -1;
      redraw(parts[`spot-${SIDES[player]}`], [lang, last, at, haveGiftsMoved(hand)], () =>
        last && lastAct(last, hand, gift));
      const feeling = this.feeling(player);
      redraw(parts[`feel-${SIDES[player]}`], [lang, feeling, Boolean(talk)], () =>
        feeling && talk && h('span.feeling', {}, talk.lineOf(feeling, table.setup.bots[player - 1])));
    }
    redraw(parts.counter, [lang, store.settings.counter && !isOver, hand.seen, hand.hands[ME], hand.gifts[ME], hand.wilds], () =>
      store.settings.counter && !isOver ? cardCounter(hand) : []);
    const role = roleOf(ME, hand);
    redraw(parts.role, [lang, role, hand.hands[ME].length, hand.gifts, table.waits, this.feeling(ME)], () => [
      portrait(ME, { role, mood: this.feeling(ME)?.emote || (isOver ? this.isWon ? 'EMOTE_HAPPY' : 'EMOTE_SORRY' : '') }),
      h('span.name', {}, nameOf(ME)), role && h(`span.badge.${role}`, {}, t(role)), cardCount(hand.hands[ME].length),
      hand.gifts[ME] && gift.exchangeLine(hand),
    ]);
    if (talk) redraw(this.talk, [lang, hand.acts.length], () => [talk.history(hand), talk.emotePanel((emote) => table.say(emote))]);
    turn.hand.show(hand.hands[ME], hand.wilds);
    turn.draw();
    const refusal = table.refused && table.waits !== 'other-tab' ? whyRefused(table.refused) : '';
    redraw(parts.say, [lang, this.message(), refusal, table.waits], () => {
      const message = this.message();
      return [
        message && h('p', { class: table.waits === 'me' ? 'my-turn' : '' }, message),
        refusal && h('p.refused', {}, refusal),
      ];
    });
    redraw(parts.end, [lang, isOver, isOver && hand, table.kept.hands], () =>
      isOver ? [end.result(table), this.isWon && end.confetti()] : []);
    parts.end.hidden = !isOver;
    this.mine.hidden = isOver;
    const result = /** @type {HTMLElement} */ (parts.end.firstChild);
    if (isOver && !this.wasOver && !document.querySelector('dialog[open]')) result.focus({ preventScroll: true });
    this.wasOver = isOver;
    this.animator.draw(table, isOver);
    document.title = [this.tabTitle(), 'Thirdseat'].filter(Boolean).join(' · ');
    this.announcer.announceLine([this.message(), refusal].filter(Boolean).join(t('stop')));
  }

  /** The title of the tab: the player on turn or the outcome; may be empty. */
  tabTitle() {
    const { table } = this;
    if (table.waits === 'me') return t('titleMine');
    if (table.waits === 'over') return this.outcome();
    return table.waits === 'companion' && table.turn >= 0 ? t('waitFor', { name: nameOf(table.turn) }) : '';
  }

  message() {
    const { table, turn } = this;
    switch (table.waits) {
      case 'me': return turn.message();
      case 'companion': return table.turn < 0 ? this.announcer.found : t('waitFor', { name: nameOf(table.turn) });
      case 'redeal': return t('redealt');
      case 'other-tab': return t('otherTab');
      case 'stuck': return t('stuck');
      case 'ending': return t('wentOut', { name: nameOf(required(table.hand.acts.at(-1)).player) });
      case 'over': return '';
      default: return table.stage === 'STAGE_BOTTOM' ? this.announcer.found : table.stage ? '' : t('dealing');
    }
  }

  /** @param {number} player */
  drawCompanion(player) {
    const { table } = this;
    const { hand } = table;
    const region = this.parts[`seat-${SIDES[player]}`];
    const cards = hand.hands[player];
    const isTurn = table.waits === 'companion' && table.turn === player;
    const { dataset } = required(region.parentElement ?? undefined);
    if (isTurn && dataset.turn !== 'true') this.turnFrom = performance.now();
    const isOver = table.waits === 'over';
    const isWinner = (roleOf(player, hand) === roleOf(ME, hand)) === this.isWon;
    const mood = this.feeling(player)?.emote || (isOver && table.score ? isWinner ? 'EMOTE_HAPPY' : 'EMOTE_SORRY' : '');
    const isLaidOpen = table.kept.isOpen && table.waits !== 'over';
    const isOpen = isLaidOpen || table.waits === 'over' || hand.open[player];
    dataset.turn = String(isTurn);
    const from = [language(), cards.length, isTurn, isOpen && cards, hand.wilds, hand.landlord, table.setup.bots, mood];
    redraw(region, from, () =>
      seat(player, hand, table.setup.bots[player - 1], { isTurn, isOpen, mood, urge: () => table.say('EMOTE_HURRY') }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.wasOver && end.handleKey(this.parts.end, event) || this.turn.key(event);
  }

  close() {
    this.isClosed = true;
    clearInterval(this.ticking);
    this.why?.close();
    this.table.leave();
    this.keep();
    this.turn.close();
  }
}
