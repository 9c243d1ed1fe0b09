// Tests for a person at a phone, for example the factor of a doubling in the stake, the only answer inside a sweep, the reason of a
// repeated hint, emotes that cover no play, and the way from a review back to the table.

import assert from 'node:assert/strict';
import { openPage } from './lib.mjs';
import { sitDown, waitForTurn } from './person.mjs';

export async function doubledStakes(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone' });
  await sitDown(page, base, { seed: '7', pace: '0', doubling: 'double' });
  await waitForTurn(page);
  await page.locator('[data-key="CALL_SCORE_3"]:not([disabled])').click();
  await page.locator('[data-key="DOUBLING_DOUBLE"]:not([disabled])').click();
  await page.locator('.felt[data-stage="STAGE_PLAY"]').waitFor();
  const factor = Number((await page.locator('.stake').textContent()).match(/^base 3 × doubled ([\d.]+) = /)?.[1]);
  assert.ok(factor >= 2, await page.locator('.stake').textContent());
  assert.equal(await page.locator('.stake b').textContent(), String(3 * factor));
  await page.locator('[data-key="auto"]').click();
  await page.locator('.result').waitFor();
  const [times] = (await page.locator('.side-line').textContent()).match(/(?<=stakes ×)\d+/);
  assert.ok((await page.locator('.side-line').textContent()).endsWith(` · doubled ${factor}`));
  const ownPoints = await page.locator('.points tr').first().locator('td').nth(1).textContent();
  assert.equal(Number(ownPoints.match(/\d+/)[0]), Number(times) * factor * 2, 'what the landlord wins or loses');
  assert.deepEqual(faults, []);
  await close();
}

/**
 * A sweep over the cards of an answer and other cards lifts the answer, if it is the only play in these cards that beats the standing
 * combo.
 */
export async function answerInSweep(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone' });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  // Among four swept cards the answers allow only a play of two, as against a standing pair.
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

/** If there is only one hint, its reason is shown each time. */
export async function repeatedHint(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone', language: 'zh' });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.route('**/Decide', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), alternatives: [] } });
  });
  await page.locator('[data-key="hint"]').click();
  await page.waitForFunction(() => /^提示：.+ · .+。/.test(document.querySelector('.say').textContent));
  const line = await page.locator('.say').textContent();
  await page.locator('[data-key="hint"]').click();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.say').textContent(), line);
  assert.deepEqual(faults, []);
  await close();
}

/** The emote of a player does not cover its play, even if twenty cards leave little room, and on a phone in landscape. */
export async function emotesCoverNothing(browser, base) {
  const landscapes = [[844, 390], [667, 375], [640, 360]].map(([width, height]) => ({ width, height }));
  for (const [size, language] of [
    ['phone', 'zh'], [{ width: 430, height: 932 }, 'zh'], [{ width: 360, height: 740 }, 'en'], [{ width: 360, height: 640 }, 'en'],
    [landscapes[0], 'zh'], [landscapes[1], 'en'], [landscapes[2], 'zh'], [landscapes[2], 'en']]) {
    const { page, faults, close } = await openPage(browser, { size, language, motion: 'reduce' });
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await waitForTurn(page);
    await page.locator('[data-key="hint"]').click();
    await page.locator('[data-key="play"]:not([disabled])').click();
    await waitForTurn(page);
    const overlaps = await page.evaluate((line) => ['left', 'right', 'me'].map((side) => {
      const feel = document.querySelector(`.feel-${side}`);
      const bubble = document.createElement('span');
      bubble.className = 'feeling';
      bubble.textContent = line;
      feel.replaceChildren(bubble);
      const words = bubble.getBoundingClientRect();
      const meets = (box) => words.bottom > box.top && words.top < box.bottom && words.left < box.right && words.right > box.left;
      return {
        side, isInSight: words.left >= 0 && words.right <= innerWidth && words.top >= 0,
        covered: [...document.querySelectorAll('[class^="spot-"] > *, .who, .role > *')].filter((it) => meets(it.getBoundingClientRect()))
          .map((it) => it.className),
      };
    }), language === 'zh' ? '早知道就留着那张了。' : 'I should have kept that card.');
    assert.deepEqual(overlaps, ['left', 'right', 'me'].map((side) => ({ side, isInSight: true, covered: [] })),
      `${JSON.stringify(size)} ${language}: words cover neither a play nor the one who says them`);
    // Emotes at the end of the hand do not cover the last play either.
    await page.locator('[data-key="auto"]').click();
    await page.locator('.result').waitFor();
    const ends = await page.evaluate((line) => ['left', 'right'].flatMap((by) => {
      const spot = document.querySelector(`.spot-${by}`);
      const pile = (document.querySelector('[class^="spot-"] .pile') ?? document.querySelector('.pile.small')).cloneNode(true);
      pile.className = 'pile';
      for (const other of document.querySelectorAll('[class^="spot-"]')) other.replaceChildren();
      spot.replaceChildren(pile);
      return ['left', 'right'].filter((side) => {
        const bubble = document.createElement('span');
        bubble.className = 'feeling';
        bubble.textContent = line;
        document.querySelector(`.feel-${side}`).replaceChildren(bubble);
        const [words, cards] = [bubble.getBoundingClientRect(), pile.getBoundingClientRect()];
        return words.bottom > cards.top && words.top < cards.bottom && words.left < cards.right && words.right > cards.left;
      }).map((side) => `${side} on ${by}`);
    }), language === 'zh' ? '早知道就留着那张了。' : 'I should have kept that card.');
    assert.deepEqual(ends, [], `${JSON.stringify(size)} ${language}: the last play is covered`);
    assert.deepEqual(faults, []);
    await close();
  }
}

export async function auctionQuestions(browser, base) {
  const QUESTIONS = {
    score: ['叫几分？', '要叫得更高吗？'], rounds: ['叫几分？', '要叫得更高吗？'], 'call-rob': ['要叫地主吗？', '要抢地主吗？'], 'take-it': ['要取经吗？'],
  };
  const { page, faults, close } = await openPage(browser, { size: 'phone', language: 'zh' });
  for (const [auction, questions] of Object.entries(QUESTIONS)) {
    const missing = new Set(questions);
    for (let seed = 1; missing.size; seed++) {
      assert.ok(seed < 40, `${auction} asks never: ${[...missing]}`);
      await sitDown(page, base, { seed: String(seed), pace: '0', auction });
      if ((await waitForTurn(page)).stage !== 'STAGE_AUCTION') continue;
      const line = await page.locator('.say').textContent();
      assert.ok(questions.includes(line), `${auction}: ${line}`);
      missing.delete(line);
      assert.ok((await page.locator('#alert').textContent()).endsWith(line), 'listeners are asked the same');
      const keys = await page.locator('.mine .actions [data-key]').evaluateAll((all) => all.map((it) => it.dataset.key));
      assert.equal(keys.includes('CALL_ROB'), line === '要抢地主吗？', `${line} ${keys}`);
      assert.equal(keys.includes('CALL_SCORE_1'), line === '叫几分？', `${line} ${keys}`);
      if (auction !== 'call-rob') assert.ok(!/抢/.test(await page.locator('.felt').textContent()), 'nobody robs');
      const passes = (await page.locator('.word, [data-key="CALL_PASS"]').allTextContents()).filter((it) => it[0] === '不');
      const pass = line === '要抢地主吗？' ? '不抢' : auction === 'take-it' ? '不取' : '不叫';
      assert.ok(passes.includes(pass) && (pass === '不抢' || new Set(passes).size === 1), `${auction}: ${passes}`);
    }
  }
  assert.deepEqual(faults, []);
  await close();
}

/** If a button or a card is drawn again while a finger presses it, the tap still counts. */
export async function redrawUnderFinger(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone' });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  const lowestKey = await page.locator('.card').last().evaluate((it) => '3456789tjqka2xd'[Number(it.dataset.card) >> 2]);
  const press = async (target) => {
    const box = await target.boundingBox();
    await page.mouse.move(box.x + 8, box.y + 20);
    await page.mouse.down();
    // The key draws the table again: other cards are lifted, and the play button is active.
    await page.keyboard.press(lowestKey);
    await page.locator('[data-key="play"]:not([disabled])').waitFor();
    await page.mouse.up();
  };
  await press(page.locator('[data-key="hint"]'));
  await page.waitForFunction(() => /^Hint/.test(document.querySelector('.say').textContent));
  await page.keyboard.press('Escape');
  await press(page.locator('.card').first());
  await page.locator('.card').first().and(page.locator('[aria-pressed="true"]')).waitFor();
  assert.deepEqual(faults, []);
  await close();
}

export async function backToTable(browser, base) {
  const { page, faults, close } = await openPage(browser, { size: 'phone', language: 'zh' });
  await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
  await waitForTurn(page);
  await page.locator('[data-key="auto"]').click();
  await page.locator('.result').waitFor();
  await page.locator('[data-key="review"]').click();
  await page.locator('.turn').first().waitFor();
  // On a tablet, the additional button above the review leaves enough room for the other buttons.
  await page.setViewportSize({ width: 820, height: 1180 });
  for (const language of ['zh', 'en', 'zh']) {
    await page.locator('.head-more').waitFor();
    assert.ok((await page.locator('.head-more').boundingBox()).height < 60, `${language}: one row`);
    await page.locator('[data-key="language"]').click();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[data-key="table"]').click();
  await page.locator('.result [data-key="next"]').waitFor();
  assert.deepEqual(faults, []);
  await close();
}

export async function englishTexts(browser, base) {
  for (const size of [{ width: 360, height: 640 }, { width: 390, height: 844 }]) {
    const { page, faults, close } = await openPage(browser, { size, language: 'en', motion: 'reduce' });
    await page.goto(`${base}/#/`);
    await page.locator('[data-key="deal"]').waitFor();
    const deal = await page.locator('[data-key="deal"]').boundingBox();
    assert.ok(deal.y + deal.height <= size.height, `Deal ends at ${deal.y + deal.height}`);
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await waitForTurn(page);
    const layout = await page.evaluate(() => {
      const total = document.querySelector('.score-note');
      total.dataset.hands = '1';
      total.lastChild.textContent = total.lastChild.textContent.replace(/\S+$/, '+1234');
      for (const place of document.querySelectorAll('.held')) {
        const alarm = document.createElement('span');
        alarm.className = 'alarm';
        alarm.textContent = 'two cards!';
        place.append(alarm);
      }
      const box = (/** @type {string} */ it) => document.querySelector(it).getBoundingClientRect();
      const [bar, stake] = [box('.bar-slot'), box('.stake')];
      return {
        cut: [...document.querySelectorAll('.bar-slot button')].filter((it) => it.getBoundingClientRect().right > bar.right + 1).length
          + Number(total.scrollWidth > total.clientWidth),
        alarms: [...document.querySelectorAll('.alarm')].map((it) => it.getBoundingClientRect()).map((
          { height, left, right, top, bottom }) => height < 30 && left >= 0
          && right <= innerWidth && !(stake.width && left < stake.right && right > stake.left && top < stake.bottom && bottom > stake.top)),
        row: box('.role').height,
        covered: [...document.querySelectorAll('.who .name')].filter((it) => {
          const [name, cards] = [it.getBoundingClientRect(), box('.bottom .pile')];
          return name.left < cards.right && name.right > cards.left && name.top < cards.bottom && name.bottom > cards.top;
        }).length,
      };
    });
    const results = [layout.cut, layout.alarms, layout.row <= 44, layout.covered];
    assert.deepEqual(results, [0, [true, true, true], true, 0], `${size.width}: ${JSON.stringify(layout)}`);
    // The texts of the doubling's buttons have space on both sides.
    await sitDown(page, base, { seed: '9', pace: '0', role: 'auction', doubling: 'super' });
    for (let words = 0; (await waitForTurn(page)).stage === 'STAGE_AUCTION'; words++) {
      assert.ok(words < 4, 'the auction ends');
      await page.locator('.mine .actions button:not([disabled])').last().click();
    }
    assert.deepEqual(await page.locator('[data-key^="DOUBLING"]').evaluateAll((all) => all.map((it) => {
      const text = document.createRange();
      text.selectNodeContents(it);
      const [words, button] = [text.getBoundingClientRect(), it.getBoundingClientRect()];
      return words.left - button.left >= 4 && button.right - words.right >= 4;
    })), [true, true, true], `${size.width}: a doubling is cut`);
    assert.deepEqual(faults, []);
    await close();
  }
}

export async function puzzleHints(browser, base) {
  for (const [width, height, language] of [[360, 640, 'en'], [360, 640, 'zh'], [1280, 800, 'en']]) {
    const { page, faults, close } = await openPage(browser, { size: { width, height }, language });
    await page.goto(`${base}/#/puzzle/easy/3`);
    await page.waitForFunction(() => document.querySelector('.puzzle')?.dataset.puzzle === 'mine');
    for (let hint = 0; hint < 3; hint++) await page.locator('[data-key="hint"]').click();
    const ends = await page.locator('.puzzle-hints p, .puzzle .hand, .puzzle .actions').evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect().bottom));
    assert.ok(ends.length >= 5 && ends.every((end) => end <= height), `${width} ${language}: ${ends}`);
    assert.deepEqual(faults, []);
    await close();
  }
}
