// Calls that the page shows as shell commands run unchanged in a shell.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPage } from './lib.mjs';
import { sitDown, waitForTurn } from './person.mjs';

const run = promisify(execFile);
const RPCS = ['ListPersonas', 'ListRulesets', 'OpenRoom', 'RecordEvents', 'ListLegalPlays', 'ClassifyPlay', 'Decide'];

/** @param {import('playwright-core').Browser} browser @param {string} base */
export async function snippets(browser, base) {
  const { page, faults, close } = await openPage(browser);
  const folder = mkdtempSync(join(tmpdir(), 'thirdseat-snippets-'));
  try {
    await sitDown(page, base, { seed: '7', pace: '0', role: 'landlord' });
    await waitForTurn(page);
    await page.locator('[data-key="hint"]').click();
    await page.locator('[data-key="play"]:not([disabled])').click();
    await page.waitForFunction(() => document.querySelector('.felt').dataset.acts >= '0:3');
    await page.locator('[data-key="wire"]').click();
    // This setting makes curl print the HTTP status after the answer.
    writeFileSync(join(folder, '.curlrc'), 'write-out = "\\n%{http_code}"\n');
    for (const rpc of RPCS) {
      await page.locator('.call-head', { has: page.locator('.rpc', { hasText: new RegExp(`^${rpc}$`) }) }).first().click();
      const text = await page.locator('.call-body .snippet').textContent();
      const { stdout } = await run('bash', ['-c', text], { env: { ...process.env, HOME: folder, CURL_HOME: folder } });
      assert.equal(stdout.split('\n').at(-1), '200', `${text}${stdout}`);
      await page.locator('.call-head[aria-expanded="true"]').click();
    }
    assert.deepEqual(faults, []);
  } finally {
    rmSync(folder, { recursive: true });
    await close();
  }
}
