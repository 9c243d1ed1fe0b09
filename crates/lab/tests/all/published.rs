//! The published players: as personas of a file they play as they did when they were built in.

use super::shell::object;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/published/personas.toml");

/// Wins and points a hand against `greedy` on 200 deals, auction included.
const FIGURES: [(&str, f64, f64); 3] =
    [("rules-published", 0.77125, 3.35), ("turns-published", 0.74125, 2.8075), ("minimax-published", 0.55625, 0.185)];

#[test]
fn the_published_players_keep_their_figures() {
    for (player, wins, score) in FIGURES {
        let found =
            object(&["match", player, "greedy", "--personas", FILE, "--deals", "200", "--seed", "7", "--auction"]);
        let of = |figure: &str| found[figure]["value"].as_f64().expect("a number");
        assert!((of("both") - wins).abs() < 1e-9 && (of("score") - score).abs() < 1e-9, "{player}: {found}");
    }
}
