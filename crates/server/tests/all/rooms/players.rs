//! The records of players outlast their rooms: each hand counts once on any replica, the next deal uses them, and they can be deleted.
//! Outcomes of bots are counted by kind: settled hands, and players who leave.

use game::event::What;
use rules::{Chair, Ruleset, Seed, Stage};
use server::call::Rpc;
use server::config::Disclosure;
use server::convert::inbound::opening_digest;
use server::room::people::{PLAYER_NAME_BYTES_MAX, persona_key};
use server::room::state::RecordedEvents;
use wire::v1;
use wire::v1::companion_service_server::CompanionService;

use super::levels::{list_standings, of_board};
use super::rpc::{Service, cards, context, local_request, opening, recording, room_event, seat_changed};
use super::stores::{TestStore, on_both_stores};
use super::table::{Backend, Plays, any_action, event};
use crate::contract::harness::metric;
use crate::contract::rooms::numbered;

on_both_stores! {
    habits_of_players_outlive_the_room;
    a_hand_counts_once_though_its_replica_dies;
    guesses_of_a_bot_are_kept_for_its_persona;
    a_player_is_forgotten_on_request;
    no_records_are_kept_if_the_setting_is_off;
    the_operator_may_have_every_bot_disclosed;
}

pub(super) const BOTS: [bool; 3] = [true, false, false];

pub(super) struct Table<'a> {
    pub(super) service: &'a Service,
    pub(super) name: &'a str,
    pub(super) sequence: u32,
    pub(super) hand: u32,
}

impl<'a> Table<'a> {
    pub(super) async fn open(service: &'a Service, name: &'a str) -> Table<'a> {
        service.open(opening(name, "classic", BOTS, "casual")).await.unwrap();
        Table { service, name, sequence: 0, hand: 0 }
    }

    pub(super) async fn record(&mut self, what: &[What]) {
        let events = (self.sequence + 1..).zip(what).map(|(number, what)| room_event(number, self.hand, what));
        self.service.record(recording(self.name, events.collect())).await.unwrap();
        self.sequence += what.len() as u32;
    }

    /// Deals, and returns the bot's knowledge of the players.
    pub(super) async fn deal(&mut self, seed: u64) -> (Backend, Vec<v1::Habits>) {
        let backend = Backend::deal(Ruleset::CLASSIC, Chair::Second, &mut Seed(seed).rng());
        self.hand += 1;
        self.record(&[backend.deal_event(BOTS)]).await;
        (backend, self.known_habits().await)
    }

    /// Returns the habits without those that are only guesses.
    async fn known_habits(&self) -> Vec<v1::Habits> {
        let mut known = self.habits().await;
        known.retain(|habits| habits.auctions + habits.answerable + habits.leads > 0);
        known
    }

    /// Returns the habits in the bot's view, with those that are only its own guesses.
    async fn habits(&self) -> Vec<v1::Habits> {
        let room = self.service.room(self.name, v1::Audience::Seat, Chair::First).await.unwrap();
        room.hand.unwrap().habits
    }

    /// Plays a dealt hand, and returns its last event without recording it.
    pub(super) async fn play(&mut self, backend: &mut Backend, seed: u64) -> What {
        let (mut rng, mut plays) = (Seed(seed).rng(), Plays::new());
        while backend.turn().is_some() {
            let what = backend.act(any_action(backend, &mut rng, &mut plays));
            self.record(&what).await;
        }
        match backend.board().stage() {
            Stage::Over => backend.settlement_event(),
            _ => What::Settled(v1::Settled::default()),
        }
    }

    pub(super) async fn play_hand(&mut self, seed: u64) {
        let (mut backend, _) = self.deal(seed).await;
        let end = self.play(&mut backend, seed).await;
        self.record(&[end]).await;
    }
}

pub(super) async fn forget(service: &Service, player: &str) -> bool {
    let request = v1::GetPlayerRequest { player_id: player.to_owned() };
    service.rpc.forget_player(local_request(Rpc::ForgetPlayer, request)).await.unwrap().into_inner().hands > 0
}

/// Returns another replica; in memory, the same service again.
pub(super) fn another_replica(stores: &TestStore, one: &Service) -> Service {
    match stores.is_shared() {
        true => stores.service(),
        false => Service { app: one.app.clone(), rpc: one.rpc.clone() },
    }
}

async fn habits_of_players_outlive_the_room(stores: &TestStore) {
    let one = stores.service();
    let two = another_replica(stores, &one);
    let mut first = Table::open(&one, "first").await;
    for seed in 1..4 {
        first.play_hand(seed).await;
    }
    let (_, seen) = first.deal(9).await;
    assert_eq!((seen.len(), seen[0].auctions), (2, 3), "{seen:?}");
    assert!(seen.iter().any(|habits| habits.answerable > 0 && habits.leads > 0), "{seen:?}");
    assert!(one.close("first").await);
    let mut second = Table::open(&two, "second").await;
    let (mut backend, known) = second.deal(9).await;
    assert_eq!(known, seen, "the other room knows what the first one saw");
    // Both rooms count for the same record; the knowledge changes only at a deal.
    let mut third = Table::open(&one, "third").await;
    third.play_hand(4).await;
    assert_eq!(second.known_habits().await.len(), 2);
    let end = second.play(&mut backend, 5).await;
    second.record(&[end]).await;
    let (_, known) = second.deal(6).await;
    assert_eq!(known[0].auctions, 5);
    assert_eq!(metric(&one.app, "thirdseat_player_hands_total{record=\"seen\",outcome=\"repeated\"}"), 0.0);
}

/// Takes the steps of a replica that counts a hand, writes the boards, and dies before it stores the hand's end.
pub(super) async fn count_without_storing(service: &Service, room: &str, end: What) -> RecordedEvents {
    let state = service.app.rooms.load(room).await.unwrap();
    let recorded = state.record(&[event(&state, end)]).unwrap();
    let (opening, caller) = (opening_digest(room, state.request_id), context(Rpc::RecordEvents).caller);
    let key = |player: &str| caller.player_key(player);
    service.app.rooms.players.count_hands(opening, &recorded.ended.player_hands, key).await;
    recorded
}

async fn a_hand_counts_once_though_its_replica_dies(stores: &TestStore) {
    let one = stores.service();
    let two = another_replica(stores, &one);
    let mut table = Table::open(&one, "dies").await;
    let end = table.play_until_settled(1, &["all"]).await;
    let hands = table.hand;
    let recorded = count_without_storing(&one, "dies", end.clone()).await;
    let players = recorded.ended.player_hands.iter().filter(|shown| shown.player.starts_with("player-"));
    assert_eq!(players.count(), 2, "two players sit there");
    let stand = list_standings(&two, of_board("all")).await;
    assert!(stand.standings.iter().all(|row| row.hands == 1) && stand.standings.len() == 2, "{stand:?}");
    // The caller repeats its call, and another replica answers.
    let mut table = Table { service: &two, ..table };
    table.record(&[end]).await;
    assert_eq!(list_standings(&one, of_board("all")).await, stand);
    let (_, known) = table.deal(2).await;
    assert!(known.iter().all(|habits| habits.auctions <= hands) && known[0].auctions > 0, "{known:?}");
    let repeated = metric(&two.app, "thirdseat_player_hands_total{record=\"seen\",outcome=\"repeated\"}");
    assert_eq!(repeated, recorded.ended.player_hands.len() as f64);
}

async fn guesses_of_a_bot_are_kept_for_its_persona(stores: &TestStore) {
    let one = stores.service();
    let two = another_replica(stores, &one);
    let mut table = Table::open(&one, "guesses").await;
    for seed in 1..9 {
        table.play_hand(seed).await;
    }
    table.deal(9).await;
    let own: Vec<_> =
        table.habits().await.into_iter().filter(|one| one.auctions + one.answerable + one.leads == 0).collect();
    assert!(own.len() == 1 && own[0].guesses >= own[0].guesses_right && own[0].guesses > 0, "{own:?}");
    let state = two.app.rooms.load("guesses").await.unwrap();
    let bot = state.people.bot(Chair::First).unwrap();
    let name = persona_key(bot.companion.persona.name(), state.request_id);
    assert!(name.len() > PLAYER_NAME_BYTES_MAX, "no player has such a name");
    let key = context(Rpc::RecordEvents).caller.player_key(&name);
    let kept = two.app.rooms.players.load_record(&key).await.unwrap().unwrap().habits();
    assert_eq!((kept.guesses, kept.fourths), (own[0].guesses, own[0].fourths));
    assert_eq!((kept.auctions, kept.answerable), (0, 0), "of a bot nothing but its guesses is kept");
}

async fn a_player_is_forgotten_on_request(stores: &TestStore) {
    let one = stores.service();
    let two = another_replica(stores, &one);
    let mut table = Table::open(&one, "asks").await;
    let end = table.play_until_settled(1, &["all", "day-1"]).await;
    let before = table.hand;
    table.record(&[end]).await;
    let (mut backend, known) = table.deal(30).await;
    assert_eq!(known.len(), 2);
    assert!(forget(&two, "player-second").await);
    assert!(!forget(&two, "player-second").await, "it is gone");
    assert!(!forget(&two, "nobody").await);
    assert_eq!(table.known_habits().await.len(), 2, "within a hand nothing changes");
    let stands = async |board: &str| {
        let left = list_standings(&one, of_board(board)).await.standings;
        let hands_of = |player: &str| left.iter().find(|row| row.player_id == player).map(|row| row.hands);
        (usize::from(hands_of("player-third").is_some()), hands_of("player-second"))
    };
    assert_eq!((stands("all").await, stands("day-1").await), ((1, None), (1, None)));
    let end = table.play(&mut backend, 30).await;
    table.record(&[end]).await;
    let end = table.play_until_settled(40, &["all"]).await;
    let since = table.hand - before;
    table.record(&[end]).await;
    assert_eq!(stands("all").await, (1, Some(1)), "only the hand since then counts");
    let (_, after) = table.deal(3).await;
    assert!((1..=since).contains(&after[0].auctions) && after[1].auctions >= after[0].auctions, "{since}: {after:?}");
}

async fn no_records_are_kept_if_the_setting_is_off(stores: &TestStore) {
    let service = stores.service_with(|config| config.rooms.players.keep = false);
    let mut first = Table::open(&service, "first").await;
    first.play_hand(1).await;
    let (_, seen) = first.deal(2).await;
    assert_eq!(seen.len(), 2, "a room remembers its own hands");
    let mut second = Table::open(&service, "second").await;
    assert_eq!(second.deal(2).await.1, []);
    assert!(!forget(&service, "player-second").await);
}

async fn the_operator_may_have_every_bot_disclosed(stores: &TestStore) {
    for (disclosure, is_told) in [(Disclosure::Caller, false), (Disclosure::Required, true)] {
        let service = stores.service_with(|config| config.companions.disclosure = disclosure);
        let name = format!("told-{is_told}");
        let mut opening = opening(&name, "classic", BOTS, "casual");
        opening.bots[0].disclosed = false;
        service.open(opening).await.unwrap();
        let room = service.room(&name, v1::Audience::Public, Chair::First).await.unwrap();
        assert_eq!(room.bots.iter().any(|bot| bot.chair == 1), is_told);
    }
}

fn series_value(service: &Service, series: &str, label: &str) -> f64 {
    let kind = "persona=\"casual\",skill=\"casual\"";
    metric(&service.app, &format!("thirdseat_{series}_total{{{kind},{label}}}"))
}

#[tokio::test]
async fn hands_and_players_who_leave_are_counted() {
    let service = TestStore::memory().service();
    let mut table = Table::open(&service, "counted").await;
    let mut settled = 0.0;
    for seed in 1..9 {
        let (mut backend, _) = table.deal(seed).await;
        let end = table.play(&mut backend, seed).await;
        settled += f64::from(u8::from(matches!(&end, What::Settled(settled) if settled.winner != 0)));
        table.record(&[end]).await;
    }
    let outcomes = ["landlord_won", "landlord_lost", "peasant_won", "peasant_lost"];
    let hands: f64 =
        outcomes.iter().map(|outcome| series_value(&service, "bot_hands", &format!("outcome=\"{outcome}\""))).sum();
    assert!(settled > 0.0 && hands == settled, "{hands} of {settled}");
    // The player on the second chair leaves; the act counts for the bot on the first one.
    let (backend, _) = table.deal(9).await;
    let bot = v1::BotSeat { chair: 2, persona: "skilled".to_owned(), ..v1::BotSeat::default() };
    let what = seat_changed(v1::seat_changed::Who::Bot(bot), Some(cards(&backend.cards[1])));
    let event = numbered(table.sequence + 1, table.hand, what);
    service.record(recording("counted", vec![event.clone()])).await.unwrap();
    service.record(recording("counted", vec![event])).await.unwrap();
    assert_eq!(series_value(&service, "player_acts", "act=\"left_during\""), 1.0, "a repeat counts nothing");
    assert_eq!(series_value(&service, "player_acts", "act=\"left_after\""), 0.0);
}
