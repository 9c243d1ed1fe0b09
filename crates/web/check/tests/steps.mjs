// The steps of the scripted person, by name. A run without `--full` leaves some steps out.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, openPage } from './lib.mjs';
import * as features from './features.mjs';
import * as firefox from './firefox.mjs';
import { frameTimes } from './frames.mjs';
import * as gifts from './gifts.mjs';
import * as languages from './languages.mjs';
import * as lessons from './lessons.mjs';
import * as limits from './limits.mjs';
import * as looks from './looks.mjs';
import { checkHints, checkLinks } from './links.mjs';
import { playHand, sitDown } from './person.mjs';
import * as phone from './phone.mjs';
import * as scenes from './scenes.mjs';
import { snippets } from './snippets.mjs';
import * as table from './table.mjs';
import * as touch from './touch.mjs';
import { botsScreen, sidePanel } from './why.mjs';
import * as wild from './wild.mjs';

const shotsFolder = process.env.SHOTS ?? '';
if (shotsFolder) mkdirSync(shotsFolder, { recursive: true });
const shotOf = (name) => shotsFolder ? (page, what) => page.screenshot({ path: join(shotsFolder, `${what}-${name}.png`) }) : undefined;

/** Tables with different choices of a person: forms of the auction, doubling, an open hand, no auction, other rulesets. */
const TABLES = [
  { seed: '7', way: 'mouse', wish: 'high', choices: { doubling: 'super', 'open-hand': 'yes' } },
  { seed: '11', way: 'keys', wish: 'low', choices: {} },
  { seed: '3', way: 'keys', wish: 'high', choices: { auction: 'call-rob', doubling: 'double' } },
  { seed: '5', way: 'mouse', wish: 'low', choices: { ruleset: 'journey' } },
  { seed: '21', way: 'mouse', wish: 'high', choices: { role: 'after' } },
  { seed: '8', way: 'keys', wish: 'high', choices: { auction: 'take-it' } },
  { seed: '13', way: 'mouse', wish: 'low', choices: { ruleset: 'shuttle' } },
  { seed: '34', way: 'keys', wish: 'low', choices: { role: 'landlord' } },
  { seed: '55', way: 'mouse', wish: 'high', choices: { ruleset: 'douzero' } },
  { seed: '89', way: 'keys', wish: 'high', choices: { doubling: 'double' } },
];

/** @returns {Promise<boolean[]>} true for a won hand */
async function playTables(browser, base, size, language, tables) {
  const { page, faults, close } = await openPage(browser, { size, language, scheme: language === 'zh' ? 'dark' : 'light' });
  const results = [];
  for (const { seed, way, wish, choices } of tables) {
    await sitDown(page, base, { seed, pace: '0', ...choices });
    const result = await playHand(page, { way, wish }).catch(async (error) => {
      await page.screenshot({ path: join(tmpdir(), 'web-table-failed.png') });
      const felt = await page.locator('.felt').evaluate((it) => JSON.stringify(it.dataset));
      throw new Error(`${size} ${language} seed ${seed} ${way}: ${felt} ${await page.locator('.banner').textContent()} ${faults}`,
        { cause: error });
    });
    results.push(result.isWon);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing scrolls sideways');
  }
  assert.deepEqual(faults, [], `${size} ${language}`);
  await close();
  return results;
}

/** The steps that play hands in each language and size: one hand, or with `--full` half of the tables in each. */
function handSteps(browser, base, isFull) {
  const kinds = ['desktop', 'phone'].flatMap((size) => ['en', 'zh'].map((language) => [size, language]));
  return Object.fromEntries(kinds.map(([size, language], kind) => {
    const tables = isFull ? TABLES.filter((_, place) => (place + kind + (kind >> 1)) % 2 === 0) : [TABLES[kind]];
    return [`hands, ${size} ${language}`, () => playTables(browser, base, size, language, tables)];
  }));
}

/** Steps that measure time, frames or memory, which run alone. */
export const ALONE_STEPS = ['weight', 'repeated visit', 'frames', 'heap'];
/** The steps of the gate. */
export const GATE_STEPS = ['hands, desktop zh', 'hands, phone en', 'review', 'puzzles', 'watch', 'keys alone'];
/** The step with its own browser. */
export const FIREFOX_STEP = 'firefox';

/**
 * The steps of a run. Many long steps come first, because a long step at the end would run alone.
 * @param {import('playwright-core').Browser} browser @param {string} base @param {boolean} isFull
 * @returns {Record<string, () => Promise<unknown>>}
 */
export function stepsOf(browser, base, isFull) {
  const [one, other] = [{ size: 'desktop', language: 'en' }, { size: 'phone', language: 'zh' }];
  const token = () => {
    const tokens = join(mkdtempSync(join(tmpdir(), 'thirdseat-')), 'tokens');
    writeFileSync(tokens, 'secret-of-the-table decide rooms\n');
    return scenes.tokenQuestion(browser, serve, tokens);
  };
  return {
    [FIREFOX_STEP]: () => firefox.playHands(base),
    ...handSteps(browser, base, isFull),
    touch: () => touch.playHands(browser, base, isFull ? 4 : 2),
    'touch, late': () => touch.lateTaps(browser, base),
    'wild hands': () => wild.playHands(browser, base, shotOf('wild')),
    ending: () => table.handEnd(browser, base),
    'gifts, hands': () => gifts.playHands(browser, base, shotOf('gifts')),
    axe: () => scenes.axeChecks(browser, base, isFull),
    review: () => scenes.reviewByLink(browser, base, { ...one, shot: shotOf('desktop') }),
    'review, opens': () => lessons.opensAtWorstTurn(browser, base, shotOf('desktop')),
    'review, apart': () => lessons.faultAndMeritApart(browser, base, shotOf('desktop')),
    'review, clean': () => lessons.noMistakes(browser, base),
    'review, chances': () => lessons.chanceChart(browser, base),
    'review, tried again': () => lessons.tryAgain(browser, base, shotOf('phone')),
    'review, played out': () => lessons.playOnFromMistake(browser, base),
    'review, calls': () => lessons.callsAndDoublings(browser, base),
    'review, whole turns': () => lessons.listShowsWholeTurns(browser, base),
    lessons: () => lessons.lessonsScreen(browser, base, shotOf('desktop')),
    why: () => sidePanel(browser, base, shotOf('desktop')),
    'three bots': () => botsScreen(browser, base, shotOf('desktop')),
    'review, fits': () => lessons.fitsScreens(browser, base, isFull),
    puzzles: () => scenes.puzzles(browser, base, { ...other, count: isFull ? 3 : 1, shot: shotOf('phone') }),
    watch: () => scenes.watchRoom(browser, base, { ...one, shot: shotOf('desktop') }),
    'watch, language': () => scenes.watchInTwoLanguages(browser, base),
    'wild readings': () => wild.readings(browser, base),
    'wild, hidden': () => wild.hiddenWild(browser, base),
    'wild, watched': () => scenes.watchRoom(browser, base, { ...other, ruleset: 'laizi-tiandi auction=take-it', wilds: '79' }),
    'wild, unjudged': () => wild.unjudgedHand(browser, base),
    'wild, sizes': () => limits.smallScreens(browser, base, false, 'laizi-tiandi'),
    'gifts, hidden': () => gifts.hiddenGifts(browser, base),
    'gifts, sizes': () => gifts.smallScreens(browser, base),
    'gifts, reviewed': () => gifts.reviewGifts(browser, base),
    'gifts, watched': () => gifts.watchGifts(browser, base),
    'same places': () => table.buttonsKeepPlaces(browser, base),
    habits: () => table.secondTaps(browser, base),
    'keys alone': () => table.keysAlone(browser, base),
    notes: () => table.notesAndTaps(browser, base),
    landscape: () => table.landscape(browser, base),
    prompt: () => table.earlyTaps(browser, base),
    'loose sweeps': () => table.looseSweeps(browser, base),
    order: () => table.playOrder(browser, base),
    'phone, doubled': () => phone.doubledStakes(browser, base),
    'phone, answer in a sweep': () => phone.answerInSweep(browser, base),
    'phone, hint again': () => phone.repeatedHint(browser, base),
    'phone, English': () => phone.englishTexts(browser, base),
    'phone, hints of a puzzle': () => phone.puzzleHints(browser, base),
    'phone, words': () => phone.emotesCoverNothing(browser, base),
    'phone, auctions': () => phone.auctionQuestions(browser, base),
    'phone, finger down': () => phone.redrawUnderFinger(browser, base),
    'phone, back to the table': () => phone.backToTable(browser, base),
    told: () => table.announcements(browser, base),
    'other language': () => languages.switchLanguages(browser, base),
    movement: () => looks.animations(browser, base),
    alarms: () => looks.alarms(browser, base),
    bursts: () => looks.burstOverlaps(browser, base),
    rings: () => looks.focusRings(browser, base),
    'start page, fields': () => looks.choiceFields(browser, base),
    company: () => looks.companions(browser, base),
    chatter: () => looks.companionLines(browser, base),
    'start page': () => looks.startScreen(browser, base),
    'start page, left': () => looks.closedScreen(browser, base),
    'fast typing': () => scenes.fastTyping(browser, base),
    mishaps: () => scenes.lostRooms(browser, base),
    restart: () => scenes.serviceRestart(browser, serve),
    token,
    'hints, judged': async () => console.log(`  ${await checkHints(base, isFull ? 60 : 4)}`),
    links: async () => console.log(`  ${await checkLinks(base, isFull ? 100 : 10, isFull ? 400 : 40)}`),
    counted: () => features.countedHands(browser, base),
    'broken links': () => features.brokenLinks(browser, base),
    snippets: () => snippets(browser, base),
    weight: () => limits.firstVisit(browser, base, isFull ? 5 : 2),
    'repeated visit': () => limits.repeatedVisit(browser, base),
    frames: () => frameTimes(browser, base),
    'hidden cards': () => limits.hiddenCards(browser, base),
    sizes: () => limits.smallScreens(browser, base, isFull),
    sweep: () => limits.sweeps(browser, base),
    ...(isFull && {
      'touch, small phone': () => touch.playHands(browser, base, 3, { width: 360, height: 640 }),
      'touch, on its side': () => touch.playHands(browser, base, 3, { width: 740, height: 360 }),
      silence: () => limits.noIdleCalls(browser, base),
      tabs: () => limits.twoTabs(browser, base),
      overload: () => limits.overload(browser, base, serve),
      memory: () => features.lastHandsAndSound(browser, base),
      heap: () => limits.heapGrowth(browser, base, 60),
      'lost puzzle': () => scenes.lostPuzzle(browser, base),
    }),
  };
}
