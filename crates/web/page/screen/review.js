// The screen of a review. It opens at the turn in the address, or goes to the person's worst turn, if any. It shows the table, the chart of
// win chances, and the better play of a turn with its reason. The person can play a turn again.

import { Refused, required } from '../api/call.js';
import { stream } from '../api/stream.js';
import { h, redraw } from '../dom.js';
import { ME, NO_DEAL } from '../game/deal.js';
import { handAfter, isAct, handMessage } from '../game/hand.js';
import { BadLink, decode, encode } from '../game/link.js';
import { JUDGE } from '../game/onward.js';
import { keepPosition } from '../game/practice.js';
import { replay } from '../game/replay.js';
import { letterKey } from '../keys.js';
import { markSolved, storedReviews } from '../lessons.js';
import { withSign, whyRefused } from '../say.js';
import { store } from '../store.js';
import { setOwnHand, hasWord, language, nameOf, t } from '../words.js';
import '../words/review.js';
import { branchPanel } from './branch.js';
import { Drill } from './review/drill.js';
import { drawChart, drawTable, drawTurns } from './review/draw.js';
import { drawHead, drawTools } from './review/head.js';
import { lesson } from './review/lesson.js';
import { keepMistakes, mistakeWeight, markOf, nextAddress } from './review/judged.js';
import { softenedOpinion } from './review/phrases.js';

/** @typedef {import('./review/phrases.js').Judged} Judged */
/** @typedef {import('../game/link.js').Linked} Linked */
/** @typedef {import('../game/hand.js').Act} Act */

/** The most positions that the solver may visit to find one winner, with all cards open. */
const OPEN_NODES_MAX = '300000';

/** @param {HTMLElement} root @param {HTMLElement} bar @param {string[]} parts */
export function open(root, bar, parts) {
  try {
    // In an address, a turn may follow the hand; a further `try` means that the person plays this turn again.
    const [, link = '', place, mode] = /^(.*?)(?:\/(\d{1,3}))?(?:\/(try))?$/.exec(parts.join('/')) ?? [];
    const linked = decode(link);
    const ownLinks = [...store.played.hands.map((it) => it.link), ...storedReviews().map((it) => `#/hand/${it.link}`)];
    setOwnHand(ownLinks.some((it) => decodeURIComponent(it) === `#/hand/${link}`));
    return new Review(root, bar, linked, { place: place === undefined ? -1 : Number(place), isPractice: mode === 'try' });
  } catch (error) {
    if (!(error instanceof BadLink)) throw error;
    return badLinkScreen(root, error.part);
  }
}

/** @param {HTMLElement} root @param {string} part */
function badLinkScreen(root, part) {
  return {
    draw: () => root.replaceChildren(noHandNote(t('brokenPart', { part: hasWord(`link-${part}`) ? t(`link-${part}`) : part }))),
    close() {},
  };
}

/** @param {string} why */
const noHandNote = (why) => h('div.note', {}, h('h2', {}, t('brokenLink')), h('p', {}, why), h('a.button', { href: '#/' }, t('home')));

export class Review {
  /** @param {HTMLElement} root @param {HTMLElement} bar @param {Linked} linked @param {{place: number, isPractice: boolean}} wanted */
  constructor(root, bar, linked, wanted) {
    this.bar = bar;
    this.linked = linked;
    this.wanted = wanted;
    this.ending = new AbortController();
    /** The hand of the link after the service's check. @type {import('../game/replay.js').Replayed | undefined} */
    this.known = undefined;
    /** The reason why the hand cannot be shown (`refused`), and the reason why it cannot be judged (`unjudged`). */
    this.refused = this.unjudged = '';
    /** @type {Map<number, Judged>} by the event's place */
    this.judged = new Map();
    this.isJudged = false;
    this.spoken = language();
    this.hand = handAfter(NO_DEAL, []);
    /** @type {number[]} the places of the events that are turns */
    this.turns = [];
    this.at = 0;
    this.isMoved = false;
    /** The turns, by place, at which the person asked for the better play or found it. @type {Set<number>} */
    this.revealed = new Set();
    this.withOthers = false;
    /** @type {Drill | undefined} a turn that is played again */
    this.drill = undefined;
    /** The events that a drill or a branch shows. @type {import('../../types.d.ts').Event[] | undefined} */
    this.shown = undefined;
    /** @type {AbortController | undefined} */
    this.asking = undefined;
    const parts = Object.fromEntries(['review-head', 'tools', 'table', 'chart'].map((name) => [name, h(`div.${name}`)]));
    this.parts = parts;
    this.detail = h('section.detail', { 'aria-live': 'polite' });
    this.trying = h('section.detail.trying', { hidden: true });
    this.list = h('ol.turns');
    this.branches = branchPanel(linked, (events) => { this.shown = events; this.draw(); });
    this.body = h('div.review-body', {},
      h('div.review-left', {}, parts.table, parts.tools, parts.chart),
      h('div.review-right', {}, this.trying, this.detail, this.branches.element, this.list));
    root.replaceChildren(parts['review-head'], this.body);
    this.start();
  }

  async start() {
    this.spoken = language();
    try {
      this.known ??= await replay(this.linked, this.ending.signal);
    } catch (error) {
      if (!(error instanceof Refused) || this.ending.signal.aborted) throw error;
      this.refused = whyRefused(error);
    }
    if (this.known) {
      this.hand = handAfter(this.linked.deal, this.replayed.events);
      this.turns = this.replayed.events.flatMap((event, turn) => isAct(event) ? [turn] : []);
    }
    if (this.wanted.place >= 0 && !this.isMoved) this.at = Math.min(this.wanted.place, Math.max(0, this.turns.length - 1));
    this.judged.clear();
    this.isJudged = false;
    this.unjudged = '';
    this.asking?.abort();
    this.draw();
    if (!this.known) return;
    const abort = this.asking = new AbortController();
    const { ruleset, deal } = this.linked;
    const options = { persona: JUDGE, wantAlternatives: true, wantTrace: true, language: this.spoken };
    const hand = handMessage(ruleset, deal, this.replayed.events, [0, 1, 2]);
    const request = { hand, options, openNodesMax: OPEN_NODES_MAX };
    try {
      for await (const judged of stream('ReviewHand', request, abort.signal)) {
        this.judged.set(judged.turn ?? 0, { ...judged, review: softenedOpinion(/** @type {Judged} */ (judged).review) });
        if (this.wanted.isPractice && this.turns[this.at] === (judged.turn ?? 0)) this.play(true);
        this.draw();
      }
    } catch (error) {
      if (!(error instanceof Refused) || abort.signal.aborted) throw error;
      this.unjudged = whyRefused(error);
      return this.draw();
    }
    if (abort.signal.aborted) return;
    this.isJudged = true;
    keepMistakes(this);
    const worst = this.turns.map((_, place) => ({ place, lost: mistakeWeight(this, place) })).sort((a, b) => b.lost - a.lost)[0];
    if (!this.isMoved && this.wanted.place < 0 && worst?.lost > 0) this.choose(worst.place, false);
    this.draw();
  }

  get acts() { return this.hand.acts; }
  get replayed() { return required(this.known); }

  /** @param {number} place @param {boolean} [isPersons] */
  choose(place, isPersons = true) {
    this.at = Math.max(0, Math.min(this.turns.length - 1, place));
    this.isMoved ||= isPersons;
    if (isPersons) this.stop();
    this.shown = this.drill && this.shown;
    this.draw();
    if (isPersons) this.parts.table.scrollIntoView({ block: 'nearest' });
    const currentItem = /** @type {HTMLElement} */ (this.list.querySelector('[aria-current="true"]'));
    if (currentItem) this.list.scrollTop = currentItem.offsetTop - this.list.clientHeight / 2;
  }

  /** The places of turns with a mark: turns of the person, and of other players if these are switched on. */
  get marked() { return this.turns.flatMap((_, place) => markOf(this, place) ? [place] : []); }

  /** True if the better play of a turn is still hidden, so that the person can look for it. @param {number} place */
  hidesBest(place) {
    const act = this.acts[place];
    return act?.player === ME && Boolean(markOf(this, place)) && !act.action.passOn && !this.revealed.has(place);
  }

  /** Shows the better play. @param {number} place */
  reveal(place) {
    this.revealed.add(place);
    this.stop();
    this.draw();
  }

  nextMistake() {
    const { marked } = this;
    this.choose(marked.find((place) => place > this.at) ?? marked[0] ?? this.at);
  }

  /** Lets the person play a turn again. @param {boolean} [isFirst] true if the address asks for it */
  play(isFirst = false) {
    const { linked, replayed } = this;
    const [place, turn, act] = /** @type {const} */ ([this.at, this.turns[this.at], this.acts[this.at]]);
    const judged = this.judged.get(turn);
    if (this.drill || !judged || act.player !== ME || act.action.passOn) return;
    const before = replayed.events.slice(0, turn);
    const later = this.marked.filter((it) => this.acts[it].player === ME && it > place);
    const address = this.wanted.isPractice && nextAddress(this);
    const next = address ? () => { location.hash = address; } : later.length ? () => { this.choose(later[0]); this.play(); } : undefined;
    this.shown = before;
    this.drill = new Drill({ linked, before, act, state: replayed.states[place] }, {
      show: (events) => { this.shown = [...events]; this.draw(); },
      solved: () => { markSolved(encode(linked, replayed.events), place); this.revealed.add(place); },
      answer: () => this.reveal(place),
      playOn: (tried) => this.playOn(place, [tried]),
      stop: () => { this.stop(); this.draw(); },
      next,
    });
    this.trying.replaceChildren(this.drill.element);
    this.draw();
    this.drill.show();
    if (!isFirst) this.drill.focus();
  }

  /**
   * Continues the hand at a table, from a turn or after a try at this turn.
   * @param {number} place @param {import('../../types.d.ts').Event[]} [tried]
   */
  playOn(place, tried = []) {
    const { linked, replayed } = this;
    const events = [...replayed.events.slice(0, this.turns[place]), ...tried];
    keepPosition(linked, events, `#/hand/${encode(linked, replayed.events)}/${place}`);
    location.hash = '#/table/practice';
  }

  stop() {
    this.drill?.close();
    this.drill = this.shown = undefined;
  }

  draw() {
    const { turns, linked, parts } = this;
    redraw(this.bar, [language()], () => h('span', {}, t('review')));
    this.list.setAttribute('aria-label', t('turns'));
    if (this.spoken !== language()) return void this.start();
    if (!this.known) return parts['review-head'].replaceChildren(this.refused ? noHandNote(this.refused) : h('p.note', {}, t('dealing')));
    const { replayed } = this;
    drawHead(this, parts['review-head']);
    drawTools(this, parts.tools);
    const turn = turns[this.at];
    const act = this.acts[this.at];
    const mark = markOf(this, this.at);
    drawTable(this, parts.table);
    drawChart(this, parts.chart);
    drawTurns(this, this.list);
    this.trying.hidden = !this.drill;
    this.detail.hidden = Boolean(this.drill);
    const judged = this.judged.get(turn);
    const isShown = act?.player === ME || this.withOthers;
    const hidesBest = this.hidesBest(this.at);
    redraw(this.detail, [language(), this.at, judged, isShown, hidesBest, replayed.events.length], () => turn === undefined ? [] : lesson({
      place: this.at, act, judged, isShown, isMistake: mark === 'mistake', before: handAfter(linked.deal, replayed.events.slice(0, turn)),
      asked: hidesBest ? { again: () => this.play(), answer: () => this.reveal(this.at) } : undefined,
      playOn: act?.player === ME && !act.action.passOn ? () => this.playOn(this.at) : undefined,
    }));
    this.branches.element.hidden = Boolean(this.drill);
    const isPlay = act?.action.play || act?.action.passed;
    if (turn !== undefined) this.branches.show(isPlay ? replayed.events.slice(0, turn) : []);
  }

  outcome() {
    const { stakes } = this.replayed.answer.state ?? {};
    if (!stakes?.winner) return t('unfinished');
    const points = (stakes.amounts ?? []).map((amount, player) => `${nameOf(player)} ${withSign(Number(amount))}`).join(' · ');
    return `${t(stakes.winner === 'SIDE_LANDLORD' ? 'landlordWins' : 'peasantsWin')} · ${points}`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.known) return false;
    if (this.drill?.key(event)) return true;
    if (/** @type {HTMLElement} */ (event.target).closest?.('select')) return false;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.turns.length - 1 }[event.key];
    if (to !== undefined) return this.choose(to), true;
    if (letterKey(event) === 'm') return this.nextMistake(), true;
    return false;
  }

  close() {
    this.ending.abort();
    this.asking?.abort();
    this.stop();
    this.branches.close();
    setOwnHand(true);
  }
}
