// Frames during a bomb's animation: 60 per second on an idle machine at a quarter of its speed. The step prints the page's work for each
// frame. It also prints the frames of an animation without the table, which show how many frames the machine itself loses.

import assert from 'node:assert/strict';
import { isIdle, openPage } from './lib.mjs';
import { seedWithBomb } from './looks.mjs';
import { sitDown, waitForTurn, typeLetters } from './person.mjs';

/** The time of a frame at 60 frames per second, in milliseconds, with some tolerance. */
const FRAME_MS = 18;
const SLOWDOWN = 4;
/** Kinds of work of a page, by the names of trace events. The time of an event does not include events inside it. */
const WORK_KINDS = {
  script: /^(FunctionCall|v8\.callFunction|RunMicrotasks|TimerFire|EventDispatch|FireAnimationFrame|V8\.|BlinkScheduler_PerformMicro)/,
  style: /^UpdateLayoutTree$/, layout: /^Layout$/, paint: /^(PrePaint|Paint|Layerize|Commit)$/, garbage: /^(MinorGC|MajorGC|V8\.GC)/,
};

/** Animations change only cheap properties, and keep the frame rate. */
export async function frameTimes(browser, base) {
  const ms = await afterBomb(browser, base, async (page, cdp) => {
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busyMs = async () => (await cdp.send('Performance.getMetrics')).metrics.find((it) => it.name === 'TaskDuration').value * 1000;
    const [from, before] = [performance.now(), await busyMs()];
    await page.locator('.burst').waitFor({ state: 'detached' });
    return (await busyMs() - before) / (performance.now() - from) * FRAME_MS * SLOWDOWN;
  });
  // Only the processor time of the page counts: a busy machine draws fewer frames, but a frame does not cost more.
  console.log(`  the page is busy for ${ms.toFixed(1)} ms a frame, ${SLOWDOWN} times slower`);
  assert.ok(ms <= FRAME_MS, `${ms} ms a frame`);
  const wasIdle = await isIdle();
  const gaps = await afterBomb(browser, base, async (page, cdp) => {
    const properties = await page.evaluate(() =>
      [...new Set(document.getAnimations().flatMap((it) => it.effect.getKeyframes().flatMap(Object.keys)))]);
    const cheapProperties = ['transform', 'opacity', 'offset', 'computedOffset', 'easing', 'composite'];
    assert.deepEqual(properties.filter((it) => !cheapProperties.includes(it)), [], 'nothing is laid out or painted anew');
    return measureFrames(page, cdp, () => page.locator('.burst').waitFor({ state: 'detached' }));
  }, SLOWDOWN);
  const alone = await measureAlone(browser);
  console.log(`  the table: ${gaps.line}\n  the movement alone: ${alone.line}${wasIdle ? '' : '\n  on a busy machine'}`);
  if (wasIdle) assert.ok(gaps.median <= FRAME_MS, `a frame takes ${gaps.median} ms`);
}

/** Calls `look` right after a bomb is played, in a browser that is slowed down by `rate`. */
async function afterBomb(browser, base, look, rate = 1) {
  const { seed, letter } = seedWithBomb();
  const { page, context, faults, close } = await openPage(browser, { size: 'phone' });
  await sitDown(page, base, { seed, pace: '0', role: 'landlord' });
  await waitForTurn(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  await typeLetters(page, letter.repeat(4));
  await page.keyboard.press('Enter');
  await page.locator('.burst').waitFor({ state: 'attached' });
  const result = await look(page, cdp);
  assert.deepEqual(faults, []);
  await close();
  return result;
}

/** Measures a similar animation in a page without a table. */
async function measureAlone(browser) {
  const { page, context, close } = await openPage(browser, { size: 'phone' });
  await page.setContent('<b style="position:absolute;left:40%;top:40%;font-size:34px">bomb</b>');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const result = await measureFrames(page, cdp, () => page.evaluate(() => document.querySelector('b').animate(
    [{ transform: 'scale(2.4)', opacity: 0 }, { transform: 'none', opacity: 1, offset: 0.2 }, { transform: 'translate(90px, -200px)' }],
    { duration: 1200 }).finished.then(() => {})));
  await close();
  return result;
}

/** Measures the gaps between frames during an animation, and the page's work. @param {() => Promise<unknown>} moves */
async function measureFrames(page, cdp, moves) {
  /** @type {any[]} */
  const events = [];
  const collect = ({ value }) => events.push(...value);
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents', categories: 'devtools.timeline,disabled-by-default-devtools.timeline,v8,blink.user_timing',
  });
  await page.evaluate(() => {
    performance.mark('from');
    globalThis.gaps = [];
    let last = 0;
    const frame = (now) => { if (last) globalThis.gaps.push(now - last); last = now; globalThis.next = requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  });
  await moves();
  const gaps = (await page.evaluate(() => { cancelAnimationFrame(globalThis.next); return globalThis.gaps; })).sort((a, b) => a - b);
  const traceEnd = new Promise((resolve) => { cdp.once('Tracing.tracingComplete', resolve); });
  await cdp.send('Tracing.end');
  await traceEnd;
  const { pid, tid } = events.find((it) => it.name === 'from');
  const msByWork = timeByWork(events.filter((it) => it.pid === pid && it.tid === tid && it.ph === 'X'));
  const costs = Object.entries(msByWork).map(([name, sum]) => `${name} ${(sum / gaps.length).toFixed(1)}`).join(', ');
  const [median, late] = [gaps[gaps.length >> 1], gaps[Math.floor(gaps.length * 0.95)]];
  const tasks = events.filter((it) => it.pid === pid && it.tid === tid && it.name === 'RunTask');
  const longest = Math.max(...tasks.map((it) => it.dur ?? 0)) / 1000;
  return {
    median, line: `${gaps.length} frames, median ${median.toFixed(1)} ms, 95% within ${late.toFixed(1)} ms; a frame's ms: ${costs}; `
      + `longest task ${longest.toFixed(0)} ms`,
  };
}

/** The time by kind of work, in milliseconds. @param {{name: string, ts: number, dur: number}[]} events of one thread */
function timeByWork(events) {
  const msByWork = Object.fromEntries(Object.keys(WORK_KINDS).map((name) => [name, 0]));
  /** The events that have not ended yet, the innermost last. @type {{end: number, part: string}[]} */
  const running = [];
  for (const { name, ts, dur } of events.sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    while (running.length && running.at(-1).end <= ts) running.pop();
    const part = Object.keys(WORK_KINDS).findLast((it) => WORK_KINDS[it].test(name));
    if (!part) continue;
    if (running.length) msByWork[running.at(-1).part] -= dur / 1000;
    msByWork[part] += dur / 1000;
    running.push({ end: ts + dur, part });
  }
  return msByWork;
}
