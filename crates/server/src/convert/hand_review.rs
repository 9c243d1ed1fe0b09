//! A recorded hand of which all cards are known, as turns to be judged; and a judged turn as an answer.

use std::sync::Arc;

use engine::Habits;
use engine::endgame::Endgame;
use rules::table::{BadDeal, Deal};
use rules::{Action, Chair, Event, Hand, Illegal, Rank, Seat, Side, Stage, Table, View};
use wire::v1;
use wire::v1::event::What as Kind;
use wire::v1::played::What;

use super::ask::Options;
use super::cards::{CardReader, SentHand};
use super::inbound::{self, Position};
use super::{events, names, room_in};
use crate::error::{Reason, Refusal};
use crate::room::cards::Cards;
use crate::roster::{Companion, Roster};

/// A hand to be reviewed.
pub struct HandReview {
    /// Its turns, in order.
    pub turns: Vec<Turn>,
    /// Who judges, and how.
    pub options: Options,
    /// The most positions that the solver may enter at each turn; 0: nothing is solved.
    pub open_nodes_max: u64,
}

/// A turn of the hand.
pub struct Turn {
    event: u32,
    chair: Chair,
    /// What the seat on turn knew.
    pub position: Position,
    /// What it did.
    pub action: Action,
    /// All cards before the turn, where they can be solved.
    pub open: Option<Endgame>,
    /// All cards after it.
    pub after: Option<Endgame>,
}

/// What is found out of a turn beside the judgement.
pub struct Judged {
    /// The chance of each seat's side, as the seat saw it.
    pub before: [Option<f64>; 3],
    /// Who won with open cards.
    pub open_winner: Option<Side>,
    /// Whether the turn threw that away.
    pub is_thrown: bool,
}

/// Reads the hand and replays it: each event has to be legal where it stands.
pub fn hand_review(roster: &Roster, request: v1::ReviewHandRequest) -> Result<HandReview, Refusal> {
    let rules = names::ruleset(&request.ruleset)?;
    let reader = CardReader::new(request.card_codec)?;
    inbound::check_count(request.events.len())?;
    let [first, second, third] = &request.hands[..] else {
        let message = format!("{} hands, a deal has 3", request.hands.len());
        return Err(Refusal::new(Reason::HAND_SIZE, message).at("hands"));
    };
    let mut held = [Cards::NONE, Cards::NONE, Cards::NONE];
    for (index, sent) in [first, second, third].into_iter().enumerate() {
        held[index] = room_in::cards(&reader, sent).map_err(|refusal| refusal.within(&format!("hands[{index}]")))?;
    }
    let bottom = request.bottom.as_ref().ok_or_else(|| Refusal::missing("bottom"))?;
    let bottom = room_in::cards(&reader, bottom).map_err(|refusal| refusal.within("bottom"))?;
    let hands = [held[0].hand(), held[1].hand(), held[2].hand()];
    let deal = Deal::new(hands, bottom.hand()).map_err(bad_deal)?;
    let wilds = shown_ranks(&request.events)?;
    let deal = deal
        .with_wilds(&rules, &wilds)
        .map_err(|error| Refusal::new(Reason::VALUE_UNKNOWN, format!("wild_shown: {error}")).at("events"))?;
    let options = Options::read(request.options.unwrap_or_default())?;
    let companion =
        roster.at_strength(&options.persona, options.strength).map_err(|refusal| refusal.within("options"))?;
    let table = match request.seated {
        true => Table::seated(rules, deal),
        false => Table::new(rules, deal, appointee(&request.events)),
    };
    let mut replay = Replay {
        reader,
        companion,
        seed: options.hand_seed,
        table,
        told: 0,
        held,
        bottom,
        gifts: Vec::new(),
        turns: Vec::new(),
    };
    if request.seated {
        replay.give_bottom(Chair::First);
    }
    for (index, event) in request.events.iter().enumerate() {
        replay.take(index as u32, event).map_err(|refusal| refusal.within(&format!("events[{index}]")))?;
    }
    Ok(HandReview { turns: replay.turns, options, open_nodes_max: request.open_nodes_max })
}

fn bad_deal(error: BadDeal) -> Refusal {
    let (reason, field) = match error {
        BadDeal::HandSize { .. } => (Reason::HAND_SIZE, "hands"),
        BadDeal::BottomSize { .. } => (Reason::BOTTOM_SIZE, "bottom"),
        BadDeal::TooMany { .. } => (Reason::TOO_MANY_OF_RANK, "hands"),
    };
    Refusal::new(reason, error.to_string()).at(field)
}

/// The wild ranks, in the order of showing.
fn shown_ranks(events: &[v1::Event]) -> Result<Vec<Rank>, Refusal> {
    let shown = events.iter().enumerate().filter_map(|(index, event)| match &event.what {
        Some(Kind::WildShown(shown)) => Some((index, shown)),
        _ => None,
    });
    let read = |(index, shown): (usize, &v1::WildShown)| {
        names::shown_rank(shown).map_err(|refusal| refusal.within(&format!("events[{index}]")))
    };
    shown.map(read).collect()
}

/// Who was drawn where no chair took the seat and one must.
fn appointee(events: &[v1::Event]) -> Chair {
    let found = events.iter().find_map(|event| match &event.what {
        Some(Kind::LandlordFound(found)) => names::chair(found.chair).ok().flatten(),
        _ => None,
    });
    found.unwrap_or(Chair::First)
}

struct Replay {
    reader: CardReader,
    companion: Arc<Companion>,
    seed: Option<rules::Seed>,
    table: Table,
    /// How much of the table's log the events have told.
    told: usize,
    /// What each chair holds, as it was sent.
    held: [Cards; 3],
    bottom: Cards,
    /// What the chairs pass on, as it was sent.
    gifts: Vec<Cards>,
    turns: Vec<Turn>,
}

/// What the one on turn does by this event.
fn action(event: Event) -> Action {
    match event {
        Event::Call(_, call) => Action::Call(call),
        Event::Raise(_, raise) => Action::Raise(raise),
        Event::Show(hand) => Action::Show(hand.is_some()),
        Event::Play(_, play) => Action::Play(play),
        Event::Wild(_) | Event::PassedOn(..) | Event::Landlord(..) => {
            unreachable!("it was looked at before")
        }
    }
}

impl Replay {
    fn give_bottom(&mut self, landlord: Chair) {
        let held = &mut self.held[landlord.index()];
        *held = held.plus(&self.bottom).expect("the deal is one deck");
    }

    fn take(&mut self, index: u32, sent: &v1::Event) -> Result<(), Refusal> {
        let what = sent.what.as_ref().ok_or_else(|| Refusal::missing("what"))?;
        let event = events::event(&self.reader, self.table.board(), what)?;
        if let Event::Landlord(..) | Event::Wild(_) = event {
            return self.follow(event);
        }
        if let Some(Event::Wild(_)) = self.untold().find(|event| matches!(event, Event::Wild(_))) {
            let message = "a wild rank is shown before it, which the events do not tell";
            return Err(Refusal::new(Reason::ILLEGAL_EVENT, message));
        }
        let Some(chair) = self.table.board().turn() else {
            return Err(Refusal::new(Reason::ILLEGAL_EVENT, "the hand is over"));
        };
        let view = self.table.view(chair);
        let action = match event {
            Event::PassedOn(giver, cards) => self.gift(chair, giver, cards)?,
            event => {
                view.clone().apply(event).map_err(|error| events::illegal(&error))?;
                action(event)
            }
        };
        let position = self.position(view, chair);
        let open = self.open();
        match what {
            Kind::Played(v1::Played { what: Some(What::Combo(combo)), .. }) => {
                self.held[chair.index()] = self.held_without(chair, &combo.cards, "played.combo.cards")?.1;
            }
            Kind::PassedOn(passed) => self.gifts.push(self.held_without(chair, &passed.cards, "passed_on.cards")?.0),
            _ => {}
        }
        self.told = self.table.log().len() + 1;
        let log = self.table.act(action).map_err(|error| events::illegal(&error))?;
        let found =
            log.iter().find_map(|event| if let Event::Landlord(chair, _) = event { Some(*chair) } else { None });
        if let Some(landlord) = found {
            self.give_bottom(landlord);
        }
        if matches!(action, Action::PassOn(_)) {
            // The table tells all gifts when the last chair has chosen.
            self.told = self.table.log().len();
            self.move_gifts();
        }
        let after = self.open();
        self.turns.push(Turn { event: index, chair, position, action, open, after });
        Ok(())
    }

    /// What the chair on turn passes on. No view has a gift before all chairs have chosen, so the table checks it.
    fn gift(&self, turn: Chair, giver: Chair, cards: Option<Hand>) -> Result<Action, Refusal> {
        let stage = self.table.board().stage();
        if stage != Stage::PassOn {
            return Err(events::illegal(&Illegal::WrongStage { what: "passing cards on", stage }));
        }
        if giver != turn {
            return Err(events::illegal(&Illegal::NotYourGift { chair: giver, turn }));
        }
        cards.map(Action::PassOn).ok_or_else(|| Refusal::missing("passed_on.cards"))
    }

    /// Gives each chair what came to it, once all have chosen.
    fn move_gifts(&mut self) {
        if self.gifts.len() < Chair::ALL.len() {
            return;
        }
        for giver in Chair::ALL {
            let held = &mut self.held[giver.index()];
            *held = held.minus(&self.gifts[giver.index()]).expect("checked when it was told");
        }
        for giver in Chair::ALL {
            let receiver = self.table.board().rules().pass_on().receiver(giver).expect("cards are passed on");
            let held = &mut self.held[receiver.index()];
            *held = held.plus(&self.gifts[giver.index()]).expect("the deal is one deck");
        }
    }

    /// Cards of `chair` as they were sent, and what it holds without them.
    fn held_without(&self, chair: Chair, sent: &Option<v1::Cards>, field: &str) -> Result<(Cards, Cards), Refusal> {
        let sent = sent.as_ref().ok_or_else(|| Refusal::missing(field))?;
        let cards = room_in::cards(&self.reader, sent).map_err(|refusal| refusal.within(field))?;
        let left = self.held[chair.index()].minus(&cards).ok_or_else(|| {
            let message = format!("{} are not the cards that the seat holds", cards.hand());
            Refusal::new(Reason::NOT_HELD, message).at(field)
        })?;
        Ok((cards, left))
    }

    fn position(&self, view: View, chair: Chair) -> Position {
        let held = &self.held[chair.index()];
        let codec = self.reader.codec();
        let ids = codec.and_then(|codec| codec.decode(&held.ids(codec)?).ok());
        let hand = ids.map_or_else(|| SentHand::Text(held.hand()), SentHand::Ids);
        let dealt = self.dealt(&view, chair);
        Position {
            hand_seed: self.seed.unwrap_or_else(|| inbound::history_seed(&view, dealt)),
            view,
            hand,
            codec,
            companion: Arc::clone(&self.companion),
            habits: [Habits::default(); 3],
            disclosed: false,
        }
    }

    /// What the table saw since the last event that was told.
    fn untold(&self) -> impl Iterator<Item = Event> + '_ {
        self.table.log().get(self.told..).unwrap_or_default().iter().copied()
    }

    /// An event that follows from the auction and the deal. Who is landlord need not be told.
    fn follow(&mut self, event: Event) -> Result<(), Refusal> {
        let is_wild = |event: &Event| matches!(event, Event::Wild(_));
        let skipped = self.untold().take_while(|next| *next != event && !is_wild(next)).count();
        if self.untold().nth(skipped) == Some(event) {
            self.told += skipped + 1;
            return Ok(());
        }
        let (message, field) = match is_wild(&event) {
            true => ("no wild rank is shown here, or another one", "wild_shown"),
            false => {
                ("by the auction and the deal another chair or another bottom is found, or none yet", "landlord_found")
            }
        };
        Err(Refusal::new(Reason::ILLEGAL_EVENT, message).at(field))
    }

    /// What the view of a chair begins with.
    fn dealt(&self, view: &View, chair: Chair) -> rules::Hand {
        let hand = self.table.deal().hand(chair);
        match view.seat() {
            Some(Seat::Landlord) if !self.table.is_auctioned() => {
                hand.plus(self.table.deal().bottom()).expect("the deal is one deck")
            }
            _ => hand,
        }
    }

    /// The open cards while they are played, where they can be solved.
    fn open(&self) -> Option<Endgame> {
        let board = self.table.board();
        if board.stage() != Stage::Play {
            return None;
        }
        let hand = |seat| self.table.hand_of(seat).expect("the landlord is known");
        let game = Endgame::three(*board.rules(), Seat::ALL.map(hand)).ok()?;
        let turn = board.course().turn();
        match board.course().standing() {
            Some((player, combo)) => game.answering(turn, combo, player).ok(),
            None => game.led_by(turn).ok(),
        }
    }
}

impl Turn {
    /// The answer.
    pub fn answer(&self, review: v1::ReviewPlayResponse, judged: &Judged) -> v1::ReviewHandResponse {
        let [landlord, down, up] = judged.before;
        let is_known = judged.before.iter().any(Option::is_some);
        v1::ReviewHandResponse {
            turn: self.event,
            chair: names::to_chair(self.chair) as i32,
            seat: self.position.view.seat().map_or(0, |seat| names::to_seat(seat) as i32),
            review: Some(review),
            before: is_known.then_some(v1::SeatChances { landlord, down, up }),
            open_winner: judged.open_winner.map_or(0, |side| names::to_side(side) as i32),
            thrown_away: judged.is_thrown,
        }
    }
}
