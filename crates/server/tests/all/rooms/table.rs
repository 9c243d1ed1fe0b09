//! A backend's table: a whole hand with all cards, which makes the events that a backend reports to a room.

use std::sync::LazyLock;

use game::cards::{CardOrRank, Cards, ReadingHint};
use game::event::{Dealt, HandEnd, HandEvent};
use prost::Message as _;
use rules::card::{Card, Codec};
use rules::{Action, Board, Chair, Deal, Event, Hand, Rng, Ruleset, Seat, Table, Trick};
use server::config::Config;
use server::room::state::{RoomEvent, RoomState};
use server::roster::Roster;

pub(crate) use rules::Plays;
use wire::v1;

use super::rpc::{opening, room_event};

/// The built-in personas.
pub(crate) static ROSTER: LazyLock<Roster> = LazyLock::new(|| Roster::load(&Config::embedded()).unwrap());

pub(crate) const CODEC: Codec = Codec::RanksFrom0;

/// Returns rulesets with different plays, two that pass cards on, and one in which every chair may lay its hand open.
pub(crate) fn rulesets() -> Vec<Ruleset> {
    let more = ["classic pass-on=next", "laizi pass-on=previous", "classic open-hand=deal"];
    let more = more.map(|text| text.parse().unwrap());
    Ruleset::DISTINCT_PLAYS.into_iter().chain(Ruleset::WILD).copied().chain(more).collect()
}

/// Returns the report of a backend to a room with these bots: cards that no bot gives or gets stay hidden.
pub(crate) fn reported_to(bots: [bool; 3], rules: &Ruleset, what: HandEvent) -> HandEvent {
    match what {
        HandEvent::PassedOn(Some(giver), cards) => {
            let receiver = rules.pass_on().receiver(giver).unwrap();
            let is_told = bots[giver.index()] || bots[receiver.index()];
            HandEvent::PassedOn(Some(giver), cards.filter(|_| is_told))
        }
        what => what,
    }
}

/// A hand at a backend: the rules' table, and the cards with suits that each chair holds.
pub(crate) struct Backend {
    pub(crate) table: Table,
    pub(crate) first: Chair,
    pub(crate) cards: [Cards; 3],
    pub(crate) bottom: Cards,
    pub(crate) log_told: usize,
    /// The cards that the chairs have passed on, in order; the cards move when all have.
    pub(crate) gifts: Vec<(Chair, Cards)>,
}

impl Backend {
    pub(crate) fn deal(rules: Ruleset, first: Chair, rng: &mut Rng) -> Backend {
        let mut deck: Vec<Card> = Card::all().collect();
        rng.shuffle(&mut deck);
        let part = |from: usize, size: usize| {
            Cards::new(deck[from..from + size].iter().map(|&card| CardOrRank::from(card)).collect()).unwrap()
        };
        // In the order of speaking, which the rules use.
        let spoken = [part(0, 17), part(17, 17), part(34, 17)];
        let bottom = part(51, 3);
        let deal = Deal::new([spoken[0].hand(), spoken[1].hand(), spoken[2].hand()], bottom.hand()).unwrap();
        let appointee = Chair::ALL[rng.below(3) as usize];
        let mut cards = [Cards::NONE, Cards::NONE, Cards::NONE];
        for (chair, dealt) in Chair::ALL.into_iter().zip(spoken) {
            cards[Chair::ALL[(first.index() + chair.index()) % 3].index()] = dealt;
        }
        Backend { table: Table::new(rules, deal, appointee), first, cards, bottom, log_told: 0, gifts: Vec::new() }
    }

    /// Returns the room's chair of a rules' chair.
    pub(crate) fn room_chair(&self, chair: Chair) -> Chair {
        Chair::ALL[(self.first.index() + chair.index()) % 3]
    }

    pub(crate) fn board(&self) -> &Board {
        self.table.board()
    }

    pub(crate) fn turn(&self) -> Option<Chair> {
        self.board().turn().map(|chair| self.room_chair(chair))
    }

    /// Returns the deal, and the wild ranks that the table shows with it.
    pub(crate) fn opening(&self, bots: [bool; 3]) -> Vec<HandEvent> {
        let shown = self.board().rules().wilds().in_order().map(HandEvent::WildShown);
        std::iter::once(self.deal_event(bots)).chain(shown).collect()
    }

    pub(crate) fn deal_event(&self, bots: [bool; 3]) -> HandEvent {
        let holds = [0, 1, 2].map(|chair: usize| bots[chair].then(|| self.cards[chair].clone()));
        HandEvent::Dealt(Dealt { first: self.first, holds })
    }

    /// Acts for the chair on turn. Returns the report to a room of bots alone: see [`reported_to`].
    pub(crate) fn act(&mut self, action: Action) -> Vec<HandEvent> {
        if let Action::PassOn(cards) = action {
            return vec![self.give(cards)];
        }
        let events = self.table.act(action).unwrap().to_vec();
        self.log_told += events.len();
        events.into_iter().map(|event| self.report(event)).collect()
    }

    fn give(&mut self, ranks: Hand) -> HandEvent {
        let giver = self.turn().unwrap();
        self.log_told += self.table.act(Action::PassOn(ranks)).unwrap().len();
        let held = self.cards[giver.index()].clone();
        let told = self.take(giver, ranks);
        self.cards[giver.index()] = held;
        self.gifts.push((giver, told.clone()));
        if self.gifts.len() == 3 {
            for (giver, cards) in &self.gifts {
                let held = &mut self.cards[giver.index()];
                *held = held.minus(cards).unwrap();
            }
            for (giver, cards) in &self.gifts {
                let receiver = self.board().rules().pass_on().receiver(*giver).unwrap();
                let held = &mut self.cards[receiver.index()];
                *held = held.plus(cards).unwrap();
            }
        }
        HandEvent::PassedOn(Some(giver), Some(told))
    }

    pub(crate) fn gift(&self, giver: Chair) -> Option<&Cards> {
        self.gifts.iter().find(|gift| gift.0 == giver).map(|gift| &gift.1)
    }

    fn report(&mut self, event: Event) -> HandEvent {
        let landlord = self.board().landlord().map(|landlord| self.room_chair(landlord));
        let seated = |seat: Seat| Some(seat.chair(landlord.unwrap()));
        match event {
            Event::Call(chair, call) => HandEvent::Called(Some(self.room_chair(chair)), call),
            Event::PassedOn(..) => unreachable!("a gift is told as it is chosen"),
            Event::Wild(rank) => HandEvent::WildShown(rank),
            Event::Landlord(chair, _) => {
                let chair = self.room_chair(chair);
                let cards = &mut self.cards[chair.index()];
                *cards = cards.plus(&self.bottom).unwrap();
                HandEvent::LandlordFound(Some(chair), self.bottom.clone())
            }
            Event::Raise(seat, raise) => HandEvent::Raised(seated(seat), raise),
            Event::Show(chair, shown) => {
                let chair = self.room_chair(chair);
                let open = shown.map(|shown| (self.cards[chair.index()].clone(), shown.factor));
                HandEvent::Shown(Some(chair), open)
            }
            Event::Play(seat, None) => HandEvent::Passed(seated(seat)),
            Event::Play(seat, Some(combo)) => {
                let chair = seat.chair(landlord.unwrap());
                let cards = self.take(chair, combo.cards());
                HandEvent::Played(Some(chair), cards, ReadingHint::of(combo))
            }
        }
    }

    /// Takes cards of these ranks out of a hand.
    pub(crate) fn take(&mut self, chair: Chair, ranks: Hand) -> Cards {
        let held = &mut self.cards[chair.index()];
        let left = held.minus(&Cards::of(ranks)).unwrap();
        let gone: Vec<CardOrRank> =
            held.as_slice().iter().copied().filter(|told| !left.as_slice().contains(told)).collect();
        *held = left;
        Cards::new(gone).unwrap()
    }

    pub(crate) fn settlement_event(&self) -> HandEvent {
        let winner = self.table.settlement(1).map(|settled| settled.winner);
        let remaining = [0, 1, 2].map(|chair: usize| Some(self.cards[chair].clone()));
        HandEvent::Settled(HandEnd { winner, amounts: vec![1, -1, 0], remaining, boards: Vec::new() })
    }
}

/// Makes a room with bots where `bots` says, players elsewhere.
pub(crate) fn room_state(rules: Ruleset, bots: [bool; 3], strict: bool, persona: &str) -> RoomState {
    let request = v1::OpenRoomRequest { strict, ..opening("room", &rules.to_string(), bots, persona) };
    server::convert::room::read_opening(&ROSTER, &request).unwrap().1
}

pub(crate) fn event(state: &RoomState, what: HandEvent) -> RoomEvent {
    let bots = state.people.are_bots();
    let what = reported_to(bots, &state.rules, what);
    let hand_number = state.hand_number + u32::from(matches!(what, HandEvent::Dealt(_)));
    RoomEvent { sequence: state.sequence + 1, hand_number, digest: digest(&what), what, occupant: None }
}

pub(crate) fn digest(what: &HandEvent) -> u32 {
    // A message has no name of our code in it: golden files outlive a renaming.
    let bytes = match what {
        HandEvent::Said(..) | HandEvent::SeatChanged(..) => format!("{what:?}").into_bytes(),
        what => room_event(0, 0, what).encode_to_vec(),
    };
    bytes.into_iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Draws any legal action; mostly plays, so that hands end.
pub(crate) fn any_action(backend: &Backend, rng: &mut Rng, plays: &mut Plays) -> Action {
    let board = backend.board();
    match board.stage() {
        rules::Stage::PassOn => Action::PassOn(rng.draw(backend.table.hand(board.turn().unwrap()), 3)),
        rules::Stage::Auction if board.may_open(board.turn().unwrap()) && rng.below(4) == 0 => Action::Show(true),
        rules::Stage::Auction => {
            let options: Vec<_> = board.bidding().options().collect();
            Action::Call(*rng.pick(&options).unwrap())
        }
        rules::Stage::Doubling => {
            let known: Vec<_> =
                rules::Raise::ALL.into_iter().filter(|raise| raise.is_allowed_by(board.rules().doubling())).collect();
            Action::Raise(*rng.pick(&known).unwrap())
        }
        rules::Stage::Showing => Action::Show(rng.below(2) == 0),
        _ => {
            let seat: Seat = board.course().turn();
            let hand = backend.table.hand_of(seat).unwrap();
            let trick = board.course().trick();
            let plays = plays.fill(board.rules(), hand, trick);
            let may_pass = trick != Trick::Lead;
            match rng.pick(plays) {
                Some(_) if may_pass && rng.below(3) == 0 => Action::Play(None),
                play => Action::Play(play.copied()),
            }
        }
    }
}
