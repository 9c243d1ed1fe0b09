// What went wrong with a call, in the service's own words.

/**
 * A call that the service refused. `reason` is the stable name (`ROOM_NOT_FOUND`), `message` an English sentence for developers,
 * `retryMs` how long the service asks to be left alone; -1 where asking again does not help.
 */
export class Refused extends Error {
  /** @param {string} reason @param {string} message @param {number} status @param {number} retryMs */
  constructor(reason, message, status, retryMs) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.retryMs = retryMs;
  }
}

/** The service could not be reached at all. */
export class Away extends Error {}

/**
 * Reads the error object of the Connect protocol: `{"code", "message", "details": [{"type", "debug"}]}`.
 * @param {any} body @param {number} status @param {Headers} [headers]
 */
export function refusal(body, status, headers) {
  const details = body?.details ?? [];
  const named = (/** @type {string} */ type) => details.find((/** @type {any} */ it) => it.type === `google.rpc.${type}`)?.debug;
  const reason = headers?.get('thirdseat-reason') ?? named('ErrorInfo')?.reason ?? body?.code ?? `HTTP_${status}`;
  const pushback = headers?.get('grpc-retry-pushback-ms');
  const wait = pushback ?? (named('RetryInfo') ? parseFloat(named('RetryInfo').retryDelay) * 1000 : -1);
  return new Refused(reason, body?.message ?? `HTTP ${status}`, status, Number(wait));
}
