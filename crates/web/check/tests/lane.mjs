// One lane of a run: a process with its own service and browser. It does the steps that it receives, one after the other. Lanes share no
// rooms, no focus and no global variables.

import { format } from 'node:util';
import { launch, serve } from './lib.mjs';
import { FIREFOX_STEP, stepsOf } from './steps.mjs';

const isFull = process.argv.includes('--full');
/** The lines of the current step, which are printed together at its end. @type {string[]} */
let lines = [];
console.log = (...all) => { lines.push(format(...all)); };

const service = await serve();
/** The browser; it is started with the first step that needs it. */
let browser;

// The lane ends if the run disconnects it, or if the run itself has ended.
process.on('disconnect', async () => {
  await browser?.close();
  await service.stop();
  process.exit();
});

process.on('message', async (/** @type {string} */ name) => {
  lines = [];
  const from = performance.now();
  let won, error;
  try {
    if (name !== FIREFOX_STEP) browser ??= await launch();
    won = await stepsOf(browser, service.base, isFull)[name]();
  } catch (fault) {
    error = fault.stack + (fault.cause ? `\ncaused by ${fault.cause.stack}` : '');
  }
  process.send({ lines, won: Array.isArray(won) ? won : [], error, seconds: (performance.now() - from) / 1000 });
});
process.send({ isReady: true });
