// Snippets that the list of calls copies run elsewhere as they are: each form of each call of a hand is executed and answers.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { visit } from './lib.mjs';
import { sitDown, turn } from './person.mjs';

const run = promisify(execFile);
const PYTHON = process.env.THIRDSEAT_PYTHON;
/** The calls of a hand. A room that is closed cannot be closed again, so that call is not among them. */
const RPCS = ['ListPersonas', 'ListRulesets', 'OpenRoom', 'RecordEvents', 'ListLegalPlays', 'ClassifyPlay', 'Decide'];

/** The runners of texts, by form; each asserts that the service answered. */
const RUNS = {
  async curl(text, folder) {
    // The status follows the answer, though the text does not ask for it.
    writeFileSync(join(folder, '.curlrc'), 'write-out = "\\n%{http_code}"\n');
    const { stdout } = await run('bash', ['-c', text], { env: { ...process.env, HOME: folder, CURL_HOME: folder } });
    assert.equal(stdout.split('\n').at(-1), '200', `${text}${stdout}`);
  },
  async 'buf curl'(text) {
    const { stdout } = await run('bash', ['-c', text],
      { env: { ...process.env, PATH: `${dirname(PYTHON)}${delimiter}${process.env.PATH}` } });
    assert.equal(typeof JSON.parse(stdout), 'object');
  },
  async Python(text, folder) {
    writeFileSync(join(folder, 'call.py'), text);
    const { stdout } = await run(PYTHON, [join(folder, 'call.py')]);
    assert.ok(stdout.trim());
  },
  async Go(text, folder) {
    writeFileSync(join(folder, 'call.go'), text);
    const { stdout } = await run('go', ['run', join(folder, 'call.go')], { env: { ...process.env, GO111MODULE: 'off' } });
    assert.match(stdout, /^200 OK \{.*<nil>\n$/s);
  },
};

/**
 * @param {import('playwright-core').Browser} browser @param {string} base
 * @param {boolean} isFull every form of each call; else curl, and the others for one call
 */
export async function snippets(browser, base, isFull) {
  assert.ok(PYTHON, 'THIRDSEAT_PYTHON is the Python with the client, as clients/python/install.sh prints it');
  const { page, faults, close } = await visit(browser);
  const folder = mkdtempSync(join(tmpdir(), 'thirdseat-snippets-'));
  try {
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await turn(page);
    await page.locator('[data-key="hint"]').click();
    await page.locator('[data-key="play"]:not([disabled])').click();
    await page.waitForFunction(() => document.querySelector('.felt').dataset.acts >= '0:3');
    await page.locator('[data-key="wire"]').click();
    let count = 0;
    for (const rpc of RPCS) {
      await page.locator('.call-head', { has: page.locator('.rpc', { hasText: new RegExp(`^${rpc}$`) }) }).first().click();
      for (const [form, execute] of Object.entries(RUNS)) {
        if (!isFull && form !== 'curl' && rpc !== 'OpenRoom') continue;
        await page.locator('.call-body .chip', { hasText: new RegExp(`^${form}$`) }).click();
        await page.locator(`.call-body .chip[aria-pressed="true"]`, { hasText: new RegExp(`^${form}$`) }).waitFor();
        const text = await page.locator('.call-body .snippet').textContent();
        await execute(text, folder)
          .catch((error) => { throw new Error(`${rpc} as ${form}: ${error.stderr || error.message}\n${text}`, { cause: error }); });
        count++;
      }
      await page.locator('.call-head[aria-expanded="true"]').click();
    }
    console.log(`  ${count} copied texts answered`);
    assert.deepEqual(faults, []);
  } finally {
    rmSync(folder, { recursive: true });
    await close();
  }
}
