//! The reasons for actions before the first card: gifts, calls, doublings, open hands.

use rules::{Action, Call, Chair, Hand, Raise, Rank, Ranks, Seat, Stage, View};

use super::choose::Contrast;
use super::fact::{Fact, Reason};
use super::part::Part;
use crate::decision::Strength;
use crate::hand::split::count_turns;

/// The [`Strength::rank`] from which a hand is strong.
const STRONG_RANK_MIN: i32 = 800;
/// The [`Strength::rank`] below which a hand is weak.
const WEAK_RANK_BELOW: i32 = 350;
/// The wins as landlord, of 1,000, at which the landlord's seat neither gains nor loses.
const EVEN_WINS: i32 = 500;
/// The fewest 2s and jokers that are many.
const BIG_CARDS_MANY: u32 = 3;
/// The [`Strength::rank`] from which a hand is middling.
const MIDDLING_RANK_MIN: i32 = 500;
/// The most turns of a hand with few turns, before the first play.
const TURNS_FEW: u32 = 6;
/// The fewest turns of a hand with many turns, before the first play.
const TURNS_MANY: u32 = 7;

fn fact(name: &str, parts: [Part; 2]) -> Option<Fact> {
    Some(Fact::named(name, [parts[0], parts[1], Part::None]))
}

fn fact_of_one_part(name: &str, part: Part) -> Option<Fact> {
    fact(name, [part, Part::None])
}

fn percent_part(per_mille: i32) -> Part {
    Part::Number((per_mille / 10).clamp(1, 99) as u32)
}

pub(super) fn reason(view: &View, action: Action, strength: Option<Strength>) -> Reason {
    let facts = match action {
        Action::PassOn(cards) => return Reason::of(gift_fact(view, cards), None),
        action if declines(action) => facts_against(view, strength),
        _ => facts_for(view, strength),
    };
    reason_of_first_two(facts.into_iter().flatten())
}

fn declines(action: Action) -> bool {
    matches!(action, Action::Call(Call::Pass | Call::Score(0)) | Action::Raise(Raise::Plain) | Action::Show(false))
}

fn reason_of_first_two(mut facts: impl Iterator<Item = Fact>) -> Reason {
    let leading = facts.next();
    Reason::of(leading, facts.find(|fact| Some(*fact) != leading))
}

/// The distance from [`EVEN_WINS`], in wins of 1,000, from which a hand is clearly worse or better than even.
const CLEAR_DISTANCE: i32 = 50;

/// Finds the fault of a call, a doubling or a show beside a better one: too much for the hand, or too little. There is no fault if the hand
/// does not show it. For gifts see [`gift_fault`].
pub(super) fn contrast(view: &View, made: Action, better: Action, strength: Option<Strength>) -> Contrast {
    let found = strength.zip(eagerness(made)).zip(eagerness(better)).filter(|((_, made), better)| made != better);
    let Some(((strength, made), wanted)) = found else {
        return Contrast { made: gift_fault(view, made, better), better: reason(view, better, strength) };
    };
    let (is_auction, is_eager) = (view.board().stage() == Stage::Auction, made > wanted);
    let fault = match (is_auction, is_eager) {
        (true, true) if strength.wins > EVEN_WINS - CLEAR_DISTANCE => None,
        (true, false) if strength.wins < EVEN_WINS + CLEAR_DISTANCE => None,
        (true, true) => fact("too-eager", [percent_part(strength.rank), percent_part(strength.wins)]),
        (true, false) => fact("too-shy", [percent_part(strength.rank), percent_part(strength.wins)]),
        (false, true) if strength.rank >= MIDDLING_RANK_MIN => None,
        (false, false) if strength.rank < MIDDLING_RANK_MIN => None,
        (false, true) => fact_of_one_part("doubles-weak", percent_part(strength.rank)),
        (false, false) => fact_of_one_part("spares-doubling", percent_part(strength.rank)),
    };
    let better = if fault.is_some() { reason_for_better(view, better, strength, is_eager) } else { Reason::NONE };
    Contrast { made: Reason::of(fault, None), better }
}

/// Returns the reason for the better of two calls, doublings or shows: weak sides of the hand for the lower one, strong sides for the higher
/// one. The fault beside them already names the strength of the hand.
fn reason_for_better(view: &View, better: Action, strength: Strength, is_for_less: bool) -> Reason {
    let facts = if is_for_less { facts_against(view, Some(strength)) } else { facts_for(view, Some(strength)) };
    let is_moot = |name: &str| name == "called-already" && !declines(better);
    let facts = facts.into_iter().flatten().filter(|fact| !OF_STRENGTH.contains(&fact.code()) && !is_moot(fact.code()));
    let many = fewest_turns(view, Some(view.hand())).filter(|turns| is_for_less && *turns >= TURNS_MANY);
    reason_of_first_two(facts.chain(many.and_then(|turns| fact_of_one_part("turns-to-go", Part::Number(turns)))))
}

const OF_STRENGTH: &[&str] = &["hand-rank", "landlord-wins"];

/// Returns how much a call, a doubling or a show risks: more needs a better hand.
fn eagerness(action: Action) -> Option<u8> {
    match action {
        Action::Call(Call::Pass) => Some(0),
        Action::Call(Call::Score(points)) => Some(points),
        Action::Call(Call::Call | Call::Rob | Call::Take) => Some(1),
        Action::Raise(raise) => Some(raise as u8),
        Action::Show(open) => Some(u8::from(open)),
        _ => None,
    }
}

type Facts = [Option<Fact>; 5];

/// Counts the fewest turns of a hand; `None` without a hand, or if the ruleset has wild ranks.
fn fewest_turns(view: &View, hand: Option<Hand>) -> Option<u32> {
    let hand = hand.filter(|_| !view.rules().has_wild_ranks())?;
    Some(u32::from(count_turns(hand, view.rules())))
}

/// Finds the fault of a gift beside a better one: it leaves more turns, or gives away big cards that the other keeps.
fn gift_fault(view: &View, made: Action, better: Action) -> Reason {
    let (Action::PassOn(made), Action::PassOn(better)) = (made, better) else { return Reason::NONE };
    let [after, other] = [made, better].map(|cards| fewest_turns(view, view.hand().minus(cards)));
    let lost = big_cards(made.minus(made.overlap(better)).unwrap_or(made));
    let given = || fact_of_one_part("gives-away", Part::Cards(lost)).filter(|_| !lost.is_empty());
    Reason::of(if after > other { gift_fact(view, made) } else { given() }, None)
}

fn gift_fact(view: &View, cards: Hand) -> Option<Fact> {
    match fewest_turns(view, view.hand().minus(cards)) {
        Some(turns) => fact("turns-after-gift", [Part::Cards(cards), Part::Number(turns)]),
        None => fact_of_one_part("gives-away", Part::Cards(cards)),
    }
}

fn big_cards(hand: Hand) -> Hand {
    hand.only(Ranks::JOKERS.or(Ranks::one(Rank::TWO)))
}

fn bomb_part(hand: Hand) -> Option<Part> {
    let rocket = hand.contains(Hand::ROCKET).then_some(Hand::ROCKET);
    let four = hand.at_least(4).highest().map(|rank| hand.only(Ranks::one(rank)));
    rocket.or(four).map(Part::Cards)
}

fn big_bottom(view: &View) -> Option<Part> {
    let cards = big_cards(view.board().bottom()?);
    (!cards.is_empty()).then_some(Part::Cards(cards))
}

/// Lists the facts for the landlord's seat, a doubling or an open hand.
fn facts_for(view: &View, strength: Option<Strength>) -> Facts {
    let (hand, auction) = (view.hand(), view.board().stage() == Stage::Auction);
    let rank = strength.and_then(|hand| fact_of_one_part("hand-rank", percent_part(hand.rank)));
    let wins = strength.filter(|hand| auction && hand.wins >= EVEN_WINS);
    let wins = wins.and_then(|hand| fact_of_one_part("landlord-wins", percent_part(hand.wins)));
    let few = fewest_turns(view, Some(hand)).filter(|turns| *turns <= TURNS_FEW);
    let few = few.and_then(|turns| fact_of_one_part("turns-to-go", Part::Number(turns)));
    let is_ranked = |least: i32| strength.is_some_and(|hand| hand.rank >= least);
    let bomb = bomb_part(hand);
    let helped = big_bottom(view).filter(|_| view.seat() == Some(Seat::Landlord));
    let cards = big_cards(hand);
    let some_big = fact_of_one_part("holds-big", Part::Cards(cards)).filter(|_| !cards.is_empty());
    let holds_big = (cards.len() >= BIG_CARDS_MANY).then_some(Part::Cards(cards)).filter(|cards| bomb != Some(*cards));
    [
        helped.and_then(|cards| fact_of_one_part("bottom-helps", cards)),
        rank.filter(|_| is_ranked(STRONG_RANK_MIN)),
        bomb.and_then(|cards| fact_of_one_part("holds-big", cards)),
        holds_big.and_then(|cards| fact_of_one_part("holds-big", cards)),
        // The last alternatives: the place of a middling hand, the big cards that there are, or the place of any hand.
        wins.or(few).or(rank.filter(|_| is_ranked(MIDDLING_RANK_MIN)).or(some_big).or(rank)),
    ]
}

/// Lists the facts against the landlord's seat, a doubling or an open hand.
fn facts_against(view: &View, strength: Option<Strength>) -> Facts {
    let auction = view.board().stage() == Stage::Auction;
    let rank = strength.and_then(|hand| fact_of_one_part("hand-rank", percent_part(hand.rank)));
    let is_below = |most: i32| strength.is_some_and(|hand| hand.rank < most);
    let loses = strength.filter(|hand| auction && hand.wins < EVEN_WINS);
    let loses = loses.and_then(|hand| fact_of_one_part("landlord-wins", percent_part(hand.wins)));
    let turns = fewest_turns(view, Some(view.hand()));
    let needs = |least: u32| {
        turns.filter(|turns| *turns >= least).and_then(|turns| fact_of_one_part("turns-to-go", Part::Number(turns)))
    };
    let bidding = view.board().bidding();
    let scores = |chair: Chair| matches!(bidding.last_call(chair), Some(Call::Score(1..)));
    let is_called = auction && Chair::ALL.into_iter().any(scores);
    let lost = big_bottom(view).filter(|_| view.seat().is_some_and(|seat| seat != Seat::Landlord));
    [
        lost.and_then(|cards| fact_of_one_part("bottom-to-landlord", cards)),
        big_cards(view.hand()).is_empty().then(|| fact_of_one_part("lacks-big", Part::None)).flatten(),
        rank.filter(|_| is_below(WEAK_RANK_BELOW)),
        is_called.then(|| fact_of_one_part("called-already", Part::Number(u32::from(bidding.score())))).flatten(),
        loses.or_else(|| needs(TURNS_MANY)).or(rank.filter(|_| is_below(STRONG_RANK_MIN))).or_else(|| needs(0)),
    ]
}
