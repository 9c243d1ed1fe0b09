// The look of the table (animations, faces, emotes, the stake) and of the start page. The game does not wait for animations. With reduced
// motion there are none.

import assert from 'node:assert/strict';
import { openPage } from './lib.mjs';
import { openChoices, sitDown, waitForTurn, typeLetters } from './person.mjs';

const { deal } = await import('../../page/game/deal.js');
const { CHATTER } = await import('../../page/screen/chatter.js');
const rank = (card) => card < 52 ? card >> 2 : card - 39;
/** The width of the arrow in a select field. */
const ARROW_PX = 18;
/** The moment at which a factor is largest and its word is shown. */
const LARGEST_MS = 170;

/** A seed that deals four equal cards to the person as landlord, and the letter of their rank. */
export function seedWithBomb() {
  for (let seed = 1; ; seed++) {
    const { hands, bottom } = deal(String(seed), 0);
    const heldRanks = [...hands[0], ...bottom].map(rank);
    const four = heldRanks.find((it) => it < 13 && heldRanks.filter((other) => other === it).length === 4);
    if (four !== undefined) return { seed: String(seed), letter: '3456789TJQKA2'[four] };
  }
}

/** Records the classes of the elements that the page animates by script. */
const recordAnimations = (page) => page.addInitScript(() => {
  globalThis.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) {
    globalThis.moved.push(this.closest('[class]')?.className?.baseVal ?? this.className);
    return animate.apply(this, all);
  };
});

export async function animations(browser, base) {
  const { seed, letter } = seedWithBomb();
  for (const motion of ['no-preference', 'reduce']) {
    const { page, faults, close } = await openPage(browser, { motion });
    await recordAnimations(page);
    await sitDown(page, base, { seed, pace: '0', role: 'landlord' });
    await waitForTurn(page);
    await typeLetters(page, letter.repeat(4));
    await page.keyboard.press('Enter');
    if (motion === 'reduce') {
      await page.waitForFunction(() => document.querySelectorAll('.spot-me .laid').length === 4);
      await page.waitForTimeout(500);
      assert.deepEqual(await page.evaluate(() =>
        [globalThis.moved, document.querySelectorAll('.burst').length, document.getAnimations().length]), [[], 0, 0], 'nothing moves');
    } else {
      await page.locator('.burst', { hasText: 'bomb' }).waitFor({ state: 'attached' });
      assert.match(await page.locator('.burst').textContent(), /×2/);
      const moved = await page.evaluate(() => globalThis.moved);
      assert.ok(moved.filter((it) => it.startsWith('face')).length >= 17, 'the cards are dealt');
      assert.ok(moved.some((it) => it.startsWith('pile')), 'a play flies');
      assert.ok(moved.includes('stake'), 'the factor lands on the stake');
      await page.reload();
      await waitForTurn(page);
      const movedAgain = await page.evaluate(() => globalThis.moved);
      assert.equal(movedAgain.includes('stake'), false, 'a table that is opened again tells no factor anew');
    }
    assert.match(await page.locator('.stake').textContent(), /base 1 × bombs 2 = 2/);
    assert.deepEqual(faults, []);
    await close();
  }
}

export async function alarms(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  await recordAnimations(page);
  await page.addInitScript(() => {
    localStorage.setItem('thirdseat-settings', JSON.stringify({ sound: true }));
    globalThis.tones = [];
    globalThis.OscillatorNode = class extends OscillatorNode {
      constructor(audio, about) { super(audio, about); globalThis.tones.push(about.frequency); }
    };
    globalThis.alarms = [];
    addEventListener('DOMContentLoaded', () => new MutationObserver(() => globalThis.alarms.push(
      ...[...document.querySelectorAll('.who .alarm')].map((it) => `${it.textContent} ${getComputedStyle(it).animationName}`)))
      .observe(document.body, { childList: true, subtree: true }));
  });
  await sitDown(page, base, { seed: '7', pace: '0' });
  await waitForTurn(page);
  await page.locator('.mine .actions button').last().click();
  await page.locator('.felt[data-stage="STAGE_PLAY"]').waitFor();
  const moved = await page.evaluate(() => globalThis.moved);
  assert.ok(moved.filter((it) => /(red|black|face)/.test(it)).length > 17, 'the bottom turns over');
  await page.locator('[data-key="auto"]').click();
  // The answer is changed: the winner's settlement becomes a spring.
  await page.route('**/RecordEvents', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.state?.stakes?.winner) answer.state.stakes.spring = true;
    await route.fulfill({ response, json: answer });
  });
  await page.locator('.burst', { hasText: '春天' }).waitFor({ state: 'attached' });
  const seenAndHeard = () => page.evaluate(() => ({ seen: globalThis.alarms, tones: globalThis.tones }));
  for (let hand = 0; hand < 5 && !(await seenAndHeard()).seen.length; hand++) {
    await page.locator('[data-key="next"]').click();
    await page.locator('.felt:not([data-waits="over"])').waitFor();
    await page.locator('[data-key="auto"]').click();
    await page.locator('.result').waitFor();
  }
  const { seen, tones } = await seenAndHeard();
  assert.ok(seen.some((it) => /^(报单|报双) alarm$/.test(it)), `no alarm that pulses: ${seen}`);
  assert.ok(tones.includes(988), 'an alarm has its sound');
  assert.deepEqual(faults, []);
  await close();
}

export async function burstOverlaps(browser, base) {
  const { seed, letter } = seedWithBomb();
  for (const [width, height] of [[1440, 900], [390, 844], [360, 740], [360, 640], [844, 390], [667, 375]]) {
    const { page, faults, close } = await openPage(browser, { size: { width, height } });
    await sitDown(page, base, { seed, pace: '1', role: 'landlord' });
    await waitForTurn(page);
    await typeLetters(page, letter.repeat(4));
    // The animation is stopped when the words are largest, because a busy machine would miss this moment.
    await page.evaluate((ms) => new MutationObserver((_, own) => {
      const burst = document.querySelector('.burst');
      if (!burst) return;
      own.disconnect();
      burst.remove = () => {};
      for (const it of document.getAnimations()) { it.pause(); it.currentTime = it.effect.target.closest('.burst') ? ms : 2000; }
    }).observe(document.querySelector('.felt'), { childList: true }), LARGEST_MS);
    await page.keyboard.press('Enter');
    await page.locator('.burst').waitFor({ state: 'attached' });
    const [word, factor, bomb, stake, bottom] = await page.evaluate(() =>
      ['.burst b', '.burst span', '.spot-me .pile', '.stake', '.bottom .pile']
        .map((it) => document.querySelector(it).getBoundingClientRect().toJSON()));
    const meet = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    assert.deepEqual([meet(word, bomb), meet(factor, bomb), meet(word, factor), meet(stake, bottom)], [false, false, false, false],
      `${width} × ${height}: ${JSON.stringify({ word, factor, bomb, stake, bottom })}`);
    assert.deepEqual(faults, []);
    await close();
  }
}

/** The focus ring has enough contrast to its background, in both colour schemes. */
export async function focusRings(browser, base) {
  for (const scheme of ['light', 'dark']) {
    const { page, faults, close } = await openPage(browser, { scheme, motion: 'reduce' });
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await waitForTurn(page);
    const ratio = (selector, ring, ground) => page.locator(selector).first().evaluate((it, [from, to]) => {
      const light = (text) => {
        const [red, green, blue] = text.match(/[\d.]+/g).map((part) => part / 255)
          .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      it.focus({ focusVisible: true });
      const probe = document.createElement('i');
      it.after(probe);
      const [one, other] = [from, to].map((name) => { probe.style.color = `var(${name})`; return light(getComputedStyle(probe).color); });
      probe.remove();
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }, [ring, ground]);
    await page.keyboard.press('Tab');
    for (const [selector, ground] of [['.mine .actions button:not([disabled])', '--felt-1'], ['.talk summary', '--felt-3'],
      ['.bar button', '--felt-3'], ['.card .face', '--paper']]) {
      assert.ok(await ratio(selector, '--focus', ground) >= 3, `${scheme} ${selector}: ${await ratio(selector, '--focus', ground)}`);
    }
    await page.locator('.talk summary').last().click();
    assert.ok(await ratio('.talk .panel button', '--focus', '--panel') >= 3, `${scheme}: a panel on the felt`);
    assert.deepEqual(faults, []);
    await close();
  }
}

export async function companions(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  await sitDown(page, base, { seed: '7', pace: '1', role: 'landlord', before: 'casual', 'before-temperament': 'casual-hasty' });
  await waitForTurn(page);
  assert.deepEqual([await page.locator('.left .straw').count(), await page.locator('.right .straw').count(),
    await page.locator('.role .cap').count()], [1, 1, 1], 'hats');
  assert.equal(await page.locator('.left .band').count(), 1, 'a temperament has its mark');
  await page.locator('[data-key="hint"]').click();
  await page.locator('[data-key="play"]:not([disabled])').click();
  await page.locator('.felt[data-waits="companion"]').waitFor();
  // A tap on the thinking companion urges it.
  await page.locator('[data-turn="true"] .avatar:not([disabled])').click();
  await page.locator('.feel-me .feeling', { hasText: '快点吧' }).waitFor();
  await page.waitForFunction(() =>
    JSON.parse(sessionStorage.getItem('thirdseat-table')).events.some((it) => it.said?.emote === 'EMOTE_HURRY'));
  await waitForTurn(page);
  await page.locator('.talk summary').last().click();
  await page.locator('.talk [data-key="EMOTE_PRAISE"]').click();
  await page.locator('.feel-me .feeling', { hasText: '打得漂亮' }).waitFor();
  await page.locator('.talk summary').first().click();
  // The plays so far.
  await page.locator('.talk .panel li').nth(2).waitFor();
  assert.match(await page.locator('.talk ol').textContent(), /你.*阿明.*小兰/);
  assert.deepEqual(faults, []);
  await close();
}

export async function companionLines(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'zh' });
  const [hasty, patient] = [CHATTER.hasty, CHATTER.patient];
  const waitForLine = (side, lines) => page.locator(`.feel-${side} .feeling`, { hasText: new RegExp(lines.map(([, zh]) => zh).join('|')) })
    .waitFor();
  let react = (answer) => answer;
  await page.route('**/RecordEvents', async (route) => {
    const request = route.request().postDataJSON();
    for (const { table } of request.events) delete table?.action?.play?.kind;
    const response = await route.fetch({ postData: JSON.stringify(request) });
    await route.fulfill({ response, json: react(await response.json(), request) });
  });
  // Ming, on the right, plays after the person; Lan plays before.
  await sitDown(page, base, { seed: '7', pace: '1', role: 'landlord', after: 'casual', 'after-temperament': 'casual-hasty' });
  await waitForTurn(page);
  react = (answer, { events }) => events.some((it) => it.said)
    ? { ...answer, reactions: [{ chair: 'CHAIR_SECOND', emote: 'EMOTE_ANGRY', hurries: true }] }
    : { ...answer, reactions: [{ chair: 'CHAIR_THIRD', urgeAfterMs: [300] }] };
  await page.locator('.card').last().click({ position: { x: 6, y: 30 } });
  await page.locator('[data-key="play"]:not([disabled])').click();
  await page.locator('.right[data-turn="true"] .avatar:not([disabled])').click();
  await waitForLine('right', hasty.urged);
  await waitForTurn(page);
  await waitForLine('left', patient.urges);
  // A companion that plays a bomb says a line about the bomb, even if it has another feeling.
  react = (answer) => {
    const play = answer.next?.decision?.action?.play;
    if (play) play.kind = 'bomb';
    return { ...answer, reactions: [] };
  };
  await page.locator('[data-key="auto"]').click();
  await page.locator('.feel-right .feeling, .feel-left .feeling').filter({ hasText: /炸|得罪/ }).first().waitFor();
  react = (answer) => ({ ...answer, reactions: [] });
  await page.locator('.felt[data-waits="ending"]').waitFor();
  await waitForLine('right', [...hasty.wins, ...hasty.loses]);
  const last = await page.locator('.feel-right .feeling').textContent();
  await page.locator('.result').waitFor();
  const isWon = await page.locator('.result.won').count() > 0;
  assert.ok((isWon ? hasty.loses : hasty.wins).some(([, zh]) => zh === last), `${last} as the person ${isWon ? 'wins' : 'loses'}`);
  assert.deepEqual(faults, []);
  await close();
}

export async function startScreen(browser, base) {
  const { page, faults, close } = await openPage(browser, { language: 'en' });
  await page.goto(`${base}/#/`);
  await page.locator('[data-key="deal"]').waitFor();
  await openChoices(page);
  const levels = await page.locator('[data-key="before"] option').evaluateAll((all) => all.map((it) => it.value));
  assert.deepEqual(levels.slice(0, 5), ['beginner', 'casual', 'skilled', 'advanced', 'expert']);
  await page.locator('[data-key="before"]').selectOption('expert');
  assert.equal(await page.locator('[data-key="before-temperament"]').inputValue(), 'expert-patient', 'the temperament stays');
  assert.ok(await page.locator('.group').count() >= 4);
  assert.ok(await page.locator('.group .about-point').count() > 20, 'each point says what it is about');
  assert.ok(await page.locator('.guide li').count() >= 5);
  await page.locator('[data-key="language"]').click();
  const texts = await page.locator(`.more legend, .group summary, .more .field > span,
    .field:not(:has([data-key="ruleset"], [data-key="before"], [data-key="after"])) option`).allTextContents();
  assert.deepEqual(texts.filter((it) => /[a-z]/i.test(it)), [], 'all of it in Chinese');
  await page.locator('[data-key="language"]').click();
  await page.evaluate(() =>
    localStorage.setItem('thirdseat-stars', JSON.stringify({ [`medium/${Math.floor(Date.now() / 86400000)}`]: 2 })));
  await page.reload();
  await page.locator('.tile .stars', { hasText: '★★☆' }).waitFor();
  await sitDown(page, base, { seed: '7', pace: '0' });
  await waitForTurn(page);
  await page.locator('[data-key="home"]').click();
  await page.locator('.go-on .button').click();
  await waitForTurn(page);
  assert.deepEqual(faults, []);
  await close();
}

export async function choiceFields(browser, base) {
  for (const [width, height] of [[360, 640], [390, 844], [844, 390], [740, 360], [667, 375]]) {
    for (const language of ['en', 'zh']) {
      const { page, faults, close } = await openPage(browser, { size: { width, height }, language });
      await page.goto(`${base}/#/`);
      await openChoices(page);
      const cutTexts = await page.locator('.more select').evaluateAll((all, arrow) => all.flatMap((it) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(it);
        const text = Object.assign(document.createElement('canvas').getContext('2d'), { font });
        const room = it.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
        const shownOptions = it.matches('[data-key="auction"], [data-key="pace"]') ? [...it.options] : [it.selectedOptions[0]];
        return shownOptions.map((option) => option.text).filter((it) => text.measureText(it).width > room);
      }), ARROW_PX);
      assert.deepEqual(cutTexts, [], `${width} × ${height} ${language}`);
      const deal = await page.locator('[data-key="deal"]').boundingBox();
      // The button has a margin, because at the edge of the screen it would look cut off.
      assert.ok(deal.y + deal.height + 4 <= height && deal.x + deal.width <= width, `Deal at ${JSON.stringify(deal)}`);
      assert.deepEqual(faults, []);
      await close();
    }
  }
}

/** A screen that is closed before its calls are answered does not change the next one. */
export async function closedScreen(browser, base) {
  const { page, faults, close } = await openPage(browser);
  let answer = () => {};
  const heldAnswer = new Promise((resolve) => { answer = resolve; });
  await page.route('**/ListPersonas', async (route) => { await heldAnswer; await route.continue(); });
  await page.goto(`${base}/#/bots`);
  await page.locator('#screen.screen-bots').waitFor({ state: 'attached' });
  await page.goto(`${base}/#/lessons`);
  await page.locator('.lessons h2').waitFor();
  const response = page.waitForResponse('**/ListPersonas');
  answer();
  await response;
  await page.waitForTimeout(200);
  assert.equal(await page.locator('.lessons h2').count(), 1, 'the next screen stands');
  assert.equal(await page.locator('.bots-form').count(), 0);
  assert.deepEqual(faults, []);
  await close();
}
