/** Companion bots for DouDizhu (斗地主) at your table. `Client` owns the connection. `Table` records the events of one table. */
import type { ClientHttp2Stream } from "node:http2";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { BaseClient } from "./client.js";

export { BaseClient, ThirdseatError } from "./client.js";
export { Misuse, type Cards } from "./cards.js";
export { type Bot, type Counts, type Move, type Reading, type State, type TableOptions } from "./state.js";
export { Table } from "./table.js";

export interface ClientOptions {
  token?: string;
  /** Options of Node's TLS, for an address with https. */
  nodeOptions?: object;
}

/**
 * The HTTP/2 sessions of connect-node, with a listener for late errors. connect-node removes its own listener when it stops using a
 * session. A later error without a listener would end the process. This can happen if a call begins while the server closes the connection.
 */
class Sessions extends Http2SessionManager {
  private readonly seen = new WeakSet<object>();

  override async request(...args: Parameters<Http2SessionManager["request"]>): Promise<ClientHttp2Stream> {
    const stream = await super.request(...args);
    const { session } = stream;
    if (session !== undefined && !this.seen.has(session)) {
      this.seen.add(session);
      session.on("error", () => undefined);
    }
    return stream;
  }
}

/** gRPC over one HTTP/2 connection. Use one for all tables, because each client has a connection of its own. */
export class Client extends BaseClient {
  private readonly session: Sessions;

  /** `address` is "host:port", or a URL. */
  constructor(address: string, options: ClientOptions = {}) {
    const baseUrl = address.includes("://") ? address : `http://${address}`;
    // Pings keep an idle connection open and detect a dead one.
    const ping = { pingIntervalMs: 30_000, pingTimeoutMs: 10_000, pingIdleConnection: true, idleConnectionTimeoutMs: 2 ** 31 - 1 };
    const session = new Sessions(baseUrl, ping, options.nodeOptions);
    super(createGrpcTransport({ baseUrl, sessionManager: session }), options.token);
    this.session = session;
  }

  close(): void {
    this.session.abort();
  }
}
