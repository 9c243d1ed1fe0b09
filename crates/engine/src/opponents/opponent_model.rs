//! The others, as a search imagines them: what they hold in a world, and how each of them plays on there as far as its acts
//! say. Most play as the search itself would; some play by reflex ([`crate::opponents::naive`]), and some as our own tables do, of
//! which the [`Policy`] is the short form: how likely their acts are for such a player is asked of the policy, act by act.

use rules::{Combo, Event, Hand, Ruleset, Seat, Seed, View};

use crate::game_state::GameState;
use crate::opponents::belief::{Belief, Suspicion, TABLES, Trust, World, logarithm, power};
use crate::opponents::naive;
use crate::opponents::rule_based::Policy;

/// The others of one moment, and buffers that moments reuse.
pub(crate) struct Company {
    seed: Seed,
    /// Nothing before the first moment.
    belief: Option<Belief>,
    /// Of each other seat, what its acts say for its playing by the tables, in 64ths of a doubling; none where nobody is suspected.
    suspects: Option<[(Seat, i32); 2]>,
    acts: Vec<Act>,
    /// Who plays by the tables plays so.
    pub(crate) policy: Policy,
}

/// What another seat did, with what it takes to ask the policy the same.
struct Act {
    seat: Seat,
    standing: Option<(Seat, Combo)>,
    play: Option<Combo>,
    /// What each seat has played then and since: with what it holds now, its hand at that time.
    since: [Hand; 3],
}

/// What it says for playing by the tables that somebody did what the policy would, kickers aside, and that it did not, in 64ths
/// of a doubling: of leads, of answers to an enemy, and to a partner. Passes of those who have no answer say nothing. How often
/// `rules` does it and how often most do is counted by the test below.
const ODDS: [[i32; 2]; 3] = [[60, -105], [32, -125], [25, -136]];

/// Two seats' turns in nearly all hands; in a longer one the list grows.
const ROOM_FOR_ACTS: usize = 128;

/// So many deals are looked at to see who plays by the tables, of a number that no world has.
const LOOKS: usize = 32;
const LOOK: u32 = u32::MAX;

/// How everybody plays on in one world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    by_reflex: [bool; 3],
    by_tables: [bool; 3],
    /// Whether those who play by reflex bomb without need: every other world they do.
    in_the_mood: bool,
}

/// In how many worlds each seat was taken for one that plays so; `None` where nobody was suspected of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) by_reflex: Option<[u32; 3]>,
    pub(crate) by_tables: Option<[u32; 3]>,
}

impl Company {
    /// Nobody yet.
    pub(crate) fn new() -> Company {
        let policy = Policy::new(&Ruleset::CLASSIC);
        Company { seed: Seed(0), belief: None, suspects: None, acts: Vec::with_capacity(ROOM_FOR_ACTS), policy }
    }

    /// The others as `view` shows them, in the place of those before; whoever looks has a seat. `None` when it was told to halt.
    pub(crate) fn meet(&mut self, view: &View, seed: Seed, trust: Trust, halt: &mut dyn FnMut() -> bool) -> Option<()> {
        self.seed = seed;
        match &mut self.belief {
            Some(belief) => _ = belief.renew(view, seed, trust),
            belief => *belief = Belief::trusting(view, seed, trust),
        }
        self.policy.renew(view.rules());
        self.suspects = None;
        if self.belief().trust().tables != Suspicion::NONE {
            read(view, &mut self.acts);
            self.suspects = Some(self.weigh(halt)?);
        }
        Some(())
    }

    /// What the acts of each seat say for its playing by the tables: how much likelier they are for such a player, over the deals
    /// that may be.
    fn weigh(&mut self, halt: &mut dyn FnMut() -> bool) -> Option<[(Seat, i32); 2]> {
        let Company { belief, acts, policy, .. } = self;
        let belief = belief.as_ref().expect("whoever plays has a seat");
        if acts.is_empty() {
            return Some(belief.others().map(|seat| (seat, 0)));
        }
        let mut looks = [(0, [0; 2]); LOOKS];
        for (look, (world, weight)) in looks.iter_mut().zip(belief.guesses(LOOK)) {
            if halt() {
                return None;
            }
            *look = (weight, instead(belief, policy, acts, &world, [true; 2]));
        }
        let all = sum(looks.iter().map(|look| look.0));
        Some([0, 1].map(|who| (belief.others()[who], sum(looks.iter().map(|look| look.0 + look.1[who])) - all)))
    }

    fn belief(&self) -> &Belief {
        self.belief.as_ref().expect("whoever plays has a seat")
    }

    /// The world of that number, and how everybody plays there; `None` when it was told to halt.
    pub(crate) fn world(&mut self, index: u32, halt: &mut dyn FnMut() -> bool) -> Option<(World, Ways)> {
        let by_tables = self.by_tables(index);
        let Company { belief, acts, policy, .. } = self;
        let belief = belief.as_ref().expect("whoever plays has a seat");
        let asked = belief.others().map(|seat| by_tables[seat.index()]);
        let besides = |world: &World| {
            if asked == [false; 2] {
                return Some(0);
            }
            (!halt()).then(|| instead(belief, policy, acts, world, asked).iter().sum::<i32>())
        };
        let world = belief.chosen(index, belief.guesses_a_world(), besides)?;
        let by_reflex = belief.by_reflex(index, &world);
        let by_reflex = [0, 1, 2].map(|seat| by_reflex[seat] && !by_tables[seat]);
        Some((world, Ways::new(by_reflex, by_tables, index)))
    }

    /// Who plays by the tables in the world of that number, by seat: as likely as its acts make it.
    fn by_tables(&self, index: u32) -> [bool; 3] {
        let mut seats = [false; 3];
        let mut rng = self.seed.stream(TABLES | u64::from(index)).rng();
        for (seat, odds) in self.suspects.into_iter().flatten() {
            seats[seat.index()] = self.belief().trust().tables.strikes(odds, &mut rng);
        }
        seats
    }

    /// Nobody has been taken for anything.
    pub(crate) fn nobody_taken(&self) -> Taken {
        let none = |suspects: bool| suspects.then_some([0; 3]);
        Taken {
            by_reflex: none(self.belief().suspects()),
            by_tables: none(self.suspects.is_some() && !self.acts.is_empty()),
        }
    }
}

impl Ways {
    /// Those of the world of that number.
    pub(crate) fn new(by_reflex: [bool; 3], by_tables: [bool; 3], index: u32) -> Ways {
        Ways { by_reflex, by_tables, in_the_mood: index.is_multiple_of(2) }
    }

    /// What the seat to play does, if it does not play as most do.
    #[inline]
    pub(crate) fn play(&self, now: &GameState, policy: &mut Policy) -> Option<Option<Combo>> {
        let me = now.turn();
        if self.by_tables[me.index()] {
            return Some(policy.choose(now));
        }
        let by_reflex = || naive::play(policy.rules(), me, now.hand(me), now.standing(), self.in_the_mood);
        self.by_reflex[me.index()].then(by_reflex)
    }
}

impl Taken {
    /// Adds a world.
    pub(crate) fn count(&mut self, ways: &Ways) {
        let add = |worlds: &mut Option<[u32; 3]>, so: [bool; 3]| {
            worlds.iter_mut().flatten().zip(so).for_each(|(worlds, so)| *worlds += u32::from(so));
        };
        add(&mut self.by_reflex, ways.by_reflex);
        add(&mut self.by_tables, ways.by_tables);
    }
}

/// What the others did in the play, oldest first. What cannot be understood without history that was not told is left out.
fn read(view: &View, acts: &mut Vec<Act>) {
    acts.clear();
    // A log that begins in the middle of a hand begins with a trick that is not known.
    let mut trick = view.is_complete().then_some(None);
    let (mut passes, mut played) = (0, [Hand::EMPTY; 3]);
    for event in view.log() {
        let Event::Play(seat, play) = *event else { continue };
        if let Some(standing) = trick.filter(|_| Some(seat) != view.seat()) {
            acts.push(Act { seat, standing, play, since: played });
        }
        match play {
            Some(combo) => {
                let sum = &mut played[seat.index()];
                *sum = sum.plus(combo.cards()).expect("a seat plays each card once");
                (trick, passes) = (Some(Some((seat, combo))), 0);
            }
            None if passes == 1 => trick = Some(None),
            None => passes = 1,
        }
    }
    // So far `since` holds what was played before: all without it is what was played then and since.
    for since in acts.iter_mut().flat_map(|act| act.since.iter_mut().zip(played)) {
        *since.0 = since.1.minus(*since.0).expect("played before is part of played");
    }
}

/// How much more a world weighs if those of the two others who are asked about play by the tables, and so not by reflex.
fn instead(belief: &Belief, policy: &mut Policy, acts: &[Act], world: &World, asked: [bool; 2]) -> [i32; 2] {
    let mut more = if belief.suspects() { belief.weight_by_reflex(world).map(|weight| -weight) } else { [0; 2] };
    for (who, seat) in belief.others().into_iter().enumerate() {
        let of_seat = acts.iter().filter(|act| asked[who] && act.seat == seat);
        more[who] += of_seat.map(|act| act.weigh(policy, world)).sum::<i32>();
    }
    [0, 1].map(|who| if asked[who] { more[who] } else { 0 })
}

impl Act {
    /// What it says for playing by the tables, if this is how the cards lie.
    fn weigh(&self, policy: &mut Policy, world: &World) -> i32 {
        let held = |seat: Seat| world.hand(seat).plus(self.since[seat.index()]).expect("a seat plays what it held");
        let then = GameState::new(Seat::ALL.map(held), self.seat, self.standing);
        compared(policy, &then, self.play).map_or(0, |(row, does)| ODDS[row][usize::from(!does)])
    }
}

/// The logarithm of a sum of powers: all in 64ths of a doubling.
fn sum(octaves: impl Iterator<Item = i32> + Clone) -> i32 {
    let most = octaves.clone().max().expect("there are some");
    most + logarithm(octaves.map(|octaves| power(octaves - most)).sum())
}

/// Which sort of act it is, and whether the policy would have done the same; `None` for a pass without an
/// answer; wings for one are taken for granted.
fn compared(policy: &mut Policy, then: &GameState, play: Option<Combo>) -> Option<(usize, bool)> {
    let me = then.turn();
    let row = match then.standing() {
        None => 0,
        Some((_, standing)) if play.is_none() && !policy.covers(then.hand(me), standing) => return None,
        Some((owner, _)) => 1 + usize::from(owner.side() == me.side()),
    };
    Some((row, policy.choose(then).map(Combo::body) == play.map(Combo::body)))
}

#[cfg(test)]
mod tests;
