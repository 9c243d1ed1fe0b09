// Reviews as lessons: a review opens at the person's worst mistake and lets the person play it again; the lessons add up the mistakes of
// several hands.

import assert from 'node:assert/strict';
import { violations, openPage } from './lib.mjs';
import { linksOf } from './links.mjs';
import { waitForTurn } from './person.mjs';

/** The smallest distance between cards that is enough for a finger. */
const FINGER_PX = 20;

/** Waits until every turn is judged. */
export async function waitForJudgement(page) {
  await page.waitForFunction(() => {
    const [n, of] = document.querySelector('.progress')?.textContent.match(/\d+/g) ?? [];
    return n && n === of;
  });
}

/** Opens a review in a new browser context; as if the hand had been played there, unless `isOwn` is false. */
async function openReview(browser, base, link, about = {}) {
  const visit = await openPage(browser, { language: 'zh', motion: 'reduce', ...about });
  const { page } = visit;
  if (about.isOwn ?? true) {
    const hand = { link: `#/hand/${link}`, isWon: false, points: -1, role: 'landlord', bots: ['rules', 'casual'], isOpen: false };
    await page.addInitScript((kept) => {
      if (!localStorage.getItem('thirdseat-played')) localStorage.setItem('thirdseat-played',
        JSON.stringify({ hands: kept, roles: {}, bots: {} }));
    }, [hand]);
  }
  await page.goto(`${base}/#/hand/${link}`);
  await page.locator('.turn').first().waitFor();
  await waitForJudgement(page);
  return visit;
}

/** Shows the better play of the chosen turn, if it is still hidden. */
export async function showAnswer(page) {
  const answer = page.locator('.detail:not(.trying) [data-key="answer"]');
  if (await answer.isVisible()) await answer.click();
}

/** The turns of the list: the player, the act and the mark. */
const turnRows = (page) => page.locator('.turn').evaluateAll((all) => all.map((it) => ({
  name: it.querySelector('.name').textContent, what: it.querySelector('.what').textContent,
  mark: it.querySelector('.mark-sign')?.textContent ?? '',
})));

/** Links of hands that may contain a mistake. After a hand with a mistake is found, only its link stays here. */
let candidates;

/** Opens the review of a hand in which a play of the person is a mistake. */
async function openMistake(browser, base, about = {}) {
  candidates ??= await linksOf(base, { count: 4, seed: '7', role: 'landlord' });
  for (const link of candidates) {
    const visit = await openReview(browser, base, link, about);
    if (await visit.page.locator('.detail .headline.bad').count()) {
      candidates = [link];
      return { ...visit, link };
    }
    await visit.close();
  }
  throw new Error('no beginner made a mistake in four hands');
}

export async function opensAtWorstTurn(browser, base, shot) {
  const { page, faults, close, link } = await openMistake(browser, base);
  await showAnswer(page);
  const headline = await page.locator('.detail .headline').textContent();
  assert.match(headline, /^你(出 .+|没出)；更好：.+（(\+\d+\.\d\d 底分|胜率 \+\d+%|牌力 \+[\d.]+)）$/, headline);
  const betterPlay = headline.match(/更好：(.+)（/)[1];
  const why = `为什么选 ${betterPlay}`;
  const labels = (await page.locator('.reasons dt').allTextContents()).filter((it) => it !== '差在哪里');
  assert.deepEqual(labels.map((it) => it.split('，不选')[0]), [why]);
  assert.ok((await page.locator('.reasons dd').allTextContents()).every((it) => it.length > 3 && !/[a-z]{3}/.test(it)), 'in Chinese');
  assert.ok((await turnRows(page)).every(({ name, mark }) => name === '你' || !mark), 'others’ mistakes are not marked');
  // No mistake of the person costs more.
  const gain = (text) => Number(text.match(/\+([\d.]+) 底分/)?.[1] ?? 0);
  const worst = gain(headline);
  const mistakeCount = await page.locator('.turn.mistake').count();
  assert.match(await page.locator('.mistakes').textContent(), new RegExp(`^你有 ${mistakeCount} 处失误`));
  for (let place = 0; place < mistakeCount; place++) {
    await page.locator('.turn.mistake').nth(place).click();
    await showAnswer(page);
    const otherHeadline = await page.locator('.detail .headline').textContent();
    assert.match(otherHeadline, /；更好：/);
    assert.ok(gain(otherHeadline) <= worst + 0.001 || !/底分/.test(headline), `${otherHeadline} costs more than ${headline}`);
  }
  // The cards of the play or of the better play are marked on the table.
  assert.ok(await page.locator('.board .laid.made.bad, .board .laid.better').count() > 0);
  await shot?.(page, 'review');
  const before = (await turnRows(page)).filter(({ mark }) => mark).length;
  await page.locator('[data-key="withOthers"]').click();
  assert.equal(await page.locator('[data-key="withOthers"]').getAttribute('aria-pressed'), 'true');
  assert.ok((await turnRows(page)).filter(({ mark }) => mark).length >= before);
  // The review of another person's hand shows the same, but adds nothing to the lessons.
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('thirdseat-reviews')).length), 1);
  assert.deepEqual(faults, []);
  await close();
  const sharedVisit = await openReview(browser, base, link, { isOwn: false });
  assert.equal(await sharedVisit.page.evaluate(() => localStorage.getItem('thirdseat-reviews')), null);
  // The texts do not say "you", because the reader is not the player.
  assert.match(await sharedVisit.page.locator('.mistakes').textContent(), /^1 号座有 \d+ 处失误/);
  assert.doesNotMatch(await sharedVisit.page.locator('main').textContent(), /你(?!的)/);
  await sharedVisit.close();
}

/**
 * The fault of a play and the merit of the better play are on separate lines. Each is the service's text in the current language.
 */
export async function faultAndMeritApart(browser, base, shot) {
  const { page, faults, close } = await openMistake(browser, base);
  const checkTexts = async (isChinese) => {
    let both = 0;
    await page.locator('[data-key="withOthers"][aria-pressed="false"]').click();
    for (const place of await page.locator('.turn')
      .evaluateAll((all) => all.flatMap((it, at) => it.querySelector('.mark-sign')?.textContent ? [at] : []))) {
      await page.locator('.turn').nth(place).click();
      await showAnswer(page);
      const [fault, merit] = await Promise.all(['fault', 'merit'].map((name) => page.locator(`.reasons .${name}`).allTextContents()));
      assert.equal(merit.length, 1, 'the better one has its reason');
      for (const it of [...fault, ...merit]) assert.equal(/[一-鿿]/.test(it), isChinese, it);
      if (fault.length) assert.notEqual(fault[0], merit[0]);
      both += fault.length;
    }
    assert.ok(both > 0, 'a play has a fault');
    await page.locator('[data-key="withOthers"]').click();
  };
  await checkTexts(true);
  await shot?.(page, 'apart');
  let requests = 0;
  page.on('request', (request) => { requests += Number(request.url().endsWith('/ReviewHand')); });
  await page.locator('[data-key="language"]').click();
  await page.waitForFunction(() => document.querySelector('.progress')?.textContent.includes('judged'));
  await waitForJudgement(page);
  assert.equal(requests, 1, 'the judge is asked once');
  await checkTexts(false);
  assert.deepEqual(faults, []);
  await close();
}

/**
 * From a mistake the person can continue the hand at a table with closed hands, several times. These hands are not added to the last hands.
 */
export async function playOnFromMistake(browser, base) {
  const { page, faults, close } = await openMistake(browser, base);
  const storedValues = () => page.evaluate(() => [localStorage.getItem('thirdseat-played'), sessionStorage.getItem('thirdseat-table')]);
  const before = await storedValues();
  const address = page.url();
  const turns = await page.locator('.turn[aria-current="true"] .number').textContent();
  await page.locator('[data-key="play-on"]').click();
  await waitForTurn(page);
  // The companions play without pauses. After a reload the position is the same.
  await page.evaluate(() => {
    const position = JSON.parse(sessionStorage.getItem('thirdseat-practice'));
    sessionStorage.setItem('thirdseat-practice', JSON.stringify({ ...position, setup: { ...position.setup, pace: 0 } }));
  });
  await page.reload();
  for (let round = 0; round < 2; round++) {
    await waitForTurn(page);
    assert.equal(await page.locator('.pile.open').count(), 0, 'hands are closed');
    await page.locator('.bar [data-key="auto"]').click();
    await page.locator('.result [data-key="again"]').waitFor();
    await page.locator(`.result [data-key="${round ? 'back' : 'again'}"]`).click();
    if (!round) await page.locator('.felt:not([data-waits="over"])').waitFor();
  }
  await page.locator('.turn[aria-current="true"]').waitFor();
  assert.ok(page.url().startsWith(address.split('/').slice(0, 6).join('/')), page.url());
  assert.equal(await page.locator('.turn[aria-current="true"] .number').textContent(), turns);
  assert.deepEqual(await storedValues(), before, 'the session is left alone');
  assert.deepEqual(faults, []);
  await close();
}

/** A hand in which the person plays like the judge has no mistake, and the review says so. */
export async function noMistakes(browser, base) {
  const [link] = await linksOf(base, { seed: '21', role: 'landlord', adviser: 'net' });
  const { page, faults, close } = await openReview(browser, base, link);
  assert.match(await page.locator('.mistakes').textContent(), /^本局没有失误/);
  assert.equal(await page.locator('.turn.mistake').count(), 0);
  assert.equal(await page.locator('[data-key="try"]').count(), 0);
  assert.deepEqual(faults, []);
  await close();
}

export async function listShowsWholeTurns(browser, base) {
  for (const about of [{}, { size: 'phone', language: 'en' }, { size: { width: 667, height: 375 }, language: 'en' }]) {
    const { page, faults, close } = await openMistake(browser, base, about);
    const cutTurns = () => page.locator('.turns').evaluate((list) => {
      const { top, height } = list.getBoundingClientRect();
      const [from, to] = [top + list.clientTop, top + height - list.clientTop];
      return [...list.querySelectorAll('.turn')].filter((it) => {
        const box = it.getBoundingClientRect();
        return box.top < to - 1 && box.bottom > from + 1 && (box.top < from - 1 || box.bottom > to + 1);
      }).map((it) => it.textContent);
    });
    assert.deepEqual(await cutTurns(), []);
    for (const place of [12, 9, 21]) {
      await page.locator('.turn').nth(place).click();
      assert.deepEqual(await cutTurns(), [], `turn ${place + 1}`);
    }
    // After a scroll the list stops at a whole turn.
    await page.locator('.turns').evaluate((list) => { list.scrollTop = 57; });
    await page.waitForTimeout(300);
    assert.deepEqual(await cutTurns(), [], 'scrolled');
    assert.ok(await page.locator('.turns').evaluate((list) => list.scrollHeight > list.clientHeight), 'there is more than is shown');
    assert.deepEqual(faults, []);
    await close();
  }
}

/** The chart has one line, from the person's first turn to the end, between 0 and 100%. */
export async function chanceChart(browser, base) {
  const { page, faults, close } = await openMistake(browser, base);
  const lines = () => page.locator('.curve polyline')
    .evaluateAll((all) => all.map((it) => it.getAttribute('points').split(' ').map((point) => point.split(',').map(Number))));
  const [mine, ...others] = await lines();
  assert.equal(others.length, 0, 'one line');
  const turns = (await turnRows(page)).filter(({ name }) => name === '你').length;
  const { top, bottom } = await page.locator('.curve .grid')
    .evaluateAll((all) => ({ top: Number(all.at(-1).getAttribute('y1')), bottom: Number(all[0].getAttribute('y1')) }));
  assert.equal(mine.length, turns + 1, 'a point for each own play, and the end');
  assert.ok(mine.every(([, y]) => y >= top && y <= bottom));
  assert.ok([top, bottom].includes(mine.at(-1)[1]), 'it ends with the hand won or lost');
  assert.equal(await page.locator('.curve circle').count(), 1, 'only the chosen turn has a point');
  assert.match(await page.locator('.curve svg').getAttribute('aria-label'), /开局 \d+%，最低 \d+%，收场 (0|100)%/);
  // The arrow keys change the turn that the table shows. All three hands are open.
  await page.keyboard.press('Home');
  const handSizes = () => page.locator('.board .pile.open').evaluateAll((all) => all.map((it) => it.children.length));
  assert.deepEqual((await handSizes()).sort(), [17, 17, 20]);
  const steps = await page.locator('.turn').count();
  for (let step = 1; step < steps; step++) await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.step-at').textContent(), `${steps} / ${steps}`);
  assert.ok((await handSizes()).reduce((sum, it) => sum + it) < 45);
  await page.keyboard.press('m');
  assert.equal(await page.locator('.turn[aria-current="true"].mistake, .turn[aria-current="true"].inaccurate').count(), 1);
  assert.deepEqual(faults, []);
  await close();
}

/**
 * The better play stays hidden while the person can look for it. The mistake is played again: after a wrong try the page shows how the hand
 * continues, and the better play is accepted.
 */
export async function tryAgain(browser, base, shot) {
  const { page, faults, close } = await openMistake(browser, base, { size: { width: 360, height: 740 } });
  await page.locator('.detail [data-key="try"]').waitFor();
  const isHidden = async () => [
    /更好：/.test(await page.locator('.detail:not(.trying)').textContent()),
    await page.locator('.board .laid.better, .detail .reasons, .detail .weighed').count()];
  assert.deepEqual(await isHidden(), [false, 0], 'the better play is not told beside the request to find it');
  await showAnswer(page);
  assert.equal(await page.locator('.detail [data-key="try"]').count(), 0, 'what is shown is not asked for');
  const headline = await page.locator('.detail .headline').textContent();
  const [, made, better] = headline.match(/^你(.+)；更好：(.+)（/);
  const box = await page.locator('.detail .headline').boundingBox();
  assert.ok(box.y + box.height <= page.viewportSize().height, 'what is better is in sight on a phone');
  assert.ok(await page.locator('.detail .reasons').count() > 0);
  await page.reload();
  await page.locator('.turn').first().waitFor();
  await waitForJudgement(page);
  // A second tap has no effect on a new button in the place of the first one.
  const acceptsTaps = (key) => page.evaluate((name) => {
    if (name) document.querySelector(`[data-key="${name}"]`).click();
    return getComputedStyle(document.querySelector('.drill-actions')).pointerEvents !== 'none';
  }, key);
  assert.equal(await acceptsTaps('try'), false);
  await page.waitForTimeout(600);
  assert.equal(await acceptsTaps(''), true);
  assert.equal(await page.locator('.detail:not(.trying)').isVisible(), false, 'the answer is hidden');
  assert.equal(await page.locator('.board .laid.better').count(), 0);
  const lift = async (what) => {
    const names = what.split(' ').map((it) => it.replace('10', 'T').replace('小王', 'X').replace('大王', 'D'));
    for (const letter of names) await page.keyboard.press(letter === 'T' ? '0' : letter.toLowerCase());
  };
  const attempt = async (what) => {
    if (/没出|不出/.test(what)) return page.locator('[data-key="try-pass"]').click();
    await lift(what.replace(/^出 /, ''));
    await page.locator('[data-key="try-play"]:not([disabled])').waitFor();
    await page.keyboard.press('Enter');
  };
  await attempt(made);
  await page.locator('.drill[data-state="wrong"]').waitFor();
  assert.match(await page.locator('.drill .headline').textContent(), /还不是最好的.*当时就是这样出的/);
  await page.waitForFunction(() =>
    document.querySelectorAll('.refutation li').length >= 3 || document.querySelector('.board .pile.open:empty'));
  assert.ok(!(await page.locator('.drill').textContent()).includes(`更好：${better}`));
  const checkInSight = async () => {
    const buttons = await page.locator('.drill-actions').boundingBox();
    assert.ok(buttons.y >= 0 && buttons.y + buttons.height <= page.viewportSize().height, `the buttons at ${JSON.stringify(buttons)}`);
  };
  await page.locator('.drill-said .soft').waitFor();
  await checkInSight();
  await shot?.(page, 'refuted');
  assert.equal(await acceptsTaps('try-again'), false);
  await attempt(better);
  await page.locator('.drill[data-state="right"]').waitFor();
  assert.match(await page.locator('.drill .headline').textContent(), /就是这一手|也一样好/);
  await checkInSight();
  // A mistake whose better play was found is stored as solved.
  assert.equal(await page.evaluate(() =>
    JSON.parse(localStorage.getItem('thirdseat-reviews'))[0].mistakes.filter((it) => it.isSolved).length), 1);
  await page.locator('[data-key="try-stop"]').click();
  assert.equal(await page.locator('.drill').isVisible(), false);
  assert.equal(await page.locator('.detail:not(.trying) .headline').textContent(), headline, 'what was found is shown');
  assert.deepEqual(faults, []);
  await close();
}

export async function callsAndDoublings(browser, base) {
  const counts = { call: 0, doubling: 0 };
  const links = await linksOf(base, { count: 3, seed: '3', ruleset: 'classic doubling=super', role: 'landlord' });
  // The same cards with an auction in which the person speaks first: it calls three points and all players multiply by four, or it passes.
  const callLinks = links
    .flatMap((link) => ['c3.x4.x4.x4', 'c0.c3.x1.x1.x1'].map((acts) => link.replace(/~a0~/, '~00~').replace(/~[^~]*$/, `~${acts}`)));
  for (const link of callLinks) {
    const { page, faults, close } = await openReview(browser, base, link, { isOwn: false });
    await page.locator('[data-key="withOthers"]').click();
    for (const [place, { what, mark }] of (await turnRows(page)).entries()) {
      if (!mark) continue;
      await page.locator('.turn').nth(place).click();
      await showAnswer(page);
      const headline = await page.locator('.detail .headline').textContent();
      assert.match(headline, /选了“.+”；更好：.+（\+\d+\.\d\d 底分）$/, headline);
      // The reasons tell the strength of the hand once. They tell the landlord's win rate once for a call, and never for a doubling.
      const reasons = await page.locator('.reasons').textContent();
      const isCall = /分|叫/.test(what);
      assert.deepEqual([/(牌力超过|比) \d+% 的/g, /当地主 ?(1000 局|一百局)只?赢 \d+ 局/g].map((it) => reasons.match(it)?.length ?? 0),
        [1, Number(isCall)], reasons);
      counts[isCall ? 'call' : 'doubling'] += 1;
    }
    assert.deepEqual(faults, []);
    await close();
  }
  assert.ok(counts.call > 0 && counts.doubling > 0, JSON.stringify(counts));
}

export async function lessonsScreen(browser, base, shot) {
  const visit = await openMistake(browser, base);
  const { page, faults, close } = visit;
  await page.locator('[data-key="lessons"]').click();
  await page.locator('.costs li').first().waitFor();
  assert.match(await page.locator('.lessons').textContent(), /最近复盘的 1 局。局数还太少，看不出规律：1 \/ 10 局/);
  const costs = await page.locator('.costs .soft').evaluateAll((all) => all.map((it) => Number(it.textContent.match(/亏 ([\d.]+)/)[1])));
  assert.deepEqual(costs, [...costs].sort((a, b) => b - a), 'the costliest first');
  assert.ok((await page.locator('.costs .fault').allTextContents()).every((it) => /[一-鿿]/.test(it)));
  const positions = page.locator('.positions a');
  assert.ok(await positions.count() > 0 && await positions.count() <= 10);
  await shot?.(page, 'lessons');
  await page.locator('[data-key="practise"]').click();
  await page.locator('.drill[data-state="choose"]').waitFor();
  assert.equal(await page.locator('.detail:not(.trying)').isVisible(), false, 'the answer is hidden');
  // Twelve reviews give a mean cost.
  await page.evaluate(() => {
    const [one] = JSON.parse(localStorage.getItem('thirdseat-reviews'));
    localStorage.setItem('thirdseat-reviews',
      JSON.stringify(Array.from({ length: 12 }, (_, place) => ({ ...one, link: `${one.link.replace(/~7~/, `~${place}~`)}` }))));
  });
  assert.equal(await page.locator('[data-key="own-level"]').count(), 0, 'one hand gives no level');
  // Enough hands for a level would take long, so the service's answer is replaced.
  const levels = [{ family: 'plain', level: 47, low: 35, high: 60, hands: 24 }];
  await page.route('**/GetPlayer', (route) => route.fulfill({ json: { hands: 24, levels } }));
  await page.goto(`${base}/#/`);
  await page.reload();
  await page.locator('[data-key="deal"]').waitFor();
  assert.match(await page.locator('[data-key="own-level"]').textContent(), /47.*35.*60/);
  await page.goto(`${base}/#/lessons`);
  await page.locator('.costs li').first().waitFor();
  assert.match(await page.locator('.lessons [data-key="own-level"]').textContent(), /47.*35.*60/);
  assert.match(await page.locator('.lessons .soft').first().textContent(), /平均每局因失误亏 \d+\.\d\d 底分，± \d+\.\d\d$/);
  await page.locator('[data-key="forget-reviews"]').click();
  assert.equal(await page.locator('.costs').count(), 0);
  assert.deepEqual(faults, []);
  await close();
}

export async function fitsScreens(browser, base, isFull = true) {
  const sizes = [[844, 390], [360, 740], [740, 360], [667, 375], [820, 1180], [390, 844], [1440, 900]]
    .map(([width, height]) => ({ width, height }));
  for (const [place, size] of sizes.slice(0, isFull ? sizes.length : 3).entries()) {
    const look = place % 2 ? { language: 'en', scheme: 'dark' } : {};
    const { page, close } = await openMistake(browser, base, { size, ...look });
    const check = async (what) => {
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} ${size.width} scrolls sideways`);
      // axe checks a phone in each orientation, each with its own language and scheme.
      if (place < 2) assert.deepEqual(await violations(page), [], `${what} ${size.width}`);
    };
    const checkInSight = async (...selectors) => {
      for (const selector of selectors) {
        const box = await page.locator(selector).first().boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= size.height + 1, `${selector} at ${JSON.stringify([box, size])}`);
      }
    };
    await check('review');
    await checkInSight('.board', '.detail:not(.trying) .verdict', '[data-key="try"]');
    // The test scrolls back to the top, so that Enter itself must scroll to the drill.
    await page.locator('[data-key="try"]').focus();
    await page.evaluate(() => scrollTo(0, 0));
    await page.keyboard.press('Enter');
    await page.locator('.drill .card').first().waitFor();
    await checkInSight('.drill .hand', '.drill-actions');
    await check('try');
    const cards = await page.locator('.drill .card').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON()));
    const first = cards.filter(({ top }) => top === cards[0].top).length;
    assert.ok(cards[0].width >= FINGER_PX && [10, cards.length].includes(first),
      `${size.width}: ${first} of ${cards.length} cards in the first row, ${cards[0].width} px apart`);
    await page.locator('[data-key="lessons"]').click();
    await page.locator('.lessons h2').waitFor();
    await check('lessons');
    await page.goto(`${base}/#/bots`);
    await page.locator('[data-key="start"]').waitFor();
    await checkInSight('[data-key="start"]');
    await check('bots');
    if (place) {
      await close();
      continue;
    }
    await page.locator('[data-key="pace"]').selectOption('0');
    await page.locator('[data-key="start"]').click();
    await page.locator('[data-key="next"]').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await check('bots, over');
    await close();
  }
}
