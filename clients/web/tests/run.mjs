// The scripted person, in a real browser: a whole hand in each language on a desktop and a phone, one by mouse, one by keys, one by the
// line, one by other rules. `--full` plays ten in each.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, serve, visit } from './lib.mjs';
import * as features from './features.mjs';
import * as firefox from './firefox.mjs';
import * as gifts from './gifts.mjs';
import * as lessons from './lessons.mjs';
import * as limits from './limits.mjs';
import * as looks from './looks.mjs';
import { links } from './links.mjs';
import { playHand, sitDown } from './person.mjs';
import * as scenes from './scenes.mjs';
import { snippets } from './snippets.mjs';
import * as table from './table.mjs';
import * as touch from './touch.mjs';
import * as wild from './wild.mjs';

const isFull = process.argv.includes('--full');
/** `--only NAME` runs one step, and no hands before it. */
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
const shots = process.env.SHOTS ?? '';
if (shots) mkdirSync(shots, { recursive: true });
const shotOf = (name) => shots ? (page, what) => page.screenshot({ path: join(shots, `${what}-${name}.png`) }) : undefined;

/** Tables as people set them: every auction, doubling, an open hand, a table without an auction, other rules. */
const TABLES = [
  { seed: '7', way: 'mouse', wish: 'high', choices: { doubling: 'super', 'open-hand': 'yes' } },
  { seed: '11', way: 'keys', wish: 'low', choices: {} },
  { seed: '3', way: 'line', wish: 'high', choices: { auction: 'call-rob', doubling: 'double' } },
  { seed: '5', way: 'mouse', wish: 'low', choices: { ruleset: 'journey' } },
  { seed: '21', way: 'mouse', wish: 'high', choices: { role: 'after' } },
  { seed: '8', way: 'keys', wish: 'high', choices: { auction: 'take-it' } },
  { seed: '13', way: 'mouse', wish: 'low', choices: { ruleset: 'shuttle' } },
  { seed: '34', way: 'line', wish: 'low', choices: { role: 'landlord' } },
  { seed: '55', way: 'mouse', wish: 'high', choices: { ruleset: 'douzero' } },
  { seed: '89', way: 'keys', wish: 'high', choices: { doubling: 'double' } },
];

const service = await serve();
const browser = await launch();
const results = [];
try {
  for (const size of only ? [] : ['desktop', 'phone']) {
    for (const language of ['en', 'zh']) {
      const from = performance.now();
      const { page, faults, close } = await visit(browser, { size, language, scheme: language === 'zh' ? 'dark' : 'light' });
      const turns = isFull ? TABLES : TABLES.filter((_, place) => place === (size === 'phone') * 2 + (language === 'zh'));
      for (const { seed, way, wish, choices } of turns) {
        await sitDown(page, service.base, { seed, pace: '0', ...choices });
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
      console.log(`${size} ${language}: ${turns.length} hands in ${((performance.now() - from) / 1000).toFixed(1)} s`);
      await close();
    }
  }
  const tokens = join(mkdtempSync(join(tmpdir(), 'thirdseat-')), 'tokens');
  writeFileSync(tokens, 'secret-of-the-table decide rooms\n');
  const [one, other] = [{ size: 'desktop', language: 'en' }, { size: 'phone', language: 'zh' }];
  const steps = {
    review: () => scenes.review(browser, service.base, { ...one, shot: shotOf('desktop') }),
    'review, opens': () => lessons.opens(browser, service.base, shotOf('desktop')),
    'review, apart': () => lessons.apart(browser, service.base, shotOf('desktop')),
    'review, clean': () => lessons.clean(browser, service.base),
    'review, chances': () => lessons.chances(browser, service.base),
    'review, tried again': () => lessons.tryAgain(browser, service.base, shotOf('phone')),
    'review, calls': () => lessons.calls(browser, service.base),
    lessons: () => lessons.lessons(browser, service.base, shotOf('desktop')),
    why: () => lessons.why(browser, service.base, shotOf('desktop')),
    'three bots': () => lessons.bots(browser, service.base, shotOf('desktop')),
    'review, fits': () => lessons.fits(browser, service.base, isFull),
    puzzles: () => scenes.puzzles(browser, service.base, { ...other, count: isFull ? 3 : 1, shot: shotOf('phone') }),
    watch: () => scenes.watch(browser, service.base, { ...one, shot: shotOf('desktop') }),
    'watch, language': () => scenes.watchersLanguage(browser, service.base),
    'wild hands': () => wild.hands(browser, service.base, shotOf('wild')),
    'wild readings': () => wild.readings(browser, service.base),
    'wild, hidden': () => wild.hidden(browser, service.base),
    'wild, watched': () => scenes.watch(browser, service.base, { ...other, ruleset: 'laizi-tiandi auction=take-it', wilds: '79' }),
    'wild, unjudged': () => wild.unjudged(browser, service.base),
    'wild, sizes': () => limits.sizes(browser, service.base, false, 'laizi-tiandi'),
    'gifts, hands': () => gifts.hands(browser, service.base, shotOf('gifts')),
    'gifts, hidden': () => gifts.hidden(browser, service.base),
    'gifts, sizes': () => gifts.sizes(browser, service.base),
    'gifts, reviewed': () => gifts.review(browser, service.base),
    'gifts, watched': () => gifts.watched(browser, service.base),
    'same places': () => table.samePlaces(browser, service.base),
    habits: () => table.habits(browser, service.base),
    ending: () => table.ending(browser, service.base),
    notes: () => table.notes(browser, service.base),
    landscape: () => table.landscape(browser, service.base),
    prompt: () => table.prompt(browser, service.base),
    'loose sweeps': () => table.looseSweeps(browser, service.base),
    order: () => table.order(browser, service.base),
    touch: () => touch.hands(browser, service.base, isFull ? 10 : 2),
    firefox: () => firefox.hands(service.base),
    movement: () => looks.movement(browser, service.base),
    company: () => looks.company(browser, service.base),
    chatter: () => looks.chatter(browser, service.base),
    'start page': () => looks.start(browser, service.base),
    'start page, left': () => looks.left(browser, service.base),
    'fast typing': () => scenes.fastTyping(browser, service.base),
    mishaps: () => scenes.mishaps(browser, service.base),
    restart: () => scenes.restart(browser, serve),
    token: () => scenes.token(browser, serve, tokens),
    axe: () => scenes.axe(browser, service.base, isFull),
    links: async () => console.log(`  ${await links(service.base, isFull ? 300 : 10, isFull ? 1000 : 40)}`),
    'broken links': () => features.brokenLinks(browser, service.base),
    snippets: () => snippets(browser, service.base, isFull),
    weight: () => limits.weight(browser, service.base, isFull ? 5 : 2),
    'hidden cards': () => limits.hidden(browser, service.base),
    sizes: () => limits.sizes(browser, service.base, isFull),
    sweep: () => limits.sweep(browser, service.base),
    ...(isFull && {
      frames: () => looks.frames(browser, service.base),
      rooms: () => features.rooms(browser, service.base),
      quick: () => features.quick(browser, service.base),
      silence: () => limits.silence(browser, service.base),
      tabs: () => limits.tabs(browser, service.base),
      overload: () => limits.overload(browser, service.base, serve),
      memory: () => features.memory(browser, service.base),
      timer: () => features.timer(browser, service.base),
      heap: () => limits.heap(browser, service.base, 200),
      'review on a phone': () => scenes.review(browser, service.base, { ...other, shot: shotOf('phone') }),
      'watch on a phone': () => scenes.watch(browser, service.base, { ...other, shot: shotOf('phone') }),
      'lost puzzle': () => scenes.lostPuzzle(browser, service.base),
    }),
  };
  assert.ok(!only || steps[only], `no step ${only}: ${Object.keys(steps).join(', ')}`);
  for (const [name, step] of Object.entries(steps).filter(([name]) => !only || name === only)) {
    const from = performance.now();
    await step();
    console.log(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
  }
  if (isFull && !only) assert.ok(results.includes(true) && results.includes(false), 'hands are won and lost');
} finally {
  await browser.close();
  await service.stop();
}
console.log(`person: ${results.length} hands, ${results.filter(Boolean).length} won`);
