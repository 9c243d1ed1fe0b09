// A hand for choosing a play in a puzzle or a review. The service reads the lifted cards. Keys lift cards, play and pass.

import { isTyping, letterKey } from '../keys.js';
import { readCards } from '../game/wild.js';
import { HandOfCards } from './hand.js';

export class HandToPlay extends HandOfCards {
  /**
   * @param {() => import('../game/wild.js').Position | undefined} position the position of the play; undefined if no play is wanted now
   * @param {() => void} draw draws the parts of the screen that depend on the choice
   */
  constructor(position, draw) {
    super(() => this.readLifted());
    this.position = position;
    this.draw = draw;
    /** @type {import('../../types.d.ts').Combo | undefined} the reading to play; undefined if there is none, or none yet */
    this.chosen = undefined;
  }

  async readLifted() {
    const { lifted } = this;
    const position = this.position();
    this.chosen = undefined;
    this.draw();
    if (!lifted.size || !position) return;
    const { choices, playedAs } = await readCards(position, [...lifted], position.hand.trick?.combo);
    // After another choice, `lifted` is another set.
    if (lifted !== this.lifted) return;
    this.chosen = choices[0] ?? playedAs;
    this.draw();
  }

  /**
   * Handles a key: letters lift cards, Escape lowers them, Enter plays, P passes. True if the key had an effect.
   * @param {KeyboardEvent} event @param {() => void} play @param {(() => void) | undefined} pass undefined if a pass is not allowed
   */
  handleKey(event, play, pass) {
    if (isTyping(event)) return false;
    if (event.key === 'Escape' && this.lifted.size) return this.lift([]), true;
    const button = /** @type {HTMLElement} */ (event.target).closest('button:not(.card), a');
    if (event.key === 'Enter' && !button && this.chosen) return play(), true;
    const letter = letterKey(event);
    if (letter === 'p' && pass) return pass(), true;
    return Boolean(letter) && this.type(letter);
  }
}
