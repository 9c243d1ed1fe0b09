// Functions for the DOM. Text is inserted as text, never as HTML.

const SVG_NS = 'http://www.w3.org/2000/svg';

/**
 * Makes an element. Attributes that begin with "on" are listeners. The values `false`, `null` and `undefined` leave an attribute or a child
 * out.
 * @param {string} tag with classes, for example "button.primary"
 * @param {Record<string, any>} [attributes]
 * @param {...any} children elements and texts, also in arrays
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  return build(document.createElement(tag.split('.')[0]), tag, attributes, children);
}

/**
 * Makes an SVG element, like `h`.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return build(document.createElementNS(SVG_NS, tag.split('.')[0]), tag, attributes, children);
}

/**
 * @template {Element} T
 * @param {T} element @param {string} tag @param {Record<string, any>} attributes @param {any[]} children
 * @returns {T}
 */
function build(element, tag, attributes, children) {
  const classes = tag.split('.').slice(1).join(' ');
  if (classes) element.setAttribute('class', classes);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) /** @type {any} */ (element)[name] = value;
    else if (name === 'value') /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  const nodes = children.flat(9).filter((child) => child !== false && child !== null && child !== undefined);
  element.append(...nodes);
  return element;
}

/** The values from which regions were drawn. @type {WeakMap<Element, string>} */
const drawnFrom = new WeakMap();
/** The key of the control to which a region returns the focus. @type {WeakMap<Element, string>} */
const lastKeys = new WeakMap();

/**
 * Draws a region if `from` changed. A focused control with a `data-key` keeps the focus, or if it is gone or disabled, the region gets it.
 * @param {Element} region @param {any} from any JSON value @param {() => any} draw its children
 */
export function redraw(region, from, draw) {
  const key = JSON.stringify(from);
  if (drawnFrom.get(region) === key) return;
  drawnFrom.set(region, key);
  const active = document.activeElement;
  const control = region.contains(active) ? active?.closest('[data-key]') : undefined;
  const focusKey = region === active ? lastKeys.get(region) : control?.getAttribute('data-key');
  const wanted = [draw()].flat(9).filter((child) => child || child === 0);
  if (!updateButtons(region, wanted)) region.replaceChildren(...wanted);
  if (!focusKey) return;
  const target = region.querySelector(`[data-key="${CSS.escape(focusKey)}"]:not([disabled])`);
  lastKeys.set(region, focusKey);
  region.setAttribute('tabindex', '-1');
  /** @type {HTMLElement} */ (target ?? region).focus({ preventScroll: true });
}

/**
 * If a region already has the wanted buttons, updates them in place and returns true. A button that the person is pressing must stay, or
 * its click would be lost.
 * @param {Element} region @param {any[]} wanted
 */
function updateButtons({ children }, wanted) {
  const key = (/** @type {any} */ it) => it?.localName === 'button' && it.getAttribute('data-key');
  const buttons = [...children];
  if (!wanted.length || buttons.length !== wanted.length) return false;
  if (!buttons.every((button, place) => key(button) && key(button) === key(wanted[place]))) return false;
  for (const [place, button] of buttons.entries()) {
    const next = wanted[place];
    for (const name of button.getAttributeNames()) if (!next.hasAttribute(name)) button.removeAttribute(name);
    for (const { name, value } of next.attributes) button.setAttribute(name, value);
    if (button.textContent !== next.textContent) button.replaceChildren(...next.childNodes);
    /** @type {HTMLElement} */ (button).onclick = next.onclick;
  }
  return true;
}

/** @param {Element} region */
export function clearRegion(region) {
  drawnFrom.delete(region);
  region.replaceChildren();
}

/** @param {HTMLElement} element @param {string} name @param {any} value */
export function setProperty(element, name, value) {
  element.style.setProperty(name, String(value));
}

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** Loads a style sheet, only once. @param {string} href */
export function loadSheet(href) {
  const loading = sheets.get(href) ?? new Promise((resolve) => {
    const { href: address } = new URL(href, import.meta.url);
    document.head.append(h('link', { rel: 'stylesheet', href: address, onload: resolve, onerror: resolve }));
  });
  sheets.set(href, loading);
  return loading;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);
