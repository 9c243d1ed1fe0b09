// Reasons of bots: the side panel at the table, and the screen of three bots.

import assert from 'node:assert/strict';
import { openPage } from './lib.mjs';
import { playHand, sitDown, waitForTurn } from './person.mjs';

/**
 * During a hand the side panel hides the reasons, because they may name hidden cards. After the hand it shows them.
 */
export async function sidePanel(browser, base, shot) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.locator('[data-key="why"]').click();
  await page.locator('.why-drawer').waitFor();
  assert.equal(await page.locator('.why-act').count(), 0, 'nothing while the hand is played');
  await page.locator('[data-key="close-why"]').click();
  await playHand(page, { wish: 'high' });
  await page.locator('[data-key="why"]').click();
  const acts = page.locator('.why-act');
  await acts.first().waitFor();
  assert.ok(await acts.count() >= 2);
  for (const text of await acts.allTextContents()) assert.match(text, /(阿明|小兰).*。.*(毫秒)/s);
  assert.ok((await page.locator('.why-weighed').allTextContents()).every((it) => /^权衡过（(底分|胜率|牌力分)）：/.test(it)));
  // The panel shows the split of the hand with its points, and the share of deals in which a play is covered.
  const plans = await page.locator('.why-split').allTextContents();
  assert.ok(plans.length > 0 && plans.every((it) => /^把手牌看成 \d+ 手：.+（−?\d+\.\d）/.test(it)), plans.join('\n'));
  assert.match((await page.locator('.why-weighed').allTextContents()).join('\n'), /（\d+% 会被管）/);
  await shot?.(page, 'why');
  assert.deepEqual(faults, []);
  await close();
}

export async function botsScreen(browser, base, shot) {
  const { page, faults, close } = await openPage(browser, { language: 'en', motion: 'reduce' });
  await page.goto(`${base}/#/bots`);
  for (const [place, name] of ['net', 'rules', 'casual'].entries()) await page.locator(`[data-key="bot-${place}"]`).selectOption(name);
  await page.locator('[data-key="pace"]').selectOption('0');
  await page.locator('[data-key="seed"]').fill('5');
  await page.locator('[data-key="start"]').click();
  await page.locator('[data-key="next"]').waitFor();
  assert.ok(await page.locator('.why-act').count() > 10);
  assert.equal(await page.locator('.board .board-seat').count(), 3);
  const names = (await page.locator('.board .name').allTextContents()).join();
  for (const name of ['Net only', 'Rules only', 'Casual']) assert.ok(names.includes(name), names);
  await shot?.(page, 'bots');
  await page.setViewportSize({ width: 667, height: 375 });
  assert.deepEqual(await page.locator('.bots-table, .why-act, .why-act *').evaluateAll((all) =>
    all.filter((it) => it.getBoundingClientRect().right > innerWidth).map((it) => it.textContent)), [], 'no reason is cut');
  await page.locator('[data-key="review"]').click();
  await page.locator('.turn').first().waitFor();
  assert.deepEqual(faults, []);
  await close();
}
