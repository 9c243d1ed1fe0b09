// All state of the page that outlives a screen. Settings and statistics stay in this browser, a game in this tab.

/**
 * @typedef {object} Settings
 * @property {string} language "en", "zh", or "" for the browser's
 * @property {boolean} fourColours
 * @property {boolean} counter
 * @property {boolean} letters
 */

/** @type {Settings} */
const DEFAULTS = { language: '', fourColours: false, counter: false, letters: true };

/** @param {Storage} storage @param {string} key @param {any} otherwise */
function read(storage, key, otherwise) {
  try { return JSON.parse(storage.getItem(key)) ?? otherwise; } catch { return otherwise; }
}

/** A browser may refuse to keep anything; the page then forgets. @param {Storage} storage @param {string} key @param {any} value */
function write(storage, key, value) {
  try { storage.setItem(key, JSON.stringify(value)); } catch { /* it is kept until the page goes */ }
}

/** @type {Set<() => void>} */
const watchers = new Set();

export const store = {
  /** @type {Settings} */
  settings: { ...DEFAULTS, ...read(localStorage, 'thirdseat-settings', {}) },
  /** The last choices of the start screen. */
  setup: read(localStorage, 'thirdseat-setup', {}),
  /** The table that is being played, over a reload. @type {import('./game/backend.js').Kept | null} */
  kept: read(sessionStorage, 'thirdseat-table', null),
};

/** @param {Partial<Settings>} changes */
export function set(changes) {
  Object.assign(store.settings, changes);
  write(localStorage, 'thirdseat-settings', store.settings);
  for (const watcher of watchers) watcher();
}

/** @param {() => void} watcher called after every change of the settings @returns {() => void} stops watching */
export function watch(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** @param {object} setup */
export function keepSetup(setup) {
  store.setup = setup;
  write(localStorage, 'thirdseat-setup', setup);
}

/** @param {import('./game/backend.js').Kept | null} kept */
export function keepTable(kept) {
  store.kept = kept;
  write(sessionStorage, 'thirdseat-table', kept);
}
