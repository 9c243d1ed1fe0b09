// A DouDizhu room of Colyseus with companions. Bots take the empty seats and replace a player who drops out; when the player returns, the
// bot gives the seat back. The room deals and keeps the hands. The bots' server checks the rules, so there are no rules here.
import { Room } from "@colyseus/core";
import { Client } from "@thirdseat/client";

const CHAIRS = [0, 1, 2];
const without = (hand, cards) => hand.filter((card) => !cards.includes(card));

export class DouDizhuRoom extends Room {
  maxClients = 3;
  seats = new Map(); // chair by session
  standIns = new Set(); // chairs on which a bot plays for a person
  hands = [[], [], []];
  number = 0; // the number of the turn
  queue = Promise.resolve();

  onCreate({ address, persona = "casual", pace = 1 }) {
    this.bots = new Client(address); // A real server makes one client for all rooms.
    this.persona = persona;
    this.pace = pace;
    this.onMessage("start", () => this.inTurn(() => this.start()));
    this.onMessage("act", (client, told) => this.inTurn(() => this.act(client, told)));
  }

  onJoin(client) {
    const taken = [...this.seats.values()];
    this.seats.set(client.sessionId, CHAIRS.find((chair) => !taken.includes(chair)));
  }

  // The player has a minute to come back; until then a bot plays.
  async onDrop(client) {
    this.allowReconnection(client, 60).catch(() => undefined);
    this.inTurn(() => this.standIn(this.seats.get(client.sessionId)));
  }

  async onReconnect(client) {
    const chair = this.seats.get(client.sessionId);
    this.inTurn(async () => {
      if (this.standIns.delete(chair)) await this.proceed(await this.askUntilAnswered(this.table.handBack(chair, client.sessionId)));
    });
  }

  // The player has left for good. After a drop the bot already sits there.
  async onLeave(client) {
    const chair = this.seats.get(client.sessionId);
    this.seats.delete(client.sessionId);
    this.inTurn(() => this.standIn(chair));
  }

  async onDispose() {
    this.isOver = true;
    await this.queue;
    await this.table?.close();
    this.bots.close();
  }

  // The calls of a table must be made one after the other, so they go through this queue.
  inTurn(task) {
    this.queue = this.queue.then(task).catch((error) => this.broadcast("failed", { reason: error.reason ?? "", message: error.message }));
    return this.queue;
  }

  // If a call fails for now, the table keeps the event, and the room asks again. A game that knows the rules could act for its bots
  // instead.
  async askUntilAnswered(call) {
    try {
      return await call;
    } catch (error) {
      if (error.retry !== "later" || this.isOver) throw error;
      return this.askUntilAnswered(this.table.ask());
    }
  }

  async start() {
    if (this.table) return;
    const people = [...this.seats.values()];
    const bots = Object.fromEntries(CHAIRS.filter((chair) => !people.includes(chair)).map((chair) => [chair, this.persona]));
    this.table = this.bots.table(this.roomId, { codec: "RANKS_FROM_0", bots });
    await this.deal();
  }

  async deal() {
    const deck = [...Array(54).keys()].sort(() => Math.random() - 0.5);
    this.hands = CHAIRS.map((chair) => deck.slice(17 * chair, 17 * chair + 17));
    this.bottom = deck.slice(51);
    this.standing = undefined;
    for (const client of this.clients) client.send("hand", this.hands[this.seats.get(client.sessionId)]);
    const people = [...this.seats.values()].filter((chair) => !this.standIns.has(chair));
    const hands = Object.fromEntries(CHAIRS.filter((chair) => !people.includes(chair)).map((chair) => [chair, this.hands[chair]]));
    await this.proceed(await this.askUntilAnswered(this.table.deal({ first: 0, hands })));
  }

  // Takes a call or cards of a person. The server refuses actions that the ruleset does not allow. An act with another turn number came too
  // late and is ignored.
  async act(client, { number, call, cards }) {
    const chair = this.seats.get(client.sessionId);
    if (number !== this.number) return;
    try {
      const next = await this.askUntilAnswered(call === undefined ? this.table.played(chair, cards) : this.table.called(chair, call));
      await this.applyAct(chair, { call, cards }, next);
    } catch (error) {
      if (error.retry !== "never") throw error;
      client.send("refused", { reason: error.reason });
    }
  }

  async applyAct(chair, { call, cards = [] }, next) {
    this.hands[chair] = without(this.hands[chair], cards);
    if (cards.length > 0) this.standing = chair;
    this.broadcast("acted", { chair, call, cards, left: this.hands[chair].length });
    await this.proceed(next);
  }

  // Continues after each answer: makes the table's own events, and prepares the act of the next bot.
  async proceed(move) {
    const { stage, landlord, turn, winner, amounts } = this.table?.state ?? {};
    if (stage === "REDEAL") return this.deal();
    if (stage === "BOTTOM") {
      this.hands[landlord].push(...this.bottom);
      this.broadcast("landlord", { landlord, bottom: this.bottom });
      return this.proceed(await this.askUntilAnswered(this.table.landlord(landlord, this.bottom)));
    }
    if (stage === "OVER") {
      this.broadcast("over", { winner, amounts });
      await this.table.settled(winner, amounts);
      return;
    }
    // This message repeats the hand, because earlier messages may be lost.
    this.number += 1;
    for (const client of this.clients) {
      const hand = this.seats.get(client.sessionId) === turn ? this.hands[turn] : undefined;
      client.send("turn", { chair: turn, number: this.number, stage, standing: this.standing, hand });
    }
    // The think time passes outside the queue. If another event comes first, this move is no longer the next one.
    this.next = move;
    if (move) setTimeout(() => this.inTurn(() => this.accept(move)), move.thinkTime * this.pace);
  }

  async accept(move) {
    if (this.next !== move) return;
    this.next = undefined;
    await this.applyAct(move.chair, { call: move.word, cards: move.cards }, await this.askUntilAnswered(move.accept()));
  }

  async standIn(chair) {
    const isPlaying = this.table && !["UNSPECIFIED", "OVER"].includes(this.table.state.stage);
    if (!isPlaying || this.standIns.has(chair)) return;
    this.standIns.add(chair);
    await this.proceed(await this.askUntilAnswered(this.table.takeOver(chair, this.persona, this.hands[chair])));
  }
}
