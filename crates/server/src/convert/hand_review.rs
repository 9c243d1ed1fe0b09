//! A recorded hand of which all cards are known, as turns to be judged; and a judged turn as an answer.

use std::sync::Arc;

use engine::Habits;
use engine::endgame::{BadEndgame, Endgame};
use rules::{Action, Chair, OpenFactor, Ruleset, Seat, Side, Stage};
use wire::v1;

use super::ask::Options;
use super::endgames::endgame;
use super::inbound::{self, Decides, Position};
use super::{names, told};
use crate::error::{Reason, Refusal};
use crate::room::cards::Cards;
use crate::room::event::Announcement::{Called, LandlordFound, PassedOn, Raised, Shown};
use crate::room::hand::{RoomHand, Step};
use crate::room::untracked::Standing;
use crate::roster::{Companion, Roster};

/// A hand to be reviewed.
pub struct HandReview {
    /// Its turns, in order. One that breaks the ruleset is not among them.
    pub turns: Vec<Turn>,
    /// The judge, and its limits.
    pub options: Options,
    /// The most positions that the solver may enter at each turn; 0: nothing is solved.
    pub open_nodes_max: u64,
}

/// A turn of the hand.
pub struct Turn {
    event: u32,
    chair: Chair,
    /// The knowledge of the seat on turn.
    pub position: Position,
    /// Its action.
    pub action: Action,
    /// All cards before the turn, where they can be solved.
    pub open: Option<Endgame>,
    /// All cards after it.
    pub after: Option<Endgame>,
}

/// The findings about a turn beside the judgement.
pub struct Judged {
    /// The chance of each seat's side, as the seat saw it.
    pub before: [Option<f64>; 3],
    /// The winner with open cards.
    pub open_winner: Option<Side>,
    /// True if the turn threw that away.
    pub is_thrown: bool,
}

/// Reads the hand and replays it.
pub fn hand_review(roster: &Roster, request: v1::ReviewHandRequest) -> Result<HandReview, Refusal> {
    let within = |refusal: Refusal| refusal.within("hand");
    let sent = request.hand.as_ref().ok_or_else(|| Refusal::missing("hand"))?;
    let hand = told::hand(sent).map_err(within)?;
    if hand.present().is_some() {
        let message = "is told, but a review needs the hand from the deal on";
        return Err(within(Refusal::new(Reason::FIELD_CONFLICT, message).at("present")));
    }
    let options = Options::read(request.options.unwrap_or_default())?;
    let companion = options.named(roster)?;
    let turns = turns(&hand, &companion, &options).map_err(within)?;
    Ok(HandReview { turns, options, open_nodes_max: request.open_nodes_max })
}

fn turns(told: &told::Hand, companion: &Arc<Companion>, options: &Options) -> Result<Vec<Turn>, Refusal> {
    let rules = &told.rules;
    let holds = told.holds.clone().map(|holds| Some(holds.unwrap_or(Cards::NONE)));
    let events = told.told(&holds);
    let mut hand = events.start(rules)?;
    let mut turns = Vec::new();
    let mut warnings = Vec::new();
    for event in 0..events.events.len() {
        let chair = hand.facts(rules).turn;
        let open = open(&hand, rules).and_then(Result::ok);
        let position = chair.map(|chair| {
            let decides = Decides {
                companion: Arc::clone(companion),
                experiment: None,
                sent: None,
                codec: told.reader.codec(),
                hand_seed: options.hand_seed,
                disclosed: false,
            };
            inbound::position(&hand, rules, chair, decides, |_| Habits::default())
        });
        let position = position.transpose()?.filter(|position| !position.odd_standing);
        if let Some(broken) = events.step(&mut hand, rules, told.strict, event)? {
            warnings.push(told::warning(&broken));
            continue;
        }
        let Some(((chair, position), action)) = chair.zip(position).zip(last_action(&hand, chair)) else { continue };
        let position = Position { warnings: warnings.clone(), ..position };
        let after = self::open(&hand, rules).and_then(Result::ok);
        turns.push(Turn { event: event as u32, chair, position, action, open, after });
    }
    events.check(&hand)?;
    Ok(turns)
}

/// The action of the chair that was on turn by the last event; `None` where that is no turn of a chair.
fn last_action(hand: &RoomHand, turn: Option<Chair>) -> Option<Action> {
    Some(match &hand.log.last()?.step {
        Step::Announced(_, PassedOn(cards)) => Action::PassOn(cards.as_ref()?.hand()),
        Step::Announced(_, Called(call)) => Action::Call(*call),
        Step::Announced(_, Raised(raise)) => Action::Raise(*raise),
        // A hand that is laid open out of turn, or before all cards were dealt, is no decision of the turn.
        Step::Announced(chair, Shown(open)) if Some(*chair) != turn || open.as_ref().is_some_and(is_early) => {
            return None;
        }
        Step::Announced(_, Shown(open)) => Action::Show(open.is_some()),
        Step::Played(_, _, combo) => Action::Play(Some((*combo)?)),
        Step::Passed(_) => Action::Play(None),
        Step::Announced(_, LandlordFound(_)) | Step::WildShown(_) => return None,
        Step::SeatChanged(_) | Step::Said(..) | Step::Ended => return None,
    })
}

/// True for a hand that was laid open before its chair saw all its cards.
fn is_early((_, factor): &(Cards, OpenFactor)) -> bool {
    *factor > OpenFactor::Two
}

/// The open cards while they are played; `None` at another stage, and where cards stand that are no combo.
pub(super) fn open(hand: &RoomHand, rules: &Ruleset) -> Option<Result<Endgame, BadEndgame>> {
    let facts = hand.facts(rules);
    let (landlord, turn) = facts.landlord.zip(facts.turn).filter(|_| facts.stage == Stage::Play)?;
    let held = |seat: Seat| hand.held[seat.chair(landlord).index()].as_ref().map_or(rules::Hand::EMPTY, Cards::hand);
    let standing = match facts.standing {
        Standing::Nothing => None,
        Standing::Combo(player, combo) => Some((player, combo)),
        Standing::Unrecognised(..) => return None,
    };
    Some(endgame(hand.rules(rules), Seat::ALL.map(held), turn.seat(landlord), standing))
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
