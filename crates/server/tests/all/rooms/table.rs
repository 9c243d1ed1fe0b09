//! A backend's table: a whole hand with all cards, which makes the events that a backend reports to a room.

use std::sync::{Arc, LazyLock};

use game::cards::{CardOrRank, Cards};
use game::event::{Act, LogEntry, TableWhat, What, cards_mut, to_chair_cards};
use prost::Message as _;
use rules::card::{Card, Codec};
use rules::{Action, Board, Chair, Deal, Event, Hand, Rng, Ruleset, Seat, Table, Trick};
use server::config::Config;
use server::room::state::{RoomEvent, RoomState};
use server::roster::Roster;

pub(crate) use rules::Plays;
use wire::{v1, write};

use super::rpc::{cards, chair_number, opening, room_event};

/// The built-in personas.
pub(crate) static ROSTER: LazyLock<Roster> = LazyLock::new(|| Roster::load(&Config::embedded()).unwrap());

pub(crate) const CODEC: Codec = Codec::RanksFrom0;

/// Returns rulesets with different plays, two that pass cards on, and one in which every chair may lay its hand open.
pub(crate) fn rulesets() -> Vec<Ruleset> {
    let more = ["classic pass-on=next", "laizi pass-on=previous", "classic open-hand=deal"];
    let more = more.map(|text| text.parse().unwrap());
    Ruleset::DISTINCT_PLAYS.into_iter().chain(Ruleset::WILD).copied().chain(more).collect()
}

/// Makes the event of an action.
pub(crate) fn acts(chair: Option<Chair>, act: Act) -> What {
    let action = TableWhat::Action(v1::Action { what: Some(act) });
    What::Table(v1::Event { chair: chair.map_or(0, chair_number), what: Some(action) })
}

/// Returns the event without the cards of a gift whose giver is not one for whom `is_seen`.
pub(crate) fn with_gift(what: What, is_seen: impl FnOnce(Chair) -> bool) -> What {
    let entry = LogEntry::of(what);
    match (entry.action(), entry.chair()) {
        (Some(Act::PassOn(_)), Some(giver)) if !is_seen(giver) => acts(Some(giver), Act::PassOn(v1::Cards::default())),
        _ => entry.told,
    }
}

/// Returns the report of a backend to a room with these bots: cards that no bot gives or gets stay hidden.
pub(crate) fn reported_to(bots: [bool; 3], rules: &Ruleset, what: What) -> What {
    with_gift(what, |giver| bots[giver.index()] || bots[rules.pass_on().receiver(giver).unwrap().index()])
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
            Cards::new(deck[from..from + size].iter().map(|&card| CardOrRank::from(card))).unwrap()
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
    pub(crate) fn opening(&self, bots: [bool; 3]) -> Vec<What> {
        let shown = self.board().rules().wilds().in_order();
        let shown = shown.map(|rank| What::Table(write::event(&CODEC, &Event::Wild(rank), None)));
        std::iter::once(self.deal_event(bots)).chain(shown).collect()
    }

    pub(crate) fn deal_event(&self, bots: [bool; 3]) -> What {
        let holds = [0, 1, 2].map(|chair: usize| bots[chair].then(|| self.cards[chair].clone()));
        What::Dealt(v1::Dealt { first: chair_number(self.first), holds: to_chair_cards(Some(&CODEC), &holds) })
    }

    /// Acts for the chair on turn. Returns the report to a room of bots alone: see [`reported_to`].
    pub(crate) fn act(&mut self, action: Action) -> Vec<What> {
        if let Action::PassOn(cards) = action {
            return vec![self.give(cards)];
        }
        let events = self.table.act(action).unwrap().to_vec();
        self.log_told += events.len();
        events.into_iter().map(|event| self.report(event)).collect()
    }

    fn give(&mut self, ranks: Hand) -> What {
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
        acts(Some(giver), Act::PassOn(cards(&told)))
    }

    pub(crate) fn gift(&self, giver: Chair) -> Option<&Cards> {
        self.gifts.iter().find(|gift| gift.0 == giver).map(|gift| &gift.1)
    }

    fn report(&mut self, event: Event) -> What {
        let mut sent = write::event(&CODEC, &event, self.board().landlord());
        let chair = game::names::chair(sent.chair).unwrap().map(|chair| self.room_chair(chair));
        sent.chair = chair.map_or(0, chair_number);
        let place = chair.map_or(0, Chair::index);
        let told = match event {
            Event::PassedOn(..) => unreachable!("a gift is told as it is chosen"),
            Event::Landlord(..) => {
                self.cards[place] = self.cards[place].plus(&self.bottom).unwrap();
                Some(self.bottom.clone())
            }
            Event::Show(_, Some(_)) => Some(self.cards[place].clone()),
            Event::Play(_, Some(combo)) => Some(self.take(Chair::ALL[place], combo.cards())),
            _ => None,
        };
        if let Some(told) = told {
            *cards_mut(&mut sent).unwrap() = cards(&told);
        }
        What::Table(sent)
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

    pub(crate) fn settlement_event(&self) -> What {
        let winner = self.table.settlement(1).map_or(0, |settled| game::names::to_side(settled.winner) as i32);
        let remaining = [0, 1, 2].map(|chair: usize| Some(self.cards[chair].clone()));
        let remaining = to_chair_cards(Some(&CODEC), &remaining);
        What::Settled(v1::Settled { winner, amounts: vec![1, -1, 0], remaining, boards: Vec::new() })
    }
}

/// Makes a room with bots where `bots` says, players elsewhere.
pub(crate) fn room_state(rules: Ruleset, bots: [bool; 3], strict: bool, persona: &str) -> RoomState {
    let request = v1::OpenRoomRequest { strict, ..opening("room", &rules.to_string(), bots, persona) };
    server::convert::room::read_opening(&ROSTER, &request).unwrap().1
}

pub(crate) fn event(state: &RoomState, what: What) -> RoomEvent {
    let bots = state.people.are_bots();
    let what = reported_to(bots, &state.rules, what);
    let hand_number = state.hand_number + u32::from(matches!(what, What::Dealt(_)));
    numbered_event(state.sequence + 1, hand_number, what)
}

/// Makes an event of the room. Its digest is that of the message: golden files outlive a renaming.
pub(crate) fn numbered_event(sequence: u64, hand_number: u32, what: What) -> RoomEvent {
    let bytes = room_event(0, 0, &what).encode_to_vec();
    let digest = bytes.into_iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    RoomEvent { sequence, hand_number, digest, entry: Arc::new(LogEntry::of(what)), seated: None }
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
