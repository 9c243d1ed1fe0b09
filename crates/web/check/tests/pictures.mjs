// Takes the pictures for the documents: for each screen a sheet with four sizes and two themes, and some single pictures. `node
// pictures.mjs FOLDER` writes WebP files. With a second folder it also writes the pictures of the sheets as PNG, for inspection. Further
// arguments name the screens; without them it takes all. It must run in the copy that check.sh makes: `THIRDSEAT=target/release/thirdseat
// node target/web-check/check/tests/pictures.mjs docs/use`.

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, serve, openPage } from './lib.mjs';
import { linksOf } from './links.mjs';
import { seedWithBomb } from './looks.mjs';
import { showAnswer, waitForJudgement } from './lessons.mjs';
import { sitDown, waitForTurn, typeLetters } from './person.mjs';

const SIZES = {
  desktop: { width: 1280, height: 800 }, landscape: { width: 740, height: 360 }, phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
};
const THEMES = { light: 'zh', dark: 'en' };
/** The scale of a picture on a sheet, and the place of each size. */
const SCALE = 0.5;
const PLACES = { desktop: [0, 0], landscape: [0, 420], phone: [390, 420], small: [605, 420] };
const SHEET_SIZE = { width: 830, height: 880 };
const QUALITY = 72;
const SINGLE_QUALITY = 80;
const CALLS_SIZE = { width: 1080, height: 740 };
/** The moment of a bomb's animation that the picture shows. */
const BURST_MS = 250;

const [folder, singles = '', ...names] = process.argv.slice(2);

/** The acts that prepare a screen. @type {Record<string, (page: any, base: string, about: any) => Promise<void>>} */
const SCREENS = {
  async start(page, base) {
    await page.goto(`${base}/`);
    await page.locator('[data-key="deal"]').waitFor();
  },
  async auction(page, base) {
    await sitDown(page, base, { seed: '4', pace: '0' });
    await page.locator('.felt[data-stage="STAGE_AUCTION"][data-waits="me"]').waitFor();
    await page.locator('[data-key="CALL_PASS"]:not([disabled])').waitFor();
    await page.waitForFunction(() => document.getAnimations().every((it) => it.playState !== 'running'));
  },
  async play(page, base) {
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    for (let turns = 0; turns < 3; turns++) {
      await waitForTurn(page);
      await page.locator('[data-key="hint"]').click();
      await page.waitForFunction(() => /^(Hint|提示)/.test(document.querySelector('.say').textContent));
      if (turns === 2 && await page.locator('[data-key="play"]:not([disabled])').count()) break;
      await page.locator('[data-key="play"]:not([disabled]), [data-key="pass"]:not([disabled])').last().click();
    }
    await page.waitForTimeout(1500);
  },
  async bomb(page, base) {
    const { seed, letter } = seedWithBomb();
    await sitDown(page, base, { seed, pace: '1', role: 'landlord' });
    await waitForTurn(page);
    await page.waitForTimeout(1500);
    await typeLetters(page, letter.repeat(4));
    // The animation is stopped, because a busy machine would take the picture too late.
    await page.evaluate((ms) => new MutationObserver((_, own) => {
      const burst = document.querySelector('.burst');
      if (!burst) return;
      own.disconnect();
      burst.remove = () => {};
      for (const it of document.getAnimations()) { it.pause(); it.currentTime = ms; }
    }).observe(document.querySelector('.felt'), { childList: true }), BURST_MS);
    await page.locator('[data-key="play"]:not([disabled])').click();
    await page.locator('.burst').waitFor({ state: 'attached' });
  },
  async end(page, base) {
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await waitForTurn(page);
    await page.locator('[data-key="auto"]').click();
    await page.locator('.result').waitFor();
    await page.waitForTimeout(1500);
  },
  async review(page, base, { link }) {
    await page.goto(`${base}/#/hand/${link}`);
    await page.locator('.turn').first().waitFor();
    await waitForJudgement(page);
    await showAnswer(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(300);
  },
  async puzzle(page, base) {
    await page.goto(`${base}/#/puzzle/easy/3`);
    await page.waitForFunction(() => document.querySelector('.puzzle')?.dataset.puzzle === 'mine');
    for (let hint = 0; hint < 2; hint++) await page.locator('[data-key="hint"]').click();
  },
};

/** Opens the panel of calls after a hint, so that it shows the call of the hint. */
async function openCalls(page, base) {
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.locator('[data-key="hint"]').click();
  await page.waitForFunction(() => /^Hint/.test(document.querySelector('.say').textContent));
  await page.locator('[data-key="wire"]').click();
  await page.locator('.call-head', { hasText: 'Decide' }).first().click();
  await page.waitForTimeout(1500);
}

/** Takes a picture, which the browser compresses as WebP. */
async function webpPicture(page, quality = QUALITY) {
  const cdp = await page.context().newCDPSession(page);
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality });
  return Buffer.from(data, 'base64');
}

/** Puts all pictures of a screen on one sheet; each theme has one half. */
async function sheetPicture(browser, pictures) {
  const { page, close } = await openPage(browser, { size: { width: SHEET_SIZE.width * 2, height: SHEET_SIZE.height } });
  const images = pictures.map(({ size, theme, png }) => {
    const [left, top] = PLACES[size];
    const at = `left:${left + (theme === 'dark' ? SHEET_SIZE.width : 0) + 20}px;top:${top + 20}px;width:${SIZES[size].width * SCALE}px`;
    return `<img style="position:absolute;border-radius:6px;${at}" src="data:image/png;base64,${png.toString('base64')}">`;
  });
  await page.setContent(`<body style="margin:0;background:#8a8f8c">${images.join('')}`);
  const picture = await webpPicture(page);
  await close();
  return picture;
}

const service = await serve();
const browser = await launch();
for (const path of [folder, singles].filter(Boolean)) mkdirSync(path, { recursive: true });
try {
  const [played] = await linksOf(service.base, { count: 1, seed: '7', role: 'landlord' });
  // The link has no engine version, because the same engine plays and judges the hand.
  const link = played.replace(/~0~(?=[^~]*$)/, '~~');
  const hand = { link: `#/hand/${link}`, isWon: false, points: -1, role: 'landlord', bots: ['rules', 'casual'], isOpen: false };
  for (const [name, show] of Object.entries(SCREENS).filter(([name]) => !names.length || names.includes(name))) {
    const pictures = [];
    for (const [theme, language] of Object.entries(THEMES)) {
      for (const size of Object.keys(SIZES)) {
        const { page, close } = await openPage(browser, { size: SIZES[size], language, scheme: theme });
        const last = JSON.stringify({ hands: [hand], roles: {}, bots: {} });
        await page.addInitScript((text) => localStorage.setItem('thirdseat-played', text), last);
        await show(page, service.base, { link });
        const png = await page.screenshot({ animations: 'allow' });
        pictures.push({ size, theme, png });
        if (singles) writeFileSync(join(singles, `${name}-${size}-${theme}.png`), png);
        const isFirst = size === 'desktop' && (name === 'play' || name === 'review');
        if (isFirst) writeFileSync(join(folder, `web-${name}-${language}.webp`), await webpPicture(page, SINGLE_QUALITY));
        await close();
      }
    }
    const path = join(folder, `web-screens-${name}.webp`);
    writeFileSync(path, await sheetPicture(browser, pictures));
    console.log(`${path}: ${statSync(path).size} bytes`);
  }
  if (!names.length || names.includes('calls')) {
    const { page, close } = await openPage(browser, { size: CALLS_SIZE });
    await openCalls(page, service.base);
    writeFileSync(join(folder, 'web-calls.webp'), await webpPicture(page, SINGLE_QUALITY));
    await close();
  }
} finally {
  await browser.close();
  await service.stop();
}
