//! Fits the weights of the search's leaf to how games of the rule player end, and prints them as the data file wants
//! them: `cargo run --release -p engine --example fit_leaf [GAMES]`. Logistic regression by gradient descent; every
//! fifth game is held out, and its log-loss printed beside that of knowing nothing but how often the landlord wins.

use engine::game_state::GameState;
use engine::search::minimax::Weights;
use engine::{Persona, Scratch, decide};
use rules::{Chair, Deal, Ruleset, Seat, Seed, Side, Table};

const GAMES: u64 = 20_000;
const STEPS: u32 = 400;
/// Pulls weights that hardly ever count towards nought.
const RIDGE: f64 = 2e-6;
/// Weights are thousandths of a logit.
const SCALE: f64 = 1000.0;

/// The counts of one position that are not nought, and whether the landlord won.
struct Sample {
    counts: Vec<(u16, f32)>,
    landlord_won: bool,
    held_out: bool,
}

fn main() {
    let games = std::env::args().nth(1).map_or(GAMES, |text| text.parse().expect("the number of games is a number"));
    let mut scratch = Scratch::new();
    let rules = Persona::named("rules").expect("a built-in persona");
    let samples: Vec<Sample> = (0..games).flat_map(|game| play(game, &rules, &mut scratch)).collect();
    let weights = fit(&samples);
    let (train, test) = (loss(&samples, &weights, false), loss(&samples, &weights, true));
    let mut rounded = Weights::ZERO;
    rounded.params_mut().zip(&weights).for_each(|(number, weight)| *number = (weight * SCALE).round() as i32);
    eprintln!("{} positions of {games} games; log-loss {train:.4}, held out {test:.4}", samples.len());
    let share = samples.iter().filter(|sample| sample.landlord_won).count() as f64 / samples.len() as f64;
    eprintln!("knowing only that the landlord wins {share:.3}: {:.4}", entropy(share));
    println!("{rounded:#?}");
}

fn entropy(share: f64) -> f64 {
    -(share * share.ln() + (1.0 - share) * (1.0 - share).ln())
}

/// One game of the rule player, every position of it.
fn play(game: u64, persona: &Persona, scratch: &mut Scratch) -> Vec<Sample> {
    let seed = Seed(4_000).stream(game);
    let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut seed.rng()));
    let mut views = Chair::ALL.map(|chair| table.view(chair));
    let mut samples = Vec::new();
    while let Some(chair) = table.board().turn() {
        let course = table.board().course();
        let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("the landlord is known"));
        let counts = Weights::counts(&GameState::new(hands, course.turn(), course.standing()), &Ruleset::CLASSIC);
        let counts = counts.params().enumerate().filter(|(_, count)| *count != 0);
        samples.push(Sample {
            counts: counts.map(|(index, count)| (index as u16, count as f32)).collect(),
            landlord_won: false,
            held_out: game.is_multiple_of(5),
        });
        let action = decide(&views[chair.index()], persona, seed, scratch).expect("it is its turn").action;
        for &event in table.act(action).expect("personas play legally") {
            views.iter_mut().for_each(|view| view.apply(event).expect("all seats see it"));
        }
    }
    let winner = table.board().course().winner().expect("the hand is over").side();
    samples.iter_mut().for_each(|sample| sample.landlord_won = winner == Side::Landlord);
    samples
}

fn logit(sample: &Sample, weights: &[f64]) -> f64 {
    sample.counts.iter().map(|&(index, count)| weights[usize::from(index)] * f64::from(count)).sum()
}

fn loss(samples: &[Sample], weights: &[f64], held_out: bool) -> f64 {
    let chosen = samples.iter().filter(|sample| sample.held_out == held_out);
    let (mut sum, mut count) = (0.0, 0.0);
    for sample in chosen {
        let logit = logit(sample, weights);
        sum += (1.0 + (if sample.landlord_won { -logit } else { logit }).exp()).ln();
        count += 1.0;
    }
    sum / count
}

/// Gradient descent with the steps of Adam.
fn fit(samples: &[Sample]) -> Vec<f64> {
    let many = Weights::ZERO.params().count();
    let (mut weights, mut mean, mut square) = (vec![0.0; many], vec![0.0; many], vec![0.0; many]);
    let train = samples.iter().filter(|sample| !sample.held_out).count() as f64;
    for step in 1..=STEPS {
        let mut slope = vec![0.0; many];
        for sample in samples.iter().filter(|sample| !sample.held_out) {
            let error = 1.0 / (1.0 + (-logit(sample, &weights)).exp()) - f64::from(u8::from(sample.landlord_won));
            sample.counts.iter().for_each(|&(index, count)| slope[usize::from(index)] += error * f64::from(count));
        }
        let rate = 0.08 * (1.0 - f64::from(step) / f64::from(STEPS + 1));
        for index in 0..many {
            let slope = slope[index] / train + RIDGE * weights[index];
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.99 * square[index] + 0.01 * slope * slope;
            let (grown, grown_square) = (1.0 - 0.9_f64.powi(step as i32), 1.0 - 0.99_f64.powi(step as i32));
            weights[index] -= rate * (mean[index] / grown) / ((square[index] / grown_square).sqrt() + 1e-8);
        }
    }
    weights
}
