/** Companion bots for DouDizhu (斗地主) at your table: `Client` owns the connection, `Table` one table from the deal to settlement. */
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { BaseClient } from "./client.js";

export { BaseClient, retryOf, ThirdseatError } from "./client.js";
export { Misuse, Table, type Bot, type Cards, type Counts, type Move, type Reading, type State, type TableOptions } from "./table.js";

export interface ClientOptions {
  /** Sent as a bearer token. */
  token?: string;
  /** Options of Node's TLS, for an address with https. */
  nodeOptions?: object;
}

/** gRPC over one HTTP/2 connection. Share it among all tables; a client for each table would cost a connection for each. */
export class Client extends BaseClient {
  private readonly session: Http2SessionManager;

  /** `address` is "host:port", or a URL. */
  constructor(address: string, options: ClientOptions = {}) {
    const baseUrl = address.includes("://") ? address : `http://${address}`;
    // Below the server's idle_timeout_s of 60, so that an idle connection stays and a dead one is noticed.
    const ping = { pingIntervalMs: 30_000, pingTimeoutMs: 10_000, pingIdleConnection: true, idleConnectionTimeoutMs: 2 ** 31 - 1 };
    const session = new Http2SessionManager(baseUrl, ping, options.nodeOptions);
    super(createGrpcTransport({ baseUrl, sessionManager: session }), options.token);
    this.session = session;
  }

  close(): void {
    this.session.abort();
  }
}
