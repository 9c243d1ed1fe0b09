//! A backend that knows no auction, doubling and settlement: it acts only by what the answers allow on a turn.

use rules::{Deal, Rng, Seed};
use tonic::Code;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{dealing, looking, numbered, recording, seating};

const CALLS: [Call; 7] = [Call::Pass, Call::Score1, Call::Score2, Call::Score3, Call::Call, Call::Rob, Call::Take];
const DOUBLINGS: [Doubling; 3] = [Doubling::None, Doubling::Double, Doubling::Super];

struct Table {
    client: Client,
    room: String,
    deal: Deal,
    sequence: u32,
    now: RecordEventsResponse,
    rng: Rng,
    /// The stakes as a reader of the events counts them.
    points: u32,
    robs: u32,
    bombs: u32,
    /// The chairs that laid their hands open, and the product of the factors.
    open: [bool; 3],
    open_hands: u32,
    doublings: [u32; 3],
    /// True if the ruleset lets every chair lay its hand open from the deal on.
    is_early: bool,
    has_called: bool,
}

impl Table {
    async fn open(client: &Client, room: String, ruleset: &str, seed: u64) -> Table {
        let mut rng = Seed(seed).rng();
        let deal = Deal::shuffled(&mut rng);
        let hands = rules::Chair::ALL.map(|chair| deal.hand(chair).to_string());
        let hands: Vec<_> = CHAIRS.into_iter().zip(hands.iter().map(String::as_str)).collect();
        let events = vec![numbered(1, 1, dealing(&hands))];
        let request = OpenRoomRequest { strict: true, events, ..seating(&room, ruleset, "rules", &CHAIRS) };
        let mut client = client.clone();
        let opened = client.open_room(request).await.unwrap().into_inner();
        let state = opened.room.unwrap().state;
        let now = RecordEventsResponse { state, next: opened.next, ..RecordEventsResponse::default() };
        Table {
            client,
            room,
            deal,
            sequence: 1,
            now,
            rng,
            points: 1,
            robs: 0,
            bombs: 0,
            open: [false; 3],
            open_hands: 1,
            doublings: [1; 3],
            is_early: ruleset.contains("open-hand=deal"),
            has_called: false,
        }
    }

    fn request(&self, event: Event) -> RecordEventsRequest {
        recording(&self.room, vec![numbered(self.sequence + 1, 1, room_event::What::Table(event))])
    }

    async fn record(&mut self, event: Event) {
        self.now = self.client.record_events(self.request(event)).await.unwrap().into_inner();
        self.sequence += 1;
    }

    async fn refuse(&mut self, event: Event, why: &str) {
        let status = self.client.record_events(self.request(event)).await.unwrap_err();
        assert_eq!(refused(&status).1, "STRICT_EVENT", "{why}: {status}");
    }

    fn seat(&self) -> rules::Seat {
        use rules::Seat;
        [Seat::Landlord, Seat::Down, Seat::Up][((self.now.state().turn - self.now.state().landlord + 3) % 3) as usize]
    }

    /// Takes one turn as the answer allows, and checks that other actions are refused.
    async fn act(&mut self) {
        let may = self.now.state().clone();
        let words: Vec<Call> = may.calls().collect();
        let doublings: Vec<Doubling> = may.doublings().collect();
        let stage = self.now.state().stage();
        let turn = self.now.state().turn as usize - 1;
        let may_open = stage == Stage::Auction && self.is_early && !self.open[turn];
        let told = [!words.is_empty(), !doublings.is_empty(), may.may_show && !may_open];
        assert_eq!(told, [Stage::Auction, Stage::Doubling, Stage::Showing].map(|one| one == stage));
        if stage == Stage::Auction && self.is_early {
            self.lay_open(may.may_show).await;
        }
        if stage == Stage::Auction {
            for call in CALLS.into_iter().filter(|call| !words.contains(call)) {
                self.refuse(calls(self.now.state().turn(), call), call.as_str_name()).await;
            }
            let call = words[self.rng.below(words.len() as u32) as usize];
            self.has_called = true;
            self.points = self.points.max(match call {
                Call::Score2 => 2,
                Call::Score3 => 3,
                _ => 1,
            });
            self.robs += u32::from(call == Call::Rob);
            return self.record(calls(self.now.state().turn(), call)).await;
        }
        if stage == Stage::Doubling {
            let seat = self.seat();
            let chair = self.now.state().turn();
            let raised = |doubling| acts(chair, action::What::Doubling(doubling as i32));
            for doubling in DOUBLINGS.into_iter().filter(|one| !doublings.contains(one)) {
                self.refuse(raised(doubling), doubling.as_str_name()).await;
            }
            let doubling = doublings[self.rng.below(doublings.len() as u32) as usize];
            self.doublings[seat.index()] = [1, 2, 4][doubling as usize - 1];
            return self.record(raised(doubling)).await;
        }
        if stage == Stage::Showing {
            let is_open = self.rng.below(2) == 0;
            let chair = rules::Chair::ALL[self.now.state().landlord as usize - 1];
            let hand = self.deal.hand(chair).plus(self.deal.bottom()).unwrap().to_string();
            let hand = if is_open { text(&hand) } else { None };
            self.open_hands *= if is_open { 2 } else { 1 };
            let show = action::What::Show(Show { open: is_open, hand, factor: 0 });
            return self.record(acts(Chair::Unspecified, show)).await;
        }
        let pass = || plays(Chair::Unspecified, "");
        if !may.may_pass {
            self.refuse(pass(), "a lead").await;
        }
        let request = in_room(&self.room, self.now.state().turn(), None);
        let decision = self.client.decide(request).await.unwrap().into_inner();
        let what = match decision.action.unwrap().what.unwrap() {
            action::What::Play(combo) => {
                self.bombs += u32::from(combo.kind == "bomb" || combo.kind == "rocket" || combo.kind == "shuttle");
                acts(Chair::Unspecified, action::What::Play(combo))
            }
            _ => pass(),
        };
        self.record(what).await;
    }

    /// Now and then lays a chair's hand open, on its turn or not. A second, late or small one is refused.
    async fn lay_open(&mut self, may_show: bool) {
        let place = self.rng.below(3) as usize;
        let has_begun = self.has_called;
        let show = |factor: u32, hand: &str| {
            acts(CHAIRS[place], action::What::Show(Show { open: true, hand: text(hand), factor }))
        };
        assert_eq!(may_show, !self.open[self.now.state().turn as usize - 1]);
        let hand = self.deal.hand(rules::Chair::ALL[place]).to_string();
        if self.open[place] {
            return self.refuse(show(2, &hand), "it lies open already").await;
        }
        if has_begun {
            self.refuse(show(3, &hand), "the deal is over").await;
        }
        let status = self.client.record_events(self.request(show(6, &hand))).await.unwrap_err();
        let at = "events[0].table.action.show.factor";
        assert_eq!(refused(&status), (Code::InvalidArgument, String::from("VALUE_UNKNOWN"), String::from(at)));
        let status = self.client.record_events(self.request(show(2, &hand[1..]))).await.unwrap_err();
        assert_eq!(refused(&status).1, "EVENT_IMPOSSIBLE");
        if self.rng.below(2) == 0 {
            let factor = if has_begun { 2 } else { 2 + self.rng.below(4) };
            self.open[place] = true;
            self.open_hands *= factor;
            self.record(show(factor, &hand)).await;
        }
    }

    /// Checks that the stakes in the answer, and in the room, are those of the events so far.
    async fn check(&mut self, by_cards: bool) {
        let stakes = self.now.state().stakes.clone().expect("every event followed the ruleset");
        let known = (stakes.points, stakes.robs, stakes.bombs, stakes.open_hands);
        assert_eq!(known, (self.points, self.robs, self.bombs, self.open_hands));
        let factor = self.open_hands << (self.robs + self.bombs);
        assert_eq!(stakes.multiplier, if by_cards { 1 } else { self.points * factor });
        let landlord = self.now.state().landlord as usize;
        assert_eq!(stakes.cards_won.is_empty(), !by_cards || landlord == 0);
        assert_eq!(stakes.doublings.is_empty(), landlord == 0);
        for (chair, factor) in stakes.doublings.iter().enumerate() {
            assert_eq!(*factor, self.doublings[(chair + 4 - landlord) % 3]);
        }
        let room = self.client.get_room(looking(&self.room)).await.unwrap().into_inner();
        assert_eq!(room.state(), self.now.state());
    }

    async fn settle(&mut self, winner: i32) {
        let settled = room_event::What::Settled(Settled { winner, amounts: vec![0; 3], ..Settled::default() });
        let end = recording(&self.room, vec![numbered(self.sequence + 1, 1, settled)]);
        self.client.record_events(end).await.unwrap();
    }

    /// Plays the hand to its end; true if the cards are dealt again.
    async fn play(&mut self, by_cards: bool) -> bool {
        loop {
            self.check(by_cards).await;
            match self.now.state().stage() {
                Stage::Redeal => return true,
                Stage::Over => return false,
                Stage::Bottom => {
                    let now = self.now.state();
                    assert!(now.calls.is_empty() && now.doublings.is_empty() && !now.may_show && !now.may_pass);
                    // If no chair took the seat and one must, the backend draws it.
                    let drawn =
                        [Chair::First, self.now.state().landlord()][usize::from(self.now.state().landlord != 0)];
                    self.record(found(drawn, &self.deal.bottom().to_string())).await;
                }
                _ => self.act().await,
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backend_without_rules_plays_every_ruleset_by_what_the_turn_may_do() {
    let (_server, client) = serve(&[]).await;
    let variants = [
        "classic auction=call-rob doubling=super open-hand=yes",
        "classic doubling=double",
        "journey doubling=super open-hand=yes",
        "classic auction=call-rob doubling=double open-hand=deal",
        "classic open-hand=deal",
    ];
    let rulesets = rules::Ruleset::ALL.map(rules::Ruleset::name).into_iter().chain(variants);
    let (mut redeals, mut ends) = (0, 0);
    for (ruleset, seed) in rulesets.flat_map(|ruleset| (1..=2).map(move |seed| (ruleset, seed))) {
        let by_cards = ruleset.starts_with("journey");
        let room = format!("{}-{seed}", ruleset.replace([' ', '='], "."));
        let mut table = Table::open(&client, room, ruleset, seed).await;
        if table.play(by_cards).await {
            redeals += 1;
            continue;
        }
        ends += 1;
        let score = table.now.state().stakes.clone().unwrap();
        assert_ne!(score.winner(), Side::Unspecified, "a seat went out");
        table.settle(score.winner).await;
        let by_seat = |seat: usize| score.amounts[(table.now.state().landlord as usize - 1 + seat) % 3];
        if by_cards {
            let won: Vec<i64> = score.cards_won.into_iter().map(i64::from).collect();
            assert_eq!(score.amounts, won);
            continue;
        }
        let sign = if score.winner() == Side::Peasants { 1 } else { -1 };
        for seat in [1, 2] {
            let factor = i64::from(score.multiplier * table.doublings[0] * table.doublings[seat]);
            assert_eq!(by_seat(seat), sign * factor, "{ruleset}: {score:?}");
        }
        assert_eq!(score.amounts.iter().sum::<i64>(), 0);
    }
    assert!(redeals > 0 && ends > 20, "{redeals} {ends}");
}

/// A hand with an event that broke a rule has no stakes, but it has a turn.
#[tokio::test(flavor = "multi_thread")]
async fn a_hand_against_the_rules_has_no_stakes() {
    let (_server, client) = serve(&[]).await;
    let mut table = Table::open(&client, String::from("loose"), "classic", 3).await;
    let hand = table.deal.hand(rules::Chair::First).to_string();
    // The first chair passes, but the event names it as the landlord.
    let landlord = found(Chair::First, &table.deal.bottom().to_string());
    let request = OpenRoomRequest {
        events: vec![
            numbered(1, 1, dealing(&[(Chair::First, &hand)])),
            numbered(2, 1, room_event::What::Table(calls(Chair::First, Call::Pass))),
            numbered(3, 1, room_event::What::Table(landlord)),
        ],
        ..seating("loose-2", "classic", "rules", &[Chair::First])
    };
    let told = table.client.open_room(request).await.unwrap().into_inner();
    assert_eq!(told.warnings[0].rule, "OUT_OF_STAGE");
    let state = told.room.unwrap().state.unwrap();
    assert!(state.stakes.is_none());
    assert_eq!((state.may_pass, state.awaited()), (false, Awaited::Lead));
}
