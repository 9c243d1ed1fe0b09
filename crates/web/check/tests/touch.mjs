// A person at a phone who plays only by touches on the visible screen. The person is careless: it taps beside the middle of a button, taps
// twice by habit, and taps while others play. Each act that it did not intend is reported.

import assert from 'node:assert/strict';
import { openPage } from './lib.mjs';
import { sitDown, waitForTurn } from './person.mjs';

const TURN_MS = 60_000;
const ACTS_MAX = 80;
/** The largest distance of a tap from the middle of a button, as a share of its size. */
const OFF_CENTRE_MAX = 0.32;

/** A generator of random numbers from 0 to 1, by its seed. */
function randomShares(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The visible buttons and cards with their texts: only what a person sees, without the state of the page. */
const visibleControls = () => {
  const seen = [];
  for (const element of document.querySelectorAll('button, a, summary')) {
    const box = element.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    // The part of a card that its neighbour does not cover.
    const at = { x: element.matches('.card') ? left + 11 : left + box.width / 2, y: box.top + box.height / 2 };
    if (!box.width || at.y > innerHeight || !element.contains(document.elementFromPoint(at.x, at.y))) continue;
    seen.push({
      ...at, width: element.matches('.card') ? 8 : box.width, height: box.height, isOff: element.disabled ?? false,
      isUp: element.getAttribute('aria-pressed') === 'true', isCard: element.matches('.card'),
      says: element.getAttribute('aria-label') ?? element.textContent.trim(),
    });
  }
  return { seen, line: document.querySelector('.say')?.textContent ?? '' };
};

/** The person's acts from the stored table. Only the check uses them, not the person. */
const storedActs = () => {
  const { events, isOpen, hands, deals } = JSON.parse(sessionStorage.getItem('thirdseat-table'));
  const own = events.flatMap(({ table, said }) => table?.chair === 'CHAIR_FIRST' && table.action ? [table.action] : said ? [said] : []);
  return {
    own: own.map((it) => it.play ? `play ${it.play.cards.ids.length}` : it.passed ? 'pass' : it.call ?? it.doubling ?? JSON.stringify(it)),
    isOpen, hands, deals, isAuto: document.querySelector('[data-key="auto"]')?.getAttribute('aria-pressed') === 'true',
    place: location.hash, isCovered: Boolean(document.querySelector('dialog[open], .why-drawer, .wire')),
  };
};

class Person {
  constructor(page, cdp, seed) {
    this.page = page;
    this.cdp = cdp;
    this.next = randomShares(seed);
    this.intended = [];
    this.unwanted = [];
  }

  look() { return this.page.evaluate(visibleControls); }

  async touch({ x, y }) {
    const points = [{ x, y }];
    await this.cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points });
    await this.cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /** Taps a visible button or card, not always in the middle. */
  tap(thing) {
    const offset = () => (this.next() * 2 - 1) * OFF_CENTRE_MAX;
    return this.touch({ x: thing.x + offset() * thing.width, y: thing.y + offset() * thing.height });
  }

  /** Waits until `find` finds something on the visible screen. */
  async until(what, find) {
    for (const from = performance.now(); performance.now() - from < TURN_MS;) {
      const view = await this.look();
      const found = find(view);
      if (found) return { ...view, found };
      await this.page.waitForTimeout(60);
    }
    const { seen, line } = await this.look();
    throw new Error(`${what} was not seen: ${line}: ${seen.map((it) => (it.isOff ? `(${it.says})` : it.says)).join(' | ')}`);
  }

  /** Checks that the table got only intended acts. */
  async check(hand) {
    const now = await this.page.evaluate(storedActs);
    // A new hand or a redeal begins a new list of acts.
    if (now.deals !== this.deals) Object.assign(this, { deals: now.deals, intended: now.own.length ? this.intended.slice(-1) : [] });
    const unintended = now.own.filter((act, place) => act !== this.intended[place]);
    if (unintended.length) {
      this.unwanted.push(`hand ${hand}: ${unintended.join(', ')}`);
      this.intended = now.own;
    }
    if (now.isAuto || now.isOpen || now.isCovered || now.place !== '#/table') this.unwanted.push(`${hand}: ${JSON.stringify(now)}`);
  }

  /** Plays one turn; true if the hand is over. */
  async turn() {
    const control = (/** @type {RegExp} */ name) => ({ seen }) => seen.find((it) => !it.isOff && !it.isCard && name.test(it.says));
    const next = control(/^下一局$/);
    const view = await this.until('a turn', (it) => next(it)
      || (/^轮到你|没有牌能管上|叫几分|要叫得更高吗|要加倍吗|要明牌吗/.test(it.line) && control(/^(不叫|不抢|不加倍|不明牌|不出|提示)$/)(it)));
    if (next(view)) return true;
    const words = view.seen.filter((it) => !it.isOff && /^(不叫|\d 分|叫地主|抢地主|不抢|不加倍|加倍|超级加倍|不明牌|明牌)$/.test(it.says));
    if (words.length > 0 && !view.seen.some((it) => it.says === '提示')) await this.word(words);
    else if (/没有牌能管上/.test(view.line)) await this.press('不出', 'pass');
    else await this.play(view.seen);
    // At times a second tap by habit, and another one while others play.
    if (this.next() < 0.5) await this.touch(this.last);
    await this.page.waitForTimeout(120);
    if (this.next() < 0.5) await this.touch(this.last);
    return false;
  }

  async word(words) {
    const word = words[Math.floor(this.next() * words.length)];
    this.intended.push(WORD_NAMES[word.says]);
    this.last = word;
    await this.tap(word);
  }

  /** @param {string} name @param {string} act */
  async press(name, act) {
    const { found } = await this.until(name, ({ seen }) => seen.find((it) => it.says === name && !it.isOff));
    this.intended.push(act);
    this.last = found;
    await this.tap(found);
  }

  /** Lifts the hint's cards by touches and plays them, or passes. */
  async play(seen) {
    await this.tap(seen.find((it) => it.says === '提示'));
    const { found, line } = await this.until('a hint', (it) => /^(提示|没有牌能管上)/.test(it.line) && it.seen.filter((card) => card.isCard));
    if (/^没有/.test(line)) return this.press('不出', 'pass');
    const liftedCards = found.filter((it) => it.isUp);
    if (!liftedCards.length) {
      assert.match(line, /不出/);
      return this.press('不出', 'pass');
    }
    // At times the cards of the hint are lowered and then lifted one by one.
    if (this.next() < 0.5) {
      for (const card of liftedCards) await this.touch(card);
      await this.page.waitForTimeout(450);
      for (const { says } of liftedCards) {
        await this.touch((await this.until(says, ({ seen }) => seen.find((it) => it.isCard && it.says === says && !it.isUp))).found);
        await this.page.waitForTimeout(420);
      }
    }
    return this.press('出牌', `play ${liftedCards.length}`);
  }
}

/** The names of words in the API, by their texts on the buttons. */
const WORD_NAMES = {
  不叫: 'CALL_PASS', 不抢: 'CALL_PASS', '1 分': 'CALL_SCORE_1', '2 分': 'CALL_SCORE_2', '3 分': 'CALL_SCORE_3', 叫地主: 'CALL_CALL',
  抢地主: 'CALL_ROB', 不加倍: 'DOUBLING_NONE', 加倍: 'DOUBLING_DOUBLE', 超级加倍: 'DOUBLING_SUPER',
};

/** A late tap at the place of "Play", after the last play of a hand, does not start another hand. */
export async function lateTaps(browser, base) {
  const { page, context, faults, close } = await openPage(browser, { size: { width: 360, height: 740 } });
  // At this pace the last play stays visible for a while.
  await sitDown(page, base, { seed: '7', pace: '0.25', role: 'landlord' });
  await waitForTurn(page);
  const person = new Person(page, await context.newCDPSession(page), 7);
  const { found } = await person.until('Play', ({ seen }) => seen.find((it) => it.says === 'Play'));
  await page.locator('[data-key="auto"]').click();
  await page.locator('.felt[data-waits="ending"]').waitFor();
  for (let taps = 0; !await page.locator('.result').count(); taps++) {
    assert.ok(taps < 1000, 'the hand ends');
    await person.touch(found);
    await page.waitForTimeout(30);
  }
  await person.touch(found);
  await person.touch(found);
  await page.waitForTimeout(600);
  assert.equal(await page.locator('.felt').getAttribute('data-waits'), 'over', 'the result still stands');
  const { found: swap } = await person.until('Swap seats', ({ seen }) => seen.find((it) => it.says === 'Swap seats'));
  await person.touch(swap);
  await page.locator('.felt:not([data-waits="over"])').waitFor();
  assert.deepEqual(faults, []);
  await close();
}

/** Plays hands at a phone in one session. There must be no unintended act. @param {any} size */
export async function playHands(browser, base, count, size = 'phone') {
  const { page, context, faults, close } = await openPage(browser, { size, language: 'zh' });
  await page.addInitScript(() => {
    const setup = { pace: '0.25', ruleset: 'classic', points: { doubling: 'double' } };
    if (!localStorage.getItem('thirdseat-setup')) localStorage.setItem('thirdseat-setup', JSON.stringify(setup));
  });
  await page.goto(`${base}/`);
  const person = new Person(page, await context.newCDPSession(page), 7);
  const { found } = await person.until('开始游戏', ({ seen }) => seen.find((it) => it.says === '开始游戏'));
  await person.tap(found);
  let acts = 0;
  for (let hand = 1; hand <= count; hand++) {
    person.intended = [];
    for (let turns = 0; !await person.turn(); turns++) {
      assert.ok(turns < ACTS_MAX, 'the hand does not end');
      await person.check(hand);
      acts++;
    }
    await person.check(hand);
    assert.equal((await page.evaluate(storedActs)).hands, hand, 'a hand more is over');
    const { found: next } = await person.until('下一局', ({ seen }) => seen.find((it) => it.says === '下一局'));
    await person.tap(next);
    // At times the same tap comes again, and now it hits the table.
    if (person.next() < 0.5) await person.touch(next);
  }
  console.log(`  ${count} hands, ${acts} acts by touch, ${person.unwanted.length} unwanted`);
  assert.deepEqual(person.unwanted, []);
  assert.deepEqual(faults, []);
  await close();
}
