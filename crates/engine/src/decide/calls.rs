//! Decisions before the play: calls, doublings, open hands, and the cards that go to another chair.

use rules::{Action, Auction, Seed, Stage, View};

use super::pace::{self, PacedTurn};
use super::stage::{BID_STREAM, Limits, PACE_STREAM, Scratch};
use crate::bid::{BidResult, Bidder};
use crate::decision::{Candidates, Decider, Decision, Trace, Unit};
use crate::opponents::experience;
use crate::pass_on::gift;
use crate::persona::Persona;
use crate::profile::Profile;

pub(super) fn decide(
    view: &View,
    persona: &Persona,
    hand_seed: Seed,
    limits: &Limits<'_>,
    scratch: &mut Scratch,
) -> Decision {
    let (stage, profile) = (view.board().stage(), Profile::of(view.rules()));
    let mut trace = Trace::of(profile, view.seat(), view.hand());
    let (seed, clock_ms) = (hand_seed.stream(PACE_STREAM), limits.clock_ms);
    let mut paced = PacedTurn { seed, turn: 0, closeness: None, passes: false, tense: false, clock_ms };
    if stage == Stage::PassOn {
        // All personas choose gifts in the same way.
        let gift = Action::PassOn(gift(view.hand(), view.rules()));
        return decision(persona, gift, "pass-on", trace, &paced);
    }
    let events = view.log().len() as u64;
    // In `rounds` a chair is asked several times but draws once: new draws would make middling hands call too often.
    let draw = if view.rules().auction() == Auction::Rounds { view.chair().index() as u64 } else { events };
    let rng = hand_seed.stream(BID_STREAM).stream(draw).rng();
    let Scratch { plays, buffers, .. } = scratch;
    let weights = buffers.nets.weights(profile.family());
    // Only the plain family's nets are asked: expectations of other nets were not placed among all hands. No net values an open hand.
    let knows_stage = match stage {
        Stage::Auction => true,
        // A peasant asks the full-information nets, which files for wild ranks do not have.
        Stage::Doubling => weights.has_full_information(),
        _ => false,
    };
    let knows_wilds = !view.rules().awaits_wild();
    let asks_nets = knows_stage && knows_wilds && persona.params().net && profile.bids_by_nets();
    let nets = asks_nets.then_some((weights, plays));
    trace.weights = nets.as_ref().map(|(weights, _)| weights.digest());
    let me = view.chair();
    let others = [me.next(), me.next().next()].map(|chair| &limits.habits[chair.index()]);
    let places = if stage == Stage::Auction { experience::bid_places(persona, profile, others) } else { 0 };
    let BidResult { action, strength, expected, reason } = Bidder { persona, profile, places }.decide(view, nets, rng);
    (trace.strength, trace.expected) = (Some(strength), expected);
    // The landlord's seat is a close choice for a middling hand, and a clear one for the best and the worst hands.
    let closeness = 1.0 - f64::from((strength.rank - 500).abs()) / 500.0;
    (paced.turn, paced.closeness) = (events as u32, Some(closeness));
    decision(persona, action, reason, trace, &paced)
}

fn decision(persona: &Persona, action: Action, reason: &'static str, trace: Trace, paced: &PacedTurn) -> Decision {
    Decision {
        action,
        reason,
        decider: if trace.weights.is_some() { Decider::Net } else { Decider::Rules },
        candidates: Candidates::NONE,
        unit: Unit::Quarters,
        win_chance: None,
        trace,
        urge_s: persona.params().urge_s as u32,
        think_ms: pace::think_ms(persona.params(), paced),
    }
}
