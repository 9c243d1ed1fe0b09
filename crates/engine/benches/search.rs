//! Speed of the race, and by how much it overshoots a budget: `cargo bench -p engine --bench search`, and
//! `… --bench search -- overshoot` for the second alone. Positions come from games of the rule player with fixed seeds.
//! Times are CPU time of the one thread, which other work on the machine does not lengthen.
//!
//! Budgets go up to 4 ms, so that 20,000 decisions take a minute; `THIRDSEAT_FULL=1` takes them up to 200 ms, which
//! takes a quarter of an hour.

#[cfg(unix)]
fn main() {
    bench::main();
}

#[cfg(not(unix))]
fn main() {
    println!("a thread's own clock is read on Unix alone");
}

#[cfg(unix)]
mod bench {
    use std::hint::black_box;
    use std::time::Duration;

    use engine::game_state::GameState;
    use engine::opponents::belief::{Belief, BeliefConfig};
    use engine::search::rollout::RulePolicy;
    use engine::{Limits, Persona, Scratch, decide, decide_within};
    use rules::{Combo, Deal, Ruleset, Seat, Seed, Table, Trick, View};

    /// The time that a decision may take where worlds are counted.
    const BUDGET: Duration = Duration::from_millis(20);
    const DECISIONS: u32 = 20_000;

    pub(super) fn main() {
        // `cargo test --benches` only wants to know that it runs.
        let is_test = std::env::args().any(|argument| argument == "--test");
        let corpus = corpus(if is_test { 3 } else { 200 });
        if !std::env::args().any(|argument| argument == "overshoot") {
            println!("| measure | found |\n| --- | --: |");
            derive(&corpus);
            speed(&corpus, if is_test { 2 } else { 200 });
            worlds(&corpus, if is_test { BUDGET / 100 } else { BUDGET });
            by_nets(&corpus, if is_test { BUDGET / 100 } else { BUDGET });
        }
        let most = if std::env::var_os("THIRDSEAT_FULL").is_some() { 200 } else { 4 };
        overshoot(&corpus, Duration::from_millis(most), if is_test { 20 } else { DECISIONS });
    }

    /// Measures the time that this thread has worked; only differences mean anything.
    fn thread_time() -> Duration {
        let now = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now();
        now.expect("a thread may read its own clock").into()
    }

    /// Lists positions in the middle of hands in which the seat to act has a choice: every third one of each game with 20 to
    /// 40 cards left.
    fn corpus(count: usize) -> Vec<View> {
        let mut scratch = Scratch::new();
        let rules = Persona::named("rules").expect("a built-in persona");
        let mut views = Vec::new();
        for game in 0.. {
            let seed = Seed(5_000).stream(game);
            let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut seed.rng()));
            let mut seen = 0;
            while let Some(chair) = table.board().turn() {
                let view = table.view(chair);
                let left: u32 = Seat::ALL.iter().map(|&seat| view.course().left(seat)).sum();
                if (20..=40).contains(&left) && candidates(&view).len() > 1 {
                    seen += 1;
                    if seen % 3 == 1 {
                        views.push(view.clone());
                    }
                }
                let action = decide(&view, &rules, seed, &mut scratch).expect("it is its turn").action;
                table.act(action).expect("personas play legally");
            }
            if views.len() >= count {
                views.truncate(count);
                return views;
            }
        }
        unreachable!("games go on for ever")
    }

    /// Lists every legal play, and a pass if it is one.
    fn candidates(view: &View) -> Vec<Option<Combo>> {
        let passes = (view.trick() != Trick::Lead).then_some(None);
        view.rules().plays(view.hand(), view.trick()).into_iter().map(Some).chain(passes).collect()
    }

    fn start(view: &View, belief: &Belief, index: u32) -> GameState {
        let world = belief.world(index);
        let me = view.seat().expect("cards are played");
        GameState::new(Seat::ALL.map(|seat| world.hand(seat)), me, view.course().standing())
    }

    /// Plays `first` and plays on. Returns how many decisions the policy made.
    fn play_out(mut state: GameState, first: Option<Combo>, policy: &mut RulePolicy) -> u64 {
        let (mut over, mut nodes) = (state.act(first), 0);
        while over.is_none() {
            nodes += 1;
            over = state.act(policy.choose(&state));
        }
        nodes
    }

    /// Prints how much work `expert` does within a budget when nothing else bounds it: worlds, and turns of the nets in them.
    fn by_nets(corpus: &[View], budget: Duration) {
        let mut expert = Persona::named("expert").expect("a built-in persona");
        for (key, value) in [("search-worlds", 4096), ("search-nodes", 10_000_000)] {
            expert = expert.with(key, value).expect("within the range");
        }
        let mut scratch = Scratch::new();
        let (mut worlds, mut nodes, mut took) = (Vec::new(), 0, Duration::ZERO);
        for view in corpus {
            let began = thread_time();
            let mut halt = || thread_time() - began >= budget;
            let decision = decide_within(view, &expert, Seed(1), Limits::until(&mut halt), &mut scratch);
            took += thread_time() - began;
            let trace = decision.expect("it is its turn").trace;
            nodes += trace.nodes;
            worlds.extend((trace.worlds > 0).then_some(trace.worlds));
        }
        worlds.sort_unstable();
        let at = |share: f64| worlds.get((worlds.len() as f64 * share) as usize).copied().unwrap_or(0);
        println!("| worlds of `expert` in 20 ms: median, worst 5%, worst | {}, {}, {} |", at(0.5), at(0.05), at(0.0));
        println!(
            "| thousand turns of the nets a second, judging included | {:.0} |",
            nodes as f64 / took.as_secs_f64() / 1e3
        );
    }

    fn beliefs(corpus: &[View]) -> Vec<(&View, Belief)> {
        corpus.iter().map(|view| (view, Belief::new(view, Seed(1)).expect("there is a landlord"))).collect()
    }

    fn derive(corpus: &[View]) {
        const TIMES: u32 = 20;
        let mut belief = Belief::new(&corpus[0], Seed(1)).expect("there is a landlord");
        let began = thread_time();
        for view in corpus {
            (0..TIMES).for_each(|time| _ = black_box(belief.renew(view, Seed(time.into()), BeliefConfig::FITTED)));
        }
        let each = (thread_time() - began).as_secs_f64() * 1e6 / corpus.len() as f64 / f64::from(TIMES);
        println!("| µs to derive what the others may hold | {each:.1} |");
    }

    /// Prints the speed of the policy's decisions and of whole roll-outs, in worlds drawn before.
    fn speed(corpus: &[View], worlds: u32) {
        let mut policy = RulePolicy::new(&Ruleset::CLASSIC);
        let (mut nodes, mut roll_outs, mut took) = (0, 0u64, Duration::ZERO);
        for (view, belief) in &beliefs(corpus) {
            let plays = candidates(view);
            let states: Vec<GameState> = (0..worlds).map(|index| start(view, belief, index)).collect();
            let began = thread_time();
            for (number, &state) in states.iter().enumerate() {
                nodes += play_out(state, plays[number % plays.len()], &mut policy);
                roll_outs += 1;
            }
            took += thread_time() - began;
        }
        let million = |count: u64| count as f64 / took.as_secs_f64() / 1e6;
        println!("| million decisions of the policy a second | {:.2} |", million(nodes));
        println!("| thousand roll-outs a second | {:.0} |", million(roll_outs) * 1e3);
        println!("| decisions a roll-out | {:.1} |", nodes as f64 / roll_outs as f64);
    }

    /// Prints how many worlds are drawn and gone through by every legal play within a budget, the deriving included.
    fn worlds(corpus: &[View], budget: Duration) {
        let mut policy = RulePolicy::new(&Ruleset::CLASSIC);
        let mut counts: Vec<u32> = corpus.iter().map(|view| gone_through(view, budget, &mut policy)).collect();
        counts.sort_unstable();
        let at = |share: f64| counts[(counts.len() as f64 * share) as usize];
        println!(
            "| worlds in 20 ms by every legal play: median, worst 5%, worst | {}, {}, {} |",
            at(0.5),
            at(0.05),
            at(0.0)
        );
    }

    fn gone_through(view: &View, budget: Duration, policy: &mut RulePolicy) -> u32 {
        let plays = candidates(view);
        let end = thread_time() + budget;
        let belief = Belief::new(view, Seed(1)).expect("there is a landlord");
        let mut count = 0;
        loop {
            let state = start(view, &belief, count);
            for &play in &plays {
                if thread_time() >= end {
                    return count;
                }
                black_box(play_out(state, play, policy));
            }
            count += 1;
        }
    }

    /// Prints by how much decisions that were cut short exceed their budget.
    fn overshoot(corpus: &[View], most: Duration, decisions: u32) {
        let expert = Persona::named("expert").expect("a built-in persona");
        let expert = expert.with("search-nodes", 10_000_000).expect("within the range");
        let mut scratch = Scratch::new();
        let mut rng = Seed(7).rng();
        let mut over = Vec::new();
        for number in 0..decisions {
            let view = rng.pick(corpus).expect("there are positions");
            let budget = Duration::from_nanos(u64::from(rng.below(most.as_micros() as u32 + 1)) * 1_000);
            let end = thread_time() + budget;
            let mut halt = || thread_time() >= end;
            let limits = Limits::until(&mut halt);
            _ = black_box(decide_within(view, &expert, Seed(number.into()), limits, &mut scratch));
            let now = thread_time();
            if now >= end {
                over.push(now - end);
            }
        }
        over.sort_unstable();
        let at = |share: f64| over[((over.len() as f64 * share) as usize).min(over.len() - 1)].as_secs_f64() * 1e3;
        println!(
            "\n{} of {decisions} decisions with budgets up to {most:?} were cut short; ms over: median {:.3}, 99% {:.3}, \
             99.9% {:.3}, most {:.3}",
            over.len(),
            at(0.5),
            at(0.99),
            at(0.999),
            at(1.0)
        );
    }
}
