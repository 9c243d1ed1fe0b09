//! Stage of a room's hand: whose turn it is, what that chair may do, and what the hand is worth. All of it is public.

use rules::ruleset::Scoring;
use rules::{Board, Chair, Raise, Seat, Settlement, Stage};
use wire::v1;

use super::names;
use crate::room::RoomState;
use game::events::{reading, to_cards};
use game::hand::{Facts, Game};
use game::untracked::Standing;

/// Writes the table as all of its players see it.
pub fn table(state: &RoomState) -> v1::TableState {
    let facts = state.facts();
    let facts = facts.as_ref();
    let open = state.hand.as_ref().filter(|hand| hand.settled.is_none());
    // An untracked hand has no history to count.
    let board = state.hand.as_ref().filter(|hand| hand.untracked.is_none()).map(|hand| hand.tracked_board(&state.rules));
    let board = board.as_ref();
    let asked = facts.filter(|facts| open.is_some() && facts.turn.is_some());
    let in_auction = board.filter(|_| asked.is_some_and(|facts| facts.stage == Stage::Auction));
    // Without an auction any chair may open its hand, but no turn asks.
    let may_open = in_auction.is_some_and(|board| board.turn().is_some_and(|turn| board.may_open(turn)));
    let calls = in_auction.into_iter().flat_map(|board| board.bidding().options());
    let doublings = board.filter(|_| asked.is_some()).into_iter().flat_map(Board::doublings);
    let chair = |chair: Option<Chair>| chair.map_or(0, |chair| names::to_chair(chair) as i32);
    v1::TableState {
        hand_number: state.hand_number,
        stage: stage(state, facts) as i32,
        turn: chair(state.turn()),
        awaited: awaited(facts.filter(|_| open.is_some())) as i32,
        calls: calls.map(|call| names::to_call(call) as i32).collect(),
        doublings: doublings.map(|raise| names::to_raise(raise) as i32).collect(),
        may_show: may_open || asked.is_some_and(|facts| facts.stage == Stage::Showing),
        may_pass: asked.is_some_and(|facts| facts.stage == Stage::Play && facts.standing != Standing::Nothing),
        landlord: chair(facts.and_then(|facts| facts.landlord)),
        bottom: state.hand.as_ref().and_then(Game::bottom).map(|bottom| to_cards(state.codec.as_ref(), bottom)),
        standing: open.zip(facts).and_then(|(hand, facts)| standing(state, hand, facts)),
        cards_left: facts.map(|facts| facts.left.to_vec()).unwrap_or_default(),
        stakes: board.zip(facts).map(|(board, facts)| stakes(board, facts.landlord)),
    }
}

/// Writes the combo that has to be beaten, in the cards that were played.
pub(super) fn standing(state: &RoomState, hand: &Game, facts: &Facts) -> Option<v1::ComboToBeat> {
    let landlord = facts.landlord?;
    let (owner, told, combo) = match facts.standing {
        Standing::Nothing => return None,
        Standing::Combo(owner, combo) => (owner, combo.cards(), Some(combo)),
        Standing::Unrecognised(owner, cards) => (owner, cards, None),
    };
    Some(v1::ComboToBeat {
        chair: names::to_chair(owner.chair(landlord)) as i32,
        combo: Some(reading(&state.rules_in_play(), to_cards(state.codec.as_ref(), &hand.last_played(told)), combo)),
    })
}

/// Returns the step that an open hand waits for; without one it waits for a deal.
fn awaited(facts: Option<&Facts>) -> v1::Awaited {
    match facts.map(|facts| (facts.stage, &facts.standing)) {
        None | Some((Stage::Redeal, _)) => v1::Awaited::Deal,
        Some((Stage::Wild, _)) => v1::Awaited::Wild,
        Some((Stage::PassOn, _)) => v1::Awaited::Gift,
        Some((Stage::Auction, _)) => v1::Awaited::Call,
        Some((Stage::Bottom, _)) => v1::Awaited::Landlord,
        Some((Stage::Doubling, _)) => v1::Awaited::Doubling,
        Some((Stage::Showing, _)) => v1::Awaited::Show,
        Some((Stage::Play, Standing::Nothing)) => v1::Awaited::Lead,
        Some((Stage::Play, _)) => v1::Awaited::Answer,
        Some((Stage::Over, _)) => v1::Awaited::Settlement,
    }
}

/// Returns the chair whose turn it is, if a bot sits there.
pub fn bot_to_act(state: &RoomState) -> Option<Chair> {
    state.turn().filter(|chair| state.chairs[chair.index()].bot().is_some())
}

/// Returns the stage of the hand.
fn stage(state: &RoomState, facts: Option<&Facts>) -> v1::Stage {
    match facts {
        Some(facts) if state.hand.as_ref().is_some_and(|hand| hand.settled.is_none()) => names::to_stage(facts.stage),
        Some(_) => v1::Stage::Over,
        None => v1::Stage::Unspecified,
    }
}

/// Writes what the hand is worth as it stands.
fn stakes(board: &Board, landlord: Option<Chair>) -> v1::Stakes {
    let by_chair = |number: &dyn Fn(Seat) -> u8| {
        let of = |landlord: Chair| Chair::ALL.map(|chair| u32::from(number(chair.seat(landlord)))).to_vec();
        landlord.map(of).unwrap_or_default()
    };
    let stakes = board.stakes(1);
    let is_by_cards = board.rules().scoring() == Scoring::Cards;
    let factors = |seat| board.raise(seat).map_or(1, Raise::factor);
    // The pay of the ruleset, once a seat went out.
    let paid = landlord.zip(board.settlement(1));
    let so_far = if is_by_cards { 1 } else { stakes.points() * stakes.factor(board.rules()) };
    let number = paid.as_ref().map_or(so_far, |(_, paid)| paid.base * paid.factor);
    let amounts = |(landlord, paid): &(Chair, Settlement)| {
        Chair::ALL.map(|chair| paid.points[chair.seat(*landlord).index()]).to_vec()
    };
    v1::Stakes {
        points: u32::from(stakes.score),
        robs: u32::from(stakes.robs),
        bombs: u32::from(board.course().doublers()),
        doublings: by_chair(&factors),
        multiplier: u32::try_from(number).unwrap_or(u32::MAX),
        cards_won: if is_by_cards { by_chair(&|seat| board.course().taken(seat)) } else { Vec::new() },
        open_hands: u32::from(stakes.shown),
        winner: paid.as_ref().map_or(0, |(_, paid)| names::to_side(paid.winner) as i32),
        amounts: paid.as_ref().map(amounts).unwrap_or_default(),
        spring: paid.is_some_and(|(_, paid)| paid.spring),
    }
}
