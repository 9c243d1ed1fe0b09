// Runs the scripted person in a real browser: a whole hand in each language on a desktop and a phone, by mouse or by keys, and other acts
// of a person. `--full` plays more hands and has more steps. `--short` runs only the steps of the gate. `--only NAME` runs one
// step.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { ALONE_STEPS, FIREFOX_STEP, GATE_STEPS, stepsOf } from './steps.mjs';

/** The most lanes, without the lane of Firefox. It is low, because a browser and its service use more than one core. */
const LANES = Number(process.env.LANES ?? 2);
const isFull = process.argv.includes('--full');
const isShort = process.argv.includes('--short');
const onlyStep = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
const names = Object.keys(stepsOf(undefined, '', isFull));
assert.ok(!onlyStep || names.includes(onlyStep), `no step ${onlyStep}: ${names.join(', ')}`);

/** A lane, as a process of its own. */
class Lane {
  constructor() {
    this.child = fork(new URL('./lane.mjs', import.meta.url), process.argv.slice(2));
    this.ready = this.next();
  }

  /** @returns {Promise<any>} */
  next() {
    return new Promise((resolve, reject) => {
      const onExit = (code) => reject(new Error(`a lane ended with ${code}`));
      this.child.once('exit', onExit);
      this.child.once('message', (message) => { this.child.off('exit', onExit); resolve(message); });
    });
  }

  /** Does a step, and prints its lines together. @param {string} name */
  async step(name) {
    const answer = this.next();
    this.child.send(name);
    const { lines, won, error, seconds } = await answer;
    console.log([...lines, `${name}: ${seconds.toFixed(1)} s${error ? ', FAILED' : ''}`, error].filter(Boolean).join('\n'));
    results.push(...won);
    if (error) failedSteps.push(name);
  }

  async stop() {
    const exit = new Promise((resolve) => { this.child.once('exit', resolve); });
    this.child.disconnect();
    await exit;
  }
}

/** The results of hands: true for a won hand. @type {boolean[]} */
const results = [];
/** @type {string[]} */
const failedSteps = [];

/** Does steps until the queue is empty. Without `--full` it stops at the first failure. @param {string[]} queue */
async function runSteps(queue) {
  const lane = new Lane();
  await lane.ready;
  while (queue.length && (isFull || !failedSteps.length)) await lane.step(queue.shift());
  await lane.stop();
}

const from = performance.now();
const steps = names.filter((name) => onlyStep ? name === onlyStep : !isShort || GATE_STEPS.includes(name));
const sharedSteps = steps.filter((name) => name !== FIREFOX_STEP && !ALONE_STEPS.includes(name));
/** @param {string[]} queue @param {number} most lanes */
const lanes = (queue, most) => Array.from({ length: Math.min(most, queue.length) }, () => runSteps(queue));
await Promise.all([...lanes(steps.filter((name) => name === FIREFOX_STEP), 1), ...lanes(sharedSteps, LANES)]);
await Promise.all(lanes(steps.filter((name) => ALONE_STEPS.includes(name)), 1));
if (failedSteps.length) throw new Error(`failed: ${failedSteps.join(', ')}`);
if (isFull && !onlyStep) assert.ok(results.includes(true) && results.includes(false), 'hands are won and lost');
console.log(`person: ${results.length} hands, ${results.filter(Boolean).length} won, ${((performance.now() - from) / 1000).toFixed(0)} s`);
