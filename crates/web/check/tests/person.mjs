// A person who plays by mouse or only by keys.

export async function openChoices(page) {
  await page.locator('[data-key="more"]').waitFor();
  if (await page.locator('[data-key="more"][aria-expanded="false"]').count()) await page.locator('[data-key="more"]').click();
  await page.locator('.more fieldset').waitFor();
  await page.locator('.more details').evaluateAll((all) => { for (const it of all) it.open = true; });
}

/** Starts a table. `choices` are values for the fields of the start screen, by the key of the field. */
export async function sitDown(page, base, choices = {}) {
  await page.goto(`${base}/#/`);
  await page.locator('[data-key="deal"]').waitFor();
  if (Object.keys(choices).length) await openChoices(page);
  for (const key of ['ruleset', ...Object.keys(choices).filter((it) => it !== 'ruleset')]) {
    if (!(key in choices)) continue;
    const field = page.locator(`[data-key="${key}"]`);
    if (key === 'seed') { await field.fill(choices.seed); await field.blur(); } else await field.selectOption(choices[key]);
  }
  await page.locator('[data-key="deal"]').click();
  await page.locator('.felt').waitFor();
}

/** Waits until it is the person's turn, or the hand is over. */
export async function waitForTurn(page) {
  await page.waitForFunction(() => {
    const felt = document.querySelector('.felt');
    if (felt?.dataset.waits === 'over') return true;
    return felt?.dataset.waits === 'me' && (felt.dataset.stage !== 'STAGE_PLAY' || felt.dataset.plays)
      && document.querySelector('.mine .actions [data-key]:not([disabled])');
  });
  const felt = page.locator('.felt');
  return { waits: await felt.getAttribute('data-waits'), stage: await felt.getAttribute('data-stage') };
}

const clickAction = (page, key) => page.locator(`.mine .actions [data-key="${key}"]`).click();

/** Lifts cards by their letters. @param {Iterable<string>} letters */
export async function typeLetters(page, letters) {
  for (const letter of letters) await page.keyboard.press(letter === 'T' ? '0' : letter.toLowerCase());
}

/** The button's key and the keyboard's letter of the person's answer before the play. `wish` is "high", "low" or the key of a button. */
export async function answerKeys(page, stage, wish) {
  const keys = await page.locator('.mine .actions [data-key]').evaluateAll((all) => all.map((it) => it.dataset.key));
  const key = keys.includes(wish) ? wish : stage === 'STAGE_AUCTION' && wish === 'low' ? keys[0] : keys.at(-1);
  return { key, letter: key.match(/^CALL_SCORE_(\d)/)?.[1] ?? (String(keys.indexOf(key)).replace('0', 'p')) };
}

/** The ways to make a move, by input device. `done` is the key of the button that confirms the move. */
export const MOVE_WAYS = {
  async mouse(page, done) {
    await clickAction(page, 'hint');
    await page.waitForFunction(() => document.querySelector('.mine .say, .say')?.textContent.match(/Hint|提示/));
    const liftedCount = await page.locator('.card[aria-pressed="true"]').count();
    if (!liftedCount) return clickAction(page, 'pass');
    await page.locator(`[data-key="${done}"]:not([disabled])`).waitFor();
    await clickAction(page, done);
  },
  async keys(page, done) {
    await page.keyboard.press('h');
    await page.waitForFunction(() => document.querySelector('.say')?.textContent.match(/Hint|提示/));
    const letters = await page.locator('.card[aria-pressed="true"]').evaluateAll((all) => all.map((it) => Number(it.dataset.card))
      .map((card) => '3456789TJQKA2XD'[card < 52 ? card >> 2 : card - 39]));
    if (!letters.length) return page.keyboard.press('p');
    // Escape lowers the cards of the hint; then the letters of their ranks are typed.
    await page.keyboard.press('Escape');
    await typeLetters(page, letters);
    await page.locator(`[data-key="${done}"]:not([disabled])`).waitFor();
    await page.keyboard.press('Enter');
  },
};

/** Plays one hand to its end; returns the result. `look` is called before each of the person's acts. */
export async function playHand(page, { way = 'mouse', wish = 'high', look } = {}) {
  for (let acts = 0; acts < 80; acts++) {
    const { waits, stage } = await waitForTurn(page);
    if (waits === 'over') {
      await page.locator('.result').waitFor();
      const isWon = await page.locator('.result.won').count() > 0;
      return { isWon, acts };
    }
    await look?.(stage);
    const before = await actsMark(page);
    if (stage === 'STAGE_PASS_ON') {
      await MOVE_WAYS[way](page, 'pass-on');
    } else if (stage !== 'STAGE_PLAY') {
      const { key, letter } = await answerKeys(page, stage, wish);
      await (way === 'keys' ? page.keyboard.press(letter) : clickAction(page, key));
    } else if (await page.locator('[data-key="hint"][disabled]').count()) {
      await (way === 'keys' ? page.keyboard.press('p') : clickAction(page, 'pass'));
    } else {
      await MOVE_WAYS[way](page, 'play');
    }
    await page.waitForFunction((old) => {
      const felt = document.querySelector('.felt');
      return felt.dataset.acts !== old || felt.dataset.waits === 'over';
    }, before);
  }
  throw new Error('the hand did not end');
}

const actsMark = (page) => page.locator('.felt').getAttribute('data-acts');
