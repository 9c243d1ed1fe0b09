// The base of the browser tests: the service on free ports, a browser, and pages that record their faults. If the variable PAGE names a
// folder, the page's files come from this folder, so that a change of the page needs no build.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

/** The usual limit of a wait for the page. Some waits have their own limits. */
const WAIT_MS_MAX = 120_000;
export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Starts the service and waits for the address that it prints. */
export async function serve(environment = {}) {
  const child = spawn(process.env.THIRDSEAT, ['serve'], {
    env: {
      ...process.env, THIRDSEAT__GRPC__LISTEN: '127.0.0.1:0', THIRDSEAT__ADMIN__LISTEN: '127.0.0.1:0', THIRDSEAT__LOG__FILTER: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const base = line.match(/^ {2}table {2}(http:\S+)\/$/)?.[1];
    if (base) return { base, child, stop: () => stop(child) };
  }
  throw new Error('the service ended before it printed the address of the table');
}

async function stop(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/**
 * Opens a page in its own browser context. `faults` collects console errors and warnings, exceptions, failed requests and unsuccessful
 * answers. A test that expects such a fault removes it.
 */
export async function openPage(browser, { size = 'desktop', language = 'en', scheme = 'light', motion = 'no-preference' } = {}) {
  const context = await browser.newContext({
    viewport: SIZES[size] ?? size, locale: language === 'zh' ? 'zh-CN' : 'en-US', colorScheme: scheme, reducedMotion: motion,
    hasTouch: size === 'phone', deviceScaleFactor: 1,
  });
  if (process.env.PAGE) await context.route((url) => Boolean(fileOf(url)), serveFile);
  context.setDefaultTimeout(WAIT_MS_MAX);
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`); });
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack ?? error}`));
  page.on('requestfailed', (request) => {
    // A call that is cancelled, for example because the person leaves, is no fault.
    if (!/ERR_ABORTED/.test(request.failure()?.errorText ?? '')) faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => { if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`); });
  return { page, context, faults, close: () => context.close() };
}

/** The path of the file for an address in the folder PAGE; empty if there is none. */
function fileOf({ pathname }) {
  const path = join(process.env.PAGE, pathname === '/' ? 'index.html' : pathname);
  return pathname !== '/favicon.ico' && /\.\w+$/.test(path) && existsSync(path) ? path : '';
}

/** The headers of the service's page, read once from each service. @type {Record<string, Promise<Record<string, string>>>} */
const pageHeaders = {};
const { fetch } = globalThis;
const BODY_HEADERS = ['content-type', 'content-length', 'etag', 'content-encoding'];

/** Answers a request like the service, with the file from the folder PAGE. */
async function serveFile(route) {
  const { href } = new URL('/', route.request().url());
  pageHeaders[href] ??= fetch(href).then((response) =>
    Object.fromEntries([...response.headers].filter(([name]) => !BODY_HEADERS.includes(name))));
  await route.fulfill({ path: fileOf(new URL(route.request().url())), headers: await pageHeaders[href] });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The faults that axe finds on a page. axe runs through the debugger, because the page's policy allows no other script. */
export async function violations(page) {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(() =>
    globalThis.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  return found.map((it) => `${it.id} (${it.impact}): ${it.nodes.map((node) => node.target).join(' | ')}`);
}

/** The share of free processor time that measurements of the page need. */
const FREE_SHARE_MIN = 0.9;

/** True if the machine is idle now. The load average is not used, because it would still include lanes that have ended. */
export async function isIdle() {
  const idleTime = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const [from, before] = [performance.now(), idleTime()];
  await new Promise((resolve) => { setTimeout(resolve, 1000); });
  return (idleTime() - before) / (performance.now() - from) / cpus().length >= FREE_SHARE_MIN;
}

/** The reason why the table waits. */
export const waitReason = (page) => page.locator('.felt').getAttribute('data-waits');
