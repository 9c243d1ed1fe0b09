// The stored state of the page. The table is in the tab's session storage, the rest in the browser's local storage.

import { freshId } from './game/seed.js';

/**
 * @typedef {object} Settings
 * @property {string} language "en", "zh", or "" for the browser's
 * @property {boolean} fourColours
 * @property {boolean} counter
 * @property {boolean} letters
 * @property {boolean} sound
 */

/**
 * A hand that was played to its end in this browser.
 * @typedef {object} Played
 * @property {string} link its address
 * @property {boolean} isWon
 * @property {number} points the person's points
 * @property {'landlord'|'peasant'} role
 * @property {string[]} bots
 * @property {boolean} isOpen whether the person laid the companions' cards open; such a hand does not count in totals
 */

/**
 * The numbers of hands and wins, by role or companion.
 * @typedef {Record<string, [number, number]>} Sums
 */

/** @type {Settings} */
const DEFAULT_SETTINGS = { language: '', fourColours: false, counter: false, letters: true, sound: false };

const STARS_KEY = 'thirdseat-stars';
const STARS_MAX = 400;
const PLAYED_KEY = 'thirdseat-played';
const PLAYED_MAX = 20;
const ME_KEY = 'thirdseat-me';
/** @type {{hands: Played[], roles: Sums, bots: Sums}} */
const NONE_PLAYED = { hands: [], roles: {}, bots: {} };

/** @param {Storage} storage @param {string} key @param {any} otherwise */
export function readJson(storage, key, otherwise) {
  try { return JSON.parse(storage.getItem(key) ?? 'null') ?? otherwise; } catch { return otherwise; }
}

/** Stores a value, if the browser allows it. @param {Storage} storage @param {string} key @param {any} value */
export function writeJson(storage, key, value) {
  try { storage.setItem(key, JSON.stringify(value)); } catch { /* the value is not stored */ }
}

/**
 * The random name of this browser's person, under which the service keeps a level. If the browser stores nothing, each load has a new name.
 */
function loadPersonId() {
  const storedId = readJson(localStorage, ME_KEY, '');
  if (storedId) return storedId;
  const newId = freshId('web');
  writeJson(localStorage, ME_KEY, newId);
  return newId;
}

let changed = () => {};

export const store = {
  /** @type {Settings} */
  settings: { ...DEFAULT_SETTINGS, ...readJson(localStorage, 'thirdseat-settings', {}) },
  /** The last hands, and totals. @type {typeof NONE_PLAYED} */
  played: { ...NONE_PLAYED, ...readJson(localStorage, PLAYED_KEY, {}) },
  /** The best results of puzzles in stars, by grade and number. @type {Record<string, number>} */
  stars: readJson(localStorage, STARS_KEY, {}),
  /** The person's name for rooms. */
  me: loadPersonId(),
  /** The last choices of the start screen. */
  setup: readJson(localStorage, 'thirdseat-setup', {}),
  /** The last table, kept for a reload. @type {import('./game/hand.js').StoredTable | null} */
  kept: readJson(sessionStorage, 'thirdseat-table', null),
};

/** @param {Partial<Settings>} changes */
export function setSettings(changes) {
  Object.assign(store.settings, changes);
  writeJson(localStorage, 'thirdseat-settings', store.settings);
  changed();
}

/** @param {() => void} watcher called after every change of the settings */
export const watchSettings = (watcher) => { changed = watcher; };

/** @param {object} setup */
export function keepSetup(setup) {
  store.setup = setup;
  writeJson(localStorage, 'thirdseat-setup', setup);
}

/** @param {import('./game/hand.js').StoredTable | null} kept */
export function keepTable(kept) {
  store.kept = kept;
  writeJson(sessionStorage, 'thirdseat-table', kept);
}

/** @param {Played} hand */
export function keepHand(hand) {
  const { hands, roles, bots } = store.played;
  const add = (/** @type {Sums} */ sums, /** @type {string} */ key) => {
    const [played, won] = sums[key] ?? [0, 0];
    return { ...sums, [key]: /** @type {[number, number]} */ ([played + 1, won + Number(hand.isWon)]) };
  };
  store.played = {
    hands: [hand, ...hands].slice(0, PLAYED_MAX),
    roles: hand.isOpen ? roles : add(roles, hand.role),
    bots: hand.isOpen ? bots : [...new Set(hand.bots)].reduce(add, bots),
  };
  writeJson(localStorage, PLAYED_KEY, store.played);
}

/** @param {string} puzzle @param {number} stars */
export function keepStars(puzzle, stars) {
  const { [puzzle]: before = 0, ...others } = store.stars;
  store.stars = Object.fromEntries([...Object.entries(others), [puzzle, Math.max(before, stars)]].slice(-STARS_MAX));
  writeJson(localStorage, STARS_KEY, store.stars);
}

export function forgetHands() {
  store.played = NONE_PLAYED;
  writeJson(localStorage, PLAYED_KEY, NONE_PLAYED);
}
