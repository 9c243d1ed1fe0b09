//! What the others may hold: worlds that agree with a view, the likely ones more often.
//!
//! What the seats called, led, answered and let stand would have been more natural with some hands than with others. So
//! each deal of the unseen cards has a weight, the product of what every act and the cards still held say about it, and
//! worlds are drawn in proportion to it, nearly: a world is chosen among a few guesses by their weights, and the
//! guesses are drawn rank by rank with chances that a first look at some weighed deals suggests. No deal is ever
//! ruled out, and evidence that contradicts itself weighs all deals down alike, which leaves them as they were.
//!
//! `seen` lays out what was seen, `signs` what a guessed hand makes of it, `weights` what each sign weighs, `reflex` whether
//! somebody seems to play by reflex;
//! [`EVIDENCE`] lists the kinds of evidence. `lab belief` measures and fits.

mod world;
mod draw;
mod tilt;
pub(crate) mod deals;
mod build;
mod seen;
mod signs;
mod weights;
mod evidence;
mod slant;
mod naive;
mod suspicion;

use rules::{Rng, Seat, Seed, View};

pub use evidence::{EVIDENCE, Evidence, OCTAVE, Row, Trust};
pub use signs::SIGNS;
pub use suspicion::{SUSPICION_MAX, Suspicion};
pub use world::{BadWorld, World};

use build::Build;
use deals::{deals, each_deal, ways};
use draw::Open;
use evidence::ONE;
pub(crate) use evidence::{logarithm, power};
use seen::Act;
use slant::Slant;
use tilt::{Pilot, Tilt};
use weights::WEIGHTS;

/// Guesses of which each world is one, where nobody is suspected of anything.
pub const GUESSES: u32 = 4;
/// The same where somebody is: the acts of a player of a certain kind rule most guesses out.
const GUESSES_SUSPECTING: u32 = 16;
/// The most deals that are listed one by one.
pub const ENUMERATED_MAX: u64 = 2_000;
/// The most that a listed deal weighs: the weights of all deals still add up within 32 bits.
const WEIGHT_MAX: u64 = 1 << 20;
/// How many deals are weighed to see where draws should lean, and how often anew with draws that lean already.
const PILOTS: usize = 64;
const PILOT_ROUNDS: u64 = 2;
/// Streams of chance beside those of the worlds' own numbers: choices among guesses, pilots, who plays by reflex, and who by
/// the tables.
const CHOICE: u64 = 1 << 32;
const PILOT: u64 = 1 << 33;
const REFLEX: u64 = 3 << 32;
pub(crate) const TABLES: u64 = 4 << 32;

/// What of the trust has a foundation: the signs speak of ranks as they are printed and of answers in kind, and were fitted
/// to such games. Under other rules every deal is taken for as likely as any other.
fn founded(trust: Trust, view: &View) -> Trust {
    if view.rules().is_plain() { trust } else { Trust::NONE }
}

/// What a view makes likely. Derived once a decision; worlds are then drawn by number.
#[derive(Clone, Debug)]
pub struct Belief {
    seed: Seed,
    open: Open,
    acts: Vec<Act>,
    /// Whether each of the two others has done anything in the play that was told.
    acted: [bool; 2],
    /// How far each kind of evidence is trusted.
    trust: Trust,
    /// How the acts of each of the two others are to be read, once anything is known of either.
    slants: Option<[Slant; 2]>,
    tilt: Option<Tilt>,
    /// Every deal with its weight, once asked for.
    listed: Vec<(World, u32)>,
}

impl Belief {
    /// From all the evidence; `None` before the landlord is known, for worlds speak of seats.
    pub fn new(view: &View, seed: Seed) -> Option<Belief> {
        Belief::trusting(view, seed, Trust::FULL)
    }

    /// With some evidence counted more or less.
    pub fn trusting(view: &View, seed: Seed, trust: Trust) -> Option<Belief> {
        let open = Open::new(view)?;
        let trust = founded(trust, view);
        let mut belief = Belief {
            seed,
            open,
            acts: Vec::new(),
            acted: [false; 2],
            trust,
            slants: None,
            tilt: None,
            listed: Vec::new(),
        };
        belief.read(view);
        Some(belief)
    }

    /// Another moment in the place of this one: the buffers stay. Answers `false`, and changes nothing, before the
    /// landlord is known.
    pub fn renew(&mut self, view: &View, seed: Seed, trust: Trust) -> bool {
        let Some(open) = Open::new(view) else { return false };
        (self.open, self.seed, self.trust) = (open, seed, founded(trust, view));
        self.read(view);
        true
    }

    fn read(&mut self, view: &View) {
        self.listed.clear();
        seen::read(view, self.open.others, &mut self.acts);
        self.acted = [0, 1].map(|who| self.acts.iter().any(|act| act.who == who && act.is_play()));
        let slants = self.open.others.map(|seat| self.trust.players[seat.index()]);
        self.slants = (slants != [Slant::NONE; 2]).then_some(slants);
        self.tilt = self.pilot();
    }

    /// The world numbered `index`. Each number has its own stream of chance, so it is the same world whatever was drawn
    /// before, in any order and on any thread; all numbers weigh the same.
    #[inline]
    pub fn world(&self, index: u32) -> World {
        self.world_of(index, self.guesses_a_world())
    }

    /// Guesses of which each world is one.
    pub fn guesses_a_world(&self) -> u32 {
        if self.suspects() || (self.trust.tables != Suspicion::NONE && self.have_acted()) {
            GUESSES_SUSPECTING
        } else {
            GUESSES
        }
    }

    /// How far what was seen is believed.
    pub(crate) fn trust(&self) -> &Trust {
        &self.trust
    }

    /// The two other seats, in order of play.
    pub(crate) const fn others(&self) -> [Seat; 2] {
        self.open.others
    }

    /// Whether somebody who has acted may play by reflex.
    pub fn suspects(&self) -> bool {
        self.trust.reflex != Suspicion::NONE && self.have_acted()
    }

    /// Whether anybody else has done anything in the play that was told.
    fn have_acted(&self) -> bool {
        self.acted[0] || self.acted[1]
    }

    /// The same chosen among another number of guesses, of which there may be a thousand.
    pub fn world_of(&self, index: u32, count: u32) -> World {
        self.chosen(index, count, |_| Some(0)).expect("nobody stops it")
    }

    /// The same where a guess weighs so much more by what the caller makes of it `besides`, who may stop it.
    #[inline]
    pub(crate) fn chosen(
        &self,
        index: u32,
        count: u32,
        mut besides: impl FnMut(&World) -> Option<i32>,
    ) -> Option<World> {
        let mut guesses = self.guesses(index).map(|(world, weight)| Some((world, weight + besides(&world)?)));
        let (mut chosen, mut heaviest) = guesses.next().expect("guesses never end")?;
        if count < 2 {
            return Some(chosen);
        }
        let mut choice = self.seed.stream(CHOICE | u64::from(index)).rng();
        // The chosen one is exchanged for a newcomer with the newcomer's share of all weight so far: the same as one
        // draw among all, without keeping them. Weights are relative to the heaviest so far.
        let mut sum = u64::from(ONE);
        for guess in guesses.take(count as usize - 1) {
            let (world, weight) = guess?;
            if weight > heaviest {
                sum = (sum * u64::from(power(heaviest - weight))) / u64::from(ONE);
                heaviest = weight;
            }
            let share = u64::from(power(weight - heaviest));
            sum += share;
            if u64::from(choice.below(sum as u32)) < share {
                chosen = world;
            }
        }
        Some(chosen)
    }

    /// What the world of that number is chosen among, without end, each with its weight against the others: what it
    /// explains, less what its draw leaned by.
    #[inline]
    pub fn guesses(&self, index: u32) -> impl Iterator<Item = (World, i32)> {
        let mut rng = self.seed.stream(u64::from(index)).rng();
        std::iter::repeat_with(move || self.guess(self.tilt.as_ref(), &mut rng))
    }

    #[inline]
    fn guess(&self, tilt: Option<&Tilt>, rng: &mut Rng) -> (World, i32) {
        let Some(tilt) = tilt else {
            let world = self.open.draw(rng);
            return (world, self.weight(&world));
        };
        let (drawn, lean) = tilt.draw(rng);
        let world = self.open.world([drawn, self.open.without(drawn)]);
        (world, self.weight(&world) - lean)
    }

    /// Looks at a few worlds to see where draws should lean; nowhere without evidence, or with cards that lie with
    /// nobody.
    fn pilot(&self) -> Option<Tilt> {
        if self.acts.is_empty()
            || self.trust == Trust::NONE
            || self.open.wanted.iter().sum::<u32>() < self.open.cards.len()
        {
            return None;
        }
        let mut tilt = None;
        for round in 0..PILOT_ROUNDS {
            let mut rng = self.seed.stream(PILOT | round).rng();
            let worlds: [(World, i32); PILOTS] = std::array::from_fn(|_| self.guess(tilt.as_ref(), &mut rng));
            let heaviest = worlds.iter().map(|world| world.1).max().expect("there are pilots");
            let mut pilot = Pilot::default();
            for (world, weight) in worlds {
                let drawn = world.hand(self.open.others[0]).minus(self.open.known[0]).expect("it was dealt so");
                pilot.add(self.open.cards, drawn, weight - heaviest);
            }
            tilt.get_or_insert_with(|| Tilt::new(&self.open)).lean(&pilot);
        }
        tilt
    }

    /// Uniform deals of what is open, without end.
    pub fn uniform(&self, index: u32) -> impl Iterator<Item = World> {
        let mut rng = self.seed.stream(u64::from(index)).rng();
        std::iter::repeat_with(move || self.open.draw(&mut rng))
    }

    /// How well a world explains what was seen, in 64ths of a doubling: only differences between worlds of one view
    /// mean anything.
    #[inline]
    pub fn weight(&self, world: &World) -> i32 {
        let (mut sums, mut odds) = ([0; Row::COUNT], [0; 2]);
        let suspects = self.suspects();
        self.each_act(world, |act, then| {
            match &self.slants {
                None => signs::of_act(act, then, None, &mut |row, sign| sums[row as usize] += i32::from(WEIGHTS[sign])),
                Some(slants) => {
                    let (row, sum) = slants[act.who].weigh(act, then);
                    sums[row as usize] += sum;
                }
            }
            if suspects {
                odds[act.who] += naive::of_act(act, then);
            }
        });
        self.each_kept(world, |row, sign| sums[row as usize] += i32::from(WEIGHTS[sign]));
        if let Some(slants) = &self.slants {
            sums[Row::Keeps as usize] += self.kept_by_habit(world, slants);
        }
        let total = self.trust.total(&sums);
        if suspects { total + odds.map(|odds| self.trust.reflex.mixed(odds)).iter().sum::<i32>() } else { total }
    }

    /// The part of a world's weight that players by reflex make, by other seat.
    pub(crate) fn weight_by_reflex(&self, world: &World) -> [i32; 2] {
        self.odds_by_reflex(world).map(|odds| self.trust.reflex.mixed(odds))
    }

    /// What the acts of each other seat say for its playing by reflex, if this is how the cards lie.
    fn odds_by_reflex(&self, world: &World) -> [i32; 2] {
        let mut odds = [0; 2];
        self.each_act(world, |act, then| odds[act.who] += naive::of_act(act, then));
        odds
    }

    /// Who plays by reflex in the world of that number, by seat: as likely as its acts make it there.
    pub fn by_reflex(&self, index: u32, world: &World) -> [bool; 3] {
        let mut seats = [false; 3];
        if !self.suspects() {
            return seats;
        }
        let mut rng = self.seed.stream(REFLEX | u64::from(index)).rng();
        for (seat, odds) in self.open.others.into_iter().zip(self.odds_by_reflex(world)) {
            seats[seat.index()] = self.trust.reflex.strikes(odds, &mut rng);
        }
        seats
    }

    /// What the signs weigh by kind of evidence, as fitted, in the order of [`EVIDENCE`].
    #[inline]
    pub fn sums(&self, world: &World) -> [i32; Row::COUNT] {
        let mut sums = [0; Row::COUNT];
        self.each_sign(world, |row, sign| sums[row as usize] += i32::from(WEIGHTS[sign]));
        sums
    }

    /// Every sign that a world shows, with the evidence that it belongs to: what weights are fitted to.
    #[inline]
    pub fn each_sign(&self, world: &World, mut tell: impl FnMut(Row, usize)) {
        self.each_act(world, |act, then| signs::of_act(act, then, None, &mut tell));
        self.each_kept(world, tell);
    }

    /// What habits make, beside the signs, of what is still held.
    fn kept_by_habit(&self, world: &World, slants: &[Slant; 2]) -> i32 {
        let kept = |who: &usize| slants[*who].keeping(world.hand(self.open.others[*who]));
        [0, 1].iter().filter(|&&who| self.acted[who]).map(kept).sum()
    }

    /// Every act with the hand that its seat held then, if this is how the cards lie.
    #[inline]
    fn each_act(&self, world: &World, mut look: impl FnMut(&Act, &Build)) {
        let hands = self.open.others.map(|seat| world.hand(seat));
        let mut build = None;
        for act in &self.acts {
            // Acts of a seat stand together, so its hand is taken apart once for each card play.
            let hand = hands[act.who].plus(act.since).expect("a seat plays what it held");
            let then = build.filter(|build: &Build| build.hand == hand).unwrap_or_else(|| Build::of(hand));
            look(act, &then);
            build = Some(then);
        }
    }

    /// The signs of what the others still hold.
    #[inline]
    fn each_kept(&self, world: &World, mut tell: impl FnMut(Row, usize)) {
        for who in [0, 1] {
            if self.acted[who] {
                let seat = self.open.others[who];
                signs::of_keeping(seat, world.hand(seat), self.open.cards, &mut tell);
            }
        }
    }

    /// Every deal that is possible, with its weight: the ways to draw it with suits, times the evidence. `None` when
    /// there are more than [`ENUMERATED_MAX`] (as ranks, suits aside), or cards that lie with nobody. Listed when first
    /// asked for, since a thousand weights take as long as a quick decision.
    pub fn enumerated(&mut self) -> Option<&[(World, u32)]> {
        if self.listed.is_empty() {
            self.list()?;
        }
        Some(&self.listed)
    }

    fn list(&mut self) -> Option<()> {
        let [wanted, other] = self.open.wanted;
        let is_small =
            wanted + other == self.open.cards.len() && deals(self.open.cards, wanted, ENUMERATED_MAX) <= ENUMERATED_MAX;
        if !is_small {
            return None;
        }
        let mut listed = std::mem::take(&mut self.listed);
        // First as exponents, because weights are relative to the heaviest.
        each_deal(self.open.cards, wanted, &mut |drawn, _| {
            let world = self.open.world([drawn, self.open.without(drawn)]);
            listed.push((world, self.weight(&world) as u32));
            Some(())
        })?;
        let exponent = |listed: &(World, u32)| listed.1 as i32;
        let heaviest = listed.iter().map(exponent).max().expect("there is always a deal");
        // The ways to draw a deal are those of the others' cards: the product over ranks of choosing its copies.
        let product = |listed: &(World, u32)| {
            let drawn = listed.0.hand(self.open.others[0]).minus(self.open.known[0]).expect("it was dealt so");
            ways(self.open.cards, drawn) * u64::from(power(exponent(listed) - heaviest))
        };
        let most = listed.iter().map(product).max().expect("there is always a deal");
        let shift = (u64::BITS - most.leading_zeros()).saturating_sub(WEIGHT_MAX.ilog2());
        for listed in &mut listed {
            listed.1 = (product(listed) >> shift).max(1) as u32;
        }
        self.listed = listed;
        Some(())
    }
}
