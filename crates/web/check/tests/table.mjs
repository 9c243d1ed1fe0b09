// The table in the hands of a person: a control does not change its meaning while a finger is on it, the last play is visible, notes
// disappear with their cards. Also phones in landscape, and a tap before the service's answer.

import assert from 'node:assert/strict';
import { openPage } from './lib.mjs';
import { playHand, sitDown, waitForTurn } from './person.mjs';

const { deal, rankOf, sorted } = await import('../../page/game/deal.js');

const LANDSCAPE = [{ width: 844, height: 390 }, { width: 667, height: 375 }];
const NOTCH_PX = 47;
const boxOf = (page, selector) => page.locator(selector).boundingBox();
const liftedCount = (page) => page.locator('.card[aria-pressed="true"]').count();
const actsMark = (page) => page.locator('.felt').getAttribute('data-acts');
const tapCard = (page, place) => page.locator('.card').nth(place).click({ position: { x: 6, y: 30 } });

/** After a play the same buttons stay in their places, but disabled. A second tap or Enter has no effect. */
export async function buttonsKeepPlaces(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone', language: 'zh' });
  await sitDown(page, base, { seed: '7', pace: '1', role: 'landlord' });
  await waitForTurn(page);
  const keys = ['pass', 'hint', 'play'];
  // All places are read at the same moment, because buttons are drawn again a moment after a new question.
  const places = () => page.evaluate((all) => all.map((key) =>
    document.querySelector(`.mine .actions [data-key="${key}"]`).getBoundingClientRect().toJSON()), keys);
  const before = await places();
  await tapCard(page, 19);
  await page.locator('[data-key="play"]:not([disabled])').focus();
  await page.keyboard.press('Enter');
  await page.locator('.felt[data-waits="companion"]').waitFor();
  assert.deepEqual(await places(), before, 'the buttons keep their places');
  assert.equal(await page.locator('.mine .actions button:not([disabled])').count(), 0, 'and are dead while others play');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await page.mouse.click(before[2].x + before[2].width / 2, before[2].y + before[2].height / 2);
  assert.equal(await page.locator('.bar [data-key="auto"]').getAttribute('aria-pressed'), 'false', 'nothing plays for the person');
  await waitForTurn(page);
  await tapCard(page, 18);
  await page.locator('[data-key="pass"]:not([disabled]), [data-key="play"]:not([disabled])').first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.closest('[data-key]')?.dataset.key ?? 'card'), 'card');
  // On a Mac, Alt changes the letter of the key. This event is the same.
  await page.evaluate(() => document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'å', code: 'KeyA', altKey: true, bubbles: true, cancelable: true })));
  assert.equal(await page.locator('.bar [data-key="auto"]').getAttribute('aria-pressed'), 'true', 'Alt+A');
  assert.deepEqual(faults, []);
  await close();
}

/** A second tap, made by habit, at the place of the next question's buttons does not answer this question. */
export async function secondTaps(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone', language: 'zh' });
  await sitDown(page, base, { seed: '7', pace: '0', doubling: 'double' });
  await waitForTurn(page);
  const box = await boxOf(page, '[data-key="CALL_SCORE_3"]');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The observer makes the second tap at the moment of the question, because a busy machine would tap too late.
  await page.evaluate((at) => new MutationObserver((_, own) => {
    const { stage, waits } = document.querySelector('.felt').dataset;
    if (stage !== 'STAGE_DOUBLING' || waits !== 'me') return;
    own.disconnect();
    globalThis.tapped = document.elementFromPoint(...at).closest('button')?.dataset.key;
    document.elementFromPoint(...at).click();
  }).observe(document.querySelector('.felt'), { attributes: true }), [x, y]);
  await page.mouse.click(x, y);
  await page.locator('.felt[data-stage="STAGE_DOUBLING"][data-waits="me"]').waitFor();
  await page.waitForTimeout(300);
  assert.match(await page.evaluate(() => globalThis.tapped), /^DOUBLING_/, 'the finger is on another button');
  assert.equal(await page.locator('[data-key="DOUBLING_NONE"]').count(), 1, 'nothing was doubled');
  await page.locator('[data-key="DOUBLING_NONE"]:not([disabled])').click();
  assert.deepEqual(faults, []);
  await close();
}

/** The last play stays visible for a while. Then the remaining cards are shown, and the result covers neither of them. */
export async function handEnd(browser, base) {
  for (const size of ['desktop', 'phone', { width: 360, height: 740 }, { width: 360, height: 640 }, ...LANDSCAPE]) {
    const { page, faults, close } = await openPage(browser, { size, language: 'zh' });
    await page.goto(`${base}/#/`);
    await page.locator('[data-key="deal"]').waitFor();
    // The pace is fast, but not 0, so the table still pauses.
    await page.evaluate(() => {
      const setup = { ruleset: 'classic', bots: ['rules', 'rules'], seed: '7', role: 'landlord', pace: 0.01 };
      sessionStorage.setItem('thirdseat-deal', JSON.stringify(setup));
      location.hash = '#/table';
    });
    await waitForTurn(page);
    await page.evaluate(() => {
      globalThis.seen = [];
      new MutationObserver(() => globalThis.seen.push([performance.now(), document.querySelector('.felt').dataset.waits,
        document.querySelector('.say').textContent, document.querySelectorAll('[class^="spot-"] .laid').length]))
        .observe(document.querySelector('.felt'), { attributes: true, attributeFilter: ['data-waits'] });
    });
    await page.locator('[data-key="auto"]').click();
    await page.locator('.result').waitFor();
    await page.locator('.result').evaluate((it) => Promise.all(it.getAnimations().map((movement) => movement.finished)));
    const stages = await page.evaluate(() => globalThis.seen);
    const from = stages.find(([, waits]) => waits === 'ending');
    const to = stages.find(([, waits]) => waits === 'over');
    assert.match(from?.[2] ?? '', /(你|阿明|小兰)出完了/);
    assert.ok(from && to && to[0] - from[0] >= 1400, `the last play is held: ${JSON.stringify(stages.slice(-3))}`);
    assert.ok(from[3] > 0 && to[3] > 0, 'the last play lies on the table');
    assert.ok(await page.locator('.left .pile.open, .right .pile.open').count() > 0, 'the rests are turned over');
    await page.locator('.side-line').evaluate((it) => { it.textContent = '农民获胜 · 192 倍 · 炸弹 3 个 · 春天 · 加倍 4，地主获胜 · 192 倍'; });
    // The headline of the result is above its upper edge.
    const [below, ribbon] = [await boxOf(page, '.result'), await boxOf(page, '.result h2')];
    const y = Math.min(below.y, ribbon.y);
    const result = { ...below, y, height: below.y + below.height - y };
    for (const what of await page.locator('.who, .pile.open, .spot-me .pile, .spot-left .pile, .spot-right .pile').all()) {
      const box = await what.boundingBox();
      if (box?.height) assert.ok(box.y + box.height <= result.y + 1 || box.x >= result.x + result.width || box.x + box.width <= result.x,
        `${JSON.stringify(size)} the result covers ${await what.getAttribute('class')}`);
    }
    assert.ok(result.y + result.height <= page.viewportSize().height + 1, `${JSON.stringify(size)} the result is in sight`);
    assert.ok(await page.evaluate(() => {
      // The test adds twenty remaining cards for the person.
      const restCell = document.querySelector('.points .rest');
      const pile = Object.assign(document.createElement('div'), { className: 'pile' });
      pile.append(...Array.from({ length: 20 }, () => document.querySelector('.laid').cloneNode(true)));
      restCell.replaceChildren(pile);
      restCell.nextElementSibling.textContent = '−24';
      const points = document.createRange();
      points.selectNodeContents(restCell.nextElementSibling);
      return pile.lastChild.getBoundingClientRect().right <= points.getBoundingClientRect().left;
    }), `${JSON.stringify(size)} the rest covers the points`);
    assert.equal(await page.evaluate(() => document.activeElement.className.startsWith('result')), true, 'the result has the focus');
    assert.match(await page.title(), /^你(赢|输)了/);
    assert.match(await page.locator('#status').textContent(), /你(赢|输)了.*(地主获胜|农民获胜)/);
    assert.deepEqual(faults, []);
    await close();
  }
}

export async function keysAlone(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  await page.addInitScript(() => localStorage.setItem('thirdseat-setup', JSON.stringify({ pace: '0', points: { doubling: 'double' } })));
  await page.goto(`${base}/`);
  await page.locator('[data-key="deal"]').waitFor();
  await page.keyboard.press('Enter');
  for (let hand = 0; hand < 2; hand++) {
    await playHand(page, { way: 'keys', wish: hand ? 'low' : 'high' });
    await page.keyboard.press(hand ? 'r' : 'n');
    await page.locator(hand ? '.review-head' : '.felt:not([data-waits="over"])').waitFor();
  }
  assert.deepEqual(faults, []);
  await close();
}

export async function notesAndTaps(browser, base) {
  const { page, faults, close } = await openPage(browser, {});
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.locator('[data-key="hint"]').click();
  await page.waitForFunction(() => /^Hint/.test(document.querySelector('.say').textContent));
  await tapCard(page, 0);
  await page.waitForFunction(() => !/Hint/.test(document.querySelector('.say').textContent));
  await page.keyboard.press('Escape');
  // A card that is still flying takes no tap at its current place.
  const flightHit = await page.evaluate(async () => {
    const felt = document.querySelector('.felt');
    const { dealCards } = await import(new URL('screen/effects.js', document.baseURI).href);
    dealCards(felt);
    const flights = document.getAnimations().filter(({ effect }) => effect.target.matches?.('.hand .face'));
    flights.forEach((flight) => { flight.pause(); flight.currentTime = 0; });
    const { x, y, width, height } = felt.querySelector('.bottom').getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    flights.forEach((flight) => flight.cancel());
    return { flights: flights.length, isCard: hit.closest('.hand') !== null };
  });
  assert.ok(flightHit.flights > 10, 'the cards of a deal move');
  assert.ok(!flightHit.isCard, 'a card that is on its way takes no tap');
  // A tap on the table lowers all cards. A double tap on a lifted card plays it.
  await page.locator('.felt').click({ position: { x: 720, y: 330 } });
  assert.equal(await liftedCount(page), 0, 'the felt drops all');
  const before = await actsMark(page);
  await tapCard(page, 19);
  await page.waitForTimeout(500);
  await page.locator('.card').nth(19).dblclick({ position: { x: 6, y: 30 }, delay: 20 });
  await page.waitForFunction((old) => document.querySelector('.felt').dataset.acts !== old, before);
  assert.deepEqual(faults, []);
  await close();
}

export async function landscape(browser, base) {
  for (const size of LANDSCAPE) {
    const { page, context, faults, close } = await openPage(browser, { size });
    const checkInSight = async (selector) => {
      const box = await boxOf(page, selector);
      assert.ok(box && box.width && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width + 1
        && box.y + box.height <= size.height + 1, `${selector} at ${JSON.stringify(box)} of ${JSON.stringify(size)}`);
    };
    await page.goto(`${base}/#/`);
    await page.locator('[data-key="deal"]').waitFor();
    await checkInSight('[data-key="deal"]');
    await page.evaluate(() => localStorage.setItem('thirdseat-settings', JSON.stringify({ counter: true })));
    await page.reload();
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await waitForTurn(page);
    for (const part of ['.role .badge', '.role .count', '.counter dl', '.left .count', '.right .count', '.bottom', '.mine .actions',
      '.say']) await checkInSight(part);
    assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
      [size.width, size.height]);
    const [counter, bottom] = [await boxOf(page, '.counter dl'), await boxOf(page, '.bottom')];
    assert.ok(counter.y + counter.height <= bottom.y + 1, 'nothing lies on another');
    await page.locator('[data-key="hint"]').click();
    await page.locator('[data-key="play"]:not([disabled])').click();
    await waitForTurn(page);
    await page.locator('[data-key="lay-open"]').click();
    const longText = 'A reason that takes two sentences, with all that it names. '.repeat(3);
    await page.locator('.say p').evaluate((it, text) => { it.textContent = text; }, longText);
    for (const part of ['.left .pile.open', '.right .pile.open', '.mine .actions']) await checkInSight(part);
    await page.locator('ol.panel').evaluate((list) => { list.style.maxHeight = '60px'; });
    for (const fold of await page.locator('.fold').all()) {
      await fold.locator('summary').click();
      const [panel, felt] = [await fold.locator('.panel').boundingBox(), await boxOf(page, '.felt')];
      assert.ok(panel.y >= felt.y && panel.x >= 0 && panel.x + panel.width <= size.width, `the panel at ${JSON.stringify(panel)}`);
      const last = await fold.locator('.panel > :last-child').boundingBox();
      assert.ok(last.y + last.height <= panel.y + panel.height, 'the last play is in sight');
      await fold.locator('summary').click();
    }
    await page.goto(`${base}/#/puzzle/beginner/1`);
    await page.waitForFunction(() => document.querySelector('.puzzle')?.dataset.puzzle === 'mine');
    await checkInSight('.puzzle .hand');
    await checkInSight('.puzzle .actions');
    // The screen has a notch on each side and a system bar at the bottom.
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: NOTCH_PX, right: NOTCH_PX, bottom: 21 } });
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await waitForTurn(page);
    for (const part of ['.bar', '.left', '.right', '.mine .actions', '.card']) {
      const inner = await page.locator(part).first().evaluate((it) => {
        const { left, right } = it.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(it);
        return [left + parseFloat(paddingLeft), innerWidth - right + parseFloat(paddingRight)];
      });
      assert.ok(inner.every((it) => it >= NOTCH_PX), `${part} lies beside the notch: ${inner}`);
    }
    assert.deepEqual(faults, []);
    await close();
  }
}

/** Cards on the table do not fly again. A tap on "Play" counts at once. A sweep makes only one call. */
export async function earlyTaps(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone' });
  let asked = 0;
  let answer = () => {};
  const heldAnswer = new Promise((resolve) => { answer = resolve; });
  await page.route('**/ClassifyPlay', async (route) => {
    asked++; await heldAnswer; await route.continue();
  });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.evaluate(() => {
    globalThis.arrivals = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...all) {
      if (this.matches('.pile')) globalThis.arrivals.push(this.parentElement.className);
      return animate.apply(this, all);
    };
  });
  const pointOn = async (place) => { const box = await page.locator('.card').nth(place).boundingBox(); return [box.x + 6, box.y + 30]; };
  await page.mouse.move(...await pointOn(16));
  await page.mouse.down();
  for (const place of [17, 18, 19]) await page.mouse.move(...await pointOn(place), { steps: 3 });
  await page.mouse.up();
  assert.equal(await liftedCount(page), 4);
  assert.equal(asked, 1, 'one question a sweep');
  await page.keyboard.press('Escape');
  const before = await actsMark(page);
  await tapCard(page, 0);
  // The service has not answered yet, so the cards have no reading.
  await page.locator('[data-key="play"]').click();
  answer();
  await page.waitForFunction((old) => document.querySelector('.felt').dataset.acts !== old, before);
  await waitForTurn(page);
  await page.waitForTimeout(300);
  const arrivals = await page.evaluate(() => globalThis.arrivals.filter((it) => it === 'spot-me').length);
  assert.equal(arrivals, 1, 'a pile arrives once');
  assert.deepEqual(faults, []);
  await close();
}

export async function playOrder(browser, base) {
  const { page, faults, close } = await openPage(browser, {});
  const rank = (card) => card < 52 ? card >> 2 : card - 39;
  let held = [];
  const isTriple = (card) => held.filter((it) => rank(it) === rank(card)).length === 3;
  for (let seed = 1; !held.some(isTriple); seed++) {
    await sitDown(page, base, { seed: String(seed), pace: '0', role: 'landlord' });
    await waitForTurn(page);
    held = await page.locator('.card').evaluateAll((all) => all.map((it) => Number(it.dataset.card)));
  }
  const triple = held.find(isTriple);
  const lowCard = held.filter((card) => rank(card) !== rank(triple)).at(-1);
  const cards = [lowCard, ...held.filter((card) => rank(card) === rank(triple))];
  for (const card of cards) await page.locator(`.card[data-card="${card}"]`).click({ position: { x: 6, y: 30 } });
  const name = (card) => '3 4 5 6 7 8 9 10 J Q K A 2'.split(' ')[rank(card)];
  const printedRanks = [triple, triple, triple, lowCard].map(name).join(' ');
  await page.waitForFunction((wanted) => document.querySelector('.say').textContent.includes(wanted), printedRanks);
  await page.locator('[data-key="play"]:not([disabled])').click();
  const laidLabel = await page.locator('.spot-me .pile').getAttribute('aria-label');
  assert.deepEqual(laidLabel.split(', ').map((it) => it.split(' ')[0]), printedRanks.split(' '));
  await playHand(page, {});
  const link = await page.locator('[data-key="review"]').getAttribute('href');
  assert.ok(link.includes(`~${printedRanks.replaceAll('10', 'T').replaceAll(' ', '')}*`), 'links too');
  assert.deepEqual(faults, []);
  await close();
}

/** A seed that gives the person as landlord six neighbouring cards with a straight of five and one double, but no longer play. */
function seedWithLooseSweep() {
  for (let seed = 1; ; seed++) {
    const { hands, bottom } = deal(String(seed), 0);
    const heldRanks = sorted([...hands[0], ...bottom]).map(rankOf);
    for (let from = 0; from + 6 <= heldRanks.length; from++) {
      const ranks = heldRanks.slice(from, from + 6);
      const distinct = [...new Set(ranks)];
      if (distinct.length === 5 && distinct[0] < 12 && distinct[0] - distinct[4] === 4) return { seed: String(seed), from };
    }
  }
}

/** A sweep with one extra card lifts the straight inside it. */
export async function looseSweeps(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: { width: 844, height: 390 } });
  const { seed, from } = seedWithLooseSweep();
  await sitDown(page, base, { seed, pace: '0', role: 'landlord' });
  await waitForTurn(page);
  const pointOn = async (place) => { const box = await page.locator('.card').nth(place).boundingBox(); return [box.x + 6, box.y + 30]; };
  await page.mouse.move(...await pointOn(from));
  await page.mouse.down();
  for (let place = from + 1; place < from + 6; place++) await page.mouse.move(...await pointOn(place), { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() =>
    document.querySelectorAll('.card[aria-pressed="true"]').length === 5 && /straight/.test(document.querySelector('.say').textContent));
  assert.deepEqual(faults, []);
  await close();
}

export async function announcements(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  // The answers are changed, so that companions think for a while.
  await page.route('**/RecordEvents', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.next?.decision) answer.next.decision.thinkTimeMs = 2500;
    await route.fulfill({ response, json: answer });
  });
  await sitDown(page, base, { seed: '4', pace: '1' });
  await waitForTurn(page);
  assert.equal(await page.title(), '轮到你 · Thirdseat');
  assert.match(await page.locator('#alert').textContent(), /(叫几分|要叫得更高吗)？$/);
  await page.locator('[data-key="CALL_SCORE_3"]:not([disabled])').click();
  await page.locator('#status p', { hasText: /^你是地主。底牌( (10|[2-9JQKA]|[小大]王)){3}$/ }).waitFor({ state: 'attached' });
  await waitForTurn(page);
  assert.match(await page.locator('#alert').textContent(), /轮到你出牌$/);
  await page.locator('[data-key="hint"]').click();
  // Screen readers also announce the line above the hand.
  await page.locator('#status p', { hasText: /^提示：/ }).waitFor({ state: 'attached' });
  await page.locator('[data-key="play"]:not([disabled])').click();
  await page.waitForFunction(() => document.title === '等待阿明 · Thirdseat');
  await page.locator('.right .clock', { hasText: /^[12]$/ }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // While the bottom cards are shown, no player is on turn, and the line names the landlord.
  await sitDown(page, base, { seed: '9', pace: '0.25' });
  await page.evaluate(() => {
    const say = document.querySelector('.say');
    globalThis.lines = new Set();
    new MutationObserver(() => globalThis.lines.add(say.textContent)).observe(say, { childList: true, subtree: true });
  });
  await page.locator('.felt[data-stage="STAGE_PLAY"]').waitFor();
  await waitForTurn(page);
  const lines = await page.evaluate(() => [...globalThis.lines]);
  assert.ok(lines.some((it) => /^小兰是地主。底牌/.test(it)) && !lines.includes('等待'), lines.join('\n'));
  assert.deepEqual(faults, []);
  await close();
}
