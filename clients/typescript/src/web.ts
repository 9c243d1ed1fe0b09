/** For browsers: binary Connect over fetch, without any code of Node. The token in a page must not allow the view of a bot's hand. */
import { createConnectTransport } from "@connectrpc/connect-web";
import { BaseClient } from "./client.js";

export { BaseClient, ThirdseatError } from "./client.js";

export class Client extends BaseClient {
  /**
   * `baseUrl` is the URL of the server, for example "https://bots.example". The server's `web.origins` must list the origin of a page from
   * elsewhere.
   */
  constructor(baseUrl: string, token?: string) {
    super(createConnectTransport({ baseUrl, useBinaryFormat: true }), token);
  }
}
