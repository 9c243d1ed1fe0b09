// The functions for calls with one answer. Streams are in `stream.js`. A browser needs only this folder to use Thirdseat.
//
//   const decision = await call('Follow', { chair: 'CHAIR_THIRD', hand: { ruleset: 'classic', holds: [...], ... } });

import { logCall } from './log.js';

/** @typedef {import('../../types.d.ts').Rpcs} Rpcs */
/** @template T @typedef {T extends `REASON_${infer Name}` ? Name : never} Unprefixed */
/** The reasons for refusals in the API, without their prefix, and LEFT, the page's own. */
/** @typedef {Unprefixed<import('../../types.d.ts').Reason> | 'LEFT'} ReasonName */

const SERVICE = '/thirdseat.v1.CompanionService/';

/** The most tries of a call to which the service answers "retry later". */
const BUSY_TRIES_MAX = 5;
/** The pauses between tries while no answer comes; the last one repeats. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];
/** The reasons of refusals that a token can remove. @type {ReasonName[]} */
const TOKEN_REASONS = ['TOKEN_MISSING', 'TOKEN_UNKNOWN', 'SCOPE_MISSING'];

/** Functions that `app.js` sets, for a service that cannot be reached and for one that wants a token. */
export const hooks = {
  /** @param {boolean} isAway */
  away(isAway) {},
  /** Asks the person for a token; false if the person gives none. @param {string} reason @returns {Promise<boolean>} */
  async token(reason) { return false; },
};

/** The bearer token. It is in the tab's session storage, and sent only in a header. */
export const token = {
  get: () => sessionStorage.getItem('thirdseat-token') ?? '',
  /** @param {string} text */
  set: (text) => sessionStorage.setItem('thirdseat-token', text),
};

/** @param {string} kind @returns {Record<string, string>} */
export function headers(kind) {
  const bearer = token.get();
  return { 'content-type': kind, 'connect-protocol-version': '1', ...(bearer && { authorization: `Bearer ${bearer}` }) };
}

/** Returns a value that must be there, or throws. @template T @param {T | undefined} part @returns {T} */
export function required(part) {
  if (part === undefined) throw new Error('the service left out a part of its answer');
  return part;
}

/** @param {number} ms @param {AbortSignal} [signal] */
export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const onAbort = () => { clearTimeout(timer); reject(signal?.reason); };
    // A session has one signal and many pauses, so each pause removes its listener.
    const timer = setTimeout(() => { signal?.removeEventListener('abort', onAbort); resolve(undefined); }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Returns a promise that another part of the page resolves; an abort of the signal rejects it.
 * @param {AbortSignal} signal @param {(resolve: (value: any) => void) => void} begin @returns {Promise<any>}
 */
export function untilResolved(signal, begin) {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    begin((value) => { signal.removeEventListener('abort', onAbort); resolve(value); });
  });
}

/**
 * Calls an RPC once, with a JSON object as the request. The answer is a JSON object too.
 * @template {keyof Rpcs} R
 * @param {R} rpc its name, for example "RecordEvents"
 * @param {Rpcs[R][0]} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Rpcs[R][1]>}
 */
export async function callOnce(rpc, request, signal) {
  const entry = logCall(rpc, request);
  let response, text;
  try {
    response = await fetch(SERVICE + rpc, {
      method: 'POST', headers: headers('application/json'), body: JSON.stringify(request), signal,
    });
    text = await response.text();
  } catch (error) {
    entry.end(0, '', String(error));
    if (signal?.aborted) throw signal.reason;
    throw new Unanswered(String(error));
  }
  let answer;
  try { answer = JSON.parse(text); } catch { answer = undefined; }
  entry.end(response.status, text, answer);
  if (!response.ok || answer === undefined) throw refusal(answer, response.status, response.headers);
  return answer;
}

/**
 * Calls an RPC. Retries while no answer comes, a few times if the service says "later", and with a new token. A repeated event is safe,
 * because events have numbers.
 * @template {keyof Rpcs} R
 * @param {R} rpc
 * @param {Rpcs[R][0]} request
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<Rpcs[R][1]>}
 */
export async function call(rpc, request, { signal } = {}) {
  for (let busy = 0, away = 0; ;) {
    try {
      const answer = await callOnce(rpc, request, signal);
      if (away) hooks.away(false);
      return answer;
    } catch (error) {
      if (error instanceof Unanswered) {
        hooks.away(true);
        await sleep(PAUSES_MS[Math.min(away++, PAUSES_MS.length - 1)], signal);
        continue;
      }
      if (away) hooks.away(false);
      away = 0;
      if (!(error instanceof Refused)) throw error;
      if (error.retry === 'later' && ++busy < BUSY_TRIES_MAX) {
        await sleep(Math.max(error.retryMs, 200 * busy), signal);
      } else if (!(TOKEN_REASONS.includes(error.reason) && await hooks.token(error.reason))) {
        throw error;
      }
    }
  }
}

/**
 * The error of a refusal. `reason` is a name (`ROOM_NOT_FOUND`), and `message` is for developers. `retryMs` is the pause that the service
 * asks for, or -1. `retry` is the kind of retry: "never", "reread" or "later".
 */
export class Refused extends Error {
  /** @param {ReasonName} reason @param {string} message @param {number} status @param {number} retryMs @param {string} [retry] */
  constructor(reason, message, status, retryMs, retry = 'never') {
    super(message);
    this.reason = reason;
    this.status = status;
    this.retryMs = retryMs;
    this.retry = retry;
  }
}

/** The error of a call whose answer did not come, or broke off. */
export class Unanswered extends Error {}

/**
 * Reads the error object of the Connect protocol: `{"code", "message", "details": [{"type", "debug"}]}`.
 * @param {any} body @param {number} status @param {Headers} [headers]
 */
export function refusal(body, status, headers) {
  const details = body?.details ?? [];
  const detail = (/** @type {string} */ type) => details.find((/** @type {any} */ it) => it.type === `google.rpc.${type}`)?.debug;
  const reason = /** @type {any} */ (headers?.get('thirdseat-reason') ?? detail('ErrorInfo')?.reason ?? body?.code ?? `HTTP_${status}`);
  const pushback = headers?.get('grpc-retry-pushback-ms');
  const wait = pushback ?? (detail('RetryInfo') ? parseFloat(detail('RetryInfo').retryDelay) * 1000 : -1);
  const retry = headers?.get('thirdseat-retry') ?? detail('ErrorInfo')?.metadata?.retry;
  return new Refused(reason, body?.message ?? `HTTP ${status}`, status, Number(wait), retry);
}
