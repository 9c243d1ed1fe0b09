// The start of the page: the frame around the screens, and the choice of the screen by the address. The address of a screen follows the "#"
// of the URL: browsers do not send this part, so that no server logs a shared hand.

import { calls, watchCalls } from './api/log.js';
import { hooks, token } from './api/call.js';
import { logo } from './card/face.js';
import { byId, clearRegion, h, loadSheet, redraw } from './dom.js';
import { letterKey } from './keys.js';
import { whyRefused } from './say.js';
import { setSettings, store, watchSettings } from './store.js';
import { language, setLanguage, t } from './words.js';

/**
 * A screen of the page. It draws into `root`, and into `bar` at the top of the page.
 * @typedef {object} Screen
 * @property {() => void} draw draws the screen, also after a change of the language or a setting
 * @property {() => void} close
 * @property {(event: KeyboardEvent) => boolean} [key] handles a key; true if the screen uses this key
 */

const loadMoreStyles = () => loadSheet('more.css');

/** Screens that open with the style sheet of reviews. */
const REVIEW_SHEET_SCREENS = ['hand', 'lessons', 'bots'];

/** @type {Record<string, () => Promise<{open: (root: HTMLElement, bar: HTMLElement, parts: string[]) => Screen | Promise<Screen>}>>} */
const SCREENS = {
  '': () => import('./screen/start.js'),
  table: () => import('./screen/table.js'),
  hand: () => import('./screen/review.js'),
  puzzle: () => import('./screen/puzzle.js'),
  watch: () => import('./screen/watch.js'),
  lessons: () => import('./screen/lessons.js'),
  bots: () => import('./screen/bots.js'),
};

const bar = h('div.bar-slot');
/** @type {HTMLElement} */
let root = byId('screen');
const banner = h('div.banner', { role: 'status', hidden: true });
const buttons = h('div.frame-buttons');
/** @type {Screen | undefined} */
let screen;
/** @type {{close: () => void, draw: () => void} | undefined} */
let wire;
let opening = 0;

document.body.prepend(
  h('header.bar', {},
    h('h1', {}, h('a.brand', { href: '#/', 'data-key': 'home' }, logo(), h('span.brand-name', {}, 'Thirdseat'))), bar, buttons),
  banner,
  h('div.heard', { id: 'status', role: 'status', 'aria-live': 'polite' }),
  h('div.heard', { id: 'alert', role: 'alert', 'aria-live': 'assertive' }),
);

async function route() {
  const [name = '', ...parts] = location.hash.replace(/^#\/?/, '').split('/').map(decodePart);
  const number = ++opening;
  screen?.close();
  screen = undefined;
  if (!(name in SCREENS)) {
    root.replaceChildren(h('p.note', {}, t('notFound')));
    return;
  }
  const styles = ['', 'table'].includes(name) || loadSheet(REVIEW_SHEET_SCREENS.includes(name) ? 'review.css' : 'more.css');
  const [module] = await Promise.all([SCREENS[name](), styles]);
  if (number !== opening) return;
  clearRegion(bar);
  document.title = 'Thirdseat';
  // Each screen has its own root. So a late answer to a closed screen does not draw into the next root.
  const main = h('main', { id: 'screen', class: `screen-${name || 'start'}` });
  root.replaceWith(main);
  root = main;
  const newScreen = await module.open(root, bar, parts);
  if (number !== opening) return newScreen.close();
  screen = newScreen;
  screen.draw();
}

/** Decodes a part of an address. A part that cannot be decoded stays unchanged. @param {string} part */
function decodePart(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

function draw() {
  setLanguage(store.settings.language || (navigator.language.startsWith('zh') ? 'zh' : 'en'));
  document.documentElement.classList.toggle('four-colours', store.settings.fourColours);
  const isChinese = language() === 'zh';
  const icon = (/** @type {string} */ key, /** @type {string} */ title, /** @type {string} */ sign, /** @type {() => void} */ onclick) =>
    h(`button.quiet.icon-${key}`, { 'data-key': key, title, 'aria-label': t(key), onclick }, h('span', {}, sign));
  redraw(buttons, [language()], () => [
    h('button.quiet', {
      'data-key': 'language', lang: isChinese ? 'en' : 'zh-CN', onclick: () => setSettings({ language: isChinese ? 'en' : 'zh' }),
    }, isChinese ? 'EN' : '中文'),
    icon('wire', t('wireHint'), '{ }', toggleWire), icon('settings', t('settings'), '⚙', openSettings),
  ]);
  screen?.draw();
  wire?.draw();
}

async function toggleWire() {
  if (wire) {
    wire.close();
    wire = undefined;
    return;
  }
  const [module] = await Promise.all([import('./screen/wire.js'), loadMoreStyles()]);
  wire = module.open(document.body, () => { wire = undefined; });
}

const loadSettings = async () => (await Promise.all([import('./screen/settings.js'), loadMoreStyles()]))[0];

async function openSettings() {
  (await loadSettings()).open();
}

hooks.away = (isAway) => {
  banner.hidden = !isAway;
  banner.textContent = isAway ? t('away') : '';
};

/** The open question for a token. All calls that need a token wait for the same question. @type {Promise<boolean> | undefined} */
let asking;

hooks.token = (reason) => asking ??= loadSettings().then((module) => module.askToken(reason)).then((text) => {
  if (text) token.set(text);
  return Boolean(text);
}).finally(() => { asking = undefined; });

/** Shows an error, so that the page does not stop without a message. @param {any} error */
function showError(error) {
  if (error?.reason === 'LEFT' || error?.name === 'AbortError') return;
  const last = calls.at(-1);
  banner.hidden = false;
  banner.replaceChildren(
    h('span', {}, error?.reason ? whyRefused(error) : `${t('broken')}${t('colon')}${error?.message ?? error} (${last?.rpc ?? ''})`),
    h('button.quiet', { onclick: () => { banner.hidden = true; route(); } }, t('retry')),
  );
}

addEventListener('unhandledrejection', (event) => { event.preventDefault(); showError(event.reason); });
addEventListener('error', (event) => showError(event.error ?? event.message));
addEventListener('hashchange', route);
addEventListener('keydown', (event) => {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  if (screen?.key?.(event)) event.preventDefault();
  else if (letterKey(event) === 'w') toggleWire();
  else if (event.key === '?' && letterKey(event)) openSettings();
  else if (event.key === 'Escape' && wire) toggleWire();
});
watchSettings(draw);
watchCalls(() => wire?.draw());
draw();
route();
