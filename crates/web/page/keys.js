// The keys of the page. Single-letter keys can be switched off, and have no effect while a person types a text.

import { store } from './store.js';

/** True if a key goes to a field that takes text or has keys of its own. @param {KeyboardEvent} event */
export function isTyping(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(target?.tagName);
}

/** The character of a key, in lower case; empty if it does not count. @param {KeyboardEvent} event */
export function letterKey(event) {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && event.key.length === 1;
  return isPlain && store.settings.letters && !isTyping(event) ? event.key.toLowerCase() : '';
}
