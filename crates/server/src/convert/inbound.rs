//! Requests for decisions: builds the position from the hand, and reads options and actions.

use std::sync::Arc;

use engine::Habits;
use engine::opponents::habits::BadHabits;
use engine::words::Lang;
use game::names::{self, needed};
use game::refusal::{AtField, Reason, Refusal, each};
use rules::card::Codec;
use rules::{Chair, Event, OpenFactor, Ruleset, Seat, Seed, Shown, Stage, Trick, View};
use wire::v1;

use super::digest::{Digest, ruleset_digest};
use super::legal::LegalPlays;
use crate::call::Rpc;
use crate::room::habits;
use crate::roster::{Companion, Roster};
use game::event::no_action;
use game::hand::{Facts, Game, Standing, Start, ToldHand};
use game::read;
use game::reader::CardReader;
pub use game::reader::SentHand;

/// Settings of the decision.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The message, as it was sent.
    pub sent: v1::DecisionOptions,
    /// The language of reasons and comments: English if the requested one is not supported.
    pub language: Lang,
    /// The backend's own list of plays, as it was sent.
    pub legal_plays: Option<v1::LegalPlays>,
}

/// Reads a language, with or without region and script ("zh_CN", "en-US"); English without a name. `None` for a language that we do not
/// speak, which refuses no call.
pub fn language(name: &str) -> Option<Lang> {
    if name.is_empty() {
        return Some(Lang::En);
    }
    let language = name.split(['-', '_', '.']).next().unwrap_or_default();
    match language.to_ascii_lowercase().as_str() {
        "en" | "eng" => Some(Lang::En),
        "zh" | "zho" | "chi" | "cmn" => Some(Lang::Zh),
        _ => None,
    }
}

impl Options {
    /// Reads the options of a request, and the backend's own list.
    pub fn read(sent: v1::DecisionOptions, legal_plays: Option<v1::LegalPlays>) -> Options {
        let language = language(&sent.language).unwrap_or(Lang::En);
        Options { sent, language, legal_plays }
    }

    /// Returns the parts of the answer that are wanted besides the action.
    pub const fn wants(&self) -> Wants {
        Wants { alternatives: self.sent.want_alternatives, trace: self.sent.want_trace }
    }

    /// Finds the companion that a request names.
    pub fn named(&self, roster: &Roster) -> Result<Arc<Companion>, Refusal> {
        roster.at_strength(&self.sent.persona, self.sent.strength).within("options")
    }

    /// Reads the plays that the backend accepts, if it lists them and cards are to be played.
    pub fn legal_plays(&self, position: &Position) -> Result<Option<LegalPlays>, Refusal> {
        let read = |listed| LegalPlays::read(&CardReader::of(position.codec.clone()), &position.view, listed);
        let listed = self.legal_plays.as_ref().filter(|_| position.view.board().stage() == Stage::Play);
        listed.map(read).transpose()
    }
}

/// The extras that the caller asked for besides the action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wants {
    /// True if the plays that were weighed are wanted.
    pub alternatives: bool,
    /// True if the trace is wanted.
    pub trace: bool,
}

/// A bot's turn in a room.
#[derive(Debug)]
pub struct RoomTurn {
    /// The room.
    pub room: String,
    /// The bot's chair.
    pub chair: Chair,
    /// The version that the caller has seen.
    pub version: Option<u64>,
}

/// The input of a decision: the seat's view, its companion, and its cards as they were sent.
#[derive(Clone, Debug)]
pub struct Position {
    /// The seat's knowledge.
    pub view: View,
    /// Its hand as it was sent.
    pub hand: SentHand,
    /// The codec of the numbers of the request, or of the room.
    pub codec: Option<Codec>,
    /// The companion that decides.
    pub companion: Arc<Companion>,
    /// The seed of the random choices of this hand.
    pub hand_seed: Seed,
    /// The habits of the players from earlier hands, by seat. Before the auction ends: by the order of speaking.
    pub habits: [Habits; 3],
    /// True if the players know that this is a bot.
    pub disclosed: bool,
    /// True if the standing cards are no combo of the ruleset. What beats them is not defined, and a pass is always
    /// legal.
    pub odd_standing: bool,
    /// The warnings for the caller about its request.
    pub warnings: Vec<v1::Warning>,
}

/// The facts about the decider that the hand does not have.
pub struct Decides {
    /// The companion.
    pub companion: Arc<Companion>,
    /// Its cards as they were sent; without it, as the hand has them.
    pub sent: Option<SentHand>,
    /// The codec of their numbers.
    pub codec: Option<Codec>,
    /// The seed of the random choices of the hand. Without it they follow from the cards that the chair was dealt.
    pub hand_seed: Option<Seed>,
    /// True if the players know that this is a bot.
    pub disclosed: bool,
}

/// Builds the position of the chair whose turn it is. The hand comes from a room or from a request.
pub fn position(
    hand: &Game,
    rules: &Ruleset,
    chair: Chair,
    decides: Decides,
    habits_of: impl Fn(Chair) -> Habits,
) -> Result<Position, Refusal> {
    let (facts, view) = hand.look(rules, chair);
    expect_turn(hand, &facts, chair)?;
    let Decides { companion, sent, codec, hand_seed, disclosed } = decides;
    let held = hand.held[chair.index()].as_ref().ok_or_else(|| Refusal::lacks("holds", chair))?;
    let view = view.expect("the chair to act has a view");
    let habits = by_seat(hand, &facts, habits_of);
    Ok(Position {
        hand_seed: hand_seed.unwrap_or_else(|| told_seed(hand, rules, chair, &view, habits)),
        view,
        hand: sent.unwrap_or_else(|| SentHand::of(codec.as_ref(), held.clone())),
        codec,
        companion,
        habits,
        disclosed,
        odd_standing: matches!(facts.standing, Standing::Unrecognised(..)),
        warnings: Vec::new(),
    })
}

/// Reads the position of a request without a room.
pub fn told(roster: &Roster, chair: Chair, sent: &v1::Hand, options: &Options) -> Result<Position, Refusal> {
    let (told, own) = read::hand_of_one(sent, chair).within("hand")?;
    let habits = habits(&sent.habits).within("hand")?;
    let ToldHand { hand, broken } = told.replay(Some(chair)).within("hand")?;
    let companion = options.named(roster)?;
    let decides = Decides {
        companion,
        sent: Some(own),
        codec: told.reader.codec().cloned(),
        hand_seed: options.sent.hand_seed.map(Seed),
        // Without a room only the operator can ask for disclosure.
        disclosed: roster.discloses(false),
    };
    let position = position(&hand, &told.rules, chair, decides, |chair| habits_of(&habits, chair));
    let position = position.map_err(|refusal| read::caused(refusal, &broken, "hand").or_at("hand"))?;
    let warnings = broken.iter().map(|broken| read::warning(broken, "hand")).collect();
    Ok(Position { warnings, ..position })
}

/// Returns the facts of a hand in which it is the chair's turn.
pub fn check_turn(hand: &Game, rules: &Ruleset, chair: Chair) -> Result<Facts, Refusal> {
    let facts = hand.facts(rules);
    expect_turn(hand, &facts, chair)?;
    Ok(facts)
}

/// Refuses a chair that is not to act; a refusal without a field is about the whole hand. All chairs pass cards on at the same time: each chair
/// that has not given may give.
fn expect_turn(hand: &Game, facts: &Facts, chair: Chair) -> Result<(), Refusal> {
    let gives = facts.stage == Stage::PassOn && hand.gifts().all(|gift| gift.0 != chair);
    if facts.turn == Some(chair) || gives {
        return Ok(());
    }
    let stage = facts.stage;
    let message = match (facts.turn, stage) {
        (Some(turn), _) => {
            let message = format!("it is the turn of the {turn} chair");
            return Err(Refusal::new(Reason::NOT_YOUR_TURN, message).at("chair").with("turn", turn));
        }
        (None, Stage::Wild) => String::from("the next event is a wild rank, wild_shown: no chair is to act"),
        (None, Stage::Bottom) => {
            String::from("the auction is over and the bottom cards have not been shown: no chair is to act")
        }
        (None, _) => format!("the hand is at the stage {stage}: no chair is to act"),
    };
    Err(Refusal::new(Reason::WRONG_PHASE, message))
}

/// Orders the habits of the players by seat; before there is a landlord, by the order of speaking.
fn by_seat(hand: &Game, facts: &Facts, habits_of: impl Fn(Chair) -> Habits) -> [Habits; 3] {
    let mut habits = [Habits::default(); 3];
    for chair in Chair::ALL {
        let seat = facts.landlord.map(|landlord| chair.seat(landlord).index());
        habits[seat.unwrap_or_else(|| hand.place(chair))] = habits_of(chair);
    }
    habits
}

pub use game::read::{EVENTS_MAX, check_count};

/// Reads the counts of a message.
fn counts(sent: &v1::Habits) -> Habits {
    habits::counts!(sent => Habits {})
}

/// Finds the habits of the player on `chair`; empty ones if the request has none.
pub fn habits_of(told: &[(Chair, Habits)], chair: Chair) -> Habits {
    told.iter().find(|known| known.0 == chair).map(|known| known.1).unwrap_or_default()
}

/// Reads the habits of the players, at most one entry a chair. Counts that contradict each other are refused.
pub fn habits(sent: &[v1::Habits]) -> Result<Vec<(Chair, Habits)>, Refusal> {
    if sent.len() > 3 {
        let message = format!("{} entries, a table has 3 chairs", sent.len());
        return Err(Refusal::new(Reason::TOO_LONG, message).at("habits"));
    }
    let mut is_told = [false; 3];
    each("habits", sent, |sent| {
        let chair = needed(names::chair(sent.chair), "chair")?;
        if std::mem::replace(&mut is_told[chair.index()], true) {
            return Err(game::event::told_twice(chair).at("chair"));
        }
        let habits = counts(sent);
        habits.check().map_err(|bad| {
            let field = if let BadHabits::Part { part, .. } = bad { part } else { "chair" };
            Refusal::new(Reason::FIELD_CONFLICT, bad.to_string()).at(field)
        })?;
        Ok((chair, habits))
    })
}

/// Returns the seed of a hand if the caller names none. The same knowledge gives the same seed, with any budget. A hand that is told from
/// the deal on has one seed for all its turns.
fn told_seed(hand: &Game, rules: &Ruleset, chair: Chair, view: &View, habits: [Habits; 3]) -> Seed {
    let digest = match hand.start_hand(rules, chair) {
        Ok(Some(dealt)) if hand.start != Start::Unknown => {
            let spoken = hand.place(chair) as u64;
            Digest::new().word(ruleset_digest(view.rules())).word(spoken).word(dealt.bits())
        }
        _ => present_digest(view),
    };
    let told = (0..).zip(habits).filter(|(_, known)| *known != Habits::default());
    let with = |digest: Digest, (place, known): (u64, Habits)| {
        known.counts().iter().fold(digest.word(place), |digest, &count| digest.word(u64::from(count)))
    };
    Seed(told.fold(digest, with).finish())
}

fn present_digest(view: &View) -> Digest {
    let mut digest =
        Digest::new().word(ruleset_digest(view.rules())).word(view.chair() as u64).word(view.hand().bits());
    if !view.is_complete() {
        for seat in Seat::ALL {
            digest = digest.word(u64::from(view.course().left(seat))).word(view.course().played(seat).bits());
        }
        digest = digest.word(match view.trick() {
            Trick::Lead => 0,
            Trick::Follow(combo) => combo.cards().bits(),
        });
        let open = Chair::ALL.into_iter().filter_map(|chair| view.board().open_hand(chair));
        digest = open.fold(digest, |digest, open| digest.word(open.bits()));
    }
    digest
}

/// Reads the action of a request. The trick of the view decides ambiguous cards.
pub fn action(reader: &CardReader, view: &View, sent: &v1::Action) -> Result<rules::Action, Refusal> {
    use v1::action::What as Sent;
    Ok(match sent.what.as_ref().ok_or_else(no_action)? {
        Sent::Call(call) => rules::Action::Call(needed(names::call(*call), "call")?),
        Sent::Doubling(raise) => rules::Action::Raise(needed(names::raise(*raise), "doubling")?),
        Sent::Show(show) => rules::Action::Show(show.open),
        Sent::PassOn(cards) => rules::Action::PassOn(reader.hand(cards).within("pass_on")?),
        Sent::Passed(true) => rules::Action::Play(None),
        Sent::Passed(false) => return Err(no_action()),
        Sent::Play(combo) => {
            let combo = reader.combo(view.rules(), view.trick(), combo).within("play")?;
            rules::Action::Play(Some(combo))
        }
    })
}

/// Refuses an action that the seat could not take.
pub fn check_action(view: &View, action: rules::Action) -> Result<(), Refusal> {
    let refuse = |error: rules::Illegal| {
        let is_count = matches!(error, rules::Illegal::PassSize { .. });
        let reason = if is_count { Reason::COUNT_MISMATCH } else { Reason::ILLEGAL_PLAY };
        Refusal::new(reason, error.to_string())
    };
    if let rules::Action::PassOn(cards) = action {
        return view.check_gift(cards).map_err(refuse);
    }
    let seat = view.seat().unwrap_or(Seat::Landlord);
    let event = match action {
        rules::Action::PassOn(_) => unreachable!("checked above"),
        rules::Action::Call(call) => Event::Call(view.chair(), call),
        rules::Action::Raise(raise) => Event::Raise(seat, raise),
        rules::Action::Show(open) => {
            let shown = Shown { hand: view.hand(), factor: OpenFactor::Two };
            Event::Show(view.chair(), open.then_some(shown))
        }
        rules::Action::Play(play) => Event::Play(seat, play),
    };
    view.clone().apply(event).map_err(refuse)
}

/// Returns the RPC that fits the stage. Refuses another RPC than that or `Decide`, and names the right one.
pub fn check_phase(rpc: Rpc, view: &View) -> Result<Rpc, Refusal> {
    let stage = view.board().stage();
    let fits = match (stage, view.trick()) {
        (Stage::PassOn | Stage::Auction | Stage::Doubling | Stage::Showing, _) => Rpc::Bid,
        (Stage::Play, Trick::Lead) => Rpc::Play,
        (Stage::Play, Trick::Follow(_)) => Rpc::Follow,
        (Stage::Wild | Stage::Bottom | Stage::Over | Stage::Redeal, _) => {
            let message = format!("the hand is at the stage {stage}: no chair is to act");
            return Err(Refusal::new(Reason::WRONG_PHASE, message));
        }
    };
    match rpc {
        Rpc::Decide => Ok(fits),
        _ if rpc == fits => Ok(rpc),
        _ => {
            let (asked, fits) = (rpc.name(), fits.name());
            let message = format!("{asked} does not fit the stage {stage} with {}: ask {fits}", facing(view));
            Err(Refusal::new(Reason::WRONG_PHASE, message).with("expected_rpc", fits))
        }
    }
}

fn facing(view: &View) -> String {
    match view.trick() {
        Trick::Lead => String::from("nothing to beat"),
        Trick::Follow(combo) => format!("{combo} to beat"),
    }
}
