//! Search by the nets: every candidate is played in many likely worlds, the closed nets play on for some turns, and the
//! open net says what that came to.

use rules::{Combo, Plays, Seed, Side};

use super::rollout::{Found, Terms};
use crate::decision::{Candidate, Candidates};
use crate::game_state::GameState;
use crate::net::{Accumulator, CHANCE_ONE, Past, Scene, Weights, best_play, chance};
use crate::opponents::belief::World;
use crate::opponents::opponent_model::{Company, Taken, Ways};
use crate::opponents::rule_based::Policy;
use crate::rule_player::situation::Situation;

/// The most candidates.
pub(crate) const WIDTH_MAX: usize = 32;
/// Between two looks at who has fallen behind.
const WORLDS_PER_LOOK: u32 = 16;
/// Beyond three standard errors nobody catches up.
const DROP_DOUBT: i64 = 900;
/// With more worlds than these the doubt that keeps the favourite shrinks. `expert` as it comes looks into so many at most; with one
/// standard error at all limits, 64,000 turns gained nothing over 16,000 (docs/develop/search.md).
const WORLDS_OF_FULL_DOUBT: u32 = 1024;

/// Buffers that decisions reuse. What they hold saves time and changes no decision.
pub(crate) struct Foresight {
    plays: Box<Plays>,
    company: Company,
    runners: Vec<Runner>,
}

/// A candidate and how it fares.
#[derive(Clone, Copy, Debug)]
struct Runner {
    play: Option<Combo>,
    /// Its chances over all worlds, summed.
    sum: i64,
    /// By how much it was ahead of the favourite, summed, and the squares of that.
    ahead: i64,
    squares: i64,
    racing: bool,
}

impl Foresight {
    /// Empty buffers.
    pub(crate) fn new() -> Foresight {
        Foresight { plays: Box::default(), company: Company::new(), runners: Vec::with_capacity(WIDTH_MAX) }
    }

    /// Lets `candidates` race, the favourite first; `None` when no world was finished, or nobody rivals.
    pub(crate) fn decide(
        &mut self,
        now: &Situation,
        weights: &Weights,
        candidates: impl Iterator<Item = Option<Combo>>,
        seed: Seed,
        terms: Terms,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        let fresh = |play| Runner { play, sum: 0, ahead: 0, squares: 0, racing: true };
        self.runners.clear();
        self.runners.extend(candidates.take(terms.width.min(WIDTH_MAX)).map(fresh));
        if self.runners.len() < 2 || terms.worlds_max == 0 || terms.nodes_max == 0 || halt() {
            return None;
        }
        self.company.meet(now.view, seed, terms.trust, halt)?;
        self.run(now, weights, terms, halt)
    }

    fn run(
        &mut self,
        now: &Situation,
        weights: &Weights,
        terms: Terms,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        let Foresight { plays, company, runners } = self;
        let past = Past::of(now.view);
        let (mut worlds, mut nodes, mut taken) = (0, 0, company.nobody_taken());
        let mut chances = [0; WIDTH_MAX];
        'worlds: while worlds < terms.worlds_max
            && nodes < terms.nodes_max
            && runners.iter().filter(|runner| runner.racing).count() > 1
        {
            let Some((world, ways)) = company.world(worlds, halt) else { break };
            let start = playing(now, &world);
            // Judged at once only where nobody plays on.
            let here = (terms.plies == 0).then(|| Accumulator::new(weights, Scene::full_information(&start, &past)));
            let mut entered = nodes;
            for (runner, place) in runners.iter().zip(&mut chances).filter(|(runner, _)| runner.racing) {
                if halt() {
                    break 'worlds;
                }
                entered += 1;
                *place = match &here {
                    Some(here) => worth(here, &start, runner.play),
                    None => {
                        let on = PlayOn { policy: &mut company.policy, weights, plies: terms.plies, ways };
                        on.from(start, past, runner.play, now.me.side(), plays, &mut entered)
                    }
                };
            }
            // A world that is cut short counts for nothing, so that what was finished replays.
            let favourite = chances[0];
            for (runner, &chance) in runners.iter_mut().zip(&chances).filter(|(runner, _)| runner.racing) {
                let ahead = i64::from(chance - favourite);
                runner.sum += i64::from(chance);
                runner.ahead += ahead;
                runner.squares += ahead * ahead;
            }
            taken.count(&ways);
            worlds += 1;
            nodes = entered;
            if worlds.is_multiple_of(WORLDS_PER_LOOK) {
                drop_behind(runners);
            }
        }
        (worlds > 0).then(|| found(runners, terms.doubt as i64, worlds, nodes, taken))
    }
}

/// Lets go of all who lie behind the leader beyond doubt; the favourite stays, to be compared with.
fn drop_behind(runners: &mut [Runner]) {
    let leader = leader(runners);
    for runner in &mut runners[1..] {
        let behind = leader.ahead - runner.ahead;
        if runner.racing && behind * behind * 100 > DROP_DOUBT * runner.squares.max(leader.squares) {
            runner.racing = false;
        }
    }
}

/// The best of those still racing, the first of equals.
fn leader(runners: &[Runner]) -> Runner {
    let racing = runners.iter().rev().filter(|runner| runner.racing);
    *racing.max_by_key(|runner| runner.sum).expect("the favourite stays")
}

/// Whether a play is so far ahead of the favourite that doubt leaves it. The favourite was better before anybody looked ahead, and
/// counts for as much as some worlds would: the more of them there are, the less of a standard error is asked for.
fn is_beyond(runner: &Runner, doubt: i64, worlds: u32) -> bool {
    let wanted = i128::from(doubt) * i128::from(worlds.min(WORLDS_OF_FULL_DOUBT)) * i128::from(runner.squares);
    runner.ahead > 0 && i128::from(runner.ahead).pow(2) * 100 * i128::from(worlds) > wanted
}

fn found(runners: &[Runner], doubt: i64, worlds: u32, nodes: u64, taken: Taken) -> Found {
    let best = leader(runners);
    let chosen = if is_beyond(&best, doubt, worlds) { best } else { runners[0] };
    let share = |runner: &Runner| (runner.sum / i64::from(worlds) * 1000 / i64::from(CHANCE_ONE)) as i32;
    let mut candidates = Candidates::NONE;
    let first = Candidate { play: chosen.play, value: share(&chosen) };
    candidates.offer(first);
    let others = runners.iter().filter(|runner| runner.racing && runner.play != chosen.play);
    others.for_each(|runner| candidates.offer(Candidate { play: runner.play, value: share(runner) }));
    candidates.include(first);
    let wins = share(&chosen);
    let error = (wins * (1000 - wins) / worlds as i32).isqrt();
    Found { play: chosen.play, candidates, wins, error, worlds, nodes, taken }
}

/// The position as it would be in this world.
fn playing(now: &Situation, world: &World) -> GameState {
    GameState::new(world.hands(), now.me, now.course().standing())
}

/// The chance of the seat to play after `play`.
fn worth(here: &Accumulator, playing: &GameState, play: Option<Combo>) -> i32 {
    let out = play.is_some_and(|play| play.len() == playing.hand(playing.turn()).len());
    if out { CHANCE_ONE } else { chance(here.value(play)) }
}

/// How worlds are played on.
struct PlayOn<'a> {
    /// Plays for those who play by the tables.
    policy: &'a mut Policy,
    weights: &'a Weights,
    plies: u32,
    ways: Ways,
}

impl PlayOn<'_> {
    /// The chance of `side` after `first` and so many turns more, as the open net of the last to play sees it.
    fn from(
        self,
        mut playing: GameState,
        mut past: Past,
        first: Option<Combo>,
        side: Side,
        plays: &mut Plays,
        nodes: &mut u64,
    ) -> i32 {
        let mut play = first;
        let of_side = |mover: Side, chance: i32| if mover == side { chance } else { CHANCE_ONE - chance };
        let mut left = self.plies;
        loop {
            past.see(playing.turn(), playing.standing(), play);
            if let Some(winner) = playing.act(play) {
                return of_side(winner, CHANCE_ONE);
            }
            *nodes += 1;
            let way = self.ways.play(&playing, self.policy);
            play = way.unwrap_or_else(|| best_play(self.policy.rules(), self.weights, &playing, &past, plays));
            left -= 1;
            if left == 0 {
                let here = Accumulator::new(self.weights, Scene::full_information(&playing, &past));
                return of_side(playing.turn().side(), worth(&here, &playing, play));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Ruleset;

    use super::*;

    /// Beside a favourite: ahead by `ahead` in each of so many worlds, give or take `noise`.
    fn runner(worlds: i64, ahead: i64, noise: i64) -> Runner {
        Runner { play: None, racing: true, sum: 0, ahead: worlds * ahead, squares: worlds * noise * noise }
    }

    #[test]
    fn up_to_a_thousand_worlds_doubt_is_counted_in_standard_errors() {
        for worlds in [16, 256, 1024] {
            // One standard error is the noise times the root of the number of worlds.
            let root = f64::from(worlds).sqrt();
            let ahead =
                |errors: f64| Runner { ahead: (errors * root * 1000.0) as i64, ..runner(worlds.into(), 0, 1000) };
            for (doubt, errors) in [(100, 1.0), (400, 2.0), (25, 0.5)] {
                assert!(!is_beyond(&ahead(errors - 0.01), doubt, worlds as u32), "{worlds} {doubt}");
                assert!(is_beyond(&ahead(errors + 0.01), doubt, worlds as u32), "{worlds} {doubt}");
            }
        }
    }

    #[test]
    fn beyond_a_thousand_worlds_the_same_lead_a_world_is_needed_less_and_less() {
        // With a doubt of 100, 1,024 worlds and a noise of 1,000 a world: one standard error is a lead of 31.25 a world. Four times
        // the worlds halve the error, and half of one is wanted.
        let is_ahead = |worlds: u32, lead: i64| is_beyond(&runner(worlds.into(), lead, 1000), 100, worlds);
        assert!(is_ahead(1024, 32) && !is_ahead(1024, 31));
        assert!(is_ahead(4096, 8) && !is_ahead(4096, 7));
    }

    #[test]
    fn what_is_found_obeys_the_doubt() {
        let favourite = runner(4096, 0, 0);
        for (lead, is_left) in [(7, false), (8, true)] {
            let rival = Runner {
                play: "3".parse().ok().and_then(|play| Ruleset::CLASSIC.read(play)),
                sum: 1,
                ..runner(4096, lead, 1000)
            };
            let taken = Taken { by_reflex: None, by_tables: None };
            let found = found(&[favourite, rival], 100, 4096, 0, taken);
            assert_eq!(found.play.is_some(), is_left, "{lead}");
        }
    }

    #[test]
    fn who_is_not_ahead_is_never_beyond_doubt() {
        for worlds in [1, 4096] {
            assert!(!is_beyond(&runner(worlds.into(), 0, 0), 0, worlds));
            assert!(!is_beyond(&runner(worlds.into(), -5, 1), 0, worlds));
            assert!(is_beyond(&runner(worlds.into(), 1, 1), 0, worlds));
        }
    }
}
