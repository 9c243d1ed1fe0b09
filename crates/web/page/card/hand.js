// The person's hand. A tap on a card, a sweep over cards, a letter of a rank, or the arrow keys and space lift or lower cards.

import { h, setProperty } from '../dom.js';
import { LETTERS, rankOf } from '../game/deal.js';
import { language, t } from '../words.js';
import { cardName, face } from './face.js';

/** A sideways movement of this length is a sweep. */
const SWEEP_PX = 8;
/** A hand with this many cards or fewer has one row on a narrow screen. */
const ROW_CARDS = 10;

/** Two taps on a card within this time are a double tap. */
const DOUBLE_TAP_MS = 350;

export class HandOfCards {
  /**
   * @param {(isSwept: boolean) => void} changed called by `lift` and after a sweep
   * @param {() => void} [played] called when a lifted card is tapped twice quickly
   */
  constructor(changed, played) {
    this.changed = changed;
    this.played = played;
    this.tapped = { card: -1, at: 0 };
    /** @type {Set<number>} */
    this.lifted = new Set();
    /** @type {Map<number, HTMLElement>} */
    this.slots = new Map();
    /** @type {number[]} */
    this.cards = [];
    this.wilds = '';
    this.spoken = language();
    this.element = h('div.hand', {
      role: 'group', onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.press(event),
      // After a sweep the browser may send a click to the hand. This click must not count as a tap on the table.
      onclick: (/** @type {Event} */ event) => { if (this.swept) event.stopPropagation(); },
    });
  }

  /**
   * Draws the held cards. Lifted cards that are still held stay lifted.
   * @param {number[]} cards @param {string} [wilds] the wild ranks
   */
  show(cards, wilds = '') {
    if (wilds !== this.wilds || language() !== this.spoken) {
      this.wilds = wilds;
      this.spoken = language();
      for (const [card, slot] of this.slots) {
        slot.replaceChildren(face(card, wilds));
        slot.setAttribute('aria-label', cardName(card, wilds));
      }
    }
    for (const [card, slot] of this.slots) {
      if (cards.includes(card)) continue;
      slot.remove();
      this.slots.delete(card);
      this.lifted.delete(card);
    }
    this.cards = cards;
    for (const [place, card] of cards.entries()) {
      const slot = this.slots.get(card) ?? this.slot(card);
      this.slots.set(card, slot);
      // A card that is already in its place must not be moved, because a moved element loses the click on it.
      const child = this.element.children[place];
      if (child !== slot) this.element.insertBefore(slot, child ?? null);
    }
    setProperty(this.element, '--n', cards.length);
    this.element.classList.toggle('few', cards.length <= ROW_CARDS);
    this.element.setAttribute('aria-label', t('handOf', { n: cards.length }));
    this.updateMarks();
  }

  /** @param {number} card */
  slot(card) {
    const name = cardName(card, this.wilds);
    return h('button.card', {
      type: 'button', 'data-card': card, 'aria-label': name, tabindex: -1, onclick: () => this.toggle(card),
    }, face(card, this.wilds));
  }

  updateMarks() {
    const tabStop = this.cards.find((card) => this.slots.get(card) === document.activeElement) ?? this.cards[0];
    for (const [card, slot] of this.slots) {
      slot.setAttribute('aria-pressed', String(this.lifted.has(card)));
      slot.tabIndex = card === tabStop ? 0 : -1;
    }
  }

  /** @param {Iterable<number>} cards @param {boolean} [isSwept] */
  lift(cards, isSwept = false) {
    this.raise(cards);
    this.changed(isSwept);
  }

  /** Lifts these cards and lowers all others, without calling `changed`. @param {Iterable<number>} cards */
  raise(cards) {
    this.lifted = new Set(cards);
    this.updateMarks();
  }

  /** @param {number} card */
  toggle(card) {
    if (this.swept) return;
    const next = new Set(this.lifted);
    if (!next.delete(card)) next.add(card);
    this.lift(next);
    const isTwice = this.tapped.card === card && performance.now() - this.tapped.at < DOUBLE_TAP_MS;
    this.tapped = { card: isTwice ? -1 : card, at: performance.now() };
    if (isTwice && next.has(card)) this.played?.();
  }

  /** Lifts one more card of a rank. If all cards of the rank are lifted, lowers them. @param {string} letter */
  type(letter) {
    const rank = LETTERS.indexOf(letter.replace('0', 'T').toUpperCase());
    const sameRank = this.cards.filter((card) => rankOf(card) === rank);
    if (rank < 0 || !sameRank.length) return false;
    const unlifted = sameRank.find((card) => !this.lifted.has(card));
    this.lift(unlifted === undefined ? [...this.lifted].filter((card) => !sameRank.includes(card)) : [...this.lifted, unlifted]);
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = this.cards.findIndex((card) => this.slots.get(card) === document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.cards.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    this.slots.get(this.cards[Math.max(0, Math.min(this.cards.length - 1, to))])?.focus();
    this.updateMarks();
  }

  /** @param {number} x @param {number} y @returns {number} the place of the card at a point of the screen */
  placeAt(x, y) {
    const boxes = this.cards.map((card) => this.slots.get(card)?.getBoundingClientRect());
    return boxes.findLastIndex((box) => box && x >= box.left && y >= box.top && y <= box.bottom);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const from = this.placeAt(event.clientX, event.clientY);
    this.swept = false;
    if (from < 0 || event.button) return;
    const before = new Set(this.lifted);
    const isLift = !before.has(this.cards[from]);
    /** @param {PointerEvent} moved */
    const move = (moved) => {
      if (!this.swept && Math.abs(moved.clientX - event.clientX) < SWEEP_PX) return;
      this.swept = true;
      const to = this.placeAt(moved.clientX, moved.clientY);
      if (to < 0) return;
      const next = new Set(before);
      for (const card of this.cards.slice(Math.min(from, to), Math.max(from, to) + 1)) isLift ? next.add(card) : next.delete(card);
      this.raise(next);
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (this.swept) this.changed(isLift);
      // The browser may send a click after the sweep: it must not count as a tap.
      setTimeout(() => { this.swept = false; });
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }
}
