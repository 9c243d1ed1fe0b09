// Endgame puzzles: both hands are open, and the person plays a landlord that can win. After a play the solver finds out whether the
// landlord can still win, and plays for the peasant.

import { Refused, call, required } from '../api/call.js';
import { emblem, pile } from '../card/face.js';
import { HandToPlay } from '../card/play.js';
import { portrait } from '../card/portrait.js';
import { h, redraw } from '../dom.js';
import { CODEC, chairCards, chairOf, idsOf, matchingCards, sorted, without } from '../game/deal.js';
import { announce, comboName, rankNames } from '../say.js';
import { keepStars } from '../store.js';
import { language, t } from '../words.js';
import '../words/more.js';
import { cardCount } from './seat.js';
import { blockTaps } from './settling.js';

/** @typedef {import('../../types.d.ts').Combo} Combo */
/** @typedef {{landlord: number[], down: number[], standing?: Combo}} Position `standing` is undefined for a lead */

const GRADES = ['beginner', 'easy', 'medium', 'hard', 'master'];
const RULESET = 'classic';
const STARS_MAX = 3;
/** The most losing first plays that are explained, and the most acts that are shown for each. */
const TRIES_MAX = 3;
const LINE_ACTS_MAX = 6;
/** The companion whose portrait is used for the peasant. */
const PEASANT = 1;

/** @param {HTMLElement} root @param {HTMLElement} bar @param {string[]} parts */
export function open(root, bar, [grade, seed]) {
  if (!GRADES.includes(grade) || !/^\d{1,9}$/.test(seed ?? '')) {
    location.hash = '#/puzzle/easy/1';
    return { draw() {}, close() {} };
  }
  return new Puzzle(root, bar, grade, Number(seed));
}

class Puzzle {
  /** @param {HTMLElement} root @param {HTMLElement} bar @param {string} grade @param {number} seed */
  constructor(root, bar, grade, seed) {
    this.bar = bar;
    this.grade = grade;
    this.seed = seed;
    this.ending = new AbortController();
    /** @type {import('../../types.d.ts').GenerateEndgameResponse} */
    this.given = {};
    /** @type {Position} */
    this.now = { landlord: [], down: [] };
    /** The positions in which the landlord could still win. The person can go back to the last one. @type {Position[]} */
    this.kept = [];
    /** @type {{name: string, text: string}[]} */
    this.said = [];
    this.hints = 0;
    /** @type {string[]} the winning line, and the lines after losing first plays; shown for a solved puzzle */
    this.idea = [];
    /** @type {'busy'|'mine'|'won'|'lost'} */
    this.state = 'busy';
    this.hand = new HandToPlay(() => this.position(), () => this.draw());
    const parts = ['head', 'theirs', 'standing', 'say', 'buttons', 'hints'];
    this.parts = Object.fromEntries(parts.map((name) => [name, h(`div.puzzle-${name}`)]));
    const { head, theirs, standing, say, buttons, hints } = this.parts;
    buttons.className = 'actions';
    const handArea = h('div.mine', {}, this.hand.element, buttons);
    this.felt = h('section.felt.puzzle', { 'data-puzzle': 'busy' }, emblem(), head, theirs, standing, say, hints, handArea);
    root.replaceChildren(this.felt);
    this.begin();
  }

  get isGiven() { return Boolean(this.given.hand); }

  async begin() {
    const grade = /** @type {import('../../types.d.ts').Grade} */ (`GRADE_${this.grade.toUpperCase()}`);
    const request = { ruleset: RULESET, cardCodec: CODEC, grade, seed: this.seed };
    this.given = await call('GenerateEndgame', request, { signal: this.ending.signal });
    const [landlord, down] = required(required(this.given.hand).holds).map(({ cards }) => sorted(idsOf(cards)));
    this.now = { landlord, down };
    this.kept = [this.now];
    this.state = 'mine';
    this.draw();
    announce(t('puzzleTask'), true);
  }

  /** The position in which the landlord's cards are read; undefined if it is not the person's turn. */
  position() {
    const { standing } = this.now;
    const trick = standing && { player: PEASANT, combo: standing, cards: idsOf(standing.cards) };
    return this.state === 'mine' ? { setup: { ruleset: RULESET }, hand: { wilds: '', trick } } : undefined;
  }

  /** Plays or passes for the landlord. The solver judges the play and answers for the peasant. @param {Combo} [combo] */
  async play(combo) {
    if (this.state !== 'mine') return;
    const cards = [...this.hand.lifted];
    this.state = 'busy';
    this.said.push({ name: t('me'), text: combo ? comboName(combo) : t('pass') });
    const before = this.now;
    this.now = combo
      ? { ...before, landlord: without(before.landlord, cards), standing: { ...combo, cards: { ids: cards } } }
      : { ...before, standing: undefined };
    this.hand.lift([]);
    this.draw();
    if (!this.now.landlord.length) return this.end('won');
    const answer = await call('SolveEndgame', {
      hand: {
        ruleset: RULESET, cardCodec: CODEC, holds: [chairCards(0, this.now.landlord), chairCards(1, this.now.down)],
        present: { turn: chairOf(1), standing: this.now.standing && { chair: chairOf(0), combo: this.now.standing } },
      },
      wantLine: true,
    }, { signal: this.ending.signal });
    const canStillWin = answer.winner === 'SIDE_LANDLORD';
    const { play } = answer.line?.[0]?.action ?? {};
    this.said.push({ name: t('peasant'), text: play ? comboName(play) : t('pass') });
    // The solver's answer is right only in ranks, so the exact cards are taken from the peasant's hand.
    const ids = matchingCards(this.now.down, idsOf(play?.cards));
    this.now = play
      ? { ...this.now, down: without(this.now.down, ids), standing: { ...play, cards: { ids } } }
      : { ...this.now, standing: undefined };
    if (!canStillWin || !this.now.down.length) return this.end('lost');
    this.kept.push(this.now);
    this.state = 'mine';
    this.draw();
  }

  /** @param {'won'|'lost'} how */
  end(how) {
    this.state = how;
    if (how === 'won') {
      keepStars(`${this.grade}/${this.seed}`, STARS_MAX - this.hints);
      this.explain();
    }
    announce(t(how === 'won' ? 'solved' : 'winGone'), true);
    this.draw();
    blockTaps(this.parts.buttons);
  }

  /** Shows the winning line, and the lines after some losing first plays. */
  async explain() {
    const [start] = this.kept;
    const { firstPlays = [], line = [] } = this.given.solution ?? {};
    /** @param {number[]} landlord @param {Combo} [standing] @param {boolean} [all] */
    const solve = (landlord, standing, all) => call('SolveEndgame', {
      hand: {
        ruleset: RULESET, cardCodec: CODEC, holds: [chairCards(0, landlord), chairCards(1, start.down)],
        present: { turn: chairOf(standing ? 1 : 0), standing: standing && { chair: chairOf(0), combo: standing } },
      },
      wantLine: !all, wantAllFirstPlays: all,
    }, { signal: this.ending.signal });
    const chairName = (/** @type {import('../../types.d.ts').Chair | undefined} */ chair) => t(chair === chairOf(0) ? 'me' : 'peasant');
    const playText = (/** @type {Combo | undefined} */ play) => play ? rankNames(idsOf(play.cards), play) : t('pass');
    const lineText = (/** @type {import('../../types.d.ts').Event[]} */ events) =>
      events.map(({ chair, action }) => `${chairName(chair)} ${playText(action?.play)}`).join(' → ');
    const best = firstPlays[0]?.action?.play;
    this.idea = [`${t('ideaLine')}${t('colon')}${lineText(line)}`];
    this.draw();
    const allFirstPlays = (await solve(start.landlord, undefined, true)).firstPlays ?? [];
    const tries = allFirstPlays.flatMap(({ wins, action }) => wins === false && action?.play ? [action.play] : []);
    // Plays of the same kind as the solution come first, then plays with more cards.
    const size = (/** @type {Combo} */ play) => idsOf(play.cards).length;
    tries.sort((one, other) => Number(other.kind === best?.kind) - Number(one.kind === best?.kind) || size(other) - size(one));
    for (const play of tries.slice(0, TRIES_MAX)) {
      const { line: lost = [] } = await solve(without(start.landlord, matchingCards(start.landlord, idsOf(play.cards))), play);
      this.idea = [...this.idea, t('ideaTry', { what: comboName(play), line: lineText(lost.slice(0, LINE_ACTS_MAX)) })];
      this.draw();
    }
  }

  /** Goes back to the last position that the landlord could win. */
  back() {
    this.now = required(this.kept.at(-1));
    this.state = 'mine';
    this.said.push({ name: t('me'), text: t('tookBack') });
    this.draw();
  }

  /** The hints, the vaguest first. */
  hintTexts() {
    const { firstPlays = [], firstPlaysTotal = 0 } = this.given.solution ?? {};
    const best = firstPlays[0]?.action?.play;
    if (!best) return [];
    return [
      t('hintCount', { n: firstPlays.length, of: firstPlaysTotal }),
      t('hintKind', { kind: t(`kind-${best.kind}`) }),
      t('hintPlay', { what: comboName(best) }),
    ];
  }

  draw() {
    const { parts, now, state } = this;
    const { chosen } = this.hand;
    const lang = language();
    this.felt.dataset.puzzle = state;
    this.felt.dataset.said = String(this.said.length);
    redraw(this.bar, [lang, this.grade, this.seed], () => h('span', {}, `${t('puzzle')} · ${t(`grade-${this.grade}`)} ${this.seed}`));
    redraw(parts.head, [lang, this.grade], () => h('nav.grades', { 'aria-label': t('puzzle') }, GRADES.map((grade) =>
      h('a.chip', { href: `#/puzzle/${grade}/1`, 'aria-current': grade === this.grade ? 'page' : false }, t(`grade-${grade}`)))));
    if (!this.isGiven) return redraw(parts.say, [lang], () => h('p', {}, t('puzzleBusy')));
    redraw(parts.theirs, [lang, now.down, this.mood()], () => [
      h('div.who', {}, h('span.avatar', {}, portrait(PEASANT, { role: 'peasant', mood: this.mood() })), cardCount(now.down.length),
        h('div.about', {}, h('span.name', {}, t('peasant')))),
      pile(now.down, '.open'),
    ]);
    redraw(parts.standing, [lang, now.standing, this.said], () => [
      now.standing && pile(idsOf(now.standing.cards)),
      h('ol.said', {}, this.said.slice(-6).map(({ name, text }) => h('li', {}, name, t('colon'), text))),
    ]);
    this.hand.show(now.landlord);
    redraw(parts.say, [lang, state, chosen, now.standing], () => h('p', { class: state === 'mine' ? 'my-turn' : '' }, this.message()));
    redraw(parts.buttons, [lang, state, Boolean(chosen), Boolean(now.standing), this.hints], () => this.buttons());
    const stars = STARS_MAX - this.hints;
    redraw(parts.hints, [lang, this.hints, state, this.idea], () => [
      h('span.stars', { role: 'img', 'aria-label': t('stars', { n: stars }) }, '★'.repeat(stars) + '☆'.repeat(this.hints)),
      (state === 'won' ? this.idea : this.hintTexts().slice(0, this.hints)).map((text) => h('p', {}, text)),
    ]);
  }

  mood() { return { won: 'EMOTE_SORRY', lost: 'EMOTE_HAPPY', busy: 'thinking', mine: '' }[this.state]; }

  message() {
    switch (this.state) {
      case 'won': return t('solved');
      case 'lost': return t('winGone');
      case 'busy': return t('puzzleBusy');
    }
    if (this.hand.chosen) return comboName(this.hand.chosen);
    return this.now.standing ? t('yourAnswer', { what: comboName(this.now.standing) }) : t('puzzleTask');
  }

  buttons() {
    const address = `#/puzzle/${this.grade}/${this.seed + 1}`;
    const next = h(`a.button.next${this.state === 'won' ? '.primary' : ''}`, { 'data-key': 'next', href: address }, t('nextPuzzle'));
    if (this.state === 'won') return [next];
    if (this.state === 'lost') return [h('button.primary', { 'data-key': 'back', onclick: () => this.back() }, t('goBack')), next];
    const isMine = this.state === 'mine';
    const { chosen } = this.hand;
    const hint = () => { this.hints++; this.draw(); };
    return [
      h('button', { 'data-key': 'pass', disabled: !isMine || !this.now.standing, onclick: () => this.play() }, t('pass')),
      h('button', { 'data-key': 'hint', disabled: !isMine || this.hints >= this.hintTexts().length, onclick: hint }, t('hint')),
      h('button.primary', { 'data-key': 'play', disabled: !isMine || !chosen, onclick: () => this.play(chosen) }, t('play')),
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const pass = this.now.standing && (() => { this.play(); });
    return this.isGiven && this.hand.handleKey(event, () => { this.play(this.hand.chosen); }, pass);
  }

  close() {
    this.ending.abort(new Refused('LEFT', 'the person left', 0, -1));
  }
}
