//! One hand of a room, from the deal to the settlement: what everybody saw, and what each bot holds.
//!
//! A hand runs on the rails of [`rules::Board`] as long as the ruleset likes what it is told, so that bots know all of its
//! history. An event that it dislikes lifts the hand off: from then on only the present counts ([`Now`]). Either way every
//! event has to agree with the deck and with each bot's cards, or it is refused.

use rules::view::BadView;
use rules::{Board, Call, Chair, Combo, Event, Illegal, Raise, Ruleset, Seat, Side, Stage, Trick, View};

use super::cards::Cards;
use super::event::{Dealt, Happening, Hint, Settled};
use super::now::{Dislike, Now, Standing};
use crate::error::{Reason, Refusal};

/// The most steps that are recorded of one hand. A hand by the rules has at most 173; passes out of turn may add some.
pub const STEPS_MAX: usize = 240;

/// A hand being played, or just over.
#[derive(Clone, PartialEq, Debug)]
pub struct RoomHand {
    /// The room's chair that speaks first: the first chair of the rules.
    pub first: Chair,
    /// Without an auction: the bottom, which the landlord on the first chair holds already.
    pub seated: Option<Cards>,
    /// What each bot holds now, by the room's chairs.
    pub held: [Option<Cards>; 3],
    /// What everybody saw, in order.
    pub log: Vec<Entry>,
    /// The present, once the hand is off its rails.
    pub off: Option<Now>,
    /// How it ended.
    pub end: Option<End>,
    /// The deal's place in the room; `None` when the hand was told anew.
    pub begun: Option<Begun>,
}

/// The number of a deal's event, and the room's version after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begun {
    /// The event's number.
    pub sequence: u64,
    /// The version.
    pub version: u64,
}

/// One recorded step.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// What everybody saw.
    pub step: Step,
    /// The ruleset dislikes it and it changed nothing.
    pub skipped: bool,
}

/// What everybody sees of an event of a hand.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// A word in the auction.
    Called(Chair, Call),
    /// The landlord and the bottom.
    Landlord(Chair, Cards),
    /// A doubling, or none.
    Raised(Seat, Raise),
    /// An open hand, or none.
    Shown(Option<Cards>),
    /// A play, as the ruleset reads it; `None` where it cannot.
    Played(Seat, Cards, Option<Combo>),
    /// A pass.
    Passed(Seat),
    /// Somebody else sat down.
    SeatChanged(Chair),
    /// The hand was closed: see [`RoomHand::end`].
    Ended,
}

impl Step {
    /// The same as what a backend reports; `None` for an end or another sitter, which a step does not tell.
    pub fn happening(&self) -> Option<Happening> {
        Some(match self {
            Step::Called(chair, call) => Happening::Called(*chair, *call),
            Step::Landlord(chair, bottom) => Happening::LandlordFound(*chair, bottom.clone()),
            Step::Raised(seat, raise) => Happening::Raised(*seat, *raise),
            Step::Shown(hand) => Happening::Shown(hand.clone()),
            Step::Played(seat, cards, combo) => {
                let hint = combo.map(|combo| Hint {
                    kind: Some(combo.kind()),
                    key: Some(combo.key()),
                    run: Some(combo.run()),
                });
                Happening::Played(Some(*seat), cards.clone(), hint.unwrap_or_default())
            }
            Step::Passed(seat) => Happening::Passed(Some(*seat)),
            Step::SeatChanged(_) | Step::Ended => return None,
        })
    }
}

/// How a hand ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// It was paid.
    Settled(Settled),
    /// The cards are dealt again.
    Redealt,
}

/// What everybody may know of a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// How far it has come.
    pub stage: Stage,
    /// The landlord's chair in the room.
    pub landlord: Option<Chair>,
    /// The chair whose turn it is.
    pub turn: Option<Chair>,
    /// What stands.
    pub standing: Standing,
    /// How many have passed on it.
    pub passes: u8,
    /// Cards left by the room's chairs.
    pub left: [u32; 3],
}

/// The board and what each bot knows, rebuilt from the log.
pub(super) struct Rails {
    pub(super) board: Board,
    pub(super) views: [Option<View>; 3],
}

impl RoomHand {
    /// Cards are dealt. `bots` are the chairs whose cards have to be told, and no others.
    pub fn deal(dealt: &Dealt, rules: &Ruleset, bots: [bool; 3]) -> Result<RoomHand, Refusal> {
        let Dealt { first, hands, bottom } = dealt;
        for chair in Chair::ALL {
            match (bots[chair.index()], &hands[chair.index()]) {
                (true, None) => {
                    return Err(Refusal::missing("dealt.hands").with("chair", chair));
                }
                (false, Some(_)) => {
                    let message = format!("no bot sits on the {chair} chair, its cards must stay hidden");
                    return Err(Refusal::new(Reason::NOT_A_BOT, message).at("dealt.hands"));
                }
                _ => {}
            }
        }
        let hand = RoomHand {
            first: *first,
            seated: bottom.clone(),
            held: hands.clone(),
            log: Vec::new(),
            off: None,
            end: None,
            begun: None,
        };
        hand.rails(rules).map_err(|error| bad_deal(&error))?;
        hand.check_deck(None).map_err(|message| impossible(message).at("dealt"))?;
        Ok(hand)
    }

    /// The rules' chair of a room's chair: the rules count in the order of speaking.
    pub fn spoken(&self, chair: Chair) -> Chair {
        Chair::ALL[self.first.steps_to(chair)]
    }

    /// The room's chair of a rules' chair.
    pub fn placed(&self, chair: Chair) -> Chair {
        Chair::ALL[(self.first.index() + chair.index()) % 3]
    }

    /// Rebuilds the board and what every bot knows. Only a bot that has just sat down, or a deal, can be at odds with the log.
    pub(super) fn rails(&self, rules: &Ruleset) -> Result<Rails, BadHand> {
        self.rails_for(rules, &Chair::ALL)
    }

    /// The same, with the views of some chairs alone: nothing of another bot's cards is looked at.
    fn rails_for(&self, rules: &Ruleset, chairs: &[Chair]) -> Result<Rails, BadHand> {
        let mut board = match &self.seated {
            Some(bottom) => Board::seated(*rules, Chair::First, Some(bottom.hand())),
            None => Board::open(*rules),
        };
        let mut views = [None, None, None];
        for &chair in chairs {
            if let Some(start) = self.start_hand(chair)? {
                let spoken = self.spoken(chair);
                let view = match &self.seated {
                    Some(bottom) => View::seated(*rules, spoken.seat(Chair::First), start, bottom.hand()),
                    None => View::dealt(*rules, spoken, start),
                };
                views[chair.index()] = Some(view.map_err(|error| BadHand::View(chair, error))?);
            }
        }
        for event in self.log.iter().filter(|entry| !entry.skipped).filter_map(|entry| self.event(&entry.step)) {
            board.apply(event).expect("the log was legal when it was recorded");
            for (view, chair) in views.iter_mut().zip(Chair::ALL) {
                if let Some(view) = view {
                    view.apply(event).map_err(|error| BadHand::Log(chair, error))?;
                }
            }
        }
        Ok(Rails { board, views })
    }

    /// What a bot was dealt: what it holds, with what it played, less the bottom that it took.
    fn start_hand(&self, chair: Chair) -> Result<Option<rules::Hand>, BadHand> {
        let Some(held) = &self.held[chair.index()] else { return Ok(None) };
        let landlord = self.landlord_by_log();
        let mut start = held.hand();
        for entry in &self.log {
            match &entry.step {
                Step::Played(seat, cards, _) if landlord.map(|landlord| seat.chair(landlord)) == Some(chair) => {
                    start = start.plus(cards.hand()).ok_or(BadHand::NotOneDeck(chair))?;
                }
                _ => {}
            }
        }
        for entry in &self.log {
            match &entry.step {
                Step::Landlord(landlord, bottom) if *landlord == chair && !entry.skipped => {
                    start = start.minus(bottom.hand()).ok_or(BadHand::NotOneDeck(chair))?;
                }
                _ => {}
            }
        }
        Ok(Some(start))
    }

    fn landlord_by_log(&self) -> Option<Chair> {
        let found = self.log.iter().find_map(|entry| match entry.step {
            Step::Landlord(chair, _) if !entry.skipped => Some(chair),
            _ => None,
        });
        found.or_else(|| self.seated.as_ref().map(|_| self.first))
    }

    /// A step as the rules see it.
    fn event(&self, step: &Step) -> Option<Event> {
        Some(match step {
            Step::Called(chair, call) => Event::Call(self.spoken(*chair), *call),
            Step::Landlord(chair, bottom) => Event::Landlord(self.spoken(*chair), bottom.hand()),
            Step::Raised(seat, raise) => Event::Raise(*seat, *raise),
            Step::Shown(hand) => Event::Show(hand.as_ref().map(Cards::hand)),
            Step::Played(seat, _, combo) => Event::Play(*seat, Some((*combo)?)),
            Step::Passed(seat) => Event::Play(*seat, None),
            Step::SeatChanged(_) | Step::Ended => return None,
        })
    }

    /// What everybody may know.
    pub fn facts(&self, rules: &Ruleset) -> Facts {
        if let Some(now) = &self.off {
            let over = now.winner().is_some();
            let owner = match now.standing {
                Standing::Nothing => None,
                Standing::Combo(owner, _) | Standing::Odd(owner, _) => Some(owner),
            };
            return Facts {
                stage: if over { Stage::Over } else { Stage::Play },
                landlord: Some(now.landlord),
                turn: (!over).then(|| now.turn.chair(now.landlord)),
                standing: now.standing,
                passes: owner.map_or(0, |owner| owner.steps_to(now.turn) as u8 - 1),
                left: Chair::ALL.map(|chair| u32::from(now.left[chair.seat(now.landlord).index()])),
            };
        }
        let board = self.board(rules);
        let landlord = board.landlord().map(|chair| self.placed(chair));
        let left = Chair::ALL.map(|chair| match landlord {
            Some(landlord) if board.bottom().is_some() => board.course().left(chair.seat(landlord)),
            _ => 17,
        });
        Facts {
            stage: board.stage(),
            landlord,
            turn: board.turn().map(|chair| self.placed(chair)),
            standing: board.course().standing().map_or(Standing::Nothing, |(seat, combo)| Standing::Combo(seat, combo)),
            passes: board.course().passes(),
            left,
        }
    }

    /// The board of a hand on its rails.
    pub(super) fn board(&self, rules: &Ruleset) -> Board {
        self.rails_for(rules, &[]).expect("without bots nothing can contradict the log").board
    }

    /// What the bot on `chair` knows; `None` when no bot sits there or nobody can play any more.
    pub fn view(&self, rules: &Ruleset, chair: Chair) -> Option<View> {
        let held = self.held[chair.index()].as_ref()?;
        match &self.off {
            Some(now) => now.view(rules, chair, held.hand()).ok(),
            None => {
                let mut rails = self.rails_for(rules, &[chair]).expect("checked when it was recorded");
                rails.views[chair.index()].take()
            }
        }
    }

    /// The bottom, once shown.
    pub fn bottom(&self) -> Option<&Cards> {
        let found = self.log.iter().find_map(|entry| match &entry.step {
            Step::Landlord(_, bottom) if !entry.skipped => Some(bottom),
            _ => None,
        });
        found.or(self.seated.as_ref())
    }

    /// Lets something happen that belongs to a hand. What the ruleset dislikes comes back, unless `strict` refuses it.
    pub fn take(&mut self, rules: &Ruleset, strict: bool, what: &Happening) -> Result<Option<Dislike>, Refusal> {
        if self.log.len() >= STEPS_MAX {
            return Err(Refusal::new(Reason::ROOM_TOO_LARGE, format!("a hand has at most {STEPS_MAX} events")));
        }
        let dislike = match what {
            Happening::Settled(settled) => self.settle(rules, settled)?,
            Happening::Redealt => {
                self.end = Some(End::Redealt);
                self.log.push(Entry { step: Step::Ended, skipped: false });
                None
            }
            Happening::Played(..) | Happening::Passed(_) => self.take_play(rules, what)?,
            _ => self.take_word(rules, what)?,
        };
        match dislike {
            Some(Dislike { rule, message }) if strict => {
                Err(Refusal::new(Reason::STRICT_EVENT, message).with("rule", rule))
            }
            dislike => Ok(dislike),
        }
    }

    /// Calls, the landlord, doublings, an open hand.
    fn take_word(&mut self, rules: &Ruleset, what: &Happening) -> Result<Option<Dislike>, Refusal> {
        let step = match what {
            Happening::Called(chair, call) => Step::Called(*chair, *call),
            Happening::LandlordFound(chair, bottom) => Step::Landlord(*chair, bottom.clone()),
            Happening::Raised(seat, raise) => Step::Raised(*seat, *raise),
            Happening::Shown(hand) => Step::Shown(hand.clone()),
            other => unreachable!("{other:?} is no word"),
        };
        let dislike = match &self.off {
            Some(_) => Some(Dislike::new(
                "OUT_OF_STAGE",
                "the hand goes on without it since an event that the ruleset disliked",
            )),
            None => self.try_on_rails(rules, &step)?,
        };
        let skipped = match (&step, &dislike) {
            (Step::Landlord(chair, bottom), Some(_)) => !self.seat_against_the_rules(rules, *chair, bottom)?,
            (_, dislike) => dislike.is_some(),
        };
        if let (Step::Landlord(chair, bottom), false) = (&step, skipped) {
            self.give(*chair, bottom)?;
        }
        self.push(Entry { step, skipped })?;
        self.check_views(rules)?;
        Ok(dislike)
    }

    /// The bottom goes to a chair that the auction did not choose. `false` when somebody has it already.
    fn seat_against_the_rules(&mut self, rules: &Ruleset, chair: Chair, bottom: &Cards) -> Result<bool, Refusal> {
        if self.bottom().is_some() {
            return Ok(false);
        }
        if bottom.len() != 3 {
            let error = Illegal::BottomSize { bottom: bottom.hand() };
            return Err(impossible(error.to_string()));
        }
        debug_assert!(self.board(rules).bottom().is_none());
        self.off = Some(Now {
            landlord: chair,
            turn: Seat::Landlord,
            standing: Standing::Nothing,
            left: [20, 17, 17],
            played: [rules::Hand::EMPTY; 3],
            bottom: Some(bottom.hand()),
        });
        Ok(true)
    }

    fn give(&mut self, chair: Chair, bottom: &Cards) -> Result<(), Refusal> {
        if let Some(held) = &mut self.held[chair.index()] {
            let both = held.plus(bottom).ok_or_else(|| {
                impossible(format!(
                    "the bottom {} and the landlord's hand {} are no part of one deck",
                    bottom.hand(),
                    held.hand()
                ))
            })?;
            *held = both;
        }
        Ok(())
    }

    /// Whether board and views like the step. Nothing changes.
    fn try_on_rails(&self, rules: &Ruleset, step: &Step) -> Result<Option<Dislike>, Refusal> {
        let event = self.event(step).expect("only steps that the rules know are tried");
        let Rails { mut board, mut views } = self.rails(rules).expect("checked when it was recorded");
        for view in views.iter_mut().flatten() {
            if let Err(error) = view.apply(event) {
                return judge(&error);
            }
        }
        board.apply(event).err().map_or(Ok(None), |error| judge(&error))
    }

    /// Plays and passes.
    fn take_play(&mut self, rules: &Ruleset, what: &Happening) -> Result<Option<Dislike>, Refusal> {
        let facts = self.facts(rules);
        let at = |seat: Option<Seat>| {
            let turn = facts.turn.zip(facts.landlord).map(|(chair, landlord)| chair.seat(landlord));
            seat.or(turn).ok_or_else(|| Refusal::missing("table.played.seat"))
        };
        match facts.stage {
            Stage::Over => {
                return Err(Refusal::new(Reason::HAND_CLOSED, "somebody went out: only the settlement may follow"));
            }
            Stage::Auction | Stage::Bottom | Stage::Redeal => {
                return Err(impossible(format!("nobody can play at the stage {}: no bottom was shown", facts.stage)));
            }
            _ => {}
        }
        let (seat, told) = match what {
            Happening::Played(seat, cards, hint) => (at(*seat)?, Some((cards, hint))),
            Happening::Passed(seat) => (at(*seat)?, None),
            other => unreachable!("{other:?} is no play"),
        };
        let landlord = facts.landlord.expect("the bottom was shown");
        let chair = seat.chair(landlord);
        let step = match told {
            None => Step::Passed(seat),
            Some((cards, hint)) => {
                self.check_held(chair, seat, cards)?;
                Step::Played(seat, cards.clone(), read(rules, facts.standing, cards, hint))
            }
        };
        let readable = !matches!(step, Step::Played(_, _, None));
        if self.off.is_none() && readable && self.try_on_rails(rules, &step)?.is_none() {
            self.spend(chair, told.map(|(cards, _)| cards));
            self.push(Entry { step, skipped: false })?;
            return Ok(None);
        }
        let mut now = match self.off {
            Some(now) => now,
            None => lifted(&self.board(rules), landlord),
        };
        let dislike = match &step {
            Step::Played(_, cards, combo) => now.play(rules, seat, cards.hand(), *combo).map_err(impossible)?,
            _ => now.pass(seat),
        };
        // The rails can dislike what the present alone does not: a play before the doublings are over.
        let dislike = match (self.off, dislike) {
            (None, None) => {
                Some(Dislike::new("OUT_OF_STAGE", format!("a play does not belong to the stage {}", facts.stage)))
            }
            (_, dislike) => dislike,
        };
        self.off = Some(now);
        self.spend(chair, told.map(|(cards, _)| cards));
        self.push(Entry { step, skipped: false })?;
        self.check_views(rules)?;
        Ok(dislike)
    }

    /// A bot plays what it holds, and nobody else plays that.
    fn check_held(&self, chair: Chair, seat: Seat, cards: &Cards) -> Result<(), Refusal> {
        for other in Chair::ALL {
            let Some(held) = &self.held[other.index()] else { continue };
            if other == chair && held.minus(cards).is_none() {
                let (cards, hand) = (cards.hand(), held.hand());
                return Err(impossible(format!("{seat} does not hold exactly {cards}, its hand is {hand}")));
            }
            if other != chair && held.plus(cards).is_none() {
                return Err(impossible(format!(
                    "{seat} cannot play {}: a bot holds some of these cards",
                    cards.hand()
                )));
            }
        }
        Ok(())
    }

    fn spend(&mut self, chair: Chair, cards: Option<&Cards>) {
        if let (Some(held), Some(cards)) = (&mut self.held[chair.index()], cards) {
            *held = held.minus(cards).expect("checked before");
        }
    }

    /// The hand is paid.
    fn settle(&mut self, rules: &Ruleset, settled: &Settled) -> Result<Option<Dislike>, Refusal> {
        let facts = self.facts(rules);
        for (chair, shown) in Chair::ALL.into_iter().zip(&settled.remaining) {
            let Some(shown) = shown else { continue };
            if self.held[chair.index()].as_ref().is_some_and(|held| held.hand() != shown.hand()) {
                return Err(impossible(format!("the bot on the {chair} chair does not hold {}", shown.hand())));
            }
            if shown.len() > facts.left[chair.index()] {
                let left = facts.left[chair.index()];
                return Err(impossible(format!("the {chair} chair has {left} cards left, not {}", shown.len())));
            }
        }
        self.check_deck(Some(&settled.remaining)).map_err(|message| impossible(message).at("settled.remaining"))?;
        let winner = facts.landlord.and_then(|landlord| {
            let out = Chair::ALL.into_iter().find(|chair| facts.left[chair.index()] == 0)?;
            Some(out.seat(landlord).side())
        });
        let dislike = match (settled.winner, winner) {
            (Some(said), Some(went_out)) if said != went_out => {
                Some(Dislike::new("WRONG_WINNER", format!("{went_out} went out, not {said}")))
            }
            (Some(_), None) => Some(Dislike::new("NOT_OVER", "nobody went out")),
            _ => None,
        };
        self.end = Some(End::Settled(settled.clone()));
        self.log.push(Entry { step: Step::Ended, skipped: false });
        Ok(dislike)
    }

    /// Somebody else sits on `chair`, a bot with its cards.
    pub fn change_seat(&mut self, rules: &Ruleset, chair: Chair, cards: Option<Cards>) -> Result<(), Refusal> {
        if self.log.len() >= STEPS_MAX {
            return Err(Refusal::new(Reason::ROOM_TOO_LARGE, format!("a hand has at most {STEPS_MAX} events")));
        }
        if let Some(cards) = &cards {
            let (told, left) = (cards.len(), self.facts(rules).left[chair.index()]);
            if told != left {
                let message = format!("the {chair} chair has {left} cards, not {told}");
                return Err(Refusal::new(Reason::COUNT_MISMATCH, message).at("seat_changed.hand"));
            }
        }
        self.held[chair.index()] = cards;
        self.push(Entry { step: Step::SeatChanged(chair), skipped: false })?;
        self.check_views(rules)
    }

    /// Whether all that is told of the hand is one deck, and possible for each bot.
    pub(super) fn check(&self, rules: &Ruleset) -> Result<(), Refusal> {
        self.check_deck(None).map_err(impossible)?;
        self.check_views(rules)
    }

    /// Records a step that has been applied, unless the deck forbids it after all.
    fn push(&mut self, entry: Entry) -> Result<(), Refusal> {
        self.log.push(entry);
        self.check_deck(None).map_err(impossible)
    }

    /// What every bot knows has to be possible.
    fn check_views(&self, rules: &Ruleset) -> Result<(), Refusal> {
        match &self.off {
            None => self.rails(rules).map(|_| ()).map_err(|error| impossible(error.to_string())),
            Some(now) if now.winner().is_some() => Ok(()),
            Some(now) => Chair::ALL.into_iter().zip(&self.held).try_for_each(|(chair, held)| {
                let Some(held) = held else { return Ok(()) };
                now.view(rules, chair, held.hand()).map(|_| ()).map_err(|error| impossible(error.to_string()))
            }),
        }
    }

    /// Everything that anybody told of the cards is one deck: what bots hold, what was played, what is known of the landlord.
    fn check_deck(&self, remaining: Option<&[Option<Cards>; 3]>) -> Result<(), String> {
        let mut all = Cards::NONE;
        let landlord = self.landlord_by_log();
        let mut add = |what: &str, cards: &Cards| {
            all = all
                .plus(cards)
                .ok_or_else(|| format!("{what} {}: with what is known already that is no deck", cards.hand()))?;
            Ok::<(), String>(())
        };
        for (chair, held) in Chair::ALL.into_iter().zip(&self.held) {
            if let Some(held) = held {
                add(&format!("the {chair} chair's hand"), held)?;
            } else if let Some(shown) = remaining.and_then(|remaining| remaining[chair.index()].as_ref()) {
                add(&format!("the {chair} chair's last cards"), shown)?;
            }
        }
        let mut bottom_left = match (self.bottom(), landlord) {
            (Some(bottom), Some(landlord)) if self.held[landlord.index()].is_none() => bottom.hand(),
            _ => rules::Hand::EMPTY,
        };
        for entry in &self.log {
            if let Step::Played(seat, cards, _) = &entry.step {
                add("the play", cards)?;
                if *seat == Seat::Landlord {
                    bottom_left = bottom_left.minus(bottom_left.overlap(cards.hand())).expect("an overlap lies within");
                }
            }
        }
        let shown = landlord.is_some_and(|landlord| remaining.is_some_and(|shown| shown[landlord.index()].is_some()));
        if !shown && all.hand().plus(bottom_left).is_none() {
            return Err(format!("the bottom cards {bottom_left} lie elsewhere already"));
        }
        Ok(())
    }

    /// The side that went out, once somebody has.
    pub fn winner(&self, facts: &Facts) -> Option<Side> {
        let out = Chair::ALL.into_iter().find(|chair| facts.left[chair.index()] == 0)?;
        facts.landlord.map(|landlord| out.seat(landlord).side())
    }
}

/// The present of a board.
pub(super) fn lifted(board: &Board, landlord: Chair) -> Now {
    let course = board.course();
    Now {
        landlord,
        turn: course.turn(),
        standing: course.standing().map_or(Standing::Nothing, |(seat, combo)| Standing::Combo(seat, combo)),
        left: Seat::ALL.map(|seat| course.left(seat) as u8),
        played: Seat::ALL.map(|seat| course.played(seat)),
        bottom: board.bottom(),
    }
}

fn read(rules: &Ruleset, standing: Standing, cards: &Cards, hint: &Hint) -> Option<Combo> {
    let trick = match standing {
        Standing::Combo(_, combo) => Trick::Follow(combo),
        Standing::Nothing | Standing::Odd(..) => Trick::Lead,
    };
    hint.read(rules, cards.hand(), trick)
}

/// The event contradicts the deck or the known cards.
fn impossible(message: impl Into<String>) -> Refusal {
    Refusal::new(Reason::EVENT_IMPOSSIBLE, message)
}

/// A rule of the game is disliked, one of the deck is refused.
fn judge(error: &Illegal) -> Result<Option<Dislike>, Refusal> {
    use rules::BadPlay;
    let rule = match error {
        Illegal::WrongStage { .. } => "OUT_OF_STAGE",
        Illegal::NotYourWord { .. } | Illegal::NotAsked { .. } => "NOT_YOUR_TURN",
        Illegal::Call(_) => "BAD_CALL",
        Illegal::NotLandlord { .. } => "NOT_LANDLORD",
        Illegal::UnknownRaise { .. } => "UNKNOWN_RAISE",
        Illegal::Play(BadPlay::NotYourTurn { .. } | BadPlay::Over { .. }) => "NOT_YOUR_TURN",
        Illegal::Play(BadPlay::MustLead { .. }) => "MUST_LEAD",
        Illegal::Play(BadPlay::TooLow { .. }) => "TOO_LOW",
        Illegal::Play(BadPlay::NoCombo { .. }) => "NO_COMBO",
        Illegal::BottomSize { .. }
        | Illegal::BadShow { .. }
        | Illegal::NotHeld { .. }
        | Illegal::NotAmongKnown { .. }
        | Illegal::HeldElsewhere { .. }
        | Illegal::Play(BadPlay::TooMany { .. } | BadPlay::Gone { .. }) => return Err(impossible(error.to_string())),
    };
    Ok(Some(Dislike::new(rule, error.to_string())))
}

/// A hand that cannot be true for one of its bots.
#[derive(Debug, thiserror::Error)]
pub enum BadHand {
    /// Its cards and what was seen of them are no deck.
    #[error("what the {0} chair holds and has played is no part of one deck")]
    NotOneDeck(Chair),
    /// Its cards cannot have been dealt.
    #[error("the {0} chair: {1}")]
    View(Chair, BadView),
    /// Its cards contradict what happened.
    #[error("the {0} chair: {1}")]
    Log(Chair, Illegal),
}

fn bad_deal(error: &BadHand) -> Refusal {
    let reason = match error {
        BadHand::View(_, BadView::HandSize { .. }) => Reason::HAND_SIZE,
        BadHand::View(_, BadView::BottomSize { .. }) => Reason::BOTTOM_SIZE,
        BadHand::View(_, BadView::BottomNotHeld { .. }) => Reason::BOTTOM_NOT_HELD,
        _ => Reason::EVENT_IMPOSSIBLE,
    };
    Refusal::new(reason, error.to_string()).at("dealt")
}
