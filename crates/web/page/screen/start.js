// The start screen: one button deals with the last choices, and another opens the choices. Below are links to other screens.

import { face } from '../card/face.js';
import { portrait, temperamentOf } from '../card/portrait.js';
import { h } from '../dom.js';
import { freshSeed } from '../game/seed.js';
import { withSign } from '../say.js';
import { keepSetup, keepTable, store } from '../store.js';
import { hasWord, nameOf, t } from '../words.js';

/** @typedef {import('../game/backend.js').Setup} Setup */
/**
 * The person's choices. All but the seed are stored.
 * @typedef {object} Choices
 * @property {string[]} bots
 * @property {string} ruleset by its name
 * @property {Record<string, string>} points the changed points of the ruleset
 * @property {string} [dealer]
 * @property {any} role
 * @property {string} pace
 * @property {string} strength
 * @property {string} seed
 */

/** Cards for decoration. */
const FAN_CARDS = [53, 48, 45, 42, 0];
/** @type {Omit<Choices, 'seed'>} */
const DEFAULT_CHOICES = { bots: ['casual', 'skilled-patient'], ruleset: 'classic', points: {}, role: 'auction', pace: '1', strength: '' };
const DAY_MS = 86_400_000;
const STARS_MAX = 3;

/** A persona's level: its name without the temperament. @param {string} name */
export const levelOf = (name) => name.replace(/-(hasty|hesitant|patient)$/, '');

/** @param {string} level */
export const levelName = (level) => hasWord(`level-${level}`) ? t(`level-${level}`) : level;

/** A persona's name on the page: its level, and its temperament if it is not the standard one. @param {string} name */
export function personaName(name) {
  const [level, temperament] = [levelName(levelOf(name)), temperamentOf(name)];
  return temperament === 'standard' ? level : t('persona', { level, temperament: t(`temper-${temperament}`) });
}

/** A ruleset's name for players. @param {string} name */
export const rulesetName = (name) => hasWord(`ruleset-${name}`) ? t(`ruleset-${name}`) : name;

/** The ruleset as requests write it: its name, then the changed points. @param {Choices} chosen */
export const rulesetText = ({ ruleset, points }) =>
  [ruleset, ...Object.entries(points).map(([name, value]) => `${name}=${value}`)].join(' ');

/** @param {HTMLElement} root */
export async function open(root) {
  const tiles = await loadPlayed();
  /** @type {Choices} */
  const chosen = { ...DEFAULT_CHOICES, ...store.setup, seed: freshSeed() };
  /** @type {import('./setup.js').Form | undefined} */
  let form;
  let isMore = false;

  /** @param {SubmitEvent} event */
  function start(event) {
    event.preventDefault();
    const { seed, ...kept } = chosen;
    keepSetup(kept);
    const { bots, role, pace, dealer, strength } = chosen;
    /** @type {Setup} */
    const setup = { ruleset: rulesetText(chosen), bots, seed: seedOf(seed), dealer, role, pace: Number(pace) };
    if (strength) setup.strength = Number(strength);
    keepTable(null);
    sessionStorage.setItem('thirdseat-deal', JSON.stringify(setup));
    location.hash = '#/table';
  }

  async function toggleChoices() {
    form ??= await (await import('./setup.js')).form(chosen, draw);
    isMore = !isMore;
    draw();
    focusOn('more');
  }

  const focusOn = (/** @type {string} */ key) => /** @type {HTMLElement} */ (root.querySelector(`[data-key="${key}"]`))?.focus();

  /** @param {number} player */
  const seat = (player) => h('div.seat', {}, portrait(player, { persona: chosen.bots[player - 1] }), h('b', {}, nameOf(player)),
    h('span', {}, personaName(chosen.bots[player - 1])));

  function draw() {
    const focusedKey = /** @type {HTMLElement} */ (document.activeElement)?.dataset.key;
    root.replaceChildren(h('form.felt.lobby', { onsubmit: start },
      h('h2', {}, t('tagline')),
      h('div.seats', {}, seat(2), h('div.fan', { 'aria-hidden': 'true' }, FAN_CARDS.map((card) => h('span', {}, face(card)))), seat(1)),
      h('button.primary.deal', { type: 'submit', 'data-key': 'deal' }, t('deal')),
      h('button.quiet', { type: 'button', 'data-key': 'more', 'aria-expanded': String(isMore), onclick: toggleChoices },
        isMore ? t('less') : `${rulesetName(chosen.ruleset)} · ${t('more')}`),
      isMore && form?.draw()),
    h('div.tiles', {}, goOnTile(), dailyTile(), tiles?.level(), guideTile(), linksTile(root), tiles?.hands(draw)));
    if (focusedKey) focusOn(focusedKey);
  }

  root.replaceChildren();
  return {
    draw,
    close() {},
    key(/** @type {KeyboardEvent} */ event) {
      if (event.key !== 'Enter' || event.target !== document.body) return false;
      root.querySelector('form')?.requestSubmit();
      return true;
    },
  };
}

/** The part about played hands and the person's level; loaded only if there are stored hands. */
const loadPlayed = async () => store.played.hands.length ? (await import('./played.js')).playedTiles() : undefined;

/** The seed in a text; a random one if the text is no seed. @param {string} text */
const seedOf = (text) => /^\d{1,18}$/.test(text) ? String(BigInt(text)) : freshSeed();

/** A tile with a link to the stored table; empty if there is none. */
function goOnTile() {
  const { kept } = store;
  if (!kept) return '';
  return h('section.tile.go-on', {}, h('h3', {}, t('goOn')),
    h('p.soft', {}, `${t('total')} ${withSign(kept.points?.[0] ?? 0)}`),
    h('a.button', { href: '#/table' }, t('goOnNow')));
}

/** The puzzle of the day with its stars, and a link to other puzzles. */
function dailyTile() {
  const day = Math.floor(Date.now() / DAY_MS);
  const stars = store.stars[`medium/${day}`];
  const starsElement = stars !== undefined
    && h('span.stars', { role: 'img', 'aria-label': t('stars', { n: stars }) }, '★'.repeat(stars) + '☆'.repeat(STARS_MAX - stars));
  return h('section.tile', {}, h('h3', {}, t('daily'), ' ', starsElement),
    h('p.soft', {}, t(stars === undefined ? 'dailyAbout' : 'dailyDone')),
    h('div.deal-row', {}, h('a.button', { 'data-key': 'daily', href: `#/puzzle/medium/${day}` }, t('dailyOpen')),
      h('a.button.quiet', { href: '#/puzzle/easy/1' }, t('puzzlesAll'))));
}

const guideTile = () => h('details.tile.guide', {}, h('summary', {}, t('guide')),
  h('ol', {}, [1, 2, 3, 4, 5, 6].map((n) => h('li', {}, t(`guide-${n}`)))));

/** Links to other screens: lessons, a table of bots, rooms to watch. @param {HTMLElement} root */
function linksTile(root) {
  /** @param {SubmitEvent} event */
  const openRoom = (event) => {
    event.preventDefault();
    const name = /** @type {HTMLInputElement} */ (root.querySelector('#room')).value.trim();
    location.hash = `#/watch/${encodeURIComponent(name)}`;
  };
  const roomInput = h('input', { id: 'room', 'aria-label': t('roomName'), placeholder: t('roomName'), maxlength: 64, required: true });
  return h('div.tile', {},
    h('div.deal-row', {}, h('a.button', { href: '#/lessons' }, t('lessons')), h('a.button', { href: '#/bots' }, t('bots'))),
    h('form.watch-form', { onsubmit: openRoom }, roomInput, h('button', {}, t('watch'))));
}
