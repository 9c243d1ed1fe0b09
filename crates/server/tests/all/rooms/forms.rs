//! Calls with a room and calls without one: the same decision for the same knowledge, on whole games. Answers tell the turn and the stakes
//! of the backend's table.

use game::event::{Act, What};
use game::names::{to_call, to_raise, to_side};
use rules::ruleset::Scoring;
use rules::{Call, Chair, Raise, Rng, Ruleset, Seed, Stage, Trick};
use server::config::Budgets;
use wire::v1;

use super::rpc::{
    Service, action, cards, chair_number, hand_request, opening, reason_name, recording, room_event, table_event, turn,
};
use super::stores::TestStore;
use super::table::{Backend, Plays, acts, any_action, reported_to, rulesets, with_gift};
use crate::contract::rooms::numbered;
use crate::support::is_full;

/// Makes the hand that a backend without a room sends: from its own table, with the bot's current cards.
pub(crate) fn hand(backend: &Backend, told: &[What], chair: Chair, habits: Vec<v1::Habits>) -> v1::Hand {
    // A chair sees the cards that it gets when all have given.
    let has_moved = backend.gifts.len() == 3;
    let pass_on = backend.board().rules().pass_on();
    let is_seen = |giver| giver == chair || (has_moved && pass_on.receiver(giver) == Some(chair));
    let seen = told.iter().filter_map(|what| table_event(&with_gift(what.clone(), is_seen)));
    v1::Hand {
        ruleset: backend.board().rules().to_string(),
        card_codec: v1::CardCodec::RanksFrom0 as i32,
        first: chair_number(backend.first),
        holds: vec![v1::ChairCards { chair: chair_number(chair), cards: Some(cards(&backend.cards[chair.index()])) }],
        events: seen.collect(),
        habits,
        ..v1::Hand::default()
    }
}

pub(crate) fn rpc_of(backend: &Backend) -> &'static str {
    match (backend.board().stage(), backend.board().course().trick()) {
        (Stage::Play, Trick::Lead) => "Play",
        (Stage::Play, _) => "Follow",
        _ => "Bid",
    }
}

fn awaited(backend: &Backend) -> v1::Awaited {
    match (backend.board().stage(), backend.board().course().trick()) {
        (Stage::PassOn, _) => v1::Awaited::Gift,
        (Stage::Auction, _) => v1::Awaited::Call,
        (Stage::Doubling, _) => v1::Awaited::Doubling,
        (Stage::Showing, _) => v1::Awaited::Show,
        (Stage::Play, Trick::Lead) => v1::Awaited::Lead,
        (Stage::Play, Trick::Follow(_)) => v1::Awaited::Answer,
        (Stage::Over, _) => v1::Awaited::Settlement,
        (Stage::Redeal, _) => v1::Awaited::Deal,
        (stage, _) => panic!("a backend waits for nothing at {stage}"),
    }
}

/// Returns the events without chairs that follow from the hand.
fn without_chairs(events: &[v1::Event]) -> Vec<v1::Event> {
    let found = |event: &v1::Event| matches!(event.what, Some(v1::event::What::LandlordFound(_)));
    events
        .iter()
        .map(|event| v1::Event { chair: if found(event) { event.chair } else { 0 }, ..event.clone() })
        .collect()
}

/// Returns the answer without the parts that may differ with and without a room.
fn comparable(decision: v1::Decision) -> v1::Decision {
    let source =
        v1::DecisionSource { compute_us: 0, room_version: None, disclosed: false, ..decision.source().clone() };
    v1::Decision { source: Some(source), ..decision }
}

#[tokio::test]
async fn calls_with_and_without_a_room_decide_alike_on_whole_games() {
    // Worlds and nodes limit the thinking; a short budget would limit it on a busy machine.
    let service = TestStore::memory().service_with(|config| {
        config.budgets = Budgets { decide_ms: 600_000, ..config.budgets };
    });
    let (mut rng, mut plays) = (Seed(31).rng(), Plays::new());
    let games = if is_full() { 40 } else { 1 };
    let mut asked = 0;
    for (index, rules) in rulesets().into_iter().enumerate() {
        for game in 0..games {
            let room = format!("forms-{index}-{game}");
            let bots = [[true, true, true], [false, true, false], [true, false, true]][(index + game) % 3];
            let persona = ["skilled", "advanced", "beginner-hasty"][(index + game) % 3];
            service.open(opening(&room, &rules.to_string(), bots, persona)).await.unwrap();
            let mut session = TwoFormTable { service: &service, room, bots, persona, rules, sequence: 0, number: 0 };
            // Two hands, so that the second knows habits. In the short size of the test one room of three has a second one.
            let hands = if is_full() || index % 3 == 0 { 2 } else { 1 };
            for first in [Chair::Second, Chair::Third].into_iter().take(hands) {
                asked += session.play_hand(Backend::deal(rules, first, &mut rng), &mut rng, &mut plays).await;
            }
        }
    }
    assert!(asked > 100, "{asked} turns were asked in both forms");
}

/// A table whose backend asks each turn with a room and without one.
pub(super) struct TwoFormTable<'a> {
    pub(super) service: &'a Service,
    pub(super) room: String,
    pub(super) bots: [bool; 3],
    pub(super) persona: &'static str,
    pub(super) rules: Ruleset,
    pub(super) sequence: u32,
    pub(super) number: u32,
}

impl TwoFormTable<'_> {
    /// Plays a hand. Returns the number of turns that were asked.
    async fn play_hand(&mut self, mut backend: Backend, rng: &mut Rng, plays: &mut Plays) -> u32 {
        let mut told = backend.opening(self.bots);
        let (mut sent, mut asked) = (0, 0);
        self.number += 1;
        loop {
            let recorded = self.record(&told[sent..]).await;
            sent = told.len();
            assert!(recorded.warnings.is_empty(), "{:?}", recorded.warnings);
            let Some(chair) = backend.turn() else { break };
            if self.bots[chair.index()] {
                let decision = self.ask(rpc_of(&backend), &backend, &told, (chair, recorded.version), 0).await;
                asked += 1;
                let hand = backend.cards[chair.index()].hand();
                let action = action(decision.action.as_ref().unwrap(), hand, backend.board().rules());
                told.extend(backend.act(action));
            } else {
                told.extend(backend.act(any_action(&backend, rng, plays)));
            }
        }
        if backend.board().stage() == Stage::Over {
            self.record(&[backend.settlement_event()]).await;
        }
        asked
    }

    pub(super) async fn record(&mut self, happened: &[What]) -> v1::RecordEventsResponse {
        let told = happened.iter().map(|what| reported_to(self.bots, &self.rules, what.clone()));
        let events = (self.sequence + 1..).zip(told).map(|(number, what)| room_event(number, self.number, &what));
        let events: Vec<v1::RoomEvent> = events.collect();
        self.sequence += events.len() as u32;
        self.service.record(recording(&self.room, events)).await.unwrap()
    }

    /// Asks in the room, then with the backend's hand, and with the room's hand. `broken` events break a rule.
    pub(super) async fn ask(
        &self,
        rpc: &str,
        backend: &Backend,
        happened: &[What],
        (chair, version): (Chair, u32),
        broken: usize,
    ) -> v1::Decision {
        let options = v1::DecisionOptions {
            worlds_max: 2,
            nodes_max: 2_000,
            clock_ms: Some(15_000),
            want_alternatives: true,
            want_trace: true,
            ..v1::DecisionOptions::default()
        };
        let in_room = turn(&self.room, chair, Some(version));
        let session = self.service.decide(rpc, in_room, options.clone()).await.unwrap();
        let shown = self.service.room(&self.room, v1::Audience::Seat, chair).await.unwrap().hand.unwrap();
        let alone = v1::DecisionOptions {
            persona: self.persona.to_owned(),
            hand_seed: Some(session.source().hand_seed),
            ..options
        };
        let own = hand(backend, happened, chair, shown.habits.clone());
        let strict = v1::Hand { strict: true, ..own.clone() };
        let mut forms = vec![own, shown.clone()];
        if broken == 0 {
            // Events may omit the chair that acted.
            forms.push(v1::Hand { events: without_chairs(&shown.events), ..shown });
        } else {
            let refused = self.service.decide(rpc, hand_request(chair, &strict), alone.clone()).await.unwrap_err();
            assert_eq!(reason_name(&refused), "STRICT_EVENT");
        }
        for hand in forms {
            let mut stateless = self.service.decide(rpc, hand_request(chair, &hand), alone.clone()).await.unwrap();
            let warnings = std::mem::take(&mut stateless.warnings);
            assert_eq!(
                (session.warnings.len(), warnings.len()),
                (0, broken),
                "the room warned of the events: {warnings:?}"
            );
            assert_eq!(comparable(session.clone()), comparable(stateless));
        }
        session
    }
}

#[tokio::test]
async fn a_bot_that_takes_over_knows_the_whole_hand() {
    // The same table twice: in one the bot sits from the deal on, in the other it takes over during the hand.
    let service = TestStore::memory().service();
    let mut rng = Seed(77).rng();
    let mut plays = Plays::new();
    let mut compared = 0;
    for game in 0..20 {
        let rules = rulesets()[game % rulesets().len()];
        let chair = Chair::ALL[game % 3];
        let [bots, watcher] = [chair, chair.next()].map(|bot| Chair::ALL.map(|chair| chair == bot));
        let mut backend = Backend::deal(rules, Chair::First, &mut rng);
        let table = |name: &str, bots: [bool; 3]| TwoFormTable {
            service: &service,
            room: format!("{name}-{game}"),
            bots,
            persona: "casual",
            rules,
            sequence: 0,
            number: 1,
        };
        let mut tables = [table("early", bots), table("late", watcher)];
        for table in &mut tables {
            service.open(opening(&table.room, &rules.to_string(), table.bots, table.persona)).await.unwrap();
            table.record(&backend.opening(table.bots)).await;
        }
        let stop_after = 8 + rng.below(20);
        while backend.turn().is_some_and(|turn| turn != chair || tables[0].sequence < stop_after) {
            let happened = backend.act(any_action(&backend, &mut rng, &mut plays));
            for table in &mut tables {
                table.record(&happened).await;
            }
        }
        if backend.turn() != Some(chair) {
            continue;
        }
        let bot = v1::BotSeat {
            chair: chair_number(chair),
            persona: "casual".to_owned(),
            seed: Some(chair_number(chair) as u64),
            ..v1::BotSeat::default()
        };
        let change = v1::SeatChanged {
            who: Some(v1::seat_changed::Who::Bot(bot)),
            holds: Some(cards(&backend.cards[chair.index()])),
            gave: backend.gift(chair).map(cards),
            got: rules.pass_on().giver(chair).and_then(|giver| backend.gift(giver)).map(cards),
        };
        let [early, late] = tables;
        let event = numbered(late.sequence + 1, 1, v1::room_event::What::SeatChanged(change));
        service.record(recording(&late.room, vec![event])).await.unwrap();
        let options = v1::DecisionOptions { want_trace: true, ..v1::DecisionOptions::default() };
        let one = service.decide(rpc_of(&backend), turn(&early.room, chair, None), options.clone()).await.unwrap();
        let other = service.decide(rpc_of(&backend), turn(&late.room, chair, None), options).await.unwrap();
        assert_eq!(comparable(one), comparable(other));
        compared += 1;
    }
    assert!(compared >= 5, "{compared} games came that far");
}

fn check_state(state: &v1::TableState, backend: &Backend) {
    let (board, stage) = (backend.board(), backend.board().stage());
    let name = stage.to_string().to_uppercase().replace('-', "_");
    assert_eq!(state.stage().as_str_name(), format!("STAGE_{name}"));
    assert_eq!((state.turn, state.awaited()), (backend.turn().map_or(0, chair_number), awaited(backend)));
    let calls = board.bidding().options().filter(|_| stage == Stage::Auction);
    assert_eq!(state.calls, calls.map(|call| to_call(call) as i32).collect::<Vec<_>>());
    assert_eq!(state.doublings, board.doublings().map(|raise| to_raise(raise) as i32).collect::<Vec<_>>());
    let may_open = stage == Stage::Auction && board.turn().is_some_and(|turn| board.may_open(turn));
    let may_pass = stage == Stage::Play && board.course().trick() != Trick::Lead;
    assert_eq!((state.may_show, state.may_pass), (may_open || stage == Stage::Showing, may_pass));
}

/// Returns true if a seat went out.
fn check_stakes(told: &v1::Stakes, backend: &Backend) -> bool {
    let (board, stakes, paid) = (backend.board(), backend.board().stakes(1), backend.board().settlement(1));
    assert_eq!([told.points, told.robs], [stakes.score, stakes.robs].map(u32::from));
    assert_eq!((told.bombs, told.open_hands), (board.course().bomb_count().into(), stakes.shown.into()));
    let is_by_cards = board.rules().scoring() == Scoring::Cards;
    // Rulesets with wild ranks have other factors of bombs.
    if board.rules().wild_ranks() == 0 {
        let factor = told.open_hands << (told.robs + told.bombs + u32::from(told.spring));
        assert_eq!(told.multiplier, if is_by_cards { 1 } else { told.points * factor });
    }
    assert_eq!(told.winner, paid.as_ref().map_or(0, |paid| to_side(paid.winner) as i32));
    assert_eq!(told.spring, paid.as_ref().is_some_and(|paid| paid.spring));
    let Some(landlord) = board.landlord() else {
        assert!(told.doublings.is_empty() && told.cards_won.is_empty() && told.amounts.is_empty());
        return false;
    };
    for chair in Chair::ALL {
        let (place, seat) = (backend.room_chair(chair).index(), chair.seat(landlord));
        assert_eq!(told.doublings[place], u32::from(board.raise(seat).map_or(1, Raise::factor)));
        assert_eq!(told.cards_won.get(place).copied(), is_by_cards.then(|| board.course().cards_won(seat).into()));
        assert_eq!(told.amounts.get(place), paid.as_ref().map(|paid| &paid.points[seat.index()]));
    }
    paid.is_some()
}

/// If an answer offers calls or doublings, a strict room refuses the others.
#[tokio::test]
async fn every_answer_has_the_options_of_the_turn_and_the_stakes() {
    let service = TestStore::memory().service();
    let (mut rng, mut plays, mut ends) = (Seed(3).rng(), Plays::new(), 0);
    let variants = [
        "classic auction=call-rob doubling=super open-hand=yes",
        "classic doubling=double",
        "journey doubling=super open-hand=yes",
        "classic auction=call-rob doubling=double open-hand=deal",
    ];
    let all: Vec<Ruleset> = variants.map(|text| text.parse().unwrap()).into_iter().chain(rulesets()).collect();
    for (index, &rules) in all.iter().cycle().take(24).enumerate() {
        let (room, bots) = (format!("turns-{index}"), [true; 3]);
        let open = v1::OpenRoomRequest { strict: true, ..opening(&room, &rules.to_string(), bots, "rules") };
        service.open(open).await.unwrap();
        let mut backend = Backend::deal(rules, Chair::ALL[index % 3], &mut rng);
        let (mut sequence, mut happened) = (0, backend.opening(bots));
        loop {
            let mut state = v1::TableState::default();
            for what in &happened {
                // The bottom or a wild rank is due: no chair may act.
                assert!(state.calls.is_empty() && state.doublings.is_empty() && !state.may_pass && !state.may_show);
                sequence += 1;
                let event = room_event(sequence, 1, what);
                state = service.record(recording(&room, vec![event])).await.unwrap().state.unwrap();
            }
            check_state(&state, &backend);
            ends += u32::from(check_stakes(state.stakes.as_ref().unwrap(), &backend));
            let Some(chair) = backend.turn() else { break };
            let calls = Call::ALL.into_iter().filter(|&call| !state.calls.contains(&(to_call(call) as i32)));
            let raises = Raise::ALL.into_iter().filter(|&raise| !state.doublings.contains(&(to_raise(raise) as i32)));
            let is_offered = !state.calls.is_empty() || !state.doublings.is_empty();
            let calls = calls.map(|call| acts(Some(chair), Act::Call(to_call(call) as i32)));
            let raises = raises.map(|raise| acts(Some(chair), Act::Doubling(to_raise(raise) as i32)));
            for event in calls.chain(raises).filter(|_| is_offered) {
                let refused = service.record(recording(&room, vec![room_event(sequence + 1, 1, &event)])).await;
                assert_eq!(reason_name(&refused.unwrap_err()), "STRICT_EVENT", "{rules}: {event:?}");
            }
            happened = backend.act(any_action(&backend, &mut rng, &mut plays));
        }
    }
    assert!(ends > 15, "{ends} hands were played out, the others dealt again");
}

/// Opens a room and plays up to the first lead. Returns the backend, and its events.
pub(crate) async fn open_in_play(service: &Service, opening: v1::OpenRoomRequest) -> (Backend, Vec<What>) {
    let room = opening.room_id.clone();
    let bots = [1, 2, 3].map(|chair| opening.bots.iter().any(|bot| bot.chair == chair));
    service.open(opening).await.unwrap();
    let mut rng = Seed(5).rng();
    let mut plays = Plays::new();
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::Second, &mut rng);
    let mut told = vec![backend.deal_event(bots)];
    while backend.board().stage() != Stage::Play {
        let called = any_action(&backend, &mut rng, &mut plays);
        told.extend(backend.act(called));
    }
    let events = (1..).zip(&told).map(|(sequence, what)| room_event(sequence, 1, what)).collect();
    service.record(recording(&room, events)).await.unwrap();
    (backend, told)
}
