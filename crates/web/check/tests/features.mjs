// Features that a person may switch on, stored and counted hands, and broken links.

import assert from 'node:assert/strict';
import { openPage } from './lib.mjs';
import { sitDown, waitForTurn } from './person.mjs';
import { post } from './scenes.mjs';

async function playToEnd(page) {
  if (await page.locator('[data-key="auto"][aria-pressed="false"]').count()) await page.locator('[data-key="auto"]').click();
  await page.locator('.felt[data-waits="over"]').waitFor();
}

export async function lastHandsAndSound(browser, base) {
  const { page, faults, close } = await openPage(browser);
  const urls = [];
  page.on('request', (request) => urls.push(request.url()));
  const hasLoadedSound = () => urls.some((it) => it.endsWith('/sound.js'));
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.locator('[data-key="lay-open"]').click();
  await page.locator('[data-key="lay-open"]').click();
  assert.equal(await page.locator('.pile.open').count(), 0, 'they are turned down again');
  await playToEnd(page);
  assert.equal(hasLoadedSound(), false);
  await page.locator('[data-key="home"]').click();
  const list = page.locator('.last-hands');
  await list.locator('summary').click();
  assert.equal(await list.locator('li').count(), 1);
  assert.match(await list.locator('li').textContent(), /cards laid open/);
  assert.equal(await list.locator('.sums tr').count(), 0, 'an open hand counts in no sum');

  await page.locator('[data-key="settings"]').click();
  await page.locator('dialog label', { hasText: 'Sounds' }).locator('input').check();
  await page.locator('dialog .primary').click();
  await sitDown(page, base, { seed: '8', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await playToEnd(page);
  assert.equal(hasLoadedSound(), true);
  await page.locator('[data-key="home"]').click();
  await list.locator('summary').click();
  assert.equal(await list.locator('li').count(), 2);
  assert.match(await list.locator('.sums').textContent(), /landlordwon [01] of 1.*Casualwon [01] of 1.*Skilled, patientwon [01] of 1/);
  await page.locator('[data-key="language"]').click();
  await list.locator('summary').click();
  assert.doesNotMatch(await list.textContent(), /[a-z]/i, 'all of it in Chinese');
  await page.locator('[data-key="language"]').click();
  // A reopened hand is not counted again, and its link opens its review.
  await page.locator('a[href="#/table"]').click();
  await page.locator('.result').waitFor();
  await page.locator('[data-key="home"]').click();
  await list.locator('summary').click();
  assert.equal(await list.locator('li').count(), 2);
  await list.locator('li a').first().click();
  await page.locator('.turn').first().waitFor();
  await page.goBack();
  await list.locator('summary').click();
  await list.locator('[data-key="forget"]').click();
  assert.equal(await list.count(), 0);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('thirdseat-played')).hands.length), 0);
  assert.deepEqual(faults, []);
  await close();
}

/** A hand without help counts once, even after several reviews. A hand that the page plays does not count. */
export async function countedHands(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  const playerId = () => page.evaluate(() => JSON.parse(localStorage.getItem('thirdseat-me')));
  const playerRecord = async () => post(base, 'GetPlayer', { playerId: await playerId() });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  for (let acts = 0; (await waitForTurn(page)).waits !== 'over'; acts++) {
    assert.ok(acts < 30, 'the hand ends');
    const before = await page.locator('.felt').getAttribute('data-acts');
    // A new question ignores taps for a moment.
    await page.waitForTimeout(500);
    const pass = page.locator('.mine [data-key="pass"]:not([disabled])');
    if (await pass.count()) await pass.click();
    else {
      await page.locator('.card').last().click({ position: { x: 6, y: 30 } });
      await page.locator('[data-key="play"]:not([disabled])').click();
    }
    await page.waitForFunction((old) => document.querySelector('.felt').dataset.acts !== old, before);
  }
  await page.locator('.result').waitFor();
  const before = await playerRecord();
  assert.equal(before.hands, 1);
  for (let review = 0; review < 3; review++) {
    await page.locator('[data-key="review"]').click();
    await page.locator('.turn').first().waitFor();
    await page.locator('[data-key="table"]').click();
    await page.locator('.result').waitFor();
  }
  assert.deepEqual(await playerRecord(), before, 'a review changes nothing that is known of the player');
  await page.locator('[data-key="next"]').click();
  await waitForTurn(page);
  await playToEnd(page);
  await page.locator('.result', { hasText: '不计入你的水平' }).waitFor();
  assert.deepEqual(await playerRecord(), before, 'a hand that the page played tells nothing of the person');
  // The page plays only one hand: the person plays the next hand.
  const auto = page.locator('.bar [data-key="auto"]');
  assert.equal(await auto.isDisabled(), true, 'there is nothing to play');
  await page.keyboard.press('Alt+a');
  await page.locator('[data-key="next"]').click();
  await page.locator('.felt[data-waits="me"] [data-key="hint"]:not([disabled]), .felt[data-waits="over"]').first().waitFor();
  assert.deepEqual([await auto.getAttribute('aria-pressed'), await page.locator('.felt').getAttribute('data-waits')], ['false', 'me']);
  assert.deepEqual(faults, []);
  await close();
}

export async function brokenLinks(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  const start = '1~classic~7~';
  for (const address of [`${start}x`, '9', `${start}${'A'.repeat(18)}~00~casual~0~-`, 'x'.repeat(2500), '%', `${start}${'A'.repeat(18)}`]) {
    await page.goto('about:blank');
    await page.goto(`${base}/#/hand/${address}`);
    await page.locator('.note h2', { hasText: '这个链接不是牌局' }).waitFor();
    assert.match(await page.locator('.note p').textContent(), /^无法读取：(格式|发牌|长度)$/);
  }
  // The link can be read, but its first act is not allowed: the page shows the table and the reason.
  await page.goto('about:blank');
  await page.goto(`${base}/#/hand/${start}ppJgUKQlhEq3KWkMBR~00~casual~0~-`);
  await page.locator('.review-head .refused', { hasText: '第 1 步' }).waitFor();
  assert.equal(await page.locator('.board .board-seat').count(), 3);
  assert.equal(await page.locator('.banner:not([hidden])').count(), 0);
  assert.deepEqual(faults.filter((it) => !/: 4\d\d|^4\d\d|status of 4/.test(it)), []);
  await close();
}
