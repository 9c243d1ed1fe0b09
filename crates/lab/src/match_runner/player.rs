//! A player of a match, by text: a persona, `random`, `greedy`, or a program.

use std::fmt;
use std::fs;
use std::iter::repeat_n;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use engine::cases::{BadCases, Cases, read_personas_with};
use engine::net::{BadWeights, Objective, Weights};
use engine::persona::BadNumber;
use engine::{Persona, Scratch};
use rules::{Action, PassOn, Plays, Raise, Rank, Rng, Seed, Stage, Trick, View};

use crate::match_runner::budget::BudgetMs;
use crate::match_runner::douzero::{BadCheckpoint, Douzero};

/// A player of a match: what it was called, and what it is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Player {
    text: String,
    pub(crate) kind: PlayerKind,
}

/// The sorts of players.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PlayerKind {
    /// One of ours.
    Ours(Box<Ours>),
    /// Every legal play is as likely as any other.
    Random(Passes),
    /// See [`crate::match_runner::greedy`].
    Greedy,
    /// A program that speaks the lines of `lab bridge bot`.
    Command(String),
    /// A program that speaks the CCGA line protocol.
    Ccga(String),
    /// DouZero's networks, inside this process.
    Douzero(Douzero),
}

/// Rate at which a random player passes where it could play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Passes {
    /// As often as it makes any other play
    AsAPlay,
    /// Every second time
    Half,
    /// Never
    Never,
}

impl Passes {
    const ALL: [Passes; 3] = [Passes::AsAPlay, Passes::Half, Passes::Never];

    /// The name in options.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Passes::AsAPlay => "as-a-play",
            Passes::Half => "half",
            Passes::Never => "never",
        }
    }

    /// The name of the player.
    pub(crate) const fn player(self) -> &'static str {
        match self {
            Passes::AsAPlay => "random",
            Passes::Half => "random:passes=half",
            Passes::Never => "random:passes=never",
        }
    }
}

impl fmt::Display for Passes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The cards that a persona passes on where cards are passed on before the auction. All but the first are there to be measured against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Gives {
    /// The engine's choice.
    #[default]
    Best,
    /// The three lowest cards.
    Lowest,
    /// Any three.
    Random,
}

impl Gives {
    const NAMES: [(&'static str, Gives); 3] =
        [("best", Gives::Best), ("lowest", Gives::Lowest), ("random", Gives::Random)];
}

/// A persona, and how long it may think about a decision.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ours {
    pub(crate) persona: Persona,
    pub(crate) budget_ms: BudgetMs,
    /// A file of other weights than those that came with this build.
    pub(crate) weights: Option<Weights>,
    /// A file of another tree of cases than that which came with this build.
    pub(crate) cases: Option<Cases>,
    pub(crate) gives: Gives,
}

impl Ours {
    /// The cards that it passes on, where that is not the engine's choice.
    pub(crate) fn gift(&self, view: &View, turn: Seed) -> Option<Action> {
        if view.board().stage() != Stage::PassOn {
            return None;
        }
        match self.gives {
            Gives::Best => None,
            Gives::Lowest => {
                let cards = Rank::all().flat_map(|rank| repeat_n(rank, usize::from(view.hand().count(rank))));
                Some(Action::PassOn(cards.take(PassOn::CARDS as usize).collect()))
            }
            Gives::Random => Some(Action::PassOn(turn.rng().draw(view.hand(), PassOn::CARDS))),
        }
    }

    /// Buffers to think with.
    pub(crate) fn scratch(&self) -> Scratch {
        let scratch = self.weights.clone().map_or_else(Scratch::new, Scratch::with);
        match &self.cases {
            Some(cases) => scratch.with_cases(cases.clone()),
            None => scratch,
        }
    }
}

/// The key that names a file of weights.
const WEIGHTS: &str = "weights=";

/// The key that names a file of cases.
const CASES: &str = "cases-file=";

/// The key that bounds a player's thinking, among the numbers of its persona.
const BUDGET: &str = "budget-ms";

/// The key that says what a player maximises.
const OBJECTIVE: &str = "objective=";

/// The key that says what a player passes on.
const GIVES: &str = "gives=";

/// Why a text names no player.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlayerError {
    /// Neither a persona nor one of the other words.
    #[error(
        "no player is named {name:?}; there are {known}, random, random:passes=half, random:passes=never, greedy, \
         cmd:\"COMMAND\", ccga:\"COMMAND\" and douzero:FOLDER"
    )]
    Unknown { name: String, known: String },
    /// No persona, where only one will do.
    #[error("no persona is named {name:?}; there are {known}")]
    NoPersona { name: String, known: String },
    /// `cmd:` alone.
    #[error("{prefix}: needs a command, as in {prefix}:\"python3 bot.py\"")]
    NoCommand { prefix: &'static str },
    /// A folder without DouZero's networks.
    #[error("douzero:{folder}: {fault}")]
    Douzero { folder: String, fault: String },
    /// A changed number without its value.
    #[error("{word:?} changes nothing: write NAME:key=value,key=value with whole numbers")]
    NoPair { word: String },
    /// A number that the persona refuses.
    #[error(transparent)]
    Number(#[from] BadNumber),
    /// A file that cannot be read.
    #[error("weights={file}: {fault}")]
    WeightsFile { file: String, fault: String },
    /// A file of something else, or for another build.
    #[error("weights={file}: {fault}")]
    BadWeights { file: String, fault: BadWeights },
    /// A file of cases that cannot be read.
    #[error("cases-file={file}: {fault}")]
    CasesFile { file: String, fault: String },
    /// A file of something else, or for another build.
    #[error("cases-file={file}: {fault}")]
    BadCases { file: String, fault: BadCases },
    /// An objective that does not exist.
    #[error("objective cannot be {found:?}: it is wins or score")]
    Objective { found: String },
    /// A way to pass cards on that does not exist.
    #[error("gives cannot be {found:?}: it is best, lowest or random")]
    Gives { found: String },
    /// A time that is none.
    #[error("{BUDGET} cannot be {found}: it is milliseconds, 0 or more")]
    Budget { found: i32 },
}

impl Player {
    /// A persona that plays under another name.
    pub(crate) fn named(name: impl Into<String>, persona: Persona) -> Player {
        Player {
            text: name.into(),
            kind: PlayerKind::Ours(Box::new(Ours {
                persona,
                budget_ms: None,
                weights: None,
                cases: None,
                gives: Gives::Best,
            })),
        }
    }

    /// The same player, which may think so long about a decision unless it has a budget of its own. Players that do
    /// not think, and programs, are what they were.
    pub(crate) fn within(mut self, budget_ms: BudgetMs) -> Player {
        if let (PlayerKind::Ours(ours), Some(ms)) = (&mut self.kind, budget_ms)
            && ours.budget_ms.is_none()
        {
            ours.budget_ms = budget_ms;
            let joint = if self.text.contains(':') { ',' } else { ':' };
            self.text = format!("{}{joint}{BUDGET}={ms}", self.text);
        }
        self
    }

    /// Buffers to think with, by its own weights if it has some.
    pub(crate) fn scratch(&self) -> Scratch {
        match &self.kind {
            PlayerKind::Ours(ours) => ours.scratch(),
            _ => Scratch::new(),
        }
    }

    /// A program.
    pub(crate) fn program(command: &str) -> Result<Player, PlayerError> {
        Player::started("cmd", command, PlayerKind::Command)
    }

    /// A player of a sort.
    pub(crate) fn of(text: &str, kind: PlayerKind) -> Player {
        Player { text: text.to_owned(), kind }
    }

    fn started(prefix: &'static str, command: &str, kind: fn(String) -> PlayerKind) -> Result<Player, PlayerError> {
        let bare = command.trim();
        let bare = bare.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(bare);
        if bare.is_empty() {
            return Err(PlayerError::NoCommand { prefix });
        }
        Ok(Player { text: format!("{prefix}:\"{bare}\""), kind: kind(bare.to_owned()) })
    }
}

impl From<Persona> for Player {
    /// A persona that plays under its own name.
    fn from(persona: Persona) -> Player {
        Player::named(persona.name().to_owned(), persona)
    }
}

/// As it was called.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Where personas come from.
#[derive(clap::Args)]
pub(crate) struct PersonaArgs {
    /// A file of personas that adds to the built-in ones or takes their place
    #[arg(long, value_name = "FILE")]
    personas: Option<PathBuf>,
}

/// All personas that may be named.
#[derive(Default)]
pub(crate) struct Roster {
    own: Vec<Persona>,
}

impl PersonaArgs {
    /// Reads the file, if there is one.
    pub(crate) fn read(&self) -> anyhow::Result<Roster> {
        let Some(path) = &self.personas else { return Ok(Roster::default()) };
        let text = fs::read_to_string(path).with_context(|| format!("--personas {}", path.display()))?;
        // Trees lie beside the file that names them.
        let folder = path.parent().unwrap_or(Path::new(""));
        let open = |file: &str| fs::read_to_string(folder.join(file)).map_err(|error| error.to_string());
        let own = read_personas_with(&text, &open).with_context(|| format!("--personas {}", path.display()))?;
        Ok(Roster { own })
    }
}

impl Roster {
    /// `NAME`, or `NAME:key=value,key=value` for the same persona with some numbers changed, `budget-ms` set, or
    /// `weights` or a `cases-file` read from a file.
    pub(crate) fn ours(&self, text: &str) -> Result<Ours, PlayerError> {
        let (name, changes) = text.split_once(':').unwrap_or((text, ""));
        let own = self.own.iter().find(|persona| persona.name() == name).cloned();
        let persona = own.or_else(|| Persona::named(name));
        let persona = persona.ok_or_else(|| PlayerError::NoPersona { name: name.to_owned(), known: self.names() })?;
        let mut ours = Ours { persona, budget_ms: None, weights: None, cases: None, gives: Gives::Best };
        let mut numbers = Vec::new();
        for word in changes.split(',') {
            if let Some(file) = word.strip_prefix(WEIGHTS) {
                ours.weights = Some(read_weights(file)?);
            } else if let Some(file) = word.strip_prefix(CASES) {
                ours.cases = Some(read_cases(file)?);
            } else if let Some(word) = word.strip_prefix(GIVES) {
                let named = Gives::NAMES.into_iter().find(|(name, _)| *name == word);
                ours.gives = named.ok_or_else(|| PlayerError::Gives { found: word.to_owned() })?.1;
            } else if let Some(word) = word.strip_prefix(OBJECTIVE) {
                let objective = Objective::named(word);
                let objective = objective.ok_or_else(|| PlayerError::Objective { found: word.to_owned() })?;
                ours.persona = ours.persona.with_objective(objective);
            } else {
                numbers.push(word);
            }
        }
        changed::<i32>(&numbers.join(",")).try_fold(ours, |ours, pair| {
            let (key, value) = pair?;
            Ok(match key {
                BUDGET => {
                    let ms = u64::try_from(value).map_err(|_| PlayerError::Budget { found: value })?;
                    Ours { budget_ms: Some(ms), ..ours }
                }
                _ => Ours { persona: ours.persona.with(key, value)?, ..ours },
            })
        })
    }

    /// A persona, `random`, `greedy`, `cmd:"COMMAND"`, `ccga:"COMMAND"` or `douzero:FOLDER`.
    pub(crate) fn player(&self, text: &str) -> Result<Player, PlayerError> {
        if let Some(command) = text.strip_prefix("cmd:") {
            return Player::program(command);
        }
        if let Some(command) = text.strip_prefix("ccga:") {
            return Player::started("ccga", command, PlayerKind::Ccga);
        }
        if let Some(folder) = text.strip_prefix("douzero:") {
            let read = Douzero::read(Path::new(folder));
            let fault =
                |fault: BadCheckpoint| PlayerError::Douzero { folder: folder.to_owned(), fault: fault.to_string() };
            return Ok(Player { text: text.to_owned(), kind: PlayerKind::Douzero(read.map_err(fault)?) });
        }
        let passes = Passes::ALL.into_iter().find(|passes| passes.player() == text);
        let kind = match (passes, text) {
            (Some(passes), _) => PlayerKind::Random(passes),
            (None, "greedy") => PlayerKind::Greedy,
            (None, _) => PlayerKind::Ours(Box::new(self.ours(text).map_err(|error| match error {
                PlayerError::NoPersona { name, known } => PlayerError::Unknown { name, known },
                error => error,
            })?)),
        };
        Ok(Player { text: text.to_owned(), kind })
    }

    /// All personas that a name may choose. A persona of the file replaces a built-in one of the same name.
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

/// The pairs of `key=value,key=value`.
pub(crate) fn changed<N: FromStr>(changes: &str) -> impl Iterator<Item = Result<(&str, N), PlayerError>> {
    changes.split(',').filter(|word| !word.is_empty()).map(|word| {
        let pair = word.split_once('=').and_then(|(key, value)| Some((key.trim(), value.trim().parse().ok()?)));
        pair.ok_or_else(|| PlayerError::NoPair { word: word.to_owned() })
    })
}

fn read_weights(file: &str) -> Result<Weights, PlayerError> {
    let name = || file.to_owned();
    let bytes = fs::read(file).map_err(|fault| PlayerError::WeightsFile { file: name(), fault: fault.to_string() })?;
    Weights::read(&bytes).map_err(|fault| PlayerError::BadWeights { file: name(), fault })
}

fn read_cases(file: &str) -> Result<Cases, PlayerError> {
    let name = || file.to_owned();
    let text = fs::read_to_string(file);
    let text = text.map_err(|fault| PlayerError::CasesFile { file: name(), fault: fault.to_string() })?;
    text.parse().map_err(|fault| PlayerError::BadCases { file: name(), fault })
}

/// Any legal action of the seat whose turn it is, each as likely as any other.
pub(crate) fn random_action(view: &View, rng: &mut Rng, plays: &mut Plays) -> Action {
    random_action_with(view, Passes::AsAPlay, rng, plays)
}

/// The same for a player that passes so often.
pub(crate) fn random_action_with(view: &View, passes: Passes, rng: &mut Rng, plays: &mut Plays) -> Action {
    match view.board().stage() {
        Stage::PassOn => Action::PassOn(rng.draw(view.hand(), PassOn::CARDS)),
        Stage::Auction => {
            let bidding = view.board().bidding();
            let choice = rng.below(bidding.options().count() as u32) as usize;
            Action::Call(bidding.options().nth(choice).expect("the choice lies among the options"))
        }
        Stage::Doubling => {
            let known = Raise::ALL.iter().filter(|raise| raise.is_known(view.rules().doubling())).count();
            Action::Raise(Raise::ALL[rng.below(known as u32) as usize])
        }
        Stage::Showing => Action::Show(rng.below(2) == 1),
        _ => {
            let plays = plays.fill(view.rules(), view.hand(), view.trick());
            match view.trick() {
                Trick::Lead => Action::Play(rng.pick(plays).copied()),
                Trick::Follow(_) => Action::Play(match passes {
                    // One place more than there are plays: the pass.
                    Passes::AsAPlay => plays.get(rng.below(plays.len() as u32 + 1) as usize).copied(),
                    Passes::Half if rng.below(2) == 0 => None,
                    Passes::Half | Passes::Never => rng.pick(plays).copied(),
                }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_shown_as_they_are_called() {
        let roster = Roster::default();
        for text in [
            "rules",
            "casual-hasty",
            "random",
            "greedy",
            "cmd:\"python3 bot.py --seed 1\"",
            "ccga:\"./engine\"",
            "casual:noise=4,up.near-at=6",
            "random:passes=never",
            "minimax-published:search-plies=4,search-worlds=5",
            "minimax:net=0",
        ] {
            assert_eq!(roster.player(text).expect(text).to_string(), text);
        }
        assert_eq!(roster.player("cmd:bot").expect("a program").kind, PlayerKind::Command("bot".to_owned()));
        assert_eq!(roster.ours("casual:noise=4").expect("a number of casual").persona.params().noise, 4);
    }

    #[test]
    fn a_budget_is_the_players_own_or_everybodys() {
        let player = |text: &str| Roster::default().player(text).expect(text);
        for (text, within) in [
            ("casual", "casual:budget-ms=20"),
            ("casual:noise=4", "casual:noise=4,budget-ms=20"),
            ("casual:budget-ms=5", "casual:budget-ms=5"),
            ("random", "random"),
            ("cmd:\"bot\"", "cmd:\"bot\""),
        ] {
            let bounded = player(text).within(Some(20));
            assert_eq!(bounded.to_string(), within);
            assert_eq!(bounded, player(within), "what it is called says what it is");
            assert_eq!(player(text).within(None), player(text));
        }
    }

    #[test]
    fn players_that_are_none_are_refused_by_name() {
        let error = |text: &str| Roster::default().player(text).expect_err(text).to_string();
        assert!(error("wukong").starts_with("no player is named \"wukong\"; there are "));
        assert_eq!(error("cmd:\"\""), "cmd: needs a command, as in cmd:\"python3 bot.py\"");
        assert!(error("casual:noise").starts_with("\"noise\" changes nothing"));
        assert!(error("casual:noise=x").starts_with("\"noise=x\" changes nothing"));
        assert!(error("casual:charm=1").contains("charm"));
        assert_eq!(error("casual:budget-ms=-1"), "budget-ms cannot be -1: it is milliseconds, 0 or more");
        assert!(error("random:passes=often").starts_with("no player is named"));
    }
}
