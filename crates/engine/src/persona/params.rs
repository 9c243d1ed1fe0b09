//! The numbers by which a persona plays. Each is a named field with a default, a range and its effect, so that a file can
//! override it, and an impossible value is refused by name. Values are quarter points unless the
//! field says otherwise.

use rules::{Combo, Kind, Seat};

use super::choices::{LeafCards, Number};
use crate::net::Objective;

impl SeatParams {
    /// Returns the worth of a lead of this kind in itself, apart from the hand that it leaves.
    pub(crate) fn lead_bonus(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Single => self.lead_single,
            Kind::Pair => self.lead_pair,
            Kind::Triple | Kind::TripleSingle | Kind::TriplePair => self.lead_triple,
            Kind::Bomb | Kind::Rocket => self.lead_bomb,
            Kind::FourSingles | Kind::FourPairs | Kind::Shuttle | Kind::ShuttleSingles | Kind::ShuttlePairs => {
                self.lead_four
            }
            _ => self.lead_chain,
        }
    }
}

impl PersonaParams {
    /// The value of [`PersonaParams::memory_rounds`] at which everything is remembered.
    pub const MEMORY_ALL: i32 = 99;
}

/// One number: its name, its range and its effect.
pub struct Field<T: 'static> {
    /// The name in persona files.
    pub name: &'static str,
    /// The least it may be.
    pub min: i32,
    /// The most it may be.
    pub max: i32,
    /// The effect, in words.
    pub about: &'static str,
    /// True if its values are choices, with nothing between two of them.
    pub is_choice: bool,
    /// The function that returns its value.
    pub get: fn(&T) -> i32,
    /// The function that gives it a value within its range.
    pub set: fn(&mut T, i32),
}

pub(super) fn clamp_fields<T>(numbers: &mut T, fields: &[Field<T>]) {
    for field in fields {
        let value = (field.get)(numbers);
        (field.set)(numbers, value.clamp(field.min, field.max));
    }
}

/// The type of a field, which is a whole number by default.
macro_rules! field_type {
    () => {
        i32
    };
    ($value:ty) => {
        $value
    };
}

macro_rules! numbers {
    ($(#[$doc:meta])* $type:ident {
        $($field:ident $name:literal $(as $value:ty)? = $default:expr, $min:literal..=$max:literal, $about:literal;)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $type {
            $(#[doc = $about] pub $field: field_type!($($value)?),)+
        }

        impl $type {
            /// The numbers before tuning, a skill or a temperament changes them.
            pub const DEFAULT: $type = $type { $($field: $default,)+ };

            /// Every number.
            pub const FIELDS: &'static [Field<$type>] = &[
                $(Field {
                    name: $name,
                    min: $min,
                    max: $max,
                    about: $about,
                    is_choice: <field_type!($($value)?)>::IS_CHOICE,
                    get: |numbers| numbers.$field.number(),
                    set: |numbers, value| numbers.$field = Number::from_number(value),
                },)+
            ];
        }
    };
}

numbers! {
    /// The numbers of a persona in one seat.
    SeatParams {
        turn_cost "turn-cost" = 100, 0..=400, "Percent of the published cost of a turn. Higher: fewer turns left count for more than worth.";
        worth_now "worth-now" = 50, 0..=100, "Percent by which a rank is judged by the unseen cards above it, not the deck's. Higher: cards gain worth as higher ones are played.";
        worth_bomb "worth-bomb" = 36, 0..=200, "The worth of a bomb in the hand. Higher: keeps bombs longer.";
        worth_rocket "worth-rocket" = 48, 0..=200, "The worth of the rocket in the hand. Higher: keeps the rocket longer.";
        lead_single "lead-single" = 0, -200..=200, "Added to leading a single. Higher: leads singles more often.";
        lead_pair "lead-pair" = 0, -200..=200, "Added to leading a pair. Higher: leads pairs more often.";
        lead_triple "lead-triple" = 0, -200..=200, "Added to leading a triple, with or without a kicker. Higher: leads triples more often.";
        lead_chain "lead-chain" = 8, -200..=200, "Added to leading a straight, a pair chain or an airplane. Higher: leads chains more often and earlier.";
        lead_four "lead-four" = -8, -200..=200, "Added to leading a four with two, or a shuttle. Higher: leads them more often.";
        lead_bomb "lead-bomb" = -60, -400..=200, "Added to leading a bomb or the rocket. Higher: leads bombs more often.";
        lead_kept "lead-kept" = 20, -200..=400, "The worth of keeping the lead, when a lead cannot be covered. Higher: leads big cards more often.";
        lead_inferred "lead-inferred" = 0, -200..=400, "The worth of a lead that enemies cover less often by inference than by count. Higher: leads more often what enemies let stand.";
        small_below "small-below" = 10, 3..=17, "A chain is small below this value of its key. Higher: more chains are led first.";
        few_cards "few-cards" = 12, 0..=54, "Few cards are left in play at this many. Higher: avoids leading singles from earlier in the hand.";
        answer_enemy "answer-enemy" = 24, -400..=800, "The loss allowed for answering an enemy. Higher: answers enemies more often.";
        leave_partner "leave-partner" = 0, -200..=400, "Where the partner plays next: the loss allowed for an answer falls by up to half of this if the partner likely covers too, and rises by as much if not. Higher: leaves more tricks to its partner.";
        answer_partner "answer-partner" = 0, -400..=400, "The loss allowed for covering a partner. Higher: goes over its partner more often.";
        answer_kept "answer-kept" = 24, -200..=400, "The worth of the lead, when an answer cannot be covered. Higher: answers with big cards more often.";
        partner_high "partner-high" = 11, 3..=18, "A partner's combo with this key is high enough to be left alone. Higher: covers more of its partner's cards.";
        partner_big "partner-big" = 14, 3..=15, "A partner is never covered with a key of this value or more, so never with a 2 or a joker. Higher: may cover with higher cards.";
        very_good "very-good" = -40, -400..=400, "A hand left with this many points takes anything. Higher: takes the lead at any cost less often.";
        slight "slight" = 1, 0..=14, "An answer at most this many steps above is only slightly higher. Higher: more answers count as cheap.";
        slight_more "slight-more" = 12, -200..=400, "Further loss allowed for an answer only slightly higher. Higher: gives cheap answers more often.";
        chain_more "chain-more" = 16, -200..=400, "Further loss allowed for an answer with a straight, chain or airplane. Higher: answers chains more often.";
        near_at "near-at" = 5, 1..=20, "An enemy is near going out at this many cards. Higher: begins to stop enemies earlier.";
        near_more "near-more" = 24, -200..=400, "Further loss allowed when an enemy is near going out. Higher: stops such an enemy at more cost.";
        bomb_free_at "bomb-free-at" = 6, 0..=20, "A bomb may answer anything once the enemy holds at most this many cards. Higher: bombs earlier.";
        bomb_more "bomb-more" = -20, -400..=400, "Further loss allowed for an answer with a bomb. Higher: bombs earlier and more often.";
        break_bomb "break-bomb" = 50, 0..=200, "Less loss allowed for an answer that breaks a bomb. Higher: breaks bombs less often.";
        enemy_one_single "enemy-one-single" = 24, 0..=400, "The cost of each single kept while an enemy holds one card. Higher: gets rid of singles first then.";
        enemy_one_kept "enemy-one-kept" = 60, 0..=400, "Added to lead-kept and answer-kept while an enemy holds one card. Higher: holds the lead at more cost then.";
        big_odds "big-odds" = 100, 0..=1000, "A combo covered in at most this many of 1,000 deals is big. Higher: trusts more combos to win the trick.";
        path_odds "path-odds" = 50, 0..=1000, "On a win path a combo covered in at most this many of 1,000 deals is safe. Higher: tries riskier paths to a win.";
    }
}

numbers! {
    /// The numbers of a persona that do not depend on the seat.
    PersonaParams {
        noise "noise" = 0, 0..=400, "The difference in quarter points that a slip of judgement spans; 0 never slips. Higher: more and worse slips.";
        memory_rounds "memory-rounds" = 99, 0..=99, "The rounds for which every played card is remembered; 99 is everything. Higher: remembers more.";
        memory_from "memory-from" = 3, 3..=18, "Played cards from this value up are always remembered. Higher: remembers fewer cards.";
        path_turns "path-turns" = 6, 0..=8, "The longest hand, in turns, that is searched for a win path. Higher: sees wins earlier and takes longer.";
        solve_worlds "solve-worlds" = 0, 0..=2000, "Endgames are solved exactly when at most this many deals remain; 0 never. Higher: exact play begins earlier and takes longer.";
        solve_nodes "solve-nodes" = 100000, 1000..=10000000, "The most positions that solving may enter. Higher: solves longer endgames and takes longer.";
        objective "objective" as Objective = Objective::Wins, 0..=1, "The aim of the nets: 0 wins, 1 score.";
        search_worlds "search-worlds" = 0, 0..=4096, "Plays are tried out in at most this many worlds; 0 never. Higher: a surer choice that takes longer.";
        search_nodes "search-nodes" = 4000, 100..=10000000, "The most decisions played out in all worlds together. Higher: stronger and slower.";
        search_width "search-width" = 12, 2..=32, "The most plays that are tried out. Higher: overlooks fewer plays and looks less closely at each.";
        switch_margin "switch-margin" = 400, 0..=2500, "The lead over the baseline that a play needs to replace it, in hundredths of squared standard errors; in proportion less if the nets look into more than 1,024 worlds. Higher: the search replaces fewer plays.";
        search_plies "search-plies" = 0, 0..=40, "Turns that the nets play on before a world is judged; with minimax the depth of its trees. Higher: looks further ahead in fewer worlds.";
        minimax "minimax" as bool = false, 0..=1, "1: minimax judges worlds, and the game is not played on.";
        minimax_bonus "minimax-bonus" = 0, 0..=1000, "The wins in 1,000 by which minimax must value another play higher. Higher: it replaces fewer plays.";
        prior_naive "prior-naive" = 0, 0..=900, "Players in 1,000 that are taken for naive at first. Higher: reads less into what others do.";
        net_trust "net-trust" = 0, 0..=100, "The belief's trust, in percent, in the nets' view of which hands make the others' plays natural; 0 does not ask them. Higher: expects others to play more like the nets, and takes longer.";
        infer "infer" as bool = false, 0..=1, "1: the acts of the others change the odds that a combo is covered, where the strategies choose plays and, bombs aside, only the same kind can answer.";
        net "net" as bool = false, 0..=1, "1: the nets choose plays, and not the strategies.";
        deep_plays "deep-plays" = 0, 0..=6, "The deep net, if there is one, decides among this many of the small net's best plays; 0 does not ask it. Higher: stronger and slower.";
        cases "cases" as bool = false, 0..=1, "1: recorded cases may overrule the strategies.";
        minimax_leaf "minimax-leaf" as LeafCards = LeafCards::Own, 0..=1, "The cards that the published minimax counts: 0 its own, 1 its own against those of the enemy who has fewer.";
        published "published" as bool = false, 0..=1, "1: the strategies decide as published: in that order, by one split, without guards, by the list of reasons to answer. So does minimax: uniform worlds vote.";
        bid_target "bid-target" = 500, 0..=1000, "Middling hands in 1,000 with which it wants the landlord's seat; in the Journey, up to 500, all hands. Higher: calls, robs and doubles on weaker hands.";
        bid_share "bid-share" = 0, 0..=1000, "Best hands in 1,000 with which it wants the landlord's seat; 0 leaves that to bid-target. Higher: calls on weaker hands.";
        bid_matrix "bid-matrix" as bool = false, 0..=1, "1: bids place a hand by the weight matrix, and not by points; without nets, wild ranks and unshuffled deals.";
        pace_ms "pace-ms" = 1800, 300..=10000, "Its typical thinking time, in milliseconds. Higher: slower.";
        pace_spread "pace-spread" = 50, 10..=150, "The spread of its thinking time: the standard deviation of its natural logarithm, in percent. Higher: less even.";
        face_percent "face-percent" = 35, 0..=100, "The share of occasions, in percent, at which it shows a face. Higher: shows its feelings more often.";
        face_delay "face-delay" = 50, 0..=400, "The usual time until a face, in percent of its thinking time. Higher: its faces come later.";
        hurry_percent "hurry-percent" = 35, 0..=100, "The share of urgings, in percent, after which it plays at once; at 0 urging does not anger it either. Higher: easier to hurry.";
        urge_s "urge-s" = 15, 1..=120, "The seconds after which it urges others to play. Higher: more patient.";
    }
}

/// The tuned numbers of each seat: landlord, down, up.
pub(crate) const TUNED_SEATS: [SeatParams; 3] = [
    SeatParams {
        turn_cost: 120,
        worth_now: 47,
        worth_bomb: 42,
        worth_rocket: 40,
        lead_kept: 3,
        lead_inferred: 80,
        small_below: 7,
        answer_enemy: 2,
        answer_kept: 4,
        very_good: -26,
        slight: 0,
        chain_more: 19,
        near_at: 4,
        near_more: 22,
        path_odds: 63,
        ..SeatParams::DEFAULT
    },
    SeatParams {
        lead_pair: -17,
        lead_kept: 12,
        lead_inferred: 160,
        few_cards: 13,
        leave_partner: 35,
        answer_kept: 13,
        very_good: -7,
        slight: 2,
        ..SeatParams::DEFAULT
    },
    SeatParams {
        worth_bomb: 54,
        lead_single: 20,
        lead_kept: 32,
        lead_inferred: 20,
        small_below: 11,
        partner_big: 15,
        very_good: -28,
        near_more: 41,
        ..SeatParams::DEFAULT
    },
];

/// The worth of one quarter point at even chances, in wins of 1,000.
pub(crate) const WINS_OF_POINT: i32 = 2;
/// The same if the objective is score, in 500ths of the stake: bombs spread scores farther than chances.
pub(crate) const SCORE_OF_POINT: i32 = 4;

/// The most that a taste adds to the value of a play or takes from it, in quarter points.
const TASTE_MAX: i32 = 8;

/// Returns the taste of a temperament, for players that judge plays by the nets: how much more a seat with these numbers likes a play than
/// the tuned player does, in quarter points; less is negative. A pass has 0.
pub(crate) fn taste(own: &SeatParams, me: Seat, standing: Option<(Seat, Combo)>, play: Option<Combo>) -> i32 {
    let Some(play) = play else { return 0 };
    let usual = &TUNED_SEATS[me.index()];
    let answered = match standing {
        None => own.lead_bonus(play.kind()) - usual.lead_bonus(play.kind()),
        Some((owner, _)) if owner.side() != me.side() => own.answer_enemy - usual.answer_enemy,
        Some(_) => own.answer_partner - usual.answer_partner,
    };
    let bomb = if play.is_bomb() { own.bomb_more - usual.bomb_more } else { 0 };
    (answered + bomb).clamp(-TASTE_MAX, TASTE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_prior_naive_is_that_of_the_belief() {
        let field = PersonaParams::FIELDS.iter().find(|field| field.name == "prior-naive").unwrap();
        assert_eq!((field.min, field.max), (0, crate::opponents::belief::TYPE_PRIOR_MAX));
    }
}
