// A change of the language on each screen: no text in the first language remains, neither visible nor in names for screen readers.

import assert from 'node:assert/strict';
import { waitForJudgement } from './lessons.mjs';
import { openPage } from './lib.mjs';
import { linksOf } from './links.mjs';
import { openChoices, sitDown, waitForTurn } from './person.mjs';

const { deal, sorted } = await import('../../page/game/deal.js');
const SMALL_JOKER = 52;

/** The page's Chinese texts, names and titles, without texts with a `lang`, texts only heard and texts in requests. */
const chineseTexts = () => {
  const texts = [];
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('[lang]:not(html), script, noscript, pre, .heard')) continue;
    const ownTexts = [...element.childNodes].filter((it) => it.nodeType === Node.TEXT_NODE).map((it) => it.textContent);
    const names = ['aria-label', 'title', 'placeholder'].map((it) => element.getAttribute(it) ?? '');
    texts.push(...[...ownTexts, ...names].filter((it) => /[一-鿿]/.test(it)).map((it) => `${element.className || element.tagName}: ${it}`));
  }
  return [...texts, document.title].filter((it) => /[一-鿿]/.test(it));
};

/** A seed that deals a joker to the person as landlord, because the picture of a joker contains a word. */
function seedWithJoker() {
  for (let seed = 1; ; seed++) {
    const { hands, bottom } = deal(String(seed), 0);
    if (sorted([...hands[0], ...bottom])[0] >= SMALL_JOKER) return String(seed);
  }
}

/** Changes from Chinese to English on each screen. */
export async function switchLanguages(browser, base) {
  const [link] = await linksOf(base, { seed: '7', role: 'landlord' });
  const { page, faults, close } = await openPage(browser, { language: 'zh', motion: 'reduce' });
  const check = async (what, ready = async () => {}) => {
    assert.ok((await page.evaluate(chineseTexts)).length > 3, `${what} is in Chinese`);
    await page.locator('[data-key="language"]').click();
    await page.locator('html[lang="en"]').waitFor({ state: 'attached' });
    await ready();
    assert.deepEqual(await page.evaluate(chineseTexts), [], what);
    await page.locator('[data-key="language"]').click();
  };
  await page.goto(`${base}/#/`);
  await openChoices(page);
  await check('the start page');
  await sitDown(page, base, { seed: seedWithJoker(), pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.locator('.card').first().click({ position: { x: 6, y: 30 } });
  await page.locator('[data-key="wire"]').click();
  await page.locator('[data-key="lay-open"]').click();
  await page.locator('.talk summary').first().waitFor();
  await check('the table');
  await page.locator('[data-key="close-wire"]').click();
  await page.goto(`${base}/#/hand/${link}`);
  await page.locator('.turn').first().waitFor();
  await waitForJudgement(page);
  await check('the review', async () => {
    await page.waitForFunction(() => document.querySelector('.progress')?.textContent.includes('judged'));
    await waitForJudgement(page);
  });
  for (const [name, sign] of [['lessons', '.lessons h2'], ['bots', '[data-key="start"]'], ['watch/nowhere', '.say p']]) {
    await page.goto(`${base}/#/${name}`);
    await page.locator(sign).waitFor();
    await check(name);
  }
  await page.goto(`${base}/#/puzzle/beginner/1`);
  await page.waitForFunction(() => document.querySelector('.puzzle')?.dataset.puzzle === 'mine');
  await check('the puzzle');
  assert.deepEqual(faults, []);
  await close();
}
