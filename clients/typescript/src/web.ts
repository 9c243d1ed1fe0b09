/** For browsers: binary Connect over fetch, without anything of Node. Give a page only a token that may see no bot's hand. */
import { createConnectTransport } from "@connectrpc/connect-web";
import { BaseClient } from "./client.js";

export { BaseClient, ThirdseatError } from "./client.js";

export class Client extends BaseClient {
  /** `baseUrl` is the server's, as "https://bots.example"; its `web.origins` lists the page's origin. */
  constructor(baseUrl: string, token?: string) {
    super(createConnectTransport({ baseUrl, useBinaryFormat: true }), token);
  }
}
