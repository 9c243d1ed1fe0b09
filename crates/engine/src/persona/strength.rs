//! Strength from 0 to 100: one number instead of many. Limits are counts, never milliseconds, so a strength plays in the same way on every
//! machine.
//!
//! The rows of the scale are skills with their measured Elo. The Elo of a strength lies between those of two rows, and so do the parameters
//! that make a player strong.

use super::params::PersonaParams;
use super::rows::{Skill, skill_params};

pub(super) const STRENGTH_MAX: i32 = 100;

/// A skill with this noise instead of its own, and the measured Elo.
struct MeasuredSkill {
    skill: Skill,
    noise: i32,
    elo: i32,
}

/// The rows of the scale, the weakest first. Elo is relative to `rules`. It was measured by `lab ladder --deals 600`, and for skills
/// that use the nets by `lab match NAME rules --seed 50`. docs/measured.md has the strengths in between.
const SKILLS: &[MeasuredSkill] = &[
    MeasuredSkill { skill: Skill::Beginner, noise: 128, elo: -292 },
    MeasuredSkill { skill: Skill::Beginner, noise: 64, elo: -246 },
    MeasuredSkill { skill: Skill::Beginner, noise: 32, elo: -171 },
    MeasuredSkill { skill: Skill::Casual, noise: 20, elo: -92 },
    MeasuredSkill { skill: Skill::Casual, noise: 10, elo: -42 },
    MeasuredSkill { skill: Skill::Skilled, noise: 3, elo: 13 },
    MeasuredSkill { skill: Skill::Net, noise: 6, elo: 15 },
    MeasuredSkill { skill: Skill::Net, noise: 0, elo: 75 },
    MeasuredSkill { skill: Skill::Advanced, noise: 0, elo: 111 },
    MeasuredSkill { skill: Skill::Expert, noise: 0, elo: 130 },
];

/// The numbers that belong to the temperament: no strength changes them.
const TEMPERAMENT_FIELDS: [&str; 7] =
    ["bid-target", "pace-ms", "pace-spread", "face-percent", "face-delay", "hurry-percent", "urge-s"];

/// Returns the skill that a strength has reached, and `own` with that strength's numbers.
pub(super) fn skill_and_params(strength: i32, own: &PersonaParams) -> (Skill, PersonaParams) {
    let strength = strength.clamp(0, STRENGTH_MAX);
    let (lowest, highest) = (SKILLS[0].elo, SKILLS[SKILLS.len() - 1].elo);
    // Hundredths of Elo above the lowest row, so that nothing is rounded away.
    let height = strength * (highest - lowest);
    let above = |row: &MeasuredSkill| STRENGTH_MAX * (row.elo - lowest);
    let upper = SKILLS.iter().position(|row| above(row) > height).unwrap_or(SKILLS.len() - 1).max(1);
    let [low, high] = [&SKILLS[upper - 1], &SKILLS[upper]];
    let [from, to] = [low, high].map(|row| PersonaParams { noise: row.noise, ..skill_params(row.skill) });
    let mut mixed = *own;
    for field in PersonaParams::FIELDS.iter().filter(|field| !TEMPERAMENT_FIELDS.contains(&field.name)) {
        let [from, to] = [&from, &to].map(|params| i64::from((field.get)(params)));
        let (part, whole) = (i64::from(height - above(low)), i64::from(above(high) - above(low)));
        // A choice changes where the next row begins.
        let part = if field.is_choice { part / whole * whole } else { part };
        (field.set)(&mut mixed, (from + (to - from) * part / whole) as i32);
    }
    (if above(high) <= height { high.skill } else { low.skill }, mixed)
}

/// Returns the strength of a skill by its own numbers.
pub(super) fn strength_of(skill: Skill) -> i32 {
    let elo = match skill {
        // Elo is relative to `rules`; cases change few plays.
        Skill::Rules | Skill::Cases => 0,
        Skill::Minimax => return strength_of(Skill::Advanced),
        _ => SKILLS.iter().rfind(|row| row.skill == skill).expect("the skill has a row").elo,
    };
    let (lowest, highest) = (SKILLS[0].elo, SKILLS[SKILLS.len() - 1].elo);
    STRENGTH_MAX * (elo - lowest) / (highest - lowest)
}

#[cfg(test)]
mod tests {
    use super::super::Persona;
    use super::*;

    fn params_at(strength: i32) -> PersonaParams {
        *Persona::named("rules").unwrap().with("strength", strength).unwrap().params()
    }

    #[test]
    fn rows_rise_in_elo_and_skill() {
        assert!(SKILLS.windows(2).all(|pair| pair[0].elo < pair[1].elo && pair[0].skill <= pair[1].skill));
        let own = PersonaParams { bid_target: 77, ..PersonaParams::DEFAULT };
        for (strength, row) in [(0, &SKILLS[0]), (STRENGTH_MAX, &SKILLS[SKILLS.len() - 1])] {
            let (skill, at) = skill_and_params(strength, &own);
            assert_eq!(skill, row.skill);
            let expected = PersonaParams { noise: row.noise, ..skill_params(row.skill) };
            let temperament = (own.bid_target, own.pace_ms, own.pace_spread, own.urge_s);
            assert_eq!((at.bid_target, at.pace_ms, at.pace_spread, at.urge_s), temperament);
            assert_eq!((at.noise, at.memory_rounds), (expected.noise, expected.memory_rounds));
            assert_eq!((at.path_turns, at.solve_worlds), (expected.path_turns, expected.solve_worlds));
        }
    }

    /// A slip of the net costs less, so its skill begins with more slips than the skill below it ends with.
    #[test]
    fn a_stronger_player_never_slips_more_within_a_skill_nor_remembers_less() {
        let skill_at = |strength| skill_and_params(strength, &PersonaParams::DEFAULT).0;
        for strength in 0..STRENGTH_MAX {
            let [weaker, stronger] = [strength, strength + 1].map(params_at);
            let is_one_skill = skill_at(strength) == skill_at(strength + 1);
            assert!(!is_one_skill || weaker.noise >= stronger.noise, "{strength}");
            assert!(weaker.memory_rounds <= stronger.memory_rounds, "{strength}");
            assert!(weaker.path_turns <= stronger.path_turns, "{strength}");
            assert!(weaker.search_worlds <= stronger.search_worlds, "{strength}");
            assert!(weaker.search_nodes <= stronger.search_nodes, "{strength}");
        }
        let noises: Vec<i32> = (0..=STRENGTH_MAX).map(|strength| params_at(strength).noise).collect();
        assert!(noises.windows(2).filter(|pair| pair[0] > pair[1]).count() > 50, "{noises:?}");
    }

    #[test]
    fn skills_and_file_personas_have_levels() {
        let levels = Skill::ALL.map(strength_of);
        assert!(levels[..6].is_sorted() && levels[5] == STRENGTH_MAX && levels[0] > 0, "{levels:?}");
        let file = "[ming]\nbase = \"casual\"\nnoise = 90\n[lan]\nbase = \"casual\"\nnoise = 90\nlevel = 12\ntemperament = \"sly\"\n[bo]\nbase = \"lan\"\nstrength = 40";
        let filed = super::super::read_personas(file).unwrap();
        let found: Vec<_> = filed.iter().map(|it| (it.level() as i32, it.temperament_name())).collect();
        assert_eq!(found, [(strength_of(Skill::Casual), "standard"), (12, "sly"), (40, "sly")]);
        assert_eq!(filed[1].digest(), filed[1].clone().with("level", 80).unwrap().digest(), "it bears on no decision");
    }

    #[test]
    fn strength_is_set_like_other_numbers() {
        let persona = Persona::named("casual-hasty").unwrap();
        let (bids, pace) = (persona.params().bid_target, persona.params().pace_ms);
        let strong = persona.clone().with("strength", 100).unwrap();
        assert_eq!(
            (strong.skill(), strong.params().search_worlds),
            (Skill::Expert, skill_params(Skill::Expert).search_worlds)
        );
        assert_eq!((strong.params().bid_target, strong.params().pace_ms), (bids, pace));
        assert_eq!(strong.with("noise", 7).unwrap().params().noise, 7, "what comes later counts");
        for value in [-1, 101] {
            let error = persona.clone().with("strength", value).unwrap_err();
            assert_eq!(error.to_string(), format!("strength cannot be {value}: it may be 0 to 100"));
        }
        assert!(persona.with("landlord.strength", 5).is_err(), "seats have no strength of their own");
        let filed = super::super::read_personas("[ming]\nbase = \"beginner-patient\"\nstrength = 60").unwrap();
        assert_eq!(filed[0].params().noise, params_at(60).noise);
    }
}
