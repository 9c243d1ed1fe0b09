// Reads a server stream of the Connect protocol. Each message has a byte of flags, four bytes of length, and JSON. The last message has the
// flag 2, and the error if there is one.

import { Unanswered, headers, refusal } from './call.js';
import { logCall } from './log.js';

const END_FLAG = 2;

/** @param {object} message */
function envelope(message) {
  const json = new TextEncoder().encode(JSON.stringify(message));
  const bytes = new Uint8Array(5 + json.length);
  new DataView(bytes.buffer).setUint32(1, json.length);
  bytes.set(json, 5);
  return bytes;
}

/**
 * Yields each message of a stream before the last.
 * @template {keyof import('../../types.d.ts').Rpcs} R
 * @param {R} rpc
 * @param {import('../../types.d.ts').Rpcs[R][0]} request
 * @param {AbortSignal} signal ends the stream
 * @returns {AsyncGenerator<import('../../types.d.ts').Rpcs[R][1]>}
 */
export async function* stream(rpc, request, signal) {
  const entry = logCall(rpc, request, true);
  /** @type {ReadableStreamDefaultReader<Uint8Array> | undefined} */
  let reader = undefined;
  let left = new Uint8Array();
  try {
    const response = await fetch(`/thirdseat.v1.CompanionService/${rpc}`, {
      method: 'POST', headers: headers('application/connect+json'), body: envelope(request), signal,
    });
    if (!response.ok) throw refusal(await response.json().catch(() => ({})), response.status, response.headers);
    reader = /** @type {ReadableStream} */ (response.body).getReader();
    entry.end(response.status, '', undefined);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Unanswered('the stream broke off');
      const buffer = new Uint8Array(left.length + value.length);
      buffer.set(left);
      buffer.set(value, left.length);
      left = buffer;
      while (left.length >= 5) {
        const size = new DataView(left.buffer, left.byteOffset).getUint32(1);
        if (left.length < 5 + size) break;
        const text = new TextDecoder().decode(left.subarray(5, 5 + size));
        const isEnd = left[0] & END_FLAG;
        left = left.slice(5 + size);
        const message = JSON.parse(text);
        if (!isEnd) {
          entry.more(text, message);
          yield message;
        } else if (message.error) {
          throw refusal(message.error, 200);
        } else {
          return;
        }
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof TypeError ? new Unanswered(String(error)) : error;
  } finally {
    reader?.cancel().catch(() => {});
  }
}
