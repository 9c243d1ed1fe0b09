// Animations: cards are dealt, fly and turn over; a bomb shakes the table, and its factor flies to the stake. The game does not wait for
// them. With reduced motion there are none.

import { h } from '../dom.js';
import { actName } from '../say.js';
import { t } from '../words.js';
import { SIDES } from './seat.js';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const EASE_OUT = 'cubic-bezier(.2, .8, .3, 1)';
/** The time between two cards of a deal. */
const DEAL_MS = 45;
const FLIGHT_MS = 320;

/** @param {Element | null | undefined} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function animate(element, frames, options) {
  if (!reducedMotion.matches) element?.animate(frames, { easing: EASE_OUT, fill: 'backwards', ...options });
}

/** The transform that moves an element from the middle of `to` to the middle of `from`. @param {DOMRect} from @param {DOMRect} to */
const shift = (from, to) =>
  `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y + from.height / 2 - to.y - to.height / 2}px)`;

/** Deals the cards one by one from the place of the bottom cards. @param {HTMLElement} felt */
export function dealCards(felt) {
  const from = felt.querySelector('.bottom')?.getBoundingClientRect();
  if (reducedMotion.matches || !from) return;
  const faces = [...felt.querySelectorAll('.hand .face')];
  const boxes = faces.map((face) => face.getBoundingClientRect());
  // While cards fly, taps go to their places in the hand, not to the flying pictures.
  const hand = felt.querySelector('.hand');
  hand?.classList.add('dealing');
  setTimeout(() => hand?.classList.remove('dealing'), faces.length * DEAL_MS + FLIGHT_MS);
  for (const [place, face] of faces.entries()) {
    const start = { transform: `${shift(from, boxes[place])} scale(.6)`, opacity: 0 };
    animate(face, [start, { opacity: 1, offset: 0.3 }, {}], { duration: FLIGHT_MS, delay: place * DEAL_MS });
  }
  for (const [place, back] of felt.querySelectorAll('.who .count').entries()) {
    animate(back, [{ opacity: 0, transform: 'translateY(24px)' }, {}], { duration: 200, delay: place * DEAL_MS });
  }
}

/** Moves the cards of a play from the player to their place on the table. @param {Element | null} pile @param {Element | null} seat */
export function fly(pile, seat) {
  if (!pile || !seat || reducedMotion.matches) return;
  const path = shift(seat.getBoundingClientRect(), pile.getBoundingClientRect());
  animate(pile, [{ transform: `${path} scale(.5)`, opacity: 0 }, { opacity: 1, offset: 0.4 }, {}], { duration: 260 });
}

/** @param {HTMLElement} felt */
export function flipBottom(felt) {
  for (const [place, face] of felt.querySelectorAll('.bottom .laid .face').entries()) {
    animate(face, [{ transform: 'perspective(300px) rotateY(90deg)' }, {}], { duration: 380, delay: 120 + place * 160 });
  }
}

/** Lowers new cards into the hand. @param {Iterable<Element | null>} faces */
export function lowerCards(faces) {
  const raised = { transform: 'translateY(-18px)' };
  const frames = [{ transform: 'translateY(-32px)', opacity: 0 }, { ...raised, opacity: 1, offset: 0.3 }, { ...raised, offset: 0.75 }, {}];
  for (const face of faces) animate(face, frames, { duration: 1400 });
}

/**
 * Shows a large word on the felt; a factor flies to the stake.
 * @param {HTMLElement} felt @param {string} word @param {string} factor @param {Element} stake @param {boolean} shakes
 */
export function burst(felt, word, factor, stake, shakes) {
  if (reducedMotion.matches) return;
  const [said, times] = [h('b', {}, word), h('span', {}, factor)];
  const label = h('div.burst', { 'aria-hidden': 'true' }, said, factor && times);
  felt.append(label);
  if (shakes) {
    const left = { transform: 'translate(-7px, 3px)' };
    const right = { transform: 'translate(7px, -3px)' };
    for (const part of felt.querySelectorAll('[class^="spot-"], .left, .right, .bottom, .emblem')) {
      // Some parts already have a transform, so this one is added to it.
      animate(part, [{}, left, right, left, right, left, {}], { duration: 420, easing: 'linear', composite: 'add' });
    }
  }
  const scaled = (/** @type {number} */ size) => ({ transform: `scale(${size})` });
  const full = { ...scaled(1), opacity: 1 };
  animate(said, [{ ...scaled(2.4), opacity: 0 }, { ...full, offset: 0.2 }, { ...full, offset: 0.75 }, { opacity: 0 }], { duration: 1200 });
  if (factor) {
    const atStake = { transform: `${shift(stake.getBoundingClientRect(), times.getBoundingClientRect())} scale(.7)` };
    const path = [scaled(0), { ...scaled(1.6), offset: 0.3 }, { ...scaled(1.6), offset: 0.55 }];
    animate(times, [...path, { ...atStake, opacity: 1, offset: 0.98 }, { ...atStake, opacity: 0 }], { duration: 1150 });
    animate(stake, [{}, scaled(1.45), {}], { duration: 400, delay: 1080, fill: 'none' });
  }
  setTimeout(() => label.remove(), 1300);
}

/** The kinds of combos whose name is shown without a factor. */
const NAMED_KINDS = ['airplane', 'airplane-singles', 'airplane-pairs', 'straight', 'pair-chain'];

/**
 * A record of the shown animations, so that none is repeated. A table that opens after the first act repeats none.
 */
export class Animator {
  /** @param {HTMLElement} felt @param {HTMLElement} stake */
  constructor(felt, stake) {
    this.felt = felt;
    this.stake = stake;
    /** @type {{deal: unknown, acts: number, isShown: boolean, multiplier: number, isOver: boolean} | undefined} */
    this.seen = undefined;
  }

  /** Starts the animations, after the table was drawn. @param {import('../game/backend.js').Table} table @param {boolean} isOver */
  draw(table, isOver) {
    const { hand, kept, score } = table;
    // A reopened table has no answer yet: `Infinity` prevents an animation for its unknown multiplier.
    const multiplier = table.answer.state ? table.answer.state.stakes?.multiplier ?? 1 : Infinity;
    const before = this.seen;
    this.seen = { deal: kept.deal, acts: hand.acts.length, isShown: hand.isBottomShown, multiplier, isOver };
    if (before?.deal !== kept.deal) {
      if (!hand.acts.length) dealCards(this.felt);
      return;
    }
    if (hand.isBottomShown && !before.isShown) {
      flipBottom(this.felt);
      if (hand.landlord === 0) lowerCards(hand.bottom.map((card) => this.felt.querySelector(`[data-card="${card}"] .face`)));
    }
    const last = hand.acts.at(-1);
    const kind = last?.action.play?.kind;
    const word = kind ? t(`kind-${kind}`) : last ? actName(last) : '';
    if (multiplier > before.multiplier && !isOver) burst(this.felt, word, `×${multiplier / before.multiplier}`, this.stake, Boolean(kind));
    if (isOver && !before.isOver && score?.spring) burst(this.felt, t('springWon'), '', this.stake, false);
    // The acts come after the words, because the layout is then already computed.
    for (const act of hand.acts.slice(before.acts)) this.act(act);
  }

  /** @param {import('../game/hand.js').Act} act */
  act({ player, action }) {
    if (!action.play) return;
    const pile = this.felt.querySelector(`.spot-${SIDES[player]} .pile`);
    fly(pile, this.felt.querySelector(player ? `.${SIDES[player]} .avatar` : '.hand'));
    // `draw` shows the name of a play that multiplies the stake, with its factor.
    const { kind = '' } = action.play;
    if (NAMED_KINDS.includes(kind)) burst(this.felt, t(`kind-${kind}`), '', this.stake, false);
  }
}
