//! The built-in personas: five skills, each with four temperaments, and four for comparison: `net`, `rules`, `cases` and `minimax`.

use super::params::{PersonaParams, SeatParams, clamp_fields};
use super::{Evaluator, Persona, QUICK_NODES_MAX, Splitter, TUNED_SEATS};
use crate::hand::eval::Matrix;
use crate::net::Objective;

/// A persona's skill.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Skill {
    /// 新手: remembers the plays of two rounds, overlooks longer wins, slips often.
    Beginner,
    /// 休闲: a person's memory, small slips.
    Casual,
    /// 熟练: perfect memory, few slips, solves endgames.
    Skilled,
    /// 网络: the nets, without search.
    Net,
    /// 进阶: searches in few worlds.
    Advanced,
    /// 大师: searches deepest.
    Expert,
    /// 规则: no nets and no search, perfect memory, no slips.
    Rules,
    /// 案例: `rules`, but recorded cases may overrule it.
    Cases,
    /// 极小极大: the nets, but minimax in likely deals may overrule them.
    Minimax,
}

/// The temperament of a companion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Temperament {
    /// 标准
    Standard,
    /// 犹豫: passes when unsure, spends bombs late.
    Hesitant,
    /// 耐心, steady 求稳: keeps big cards, prefers sure paths.
    Patient,
    /// 急躁, quick attack 快攻: long combos first, takes the lead often, bombs early.
    Hasty,
}

struct SkillRow {
    skill: Skill,
    name: &'static str,
    zh: &'static str,
    /// The factor of a temperament's shifts for the skill, in percent. Frequent slips hide a mild taste, and a long search finds more plays
    /// that fit a taste.
    temper_percent: i32,
    params: PersonaParams,
}

/// The most plays among which the deep net decides.
const DEEP_PLAYS: i32 = 5;

const SKILLS: &[SkillRow] = &[
    SkillRow {
        skill: Skill::Beginner,
        name: "beginner",
        zh: "新手",
        temper_percent: 160,
        params: PersonaParams {
            noise: 32,
            memory_rounds: 2,
            memory_from: 18,
            path_turns: 2,
            pace_ms: 2400,
            ..PersonaParams::DEFAULT
        },
    },
    SkillRow {
        skill: Skill::Casual,
        name: "casual",
        zh: "休闲",
        temper_percent: 110,
        params: PersonaParams {
            noise: 10,
            memory_rounds: 6,
            memory_from: 14,
            path_turns: 4,
            infer: true,
            ..PersonaParams::DEFAULT
        },
    },
    SkillRow {
        skill: Skill::Skilled,
        name: "skilled",
        zh: "熟练",
        temper_percent: 105,
        params: PersonaParams { noise: 3, solve_worlds: 60, infer: true, ..PersonaParams::DEFAULT },
    },
    SkillRow {
        skill: Skill::Net,
        name: "net",
        zh: "网络",
        temper_percent: 100,
        // Quick endings: more deals and more positions take longer than the nets.
        params: PersonaParams {
            net: true,
            deep_plays: DEEP_PLAYS,
            objective: Objective::Score,
            solve_worlds: 10,
            solve_nodes: QUICK_NODES_MAX,
            ..PersonaParams::DEFAULT
        },
    },
    SkillRow {
        skill: Skill::Advanced,
        name: "advanced",
        zh: "进阶",
        temper_percent: 100,
        params: PersonaParams {
            net: true,
            deep_plays: DEEP_PLAYS,
            objective: Objective::Score,
            solve_worlds: 60,
            search_worlds: 48,
            search_plies: 1,
            switch_margin: 100,
            prior_naive: 100,
            ..PersonaParams::DEFAULT
        },
    },
    SkillRow {
        skill: Skill::Expert,
        name: "expert",
        zh: "大师",
        temper_percent: 80,
        params: PersonaParams {
            net: true,
            deep_plays: DEEP_PLAYS,
            objective: Objective::Score,
            solve_worlds: 60,
            search_worlds: 1024,
            search_nodes: 8_000,
            search_plies: 10,
            switch_margin: 100,
            prior_naive: 100,
            net_trust: 25,
            ..PersonaParams::DEFAULT
        },
    },
    SkillRow {
        skill: Skill::Rules,
        name: "rules",
        zh: "规则",
        temper_percent: 100,
        params: PersonaParams { infer: true, ..PersonaParams::DEFAULT },
    },
    SkillRow {
        skill: Skill::Cases,
        name: "cases",
        zh: "案例",
        temper_percent: 100,
        params: PersonaParams { cases: true, infer: true, ..PersonaParams::DEFAULT },
    },
    SkillRow {
        skill: Skill::Minimax,
        name: "minimax",
        zh: "极小极大",
        temper_percent: 100,
        params: PersonaParams {
            net: true,
            deep_plays: DEEP_PLAYS,
            minimax: true,
            minimax_bonus: 20,
            solve_worlds: 60,
            search_worlds: 256,
            search_nodes: 8_000,
            search_plies: 2,
            switch_margin: 100,
            prior_naive: 100,
            ..PersonaParams::DEFAULT
        },
    },
];

/// The changes by a temperament: the published bid rate and urging interval, and shifts of the numbers.
struct TemperamentRow {
    temperament: Temperament,
    name: &'static str,
    zh: &'static str,
    bid_target: i32,
    urge_s: i32,
    /// For faces: the rate in percent, the delay in percent of the thinking time, and the rate at which urging hurries the persona.
    faces: (i32, i32, i32),
    splitter: Splitter,
    evaluator: Evaluator,
    pace_percent: i32,
    shift: fn(&mut SeatParams),
}

const TEMPERAMENTS: &[TemperamentRow] = &[
    TemperamentRow {
        temperament: Temperament::Standard,
        name: "standard",
        zh: "标准",
        bid_target: 500,
        urge_s: 15,
        faces: (35, 50, 35),
        splitter: Splitter::Rule,
        evaluator: Evaluator::Points,
        pace_percent: 100,
        shift: |_| {},
    },
    TemperamentRow {
        temperament: Temperament::Hesitant,
        name: "hesitant",
        zh: "犹豫",
        bid_target: 100,
        urge_s: 20,
        faces: (20, 90, 20),
        splitter: Splitter::Turns,
        evaluator: Evaluator::Points,
        pace_percent: 130,
        shift: |seat_params| {
            seat_params.lead_chain -= 12;
            seat_params.lead_triple -= 9;
            seat_params.lead_pair += 8;
            seat_params.lead_single += 16;
            seat_params.answer_enemy -= 3;
            seat_params.answer_kept -= 13;
            seat_params.bomb_more -= 24;
            seat_params.bomb_free_at -= 2;
        },
    },
    TemperamentRow {
        temperament: Temperament::Patient,
        name: "patient",
        zh: "耐心",
        bid_target: 300,
        urge_s: 25,
        faces: (15, 70, 0),
        splitter: Splitter::Turns,
        evaluator: Evaluator::Points,
        pace_percent: 120,
        shift: |seat_params| {
            seat_params.path_odds = 0;
            seat_params.worth_bomb += 8;
            seat_params.worth_rocket += 8;
            seat_params.lead_chain += 8;
            seat_params.lead_single -= 9;
            seat_params.answer_enemy -= 5;
            seat_params.bomb_more -= 16;
        },
    },
    TemperamentRow {
        temperament: Temperament::Hasty,
        name: "hasty",
        zh: "急躁",
        bid_target: 900,
        urge_s: 10,
        faces: (60, 25, 60),
        splitter: Splitter::Rule,
        evaluator: Evaluator::Points,
        pace_percent: 70,
        shift: |seat_params| {
            seat_params.lead_chain += 8;
            seat_params.lead_pair += 12;
            seat_params.lead_single -= 6;
            seat_params.answer_enemy += 11;
            seat_params.bomb_more += 8;
        },
    },
];

impl Skill {
    /// Every skill, in the order of the table of skills.
    pub const ALL: [Skill; 9] = [
        Skill::Beginner,
        Skill::Casual,
        Skill::Skilled,
        Skill::Net,
        Skill::Advanced,
        Skill::Expert,
        Skill::Rules,
        Skill::Cases,
        Skill::Minimax,
    ];

    /// True if the skill serves for comparison and has only the standard temperament.
    pub(super) fn is_for_comparison(self) -> bool {
        !matches!(self, Skill::Beginner | Skill::Casual | Skill::Skilled | Skill::Advanced | Skill::Expert)
    }

    /// Returns the name, as names of personas contain it.
    pub fn name(self) -> &'static str {
        SKILLS.iter().find(|row| row.skill == self).map_or("", |row| row.name)
    }
}

impl Temperament {
    /// Every temperament.
    pub const ALL: [Temperament; 4] =
        [Temperament::Standard, Temperament::Hesitant, Temperament::Patient, Temperament::Hasty];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the published bid target of such a companion, of 1,000.
    pub fn bid_target(self) -> i32 {
        self.row().bid_target
    }

    fn row(self) -> &'static TemperamentRow {
        TEMPERAMENTS.iter().find(|row| row.temperament == self).expect("every temperament has a row")
    }
}

/// Returns every name, the plain skills first.
pub(super) fn persona_names() -> impl Iterator<Item = String> {
    let plain = SKILLS.iter().map(|skill| skill.name.to_owned());
    let moods = TEMPERAMENTS.iter().filter(|row| row.temperament != Temperament::Standard);
    let mixed = SKILLS.iter().filter(|row| !row.skill.is_for_comparison()).flat_map(move |skill| {
        let moods: Vec<String> = moods.clone().map(|mood| format!("{}-{}", skill.name, mood.name)).collect();
        moods
    });
    plain.chain(mixed)
}

pub(super) fn skill_params(skill: Skill) -> PersonaParams {
    SKILLS.iter().find(|row| row.skill == skill).expect("every skill has a row").params
}

pub(super) fn persona(name: &str) -> Option<Persona> {
    // The standard temperament has no suffix, and skills for comparison have no other temperament.
    let bare = SKILLS.iter().find(|row| row.name == name).map(|skill| (skill, "standard"));
    let (skill, mood) = bare.or_else(|| {
        let (skill, mood) = name.split_once('-')?;
        let skill = SKILLS.iter().find(|row| row.name == skill && !row.skill.is_for_comparison())?;
        (mood != "standard").then_some((skill, mood))
    })?;
    let mood = TEMPERAMENTS.iter().find(|row| row.name == mood)?;
    let bare = mood.temperament == Temperament::Standard;
    let mut seat_params = TUNED_SEATS;
    for numbers in &mut seat_params {
        let tuned = *numbers;
        (mood.shift)(numbers);
        for field in SeatParams::FIELDS {
            let [from, to] = [(field.get)(&tuned), (field.get)(numbers)];
            (field.set)(numbers, from + (to - from) * skill.temper_percent / 100);
        }
        clamp_fields(numbers, SeatParams::FIELDS);
    }
    let pace_ms = skill.params.pace_ms * mood.pace_percent / 100;
    let (face_percent, face_delay, hurry_percent) = mood.faces;
    let faces = PersonaParams { face_percent, face_delay, hurry_percent, ..skill.params };
    let params = PersonaParams { bid_target: mood.bid_target, urge_s: mood.urge_s, pace_ms, ..faces };
    let title = if bare { skill.zh.to_owned() } else { format!("{}·{}", skill.zh, mood.zh) };
    Some(Persona {
        name: name.to_owned(),
        title,
        skill: skill.skill,
        temperament: mood.temperament,
        own_temperament: None,
        own_level: None,
        splitter: mood.splitter,
        evaluator: mood.evaluator,
        matrix: Matrix::DEFAULT,
        seat_params,
        params,
        cases: None,
    })
}
