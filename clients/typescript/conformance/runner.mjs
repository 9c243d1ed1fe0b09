// Runs steps of the conformance suite with this client: each line of standard input is a step as JSON, each line of standard output its
// result. Usage: runner.mjs grpc|web ADDRESS.
import { createInterface } from "node:readline";
import { Client, Misuse, ThirdseatError } from "@thirdseat/client";
import { Client as WebClient } from "@thirdseat/client/web";

const [way, address] = process.argv.slice(2);
const client = way === "grpc" ? new Client(address) : new WebClient(`http://${address}`);
const FACES = ["UNSPECIFIED", "HURRY", "HAPPY", "ANGRY", "PRAISE", "SORRY"];
let table;
let last;

const toBot = (told) => (typeof told === "string" ? told : { ...told, seed: told.seed?.toString() });
const toReading = (told) => (told ? { kind: told[0], key: told[1], length: told[2], standsFor: told[3] } : undefined);

const steps = {
  table({ name, bots, time, ...options }) {
    const seats = Object.fromEntries(Object.entries(bots).map(([chair, one]) => [chair, toBot(one)]));
    table = client.table(name, { bots: seats, time: time * 1000, ...options });
  },
  deal: (told) => table.deal(told),
  called: ({ chair, call }) => table.called(chair, call),
  wild_shown: ({ rank }) => table.wildShown(rank),
  passed_on: ({ chair, cards, to }) => table.passedOn(chair, cards, to),
  landlord: ({ chair, bottom }) => table.landlord(chair, bottom),
  raised: ({ chair, doubling }) => table.raised(chair, doubling),
  shown: ({ chair, hand, factor }) => table.shown(chair, hand, factor),
  played: ({ chair, cards, reading: told }) => table.played(chair, cards, toReading(told)),
  take_over: ({ chair, bot: who, hand }) => table.takeOver(chair, toBot(who), hand),
  hand_back: ({ chair, player_id: player }) => table.handBack(chair, player),
  said: ({ chair, face }) => table.said(chair, face),
  accept: () => last.accept(),
  legal_plays: ({ plays, may_pass: mayPass }) => table.legalPlays(plays, mayPass),
  ask: () => table.ask(),
  settled: ({ winner, amounts }) => table.settled(winner, amounts),
};

async function runStep({ do: name, ...step }) {
  const output = {};
  try {
    const result = await steps[name](step);
    if (result?.kind) {
      last = result;
      const { chair, kind, word, show, cards, reading, degraded, warnings } = result;
      output.move = { chair, kind, value: word ?? show, cards, reading: reading && [reading.kind, reading.key, reading.length, reading.standsFor], degraded, warnings };
    }
  } catch (error) {
    if (error instanceof ThirdseatError) {
      const { code, reason, retry, field } = error;
      output.error = { code, reason, retry, field };
    } else if (error instanceof Misuse) {
      output.error = { code: "MISUSE", reason: "", retry: "never", field: "", message: error.message };
    } else {
      throw error;
    }
  }
  if (table) {
    const { stage, turn, landlord, winner, amounts, handNumber: hand } = table.state;
    const reactions = table.state.reactions.map((one) => (
      { chair: one.chair - 1, face: FACES[one.emote], urges: one.urgeAfterMs.length, hurries: one.hurries }));
    output.state = { stage, turn, landlord, winner, amounts, hand, reactions, left: table.state.table?.cardsLeft ?? [] };
    output.counts = table.counts;
  }
  return output;
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await runStep(JSON.parse(line))));
}
process.exit(0);
