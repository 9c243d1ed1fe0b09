// The result of a hand: the winner, the points, and the person's remaining cards.

import { h, setProperty } from '../dom.js';
import { pile } from '../card/face.js';
import { portrait } from '../card/portrait.js';
import { ME, rotatedDeal } from '../game/deal.js';
import { encode } from '../game/link.js';
import { letterKey } from '../keys.js';
import { withSign } from '../say.js';
import { keepHand } from '../store.js';
import { nameOf, t } from '../words.js';
import '../words/late.js';
import { doublingFactor, roleOf } from './seat.js';
import { blockTaps } from './settling.js';

const COUNT_MS = 700;

/** @param {import('../game/backend.js').Table} table */
export function result(table) {
  const { hand, score = {}, kept } = table;
  const landlordWon = score.winner === 'SIDE_LANDLORD';
  const isWon = landlordWon === (hand.landlord === ME);
  const amounts = (score.amounts ?? []).map(Number);
  const { stakes } = table.answer.state ?? {};
  const doubling = doublingFactor(stakes, hand, table.setup.ruleset);
  const factors = [
    score.multiplier && t('multiplier', { n: score.multiplier }),
    stakes?.bombs && t('bombs', { n: stakes.bombs }),
    score.spring && t('springWon'),
    doubling > 1 && t('stakeDoubled', { n: doubling }),
  ].filter(Boolean);
  const playAgain = () => dispatchEvent(new HashChangeEvent('hashchange'));
  const actions = blockTaps(h('div.actions', {}, kept.back ? [
    h('a.button', { 'data-key': 'back', href: kept.back }, t('backToReview')),
    h('button.primary', { 'data-key': 'again', onclick: playAgain }, t('playAgain'))] : [
    h('a.button', { 'data-key': 'review', href: handLink(table) }, t('review')),
    h('button', { 'data-key': 'link', onclick: (/** @type {any} */ event) => copyLink(event.target, table) }, t('copyLink')),
    h('button.primary', { 'data-key': 'next', onclick: () => table.goOn(table.nextDeal()) }, t('next')),
    h('button', { 'data-key': 'same', onclick: () => table.goOn(kept.deal) }, t('same')),
    h('button', { 'data-key': 'swap', onclick: () => table.goOn(rotatedDeal(kept.deal)) }, t('swap'))]));
  return h(`section.result.${isWon ? 'won' : 'lost'}`, { tabindex: -1, 'aria-label': t(isWon ? 'youWin' : 'youLose') },
    h('div.result-head', {}, h('h2', {}, t(isWon ? 'youWin' : 'youLose')), pointsLine(amounts[ME] ?? 0),
      h('p.side-line', {}, t(landlordWon ? 'landlordWins' : 'peasantsWin'), factors.length ? ` · ${factors.join(' · ')}` : ''),
      kept.isHelped && !kept.back && h('p.helped', {}, t('helped'))),
    h('table.points', {}, h('tbody', {}, [0, 2, 1].map((player) => h('tr', {},
      h('th', { scope: 'row' }, portrait(player, { role: roleOf(player, hand), persona: table.setup.bots[player - 1] }),
        nameOf(player), hand.landlord === player && h('span.badge.landlord', {}, t('landlord'))),
      // Only the person's cards are shown here: the companions' cards are open at their seats.
      h('td.rest', {}, player === ME && hand.hands[player].length ? pile(hand.hands[player], '', hand.wilds) : ''),
      h('td', {}, withSign(amounts[player] ?? 0)),
      !kept.back && h('td.sum', {}, `${t('total')} ${withSign(kept.points[player])}`))))),
    actions);
}

/** The person's points; without reduced motion, the number runs from 0 to its value. @param {number} points */
function pointsLine(points) {
  const element = h('p.earned', {}, withSign(points));
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return element;
  const from = performance.now();
  const drawFrame = (/** @type {number} */ now) => {
    const share = Math.min(1, Math.max(0, now - from) / COUNT_MS);
    element.textContent = withSign(Math.round(points * share));
    if (share < 1) requestAnimationFrame(drawFrame);
  };
  requestAnimationFrame(drawFrame);
  return element;
}

export const confetti = () => h('div.paper-rain', { 'aria-hidden': 'true' }, Array.from({ length: 15 }, (_, at) => {
  const piece = h('i');
  setProperty(piece, '--at', at);
  return piece;
}));

/** Handles the keys after a hand: N deals the next hand, R opens the review. @param {HTMLElement} root @param {KeyboardEvent} event */
export function handleKey(root, event) {
  const name = { n: 'next', r: 'review' }[letterKey(event)];
  const button = name && root.querySelector(`[data-key="${name}"]`);
  if (button) /** @type {HTMLElement} */ (button).click();
  return Boolean(button);
}

/**
 * Adds a finished hand to the list of last hands, only once. A hand that continues a review is not added.
 * @param {import('../game/backend.js').Table} table @param {boolean} isWon @returns {boolean} true at the first call for this hand
 */
export function noteHand(table, isWon) {
  const { kept, hand, setup, score } = table;
  if (kept.noted === kept.hands) return false;
  kept.noted = kept.hands;
  if (kept.back) return true;
  const link = handLink(table);
  const role = hand.landlord === ME ? 'landlord' : 'peasant';
  keepHand({ link, isWon, points: Number(score?.amounts?.[ME] ?? 0), role, bots: setup.bots, isOpen: kept.wasOpen });
  return true;
}

/** The address of the finished hand on this page. @param {import('../game/backend.js').Table} table */
export function handLink({ setup, kept, events }) {
  const version = kept.decisions.find(Boolean)?.source?.engineVersion ?? '';
  return `#/hand/${encode({ ruleset: setup.ruleset, seed: setup.seed, deal: kept.deal, bots: setup.bots, version }, events)}`;
}

/** @param {HTMLButtonElement} button @param {import('../game/backend.js').Table} table */
async function copyLink(button, table) {
  const link = new URL(handLink(table), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = t('copied');
  } catch {
    // Outside a secure context (HTTPS or localhost) there is no clipboard, so the link is shown for copying.
    const select = (/** @type {any} */ event) => event.target.select();
    button.replaceWith(h('input.link', { readonly: true, value: link, 'aria-label': t('copyLink'), onfocus: select }));
  }
}
