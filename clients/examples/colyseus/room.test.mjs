// A person plays in a real Colyseus server against two bots of a real Thirdseat server, drops out in the middle, and comes back.
// THIRDSEAT_ADDRESS is the address of the bots' server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { Client } from "@colyseus/sdk";
import { WebSocket } from "ws";
import { DouDizhuRoom } from "./room.mjs";

// The SDK reconnects with the class WebSocket of browsers. Node has this class only from version 22 on.
globalThis.WebSocket ??= WebSocket;

const LIMIT_MS = 60_000;

/** A person who passes, and leads its lowest card if it must lead. `until` waits until its condition is true for the messages so far. */
function person(room) {
  const seen = [];
  let mine;
  const checks = new Set();
  room.onMessage("*", (type, told) => {
    seen.push({ type, ...told });
    if (type === "turn" && told.chair === mine) act(told);
    for (const check of checks) check();
  });
  const act = ({ number, stage, standing = mine, hand }) => {
    if (stage === "AUCTION") return room.send("act", { number, call: "PASS" });
    room.send("act", { number, cards: standing === mine ? [Math.min(...hand)] : [] });
  };
  const until = (what, holds) =>
    new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`${what} did not come; last ${JSON.stringify(seen.slice(-5))}`)), LIMIT_MS);
      const check = () => {
        if (!holds(seen)) return;
        clearTimeout(timer);
        checks.delete(check);
        done();
      };
      checks.add(check);
      check();
    });
  return { seen, until, sit: (chair) => (mine = chair) };
}

test("bots take seats, stand in and hand back", async () => {
  const server = new Server({ transport: new WebSocketTransport(), greet: false });
  server.define("doudizhu", DouDizhuRoom, { address: process.env.THIRDSEAT_ADDRESS, persona: "rules", pace: 0.05 });
  await server.listen(0);
  const { port } = server.transport.server.address();
  const session = await new Client(`ws://127.0.0.1:${port}`).joinOrCreate("doudizhu");
  session.reconnection.enabled = true;
  session.reconnection.minUptime = 0;
  const me = person(session);
  me.sit(0);
  session.send("start");
  await me.until("a bot's act", (seen) => seen.some(({ type, chair }) => type === "acted" && chair !== 0));

  // The connection breaks without a message; the SDK reconnects.
  const dropped = new Promise((done) => session.onDrop(done));
  const reconnected = new Promise((done) => session.onReconnect(done));
  session.connection.close(4010);
  await dropped;
  await reconnected;
  const seenBefore = me.seen.length;
  await me.until("the end of a hand", (seen) => seen.some(({ type }) => type === "over"));

  assert.deepEqual(me.seen.filter(({ type }) => type === "failed" || type === "refused"), []);
  const overMessage = me.seen.find(({ type }) => type === "over");
  assert.equal(overMessage.amounts.reduce((sum, amount) => sum + amount, 0), 0);
  assert.ok(me.seen.some(({ type, chair, cards }) => type === "acted" && chair !== 0 && cards.length > 0), "a bot plays cards");
  assert.ok(me.seen.slice(seenBefore).some(({ type, chair }) => type === "turn" && chair === 0), "the person has its seat again");
  await session.leave();
  await server.gracefullyShutdown(false);
});
