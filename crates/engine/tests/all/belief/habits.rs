//! Habits: against players who have one, belief comes closer to the truth within ten hands; against others it loses
//! nothing.

use engine::opponents::belief::{Belief, BeliefConfig, World};
use engine::opponents::habits::of_hand;
use engine::{Decision, Habits, Persona, Scratch, decide};
use rules::{Action, Chair, Combo, Hand, Rank, Ruleset, Seat, Seed, Stage, Table, Trick, View};

use super::loss::loss;
use crate::game::{dealt, each_turn, experienced, options, persona, random, rounds};

/// The acts of a player beside what its persona would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    None,
    AlwaysBids,
    NeverBombs,
    AnswersHighest,
    HoldsBack,
    /// Anything legal.
    Random,
}

/// A persona, and what it does beside that.
struct Player {
    persona: Persona,
    habit: Habit,
}

impl Player {
    fn new(name: &str, habit: Habit) -> Player {
        Player { persona: persona(name), habit }
    }

    fn act(&self, view: &View, seed: Seed, scratch: &mut Scratch) -> Action {
        let mut rng = seed.stream(view.log().len() as u64).rng();
        match (self.habit, view.board().stage()) {
            (Habit::AlwaysBids, Stage::Auction) => {
                return *options(view).last().expect("the seat to act has an option");
            }
            (Habit::Random, _) => return random(view, &mut rng),
            _ => {}
        }
        let decision = decide(view, &self.persona, seed, scratch).expect("it is its turn");
        match (self.habit, decision.action) {
            (Habit::HoldsBack, Action::Play(Some(play))) if !must_play(view, play) && rng.below(5) < 3 => {
                Action::Play(None)
            }
            (Habit::NeverBombs, Action::Play(Some(play))) if play.is_bomb() => {
                Action::Play(without_bombs(view, &decision))
            }
            (Habit::AnswersHighest, Action::Play(Some(play))) => Action::Play(Some(highest(view, play))),
            (_, action) => action,
        }
    }
}

/// True if the play leads or goes out.
fn must_play(view: &View, play: Combo) -> bool {
    view.trick() == Trick::Lead || play.len() == view.hand().len()
}

/// Returns the best that was weighed beside bombs, else a pass, else whatever leads.
fn without_bombs(view: &View, decision: &Decision) -> Option<Combo> {
    let weighed = decision.candidates.as_slice().iter().map(|candidate| candidate.play);
    let plays = options(view).into_iter().filter_map(|action| match action {
        Action::Play(play) => Some(play),
        _ => None,
    });
    let pass = (view.trick() != Trick::Lead).then_some(None);
    let fits = |play: &Option<Combo>| play.is_none_or(|play| !play.is_bomb());
    weighed.chain(pass).chain(plays).find(fits).expect("a bomb can be taken apart")
}

/// Returns the highest answer of the kind of `play`; leads stay.
fn highest(view: &View, play: Combo) -> Combo {
    let Trick::Follow(standing) = view.trick() else { return play };
    if play.kind() != standing.kind() {
        return play;
    }
    let plays = view.rules().plays(view.hand(), view.trick());
    let same = plays.into_iter().filter(|other| other.kind() == play.kind());
    same.fold(play, |best, other| if view.rules().beats(other, best) { other } else { best })
}

/// Returns the record of the hand, and what the losers laid open at its end.
fn seen(table: &Table) -> [Habits; 3] {
    let shown = Chair::ALL.map(|chair| table.hand(chair));
    of_hand(table.board().rules(), None, table.log().iter().copied(), shown)
}

/// Sums over one session, in one span of its hands.
#[derive(Clone, Copy, Default)]
struct Sums {
    cards: f64,
    without: f64,
    with: f64,
}

impl Sums {
    fn add(&mut self, cards: f64, without: f64, with: f64) {
        *self = Sums { cards: self.cards + cards, without: self.without + without, with: self.with + with };
    }
}

/// Spans of a session's hands, from the second on, by how many went before.
const SPANS: [(std::ops::Range<usize>, &str); 4] =
    [(1..4, "2 to 4"), (4..7, "5 to 7"), (7..10, "8 to 10"), (1..10, "2 to 10")];
const HANDS: usize = 10;

/// Plays ten hands of a player with two bots; the bots look on.
fn session(
    number: u64,
    player: &Player,
    bots: &Player,
    rules: Ruleset,
    scratch: &mut Scratch,
) -> ([Sums; SPANS.len()], Habits) {
    let mut sums = [Sums::default(); SPANS.len()];
    let mut habits = Habits::default();
    for hand in 0..HANDS {
        let seed = Seed(4100).stream(number).stream(hand as u64);
        let mut rng = seed.stream(1).rng();
        let place = Chair::ALL[rng.below(3) as usize];
        let mut table = dealt(rules, seed);
        each_turn(&mut table, |table, view| {
            if view.chair() == place {
                return player.act(view, seed.stream(2), scratch);
            }
            if view.board().stage() == Stage::Play && hand > 0 && rng.below(3) == 0 {
                let landlord = table.board().landlord().unwrap();
                let mut known = [Habits::default(); 3];
                known[place.seat(landlord).index()] = habits;
                let truth = World::new(view, Seat::ALL.map(|seat| table.hand_of(seat).unwrap())).unwrap();
                let turn = seed.stream(100 + table.log().len() as u64);
                let measure = |config| loss(view, &truth, turn, config, 32);
                if let Some((cards, without)) = measure(BeliefConfig::FITTED) {
                    let me = view.seat().expect("cards are played");
                    let knowing = experienced(&known, view.rules(), me);
                    let with = measure(knowing).expect("the same cards are open").1;
                    let spans = SPANS.iter().zip(&mut sums).filter(|(span, _)| span.0.contains(&hand));
                    spans.for_each(|(_, sums)| sums.add(cards, without, with));
                }
            }
            bots.act(view, seed.stream(3), scratch)
        });
        habits = habits.plus(seen(&table)[place.index()]);
    }
    (sums, habits)
}

/// Returns the change of the loss of a card by habits, in thousandths of a nat, and the reach of its 95% interval.
fn change(sessions: &[[Sums; SPANS.len()]], span: usize) -> (f64, f64, f64) {
    let cards: f64 = sessions.iter().map(|sums| sums[span].cards).sum();
    let without: f64 = sessions.iter().map(|sums| sums[span].without).sum();
    let off = |sums: &Sums| 1000.0 * (sums.with - sums.without);
    let mean = sessions.iter().map(|sums| off(&sums[span])).sum::<f64>() / cards;
    let spread: f64 = sessions.iter().map(|sums| (off(&sums[span]) - mean * sums[span].cards).powi(2)).sum();
    (1000.0 * without / cards, mean, 1.96 * spread.sqrt() / cards)
}

fn check(name: &str, player: &Player, quick: u32, full: u32) -> [(f64, f64); SPANS.len()] {
    let bots = Player::new("rules", Habit::None);
    let mut scratch = Scratch::new();
    let mut all = Habits::default();
    let sessions: Vec<[Sums; SPANS.len()]> = (0..u64::from(rounds(quick, full)))
        .map(|number| {
            let (sums, habits) = session(number, player, &bots, Ruleset::CLASSIC, &mut scratch);
            all = all.plus(habits);
            sums
        })
        .collect();
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
    println!(
        "{name}: {} sessions; wanted {:.2}, answered {:.2}, bombs a hand {:.2}, early {:.2}, kept {:.2}; choices a hand {:.1}, highest {:.2}",
        sessions.len(),
        share(all.wanted, all.auctions),
        share(all.answered, all.answerable),
        share(all.bombs, (sessions.len() * HANDS) as u32),
        share(all.bombs_early, all.bombs),
        share(all.bombs_kept, all.bombs),
        share(all.choices, (sessions.len() * HANDS) as u32),
        share(all.highest, all.choices),
    );
    [0, 1, 2, 3].map(|span| {
        let (without, mean, reach) = change(&sessions, span);
        println!("  hands {:<9} loss {without:6.1}, by habits {mean:+.2} ± {reach:.2}", SPANS[span].1);
        (mean, reach)
    })
}

#[test]
fn strong_habits_are_learned_within_ten_hands() {
    // Calls and bombs are few, and what holding back tells is little: a small number of sessions shows nothing of them, and
    // `what_is_always_done_tells_nothing` looks at them one by one.
    for (name, habit, quick, full) in [
        ("answers with its highest", Habit::AnswersHighest, 6, 60),
        ("holds back", Habit::HoldsBack, 0, 60),
        ("always bids", Habit::AlwaysBids, 0, 400),
        ("never bombs", Habit::NeverBombs, 0, 400),
    ] {
        if rounds(quick, full) > 0 {
            let [.., (mean, reach), _] = check(name, &Player::new("rules", habit), quick, full);
            assert!(mean + reach < 0.0, "{name}: {mean} ± {reach}");
        }
    }
}

#[test]
fn without_habits_nothing_is_lost() {
    let plain = ["rules", "beginner", "casual-hasty"].map(|name| (name, Habit::None));
    for (name, habit) in plain.into_iter().chain([("random", Habit::Random)]) {
        let persona = if habit == Habit::Random { "rules" } else { name };
        let [.., (mean, reach)] = check(name, &Player::new(persona, habit), 5, 150);
        assert!(mean - reach < 0.0 || mean < 0.1, "{name}: {mean} ± {reach}");
    }
}

/// Returns the expectation of belief for the seat's hand, by `measure`.
fn expected(view: &View, seed: Seed, config: BeliefConfig, seat: Seat, measure: impl Fn(Hand) -> u32) -> f64 {
    let belief = Belief::with_config(view, seed, config).unwrap();
    (0..32).map(|index| f64::from(measure(belief.world(index).hand(seat)))).sum::<f64>() / 32.0
}

#[test]
fn what_is_always_done_tells_nothing() {
    // A player who bids with anything is thought to hold fewer big cards than others who bid, and who never bombs to hold more fours
    // than others who let combos stand.
    let bids = Habits { auctions: 9, wanted: 9, ..Habits::default() };
    let kept = Habits { bombs: 3, bombs_kept: 3, ..Habits::default() };
    let big = |hand: Hand| {
        u32::from([Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| hand.count(rank)).sum::<u8>())
    };
    let fours = |hand: Hand| hand.at_least(4).len();
    let (bot, mut scratch) = (Player::new("rules", Habit::None), Scratch::new());
    let mut sums = [[0.0; 2]; 2];
    for number in 0..rounds(25, 1_000) {
        let seed = Seed(4200).stream(u64::from(number));
        let mut rng = seed.stream(1).rng();
        each_turn(&mut dealt(Ruleset::CLASSIC, seed), |_, view| {
            let me = view.seat().filter(|&me| view.board().stage() == Stage::Play && me != Seat::Landlord);
            if let Some(me) = me.filter(|_| rng.below(4) == 0) {
                let other = if me == Seat::Down { Seat::Up } else { Seat::Down };
                for (place, seat, habits, measure) in
                    [(0, Seat::Landlord, bids, &big as &dyn Fn(Hand) -> u32), (1, other, kept, &fours)]
                {
                    let mut known = [Habits::default(); 3];
                    known[seat.index()] = habits;
                    let knowing = experienced(&known, view.rules(), me);
                    let [without, with] =
                        [BeliefConfig::FITTED, knowing].map(|config| expected(view, seed, config, seat, measure));
                    sums[place] = [sums[place][0] + without, sums[place][1] + with];
                }
            }
            bot.act(view, seed.stream(2), &mut scratch)
        });
    }
    let [[big, less], [fours, more]] = sums;
    println!(
        "big cards of who bids {big:.1}, always {less:.1}; fours of who lets stand {fours:.1}, without bombs {more:.1}"
    );
    assert!(less < big * 0.98 && more > fours * 1.05, "{big} {less} {fours} {more}");
}
