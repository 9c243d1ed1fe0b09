// A hand in each language in Firefox, played only by clicks. Playwright controls only its own Firefox, so this file controls Debian's
// Firefox by Marionette: commands are JSON over a socket, each with its length before it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const WAIT_MS = 120_000;
const STEP_MS = 50;
/** A time after which the page accepts an answer to a new question. */
const FRESH_MS = 600;

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Calls `ask` again and again until its answer is true. */
async function until(what, ask) {
  for (const from = performance.now(); performance.now() - from < WAIT_MS; await sleep(STEP_MS)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`Firefox: ${what} did not come`);
}

/** A Firefox without a window, with its own profile. */
class Firefox {
  constructor(language) {
    this.profile = mkdtempSync(join(tmpdir(), 'thirdseat-firefox-'));
    const settings = { 'marionette.port': 0, 'intl.accept_languages': language === 'zh' ? 'zh-CN' : 'en-US' };
    const lines = Object.entries(settings).map((pair) => `user_pref(${pair.map((it) => JSON.stringify(it)).join(', ')});\n`);
    writeFileSync(join(this.profile, 'user.js'), lines.join(''));
    // Reading the console of Firefox needs system access.
    const flags = ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', this.profile];
    this.child = spawn(FIREFOX, flags, { stdio: 'ignore' });
    this.left = Buffer.alloc(0);
    this.waiting = new Map();
    this.count = 0;
  }

  async start() {
    const file = join(this.profile, 'MarionetteActivePort');
    const port = await until('its port', async () => existsSync(file) && Number(readFileSync(file, 'utf8')));
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (data) => this.take(data));
    await this.send('WebDriver:NewSession', {});
    await this.send('WebDriver:SetWindowRect', { width: 1280, height: 900 });
  }

  /** Reads messages from the socket: first a greeting, then answers `[1, id, error, value]`. */
  take(data) {
    this.left = Buffer.concat([this.left, data]);
    for (let colon = this.left.indexOf(':'); colon > 0; colon = this.left.indexOf(':')) {
      const end = colon + 1 + Number(this.left.subarray(0, colon));
      if (this.left.length < end) return;
      const message = JSON.parse(this.left.subarray(colon + 1, end));
      this.left = this.left.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, value] = message;
      const { resolve, reject } = this.waiting.get(id);
      if (error) reject(new Error(`Firefox: ${error.error}: ${error.message}`)); else resolve(value);
    }
  }

  send(command, parameters) {
    const id = ++this.count;
    const text = JSON.stringify([0, id, command, parameters]);
    const answer = new Promise((resolve, reject) => { this.waiting.set(id, { resolve, reject }); });
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return answer;
  }

  async run(code, ...args) {
    const parameters = { script: `return (${code})(...arguments)`, args, sandbox: null };
    return (await this.send('WebDriver:ExecuteScript', parameters)).value;
  }

  async faults() {
    await this.send('Marionette:SetContext', { value: 'chrome' });
    const messages = await this.run(() => globalThis.Services.console.getMessageArray().flatMap((it) => {
      const { errorMessage, sourceName, flags } = it.QueryInterface ? it : {};
      return errorMessage && !(flags & 1) && /^http:/.test(sourceName) ? [`${errorMessage} ${sourceName}`] : [];
    }));
    await this.send('Marionette:SetContext', { value: 'content' });
    return messages;
  }

  /** Waits until an element has a width, and clicks its middle. */
  async click(selector) {
    const at = await until(selector, () => this.run((wanted) => {
      const box = document.querySelector(wanted)?.getBoundingClientRect();
      return box?.width ? { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) } : null;
    }, selector));
    const buttons = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    const actions = [{ type: 'pointerMove', duration: 0, origin: 'viewport', ...at }, ...buttons];
    await this.send('WebDriver:PerformActions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  }

  async stop() {
    const exit = new Promise((resolve) => { this.child.once('exit', resolve); });
    if (this.socket) await this.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
    else this.child.kill();
    await exit;
    rmSync(this.profile, { recursive: true, force: true });
  }
}

/** The state of the table at the person's turn or after the hand; otherwise null. */
const visibleTable = () => {
  const { waits, stage, plays, acts } = document.querySelector('.felt')?.dataset ?? {};
  const keys = [...document.querySelectorAll('.mine .actions [data-key]:not([disabled])')].map((it) => it.dataset.key);
  const isPersonsTurn = waits === 'me' && keys.length > 0 && (stage !== 'STAGE_PLAY' || plays !== '');
  return waits === 'over' || isPersonsTurn ? { waits, stage, keys, plays, acts } : null;
};

async function playHand(firefox, base) {
  await firefox.send('WebDriver:Navigate', { url: `${base}/` });
  // The stored choices are those of a person who was here before and chose the fastest pace.
  await firefox.run(() => localStorage.setItem('thirdseat-setup', JSON.stringify({ pace: '0' })));
  await firefox.send('WebDriver:Refresh', {});
  await firefox.click('[data-key="deal"]');
  for (let acts = 0; acts < 80; acts++) {
    const now = await until('a turn', () => firefox.run(visibleTable));
    if (now.waits === 'over') break;
    await sleep(FRESH_MS);
    if (now.stage !== 'STAGE_PLAY') {
      await firefox.click(`.mine .actions [data-key="${now.keys.at(-1)}"]`);
    } else if (now.plays === '0') {
      await firefox.click('[data-key="pass"]');
    } else {
      await firefox.click('[data-key="hint"]');
      const key = await until('a hint', () => firefox.run(() => {
        if (!/^(Hint|提示)/.test(document.querySelector('.say').textContent)) return '';
        if (!document.querySelector('.card[aria-pressed="true"]')) return 'pass';
        return document.querySelector('[data-key="play"]:not([disabled])') && 'play';
      }));
      await firefox.click(`[data-key="${key}"]`);
    }
    await until('the act', () => firefox.run((old) => {
      const { acts: count, waits } = document.querySelector('.felt').dataset;
      return count !== old || waits === 'over';
    }, now.acts));
  }
  // The result also ignores a late click on the table.
  await sleep(FRESH_MS);
  await firefox.click('[data-key="review"]');
  await until('the review', () => firefox.run(() => document.querySelectorAll('.turn').length > 2));
  return firefox.run(() => document.querySelector('.result-line').textContent);
}

/** Plays a hand in each language. If there is no Firefox, only prints this. */
export async function playHands(base) {
  if (!existsSync(FIREFOX)) return console.log(`  NOT TESTED: there is no Firefox at ${FIREFOX} (FIREFOX names another place)`);
  for (const language of ['en', 'zh']) {
    const firefox = new Firefox(language);
    try {
      await firefox.start();
      const result = await playHand(firefox, base);
      assert.match(result, language === 'zh' ? /(地主|农民)获胜/ : /(The landlord wins|The peasants win)/);
      assert.deepEqual(await firefox.faults(), []);
      console.log(`  Firefox ${language}: ${result}`);
    } finally {
      await firefox.stop();
    }
  }
}
