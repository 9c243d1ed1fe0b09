// The modules without a DOM, under `node --test`.

import assert from 'node:assert/strict';
import test from 'node:test';

const page = '../../page/';
const { deal, displayOrder, dealRules, lettersOf, rankOf, rotatedDeal, sorted, sortedLetters, suitOf, withLandlord } =
  await import(`${page}game/deal.js`);
const { rng, streamSeed } = await import(`${page}game/seed.js`);
await import(`${page}game/dealer.js`);
const { deckAfter, eventOf, giftsOf, handAfter, isAct, handMessage, unplayedGift } = await import(`${page}game/hand.js`);
const { unseenCounts } = await import(`${page}game/hand.js`);
const { actionOf, decode, encode } = await import(`${page}game/link.js`);
const { drawWilds, meaning } = await import(`${page}game/wild.js`);
const { Emotes } = await import(`${page}game/emotes.js`);
const { printedText } = await import(`${page}say.js`);
const { secondBest } = await import(`${page}screen/review/lesson.js`);
const { curl } = await import(`${page}api/snippet.js`);
const CHAIRS = ['CHAIR_FIRST', 'CHAIR_SECOND', 'CHAIR_THIRD'];

test('tens are printed as on the cards', () => {
  assert.equal(printedText('Keeps 789TJ, answers TT. The ten of 34 hands.'), 'Keeps 7 8 9 10 J, answers 10 10. The ten of 34 hands.');
  assert.equal(printedText('能管 T 的最小一手，对 88 不拆。'), '能管 10 的最小一手，对 88 不拆。');
  assert.equal(printedText(undefined), '');
});

test('a reason of the judge names what it was weighed against, where that was not played', () => {
  const [pass, king, eight] = [{ passed: true }, 36, 20].map((it) => typeof it === 'number' ? { play: { cards: { ids: [it] } } } : it);
  const best = { action: pass, alternatives: [pass, king, eight].map((action) => ({ action })) };
  assert.equal(secondBest({ best }, eight), king);
  assert.equal(secondBest({ best }, king), undefined);
  assert.equal(secondBest({ best, merit: { text: 'Beats it.' } }, eight), undefined);
  assert.equal(secondBest({ best: { action: pass } }, eight), undefined);
});

test('one who has won says so, whatever angered it a moment before', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const emotes = new Emotes(() => {});
  const shownFeelings = () => emotes.feelings.map(({ player, on }) => [player, on]);
  emotes.feel(2, 'EMOTE_ANGRY', 600);
  emotes.feel(1, 'EMOTE_ANGRY');
  context.mock.timers.tick(0);
  assert.deepEqual(shownFeelings(), [[1, 'EMOTE_ANGRY']]);
  emotes.react({ reactions: [], state: { stage: 'STAGE_OVER' } }, [{ table: {} }]);
  emotes.end([1, 2], () => true);
  context.mock.timers.tick(1000);
  assert.deepEqual(shownFeelings(), [[1, 'wins'], [2, 'wins']]);
  emotes.react({ reactions: [], state: { stage: 'STAGE_OVER' } }, [{ settled: {} }]);
  assert.equal(shownFeelings().length, 2, 'the settlement ends no word');
  context.mock.timers.tick(5000);
  assert.deepEqual(shownFeelings(), []);
});

test('numbers are those of the service', () => {
  // The test of rules::Seed has the same three numbers with 64 bits. Here only their upper halves are compared.
  const next = rng(1n);
  assert.deepEqual([next(2 ** 32), next(2 ** 32), next(2 ** 32)],
    [6755974106381971767n, 13665441387248026780n, 9418208206007042598n].map((it) => Number(it >> 32n)));
  assert.notEqual(streamSeed(7n, 0), streamSeed(7n, 1));
});

/** The dealers, and the cards that each deals to player 0 with seed 1. */
const DEALS = [
  ['random', '3♥ 3♣ 3♦ 5♦ 6♥ 6♣ 7♥ 7♣ 8♦ 9♣ 10♣ 10♦ Q♥ K♣ K♦ 2♣ 2♦'],
  ['blocks', '3♠ 3♥ 3♣ 4♠ 4♥ 4♣ 5♠ 5♥ 5♣ 5♦ 6♠ Q♠ A♠ A♥ A♣ A♦ 2♣'],
  ['clusters', '3♠ 3♥ 4♥ 4♣ 6♠ 8♠ 8♥ 8♣ 8♦ Q♠ Q♥ Q♣ Q♦ K♣ K♦ X D'],
  ['recycled', '3♥ 3♣ 3♦ 5♦ 6♥ 6♣ 7♥ 7♣ 8♦ 9♣ 10♣ 10♦ Q♥ K♣ K♦ 2♣ 2♦'],
];

test('a seed deals what it always dealt', () => {
  for (const [dealer, wanted] of DEALS) {
    const cards = deal('1', 0, dealer).hands[0].slice().reverse().map((card) => {
      const rank = rankOf(card);
      return rank > 12
        ? (rank === 14 ? 'D' : 'X') : ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A', '2'][rank] + '♠♥♣♦'[suitOf(card)];
    });
    assert.deepEqual(cards.sort(), wanted.split(' ').sort(), dealer);
  }
});

test('wild ranks are drawn with the deal', () => {
  assert.deepEqual(['1', '2', '3', '4', '5'].map((seed) => drawWilds(deal(seed, 0)).slice(0, 2)), ['95', 'JA', '35', '47', '8J']);
  // The same cards give the same wild ranks, at any chairs and with any landlord.
  const cards = deal('5', 0);
  assert.equal(drawWilds(rotatedDeal(cards)), drawWilds(cards));
  assert.equal(drawWilds(withLandlord(cards, cards.first)), drawWilds(cards));
});

test('a deal is the deck, and a swapped one the same cards', () => {
  for (let number = 0; number < 20; number++) {
    const cards = deal('99', number, DEALS[number % 4][0]);
    assert.deepEqual([...cards.hands.flat(), ...cards.bottom].sort((a, b) => a - b), Array.from({ length: 54 }, (_, card) => card));
    const other = rotatedDeal(cards);
    assert.deepEqual(other.hands[other.first], cards.hands[cards.first]);
    const fixedDeal = withLandlord(cards, 1);
    assert.deepEqual([fixedDeal.hands, fixedDeal.landlord, rotatedDeal(fixedDeal).landlord], [cards.hands, 1, 0]);
  }
});

test('a recycled deck is the last hand, cut once', () => {
  const { cards, events, first, second } = firstActs();
  const last = deckAfter(handAfter(cards, events));
  assert.deepEqual(last.slice(0, 3), [...first, ...second]);
  const next = deal('3', 1, 'recycled', last);
  const heldHands = [0, 1, 2].map((player) => next.hands[(next.first + player) % 3]);
  const cuts = Array.from({ length: 35 }, (_, it) => [...last.slice(10 + it), ...last.slice(0, 10 + it)]);
  const isDealtFrom = (cut) =>
    heldHands.every((hand, player) => sortedLetters(hand) === sortedLetters(cut.slice(17 * player, 17 * player + 17)));
  assert.ok(cuts.some(isDealtFrom));
});

/** The beginning of a hand: Ming is the landlord and leads two cards, the others pass, and Ming leads again. */
function firstActs() {
  const cards = deal('3', 0);
  const [first, second] = [cards.hands[1].slice(0, 2), cards.hands[1].slice(2, 3)];
  const actBy = (chair, action) => ({ chair: `CHAIR_${chair}`, action });
  const plays = (ids) => actBy('SECOND', { play: { cards: { ids } } });
  const events = [
    actBy('FIRST', { call: 'CALL_PASS' }), actBy('SECOND', { call: 'CALL_SCORE_3' }),
    { chair: 'CHAIR_SECOND', landlordFound: { ids: cards.bottom } },
    plays(first), actBy('THIRD', { passed: true }), actBy('FIRST', { passed: true }), plays(second),
  ];
  return { cards, events, first, second };
}

test('events fold into the hand', () => {
  const { cards, events, first, second } = firstActs();
  const before = handAfter(cards, events.slice(0, 6));
  assert.deepEqual([before.landlord, before.trick, before.hands[1].length], [1, undefined, 18]);
  assert.deepEqual(before.last.map((act) => Boolean(act)), [true, true, true]);
  const after = handAfter(cards, events);
  assert.deepEqual([after.trick.player, after.trick.cards, after.seen], [1, second, [...first, ...second]]);
  assert.deepEqual(after.last.map((act) => Boolean(act)), [false, true, false], 'a lead clears the table');
  assert.deepEqual(after.acts.map((act) => act.isLead), [false, false, true, false, false, true]);
  assert.deepEqual(eventOf({ passed: true }, 2, after), { chair: 'CHAIR_THIRD', action: { passed: true } });
  assert.deepEqual(eventOf({ show: { open: true } }, 1, after).action.show, { open: true, hand: { ids: after.hands[1] } });
});

test('wild ranks are seen once they are shown, and plays keep what they stand for', () => {
  const { cards, events } = firstActs();
  const [first, second] = drawWilds(cards);
  const shown = (rank) => ({ wildShown: rank });
  const whole = [shown(first), ...events.slice(0, 3), shown(second), ...events.slice(3)];
  assert.deepEqual([0, 1, 4, 5].map((count) => handAfter(cards, whole.slice(0, count)).wilds), ['', first, first, first + second]);
  assert.deepEqual({ ...handAfter(cards, whole), wilds: '' }, handAfter(cards, events), 'they are no acts');
  assert.deepEqual(handMessage('laizi-tiandi', cards, whole, [0]).events.filter((event) => event.wildShown), [shown(first), shown(second)]);
  whole.at(-1).action.play.standsFor = '8';
  const link = encode({ ruleset: 'laizi-tiandi', seed: '3', deal: cards, bots: ['rules'], version: '0' }, whole);
  const letter = sortedLetters(handAfter(cards, whole).trick.cards);
  const suits = handAfter(cards, whole).trick.cards.map(suitOf).join('');
  assert.equal(decode(link).acts.at(-1), `${letter}=8*${suits}`);
  assert.deepEqual(actionOf('4447=444+7', [4, 5, 6, 7, 16]), { play: { cards: { ids: [7, 6, 5, 16] }, standsFor: '444+7' } });
  assert.throws(() => decode(`${link}=8`));
  assert.throws(() => decode(link.replace('=8', '=X')), 'no card stands for a joker');
});

/** Each player passes on its three lowest cards, in the order of speaking. @param {'next'|'previous'} direction */
function handWithGifts(direction) {
  const ruleset = `classic pass-on=${direction}`;
  const cards = { ...deal('3', 0), ...dealRules({ passOn: `PASS_ON_${direction.toUpperCase()}` }) };
  const gifts = cards.hands.map((hand) => hand.slice(-3));
  const speakers = [0, 1, 2].map((step) => (cards.first + step) % 3);
  const events = speakers.map((player) => eventOf({ passOn: { ids: gifts[player] } }, player, handAfter(cards, [])));
  return { ruleset, cards, gifts, speakers, events };
}

test('cards that are passed on leave at once and come when all have given', () => {
  for (const [direction, step] of [['next', 1], ['previous', 2]]) {
    const { cards, gifts, speakers, events } = handWithGifts(direction);
    const [one] = speakers;
    const before = handAfter(cards, events.slice(0, 2));
    assert.deepEqual(before.hands.map((hand) => hand.length), [0, 1, 2].map((player) => player === speakers[2] ? 17 : 14), direction);
    assert.deepEqual([giftsOf(before, one).gave, giftsOf(before, one).got], [gifts[one], undefined]);
    const after = handAfter(cards, events);
    for (const giver of [0, 1, 2]) {
      const receiver = (giver + step) % 3;
      assert.equal(giftsOf(after, giver).to, receiver);
      assert.deepEqual(giftsOf(after, receiver).got, gifts[giver]);
      assert.ok(gifts[giver].every((card) => after.hands[receiver].includes(card) && !after.hands[giver].includes(card)));
    }
    assert.deepEqual(after.hands.map((hand) => hand.length), [17, 17, 17]);
    assert.deepEqual(after.acts.map((act) => act.player), speakers, 'a gift is an act');
    assert.ok(events.every(isAct));
    // A swapped deal keeps the direction of passing. A hand with a chosen landlord has no passing.
    assert.equal(rotatedDeal(cards).passOn, step);
    assert.equal(withLandlord(cards, 1).passOn, 0);
  }
});

test('a player is told the gift that it gave, and the one that it got once all have given', () => {
  for (const direction of ['next', 'previous']) {
    const { ruleset, cards, gifts, speakers, events } = handWithGifts(direction);
    const [one, , last] = speakers;
    const before = handMessage(ruleset, cards, events.slice(0, 2), [last]);
    assert.deepEqual(before.events.map((event) => event.action.passOn), [{}, {}], 'others’ gifts are not told');
    assert.equal(before.holds[0].cards.ids.length, 17);
    assert.equal(handMessage(ruleset, cards, events.slice(0, 2), [one]).holds[0].cards.ids.length, 17, 'cards move when all have given');
    for (const player of [0, 1, 2]) {
      const hand = handMessage(ruleset, cards, events, [player]);
      const { from } = giftsOf(handAfter(cards, events), player);
      assert.deepEqual(hand.events.map((event) => event.chair), speakers.map((giver) => CHAIRS[giver]));
      assert.deepEqual(hand.events.map((event) => event.action.passOn.ids),
        speakers.map((giver) => [player, from].includes(giver) ? gifts[giver] : undefined));
      assert.deepEqual([hand.holds.length, hand.holds[0].cards.ids.length], [1, 17]);
    }
    assert.ok(handMessage(ruleset, cards, events, [0, 1, 2]).events.every((event) => event.action.passOn.ids.length === 3),
      'a review has them all');
  }
});

test('the counter knows where the cards are that the person gave', () => {
  const { cards, gifts, events } = handWithGifts('next');
  const hand = handAfter(cards, events);
  assert.equal(unseenCounts(hand.hands[0], hand.seen).reduce((sum, count) => sum + count), 37, 'a player holds what was given');
  assert.deepEqual(unplayedGift(hand, 0), gifts[0]);
  const foundEvent = { chair: 'CHAIR_SECOND', landlordFound: { ids: cards.bottom } };
  const playEvent = { chair: 'CHAIR_SECOND', action: { play: { cards: { ids: gifts[0].slice(0, 1) } } } };
  const later = handAfter(cards, [...events, foundEvent, playEvent]);
  assert.deepEqual(unplayedGift(later, 0), gifts[0].slice(1), 'Ming has played one of them');
  assert.deepEqual(unplayedGift(handAfter(cards, []), 0), []);
});

test('gifts go into a link and back', () => {
  const { ruleset, cards, speakers, events } = handWithGifts('previous');
  const hand = { ruleset, seed: '3', deal: cards, bots: ['rules'], version: '0' };
  const linked = decode(decodeURIComponent(encode(hand, events)));
  assert.deepEqual([linked.deal.passOn, linked.acts.length], [2, 3]);
  const back = linked.acts.map((act, place) => eventOf(actionOf(act, cards.hands[speakers[place]]), speakers[place], handAfter(cards, [])));
  const lettersGiven = (event) => sortedLetters(event.action.passOn.ids);
  assert.deepEqual(back.map(lettersGiven), events.map(lettersGiven));
  assert.equal(encode(linked, back), encode(hand, events));
  assert.equal(actionOf('gDDD', cards.hands[0]), undefined, 'cards that are not held');
  for (const bad of ['g33', 'g3456', 'g', 'g34=5', '34g5']) assert.throws(() => decode(decodeURIComponent(encode(hand, [])) + bad),
    undefined, bad);
});

test('a meaning is told where cards are not themselves', () => {
  assert.equal(meaning({ standsFor: '4444' }, [4, 5, 6, 16]), '4444');
  assert.equal(meaning({ standsFor: '444+7' }, [16, 4, 5, 6]), '');
  assert.equal(meaning({}, [4]), '');
});

test('a hand as one player is told it has nothing of what others hold', () => {
  const { cards, events } = firstActs();
  const hand = handMessage('classic', cards, events, [0]);
  const otherDeal = structuredClone(cards);
  // The companions exchange unplayed cards, and the person's hand stays the same.
  const playedIds = events.flatMap((event) => event.action?.play?.cards.ids ?? []);
  const [a, b] = [otherDeal.hands[1].findIndex((card) => !playedIds.includes(card)), 0];
  [otherDeal.hands[1][a], otherDeal.hands[2][b]] = [otherDeal.hands[2][b], otherDeal.hands[1][a]];
  assert.deepEqual(handMessage('classic', otherDeal, events, [0]), hand);
  assert.deepEqual(hand.holds.map(({ chair, cards: { ids } }) => [chair, ids]), [['CHAIR_FIRST', sorted(cards.hands[0])]]);
  assert.equal(hand.first, CHAIRS[cards.first]);
});

test('the counter knows what the person knows', () => {
  const { cards, events } = firstActs();
  const hand = handAfter(cards, events);
  const left = unseenCounts(hand.hands[0], hand.seen);
  assert.equal(left.reduce((sum, count) => sum + count), 54 - 17 - 3);
  // During the auction no player sees the bottom cards.
  assert.equal(unseenCounts(cards.hands[0], []).reduce((sum, count) => sum + count), 37);
});

test('snippets hold the request and never a token', () => {
  const call = { rpc: 'Follow', request: { hand: { ruleset: "it's" } }, base: 'http://127.0.0.1:5', hasToken: true, isStream: false };
  assert.match(curl(call), /-d '\{"hand":\{"ruleset":"it'\\''s"\}\}'/);
  assert.match(curl(call), /THIRDSEAT_TOKEN/);
  assert.doesNotMatch(curl({ ...call, hasToken: false }), /TOKEN/);
});

test('the cards that are compared lie first', () => {
  const cards = (letters) => {
    const left = Array.from({ length: 54 }, (_, card) => card);
    return [...letters].map((letter) => left.splice(left.findIndex((card) => '3456789TJQKA2XD'[rankOf(card)] === letter), 1)[0]);
  };
  const laidLetters = (letters, combo) => lettersOf(displayOrder(cards(letters), combo));
  assert.equal(laidLetters('3444', { kind: 'triple-single', key: '4', length: 1 }), '4443');
  assert.equal(laidLetters('3344555666', { kind: 'airplane-pairs', key: '6', length: 2 }), '5556663344');
  assert.equal(laidLetters('333444555666', { kind: 'airplane-singles', key: '6', length: 3 }), '444555666333');
  assert.equal(laidLetters('87654', { kind: 'straight', key: '8', length: 5 }), '45678');
  assert.equal(laidLetters('34447'), '44437');
  assert.equal(laidLetters('4477', { standsFor: '444+7' }), '4477');
});

test('each temperament has lines for each occasion, in both languages', async () => {
  const { CHATTER } = await import(`${page}screen/chatter.js`);
  const occasions = Object.keys(CHATTER.standard);
  for (const [temperament, lines] of Object.entries(CHATTER)) {
    assert.deepEqual(Object.keys(lines), occasions, temperament);
    for (const [english, chinese] of Object.values(lines).flat()) {
      assert.ok(!/[\u4e00-\u9fff]/.test(english) && /[\u4e00-\u9fff]/.test(chinese) && !/[,;?!]/.test(chinese), `${english} ${chinese}`);
    }
    assert.ok(Object.values(lines).every((it) => it.length >= 2), temperament);
  }
});

test('a position that a link draws is one deck, with the suits that were played', () => {
  for (let seed = 0; seed < 1000; seed++) {
    const cards = deal(String(seed), 0);
    const landlord = seed % 3;
    const events = [{ chair: CHAIRS[landlord], landlordFound: { ids: cards.bottom } }];
    for (let act = 0; act < 9; act++) {
      const player = (landlord + act) % 3;
      const held = handAfter(cards, events).hands[player];
      const card = held[(seed * 7 + act * 5) % held.length];
      events.push({ chair: CHAIRS[player], action: { play: { cards: { ids: [card] } } } });
    }
    const linked = decode(encode({ ruleset: 'classic', seed: String(seed), deal: cards, bots: ['casual'], version: '' }, events));
    const readEvents = [events[0]];
    for (const [place, token] of linked.acts.entries()) {
      const player = (landlord + place) % 3;
      readEvents.push({ chair: CHAIRS[player], action: actionOf(token, handAfter(linked.deal, readEvents).hands[player]) });
    }
    const [was, is] = [handAfter(cards, events), handAfter(linked.deal, readEvents)];
    assert.deepEqual([is.hands, is.seen], [was.hands, was.seen], `seed ${seed}`);
    assert.equal(new Set([...is.hands.flat(), ...is.seen]).size, 54, `seed ${seed}`);
  }
});
