//! Wild ranks: which combos beat which, row by row, and all lists against an enumeration of every substitution. The default run takes 150
//! small hands per preset, with leads and answers to two combos, and samples the lists of 20 hands of 17 to 20 cards. `THIRDSEAT_FULL=1`
//! takes 100,000 and 1,000.

mod enumeration;
mod games;
mod probes;

use rules::{Combo, Grade, Kind, Rank, Ruleset, Seed};

pub(crate) const SEED: Seed = Seed(20_262);

/// Reads `laizi` and a wild rank, `laizi-tiandi` and two, or any ruleset's text followed by `:` and the ranks.
pub(crate) fn rules(wilds: &str) -> Ruleset {
    let (name, wilds) =
        wilds.split_once(':').unwrap_or((if wilds.len() > 1 { "laizi-tiandi" } else { "laizi" }, wilds));
    let named: Ruleset = name.parse().expect(name);
    wilds.chars().filter_map(Rank::from_letter).fold(named, |rules, rank| rules.showing(rank).expect("a wild rank"))
}

/// Writes a reading as the probes do: `triple-pair 3`, `straight 5 key 7`, `soft bomb A`.
pub(crate) fn told(combo: Combo) -> String {
    let key = combo.key();
    let winged = ["airplane-singles", "airplane-pairs", "airplane", "straight", "pair-chain", "shuttle"]
        .contains(&combo.kind().name());
    match combo.kind() {
        Kind::Bomb => {
            let size = if combo.len() > 4 { format!("{}-", combo.len()) } else { String::new() };
            let grade = format!("{:?}", combo.grade()).to_lowercase();
            let key = if combo.grade() == Grade::Mixed { String::new() } else { format!(" {key}") };
            format!("{grade} {size}bomb{key}")
        }
        kind if winged => format!("{kind} {} key {key}", combo.run()),
        kind => format!("{kind} {key}"),
    }
}
