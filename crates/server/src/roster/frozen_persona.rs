//! Personas as rooms keep them: every number as it was when the bot sat down, so that a table never sees a bot change its
//! mind about who it is, whatever a later release or configuration says of that name.

use std::sync::Arc;

use engine::Persona;
use engine::hand::eval::Matrix;
use engine::persona::{Evaluator, PersonaParams, SeatParams, Splitter};
use rules::{SHAPES, Seat};
use wire::storage as disk;

use crate::roster::{Companion, Roster};

/// The numbers of one seat, in the order in which rooms keep them. Only ever appended to: a number that the engine no longer
/// has stays as a place.
const SEAT_PARAMS: &[&str] = &[
    "turn-cost",
    "worth-now",
    "worth-bomb",
    "worth-rocket",
    "lead-single",
    "lead-pair",
    "lead-triple",
    "lead-chain",
    "lead-four",
    "lead-bomb",
    "lead-kept",
    "small-below",
    "few-cards",
    "answer-enemy",
    "answer-partner",
    "answer-kept",
    "partner-high",
    "partner-big",
    "very-good",
    "slight",
    "slight-more",
    "chain-more",
    "near-at",
    "near-more",
    "bomb-free-at",
    "bomb-more",
    "break-bomb",
    "big-odds",
    "path-odds",
    "enemy-one-single",
    "enemy-one-kept",
    "lead-inferred",
    "leave-partner",
];

/// The numbers apart from seats, likewise.
const PERSONA_PARAMS: &[&str] = &[
    "noise",
    "memory-rounds",
    "memory-from",
    "path-turns",
    "solve-worlds",
    "solve-nodes",
    "bid-target",
    "pace-ms",
    "pace-spread",
    "urge-s",
    "search-worlds",
    "search-nodes",
    "search-width",
    "switch-margin",
    "search-plies",
    "net",
    "cases",
    "prior-naive",
    "prior-rule-based",
    "objective",
    "minimax",
    "minimax-bonus",
    "minimax-ties",
    "net-trust",
    "deep-plays",
    "minimax-leaf",
    "row-order",
    "published",
    "bid-share",
    "face-percent",
    "face-delay",
    "hurry-percent",
    "bid-matrix",
    "infer",
];

/// Stands for a number that the engine no longer has: the built-in row's is taken.
const GONE: i32 = i32::MIN;

/// Where personas are looked up by name.
pub trait Catalogue: Send + Sync {
    /// The companion of that name, at a strength where one is told.
    fn find(&self, name: &str, strength: Option<u32>) -> Option<Arc<Companion>>;
}

impl Catalogue for Roster {
    fn find(&self, name: &str, strength: Option<u32>) -> Option<Arc<Companion>> {
        self.at_strength(name, strength).ok()
    }
}

/// The persona's part of a stored bot.
pub fn freeze(companion: &Companion) -> disk::Bot {
    let persona = &companion.persona;
    let seats = Seat::ALL.into_iter().flat_map(|seat| {
        let params = persona.seat_params(seat);
        SEAT_PARAMS.iter().map(move |name| {
            let field = SeatParams::FIELDS.iter().find(|field| field.name == *name);
            field.map_or(GONE, |field| (field.get)(params))
        })
    });
    let params = persona.params();
    let apart = PERSONA_PARAMS.iter().map(|name| {
        let field = PersonaParams::FIELDS.iter().find(|field| field.name == *name);
        field.map_or(GONE, |field| (field.get)(params))
    });
    disk::Bot {
        persona: persona.name().to_owned(),
        digest: companion.digest,
        strength: companion.strength,
        title: persona.title().to_owned(),
        base: base(persona),
        splitter: persona.splitter().name().to_owned(),
        evaluator: persona.evaluator().name().to_owned(),
        persona_params: apart.collect(),
        seat_params: seats.collect(),
        matrix: if *persona.matrix() == Matrix::DEFAULT { Vec::new() } else { persona.matrix().numbers().collect() },
        ..disk::Bot::default()
    }
}

/// The persona of a stored bot: that of the catalogue while its numbers are the same, else rebuilt from what is stored.
pub fn restore(bot: &disk::Bot, catalogue: &dyn Catalogue) -> Option<Arc<Companion>> {
    let named = catalogue.find(&bot.persona, bot.strength);
    if let Some(companion) = named.as_ref().filter(|companion| companion.digest == bot.digest) {
        return Some(Arc::clone(companion));
    }
    let named = named.map(|companion| companion.persona.clone());
    let persona = rebuild(bot)?;
    Some(Arc::new(Companion::of_digest(persona, bot.digest, bot.strength, named.as_ref())))
}

/// The persona from what is stored of it.
fn rebuild(bot: &disk::Bot) -> Option<Persona> {
    let base = Persona::named(&bot.base).or_else(|| Persona::named("rules"))?;
    // A splitter or evaluator that this release lacks stays as in the built-in row.
    let splitter = Splitter::from_name(&bot.splitter).unwrap_or(base.splitter());
    let evaluator = Evaluator::from_name(&bot.evaluator).unwrap_or(base.evaluator());
    Some(with_numbers(base.renamed(&bot.persona, &bot.title).ok()?.with_parts(splitter, evaluator), bot))
}

/// A persona with the numbers of a stored bot.
fn with_numbers(persona: Persona, bot: &disk::Bot) -> Persona {
    let stride = bot.seat_params.len() / 3;
    // A newer release's numbers stand behind ours within each seat's third.
    let by_seat = Seat::ALL.into_iter().zip(bot.seat_params.chunks(stride.max(1))).flat_map(|(seat, numbers)| {
        SEAT_PARAMS.iter().zip(numbers).map(move |(name, &number)| (format!("{seat}.{name}"), number))
    });
    // The release that stored the bot did not know a later number: such a number takes its default.
    let apart = PERSONA_PARAMS.iter().enumerate().map(|(place, name)| {
        let field = || PersonaParams::FIELDS.iter().find(|field| field.name == *name);
        let usual = || field().map(|field| (field.get)(&PersonaParams::DEFAULT));
        ((*name).to_owned(), bot.persona_params.get(place).copied().or_else(usual).unwrap_or(GONE))
    });
    let numbers = apart.chain(by_seat);
    let numbers = numbers.chain(matrix_keys().zip(bot.matrix.iter().copied()));
    // Numbers that this release lacks, or bounds more tightly, stay as in the built-in row.
    let set = |persona: Persona, (key, value): (String, i32)| persona.clone().with(&key, value).unwrap_or(persona);
    numbers.filter(|&(_, value)| value != GONE).fold(persona, set)
}

/// The keys by which personas set [`Matrix::numbers`], in its order, as far as they can be set.
fn matrix_keys() -> impl Iterator<Item = String> {
    let kinds = || SHAPES.iter().map(|shape| shape.kind.name());
    let weights = kinds().flat_map(|kind| (1..=4).map(move |band| format!("{kind}.{band}")));
    let covered = kinds().map(|kind| format!("covered.{kind}"));
    let in_band = (1..=4).map(|band| format!("covered-in-band.{band}"));
    let lost_lead = Seat::ALL.into_iter().map(|seat| format!("lost-lead.{seat}"));
    let factors = ["per-card", "following", "run-gain"].map(str::to_owned);
    weights.chain(covered).chain(in_band).chain(lost_lead).chain(factors).map(|key| format!("matrix.{key}"))
}

/// The built-in row with the same skill and temperament.
fn base(persona: &Persona) -> String {
    let skill = persona.skill().name();
    let moody = format!("{skill}-{}", persona.temperament().name());
    if Persona::named(&moody).is_some() { moody } else { skill.to_owned() }
}

#[cfg(test)]
mod tests {
    use engine::persona::read_personas;

    use crate::config::Config;

    use super::*;

    struct Empty;

    impl Catalogue for Empty {
        fn find(&self, _name: &str, _strength: Option<u32>) -> Option<Arc<Companion>> {
            None
        }
    }

    #[test]
    fn every_number_of_the_engine_is_stored() {
        for field in SeatParams::FIELDS {
            assert!(SEAT_PARAMS.contains(&field.name), "append {:?} to SEAT_PARAMS", field.name);
        }
        for field in PersonaParams::FIELDS {
            assert!(PERSONA_PARAMS.contains(&field.name), "append {:?} to PERSONA_PARAMS", field.name);
        }
    }

    #[test]
    fn personas_come_back_without_a_catalogue() {
        let own = "[ming]\nbase = \"beginner-hasty\"\ntitle = \"小明 #2, \\\"the 2nd\\\"\"\nsplitter = \"turns\"\nevaluator = \"matrix\"\nnoise = 3\nup.near-at = 4\nmatrix.straight.2 = 77\nmatrix.lost-lead.up = 9";
        let mut personas = Persona::all();
        personas.extend(read_personas(own).unwrap());
        for persona in personas {
            let back = restore(&freeze(&Companion::new(persona.clone())), &Empty).unwrap();
            assert_eq!(back.persona, persona);
        }
        let roster = Roster::load(&Config::embedded().personas).unwrap();
        let strong = roster.at_strength("casual-hasty", Some(85)).unwrap();
        assert_eq!(strong.spec(), "casual-hasty:strength=85", "as the lab reads it");
        let stored = freeze(&strong);
        let rebuilt = restore(&stored, &Empty).unwrap();
        assert_eq!((rebuilt.persona.params(), rebuilt.strength), (strong.persona.params(), Some(85)));
        assert!(Arc::ptr_eq(&restore(&stored, &roster).unwrap(), &strong), "it is known and not rebuilt");
    }

    #[test]
    fn what_is_stored_counts_and_not_what_the_name_means_now() {
        struct Changed;
        impl Catalogue for Changed {
            fn find(&self, name: &str, _strength: Option<u32>) -> Option<Arc<Companion>> {
                Some(Arc::new(Companion::new(Persona::named(name)?.with("noise", 99).unwrap())))
            }
        }
        let casual = Persona::named("casual").unwrap();
        let back = restore(&freeze(&Companion::new(casual.clone())), &Changed).unwrap();
        assert_eq!((&back.persona, back.digest), (&casual, casual.digest()));
    }

    #[test]
    fn a_release_that_knows_fewer_or_more_numbers_reads_on() {
        let casual = Persona::named("casual").unwrap().with("noise", 77).unwrap();
        let mut newer = freeze(&Companion::new(casual.clone()));
        newer.persona_params.push(5);
        newer.seat_params =
            newer.seat_params.chunks(SEAT_PARAMS.len()).flat_map(|seat| seat.iter().copied().chain([1])).collect();
        newer.evaluator = "oracle".to_owned();
        assert_eq!(restore(&newer, &Empty).unwrap().persona, casual);
        // Numbers stand in the order in which they came: a row that ends before the objective lacks what came later.
        let expert = Persona::named("expert").unwrap();
        let mut before_tables = freeze(&Companion::new(expert.clone()));
        before_tables.persona_params.truncate(PERSONA_PARAMS.iter().position(|name| *name == "objective").unwrap());
        let as_it_played = expert.with("objective", 0).unwrap();
        let as_it_played = as_it_played.with("net-trust", 0).unwrap().with("deep-plays", 0).unwrap();
        assert_eq!(restore(&before_tables, &Empty).unwrap().persona.params(), as_it_played.params());
        let mut older = freeze(&Companion::new(casual));
        older.persona_params.truncate(1);
        assert_eq!(restore(&older, &Empty).unwrap().persona.params().noise, 77);
    }
}
