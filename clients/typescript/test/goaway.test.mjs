// A server that closes its connections while calls begin, like a replica during a rolling update. A call may fail, but the process must not
// end.
import assert from "node:assert/strict";
import { createServer } from "node:http2";
import { test } from "node:test";
import { Client, ThirdseatError } from "../dist/index.js";

const CALL_COUNT = 300;

test("a connection that ends while a call begins does not end the process", async () => {
  const server = createServer();
  const sessions = new Set();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => undefined);
  });
  server.on("stream", (stream) => {
    stream.on("error", () => undefined);
    const { session } = stream;
    stream.on("close", () => session.destroyed || session.goaway());
    stream.respond({ ":status": 200, "content-type": "application/grpc+proto", "grpc-status": "14" }, { endStream: true });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));

  const client = new Client(`127.0.0.1:${server.address().port}`);
  const call = () => client.call((stub, options) => stub.listPersonas({}, options), 5000).catch((error) => error);
  for (let i = 0; i < CALL_COUNT; i++) {
    // The calls begin after 0 to 7 turns of the event loop, so that they meet many moments between the notice and the end of a connection.
    for (let turns = 0; turns < i % 8; turns++) await new Promise(setImmediate);
    const answer = await call();
    assert.ok(answer instanceof ThirdseatError, String(answer));
  }
  client.close();
  for (const session of sessions) session.destroy();
  await new Promise((done) => server.close(done));
});
