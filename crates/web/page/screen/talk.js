// The panels beside the hand, and the companions' lines: the plays so far, and the sayings of a person. Loaded after the first drawing.

import { temperamentOf } from '../card/portrait.js';
import { h } from '../dom.js';
import { SAYINGS } from '../game/manners.js';
import { actName } from '../say.js';
import { language, nameOf, t } from '../words.js';
import { CHATTER } from './chatter.js';

/**
 * The line of a feeling. Companions have their own.
 * @param {import('../game/manners.js').Feeling} feeling @param {string} [persona] of a companion @returns {string}
 */
export function lineOf({ emote, on, id }, persona) {
  const lines = persona && CHATTER[temperamentOf(persona)][on];
  return lines ? lines[id % lines.length][Number(language() === 'zh')] : t(emote);
}

/** An act for the list: another player's gift without its cards. @param {import('../game/hand.js').Act} act */
const told = (act) => actName(act.player && act.action.passOn ? { ...act, action: { passOn: {} } } : act);

/** A panel that a sign opens. @param {string} sign @param {string} name @param {HTMLElement} panel @param {() => void} [opened] */
const folded = (sign, name, panel, opened) =>
  h('details.fold', { ontoggle: opened }, h('summary', { 'aria-label': name, title: name }, sign), panel);

/** A panel with all acts of the hand, filled when it is opened and scrolled to the last. @param {import('../game/hand.js').Hand} hand */
export function history({ acts }) {
  const panel = h('ol.panel', { 'aria-label': t('history'), tabindex: 0 });
  return folded('☰', t('history'), panel, () => {
    const rows = acts.map((act) => h(`li${act.isLead ? '.lead' : ''}`, {}, h('b', {}, nameOf(act.player)), ' ', told(act)));
    panel.replaceChildren(...rows, ...(acts.length ? [] : [h('li', {}, t('historyNone'))]));
    panel.scrollTop = panel.scrollHeight;
  });
}

/** The panel of the person's sayings. @param {(emote: string) => void} say */
export function sayings(say) {
  const choose = (/** @type {any} */ event, /** @type {string} */ emote) => { event.target.closest('details').open = false; say(emote); };
  return folded('☺', t('talk'), h('div.panel', {}, SAYINGS.map((emote) =>
    h('button', { type: 'button', 'data-key': emote, onclick: (/** @type {Event} */ event) => choose(event, emote) }, t(emote)))));
}
