//! Players by text: built-in personas, those of a file, and all other players, with the numbers that the text changes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use engine::Persona;
use engine::cases::{Cases, read_personas_and_cases};
use engine::net::{Objective, Weights};

use super::{BUDGET_KEY, PersonaPlayer, Player, PlayerKind};
use crate::match_runner::douzero::Douzero;

const WEIGHTS_KEY: &str = "weights=";
const CASES_KEY: &str = "cases-file=";
const OBJECTIVE_KEY: &str = "objective=";

#[derive(clap::Args)]
pub(crate) struct PersonaArgs {
    /// A file of personas, in addition to the built-in ones; one with the name of a built-in persona replaces it
    #[arg(long, value_name = "FILE")]
    personas: Option<PathBuf>,
}

/// The personas of a file, beside the built-in ones.
#[derive(Default)]
pub(crate) struct Roster {
    own: Vec<Persona>,
}

impl PersonaArgs {
    pub(crate) fn read(&self) -> anyhow::Result<Roster> {
        let Some(path) = &self.personas else { return Ok(Roster::default()) };
        let text = fs::read_to_string(path).with_context(|| format!("--personas {}", path.display()))?;
        // Trees of cases are named from the folder of the persona file.
        let folder = path.parent().unwrap_or(Path::new(""));
        let open = |file: &str| fs::read_to_string(folder.join(file)).map_err(|error| error.to_string());
        let own = read_personas_and_cases(&text, &open).with_context(|| format!("--personas {}", path.display()))?;
        Ok(Roster { own })
    }
}

impl Roster {
    /// Reads `NAME`, or `NAME:key=value,key=value` for the same persona with changes: numbers of the persona,
    /// `budget-ms`, `objective`, and `weights` or `cases-file` with the name of a file.
    pub(crate) fn persona_player(&self, text: &str) -> anyhow::Result<PersonaPlayer> {
        let (name, changes) = text.split_once(':').unwrap_or((text, ""));
        let persona = self.persona(name);
        let persona = persona.with_context(|| format!("no persona is named {name:?}; there are {}", self.names()))?;
        let mut player = PersonaPlayer::from(persona);
        let mut numbers = Vec::new();
        for word in changes.split(',') {
            if let Some(file) = word.strip_prefix(WEIGHTS_KEY) {
                player.weights = Some(read_weights(file)?);
            } else if let Some(file) = word.strip_prefix(CASES_KEY) {
                player.cases = Some(read_cases(file)?);
            } else if let Some(word) = word.strip_prefix(OBJECTIVE_KEY) {
                let objective = Objective::from_name(word);
                let objective =
                    objective.with_context(|| format!("objective cannot be {word:?}: it is wins or score"))?;
                player.persona = player.persona.with_objective(objective);
            } else {
                numbers.push(word);
            }
        }
        parse_changes(&numbers.join(",")).try_fold(player, |player, pair| {
            let (key, value) = pair?;
            Ok(match key {
                BUDGET_KEY => {
                    let refused = || anyhow!("{BUDGET_KEY} cannot be {value}: it is milliseconds, 0 or more");
                    PersonaPlayer { budget_ms: Some(u64::try_from(value).map_err(|_| refused())?), ..player }
                }
                _ => PersonaPlayer { persona: player.persona.with(key, value)?, ..player },
            })
        })
    }

    /// Returns a persona, `random`, `greedy`, `cmd:"COMMAND"` or `douzero:FOLDER`.
    pub(crate) fn player(&self, text: &str) -> anyhow::Result<Player> {
        if let Some(command) = text.strip_prefix("cmd:") {
            return Player::program(command);
        }
        if let Some(folder) = text.strip_prefix("douzero:") {
            let read = Douzero::read(Path::new(folder)).map_err(|fault| anyhow!("douzero:{folder}: {fault}"))?;
            return Ok(Player { text: text.to_owned(), kind: PlayerKind::Douzero(read) });
        }
        let kind = match text {
            "random" => PlayerKind::Random,
            "greedy" => PlayerKind::Greedy,
            _ => {
                let name = text.split(':').next().unwrap_or(text);
                ensure!(
                    self.persona(name).is_some(),
                    "no player is named {name:?}; there are {}, random, greedy, cmd:\"COMMAND\" and douzero:FOLDER",
                    self.names()
                );
                PlayerKind::Persona(Box::new(self.persona_player(text)?))
            }
        };
        Ok(Player { text: text.to_owned(), kind })
    }

    fn persona(&self, name: &str) -> Option<Persona> {
        let own = self.own.iter().find(|persona| persona.name() == name).cloned();
        own.or_else(|| Persona::named(name))
    }

    /// Returns all personas that a name may choose. A persona of the file replaces a built-in one of the same name.
    pub(crate) fn personas(&self) -> Vec<Persona> {
        let mut personas = Persona::all();
        personas.retain(|built_in| self.own.iter().all(|own| own.name() != built_in.name()));
        personas.extend(self.own.iter().cloned());
        personas
    }

    fn names(&self) -> String {
        self.personas().iter().map(Persona::name).collect::<Vec<_>>().join(", ")
    }
}

fn parse_changes(changes: &str) -> impl Iterator<Item = anyhow::Result<(&str, i32)>> {
    changes.split(',').filter(|word| !word.is_empty()).map(|word| {
        let pair = word.split_once('=').and_then(|(key, value)| Some((key.trim(), value.trim().parse().ok()?)));
        pair.with_context(|| format!("{word:?} changes nothing: write NAME:key=value,key=value with whole numbers"))
    })
}

fn read_weights(file: &str) -> anyhow::Result<Weights> {
    let place = || format!("{WEIGHTS_KEY}{file}");
    Weights::read(&fs::read(file).with_context(place)?).with_context(place)
}

fn read_cases(file: &str) -> anyhow::Result<Cases> {
    let place = || format!("{CASES_KEY}{file}");
    fs::read_to_string(file).with_context(place)?.parse::<Cases>().with_context(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_display_the_text_that_names_them() {
        let roster = Roster::default();
        for text in [
            "rules",
            "casual-hasty",
            "random",
            "greedy",
            "cmd:\"python3 bot.py --seed 1\"",
            "casual:noise=4,up.near-at=6",
            "minimax:search-plies=4,search-worlds=5",
            "minimax:net=0",
        ] {
            assert_eq!(roster.player(text).expect(text).to_string(), text);
        }
        assert_eq!(roster.player("cmd:bot").expect("a program").kind, PlayerKind::Command("bot".to_owned()));
        assert_eq!(roster.persona_player("casual:noise=4").expect("a number of casual").persona.params().noise, 4);
    }

    #[test]
    fn a_players_own_budget_replaces_the_common_one() {
        let player = |text: &str| Roster::default().player(text).expect(text);
        for (text, within) in [
            ("casual", "casual:budget-ms=20"),
            ("casual:noise=4", "casual:noise=4,budget-ms=20"),
            ("casual:budget-ms=5", "casual:budget-ms=5"),
            ("random", "random"),
            ("cmd:\"bot\"", "cmd:\"bot\""),
        ] {
            let bounded = player(text).with_budget(Some(20));
            assert_eq!(bounded.to_string(), within);
            assert_eq!(bounded, player(within), "what it is called says what it is");
            assert_eq!(player(text).with_budget(None), player(text));
        }
    }

    #[test]
    fn bad_player_texts_are_refused() {
        let error = |text: &str| Roster::default().player(text).expect_err(text).to_string();
        assert_eq!(error("cmd:\"\""), "cmd: needs a command, as in cmd:\"python3 bot.py\"");
        assert!(error("casual:noise").starts_with("\"noise\" changes nothing"));
        assert!(error("casual:noise=x").starts_with("\"noise=x\" changes nothing"));
        assert!(error("casual:charm=1").contains("charm"));
        assert_eq!(error("casual:budget-ms=-1"), "budget-ms cannot be -1: it is milliseconds, 0 or more");
    }
}
