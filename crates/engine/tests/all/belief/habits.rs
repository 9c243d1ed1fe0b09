//! Habits: against players who answer high, belief comes closer to the truth within ten hands; against others it stays about as close. Naive players:
//! the belief recognises them within a hand, and takes others for naive less often.

use engine::opponents::belief::{Belief, BeliefConfig, LOG2_UNIT, TypePrior, World};
use engine::opponents::habits::habits_of_hand;
use engine::opponents::naive;
use engine::{Habits, Persona, Scratch, decide};
use rules::{Action, Chair, Combo, Hand, Rank, Ruleset, Seat, Seed, Stage, Table, Trick, View};

use crate::game::{config_with_experience, dealt_table, each_turn, persona, random_action, rounds, seated_table};

/// Returns the number of open cards, and the log-loss of their true holders; `None` if one seat holds them all.
fn log_loss(view: &View, truth: &World, seed: Seed, config: BeliefConfig, worlds: u32) -> Option<(f64, f64)> {
    let me = view.seat().expect("there is a landlord");
    let [next, prev] = [me.next(), me.previous()];
    let open = view.unseen().minus(view.known_cards(next)).and_then(|rest| rest.minus(view.known_cards(prev))).unwrap();
    let mine = |world: &World| world.hand(next).minus(view.known_cards(next)).unwrap();
    let uniform = f64::from(mine(truth).len()) / f64::from(open.len());
    if uniform <= 0.0 || uniform >= 1.0 {
        return None;
    }
    let belief = Belief::with_config(view, seed, config).unwrap();
    let mut expected = [0.0; Rank::COUNT];
    for index in 0..worlds {
        let guesses: Vec<(World, i32)> = belief.guesses(index).take(belief.guesses_per_world() as usize).collect();
        let heaviest = guesses.iter().map(|guess| guess.1).max().unwrap();
        let power = |weight: i32| (f64::from(weight - heaviest) / f64::from(LOG2_UNIT)).exp2();
        let sum: f64 = guesses.iter().map(|guess| power(guess.1)).sum();
        for (world, weight) in &guesses {
            let share = power(*weight) / sum;
            open.ranks().into_iter().for_each(|rank| {
                expected[rank.index()] += share * f64::from(mine(world).count(rank));
            });
        }
    }
    let of = |rank: Rank| {
        let (held, all) = (f64::from(mine(truth).count(rank)), f64::from(open.count(rank)));
        let chance = (expected[rank.index()] / all + uniform) / (f64::from(worlds) + 1.0);
        -held * chance.ln() - (all - held) * (1.0 - chance).ln()
    };
    Some((f64::from(open.len()), open.ranks().into_iter().map(of).sum()))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    None,
    TopAnswers,
    /// Anything legal.
    Random,
}

struct Player {
    persona: Persona,
    habit: Habit,
}

impl Player {
    fn new(name: &str, habit: Habit) -> Player {
        Player { persona: persona(name), habit }
    }

    fn act(&self, view: &View, seed: Seed, scratch: &mut Scratch) -> Action {
        if self.habit == Habit::Random {
            return random_action(view, &mut seed.stream(view.log().len() as u64).rng());
        }
        match decide(view, &self.persona, seed, scratch).expect("it is its turn").action {
            Action::Play(Some(play)) if self.habit == Habit::TopAnswers => Action::Play(Some(top_answer(view, play))),
            action => action,
        }
    }
}

/// Returns the highest answer of the kind of `play`. Leads and answers of another kind stay.
fn top_answer(view: &View, play: Combo) -> Combo {
    let Trick::Follow(standing) = view.trick() else { return play };
    if play.kind() != standing.kind() {
        return play;
    }
    let plays = view.rules().plays(view.hand(), view.trick());
    let same = plays.into_iter().filter(|other| other.kind() == play.kind());
    same.fold(play, |best, other| if view.rules().beats(other, best) { other } else { best })
}

fn table_habits(table: &Table) -> [Habits; 3] {
    let shown = Chair::ALL.map(|chair| table.hand(chair));
    habits_of_hand(table.board().rules(), None, table.log().iter().copied(), shown)
}

const HANDS_PER_SESSION: usize = 10;

/// Plays ten hands of a player with two bots. From hand `from` on, counts the open cards, and sums the change of the bots' loss by what they
/// saw of the player.
fn play_session(number: u64, player: &Player, from: usize, scratch: &mut Scratch) -> (f64, f64) {
    let bots = Player::new("rules", Habit::None);
    let (mut sums, mut habits) = ((0.0, 0.0), Habits::default());
    for hand in 0..HANDS_PER_SESSION {
        let seed = Seed(4100).stream(number).stream(hand as u64);
        let mut rng = seed.stream(1).rng();
        let place = Chair::ALL[rng.below(3) as usize];
        let mut table = dealt_table(Ruleset::CLASSIC, seed);
        each_turn(&mut table, |table, view| {
            if view.chair() == place {
                return player.act(view, seed.stream(2), scratch);
            }
            if view.board().stage() == Stage::Play && hand >= from && rng.below(3) == 0 {
                let landlord = table.board().landlord().unwrap();
                let mut known = [Habits::default(); 3];
                known[place.seat(landlord).index()] = habits;
                let truth = World::new(view, Seat::ALL.map(|seat| table.hand_of(seat).unwrap())).unwrap();
                let turn = seed.stream(100 + table.log().len() as u64);
                let measure = |config| log_loss(view, &truth, turn, config, 32);
                if let Some((cards, without)) = measure(BeliefConfig::FITTED) {
                    let me = view.seat().expect("cards are played");
                    let knowing = config_with_experience(&known, view.rules(), me);
                    let with = measure(knowing).expect("the same cards are open").1;
                    sums = (sums.0 + cards, sums.1 + with - without);
                }
            }
            bots.act(view, seed.stream(3), scratch)
        });
        habits = habits.plus(table_habits(&table)[place.index()]);
    }
    sums
}

/// Returns by how much habits change the loss per card, in thousandths of a nat, and half the width of the 95% interval.
fn loss_change(player: &Player, from: usize, sessions: u32) -> (f64, f64) {
    let mut scratch = Scratch::new();
    let sums: Vec<_> = (0..u64::from(sessions)).map(|index| play_session(index, player, from, &mut scratch)).collect();
    let cards: f64 = sums.iter().map(|(cards, _)| cards).sum();
    let mean = sums.iter().map(|(_, change)| 1000.0 * change).sum::<f64>() / cards;
    let spread: f64 = sums.iter().map(|(cards, change)| (1000.0 * change - mean * cards).powi(2)).sum();
    (mean, 1.96 * spread.sqrt() / cards)
}

/// The habits of calls and bombs are checked in `habits_of_calls_and_bombs_change_belief`.
#[test]
fn a_strong_habit_is_learned_within_ten_hands() {
    let (mean, reach) = loss_change(&Player::new("rules", Habit::TopAnswers), 7, rounds(6));
    assert!(mean + reach < 0.0, "{mean} ± {reach}");
}

#[test]
fn without_a_strong_habit_the_loss_hardly_rises() {
    for (name, habit) in [("beginner", Habit::None), ("casual-hasty", Habit::None), ("rules", Habit::Random)] {
        let (mean, reach) = loss_change(&Player::new(name, habit), 1, rounds(5));
        assert!(mean - reach < 0.0 || mean < 0.1, "{name} {habit:?}: {mean} ± {reach}");
    }
}

fn mean_over_worlds(view: &View, seed: Seed, config: BeliefConfig, seat: Seat, measure: impl Fn(Hand) -> u32) -> f64 {
    let belief = Belief::with_config(view, seed, config).unwrap();
    (0..32).map(|index| f64::from(measure(belief.world(index).hand(seat)))).sum::<f64>() / 32.0
}

#[test]
fn habits_of_calls_and_bombs_change_belief() {
    // A player who bids with any hand is believed to hold fewer big cards than others who bid. One who never bombs is believed to hold more
    // fours than others who pass.
    let bids = Habits { auctions: 9, wanted: 9, ..Habits::default() };
    let kept = Habits { bombs: 3, bombs_kept: 3, ..Habits::default() };
    let big = |hand: Hand| {
        u32::from([Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| hand.count(rank)).sum::<u8>())
    };
    let fours = |hand: Hand| hand.at_least(4).len();
    let (bot, mut scratch) = (Player::new("rules", Habit::None), Scratch::new());
    let mut sums = [[0.0; 2]; 2];
    for number in 0..rounds(25) {
        let seed = Seed(4200).stream(u64::from(number));
        let mut rng = seed.stream(1).rng();
        each_turn(&mut dealt_table(Ruleset::CLASSIC, seed), |_, view| {
            let me = view.seat().filter(|&me| view.board().stage() == Stage::Play && me != Seat::Landlord);
            if let Some(me) = me.filter(|_| rng.below(4) == 0) {
                let other = if me == Seat::Down { Seat::Up } else { Seat::Down };
                for (place, seat, habits, measure) in
                    [(0, Seat::Landlord, bids, &big as &dyn Fn(Hand) -> u32), (1, other, kept, &fours)]
                {
                    let mut known = [Habits::default(); 3];
                    known[seat.index()] = habits;
                    let knowing = config_with_experience(&known, view.rules(), me);
                    let [without, with] = [BeliefConfig::FITTED, knowing]
                        .map(|config| mean_over_worlds(view, seed, config, seat, measure));
                    sums[place] = [sums[place][0] + without, sums[place][1] + with];
                }
            }
            bot.act(view, seed.stream(2), &mut scratch)
        });
    }
    let [[big, less], [fours, more]] = sums;
    assert!(less < big * 0.98 && more > fours * 1.05, "{big} {less} {fours} {more}");
}

/// The prior number of naive players in 1,000.
const NAIVE_PER_MILLE: i32 = 100;
const NAIVE_TYPE_CONFIG: BeliefConfig = BeliefConfig::FITTED.with_naive_prior(TypePrior::of(NAIVE_PER_MILLE));

/// Returns the effect of modelling the naive type: the loss with it less the loss without, in thousandths of a nat per card, and how many
/// of 100 draws of another seat are naive.
fn effect_of_naive_type(hands: u32, act: impl Fn(&View, Seed, &mut Scratch) -> Action) -> (f64, f64) {
    let (mut cards, mut change, mut seen, mut worlds) = (0.0, 0.0, 0, 0);
    let mut scratch = Scratch::new();
    for number in 0..u64::from(hands) {
        let seed = Seed(4300).stream(number);
        let mut rng = seed.stream(1).rng();
        each_turn(&mut seated_table(seed), |table, view| {
            if view.log().len() > 12 && rng.below(4) == 0 {
                let truth = World::new(view, Seat::ALL.map(|seat| table.hand_of(seat).unwrap())).unwrap();
                let turn = seed.stream(100 + view.log().len() as u64);
                if let Some((open, without)) = log_loss(view, &truth, turn, BeliefConfig::FITTED, 32) {
                    cards += open;
                    change += log_loss(view, &truth, turn, NAIVE_TYPE_CONFIG, 32).unwrap().1 - without;
                }
                let belief = Belief::with_config(view, turn, NAIVE_TYPE_CONFIG).unwrap();
                for index in 0..16 {
                    let naive = belief.sample_naive(index, &belief.world(index));
                    assert!(!naive[view.seat().unwrap().index()], "the viewer is not modelled");
                    seen += naive.iter().filter(|&&is_naive| is_naive).count();
                    worlds += 2;
                }
            }
            act(view, seed.stream(2), &mut scratch)
        });
    }
    (1000.0 * change / cards, 100.0 * seen as f64 / f64::from(worlds))
}

#[test]
fn naive_players_are_recognised_more_often_than_others() {
    let (change, naive) = effect_of_naive_type(rounds(8), |view, seed, _| {
        let bombs_freely = seed.stream(view.log().len() as u64).rng().below(2) == 0;
        let standing = view.course().standing();
        Action::Play(naive::play(view.rules(), view.seat().unwrap(), view.hand(), standing, bombs_freely))
    });
    assert!(change < 0.0 && naive > f64::from(NAIVE_PER_MILLE) / 10.0, "{change} {naive}");
    for name in ["rules", "casual"] {
        let player = persona(name);
        let (_, seen) = effect_of_naive_type(rounds(8), |view, seed, scratch| {
            decide(view, &player, seed, scratch).expect("it is its turn").action
        });
        assert!(seen < naive, "{name}: {seen}");
    }
}

#[test]
fn without_a_prior_no_seat_is_naive() {
    let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse().unwrap();
    let belief = Belief::new(&view, Seed(1)).unwrap();
    assert!((0..50).all(|index| belief.sample_naive(index, &belief.world(index)) == [false; 3]));
}
