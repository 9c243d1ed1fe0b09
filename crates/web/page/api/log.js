// The log of the last calls, for the panel of calls.

const CALLS_MAX = 200;

/**
 * @typedef {object} Entry
 * @property {number} id
 * @property {string} rpc
 * @property {object} request
 * @property {boolean} isStream
 * @property {number} at the time of its beginning, by `performance.now()`
 * @property {number} status the HTTP status; 0 while unknown
 * @property {boolean} isDone
 * @property {number} ms
 * @property {number} bytes the length of the answer's text, or of a stream's messages
 * @property {any} answer
 */

/** @type {Entry[]} */
export const calls = [];
let count = 0;
let changed = () => {};

/** @param {() => void} watcher called after each change of the log */
export const watchCalls = (watcher) => { changed = watcher; };

/**
 * Logs the beginning of a call. The request is copied, because the table may change it later.
 * @param {string} rpc @param {object} request @param {boolean} [isStream]
 */
export function logCall(rpc, request, isStream = false) {
  /** @type {Entry} */
  const entry = {
    id: ++count, rpc, request: structuredClone(request), isStream, at: performance.now(), status: 0, isDone: false, ms: 0, bytes: 0,
    answer: undefined,
  };
  calls.push(entry);
  if (calls.length > CALLS_MAX) calls.shift();
  changed();
  return {
    /** @param {number} status @param {string} text @param {any} answer */
    end(status, text, answer) {
      entry.ms = performance.now() - entry.at;
      entry.bytes += text.length;
      Object.assign(entry, { status, answer, isDone: true });
      changed();
    },
    /** Logs a message of a stream. @param {string} text @param {any} message */
    more(text, message) {
      entry.bytes += text.length;
      entry.answer = message;
      changed();
    },
  };
}
