// A hand from which one play is chosen outside a live table: the service reads the lifted cards, and keys do what buttons do.

import { isTyping, letterKeys } from '../keys.js';
import { lookAt } from '../game/wild.js';
import { HandOfCards } from './hand.js';

export class HandToPlay extends HandOfCards {
  /**
   * @param {() => import('../game/wild.js').Position | undefined} position where the cards would be played; undefined where none are wanted
   * @param {() => void} draw draws what depends on the choice
   */
  constructor(position, draw) {
    super(() => this.look());
    this.position = position;
    this.draw = draw;
    /** @type {import('../../types.d.ts').Combo | undefined} what the lifted cards are played as */
    this.chosen = undefined;
  }

  async look() {
    const { lifted } = this;
    const position = this.position();
    this.chosen = undefined;
    this.draw();
    if (!lifted.size || !position) return;
    const { choices, playedAs } = await lookAt(position, [...lifted], position.hand.trick?.combo);
    // Other cards are another set.
    if (lifted !== this.lifted) return;
    this.chosen = choices[0] ?? playedAs;
    this.draw();
  }

  /**
   * Letters lift, Escape drops, Enter plays, P passes. True if the key was one of these.
   * @param {KeyboardEvent} event @param {() => void} play @param {(() => void) | undefined} pass none where a pass is not allowed
   */
  keyed(event, play, pass) {
    if (isTyping(event)) return false;
    if (event.key === 'Escape' && this.lifted.size) return this.lift([]), true;
    const isFocused = /** @type {HTMLElement} */ (event.target).closest('button:not(.card), a');
    if (event.key === 'Enter' && !isFocused && this.chosen) return play(), true;
    const letter = letterKeys(event);
    if (letter === 'p' && pass) return pass(), true;
    return Boolean(letter) && this.type(letter);
  }
}
