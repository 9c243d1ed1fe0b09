// What is beside the game, and loaded after it: cards are dealt, fly, and turn over; a bomb shakes the felt and its factor lands on the
// stake; the acts so far, and what a person may say. Nothing waits for it, and people who want less motion see none.

import { h } from '../dom.js';
import { SAYINGS } from '../game/manners.js';
import { actName } from '../say.js';
import { nameOf, t } from '../words.js';

const reduced = matchMedia('(prefers-reduced-motion: reduce)');
const OUT = 'cubic-bezier(.2, .8, .3, 1)';
/** From one card of a deal to the next. */
const DEAL_MS = 45;

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function move(element, frames, options) {
  if (!reduced.matches) element?.animate(frames, { easing: OUT, fill: 'backwards', ...options });
}

/** From the middle of one box to the middle of another. @param {DOMRect} from @param {DOMRect} to */
const shift = (from, to) => `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y + from.height / 2 - to.y - to.height / 2}px)`;

/** The cards of a deal, one by one, from the middle of the felt. @param {HTMLElement} felt */
export function deal(felt) {
  if (reduced.matches) return;
  const from = felt.querySelector('.bottom').getBoundingClientRect();
  const faces = [...felt.querySelectorAll('.hand .face')];
  const boxes = faces.map((face) => face.getBoundingClientRect());
  faces.forEach((face, place) => move(face, [{ transform: `${shift(from, boxes[place])} scale(.6)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, {}], { duration: 320, delay: place * DEAL_MS }));
  felt.querySelectorAll('.held .back').forEach((back, place) => move(back, [{ opacity: 0, transform: 'translateY(24px)' }, {}], { duration: 200, delay: (place % 17) * DEAL_MS }));
}

/** A play flies from its player to the spot. @param {Element} pile @param {Element} seat */
export function fly(pile, seat) {
  if (!pile || reduced.matches) return;
  move(pile, [{ transform: `${shift(seat.getBoundingClientRect(), pile.getBoundingClientRect())} scale(.5)`, opacity: 0 }, { opacity: 1, offset: 0.4 }, {}], { duration: 260 });
}

/** The bottom cards turn over, one after the other. @param {Element} bottom */
export function flip(bottom) {
  bottom.querySelectorAll('.laid .face').forEach((face, place) => move(face, [{ transform: 'perspective(300px) rotateY(90deg)' }, {}], { duration: 380, delay: 120 + place * 160 }));
}

/** Cards that came to the hand settle from above. @param {Iterable<Element>} faces */
export function settle(faces) {
  for (const face of faces) move(face, [{ transform: 'translateY(-32px)', opacity: 0 }, { transform: 'translateY(-18px)', opacity: 1, offset: 0.3 }, { transform: 'translateY(-18px)', offset: 0.75 }, {}], { duration: 1400 });
}

/** Words burst over the felt; a factor flies to the stake and lands. @param {HTMLElement} felt @param {string} word @param {string} factor @param {Element} stake @param {boolean} shakes */
export function burst(felt, word, factor, stake, shakes) {
  if (reduced.matches) return;
  const label = h('div.burst', { 'aria-hidden': 'true' }, h('b', {}, word), factor && h('span', {}, factor));
  felt.append(label);
  if (shakes) {
    const left = { transform: 'translate(-7px, 3px)' };
    const right = { transform: 'translate(7px, -3px)' };
    for (const part of felt.querySelectorAll('[class^="spot-"], .left, .right, .bottom, .emblem')) move(part, [{}, left, right, left, right, left, {}], { duration: 420, easing: 'linear' });
  }
  move(label.firstElementChild, [{ transform: 'scale(2.4)', opacity: 0 }, { transform: 'scale(1)', opacity: 1, offset: 0.2 }, { transform: 'scale(1)', opacity: 1, offset: 0.75 }, { opacity: 0 }], { duration: 1200 });
  if (factor) {
    const way = shift(stake.getBoundingClientRect(), label.lastElementChild.getBoundingClientRect());
    move(label.lastElementChild, [{ transform: 'scale(0)' }, { transform: 'scale(1.6)', offset: 0.3 }, { transform: 'scale(1.6)', offset: 0.55 }, { transform: `${way} scale(.7)`, opacity: 1, offset: 0.98 }, { transform: `${way} scale(.7)`, opacity: 0 }], { duration: 1150 });
    move(stake, [{}, { transform: 'scale(1.45)' }, {}], { duration: 400, delay: 1080, fill: 'none' });
  }
  setTimeout(() => label.remove(), 1300);
}

/** Kinds that are called out as they are laid. */
const CALLED = ['airplane', 'airplane-singles', 'airplane-pairs', 'straight', 'pair-chain'];
const PLACES = ['me', 'right', 'left'];

/** What has moved already: each thing moves once, as it happens; what lies there as the table is opened does not. */
export class Show {
  /** @param {HTMLElement} felt @param {HTMLElement} stake */
  constructor(felt, stake) {
    this.felt = felt;
    this.stake = stake;
    /** @type {{deal: unknown, acts: number, isShown: boolean, multiplier: number, isOver: boolean, held: number[]}} */
    this.seen = undefined;
  }

  /** After the table was drawn. @param {import('../game/backend.js').Table} table @param {boolean} isOver */
  draw(table, isOver) {
    const { hand, kept, score } = table;
    const multiplier = table.answer?.state?.stakes?.multiplier ?? 1;
    const before = this.seen;
    this.seen = { deal: kept.deal, acts: hand.acts.length, isShown: hand.isBottomShown, multiplier, isOver, held: hand.hands[0] };
    if (before?.deal !== kept.deal) {
      if (!hand.acts.length) deal(this.felt);
      return;
    }
    for (const act of hand.acts.slice(before.acts)) this.act(act);
    if (hand.isBottomShown && !before.isShown) {
      flip(this.felt.querySelector('.bottom'));
      if (hand.landlord === 0) settle(hand.bottom.map((card) => this.felt.querySelector(`[data-card="${card}"] .face`)).filter(Boolean));
    }
    const kind = hand.acts.at(-1)?.action.play?.kind ?? '';
    if (multiplier > before.multiplier && !isOver) burst(this.felt, this.wordOf(hand.acts.at(-1), kind), `×${multiplier / before.multiplier}`, this.stake, Boolean(kind));
    if (isOver && !before.isOver && score?.spring) burst(this.felt, t('springWon'), '', this.stake, false);
  }

  /** @param {import('../game/hand.js').Act} act @param {string} kind */
  wordOf(act, kind) {
    return kind ? t(`kind-${kind}`) : act ? actName(act) : '';
  }

  /** @param {import('../game/hand.js').Act} act */
  act({ player, action }) {
    if (!action.play) return;
    const pile = this.felt.querySelector(`.spot-${PLACES[player]} .pile`);
    fly(pile, this.felt.querySelector(player ? `.${PLACES[player]} .avatar` : '.hand'));
    // What also doubles the stake is called out with its factor.
    if (CALLED.includes(action.play.kind)) burst(this.felt, t(`kind-${action.play.kind}`), '', this.stake, false);
  }
}

/** All acts of the hand, a tap away. @param {import('../game/hand.js').Hand} hand */
export const history = ({ acts }) => h('details.fold', {}, h('summary', { 'aria-label': t('history'), title: t('history') }, '☰'),
  h('ol.panel', { 'aria-label': t('history'), tabindex: 0 }, acts.length ? acts.map((act) => h(`li${act.isLead ? '.lead' : ''}`, {}, h('b', {}, nameOf(act.player)), ' ', actName(act.player && act.action.passOn ? { ...act, action: { passOn: {} } } : act))) : h('li', {}, t('historyNone'))));

/** What a person may say. @param {(emote: string) => void} say */
export const sayings = (say) => h('details.fold', {}, h('summary', { 'aria-label': t('talk'), title: t('talk') }, '☺'),
  h('div.panel', {}, SAYINGS.map((emote) => h('button', { type: 'button', 'data-key': emote, onclick: (/** @type {any} */ event) => { event.target.closest('details').open = false; say(emote); } }, t(emote)))));
