//! The changes of a persona's play by experience: the surer a habit of other players, the more some of its numbers change. The acts of players
//! with habits are also read in another way. Without habits nothing changes. The numbers of the tables were found by self-play.

use rules::Seat;

use super::belief::BeliefConfig;
use super::habits::{Confidence, FULL_CONFIDENCE, Habits};
use crate::persona::{Persona, SeatParams, Skill, clamp_seat_params};
use crate::profile::Profile;

/// The change of one number by one habit of the enemies, at full confidence in all of them.
struct Adjustment {
    habit: fn(&Confidence) -> i32,
    place: fn(&mut SeatParams) -> &mut i32,
    by: i32,
    /// True if it also holds outside the plain family of rulesets.
    always: bool,
}

const ADJUSTMENTS: &[Adjustment] = &[
    // An enemy that leads only single cards leads no pair or chain: we lead those while we can.
    Adjustment { habit: |enemy| enemy.singles, place: |numbers| &mut numbers.lead_single, by: -60, always: true },
    Adjustment { habit: |enemy| enemy.singles, place: |numbers| &mut numbers.lead_pair, by: 16, always: true },
    Adjustment { habit: |enemy| enemy.singles, place: |numbers| &mut numbers.lead_chain, by: 16, always: true },
    // So the lead is worth more. In the Journey this lost wins.
    Adjustment { habit: |enemy| enemy.singles, place: |numbers| &mut numbers.answer_enemy, by: 24, always: false },
    // A landlord that bids on any hand often has a weak one: it pays to press it. The row also applies to peasants who bid so.
    Adjustment { habit: |enemy| enemy.bids, place: |numbers| &mut numbers.answer_enemy, by: 8, always: true },
    // An enemy that answers with its highest card spends it on small ones.
    Adjustment { habit: |enemy| enemy.highest, place: |numbers| &mut numbers.lead_single, by: 12, always: true },
    Adjustment { habit: |enemy| enemy.highest, place: |numbers| &mut numbers.lead_pair, by: 12, always: true },
    // A combo that few deals cover in kind holds against an enemy who keeps its bombs.
    Adjustment { habit: |enemy| enemy.bombless, place: |numbers| &mut numbers.big_odds, by: 300, always: true },
];

/// The change of a hand's place among 1,000 in the auction, for each of the two others with a habit.
struct BidPlaces {
    habit: fn(&Confidence) -> i32,
    places: i32,
    /// True if it also holds outside the plain family of rulesets.
    always: bool,
}

const BID_PLACES: &[BidPlaces] = &[
    // A player who bids on any hand is often a weak landlord: with a middling hand it is better to be a peasant.
    BidPlaces { habit: |other| other.bids, places: -125, always: true },
    // A player who answers with its highest card spends it early: it pays more to play alone against two of them than with one as a
    // partner. In the Journey this lost wins.
    BidPlaces { habit: |other| other.highest, places: 250, always: false },
    // A player who leads single cards keeps its pairs and chains until they are of no use.
    BidPlaces { habit: |other| other.singles, places: 100, always: false },
];

/// True if a persona learns from players' habits. A beginner forgets, and published players stay as published.
fn learns_from_habits(persona: &Persona) -> bool {
    persona.skill() != Skill::Beginner && !persona.is_published()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HabitEffect {
    pub(crate) seat_params: SeatParams,
    /// The turns of 1,000 that its enemies answer, beyond those of most players.
    pub(crate) covers: i32,
    pub(crate) belief: BeliefConfig,
    /// True if the enemies play so unlike the players of recorded cases that cases are not asked.
    pub(crate) is_beyond_cases: bool,
}

/// Returns the effect of habits on `persona` in its seat; `None` if all habits are empty, if the persona does not learn, or if habits are
/// not used under the ruleset.
pub(crate) fn effect_on(persona: &Persona, profile: Profile, me: Seat, habits: &[Habits; 3]) -> Option<HabitEffect> {
    if !learns_from_habits(persona) || *habits == [Habits::default(); 3] || !profile.reads_habits() {
        return None;
    }
    // The landlord has two enemies; a peasant has one, which counts twice.
    let [one, other] = match me {
        Seat::Landlord => [Seat::Down, Seat::Up],
        _ => [Seat::Landlord; 2],
    };
    let enemies = [one, other].map(|seat| &habits[seat.index()]);
    let confident = enemies.map(Confidence::of);
    let mut seat_params = *persona.seat_params(me);
    for Adjustment { habit, place, by, .. } in ADJUSTMENTS.iter().filter(|row| row.always || profile.uses_plain_rows())
    {
        let confidence: i32 = confident.iter().map(habit).sum();
        *place(&mut seat_params) += by * confidence / (2 * FULL_CONFIDENCE);
    }
    clamp_seat_params(&mut seat_params);
    let covers = enemies.iter().map(|enemy| answers_beyond_usual(enemy, profile)).sum::<i32>() / 2;
    let sure = |habit: fn(&Confidence) -> i32| confident.iter().map(habit).sum::<i32>() >= FULL_CONFIDENCE;
    let is_beyond_cases = sure(|enemy| enemy.highest) || sure(|enemy| enemy.singles);
    let belief = BeliefConfig::FITTED.with_experience(habits, profile, me);
    Some(HabitEffect { seat_params, covers, belief, is_beyond_cases })
}

/// The number of turns at which a player's counts weigh as much as the usual rate.
const PRIOR_TURNS: i64 = 60;
/// The smallest difference from the usual number that counts, in 1,000 turns.
const COVERS_MIN: i64 = 80;

/// Returns how many more of 1,000 turns this player answers than most players; 0 for a small difference.
fn answers_beyond_usual(enemy: &Habits, profile: Profile) -> i32 {
    let usual = i64::from(profile.usual_rates().answers);
    let (answered, turns) = (i64::from(enemy.answered), i64::from(enemy.answerable));
    let more = (answered * 1000 + PRIOR_TURNS * usual) / (turns + PRIOR_TURNS) - usual;
    if more.abs() < COVERS_MIN { 0 } else { more as i32 }
}

/// Returns the change of a hand's place among 1,000 in the auction, against players with these habits.
pub(crate) fn bid_places(persona: &Persona, profile: Profile, others: [&Habits; 2]) -> i32 {
    if !learns_from_habits(persona) {
        return 0;
    }
    let others = others.map(Confidence::of);
    let places = |row: &BidPlaces| row.places * others.iter().map(row.habit).sum::<i32>();
    BID_PLACES.iter().filter(|row| row.always || profile.uses_plain_rows()).map(places).sum::<i32>() / FULL_CONFIDENCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::profile_of as profile;

    fn persona(name: &str) -> Persona {
        Persona::named(name).unwrap()
    }

    const USUAL: Habits = Habits::from_counts([20, 10, 150, 63, 6, 2, 2, 60, 9, 60, 23, 40, 25, 10, 9]);

    #[test]
    fn a_sure_habit_changes_the_numbers_of_its_rows() {
        const SINGLES: Habits = Habits { leads: 60, leads_single: 60, ..USUAL };
        const KEPT_BOMBS: Habits = Habits { bombs: 20, bombs_kept: 20, ..USUAL };
        let casual = persona("casual");
        let seat_params = |persona: &Persona, seat, habits: &[Habits; 3]| {
            effect_on(persona, profile("classic"), seat, habits).map(|learned| learned.seat_params)
        };
        let own = casual.seat_params(Seat::Down);
        let known = seat_params(&casual, Seat::Down, &[SINGLES, USUAL, USUAL]).unwrap();
        assert_eq!((known.lead_single, known.answer_enemy), (own.lead_single - 60, own.answer_enemy + 24));
        let known = effect_on(&casual, profile("journey"), Seat::Down, &[SINGLES, USUAL, USUAL]).unwrap().seat_params;
        assert_eq!((known.lead_single, known.answer_enemy), (own.lead_single - 60, own.answer_enemy));
        let partner = seat_params(&casual, Seat::Down, &[USUAL, USUAL, SINGLES]).unwrap();
        assert_eq!(&partner, own, "a partner's habit moves nothing");
        let half = seat_params(&casual, Seat::Landlord, &[USUAL, SINGLES, USUAL]).unwrap();
        assert_eq!(half.answer_enemy, casual.seat_params(Seat::Landlord).answer_enemy + 12, "one of two enemies");
        let bold = seat_params(&casual, Seat::Up, &[KEPT_BOMBS, USUAL, USUAL]).unwrap();
        assert_eq!(bold.big_odds, casual.seat_params(Seat::Up).big_odds + 300);
        assert_eq!(seat_params(&persona("beginner"), Seat::Down, &[SINGLES; 3]), None, "a beginner forgets");
        let beyond = |habits: [Habits; 3]| {
            effect_on(&casual, profile("classic"), Seat::Down, &habits).is_some_and(|effect| effect.is_beyond_cases)
        };
        assert_eq!([SINGLES, KEPT_BOMBS, USUAL].map(|enemy| beyond([enemy, USUAL, USUAL])), [true, false, false]);
    }
}
