// Hands as links: a link gives the played hand back, and a damaged link gives a reason or a hand. No browser is needed: the page's
// modules play the hands with the service, and write and read the links.

import assert from 'node:assert/strict';

const page = '../../page/';
// The modules that call the service need objects of a browser.
globalThis.sessionStorage ??= { getItem: () => null, setItem() {} };
const { Refused, call } = await import(`${page}api/call.js`);
const { Table } = await import(`${page}game/backend.js`);
const { rng, streamSeed } = await import(`${page}game/seed.js`);
const { BadLink, decode, encode } = await import(`${page}game/link.js`);
const { handMessage } = await import(`${page}game/hand.js`);
const { JUDGE } = await import(`${page}game/onward.js`);
const { replay } = await import(`${page}game/replay.js`);
const { stream: streamCall } = await import(`${page}api/stream.js`);
const { softenedOpinion } = await import(`${page}screen/review/phrases.js`);

const RULESETS = [
  'classic', 'classic auction=call-rob doubling=super open-hand=yes', 'journey', 'classic auction=take-it doubling=double', 'shuttle',
  'laizi', 'laizi-tiandi doubling=double',
  'classic pass-on=next', 'laizi pass-on=previous auction=call-rob', 'classic pass-on=previous',
];
const ROLES = ['auction', 'auction', 'landlord', 'after', 'before', 'auction', 'auction', 'auction', 'auction', 'after'];
const BOTS = ['rules', 'casual'];
const DAMAGE_LETTERS = '3456789TJQKA2XDabcxo-.~+=%/0 z';

/** Plays hands in which the adviser plays for the person. @returns {Promise<{link: string, amounts: string[]}[]>} */
async function playHands(count, seed, ruleset, role, adviser = 'rules') {
  const hands = [];
  const handsDone = new Promise((resolve, reject) => {
    const table = new Table({ ruleset, bots: BOTS, seed, role, pace: 0 }, async () => {
      try {
        if (table.waits === 'me' && table.take) {
          const take = table.take;
          table.take = undefined;
          // The page asks for hints without a seed.
          const handSeed = adviser === JUDGE ? undefined : String(streamSeed(BigInt(seed), 1000 + table.kept.deals));
          const decision = await call('Decide', { chair: 'CHAIR_FIRST', hand: table.personsHand, options: { persona: adviser, handSeed } });
          take(decision.action);
        } else if (table.waits === 'over' && table.goOn) {
          const goOn = table.goOn;
          table.goOn = undefined;
          const { setup, kept, events } = table;
          hands.push({ link: encode({ ...setup, deal: kept.deal, version: '0' }, events),
            amounts: kept.events.at(-1).settled.amounts.map(String) });
          if (hands.length === count) resolve(table.leave());
          else goOn(table.nextDeal());
        } else if (table.refused) {
          reject(table.refused);
        }
      } catch (error) { reject(error); }
    });
    table.run();
  });
  await handsDone;
  return hands;
}

/** A text after one edit. */
function damage(text, next) {
  const place = next(text.length);
  const letter = DAMAGE_LETTERS[next(DAMAGE_LETTERS.length)];
  switch (next(5)) {
    case 0: return text.slice(0, place) + letter + text.slice(place + 1);
    case 1: return text.slice(0, place) + text.slice(place + 1);
    case 2: return text.slice(0, place) + letter + text.slice(place);
    case 3: return text.slice(0, place);
    default: return text.slice(0, place) + text.slice(place, place + 6) + text.slice(place);
  }
}

/** Links of finished hands, in which an adviser plays for the person. @returns {Promise<string[]>} */
export async function linksOf(base, { count = 1, seed, ruleset = 'classic', role = 'auction', adviser = 'beginner' }) {
  const realFetch = globalThis.fetch;
  globalThis.fetch = (path, options) => realFetch(new URL(path, base), options);
  try {
    return (await playHands(count, seed, ruleset, role, adviser)).map(({ link }) => link);
  } finally {
    globalThis.fetch = realFetch;
  }
}

/** @param {string} base @param {number} hands the number of hands @param {number} mutants the number of damaged links */
export async function checkLinks(base, hands, mutants) {
  const realFetch = globalThis.fetch;
  const dealEvents = [];
  globalThis.fetch = (path, options) => {
    if (/OpenRoom|RecordEvents/.test(path)) dealEvents.push(...(JSON.parse(options.body).events ?? []).filter((event) => event.dealt));
    return realFetch(new URL(path, base), options);
  };
  try {
    const handsEach = hands / RULESETS.length;
    const all = [];
    for (const [place, ruleset] of RULESETS.entries()) all.push(...await playHands(handsEach, String(100 + place), ruleset, ROLES[place]));
    assert.equal(all.length, hands);
    assert.ok(dealEvents.length >= hands && dealEvents.every((event) => event.dealt.holds.every(({ chair }) => chair !== 'CHAIR_FIRST')),
      'the room never learns the person’s cards');
    const replayLink = (linked) => replay(linked, new AbortController().signal);
    for (const { link, amounts } of all) {
      const linked = decode(decodeURIComponent(link));
      const { events, answer, brokenAt, why } = await replayLink(linked);
      assert.deepEqual([brokenAt, why], [-1, ''], link);
      assert.deepEqual(answer.state.stakes.amounts.map(String), amounts, link);
      assert.equal(encode(linked, events), link);
    }
    const next = rng(20n);
    const outcomes = { unreadable: 0, refused: 0, broken: 0, whole: 0 };
    for (let count = 0; count < mutants; count++) {
      const text = damage(decodeURIComponent(all[next(all.length)].link), next);
      let linked;
      try {
        linked = decode(text);
      } catch (error) {
        assert.ok(error instanceof BadLink, `${text}: ${error.stack}`);
        outcomes.unreadable++;
        continue;
      }
      try {
        const { brokenAt, why } = await replayLink(linked);
        assert.equal(brokenAt >= 0, why !== '', text);
        assert.ok(brokenAt < linked.acts.length, text);
        outcomes[why ? 'broken' : 'whole']++;
      } catch (error) {
        // The service refused the room, so the hand cannot be shown at all.
        assert.ok(error instanceof Refused && error.message, `${text}: ${error.stack}`);
        outcomes.refused++;
      }
    }
    assert.ok(outcomes.unreadable && outcomes.broken, JSON.stringify(outcomes));
    return `${hands} hands there and back, ${mutants} damaged links: ${JSON.stringify(outcomes)}`;
  } finally {
    globalThis.fetch = realFetch;
  }
}

/** The share of hints that a review may call inaccurate. */
const INACCURATE_SHARE_MAX = 0.02;

/** Reviews of hands in which the person follows every hint have no mistake, because the same persona gives hints and judges. */
export async function checkHints(base, hands) {
  const realFetch = globalThis.fetch;
  globalThis.fetch = (path, options) => realFetch(new URL(path, base), options);
  const { signal } = new AbortController();
  const verdicts = {};
  try {
    for (const [place, role] of ['auction', 'landlord', 'after', 'before'].entries()) {
      for (const { link } of await playHands(hands / 4, String(680 + place), 'classic', role, JUDGE)) {
        const linked = decode(link);
        const { events } = await replay(linked, signal);
        const hand = handMessage(linked.ruleset, linked.deal, events, [0, 1, 2]);
        for await (const { chair, review } of streamCall('ReviewHand', { hand, options: { persona: JUDGE } }, signal)) {
          if (chair !== 'CHAIR_FIRST') continue;
          const { verdict } = softenedOpinion(review);
          verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
        }
      }
    }
  } finally {
    globalThis.fetch = realFetch;
  }
  const { VERDICT_MISTAKE: mistakes = 0, VERDICT_INACCURATE: inaccurate = 0 } = verdicts;
  const all = Object.values(verdicts).reduce((sum, it) => sum + it);
  assert.ok(mistakes === 0 && inaccurate <= INACCURATE_SHARE_MAX * all, JSON.stringify(verdicts));
  return `${all} hints of ${hands} hands: ${JSON.stringify(verdicts)}`;
}
