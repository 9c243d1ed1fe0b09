// The panels beside the hand (the acts so far, and the person's emotes), and the lines of companions. Loaded after the first drawing.

import { temperamentOf } from '../card/portrait.js';
import { h } from '../dom.js';
import { PERSON_EMOTES } from '../game/emotes.js';
import { actName } from '../say.js';
import { language, nameOf, t } from '../words.js';
import { CHATTER } from './chatter.js';

/**
 * The text of a feeling. Companions have their own lines.
 * @param {import('../game/emotes.js').Feeling} feeling @param {string} [persona] of a companion @returns {string}
 */
export function lineOf({ emote, on, id }, persona) {
  const lines = persona && CHATTER[temperamentOf(persona)][on];
  return lines ? lines[id % lines.length][Number(language() === 'zh')] : t(emote);
}

/** An act for the list. The cards of another player's gift are hidden. @param {import('../game/hand.js').Act} act */
const actLine = (act) => actName(act.player && act.action.passOn ? { ...act, action: { passOn: {} } } : act);

/**
 * A panel that opens with a click on a sign.
 * @param {string} sign @param {string} name @param {HTMLElement} panel @param {() => void} [opened]
 */
const foldingPanel = (sign, name, panel, opened) =>
  h('details.fold', { ontoggle: opened }, h('summary', { 'aria-label': name, title: name }, sign), panel);

/**
 * A panel with all acts of the hand. It is filled when it is opened, and scrolls to the last act.
 * @param {import('../game/hand.js').Hand} hand
 */
export function history({ acts }) {
  const panel = h('ol.panel', { 'aria-label': t('history'), tabindex: 0 });
  return foldingPanel('☰', t('history'), panel, () => {
    const rows = acts.map((act) => h(`li${act.isLead ? '.lead' : ''}`, {}, h('b', {}, nameOf(act.player)), ' ', actLine(act)));
    panel.replaceChildren(...rows, ...(acts.length ? [] : [h('li', {}, t('historyNone'))]));
    panel.scrollTop = panel.scrollHeight;
  });
}

/** @param {(emote: string) => void} say */
export function emotePanel(say) {
  const choose = (/** @type {any} */ event, /** @type {string} */ emote) => { event.target.closest('details').open = false; say(emote); };
  return foldingPanel('☺', t('talk'), h('div.panel', {}, PERSON_EMOTES.map((emote) =>
    h('button', { type: 'button', 'data-key': emote, onclick: (/** @type {Event} */ event) => choose(event, emote) }, t(emote)))));
}
