//! Quality of a belief about where the unseen cards lie: the log-loss of their true holder, against the uniform guess.

use engine::Persona;
use engine::net::Weights;
use engine::opponents::belief::{Belief, BeliefConfig, EVIDENCE, LOG2_UNIT, World};
use engine::opponents::net_evidence::NetEvidence;
use engine::opponents::observed::ObservedPlays;
use rules::{Hand, Rank, Seat, View};

use super::field::Position;
use engine::profile::{Family, Profile};

/// Phases of a hand: by the cards that all seats have left together, at least.
pub(super) const PHASES: [(u32, &str); 4] = [(40, "54 to 40"), (28, "39 to 28"), (16, "27 to 16"), (0, "15 to 3")];

/// A way to count the evidence.
#[derive(Clone, Debug)]
pub(crate) struct Mix {
    pub(crate) name: String,
    pub(crate) config: BeliefConfig,
    /// True if it is all evidence but one kind: then what matters is how far it is from all.
    pub(crate) is_lacking: bool,
    /// Trust in the nets beside the evidence, in percent.
    pub(crate) net_trust: i32,
}

/// All evidence, none, each kind alone, each kind left out; with `nets` also all evidence and what the nets say, as far as `expert`
/// trusts them.
pub(super) fn mixes(nets: bool) -> Vec<Mix> {
    // Chances from a sample are a little worse than the chances themselves: the loss without evidence shows the difference.
    let none = Mix { name: String::from("none"), config: BeliefConfig::UNIFORM, is_lacking: false, net_trust: 0 };
    let all = Mix { name: String::from("all"), config: BeliefConfig::FITTED, is_lacking: false, net_trust: 0 };
    let shuffled = Mix {
        name: String::from("without the dealer"),
        config: BeliefConfig::FITTED.with_shuffled_deck(),
        is_lacking: true,
        net_trust: 0,
    };
    let dealer = Mix {
        name: String::from("the dealer alone"),
        config: BeliefConfig::UNIFORM.with_dealer(),
        is_lacking: false,
        net_trust: 0,
    };
    let alone = EVIDENCE.iter().map(|evidence| Mix {
        name: format!("{} alone", evidence.name),
        config: BeliefConfig::UNIFORM.with_weight(evidence.kind, 16),
        is_lacking: false,
        net_trust: 0,
    });
    let without = EVIDENCE.iter().map(|evidence| Mix {
        name: format!("without {}", evidence.name),
        config: BeliefConfig::FITTED.with_weight(evidence.kind, 0),
        is_lacking: true,
        net_trust: 0,
    });
    let by_nets =
        nets.then(|| Mix { name: String::from("all and the nets"), net_trust: expert_trust(), ..all.clone() });
    let given = [all, none].into_iter().chain(alone).chain([dealer]).chain(without).chain([shuffled]);
    given.chain(by_nets).collect()
}

/// Sums over unseen cards: how many, the loss of the uniform guess, and how much lower the loss of each mix is. Losses are in
/// whole billionths of a nat, so that sums do not depend on the order in which threads are done.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    pub(crate) cards: i64,
    pub(crate) uniform: i64,
    pub(crate) gains: Vec<i64>,
}

impl Sums {
    pub(crate) fn new(mixes: usize) -> Sums {
        Sums { cards: 0, uniform: 0, gains: vec![0; mixes] }
    }

    pub(crate) fn add(&mut self, other: &Sums) {
        self.cards += other.cards;
        self.uniform += other.uniform;
        self.gains.iter_mut().zip(&other.gains).for_each(|(sum, gain)| *sum += gain);
    }
}

/// The number of worlds that estimate a card, and the number of guesses among which each world is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldCounts {
    pub(crate) worlds: u32,
    pub(crate) guesses: u32,
}

fn expert_trust() -> i32 {
    Persona::named("expert").expect("a built-in row").params().net_trust
}

/// The part that the nets add to the weight of a world.
fn by_nets(view: &View, trust: i32) -> impl FnMut(&World) -> i32 {
    let (mut observed, mut nets) = (ObservedPlays::default(), NetEvidence::default());
    let weights = (trust > 0 && Profile::of(view.rules()).nets().family == Family::Plain).then(|| {
        observed.read(view);
        Weights::shipped()
    });
    move |world| {
        let weigh = |weights: &Weights| nets.log_weight(&observed, weights, world, [false; Seat::ALL.len()]).0;
        weights.as_ref().map_or(0, weigh) * trust / 100
    }
}

/// The part that one position adds.
pub(crate) fn measure(position: &Position<'_>, mixes: &[Mix], counts: WorldCounts) -> Option<Sums> {
    let view = position.view;
    let me = view.seat()?;
    let [first, second] = [me.next(), me.previous()];
    let open = view.unseen().minus(view.known(first))?.minus(view.known(second))?;
    let mine = |hand: Hand, seat: Seat| hand.minus(view.known(seat)).expect("a world agrees with its view");
    let uniform = f64::from(view.course().left(first) - view.known(first).len()) / f64::from(open.len());
    if uniform <= 0.0 || uniform >= 1.0 {
        return None;
    }
    // Expected copies of each rank with the first of the others, over worlds as they are drawn: a world is one of its
    // guesses, each in proportion to its weight, and the mean over that choice has less noise than the choice.
    let ranks: Vec<Rank> = open.ranks().collect();
    let expect = |mix: &Mix| {
        let belief = Belief::with_config(view, position.seed, mix.config).expect("the landlord is known");
        let mut expected = [0.0; Rank::COUNT];
        let mut by_nets = by_nets(view, mix.net_trust);
        for index in 0..counts.worlds {
            let guesses = belief.guesses(index).take(counts.guesses as usize);
            let guesses: Vec<(World, i32)> = guesses.map(|(world, weight)| (world, weight + by_nets(&world))).collect();
            let heaviest = guesses.iter().map(|guess| guess.1).max().expect("there is a guess");
            let power = |weight: i32| (f64::from(weight - heaviest) / f64::from(LOG2_UNIT)).exp2();
            let sum: f64 = guesses.iter().map(|guess| power(guess.1)).sum();
            for (world, weight) in &guesses {
                let (hand, share) = (mine(world.hand(first), first), power(*weight) / sum);
                ranks.iter().for_each(|&rank| expected[rank.index()] += share * f64::from(hand.count(rank)));
            }
        }
        expected
    };
    let truth = mine(position.truth.hand(first), first);
    let loss = |chance: &dyn Fn(Rank) -> f64| -> f64 {
        let of = |&rank: &Rank| {
            let (held, all) = (f64::from(truth.count(rank)), f64::from(open.count(rank)));
            -held * chance(rank).ln() - (all - held) * (1.0 - chance(rank)).ln()
        };
        ranks.iter().map(of).sum()
    };
    let base = loss(&|_| uniform);
    let gain = |expected: &[f64; Rank::COUNT]| {
        // One uniform world more: what no world of the sample shows is rare, not impossible.
        let chance = |rank: Rank| {
            (expected[rank.index()] / f64::from(open.count(rank)) + uniform) / (f64::from(counts.worlds) + 1.0)
        };
        base - loss(&chance)
    };
    let whole = |nats: f64| (nats * 1e9).round() as i64;
    let gains = mixes.iter().map(|mix| whole(gain(&expect(mix)))).collect();
    Some(Sums { cards: i64::from(open.len()), uniform: whole(base), gains })
}
