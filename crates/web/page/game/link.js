// A hand as a link: the deal and all acts. It follows the "#" of the URL: browsers do not send this part. After percent decoding:
//
//   1~classic+auction=call-rob~48213~DEAL~FIRST~casual,skilled~0.1.0~ACTS
//
// ACTS are the acts of the players. "99*13" is a play: after the star come the suits. "4447=444+7" also has the ranks that the cards stand
// for; the wild ranks follow from the deal. "g345" means cards passed on. DEAL has the owner of each card in two bits. FIRST has the first
// speaker, the player who becomes the landlord if an auction 取经 ends without one, and, if cards are passed on, the distance to their
// receiver. If there is no auction, FIRST is "a" and the landlord.

import { LETTERS, lettersOf, rankOf, sorted, suitOf, withLandlord } from './deal.js';
import { handAfter } from './hand.js';

/** @typedef {import('./deal.js').Deal} Deal */
/** @typedef {import('../../types.d.ts').Event} Event */

/**
 * @typedef {object} Linked
 * @property {string} ruleset
 * @property {string} seed of the table; the deal is not computed from it
 * @property {Deal} deal
 * @property {string[]} bots
 * @property {string} version of the engine
 * @property {string[]} acts
 */

const LENGTH_MAX = 2000;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** @type {Record<string, string>} */
const ACT_CODES = {
  CALL_PASS: 'c0', CALL_SCORE_1: 'c1', CALL_SCORE_2: 'c2', CALL_SCORE_3: 'c3', CALL_CALL: 'k', CALL_ROB: 'r', CALL_TAKE: 't',
  DOUBLING_NONE: 'x1', DOUBLING_DOUBLE: 'x2', DOUBLING_SUPER: 'x4',
};
/** The form of an act that is not in `ACT_CODES`: a pass, an open or a closed hand, cards passed on, a play. */
const ACT_PATTERN = /^([-on]|(g[3-9TJQKA2XD]{3}|[3-9TJQKA2XD]+(=[3-9TJQKA2]+)?(\+[3-9TJQKA2XD]+)?)(\*[0-4]+)?)$/;
const ACTS_BY_CODE = Object.fromEntries(Object.entries(ACT_CODES).map(([long, short]) => [short, long]));

/** The error of a text that is no link; `part` is the wrong part or its name. */
export class BadLink extends Error {
  /** @param {string} part */
  constructor(part) {
    super(part);
    this.part = part;
  }
}

/** @param {Deal} deal */
function owners(deal) {
  return Array.from({ length: 54 }, (_, card) => deal.bottom.includes(card) ? 3 : deal.hands.findIndex((hand) => hand.includes(card)));
}

/** @param {Omit<Linked, 'acts'>} hand @param {Event[]} events */
export function encode({ ruleset, seed, deal, bots, version }, events) {
  const owner = owners(deal);
  const digits = Array.from({ length: 18 }, (_, place) => DIGITS[owner[place * 3] << 4 | owner[place * 3 + 1] << 2 | owner[place * 3 + 2]]);
  const first = deal.landlord < 0 ? `${deal.first}${deal.lot}${deal.passOn || ''}` : `a${deal.landlord}`;
  const acts = handAfter(deal, events).acts.map(({ action, cards }) => {
    const suits = `*${cards.map(suitOf).join('')}`;
    if (action.passOn) return `g${lettersOf(cards)}${suits}`;
    if (action.play?.standsFor) return `${lettersOf(cards)}=${action.play.standsFor}${suits}`;
    const cardText = action.play?.cards?.text;
    // A text with a plus has the reading of the cards.
    if (cardText?.includes('+')) return cardText.replace('+', '') === lettersOf(cards) ? cardText + suits : cardText;
    if (action.play) return lettersOf(cards) + suits;
    if (action.passed) return '-';
    const word = action.call ?? action.doubling;
    if (word) return ACT_CODES[word];
    return action.show?.open ? 'o' : 'n';
  });
  const rules = encodeURIComponent(ruleset.replaceAll(' ', '+'));
  return ['1', rules, seed, digits.join(''), first, bots.join(','), version, acts.join('.')].join('~');
}

/** Reads a link. Checks only its form: the service checks the rules. @param {string} link @returns {Linked} */
export function decode(link) {
  if (link.length > LENGTH_MAX) throw new BadLink('length');
  const [form, ruleset, seed, digits, first, bots, version, acts, ...more] = link.split('~');
  if (form !== '1' || more.length || acts === undefined) throw new BadLink('form');
  if (!/^[a-z0-9=+ -]{1,300}$/.test(ruleset)) throw new BadLink('ruleset');
  if (!/^\d{1,20}$/.test(seed)) throw new BadLink('seed');
  if (!/^[\w-]{18}$/.test(digits)) throw new BadLink('deal');
  const cardOwner = [...digits].flatMap((digit) => [DIGITS.indexOf(digit) >> 4, DIGITS.indexOf(digit) >> 2 & 3, DIGITS.indexOf(digit) & 3]);
  const of = (/** @type {number} */ owner) => sorted(cardOwner.flatMap((it, card) => it === owner ? [card] : []));
  /** @type {Deal} */
  const deal = {
    hands: [0, 1, 2].map(of), bottom: of(3), first: Number(first[0]), landlord: -1, lot: Number(first[1]), passOn: Number(first[2] ?? 0),
  };
  if (deal.bottom.length !== 3 || deal.hands.some((hand) => hand.length !== 17)) throw new BadLink('deal');
  if (!/^([012][012][12]?|a[012])$/.test(first)) throw new BadLink('first');
  if (!/^[a-z0-9-]{1,40}(,[a-z0-9-]{1,40})?$/.test(bots)) throw new BadLink('bots');
  if (!/^[\w.+-]{0,40}$/.test(version)) throw new BadLink('version');
  const tokens = acts ? acts.split('.') : [];
  const badToken = tokens.find((token) => !(token in ACTS_BY_CODE) && !ACT_PATTERN.test(token));
  if (badToken !== undefined) throw new BadLink(badToken);
  return {
    ruleset: ruleset.replaceAll('+', ' '), seed, bots: bots.split(','), version, acts: tokens,
    deal: first[0] === 'a' ? withLandlord(deal, Number(first[1])) : deal,
  };
}

/**
 * The action of an act in a link. If it has no suits, any cards of the ranks are taken.
 * @param {string} token @param {number[]} held
 * @returns {import('../../types.d.ts').Action | undefined} undefined if the cards are not held
 */
export function actionOf(token, held) {
  if (token === '-') return { passed: true };
  if (token === 'o' || token === 'n') return { show: { open: token === 'o' } };
  const apiName = ACTS_BY_CODE[token];
  if (apiName?.startsWith('CALL')) return { call: /** @type {any} */ (apiName) };
  if (apiName) return { doubling: /** @type {any} */ (apiName) };
  const [said, suits = ''] = token.split('*');
  const [cards, standsFor] = said.split('=');
  const ids = takeCards(cards.replace(/[+g]/, ''), suits, held);
  if (!ids) return undefined;
  if (token[0] === 'g') return { passOn: { ids } };
  if (standsFor) return { play: { cards: { ids }, standsFor } };
  return { play: { cards: said.includes('+') ? { ids, text: said } : { ids } } };
}

/** @param {string} letters @param {string} suits @param {number[]} held @returns {number[] | undefined} undefined if they are not held */
function takeCards(letters, suits, held) {
  const left = sorted(held).reverse();
  const ids = [];
  for (const [at, letter] of [...letters].entries()) {
    const place = left.findIndex((card) =>
      rankOf(card) === LETTERS.indexOf(letter) && (!suits || String(suitOf(card)) === suits[at]));
    if (place < 0) return undefined;
    ids.push(...left.splice(place, 1));
  }
  return ids;
}
