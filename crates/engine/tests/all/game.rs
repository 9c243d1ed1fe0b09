//! Games for the tests: tables from seeds, played by any policy, and the views that a bot gets.

use engine::opponents::belief::BeliefConfig;
use engine::{Decision, Habits, Persona, Profile, Scratch, decide};
use rules::{Action, Chair, Deal, Present, Raise, Rng, Ruleset, Seat, Seed, Side, Stage, Table, View};

/// True if the long run is wanted: `THIRDSEAT_FULL` is set.
pub(crate) fn is_full_run() -> bool {
    std::env::var_os("THIRDSEAT_FULL").is_some()
}

/// Returns `quick`, or ten times as many in the long run.
pub(crate) fn rounds(quick: u32) -> u32 {
    if is_full_run() { 10 * quick } else { quick }
}

pub(crate) fn persona(name: &str) -> Persona {
    Persona::named(name).unwrap_or_else(|| panic!("there is no persona {name}"))
}

/// Returns a player that is kept as it was published.
pub(crate) fn published_bot(name: &str) -> Persona {
    static PUBLISHED_BOTS: std::sync::OnceLock<Vec<Persona>> = std::sync::OnceLock::new();
    let file = include_str!("../../../../data/published/personas.toml");
    let all = PUBLISHED_BOTS.get_or_init(|| engine::persona::read_personas(file).unwrap());
    all.iter().find(|persona| persona.name() == name).unwrap_or_else(|| panic!("there is no {name}")).clone()
}

pub(crate) fn config_with_experience(habits: &[Habits; 3], rules: &Ruleset, me: Seat) -> BeliefConfig {
    BeliefConfig::FITTED.with_experience(habits, Profile::of(rules), me)
}

/// Returns the persona with a small search if it searches: tests ask it about many positions.
pub(crate) fn with_small_search(persona: Persona) -> Persona {
    if persona.params().search_worlds == 0 {
        return persona;
    }
    let persona = persona.with("search-worlds", 3).expect("within the range");
    persona.with("search-width", 4).expect("within the range")
}

pub(crate) fn test_personas() -> Vec<Persona> {
    Persona::all().into_iter().map(with_small_search).collect()
}

/// Makes a table with dealt cards and a landlord, who leads.
pub(crate) fn seated_table(seed: Seed) -> Table {
    Table::at_lead(Ruleset::CLASSIC, Deal::shuffled(&mut seed.rng()))
}

pub(crate) fn dealt_table(rules: Ruleset, seed: Seed) -> Table {
    let deal = rules.dealer().deck(None, &mut seed.rng()).deal();
    Table::new(rules, deal, Chair::ALL[(seed.0 % 3) as usize])
}

/// Returns `classic` with this auction, with doubling and open hands.
pub(crate) fn with_auction(auction: &str) -> Ruleset {
    let rules = Ruleset::CLASSIC.with("auction", auction).unwrap();
    rules.with("doubling", "super").unwrap().with("open-hand", "yes").unwrap()
}

/// Lets `act` play until no chair is to act. `act` gets the table before each turn, and the view of the chair to act, updated event by event as a
/// bot's view is.
pub(crate) fn each_turn(table: &mut Table, mut act: impl FnMut(&Table, &View) -> Action) {
    let mut views = Chair::ALL.map(|chair| table.view(chair));
    while let Some(chair) = table.board().turn() {
        let action = act(table, &views[chair.index()]);
        let events = table.act(action).unwrap_or_else(|error| panic!("{action:?}: {error}\n{}", views[chair.index()]));
        for &event in events {
            views.iter_mut().for_each(|view| view.apply(event).expect("all chairs see every event"));
        }
    }
}

/// Returns in how many of 1,000 hands `ours` wins, on both sides of each deal, without an auction.
pub(crate) fn share_of_wins(
    rules: &Ruleset,
    deals: u64,
    mut ours: impl FnMut(&View, Seed) -> Action,
    mut theirs: impl FnMut(&View, Seed) -> Action,
) -> u64 {
    let mut won = 0;
    for number in 0..deals {
        for side in [Side::Landlord, Side::Peasants] {
            let seed = Seed(42).stream(number);
            let mut table = Table::at_lead(*rules, Deal::shuffled(&mut seed.rng()));
            each_turn(&mut table, |_, view| match view.seat().map(Seat::side) == Some(side) {
                true => ours(view, seed),
                false => theirs(view, seed),
            });
            won += u64::from(table.board().course().winner().map(Seat::side) == Some(side));
        }
    }
    won * 1000 / (2 * deals)
}

/// Lists legal actions of a turn. Of the gifts it lists only the one that the engine gives.
pub(crate) fn legal_actions(view: &View) -> Vec<Action> {
    match view.board().stage() {
        Stage::PassOn => vec![Action::PassOn(engine::pass_on::gift(view.hand(), view.rules()))],
        Stage::Auction => {
            let open = view.board().may_open(view.chair()).then_some(Action::Show(true));
            view.board().bidding().options().map(Action::Call).chain(open).collect()
        }
        Stage::Doubling => {
            let known = |raise: &Raise| raise.is_allowed_by(view.rules().doubling());
            Raise::ALL.into_iter().filter(known).map(Action::Raise).collect()
        }
        Stage::Showing => vec![Action::Show(false), Action::Show(true)],
        Stage::Play => {
            let plays = view.rules().plays(view.hand(), view.trick()).into_iter().map(Some);
            let pass = (view.trick() != rules::Trick::Lead).then_some(None);
            plays.chain(pass).map(Action::Play).collect()
        }
        Stage::Wild | Stage::Bottom | Stage::Over | Stage::Redeal => Vec::new(),
    }
}

pub(crate) fn random_action(view: &View, rng: &mut Rng) -> Action {
    *rng.pick(&legal_actions(view)).expect("the chair to act has an option")
}

/// Returns the turns for which `is_asked` holds, with the seeds of their games. `casual` makes about three of four decisions, chance the others.
pub(crate) fn mixed_turns(
    base: Seed,
    games: u32,
    rules: impl Fn(usize) -> Ruleset,
    is_asked: impl Fn(&View) -> bool,
) -> Vec<(View, Seed)> {
    let (mut turns, mut scratch, player) = (Vec::new(), Scratch::new(), persona("casual"));
    for game in 0..games {
        let seed = base.stream(u64::from(game));
        let mut rng = seed.stream(1).rng();
        each_turn(&mut dealt_table(rules(game as usize), seed), |_, view| {
            if is_asked(view) {
                turns.push((view.clone(), seed));
            }
            match rng.below(4) {
                0 => random_action(view, &mut rng),
                _ => decide(view, &player, seed, &mut scratch).unwrap().action,
            }
        });
    }
    turns
}

pub(crate) fn decide_fresh(view: &View, persona: &Persona, seed: Seed) -> Decision {
    decide(view, persona, seed, &mut Scratch::new()).unwrap_or_else(|error| panic!("{error}\n{view}"))
}

/// Returns the view of a bot that takes over now and sees only the present. It learns the played cards of the seats for which `is_told` holds.
pub(crate) fn takeover(view: &View, is_told: impl Fn(Seat) -> bool) -> View {
    let (seat, course) = (view.seat().expect("a takeover comes after the auction"), view.course());
    let now = Present {
        rules: *view.rules(),
        seat,
        hand: view.hand(),
        turn: course.turn(),
        left: Seat::ALL.map(|seat| course.left(seat) as u8),
        standing: course.standing(),
        bottom: view.board().bottom(),
        played: Seat::ALL.map(|seat| if is_told(seat) { course.played(seat) } else { rules::Hand::EMPTY }),
        open: [rules::Hand::EMPTY; 3],
    };
    View::from_present(&now).unwrap_or_else(|error| panic!("{error}\n{view}"))
}

/// Reads a view from a line that may have `unseen=…` instead of `played=…`. Then all cards that are neither unseen nor in the hand count as played.
pub(crate) fn view(line: &str) -> View {
    let Some((before, after)) = line.split_once("unseen=") else {
        return line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    };
    let (unseen, rest) = after.split_once(' ').unwrap_or((after, ""));
    let word = |key: &str| {
        let found = line.split_whitespace().find_map(|word| word.strip_prefix(key));
        found.unwrap_or_else(|| panic!("{line}: no {key}"))
    };
    let unseen: rules::Hand = unseen.parse().unwrap();
    let gone = rules::Hand::DECK.minus(unseen).and_then(|rest| rest.minus(word("hand=").parse().unwrap()));
    let mut gone = gone.unwrap_or_else(|| panic!("{line}: more than a deck"));
    // The standing combo was played by its owner; the other cards are shared out in any order.
    let standing = line.split_whitespace().find_map(|word| word.strip_prefix("standing="));
    let standing = standing.and_then(|text| text.split_once(':'));
    let left: Vec<u32> = word("left=").split(',').map(|count| count.parse().unwrap()).collect();
    let played = Seat::ALL.map(|seat| {
        let own = standing.filter(|(owner, _)| *owner == seat.name()).map(|(_, combo)| combo.parse().unwrap());
        let own: rules::Hand = own.unwrap_or_default();
        gone = gone.minus(own).unwrap_or_else(|| panic!("{line}: the standing combo was not seen"));
        own
    });
    let played = Seat::ALL.map(|seat| {
        let dealt = if seat == Seat::Landlord { 20 } else { 17 };
        let own = played[seat.index()];
        let more = Seed(0).rng().draw(gone, dealt - left[seat.index()] - own.len());
        gone = gone.minus(more).unwrap();
        own.plus(more).unwrap()
    });
    assert!(gone.is_empty(), "{line}: the counts leave {gone} over");
    let [landlord, down, up] = played;
    let line = format!("{before}played={landlord}/{down}/{up} {rest}");
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

pub(crate) fn play_text(decision: &Decision) -> String {
    decision.play().map_or_else(|| String::from("pass"), |play| play.to_string())
}

/// Lets `rules` play with itself. Returns every third turn for which `is_asked` holds.
pub(crate) fn turns_of_rules_persona(
    table: impl Fn(Seed) -> Table,
    base: Seed,
    count: usize,
    is_asked: impl Fn(&View) -> bool,
) -> Vec<(View, Seed)> {
    let (player, mut scratch, mut found, mut seen) = (persona("rules"), Scratch::new(), Vec::new(), 0);
    for hand in 0.. {
        let seed = base.stream(hand);
        let mut table = table(seed);
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let is_asked = is_asked(&view);
            seen += usize::from(is_asked);
            if is_asked && seen % 3 == 0 {
                found.push((view.clone(), seed));
            }
            if found.len() == count {
                return found;
            }
            table.act(decide(&view, &player, seed, &mut scratch).unwrap().action).unwrap();
        }
    }
    unreachable!("hands never end")
}
