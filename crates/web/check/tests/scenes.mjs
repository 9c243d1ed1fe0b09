// Scenes beside whole hands, for example reviews, puzzles, watched rooms, and a service that is not available.

import assert from 'node:assert/strict';
import { showAnswer, waitForJudgement } from './lessons.mjs';
import { violations, openPage } from './lib.mjs';
import { openChoices, playHand, sitDown, waitForTurn } from './person.mjs';

/** Makes a call as JSON over HTTP, like any other client. */
export async function post(base, rpc, request) {
  const response = await fetch(`${base}/thirdseat.v1.CompanionService/${rpc}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request),
  });
  const answer = await response.json();
  assert.ok(response.ok, `${rpc}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Tries another play at the chosen turn, by cards, or else a pass. The rest of the hand is played to the end. */
export async function tryAnotherPlay(page) {
  await page.locator('[data-key="what-if"] summary').click();
  for (const card of await page.locator('.what-if .card').all()) {
    await Promise.all([page.waitForResponse('**/ClassifyPlay'), card.click({ position: { x: 6, y: 20 } })]);
    if (await page.locator('[data-key="what-if-play"]:not([disabled])').waitFor({ timeout: 1500 }).then(() => true, () => false)) break;
    await card.click({ position: { x: 6, y: 20 } });
  }
  await page.locator('[data-key="what-if-play"]:not([disabled]), [data-key="what-if-pass"]').last().click();
  await page.locator('.branch p').waitFor();
}

export async function reviewByLink(browser, base, { size, language, shot }) {
  const playerVisit = await openPage(browser, { size, language });
  await sitDown(playerVisit.page, base, { seed: '7', pace: '0' });
  await playHand(playerVisit.page, { wish: 'high' });
  const address = await playerVisit.page.locator('[data-key="review"]').getAttribute('href');
  const points = await playerVisit.page.locator('.points td').nth(1).textContent();
  assert.deepEqual(playerVisit.faults, []);
  await playerVisit.close();

  const { page, faults, close } = await openPage(browser, { size, language });
  await page.goto(`${base}/${address}`);
  await page.locator('.turn').first().waitFor();
  await waitForJudgement(page);
  await page.locator('[data-key="withOthers"]').click();
  assert.ok((await page.locator('.result-line').textContent()).includes(points), `the link pays ${points}`);
  await page.locator('.weighed, .verdict').first().waitFor();
  // Among the compared plays, only the play that was made is marked.
  for (const place of await page.locator('.turn')
    .evaluateAll((all) => all.flatMap((it, at) => /^(Pass|不出)$/.test(it.querySelector('.what').textContent) ? [] : [at]).slice(1, 8))) {
    await page.locator('.turn').nth(place).click();
    await showAnswer(page);
    const rows = await page.locator('.weighed tr').evaluateAll((all) => all.map((it) => [...it.cells].map((cell) => cell.textContent)));
    const playedText = await page.locator('.turn[aria-current="true"] .what').textContent();
    for (const [what, , mark] of rows) assert.equal(Boolean(mark), what.endsWith(playedText), `${what} beside ${playedText}`);
  }
  assert.ok(await page.locator('.curve .lane').count() > 0, 'who would win with open cards');
  await page.keyboard.press('Home');
  assert.equal(await page.locator('.turn').first().getAttribute('aria-current'), 'true');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  // Another play is chosen by its cards. At a turn of the auction there is no choice of plays.
  await page.keyboard.press('Home');
  await page.locator('[data-key="what-if"]').waitFor({ state: 'hidden' });
  await page.locator('.turn').nth(-2).click();
  await tryAnotherPlay(page);
  assert.ok(await page.locator('.board .board-spot .pile').count() > 0, 'its line lies on the table');
  await shot?.(page, 'review');
  assert.deepEqual(faults, []);
  await close();
}

export async function puzzles(browser, base, { size, language, count, shot }) {
  const { page, faults, close } = await openPage(browser, { size, language });
  // The requests to the solver must ask for a line, or for all first plays.
  page.on('request', (request) => {
    if (!request.url().endsWith('/SolveEndgame')) return;
    const { wantLine, wantAllFirstPlays } = request.postDataJSON();
    if (!wantLine && !wantAllFirstPlays) faults.push('no defence');
  });
  await page.goto(`${base}/#/puzzle/beginner/1`);
  for (let number = 1; number <= count; number++) {
    await page.waitForFunction((wanted) => document.querySelector('.bar-slot')?.textContent.endsWith(` ${wanted}`)
      && document.querySelector('.puzzle')?.dataset.puzzle === 'mine', number);
    // High cards come first, and all buttons are there.
    const cardRanks = await page.locator('.puzzle .card').evaluateAll((all) => all.map((it) => Number(it.dataset.card) >> 2));
    assert.deepEqual(cardRanks, [...cardRanks].sort((a, b) => b - a));
    assert.deepEqual(await page.locator('.puzzle .actions button').evaluateAll((all) => all.map((it) => it.dataset.key)),
      ['pass', 'hint', 'play']);
    for (let moves = 0; moves < 30; moves++) {
      const state = await page.waitForFunction(() =>
        ['mine', 'won', 'lost'].find((it) => it === document.querySelector('.puzzle')?.dataset.puzzle));
      const now = await state.jsonValue();
      assert.notEqual(now, 'lost', 'the solver keeps the win');
      if (now === 'won') break;
      const cards = await winningPlay(page, base);
      const saidCount = await page.locator('.puzzle').getAttribute('data-said');
      if (!cards.length) await page.locator('[data-key="pass"]').click();
      else {
        for (const card of cards) await page.locator(`.card[data-card="${card}"]`).click({ position: { x: 6, y: 12 } });
        await page.locator('[data-key="play"]:not([disabled])').click();
      }
      await page.waitForFunction((old) => document.querySelector('.puzzle').dataset.said !== old, saidCount);
    }
    // A solved puzzle shows the winning line.
    await page.locator('.puzzle-hints p', { hasText: /^(必胜的走法|The line that wins)/ }).waitFor();
    await page.waitForTimeout(300);
    if (number === count) await shot?.(page, 'puzzle');
    await page.locator('[data-key="next"]').click();
  }
  assert.deepEqual(faults, []);
  await close();
}

/** The solver's play for the landlord, from the cards on the screen and the page's last call to the solver; empty for a pass. */
async function winningPlay(page, base) {
  const screen = await page.evaluate(() => ({
    mine: [...document.querySelectorAll('.card')].map((it) => Number(it.dataset.card)),
  }));
  const { down, standing } = await page.evaluate(async () => {
    // A release serves the page's files under its version. Another address would load a second module with another list.
    const { calls } = await import(performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/api/log.js')).name);
    const last = calls.filter((it) => ['GenerateEndgame', 'SolveEndgame'].includes(it.rpc) && it.isDone).at(-1);
    if (last.rpc === 'GenerateEndgame') return { down: last.answer.hand.holds[1].cards.ids, standing: undefined };
    const action = last.answer.line?.[0]?.action ?? {};
    const playedIds = action.play?.cards.ids ?? [];
    return {
      down: last.request.hand.holds[1].cards.ids.filter((it) => !playedIds.includes(it)),
      standing: action.play,
    };
  });
  const answer = await post(base, 'SolveEndgame', {
    hand: {
      ruleset: 'classic', cardCodec: 'CARD_CODEC_RANKS_FROM_0',
      holds: [{ chair: 'CHAIR_FIRST', cards: { ids: screen.mine } }, { chair: 'CHAIR_SECOND', cards: { ids: down } }],
      present: { standing: standing && { chair: 'CHAIR_SECOND', combo: standing } },
    },
    wantLine: true,
  });
  assert.equal(answer.winner, 'SIDE_LANDLORD');
  return answer.line[0].action.play?.cards.ids ?? [];
}

/** The page says that a play loses, and takes it back. No hard puzzles: a busy service may need longer for them than a call's limit. */
export async function lostPuzzle(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone' });
  for (let seed = 1; seed < 8; seed++) {
    await page.goto(`${base}/#/puzzle/medium/${seed}`);
    await page.waitForFunction(() => document.querySelector('.puzzle')?.dataset.puzzle === 'mine');
    for (const hint of [1, 2, 3]) {
      await page.locator('[data-key="hint"]').click();
      assert.equal(await page.locator('.puzzle-hints p').count(), hint);
    }
    await page.locator('.card').last().click();
    const play = page.locator('[data-key="play"]:not([disabled])');
    await play.waitFor();
    const { x, y, width, height } = await play.boundingBox();
    await play.click();
    await page.waitForFunction(() => ['mine', 'lost', 'won'].includes(document.querySelector('.puzzle')?.dataset.puzzle));
    // A second tap, made by habit, opens no other puzzle.
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForTimeout(300);
    assert.ok(page.url().endsWith(`/medium/${seed}`), page.url());
    if (await page.locator('[data-key="back"]').count()) {
      const heldCount = await page.locator('.card').count();
      await page.locator('[data-key="back"]').click();
      await page.waitForFunction((n) => document.querySelectorAll('.card').length > n, heldCount);
      assert.deepEqual(faults, []);
      return close();
    }
  }
  throw new Error('no lowest card lost a puzzle');
}

/**
 * Watches a room of another client: plays are visible, and hidden hands are not. `wilds` are the wild ranks that are shown.
 */
export async function watchRoom(browser, base, { size, language, shot, ruleset = 'classic', wilds = '' }) {
  const { page, faults, close } = await openPage(browser, { size, language });
  const roomId = `watched-${size}-${language}${wilds}`;
  const deck = (from) => Array.from({ length: 17 }, (_, place) => place * 3 + from);
  const chairs = ['CHAIR_FIRST', 'CHAIR_SECOND', 'CHAIR_THIRD'];
  const openAnswer = await post(base, 'OpenRoom', {
    requestId: roomId, roomId, ruleset, cardCodec: 'CARD_CODEC_RANKS_FROM_0', strict: true,
    bots: chairs.map((chair, place) => ({ chair, persona: 'rules', seed: place })), decide: true,
    events: [{ sequence: 1, handNumber: 1,
      dealt: { first: 'CHAIR_FIRST', holds: chairs.map((chair, place) => ({ chair, cards: { ids: deck(place) } })) } }],
  });
  let recorded = { ...openAnswer, state: openAnswer.room.state };
  await page.goto(`${base}/#/watch/${roomId}`);
  await page.locator('.watch .who').first().waitFor();
  assert.equal(await page.locator('.watch .who .portrait').count(), 3, 'each chair has a face');
  let sequence = 1;
  let plays = 0;
  let shown = 0;
  for (let acts = 0; acts < 80 && recorded.state.stage !== 'STAGE_OVER'; acts++) {
    const { next, state: { stage, landlord } } = recorded;
    const action = next?.decision.action;
    const table = stage === 'STAGE_WILD' ? { wildShown: wilds[shown++] }
      : next ? { action } : { chair: landlord ?? 'CHAIR_FIRST', landlordFound: { ids: [51, 52, 53] } };
    recorded = await post(base, 'RecordEvents', { roomId, events: [{ sequence: ++sequence, handNumber: 1, table }], decide: true });
    if (action?.play && ++plays === 4) {
      await page.waitForFunction((letters) =>
        document.querySelectorAll('.watch .spot-me .laid, .watch .spot-left .laid, .watch .spot-right .laid').length >= letters,
          action.play.cards.ids.length);
      await shot?.(page, 'watch');
    }
  }
  const winner = recorded.state.stakes.winner;
  await post(base, 'RecordEvents',
    { roomId, events: [{ sequence: ++sequence, handNumber: 1, settled: { winner, amounts: recorded.state.stakes.amounts } }] });
  await page.locator('.say .my-turn').waitFor();
  assert.deepEqual((await page.locator('.bottom .wilds').allTextContents()).map((it) => it.replace(/\D/g, '')), wilds ? [wilds] : []);
  assert.equal(await page.locator('.watch .pile.open').count(), 0, 'the public sees no hand');
  await post(base, 'CloseRoom', { roomId });
  await page.waitForFunction(() => /closed|已关闭/.test(document.querySelector('.say').textContent));
  assert.deepEqual(faults, []);
  await close();
}

export async function watchInTwoLanguages(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  const roomId = 'watched-in-two-languages';
  const chairs = ['CHAIR_FIRST', 'CHAIR_SECOND', 'CHAIR_THIRD'];
  const holds = chairs.map((chair, from) => ({ chair, cards: { ids: Array.from({ length: 17 }, (_, place) => place * 3 + from) } }));
  let sequence = 0;
  const item = (what) => ({ sequence: ++sequence, handNumber: 1, ...what });
  await post(base, 'OpenRoom', {
    requestId: roomId, roomId, ruleset: 'classic', cardCodec: 'CARD_CODEC_RANKS_FROM_0', strict: true,
    bots: chairs.map((chair, place) => ({ chair, persona: 'rules', seed: place })),
    events: [item({ dealt: { first: 'CHAIR_FIRST', holds } }), ...chairs.map((chair, place) =>
      item({ table: { chair, action: { call: place ? 'CALL_PASS' : 'CALL_SCORE_1' } } }))],
  });
  await page.goto(`${base}/#/watch/${roomId}%3Fas=operator`);
  await page.locator('.watch .who').first().waitFor();
  const waitForDecisions = (count) => page.waitForFunction((n) => document.querySelectorAll('.decisions p').length >= n, count);
  const reasons = () => page.locator('.decisions p').evaluateAll((all) => all.map((it) => it.textContent.split(' · ').at(-1)));
  const act = async (table) => (await post(base, 'RecordEvents', { roomId, events: [item({ table })], decide: true })).next.decision.action;
  let action = await act({ chair: 'CHAIR_FIRST', landlordFound: { ids: [51, 52, 53] } });
  await waitForDecisions(1);
  action = await act({ chair: chairs[0], action });
  await waitForDecisions(2);
  assert.ok((await reasons()).every((it) => /^[^a-z]*[一-鿿]/.test(it)), 'in Chinese');
  await Promise.all([page.waitForResponse('**/WatchRoom'), page.locator('[data-key="language"]').click()]);
  await act({ chair: chairs[1], action });
  await waitForDecisions(3);
  // The reason of the current turn comes again in the new language; earlier reasons keep their text.
  const isChinese = (it) => /[一-鿿]/.test(it);
  assert.deepEqual((await reasons()).map(isChinese), [false, false, true]);
  await post(base, 'CloseRoom', { roomId });
  assert.deepEqual(faults, []);
  await close();
}

export async function lostRooms(browser, base) {
  const { page, faults, close } = await openPage(browser, {});
  await sitDown(page, base, { seed: '11', pace: '0', auction: 'score' });
  await waitForTurn(page);
  const acts = () => page.locator('.felt').getAttribute('data-acts');
  const before = await acts();
  await page.reload();
  await waitForTurn(page);
  assert.equal(await acts(), before, 'a reload loses nothing');
  // Another client closes the room: the table opens it again with the hand so far.
  const roomId = await page.evaluate(() => JSON.parse(sessionStorage.getItem('thirdseat-table')).roomId);
  await post(base, 'CloseRoom', { roomId });
  assert.ok(typeof (await playHand(page, { wish: 'low' })).isWon === 'boolean');
  // Late feelings of a closed table do not store it over the next one.
  await sitDown(page, base, { seed: '12', pace: '0' });
  await waitForTurn(page);
  await page.waitForTimeout(3000);
  assert.equal(await page.evaluate(() => JSON.parse(sessionStorage.getItem('thirdseat-table')).setup.seed), '12');
  const expected = faults.filter((it) => !/404/.test(it));
  assert.deepEqual(expected, []);
  await close();
}

/** A person who types faster than the service answers plays the currently lifted cards, not earlier ones. */
export async function fastTyping(browser, base) {
  const { page, faults, close } = await openPage(browser, {});
  await sitDown(page, base, { seed: '8', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.route('**/ClassifyPlay', async (route) => {
    await new Promise((resolve) => { setTimeout(resolve, 300); }); await route.continue();
  });
  await page.keyboard.press('4');
  await page.waitForTimeout(700);
  await page.keyboard.press('4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.spot-me .laid').length === 2);
  assert.deepEqual(faults, []);
  await close();
}

export async function serviceRestart(browser, serve) {
  const first = await serve();
  const { page, faults, close } = await openPage(browser, {});
  await sitDown(page, first.base, { seed: '7', pace: '0' });
  await waitForTurn(page);
  await first.stop();
  await page.locator('.mine .actions button').last().click();
  await page.locator('.banner:not([hidden])').waitFor();
  const second = await serve({ THIRDSEAT__GRPC__LISTEN: new URL(first.base).host });
  await page.locator('.banner').waitFor({ state: 'hidden', timeout: 30000 });
  assert.ok(typeof (await playHand(page, { wish: 'high' })).isWon === 'boolean');
  assert.deepEqual(faults.filter((it) => !/CONNECTION|404|failed/.test(it)), []);
  await close();
  await second.stop();
}

/** A service that needs tokens: the page asks the person for a token, and no address contains it. */
export async function tokenQuestion(browser, serve, file) {
  const service = await serve({ THIRDSEAT__GRPC__TOKENS__FILE: file });
  const { page, faults, close } = await openPage(browser, {});
  const addresses = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(`${service.base}/`);
  // On a first visit the start screen makes no calls, so the question comes after "Deal".
  await page.locator('[data-key="deal"]').click();
  await page.locator('dialog input[type="password"]').fill('secret-of-the-table');
  await page.locator('dialog .primary').click();
  await waitForTurn(page);
  assert.equal(addresses.some((it) => it.includes('secret')), false);
  assert.deepEqual(faults.filter((it) => !/401|Unauthorized/.test(it)), []);
  await close();
  await service.stop();
}

export async function axeChecks(browser, base, isFull) {
  for (const [size, language, scheme] of [['phone', 'zh', 'dark'], ['desktop', 'en', 'light']].slice(isFull ? 0 : 1)) {
    const { page, close } = await openPage(browser, { size, language, scheme, motion: 'reduce' });
    const check = async (what) => assert.deepEqual(await violations(page), [], `${what} ${size} ${scheme}`);
    await page.goto(`${base}/#/`);
    await openChoices(page);
    await check('start');
    await sitDown(page, base, { seed: '7', pace: '0' });
    await waitForTurn(page);
    await check('auction');
    await page.locator('[data-key="wire"]').click();
    await page.locator('.call-head').first().click();
    await check('calls');
    await page.locator('[data-key="close-wire"]').click();
    await page.locator('[data-key="settings"]').click();
    await page.locator('dialog input').first().check();
    await check('settings');
    await page.locator('dialog .primary').click();
    await page.locator('.mine .actions button').last().click();
    await page.waitForFunction(() =>
      document.querySelector('.felt').dataset.stage === 'STAGE_PLAY' && document.querySelector('.felt').dataset.waits === 'me');
    await page.locator('.card').first().click();
    await check('play');
    await playHand(page, {});
    await check('end');
    await page.locator('[data-key="review"]').click();
    await waitForJudgement(page);
    await check('review');
    await page.goto(`${base}/#/puzzle/beginner/1`);
    await page.waitForFunction(() => document.querySelector('.puzzle')?.dataset.puzzle === 'mine');
    await check('puzzle');
    await page.route('**/RecordEvents', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      if (answer.next?.decision) answer.next.decision.thinkTimeMs = 60000;
      await route.fulfill({ response, json: answer });
    });
    await sitDown(page, base, { seed: '7', pace: '1', role: 'landlord' });
    await waitForTurn(page);
    await page.locator('.card').last().click({ position: { x: 6, y: 30 } });
    await page.locator('[data-key="play"]:not([disabled])').click();
    await page.locator('.clock', { hasText: /\d/ }).waitFor();
    await check('a companion thinks');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(`${base}/#/watch/nowhere`);
    await page.locator('.say p').waitFor();
    await check('watch');
    await sitDown(page, base, { ruleset: 'laizi-tiandi', seed: '9', pace: '0', role: 'landlord' });
    await waitForTurn(page);
    await check('wild ranks');
    await sitDown(page, base, { ruleset: 'laizi', role: 'auction', 'pass-on': 'next', seed: '3', pace: '0' });
    await waitForTurn(page);
    await check('cards to pass on');
    await page.locator('[data-key="hint"]').click();
    await page.locator('[data-key="pass-on"]:not([disabled])').click();
    await page.locator('.gifts', { hasText: '←' }).waitFor();
    await check('cards passed on');
    await close();
  }
}
