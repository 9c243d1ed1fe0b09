// What a person at a phone looks for: the factor of a doubling in the stake, the one answer inside a sweep, the reason of a hint that is
// asked for again, words that cover no play, the way from a review back to the table.

import assert from 'node:assert/strict';
import { visit } from './lib.mjs';
import { sitDown, turn } from './person.mjs';

/** A doubling is a factor of the person's own stake, at the table and in the result. */
export async function doubled(browser, base) {
  const { page, faults, close } = await visit(browser, { size: 'phone' });
  await sitDown(page, base, { seed: '7', pace: '0', doubling: 'double' });
  await turn(page);
  await page.locator('[data-key="CALL_SCORE_3"]:not([disabled])').click();
  await page.locator('[data-key="DOUBLING_DOUBLE"]:not([disabled])').click();
  await page.locator('.felt[data-stage="STAGE_PLAY"]').waitFor();
  const raised = Number((await page.locator('.stake').textContent()).match(/^base 3 × doubled ([\d.]+) = /)?.[1]);
  assert.ok(raised >= 2, await page.locator('.stake').textContent());
  assert.equal(await page.locator('.stake b').textContent(), String(3 * raised));
  await page.locator('[data-key="auto"]').click();
  await page.locator('.result').waitFor({ timeout: 120000 });
  const [times] = (await page.locator('.side').textContent()).match(/(?<=stakes ×)\d+/);
  assert.ok((await page.locator('.side').textContent()).endsWith(` · doubled ${raised}`));
  const own = await page.locator('.points tr').first().locator('td').nth(1).textContent();
  assert.equal(Number(own.match(/\d+/)[0]), Number(times) * raised * 2, 'what the landlord wins or loses');
  assert.deepEqual(faults, []);
  await close();
}

/** A sweep over an answer and cards beside it lifts the answer: nothing else inside it beats what stands. */
export async function answerInSweep(browser, base) {
  const { page, faults, close } = await visit(browser, { size: 'phone' });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await turn(page);
  // Two of the four cards, as if a pair stood.
  await page.route('**/ClassifyPlay', async (route) => {
    const { ids } = route.request().postDataJSON().cards;
    await (ids.length === 4 ? route.fulfill({ json: {} }) : route.continue());
  });
  await page.route('**/ListLegalPlays', async (route) => {
    const { ids } = route.request().postDataJSON().hand.holds[0].cards;
    const plays = [{ cards: { ids: ids.slice(1, 3) }, kind: 'pair' }];
    await (ids.length === 4 ? route.fulfill({ json: { plays, total: 1 } }) : route.continue());
  });
  const boxes = await Promise.all([4, 5, 6, 7].map((place) => page.locator('.card').nth(place).boundingBox()));
  await page.mouse.move(boxes[0].x + 6, boxes[0].y + 30);
  await page.mouse.down();
  for (const box of boxes.slice(1)) await page.mouse.move(box.x + 6, box.y + 30, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => [4, 5, 6, 7].map((place) =>
    document.querySelectorAll('.card')[place].getAttribute('aria-pressed')).join() === 'false,true,true,false');
  assert.deepEqual(faults, []);
  await close();
}

/** A hint that is the only one says its reason each time. */
export async function hintAgain(browser, base) {
  const { page, faults, close } = await visit(browser, { size: 'phone', language: 'zh' });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await turn(page);
  await page.route('**/Decide', async (route) => {
    const response = await route.fetch();
    const { decision } = await response.json();
    await route.fulfill({ response, json: { decision: { ...decision, alternatives: [] } } });
  });
  await page.locator('[data-key="hint"]').click();
  await page.waitForFunction(() => /^提示：.+ · .+。/.test(document.querySelector('.say').textContent));
  const said = await page.locator('.say').textContent();
  await page.locator('[data-key="hint"]').click();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.say').textContent(), said);
  assert.deepEqual(faults, []);
  await close();
}

/** Words of a companion lie beside its play, also where twenty cards leave the felt little room. */
export async function words(browser, base) {
  for (const size of ['phone', { width: 430, height: 932 }]) {
    const { page, faults, close } = await visit(browser, { size, language: 'zh', motion: 'reduce' });
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await turn(page);
    await page.locator('[data-key="hint"]').click();
    await page.locator('[data-key="play"]:not([disabled])').click();
    await turn(page);
    const overlaps = await page.evaluate(() => ['left', 'right'].map((side) => {
      const feel = document.querySelector(`.feel-${side}`);
      const bubble = document.createElement('span');
      bubble.className = 'feeling';
      bubble.textContent = '快点吧，花儿都谢了。';
      feel.replaceChildren(bubble);
      const [words, seat] = [bubble, document.querySelector(`.${side} .who`)].map((it) => it.getBoundingClientRect());
      const laid = document.querySelector(`.spot-${side} > *`)?.getBoundingClientRect();
      return [Boolean(laid && words.bottom > laid.top && words.left < laid.right && words.right > laid.left), words.top < seat.bottom];
    }));
    assert.deepEqual(overlaps, [[false, false], [false, false]], 'words cover neither a play nor the one who says them');
    assert.deepEqual(faults, []);
    await close();
  }
}

/** A review of a hand just played leads back to its table. */
export async function backToTable(browser, base) {
  const { page, faults, close } = await visit(browser, { size: 'phone', language: 'zh' });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await turn(page);
  await page.locator('[data-key="auto"]').click();
  await page.locator('.result').waitFor({ timeout: 120000 });
  await page.locator('[data-key="review"]').click();
  await page.locator('[data-key="table"]', { hasText: '回到牌桌' }).click();
  await page.locator('.result [data-key="next"]').waitFor();
  assert.deepEqual(faults, []);
  await close();
}

/** English is longer: the buttons at the top are whole, alarms take one line and no other's place, and Deal is in sight. */
export async function english(browser, base) {
  for (const size of [{ width: 360, height: 640 }, { width: 390, height: 844 }]) {
    const { page, faults, close } = await visit(browser, { size, language: 'en', motion: 'reduce' });
    await page.goto(`${base}/#/`);
    await page.locator('[data-key="deal"]').waitFor();
    const deal = await page.locator('[data-key="deal"]').boundingBox();
    assert.ok(deal.y + deal.height <= size.height, `Deal ends at ${deal.y + deal.height}`);
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await turn(page);
    const seen = await page.evaluate(() => {
      document.querySelector('.score-note').textContent = 'Total +1234';
      for (const place of document.querySelectorAll('.who .about, .role')) {
        place.querySelector('.count').textContent = '2 left';
        const alarm = document.createElement('span');
        alarm.className = 'alarm';
        alarm.textContent = 'two cards!';
        place.append(alarm);
      }
      const box = (/** @type {string} */ it) => document.querySelector(it).getBoundingClientRect();
      const [bar, stake] = [box('.bar-slot'), box('.stake')];
      return {
        cut: [...document.querySelectorAll('.bar-slot button')].filter((it) => it.getBoundingClientRect().right > bar.right + 1).length,
        alarms: [...document.querySelectorAll('.alarm')].map((it) => it.getBoundingClientRect()).map((
          { height, left, right, top, bottom }) => height < 30 && left >= 0
          && right <= innerWidth && !(stake.width && left < stake.right && right > stake.left && top < stake.bottom && bottom > stake.top)),
        row: box('.role').height,
      };
    });
    assert.deepEqual([seen.cut, seen.alarms, seen.row <= 44], [0, [true, true, true], true], `${size.width}: ${JSON.stringify(seen)}`);
    assert.deepEqual(faults, []);
    await close();
  }
}

/** The list of rooms fits a small phone: names that a service makes are long. */
export async function rooms(browser, base) {
  const { page, faults, close } = await visit(browser, { size: { width: 360, height: 640 }, language: 'en' });
  const rooms = [{ roomId: `r-${'0c22b934'.repeat(4)}`, ruleset: 'classic auction=call-rob doubling=double', handNumber: 7, bots: 2 }];
  await page.route('**/ListRooms', (route) => route.fulfill({ json: { rooms } }));
  await page.goto(`${base}/#/watch/`);
  await page.locator('.room a').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, 'nothing scrolls sideways');
  assert.equal(await page.locator('.room a, .room span').evaluateAll((all) =>
    all.filter((it) => it.getBoundingClientRect().right > innerWidth - 8).length), 0, 'nothing is cut');
  assert.deepEqual(faults, []);
  await close();
}

/** Hints of a puzzle are in sight on a small phone, with its hand and buttons. */
export async function puzzleHints(browser, base) {
  for (const language of ['en', 'zh']) {
    const { page, faults, close } = await visit(browser, { size: { width: 360, height: 640 }, language });
    await page.goto(`${base}/#/puzzle/easy/3`);
    await page.waitForFunction(() => document.querySelector('.puzzle')?.dataset.puzzle === 'mine', undefined, { timeout: 60000 });
    for (let hint = 0; hint < 2; hint++) await page.locator('[data-key="hint"]').click();
    const ends = await page.locator('.puzzle-hints p, .puzzle .hand, .puzzle .actions').evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect().bottom));
    assert.ok(ends.length >= 4 && ends.every((end) => end <= 640), `${language}: ${ends}`);
    assert.deepEqual(faults, []);
    await close();
  }
}
