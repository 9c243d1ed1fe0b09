// The review of a hand: chances by turn, mistakes with the better play, and what would have come of another one.

import { Refused } from '../api/call.js';
import { stream } from '../api/stream.js';
import { pile } from '../card/face.js';
import { h, redraw } from '../dom.js';
import { text } from '../game/deal.js';
import { fold, isAct, told } from '../game/hand.js';
import { BadLink, decode } from '../game/link.js';
import { replay } from '../game/replay.js';
import { letterKeys } from '../keys.js';
import { actName, chanceOf, comboName, signed, valueText } from '../say.js';
import { has, language, nameOf, t } from '../words.js';
import { branches } from './branch.js';
import { curve } from './curve.js';

/** @typedef {import('../../types.d.ts').ReviewHandResponse} Judged */
/** @typedef {import('../game/link.js').Linked} Linked */

const JUDGES = ['net', 'advanced', 'expert'];
/** How many positions the solver may enter with open cards, before and after each turn. */
const OPEN_NODES = '300000';

/** @param {HTMLElement} root @param {HTMLElement} bar @param {string[]} parts */
export function open(root, bar, parts) {
  try {
    const linked = decode(parts.join('/'));
    return new Review(root, bar, linked);
  } catch (error) {
    if (!(error instanceof BadLink)) throw error;
    return broken(root, error.part);
  }
}

/** @param {HTMLElement} root @param {string} part */
function broken(root, part) {
  return {
    draw: () => root.replaceChildren(noHand(t('brokenPart', { part: has(`link-${part}`) ? t(`link-${part}`) : part }))),
    close() {},
  };
}

/** @param {string} why */
const noHand = (why) => h('div.note', {}, h('h2', {}, t('brokenLink')), h('p', {}, why), h('a.button', { href: '#/' }, t('home')));

class Review {
  /** @param {HTMLElement} root @param {HTMLElement} bar @param {Linked} linked */
  constructor(root, bar, linked) {
    this.bar = bar;
    this.linked = linked;
    this.judge = JUDGES[0];
    this.ending = new AbortController();
    /** @type {import('../game/replay.js').Replayed} */
    this.replayed = undefined;
    /** Why there is no hand to review. */
    this.refused = '';
    /** Why the hand is not judged. */
    this.unjudged = '';
    /** @type {Map<number, Judged>} by the event's place */
    this.judged = new Map();
    /** The chosen turn, as a place among the turns. */
    this.at = 0;
    this.isMoved = false;
    /** @type {AbortController} */
    this.asking = undefined;
    this.chart = h('div.chart');
    this.detail = h('section.detail', { 'aria-live': 'polite' });
    this.list = h('ol.turns', { 'aria-label': t('turns') });
    this.head = h('div.review-head');
    this.branches = branches(linked);
    root.replaceChildren(this.head, this.chart, h('div.review-body', {}, this.list, h('div', {}, this.detail, this.branches.element)));
    this.start();
  }

  async start() {
    try {
      this.replayed ??= await replay(this.linked, this.ending.signal);
    } catch (error) {
      // The service knows no such table: nothing of the hand can be shown.
      if (!(error instanceof Refused) || this.ending.signal.aborted) throw error;
      this.refused = `${error.reason}: ${error.message}`;
    }
    this.draw();
    if (!this.replayed) return;
    this.judged.clear();
    this.unjudged = '';
    this.asking?.abort();
    const asking = this.asking = new AbortController();
    const { ruleset, deal } = this.linked;
    const request = { hand: told(ruleset, deal, this.replayed.events, [0, 1, 2]), options: { persona: this.judge, wantAlternatives: true, language: language() }, openNodesMax: OPEN_NODES };
    try {
      for await (const judged of stream('ReviewHand', request, asking.signal)) {
        this.judged.set(judged.turn ?? 0, judged);
        this.draw();
      }
    } catch (error) {
      // The service judges no such hand: what was played is shown all the same.
      if (!(error instanceof Refused) || asking.signal.aborted) throw error;
      this.unjudged = `${error.reason}: ${error.message}`;
      this.draw();
    }
    // Opens at the worst mistake, unless the person has looked elsewhere.
    const worst = this.turns.map((turn, place) => ({ place, lost: this.lost(turn) })).sort((a, b) => b.lost - a.lost)[0];
    if (!this.isMoved && worst?.lost > 0) this.choose(worst.place, false);
  }

  /** The places of the events that are turns. */
  get turns() {
    return this.replayed ? this.replayed.events.map((_, turn) => turn).filter((turn) => isAct(this.replayed.events[turn])) : [];
  }

  /** How bad a turn was; mistakes without a number count most. @param {number} turn */
  lost(turn) {
    const review = this.judged.get(turn)?.review;
    if (review?.verdict !== 'VERDICT_MISTAKE') return review?.verdict === 'VERDICT_INACCURATE' ? 0.001 + (review.valueLost?.number ?? 0) / 1e6 : 0;
    return 1 + (review.valueLost?.number ?? 0);
  }

  /** @param {number} turn @returns {'mistake' | 'inaccurate' | ''} */
  mark(turn) {
    const verdict = this.judged.get(turn)?.review.verdict;
    return verdict === 'VERDICT_MISTAKE' ? 'mistake' : verdict === 'VERDICT_INACCURATE' ? 'inaccurate' : '';
  }

  /** @param {number} place @param {boolean} [isPersons] */
  choose(place, isPersons = true) {
    this.at = Math.max(0, Math.min(this.turns.length - 1, place));
    this.isMoved ||= isPersons;
    this.draw();
    // Only the list scrolls, not the page.
    const chosen = /** @type {HTMLElement} */ (this.list.querySelector('[aria-current="true"]'));
    if (chosen) this.list.scrollTop = chosen.offsetTop - this.list.clientHeight / 2;
  }

  nextMistake() {
    const { turns } = this;
    const marked = turns.flatMap((turn, place) => this.mark(turn) ? [place] : []);
    this.choose(marked.find((place) => place > this.at) ?? marked[0] ?? this.at);
  }

  draw() {
    const { replayed, turns, linked } = this;
    redraw(this.bar, [language()], () => h('span', {}, t('review')));
    if (!replayed) return this.head.replaceChildren(this.refused ? noHand(this.refused) : h('p.note', {}, t('dealing')));
    const { acts } = fold(linked.deal, replayed.events);
    const engine = [...this.judged.values()].at(0)?.review.best?.source?.engineVersion;
    redraw(this.head, [language(), replayed.why, this.judged.size, this.unjudged, this.judge, this.at, engine], () => [
      h('div.tools', {},
        [['«', 0, 'first'], ['‹', this.at - 1, 'back'], ['›', this.at + 1, 'forward'], ['»', turns.length - 1, 'last']].map(([sign, place, name]) =>
          h('button', { 'data-key': name, 'aria-label': t(String(name)), onclick: () => this.choose(Number(place)) }, sign)),
        h('button', { 'data-key': 'mistake', onclick: () => this.nextMistake() }, `▲ ${t('nextMistake')}`),
        h('label.judge', {}, t('judge'), h('select', { 'data-key': 'judge', onchange: (/** @type {any} */ event) => { this.judge = event.target.value; this.start(); } },
          JUDGES.map((name) => h('option', { value: name, selected: name === this.judge }, name)))),
        h('span.soft', {}, t('judgedTurns', { n: this.judged.size, of: turns.length }))),
      replayed.why && h('p.refused', {}, t('brokenAt', { n: replayed.brokenAt + 1, act: linked.acts[replayed.brokenAt], why: replayed.why })),
      this.unjudged && h('p.refused', {}, t('unjudged', { why: this.unjudged })),
      engine && linked.version && engine !== linked.version && h('p.soft', {}, t('otherVersion', { then: linked.version, now: engine })),
      h('p.result-line', {}, this.outcome()),
    ]);
    const points = turns.map((turn, place) => ({ player: acts[place].player, chance: chanceOf(this.judged.get(turn)?.review.best), mark: this.mark(turn), open: this.judged.get(turn)?.openWinner ?? '' }));
    redraw(this.chart, [language(), points, this.at], () => points.length ? curve(points, this.at, (place) => this.choose(place)) : []);
    redraw(this.list, [language(), points, this.at, turns.map((turn) => this.judged.get(turn)?.thrownAway)], () => acts.map((act, place) => h('li', {},
      h(`button.turn${this.mark(turns[place]) ? `.${this.mark(turns[place])}` : ''}`, { 'data-key': `turn-${place}`, 'aria-current': String(place === this.at), onclick: () => this.choose(place) },
        h('span.number', {}, place + 1), h('span.name', {}, nameOf(act.player)), h('span.what', {}, actName(act)),
        this.judged.get(turns[place])?.thrownAway ? h('span.mark-sign', {}, t('mark-thrown'))
          : this.mark(turns[place]) && h('span.mark-sign', {}, t(`mark-${this.mark(turns[place])}`))))));
    const turn = turns[this.at];
    redraw(this.detail, [language(), this.at, this.judged.get(turn), replayed.events.length], () => turn === undefined ? [] : this.turnOf(turn, acts[this.at]));
    if (turn !== undefined) this.branches.show(replayed.events.slice(0, turn));
  }

  /** Who won, and what it paid. */
  outcome() {
    const { score } = this.replayed.answer.state;
    if (!score) return t('unfinished');
    const points = (score.amounts ?? []).map((amount, player) => `${nameOf(player)} ${signed(Number(amount))}`).join(' · ');
    return `${t(score.winner === 'SIDE_LANDLORD' ? 'landlordWins' : 'peasantsWin')} · ${points}`;
  }

  /** One turn in full. @param {number} turn @param {import('../game/hand.js').Act} act */
  turnOf(turn, act) {
    const before = fold(this.linked.deal, this.replayed.events.slice(0, turn));
    const { review, openWinner, thrownAway } = this.judged.get(turn) ?? {};
    const isLandlord = before.landlord === act.player;
    const weighed = (review?.best?.alternatives ?? []).slice(0, 6);
    const same = (/** @type {import('../../types.d.ts').Action} */ action) => said(action) === said(act.action);
    return [
      h('h2', {}, `${this.at + 1}. ${nameOf(act.player)}`, before.landlord >= 0 && h(`span.badge${isLandlord ? '.landlord' : ''}`, {}, t(isLandlord ? 'landlord' : 'peasant'))),
      (act.action.play || act.action.passed) && h('p', {}, before.trick ? t('toBeat', { name: nameOf(before.trick.player), what: comboName(before.trick.combo) }) : t('noneToBeat')),
      pile(before.hands[act.player], '.open', before.wilds),
      h('p.played', {}, t('played'), t('colon'), h('b', {}, actName(act))),
      review && h(`p.verdict.${review.verdict}`, {}, t(review.verdict), loss(review), ` · ${t('judge')} ${review.best?.source?.persona ?? ''}`),
      review?.best?.value && h('p.soft', {}, t('chanceHere', { n: Math.round(chanceOf(review.best) * 100) })),
      openWinner && h('p.soft', {}, t(openWinner === 'SIDE_LANDLORD' ? 'openLandlord' : 'openPeasants')),
      thrownAway && h('p.note', {}, t('thrownAway')),
      weighed.length > 0 && h('table.weighed', {}, h('caption', {}, t('weighed')), h('tbody', {}, weighed.map((it) => h('tr', {},
        h('td', {}, actName({ ...act, action: it.action })), h('td', {}, valueText(it)), h('td.soft', {}, same(it.action) ? `← ${t('played')}` : ''))))),
      review?.comment && h('p.why', {}, review.comment),
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.turns.length - 1 }[event.key];
    if (to !== undefined) return this.choose(to), true;
    if (letterKeys(event) === 'm') return this.nextMistake(), true;
    return false;
  }

  close() {
    this.ending.abort();
    this.asking?.abort();
    this.branches.close();
  }
}

/** What an action is, whatever suits it is told with. @param {import('../../types.d.ts').Action} action */
const said = (action) => action.passOn ? text(action.passOn.ids ?? []) : action.play ? text(action.play.cards.ids ?? []) + (action.play.standsFor ?? '') : JSON.stringify(action);

/** What a play cost: in points of a hundred where values are chances, in stakes where they are scores. @param {import('../../types.d.ts').ReviewPlayResponse} review */
function loss({ valueLost: lost }) {
  if (!lost?.number) return '';
  if (lost.unit === 'VALUE_UNIT_CHANCE') return ` · ${t('lostChance', { n: Math.round(lost.number * 100) })}`;
  return lost.unit === 'VALUE_UNIT_SCORE' ? ` · ${t('lostScore', { n: lost.number.toFixed(2) })}` : ` · ${t('lostValue', { n: lost.number.toFixed(1) })}`;
}
