//! One decision by search: who races, through which worlds, until when, and what it says.

use rules::{Combo, Seed, Side};

use super::race::{Race, WIDTH_MAX, WORLDS_MAX};
use crate::decision::{Candidate, Candidates};
use crate::game_state::GameState;
use crate::opponents::belief::{Trust, World};
use crate::opponents::opponent_model::{Company, Taken, Ways};
use crate::opponents::rule_based::Policy;
use crate::rule_player::guard;
use crate::rule_player::situation::Situation;

/// When a race ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// Worlds that may be gone through.
    pub(crate) worlds_max: u32,
    /// Turns that may be played out, by the policy, the nets or reflex; the world at hand is finished.
    pub(crate) nodes_max: u64,
    /// Candidates that may race.
    pub(crate) width: usize,
    /// Hundredths of squared standard errors by which a play must be ahead of the tables' to be played.
    /// Foresight asks for less beyond a thousand worlds.
    pub(crate) doubt: u64,
    /// Turns that the nets play on before a world is judged.
    pub(crate) plies: u32,
    /// How far what was seen of the others is believed.
    pub(crate) trust: Trust,
}

/// Between two looks at who has fallen behind. Looking costs about as much as a roll-out.
const WORLDS_PER_LOOK: u32 = 64;
/// Beyond three standard errors nobody catches up.
const DROP_DOUBT: u64 = 900;

/// Buffers that decisions reuse. What they hold saves time and changes no decision.
pub(crate) struct Search {
    company: Company,
    race: Box<Race>,
    order: Vec<(i32, Option<Combo>)>,
}

/// What a race said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The play.
    pub(crate) play: Option<Combo>,
    /// The candidates by their wins in 1,000 worlds.
    pub(crate) candidates: Candidates,
    /// In how many of 1,000 worlds the play won.
    pub(crate) wins: i32,
    /// The standard error of that number.
    pub(crate) error: i32,
    /// Worlds gone through.
    pub(crate) worlds: u32,
    /// Turns that were played out in these worlds.
    pub(crate) nodes: u64,
    /// In how many of the worlds each seat was taken for what.
    pub(crate) taken: Taken,
}

impl Search {
    /// Empty buffers.
    pub(crate) fn new() -> Search {
        Search {
            company: Company::new(),
            race: Box::new(Race::new()),
            order: Vec::with_capacity(rules::movegen::PLAYS_MAX + 1),
        }
    }

    /// Lets the tables' choice and its rivals race; `None` when no world was finished, or nobody rivals.
    pub(crate) fn decide(
        &mut self,
        now: &Situation,
        favourite: Option<Combo>,
        seed: Seed,
        terms: Terms,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        if terms.worlds_max == 0 || terms.nodes_max == 0 || halt() {
            return None;
        }
        self.company.meet(now.view, seed, terms.trust, halt)?;
        self.line_up(now, favourite, terms.width, halt)?;
        (self.race.len() > 1).then(|| self.run(now, terms, halt)).flatten()
    }

    /// The favourite first, then its rivals as the policy ranks them.
    fn line_up(
        &mut self,
        now: &Situation,
        favourite: Option<Combo>,
        width: usize,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let Search { company, race, order } = self;
        let start = playing(now, &company.world(0, halt)?.0);
        order.clear();
        company.policy.weigh(&start, now.plays, |play, value| order.push((value, play)));
        // Plays of equal value in the order of listing: the sort is stable.
        order.sort_by_key(|&(value, _)| -value);
        race.clear();
        race.enter(favourite);
        let rivals = order.iter().map(|&(_, play)| play).filter(|&play| play != favourite);
        let allowed = rivals.filter(|&play| guard::broken(now, play).is_none());
        allowed.take(width.min(WIDTH_MAX) - 1).for_each(|play| race.enter(play));
        Some(())
    }

    fn run(&mut self, now: &Situation, terms: Terms, halt: &mut dyn FnMut() -> bool) -> Option<Found> {
        let Search { company, race, .. } = self;
        let worlds_max = terms.worlds_max.min(WORLDS_MAX);
        let (mut nodes, mut taken) = (0, company.nobody_taken());
        'worlds: while race.worlds() < worlds_max && nodes < terms.nodes_max && !race.is_decided() {
            let Some((world, ways)) = company.world(race.worlds(), halt) else { break };
            let start = playing(now, &world);
            // A world that is cut short counts for nothing, so that what was finished replays.
            let (mut winners, mut entered) = (0, nodes);
            for place in race.racing() {
                if halt() {
                    break 'worlds;
                }
                let won = play_out(start, race.play(place), &mut company.policy, ways, &mut entered) == now.me.side();
                winners |= u32::from(won) << place;
            }
            race.count(winners);
            taken.count(&ways);
            nodes = entered;
            if race.worlds().is_multiple_of(WORLDS_PER_LOOK) {
                race.drop_behind(DROP_DOUBT);
            }
        }
        (race.worlds() > 0).then(|| found(race, terms.doubt, nodes, taken))
    }
}

fn found(race: &Race, doubt: u64, nodes: u64, taken: Taken) -> Found {
    let worlds = race.worlds();
    let share = |place| race.wins(place) as i32 * 1000 / worlds as i32;
    let chosen = race.choice(doubt);
    let mut candidates = Candidates::NONE;
    // What is played comes first among equals, and is listed whatever the others are worth.
    let order = std::iter::once(chosen).chain(race.racing().filter(|&place| place != chosen));
    order.for_each(|place| candidates.offer(Candidate { play: race.play(place), value: share(place) }));
    let wins = share(chosen);
    candidates.include(Candidate { play: race.play(chosen), value: wins });
    let error = (wins * (1000 - wins) / worlds as i32).isqrt();
    Found { play: race.play(chosen), candidates, wins, error, worlds, nodes, taken }
}

/// The position as it would be in this world.
fn playing(now: &Situation, world: &World) -> GameState {
    GameState::new(world.hands(), now.me, now.course().standing())
}

/// Plays `first` and lets the policy play on for everybody whose way is no other.
fn play_out(mut state: GameState, first: Option<Combo>, policy: &mut Policy, ways: Ways, nodes: &mut u64) -> Side {
    let mut winner = state.act(first);
    loop {
        if let Some(side) = winner {
            return side;
        }
        *nodes += 1;
        let play = ways.play(&state, policy);
        winner = state.act(play.unwrap_or_else(|| policy.choose(&state)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Deal, Ruleset, Seat, Table};

    /// Who wins when everybody plays by reflex.
    fn by_reflex(mut state: GameState, in_the_mood: bool) -> Side {
        loop {
            let me = state.turn();
            let play =
                crate::opponents::naive::play(&Ruleset::CLASSIC, me, state.hand(me), state.standing(), in_the_mood);
            if let Some(side) = state.act(play) {
                return side;
            }
        }
    }

    #[test]
    fn who_plays_by_reflex_is_played_so() {
        let mut policy = Policy::new(&Ruleset::CLASSIC);
        let mut otherwise = 0;
        for seed in 0..200 {
            let table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(seed).rng()));
            let start = GameState::new(Seat::ALL.map(|seat| table.hand_of(seat).unwrap()), Seat::Landlord, None);
            let first = crate::opponents::naive::lead(&Ruleset::CLASSIC, start.hand(Seat::Landlord));
            let mut play_out =
                |seats| play_out(start, first, &mut policy, Ways::new(seats, [false; 3], seed as u32), &mut 0);
            let expected = by_reflex(start, seed % 2 == 0);
            assert_eq!(play_out([true; 3]), expected, "deal {seed}");
            otherwise += u32::from(play_out([false; 3]) != expected);
        }
        assert!(otherwise > 10, "{otherwise}");
    }
}
