//! Backends that break the rules: a room refuses a wrong event or goes on, and its bots can decide. Tables with other rules: an auction in rounds, a
//! bomb on the rocket, unknown combos. No event of theirs is refused, calls with and without a room decide the same, and bots act legally by the
//! ruleset.

use engine::{Scratch, decide};
use game::cards::Cards;
use game::event::{Act, TableWhat, What, to_cards};
use game::hand::ToBeat;
use game::names::{to_call, to_raise};
use rules::{Call, Chair, Combo, Hand, Raise, Rank, Rng, Ruleset, Seed, Stage, Trick};
use server::room::state::RoomState;
use server::room::store::codec;
use wire::{v1, write};

use super::forms::TwoFormTable;
use super::rpc::{Service, action, chair_number, opening, reason_name, turn};
use super::stores::TestStore;
use super::table::{Backend, CODEC, ROSTER, acts, event, room_state, rulesets};
use crate::support::is_full;

/// Makes a play without a reading. Cards without suits are told as text.
fn plays(chair: Option<Chair>, cards: &Cards) -> What {
    acts(chair, Act::Play(v1::Combo { cards: Some(to_cards(Some(&CODEC), cards)), ..v1::Combo::default() }))
}

fn finds_landlord(chair: Chair, bottom: &Cards) -> What {
    let what = Some(TableWhat::LandlordFound(to_cards(Some(&CODEC), bottom)));
    What::Table(v1::Event { chair: chair_number(chair), what })
}

/// Draws an event that a faulty backend may report: true cards in any order, by any seat; now and then wrong ones.
fn any_event(state: &RoomState, backend: &Backend, rng: &mut Rng) -> What {
    let chair = Chair::ALL[rng.below(3) as usize];
    let cards = |rng: &mut Rng, from: &Cards| {
        let size = 1 + rng.below(3);
        Cards::of(rng.draw(from.hand(), size))
    };
    match rng.below(40) {
        0 => acts(Some(chair), Act::Call(to_call(*rng.pick(&Call::ALL).unwrap()) as i32)),
        1 => finds_landlord(chair, &backend.bottom),
        2 => acts(Some(chair), Act::Doubling(to_raise(*rng.pick(&Raise::ALL).unwrap()) as i32)),
        3 => acts(Some(chair), Act::Show(v1::Show::default())),
        4 => {
            let size = 1 + rng.below(6);
            plays(Some(chair), &Cards::of(rng.draw(Hand::DECK, size)))
        }
        5 => finds_landlord(chair, &Cards::of(rng.draw(Hand::DECK, 3))),
        6..=13 => acts((rng.below(3) > 0).then_some(chair), Act::Passed(true)),
        15..=24 if state.facts().is_some_and(|facts| facts.stage == Stage::PassOn) => {
            // Usually the chair whose gift is due, and cards that it holds.
            let giver = state.turn().filter(|_| rng.below(4) > 0).unwrap_or(chair);
            let from = if rng.below(6) > 0 { backend.cards[giver.index()].hand() } else { Hand::DECK };
            let size = if rng.below(6) > 0 { 3 } else { rng.below(5) };
            let size = if rng.below(6) > 0 { size } else { 0 };
            let cards = Cards::of(rng.draw(from, size));
            acts(Some(giver), Act::PassOn(to_cards(Some(&CODEC), &cards)))
        }
        14 => {
            let mut ranks = Rank::all().filter(|rank| !rank.is_joker());
            let rank = ranks.nth(rng.below(13) as usize).expect("thirteen ranks");
            What::Table(v1::Event { chair: 0, what: Some(TableWhat::WildShown(rank.to_string())) })
        }
        _ => {
            let chair = (rng.below(4) > 0).then_some(chair);
            let held = &backend.cards[chair.or(state.turn()).unwrap_or(Chair::First).index()];
            if held.is_empty() { acts(chair, Act::Passed(true)) } else { plays(chair, &cards(rng, held)) }
        }
    }
}

/// Returns the cards that are left of a hand, which may lack some of those that go: a room cannot detect this with a player's hidden cards.
fn cards_left(held: &Cards, gone: &Cards) -> Cards {
    let hand = held.hand();
    held.minus(gone).unwrap_or_else(|| Cards::of(hand.minus(hand.overlap(gone.hand())).unwrap()))
}

/// Updates the backend's cards by the last event of its log, which the room accepted.
fn update_cards(state: &RoomState, backend: &mut Backend) {
    let hand = state.hand.as_ref().unwrap();
    let Some((entry, chair)) = hand.log.last().and_then(|entry| Some((entry, entry.chair()?))) else { return };
    let held = &mut backend.cards[chair.index()];
    if entry.action().is_none() && hand.bottom() == Some(&entry.cards) {
        *held = held.plus(&entry.cards).unwrap_or_else(|| held.clone());
    } else if entry.is_play() {
        *held = cards_left(held, &entry.cards);
    } else if entry.is_gift() && hand.has_passed_on() {
        for (giver, cards) in hand.gifts().filter_map(|(giver, cards)| Some((giver, cards?))) {
            let held = &mut backend.cards[giver.index()];
            *held = cards_left(held, cards);
        }
        for (giver, cards) in hand.gifts().filter_map(|(giver, cards)| Some((giver, cards?))) {
            let held = &mut backend.cards[state.rules.pass_on().receiver(giver).unwrap().index()];
            *held = held.plus(cards).unwrap_or_else(|| held.clone());
        }
    }
}

/// The reasons of the refusals that a faulty backend gets.
const REFUSAL_REASONS: [&str; 6] =
    ["EVENT_IMPOSSIBLE", "HAND_CLOSED", "FIELD_MISSING", "NOT_YOUR_TURN", "NOT_A_BOT", "COUNT_MISMATCH"];

#[test]
fn a_room_survives_a_backend_that_breaks_rules() {
    let mut scratch = Scratch::new();
    let (mut taken, mut refused, mut asked, mut untracked, mut gifts) = (0u32, 0u32, 0u32, 0u32, 0u32);
    let mut broken = std::collections::BTreeSet::new();
    for seed in 0..if is_full() { 4_000 } else { 60 } {
        let mut rng = Seed(seed).rng();
        let rules = rulesets()[seed as usize % rulesets().len()];
        let bots = [[true, true, true], [true, false, false], [false, true, true]][seed as usize % 3];
        let mut state = room_state(rules, bots, false, "skilled");
        let mut backend = Backend::deal(rules, Chair::First, &mut rng);
        state = state.record(&[event(&state, backend.deal_event(bots))]).unwrap().state;
        for number in 0..90 {
            let what = any_event(&state, &backend, &mut rng);
            let before = state.clone();
            match state.record(&[event(&state, what)]) {
                Ok(recorded) => {
                    taken += 1;
                    broken.extend(recorded.warnings.iter().map(|warning| warning.rule.name()));
                    state = recorded.state;
                    update_cards(&state, &mut backend);
                }
                Err(refusal) => {
                    refused += 1;
                    let name = refusal.reason().name;
                    assert!(REFUSAL_REASONS.contains(&name), "{refusal:?}");
                    assert_eq!(state, before);
                }
            }
            // The stored room has all events of its hand.
            if number % 3 == 2 {
                let read = codec::read(&codec::write(&state).unwrap(), &ROSTER).unwrap();
                assert_eq!(read, state, "seed {seed}");
                check_replayed(&state, &read);
            }
            let facts = state.facts().unwrap();
            untracked += u32::from(state.hand.as_ref().unwrap().untracked.is_some());
            let Some(chair) = facts.turn.filter(|turn| bots[turn.index()]) else { continue };
            if matches!(facts.standing, ToBeat::Unrecognised(..)) {
                continue;
            }
            let bot = state.people.bot(chair).unwrap();
            let view = state.view(chair).unwrap_or_else(|| panic!("seed {seed}: {chair} cannot look"));
            let decision = decide(&view, &bot.companion.persona, bot.hand_seed(1), &mut scratch);
            let decision = decision.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            if let Some(combo) = decision.play() {
                let held = state.hand.as_ref().unwrap().held[chair.index()].as_ref().unwrap().hand();
                assert!(held.contains(combo.cards()), "seed {seed}");
            }
            asked += 1;
        }
        gifts += u32::from(state.hand.as_ref().unwrap().has_passed_on());
        let settled = v1::Settled { winner: v1::Side::Peasants as i32, ..v1::Settled::default() };
        let recorded = state.record(&[event(&state, What::Settled(settled))]).unwrap();
        assert!(recorded.state.view(Chair::First).is_none());
        let facts = state.facts().unwrap();
        assert_eq!(facts.stage == Stage::Over, state.turn().is_none() && facts.left.contains(&0));
    }
    assert!(gifts > 0, "{gifts} hands passed cards on");
    let counts = [taken, refused, asked, untracked];
    assert!(taken > 400 && refused > 400 && asked > 200 && untracked > 400, "{counts:?}");
    for rule in ["NOT_YOUR_TURN", "MUST_LEAD", "TOO_LOW", "NO_COMBO", "OUT_OF_STAGE", "BAD_CALL"] {
        assert!(broken.contains(rule), "{rule} never came up: {broken:?}");
    }
}

/// Checks that the board and the views that `record` updates equal those from a replay of the stored log.
pub(crate) fn check_replayed(state: &RoomState, read: &RoomState) {
    assert_eq!(state.facts(), read.facts());
    for chair in Chair::ALL {
        assert_eq!(state.view(chair), read.view(chair), "{chair}");
    }
}

/// The rules use chairs in the order of speaking, but a fault names the table's chairs.
#[test]
fn a_rule_violation_names_the_chairs_of_the_table() {
    let backend = Backend::deal(rulesets()[0], Chair::Second, &mut Seed(1).rng());
    let bots = [true, true, true];
    let begun = room_state(rulesets()[0], bots, false, "rules");
    let dealt = begun.record(&[event(&begun, backend.deal_event(bots))]).unwrap().state;
    let early = acts(Some(Chair::Third), Act::Call(v1::Call::Pass as i32));
    let recorded = dealt.record(&[event(&dealt, early)]).unwrap();
    let [warning] = &recorded.warnings[..] else { panic!("{:?}", recorded.warnings) };
    assert!(
        warning.message.contains("the third chair cannot call, the second chair has the word"),
        "{}",
        warning.message
    );
    let What::Dealt(mut short) = backend.deal_event(bots) else { panic!("a deal") };
    short.holds[2].cards = Some(to_cards(None, &Cards::of("3".parse().unwrap())));
    let refusal = begun.record(&[event(&begun, What::Dealt(short))]).unwrap_err();
    assert!(refusal.message().contains("the third chair: the deal gives 17 cards, not 1"), "{}", refusal.message());
}

/// A table with its own rules.
struct ForeignTable {
    backend: Backend,
    turn: Chair,
    standing: Option<(Chair, Option<Combo>)>,
    happened: Vec<What>,
}

impl ForeignTable {
    fn deal(rng: &mut Rng) -> ForeignTable {
        let first = Chair::ALL[rng.below(3) as usize];
        let backend = Backend::deal(Ruleset::CLASSIC, first, rng);
        ForeignTable { happened: vec![backend.deal_event([true; 3])], backend, turn: first, standing: None }
    }

    /// Holds an auction in rounds: it ends after two passes in a row on a bid, or a bid of three. A chair may speak again.
    fn hold_auction(&mut self, rng: &mut Rng) {
        let (mut highest, mut bidder, mut passes) = (0, self.turn, 0);
        while highest < 3 && passes < 2 {
            let bid = highest + 1 + rng.below(3) as u8;
            let is_bid = bid <= 3 && (rng.below(2) == 0 || (highest == 0 && passes == 1));
            let call = if is_bid { Call::Score(bid) } else { Call::Pass };
            self.happened.push(acts(Some(self.turn), Act::Call(to_call(call) as i32)));
            (highest, bidder, passes) = if is_bid { (bid, self.turn, 0) } else { (highest, bidder, passes + 1) };
            self.turn = self.turn.next();
        }
        let bottom = self.backend.bottom.clone();
        let held = &mut self.backend.cards[bidder.index()];
        *held = held.plus(&bottom).unwrap();
        self.happened.push(finds_landlord(bidder, &bottom));
        self.turn = bidder;
    }

    fn held_hand(&self) -> Hand {
        self.backend.cards[self.turn.index()].hand()
    }

    /// Returns the trick by the ruleset; `None` if the standing cards are no combo.
    fn trick(&self) -> Option<Trick> {
        match self.standing {
            None => Some(Trick::Lead),
            Some((_, combo)) => combo.map(Trick::Follow),
        }
    }

    fn act(&mut self, play: Option<(Hand, Option<Combo>)>) {
        let who = self.turn;
        self.turn = who.next();
        let Some((ranks, combo)) = play else {
            self.happened.push(acts(Some(who), Act::Passed(true)));
            self.standing = self.standing.filter(|(owner, _)| *owner != self.turn);
            return;
        };
        let cards = Some(to_cards(Some(&CODEC), &self.backend.take(who, ranks)));
        let told = combo.map(|combo| write::combo(&CODEC, combo)).unwrap_or_default();
        let read = || Ruleset::CLASSIC.read_on(self.trick().unwrap_or(Trick::Lead), ranks, |_| true);
        self.standing = Some((who, combo.or_else(read)));
        self.happened.push(acts(Some(who), Act::Play(v1::Combo { cards, ..told })));
    }

    /// Finds a play that this table allows: a bomb on the rocket, or any two cards.
    fn foreign_play(&self, rng: &mut Rng) -> Option<Hand> {
        let held = self.held_hand();
        let bomb = Rank::all().find(|&rank| held.count(rank) == 4);
        let rocket = Ruleset::CLASSIC.read("XD".parse().unwrap());
        let is_rocket = self.standing.is_some_and(|(_, combo)| combo == rocket);
        match bomb {
            Some(rank) if is_rocket => Hand::of(rank, 4),
            _ if rng.below(12) == 0 && held.len() > 3 => Some(rng.draw(held, 2)),
            _ => None,
        }
    }
}

#[derive(Default, Debug)]
struct ForeignCounts {
    asked: u32,
    fourth_calls: u32,
    bombs_on_rockets: u32,
    odd: u32,
    warned: u32,
}

#[tokio::test]
async fn foreign_hands_are_decided_alike_with_and_without_a_room() {
    let service = TestStore::memory().service();
    let mut count = ForeignCounts::default();
    for seed in 0..if is_full() { 900 } else { 12 } {
        play_foreign_hand(&service, seed, &mut count).await;
    }
    assert!(count.asked > 200 && count.fourth_calls > 2 && count.odd > 4 && count.warned > 40, "{count:?}");
    assert!(count.bombs_on_rockets > 0 || !is_full(), "{count:?}");
}

async fn play_foreign_hand(service: &Service, seed: u64, count: &mut ForeignCounts) {
    let mut rng = Seed(seed).rng();
    let (room, bots, persona, rules) = (format!("foreign-{seed}"), [true; 3], "casual", Ruleset::CLASSIC);
    service.open(opening(&room, "classic", bots, persona)).await.unwrap();
    let mut session = TwoFormTable { service, room, bots, persona, rules, sequence: 0, number: 1 };
    let mut table = ForeignTable::deal(&mut rng);
    table.hold_auction(&mut rng);
    // The deal, three calls and the landlord are five events.
    count.fourth_calls += u32::from(table.happened.len() > 5);
    let (mut sent, mut broken) = (0, 0);
    while table.backend.cards.iter().all(|cards| !cards.is_empty()) {
        let recorded = session.record(&table.happened[sent..]).await;
        (sent, broken) = (table.happened.len(), broken + recorded.warnings.len());
        let (state, is_lead) = (recorded.state(), table.standing.is_none());
        let left = table.backend.cards.each_ref().map(|cards| cards.len());
        let awaited = if is_lead { v1::Awaited::Lead } else { v1::Awaited::Answer };
        assert_eq!(
            (state.turn, state.awaited(), &state.cards_left[..]),
            (chair_number(table.turn), awaited, &left[..])
        );
        let wrong = if is_lead { "Follow" } else { "Play" };
        let wrong = service.decide(wrong, turn(&session.room, table.turn, None), v1::DecisionOptions::default()).await;
        assert_eq!(reason_name(&wrong.unwrap_err()), "WRONG_PHASE");
        let place = (table.turn, recorded.version);
        let decision = session.ask("Decide", &table.backend, &table.happened, place, broken).await;
        let source = decision.source();
        assert_eq!((source.repeated, source.room_version), (false, Some(recorded.version)));
        let is_forced =
            (decision.reason().code.as_str(), decision.source().decider()) == ("odd-standing", v1::Decider::Forced);
        assert_eq!(is_forced, table.trick().is_none(), "{decision:?}");
        count.asked += 1;
        count.warned += u32::from(broken > 0);
        let rules::Action::Play(play) = action(decision.action.as_ref().unwrap(), table.held_hand(), &rules) else {
            panic!("{decision:?}")
        };
        let is_legal = match (play, table.trick()) {
            (None, trick) => trick != Some(Trick::Lead),
            (Some(_), None) => false,
            (Some(combo), Some(trick)) => rules.plays(table.held_hand(), trick).contains(&combo),
        };
        assert!(is_legal, "seed {seed}: {play:?} on {:?}", table.standing);
        let foreign = table.foreign_play(&mut rng);
        count.bombs_on_rockets += u32::from(foreign.is_some_and(|cards| cards.len() == 4));
        count.odd += u32::from(foreign.is_some_and(|cards| cards.len() == 2));
        let own = play.map(|combo| (combo.cards(), Some(combo)));
        table.act(foreign.map(|cards| (cards, None)).or(own));
    }
    table.happened.push(What::Settled(v1::Settled::default()));
    session.record(&table.happened[sent..]).await;
}
