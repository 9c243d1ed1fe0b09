// The exchange of cards 换三张 in a browser: whole hands by mouse and by keys, hidden and shown gifts, the card counter, small screens, a
// reload, a review by link, and a watched room.

import assert from 'node:assert/strict';
import { waitForJudgement } from './lessons.mjs';
import { openPage } from './lib.mjs';
import { playHand, sitDown, waitForTurn, typeLetters } from './person.mjs';
import { tryAnotherPlay, post } from './scenes.mjs';

const LETTERS = '3456789TJQKA2XD';
const letterOf = (card) => LETTERS[card < 52 ? card >> 2 : card - 39];
const SIDES = ['me', 'right', 'left'];
const CHAIRS = ['CHAIR_FIRST', 'CHAIR_SECOND', 'CHAIR_THIRD'];

const storedTable = (page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('thirdseat-table')));
/** The cards that each player has passed on. */
const giftsOf = ({ events }) => {
  const gifts = [];
  for (const { table } of events) if (table?.action?.passOn) gifts[CHAIRS.indexOf(table.chair)] = table.action.passOn.ids;
  return gifts;
};
const sortedLetters = (cards) => cards.map(letterOf).sort().join('');
/** Long names of ranks on the page, and their letters. */
const RANK_NAMES = [['10', 'T'], ['大王', 'D'], ['小王', 'X'], ['big joker', 'D'], ['small joker', 'X']];
const printedLetters = (text) => {
  const letters = RANK_NAMES.reduce((said, [name, letter]) => said.replaceAll(name, letter), text);
  return [...letters.matchAll(/[3-9TJQKA2XD](?![a-z])/g)].map(([it]) => it).sort().join('');
};
const handCards = (page) => page.locator('.card').evaluateAll((all) => all.map((it) => Number(it.dataset.card)));
const passDistance = (ruleset) => /pass-on=next/.test(ruleset) ? 1 : 2;

/** Before the person gives, no gift is visible. Then its own gift is visible, and after all have given also the gift that it gets. */
async function checkGifts(page, stage, language) {
  const table = await storedTable(page);
  const gifts = giftsOf(table);
  const passOn = passDistance(table.setup.ruleset);
  const from = (3 - passOn) % 3;
  if (stage === 'STAGE_PASS_ON') {
    assert.equal(gifts[0], undefined);
    assert.equal(await page.locator('[class^="spot-"] .pile').count(), 0, 'no gift lies open');
    assert.equal(await page.locator('.gifts').count(), 0);
    for (const player of [1, 2]) assert.equal(await page.locator(`.spot-${SIDES[player]} .back`).count(), gifts[player] ? 3 : 0);
    assert.equal((await handCards(page)).length, 17);
    assert.equal(await page.locator('[data-key="pass-on"]').isDisabled(), true, 'three cards, no fewer');
    assert.match(await page.locator('.say').textContent(),
      passOn === 1 ? /^(Pass three cards on to Ming|给阿明三张牌)/ : /^(Pass three cards on to Lan|给小兰三张牌)/);
    return;
  }
  assert.equal(gifts.filter(Boolean).length, 3);
  const ownCards = await handCards(page);
  if (stage === 'STAGE_AUCTION') {
    const isOwn = (card) => ownCards.includes(card);
    assert.deepEqual([ownCards.length, gifts[from].every(isOwn), gifts[0].some(isOwn)], [17, true, false]);
  }
  const [gave, got] = (await page.locator('.gifts [aria-hidden]').textContent()).split('←');
  assert.deepEqual([printedLetters(gave), printedLetters(got)], [sortedLetters(gifts[0]), sortedLetters(gifts[from])]);
  const spokenText = await page.locator('.gifts .heard').textContent();
  assert.match(spokenText, language === 'zh' ? /^你给.+。.+给你 / : /^You gave .+\. .+ gave you /);
  // The counter marks the cards that the person passed on and that are not played yet.
  const playedCards = table.events.flatMap((event) => event.table?.action?.play?.cards.ids ?? []);
  const marks = await page.locator('.counter .given')
    .evaluateAll((all) => all.map((it) => [it.querySelector('dt').firstChild.textContent,
      it.querySelector('dt [aria-hidden]:not(svg)')?.textContent, it.querySelector('.heard:last-child').textContent]));
  const unplayed = gifts[0].filter((card) => !playedCards.includes(card));
  assert.equal(printedLetters(marks.map(([plain, wild]) => wild ?? plain).join(' ')), [...new Set(unplayed.map(letterOf))].sort().join(''));
  assert.equal(marks.reduce((sum, [, , text]) => sum + Number(text.match(/\d/)[0]), 0), unplayed.length, JSON.stringify(marks));
}

async function switchCounterOn(page) {
  await page.locator('[data-key="settings"]').click();
  await page.locator('dialog input').first().check();
  await page.locator('dialog .primary').click();
}

export async function playHands(browser, base, shot) {
  for (const [ruleset, passOn, seed, size, language, way] of [
    ['classic', 'next', '9', 'desktop', 'en', 'mouse'], ['laizi', 'previous', '5', 'phone', 'zh', 'keys'],
  ]) {
    const { page, faults, close } = await openPage(browser, { size, language, scheme: language === 'zh' ? 'dark' : 'light' });
    await sitDown(page, base, { ruleset, 'pass-on': passOn, seed, pace: '0' });
    await waitForTurn(page);
    await switchCounterOn(page);
    let stages = '';
    const { acts } = await playHand(page, { way, wish: 'high', look: async (stage) => {
      await checkGifts(page, stage, language);
      if (ruleset === 'laizi') await checkWildMarks(page, language);
      if (!stages.endsWith(stage)) await shot?.(page, `${stage}-${way}`);
      stages += ` ${stage}`;
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing scrolls sideways');
    } });
    assert.ok(acts > 1 && stages.startsWith(' STAGE_PASS_ON'), stages);
    assert.equal(stages.lastIndexOf('STAGE_PASS_ON'), 1, 'one gift a hand');
    assert.deepEqual(faults, [], `${ruleset} ${way}`);
    await close();
  }
}

async function checkWildMarks(page, language) {
  const { events } = await storedTable(page);
  const wilds = events.flatMap((event) => event.table?.wildShown ?? []);
  const ranks = await page.locator('.counter dl div')
    .evaluateAll((all) => all.map((it) => [Boolean(it.querySelector('dt .wild')), it.querySelector('dt .heard')?.textContent ?? '']));
  assert.equal(ranks.length, 15);
  for (const [place, [isMarked, name]] of ranks.entries()) {
    const isWild = wilds.includes(LETTERS[14 - place]);
    assert.deepEqual([isMarked, /^(癞子|wild )/.test(name)], [isWild, isWild], name);
    if (isWild) assert.equal(name.startsWith('癞子'), language === 'zh');
  }
}

/**
 * The person chooses cards by letters and by taps, and cannot give two or four. Gifts between companions stay hidden, also after a reload.
 */
export async function hiddenGifts(browser, base) {
  const { page, faults, close } = await openPage(browser, { motion: 'reduce' });
  let last = '';
  page.on('response', async (response) => {
    if (response.url().endsWith('/RecordEvents')) last = await response.text().catch(() => last);
  });
  await sitDown(page, base, { 'pass-on': 'next', seed: '3', pace: '0' });
  await waitForTurn(page);
  const own = await handCards(page);
  await typeLetters(page, own.slice(0, 2).map(letterOf));
  await page.locator('.say', { hasText: '2 chosen' }).waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.felt').getAttribute('data-stage'), 'STAGE_PASS_ON', 'two cards are not given');
  await page.locator('.card').nth(5).click({ position: { x: 6, y: 30 } });
  await page.locator('.card').nth(6).click({ position: { x: 6, y: 30 } });
  assert.equal(await page.locator('[data-key="pass-on"]').isDisabled(), true, 'nor four');
  await page.locator('.card').nth(6).click({ position: { x: 6, y: 30 } });
  await page.locator('[data-key="pass-on"]:not([disabled])').click();
  await page.locator('.felt[data-stage="STAGE_AUCTION"][data-waits="me"]').waitFor();
  assert.deepEqual(giftsOf(await storedTable(page))[0].toSorted((a, b) => a - b), [...own.slice(0, 2), own[5]].toSorted((a, b) => a - b));
  assert.match(await page.locator('#status').textContent(), /You gave Ming .+ Lan gave you/);
  await page.waitForTimeout(3000);

  const { reactions, ...answer } = JSON.parse(last);
  await page.route('**/RecordEvents', (route) => route.fulfill({ json: answer }));
  const screen = async () => {
    await page.reload();
    await waitForTurn(page);
    return page.evaluate(() => document.body.outerHTML);
  };
  const before = await screen();
  await page.evaluate(() => {
    const table = JSON.parse(sessionStorage.getItem('thirdseat-table'));
    const gift = table.events.find((event) => event.table?.action?.passOn && event.table.chair === 'CHAIR_SECOND').table.action.passOn;
    const otherCards = table.deal.hands[1].filter((card) => !gift.ids.includes(card));
    gift.ids = otherCards.slice(4, 7);
    for (const decision of table.decisions) if (decision) decision.alternatives = [];
    sessionStorage.setItem('thirdseat-table', JSON.stringify(table));
  });
  assert.equal(await screen(), before, 'Ming gave Lan other cards, and the screen is the same');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  assert.deepEqual(faults, []);
  await close();
}

export async function smallScreens(browser, base, shot) {
  for (const size of [{ width: 360, height: 640 }, { width: 640, height: 360 }]) {
    for (const language of ['zh', 'en']) {
      const { page, faults, close } = await openPage(browser, { size, language });
      await sitDown(page, base, { ruleset: 'laizi', auction: 'score', 'pass-on': 'previous', seed: '4', pace: '0' });
      await waitForTurn(page);
      await switchCounterOn(page);
      await checkFit(page, `gift ${language}`);
      await shot?.(page, `gift-${size.width}-${language}`);
      await page.locator('[data-key="hint"]').click();
      await page.locator('[data-key="pass-on"]:not([disabled])').click();
      await page.locator('.felt[data-stage="STAGE_AUCTION"][data-waits="me"]').waitFor();
      await checkFit(page, `auction ${language}`);
      await shot?.(page, `auction-${size.width}-${language}`);
      await page.locator('[data-key="CALL_SCORE_3"]').click();
      await page.locator('.felt[data-stage="STAGE_PLAY"][data-waits="me"]').waitFor();
      assert.equal((await handCards(page)).length, 20);
      await checkFit(page, `play ${language}`);
      await shot?.(page, `play-${size.width}-${language}`);
      assert.deepEqual(faults, []);
      await close();
    }
  }
}

async function checkFit(page, what) {
  const layout = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.card, .mine .actions button, .gifts')].map((it) => it.getBoundingClientRect());
    return {
      isInside: boxes.every((box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1),
      width: document.documentElement.scrollWidth - innerWidth, height: document.documentElement.scrollHeight - innerHeight,
      low: Math.min(...[...document.querySelectorAll('.mine .actions button')].map((it) => it.getBoundingClientRect().height)),
      cut: [...document.querySelectorAll('.mine .actions button')].filter((it) => it.scrollWidth > it.clientWidth)
        .map((it) => it.textContent),
    };
  });
  assert.deepEqual([layout.isInside, layout.width, layout.height, layout.cut, layout.low >= 44], [true, 0, 0, [], true],
    `${what}: ${JSON.stringify(layout)}`);
}

/**
 * In auto mode the page passes cards on, in a room that was lost and is opened again with the companions' gifts. The link of the hand opens
 * its review, in which gifts are turns.
 */
export async function reviewGifts(browser, base, shot) {
  const playerVisit = await openPage(browser);
  await sitDown(playerVisit.page, base, { 'pass-on': 'next', seed: '9', pace: '0' });
  await waitForTurn(playerVisit.page);
  const { roomId, events } = await storedTable(playerVisit.page);
  assert.equal(events.filter((event) => event.table?.action?.passOn).length, 2);
  await post(base, 'CloseRoom', { roomId });
  await playerVisit.page.keyboard.press('Alt+a');
  await playerVisit.page.locator('.felt[data-waits="over"]').waitFor();
  const gifts = giftsOf(await storedTable(playerVisit.page));
  const { first } = (await storedTable(playerVisit.page)).deal;
  const address = await playerVisit.page.locator('[data-key="review"]').getAttribute('href');
  assert.match(decodeURIComponent(address), /pass-on=next.*~g[3-9TJQKA2XD]{3}\*\d{3}\.g[3-9TJQKA2XD]{3}\*\d{3}\.g/);
  assert.deepEqual(playerVisit.faults.filter((it) => !/404/.test(it)), []);
  await playerVisit.close();

  const { page, faults, close } = await openPage(browser, { size: 'phone' });
  await page.goto(`${base}/${address}`);
  await page.locator('.turn').nth(3).waitFor();
  assert.equal(await page.locator('.refused').count(), 0);
  const turns = await page.locator('.turn .what').allTextContents();
  for (const place of [0, 1, 2]) {
    assert.match(turns[place], /^gives /);
    assert.equal(printedLetters(turns[place].replace('gives', '')), sortedLetters(gifts[(first + place) % 3]));
  }
  await waitForJudgement(page);
  await page.locator('[data-key="withOthers"]').click();
  await page.locator('.turn').first().click();
  await page.locator('.verdict').waitFor();
  assert.equal(await page.locator('.board-seat[data-turn="true"] .laid').count(), 17);
  assert.equal(await page.locator('.board .laid.made').count(), 3);
  assert.match(await page.locator('.detail .headline').textContent(), /: gives /);
  await shot?.(page, 'review');
  // Another play is tried late in the hand: the other players decide with the cards that they got.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await tryAnotherPlay(page);
  assert.deepEqual(faults, []);
  await close();
}

export async function watchGifts(browser, base) {
  const roomId = 'watched-gifts';
  const dealtCards = (player) => Array.from({ length: 17 }, (_, place) => place * 3 + player);
  const openAnswer = await post(base, 'OpenRoom', {
    requestId: roomId, roomId, ruleset: 'classic pass-on=next', cardCodec: 'CARD_CODEC_RANKS_FROM_0', strict: true, decide: true,
    bots: CHAIRS.map((chair, place) => ({ chair, persona: 'rules', seed: place })),
    events: [{ sequence: 1, handNumber: 1,
      dealt: { first: 'CHAIR_FIRST', holds: CHAIRS.map((chair, place) => ({ chair, cards: { ids: dealtCards(place) } })) } }],
  });
  let recorded = { ...openAnswer, state: openAnswer.room.state };
  const viewers = {};
  for (const as of ['public', 'seat-2', 'operator']) {
    viewers[as] = await openPage(browser);
    await viewers[as].page.goto(`${base}/#/watch/${roomId}?as=${as}`);
    await viewers[as].page.locator('.watch .who').first().waitFor();
  }
  const gifts = [];
  const handCounts = async (as) => {
    const { page } = viewers[as];
    const counts = (await page.locator('.watch .count b').allTextContents()).map((it) => Number(it.match(/\d+/)[0]));
    const openSizes = await page.locator('.watch .pile.open').evaluateAll((all) => all.map((it) => it.children.length));
    return [counts, openSizes];
  };
  const waitForCounts = async (as, counts, open) => {
    for (let time = 0; time < 50; time++) {
      const [one, other] = await handCounts(as);
      if (JSON.stringify([one, other]) === JSON.stringify([counts, open])) return;
      await viewers[as].page.waitForTimeout(100);
    }
    assert.deepEqual(await handCounts(as), [counts, open], as);
  };
  for (const [place, chair] of CHAIRS.entries()) {
    gifts.push(recorded.next.decision.action.passOn.ids);
    recorded = await post(base, 'RecordEvents', { roomId,
      events: [{ sequence: place + 2, handNumber: 1, table: { chair, action: { passOn: { ids: gifts[place] } } } }], decide: true });
    if (place === 1) {
      // The numbers are in the order of the screen: left, right, me.
      await waitForCounts('public', [17, 14, 14], []);
      await waitForCounts('operator', [17, 14, 14], [17, 14, 14]);
      await waitForCounts('seat-2', [17, 14, 14], [14]);
      assert.match(await viewers.public.page.locator('.spot-right').textContent(), /gives three cards/);
      assert.match(await viewers['seat-2'].page.locator('.spot-me').textContent(), /gives three cards/,
        'what comes is hidden until all have given');
    }
  }
  await waitForCounts('public', [17, 17, 17], []);
  await waitForCounts('operator', [17, 17, 17], [17, 17, 17]);
  await waitForCounts('seat-2', [17, 17, 17], [17]);
  const name = await viewers['seat-2'].page.locator('.right .pile.open').getAttribute('aria-label');
  const expectedCards = [...dealtCards(1).filter((card) => !gifts[1].includes(card)), ...gifts[0]];
  assert.equal(name.split(', ').length, 17);
  const sortedRanks = (cards) => cards.map(letterOf).sort().join('');
  assert.equal(printedLetters(name.replaceAll(/ of \w+/g, '')), sortedRanks(expectedCards));
  assert.equal(recorded.state.stage, 'STAGE_AUCTION');
  // A viewer who comes later sees the same.
  await viewers.operator.page.reload();
  await waitForCounts('operator', [17, 17, 17], [17, 17, 17]);
  await post(base, 'CloseRoom', { roomId });
  for (const { faults, close } of Object.values(viewers)) {
    assert.deepEqual(faults, []);
    await close();
  }
}
