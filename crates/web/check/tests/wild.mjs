// Wild ranks 癞子 in a browser: whole hands, marks and names of wild cards, the choice between readings, reviews, and a second wild rank that
// is hidden at first.

import assert from 'node:assert/strict';
import { openPage } from './lib.mjs';
import { playHand, sitDown, waitForTurn, typeLetters } from './person.mjs';
import { tryAnotherPlay } from './scenes.mjs';

const LETTERS = '3456789TJQKA2XD';
const letterOf = (card) => LETTERS[card < 52 ? card >> 2 : card - 39];

/** Returns a function that takes cards of the given ranks from a deck, the first suits first. */
function cardTaker() {
  const left = Array.from({ length: 54 }, (_, card) => card);
  return (letters) => [...letters].map((letter) => left.splice(left.findIndex((card) => letterOf(card) === letter), 1)[0]);
}

const storedTable = (page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('thirdseat-table')));

export async function playHands(browser, base, shot) {
  for (const [ruleset, count, size, language, way] of [
    ['laizi', 1, 'desktop', 'en', 'mouse'], ['laizi-tiandi', 2, 'phone', 'zh', 'keys'],
  ]) {
    const { page, faults, close } = await openPage(browser, { size, language, scheme: language === 'zh' ? 'dark' : 'light' });
    await sitDown(page, base, { ruleset, seed: '9', pace: '0' });
    await waitForTurn(page);
    // Before the first call only the first wild rank is shown.
    await checkWilds(page, 1, language);
    await shot?.(page, `${ruleset}-auction-${size}`);
    let shots = 0;
    await playHand(page, { way, wish: 'high', look: async (stage) => {
      if (stage !== 'STAGE_PLAY') return;
      await checkWilds(page, count, language);
      if (shots++ < 4) await shot?.(page, `${ruleset}-${shots}-${size}-${language}`);
    } });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing scrolls sideways');
    const { events } = await storedTable(page);
    assert.equal(events.filter((event) => event.table?.wildShown).length, count);
    await shot?.(page, `${ruleset}-end-${size}-${language}`);
    assert.deepEqual(faults, [], `${ruleset} ${size}`);
    await close();
  }
}

/** The table names the shown wild ranks. In the hand, exactly the cards of these ranks are marked and named as wild. */
async function checkWilds(page, count, language) {
  const { events } = await storedTable(page);
  const wilds = events.flatMap((event) => event.table?.wildShown ?? []);
  assert.equal(wilds.length, count);
  const name = await page.locator('.bottom .wilds').textContent();
  assert.equal(name.match(/10|[3-9JQKA2]/g).join(' ').replace('10', 'T'), wilds.join(' '));
  const cards = await page.locator('.card').evaluateAll((all) => all.map((it) => ({
    card: Number(it.dataset.card), isMarked: Boolean(it.querySelector('.wild')), name: it.getAttribute('aria-label'),
  })));
  const prefix = language === 'zh' ? '癞子' : 'wild ';
  for (const { card, isMarked, name: said } of cards) {
    assert.deepEqual([isMarked, said.startsWith(prefix)], [wilds.includes(letterOf(card)), wilds.includes(letterOf(card))], said);
  }
}

/**
 * A table in the middle of a hand, with a wild 7. With `lead`, Lan is the landlord and has led; otherwise the person leads.
 * @param {string[]} held by player @param {object} [lead]
 */
function tableInPlay(held, lead) {
  const take = cardTaker();
  const bottom = take('XDA');
  const ownCards = held.map(take);
  const hands = ownCards.map((cards) => [...cards]);
  const restCards = Array.from({ length: 54 }, (_, card) => card).filter((card) => ![...hands.flat(), ...bottom].includes(card));
  for (const hand of hands) hand.push(...restCards.splice(0, 17 - hand.length));
  const landlord = lead ? 2 : 0;
  const setup = { ruleset: 'laizi', bots: ['casual', 'casual'], seed: '1', role: 'auction', pace: 0 };
  const chair = ['CHAIR_FIRST', 'CHAIR_SECOND', 'CHAIR_THIRD'];
  const events = [
    { dealt: { first: chair[landlord], holds: [1, 2].map((player) => ({ chair: chair[player], cards: { ids: hands[player] } })) } },
    { table: { chair: chair[landlord], landlordFound: { ids: bottom } } },
    { table: { wildShown: '7' } },
    ...(lead ? [{ table: { chair: chair[landlord], action: { play: { cards: { ids: ownCards[2] }, ...lead } } } }] : []),
  ].map((event, place) => ({ sequence: place + 1, handNumber: 1, ...event }));
  return {
    setup, roomId: '', deal: { hands, bottom, first: landlord, landlord, lot: 0 }, deals: 0, handNumber: 1, before: 0, events,
    points: [0, 0, 0], hands: 0, decisions: [],
    isOpen: false, wasOpen: false, noted: 0,
  };
}

/** Sits down at a table from the tab's storage, as if it had been played before. */
async function resume(browser, base, table, options) {
  const visit = await openPage(browser, options);
  await visit.page.goto(`${base}/#/`);
  await visit.page.evaluate((text) => sessionStorage.setItem('thirdseat-table', text), JSON.stringify(table));
  await visit.page.reload();
  await visit.page.locator('a[href="#/table"]').click();
  await waitForTurn(visit.page);
  return visit;
}

const chipTexts = (page) => page.locator('.choices .chip').allTextContents();
/**
 * The cards 4447 with a wild 7 are a triple with a single, or a bomb. The default reading comes first, the person chooses one, and the
 * choice is recorded.
 */
export async function readings(browser, base, shot) {
  for (const [size, language] of [['desktop', 'en'], ['phone', 'zh']]) {
    const followPage = await resume(browser, base, tableInPlay(['44447', '55', '3336'], { kind: 'triple-single' }), { size, language });
    await typeLetters(followPage.page, '4447');
    await followPage.page.locator('.choices .chip').nth(1).waitFor();
    const [plain, bomb] = await chipTexts(followPage.page);
    assert.match(plain, language === 'zh' ? /三带一 4 4 4 7$/ : /triple with single 4 4 4 7$/, 'silence does not double the stakes');
    assert.match(bomb, language === 'zh' ? /炸弹 4 4 4 7 当 4 4 4 4$/ : /bomb 4 4 4 7 as 4 4 4 4$/);
    assert.equal((await chipTexts(followPage.page)).length, 2, 'readings that beat what stands');
    await shot?.(followPage.page, `readings-${size}-${language}`);
    await followPage.page.locator('.choices .chip').nth(1).click();
    await followPage.page.locator('[data-key="play"]:not([disabled])').click();
    assert.deepEqual(await recordedReading(followPage.page), { kind: 'bomb', standsFor: '4444' });
    assert.deepEqual(followPage.faults, []);
    await followPage.close();
  }

  const leadPage = await resume(browser, base, tableInPlay(['44447', '55', '66']));
  await typeLetters(leadPage.page, '4447');
  await leadPage.page.locator('.choices .chip').nth(1).waitFor();
  assert.match((await chipTexts(leadPage.page))[0], /bomb/, 'a lead is the bomb');
  await leadPage.page.locator('.choices .chip', { hasText: 'triple' }).click();
  await leadPage.page.locator('[data-key="play"]').click();
  assert.deepEqual(await recordedReading(leadPage.page), { kind: 'triple-single', standsFor: '444+7' });
  assert.deepEqual(leadPage.faults, []);
  await leadPage.close();
}

/** The second wild rank is hidden during the auction: the page does not send it, and the screen is the same with another one. */
export async function hiddenWild(browser, base) {
  const { page, faults, close } = await openPage(browser, { motion: 'reduce' });
  const bodies = [];
  let last = '';
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  page.on('response', async (response) => {
    if (response.url().endsWith('/RecordEvents')) last = await response.text().catch(() => last);
  });
  await sitDown(page, base, { ruleset: 'laizi-tiandi', seed: '9', pace: '0' });
  await waitForTurn(page);
  await page.waitForTimeout(3000);
  const ranks = bodies.flatMap((body) => [...body.matchAll(/"wildShown":"(.)"/g)].map(([, rank]) => rank));
  assert.equal(new Set(ranks).size, 1, 'one rank is sent');
  const { reactions, ...answer } = JSON.parse(last);
  await page.route('**/RecordEvents', (route) => route.fulfill({ json: answer }));
  const screen = async () => {
    await page.reload();
    await waitForTurn(page);
    return page.evaluate(() => document.body.outerHTML);
  };
  const before = await screen();
  const wildPairs = await page.evaluate(async () => {
    const { drawWilds } = await import('./game/wild.js');
    const table = JSON.parse(sessionStorage.getItem('thirdseat-table'));
    const drawnBefore = drawWilds(table.deal);
    for (let place = 0; drawWilds(table.deal)[1] === drawnBefore[1]; place++) {
      const [, ming, lan] = table.deal.hands;
      [ming[place], lan[place]] = [lan[place], ming[place]];
    }
    sessionStorage.setItem('thirdseat-table', JSON.stringify(table));
    return [drawnBefore, drawWilds(table.deal)];
  });
  assert.notEqual(wildPairs[0][1], wildPairs[1][1]);
  assert.equal(await screen(), before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  assert.deepEqual(faults, []);
  await close();
}

/** A hand that the service does not judge is shown with the reason. Another play can be tried. */
export async function unjudgedHand(browser, base, shot) {
  const playerVisit = await openPage(browser);
  await sitDown(playerVisit.page, base, { ruleset: 'laizi', seed: '9', pace: '0' });
  await playHand(playerVisit.page, { wish: 'high' });
  const address = await playerVisit.page.locator('[data-key="review"]').getAttribute('href');
  assert.match(address, /=/, 'the link says what wild cards stand for');
  assert.deepEqual(playerVisit.faults, []);
  await playerVisit.close();

  const { page, faults, close } = await openPage(browser, { size: 'phone', language: 'zh' });
  await page.route('**/ReviewHand', (route) => route.fulfill({
    status: 400, headers: { 'thirdseat-reason': 'UNKNOWN_RULESET' },
    json: { code: 'invalid_argument', message: 'no review of such a hand', details: [] },
  }));
  await page.goto(`${base}/${address}`);
  await page.locator('.review-head .refused', { hasText: '服务不评判这种牌局' }).waitFor();
  assert.match(await page.locator('.review-head .refused').textContent(), /服务不认识这种规则/);
  assert.equal(await page.locator('.banner:not([hidden])').count(), 0, 'the page goes on');
  assert.match(await page.locator('.result-line').textContent(), /获胜/);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await tryAnotherPlay(page);
  await page.locator('.turn', { hasText: ' 当 ' }).first().click();
  await shot?.(page, 'unjudged');
  assert.deepEqual(faults.filter((it) => !/^400|status of 400/.test(it)), []);
  await close();
}

/** The reading of the play 4447 among the recorded events. */
async function recordedReading(page) {
  await page.waitForFunction(() =>
    document.querySelector('.felt').dataset.acts !== '0:0' && document.querySelectorAll('.card').length < 17);
  const { kind, standsFor } = (await storedTable(page)).events
    .map((event) => event.table?.action?.play).find((it) => it?.cards.ids.map(letterOf).sort().join('') === '4447');
  return { kind, standsFor };
}
