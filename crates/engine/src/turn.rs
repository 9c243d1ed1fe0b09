//! A turn of the play: the view, the numbers of the persona, the plays, and facts that are derived once: the unseen cards, how big a
//! combo is.

use std::cell::{Cell, OnceCell, RefCell};

use rules::{Combo, Course, Hand, Ruleset, Seat, Trick, View};

use crate::hand::cache_place;
use crate::hand::cover::{self, Bombs, Chance, Estimate, Unseen};
use crate::hand::eval::Relation;
use crate::hand::split::{Partition, TurnsMemo};
use crate::judge::{Judge, Measure};
use crate::opponents::belief::{Belief, BeliefConfig, TypePrior};
use crate::opponents::experience::Learned;
use crate::opponents::inference::Inference;
use crate::persona::{Persona, PersonaParams, PlayMemory, SeatParams};
use crate::profile::Profile;

/// A turn of the play, as a persona sees it.
pub struct Turn<'a> {
    /// The seat's knowledge.
    pub view: &'a View,
    /// The data and methods that play the ruleset.
    pub profile: Profile,
    /// The persona that decides.
    pub persona: &'a Persona,
    /// Its numbers for this seat.
    pub seat_params: &'a SeatParams,
    /// The seat.
    pub me: Seat,
    /// Its hand.
    pub hand: Hand,
    /// The trick that it faces.
    pub trick: Trick,
    /// Every legal play, passes aside; the frugal ones where cards stand for others.
    pub plays: &'a [Combo],
    /// The cards that may lie with the others, as far as the persona remembers what was played.
    pub unseen: Hand,
    /// The worth of hands to this seat now.
    pub(crate) judge: Judge<'a>,
    /// The memory of what was played.
    memory: PlayMemory,
    /// Buffers of this turn and others.
    pub(crate) buffers: &'a TurnBuffers,
    /// The splits of the hand, once asked for.
    pub splits: OnceCell<[Partition; 2]>,
    /// The enemies' hidden cards.
    hidden: Unseen,
    estimate: Estimate,
    /// The persona's assumptions about the others, by which it reads their acts.
    pub(crate) belief: BeliefConfig,
    /// The others' acts as evidence, once asked for; `None` where there is none.
    inference: OnceCell<Option<Inference>>,
    /// Odds met before in this turn.
    odds: [Cell<(Option<Combo>, i32)>; 1 << ODDS_PLACES_LOG2],
}

/// Buffers that turns reuse, so that they do not allocate. Nothing in them bears on an answer.
pub struct TurnBuffers {
    /// Turn counts met before.
    pub(crate) memo: RefCell<TurnsMemo>,
    /// The belief of an inference.
    belief: RefCell<Option<Belief>>,
}

impl TurnBuffers {
    /// Makes empty buffers.
    pub fn new() -> TurnBuffers {
        TurnBuffers { memo: RefCell::new(TurnsMemo::new(&Ruleset::CLASSIC)), belief: RefCell::new(None) }
    }

    /// Returns the buffers for a turn under this ruleset.
    pub fn under(&mut self, rules: &Ruleset) -> &TurnBuffers {
        if self.memo.get_mut().rules() != rules {
            self.memo = RefCell::new(TurnsMemo::new(rules));
        }
        self
    }
}

impl Default for TurnBuffers {
    fn default() -> TurnBuffers {
        TurnBuffers::new()
    }
}

/// Number of places for odds, as a power of two: enough that the combos of a few splits rarely collide.
const ODDS_PLACES_LOG2: u32 = 6;

/// Returns the seats that play against `me`, in order of play.
fn enemies_of(me: Seat) -> impl Iterator<Item = Seat> {
    [me.next(), me.previous()].into_iter().filter(move |seat| seat.side() != me.side())
}

/// True if in every deal alike, or in hardly any, an enemy covers a combo: then no inference moves the odds.
pub(crate) const fn is_certain(odds: i32) -> bool {
    odds == 0 || odds == 1000
}

impl<'a> Turn<'a> {
    /// Derives the facts.
    ///
    /// # Panics
    /// Before the landlord is known. The caller has seen that it is the seat's turn to play.
    pub fn new(view: &'a View, persona: &'a Persona, plays: &'a [Combo], buffers: &'a TurnBuffers) -> Turn<'a> {
        Turn::with(view, persona, None, plays, buffers)
    }

    /// Makes the turn of a seat that has learned habits in earlier hands.
    pub(crate) fn with(
        view: &'a View,
        persona: &'a Persona,
        learned: Option<&'a Learned>,
        plays: &'a [Combo],
        buffers: &'a TurnBuffers,
    ) -> Turn<'a> {
        let me = view.seat().expect("a seat that plays has a name");
        let seat_params = learned.map_or(persona.seat_params(me), |learned| &learned.seat_params);
        let memory = persona.memory(view, me);
        let unseen = memory.unseen;
        let others = [me.next(), me.previous()].map(|seat| view.course().left(seat) as u8);
        let relation = Relation {
            leads: view.trick() == Trick::Lead,
            others_cards: others[0].max(others[1]),
            order: view.rules().order(),
            experience: learned.map_or(0, |learned| learned.covers),
            ..Relation::opening(me)
        };
        let has_enemy_one = enemies_of(me).any(|seat| view.course().left(seat) == 1);
        let single_cost = has_enemy_one.then_some(seat_params.enemy_one_single);
        // As published, a hand is judged by the deck and not by what is left of it.
        let above = if persona.is_published() { Hand::DECK } else { unseen };
        let (profile, measure) = (Profile::of(view.rules()), Measure::new(view.rules(), seat_params, above));
        let judge = Judge::new((persona, profile), measure, relation, &buffers.memo, single_cost);
        let hidden = Unseen::of(view, me, unseen);
        let estimate = Estimate::new(&hidden);
        let odds = [const { Cell::new((None, 0)) }; 1 << ODDS_PLACES_LOG2];
        let PersonaParams { prior_naive, net_trust, .. } = persona.params();
        let belief = learned.map_or(BeliefConfig::FITTED, |learned| learned.belief);
        let belief = belief.with_naive_prior(TypePrior::of(*prior_naive)).with_net_trust(*net_trust);
        let (hand, trick) = (view.hand(), view.trick());
        Turn {
            view,
            profile,
            persona,
            seat_params,
            me,
            hand,
            trick,
            plays,
            unseen,
            judge,
            memory,
            buffers,
            splits: OnceCell::new(),
            hidden,
            estimate,
            belief,
            inference: OnceCell::new(),
            odds,
        }
    }

    /// Returns the ruleset.
    pub fn rules(&self) -> &Ruleset {
        self.view.rules()
    }

    /// Returns the play so far.
    pub fn course(&self) -> &Course {
        self.view.course()
    }

    /// Counts all legal plays, passes aside. Counting ends at `most`.
    pub(crate) fn count_plays(&self, most: usize) -> usize {
        if !self.rules().has_stand_ins() || self.plays.len() >= most {
            return self.plays.len();
        }
        let mut count = 0;
        self.rules().each_play(self.hand, self.trick, |_| count += 1);
        count
    }

    /// Returns how many cards are left in a hand.
    pub fn left(&self, seat: Seat) -> u32 {
        self.course().left(seat)
    }

    /// True if `seat` plays against this one.
    pub fn is_enemy(&self, seat: Seat) -> bool {
        seat.side() != self.me.side()
    }

    /// Returns the seats that play against this one, in order of play.
    pub fn enemies(&self) -> impl Iterator<Item = Seat> + use<> {
        enemies_of(self.me)
    }

    /// Returns the fewest cards that an enemy holds.
    pub fn nearest_enemy(&self) -> u32 {
        self.enemies().map(|seat| self.left(seat)).min().expect("every seat has an enemy")
    }

    /// True if an enemy holds exactly this many cards.
    pub fn enemy_holds(&self, cards: u32) -> bool {
        self.enemies().any(|seat| self.left(seat) == cards)
    }

    /// Returns the partner, when it plays next.
    pub fn partner_next(&self) -> Option<Seat> {
        self.me.partner().filter(|&partner| partner == self.me.next())
    }

    /// Returns about how many of 1,000 even deals let an enemy cover `combo`, ordinary bombs left out: good for weighing plays.
    pub fn odds_covered(&self, combo: Combo) -> i32 {
        (self.estimate.covered(combo, self.rules()).as_millionths() / 1000) as i32
    }

    /// Returns the same of deals as likely as the others' acts make them, if the persona infers. It takes longer than the rest of a decision.
    pub fn odds_inferred(&self, combo: Combo) -> i32 {
        let even = self.odds_covered(combo);
        match self.inference() {
            Some(inference) if !is_certain(even) => (even + inference.shift(combo, self.rules())).clamp(0, 1000),
            _ => even,
        }
    }

    /// Counts the deals, of 1,000 as likely as the others' acts make them, in which the partner covers `combo`; `None` without inference.
    pub(crate) fn partner_covers(&self, combo: Combo) -> Option<i32> {
        self.inference().map(|inference| inference.partner_covers(combo, self.rules()))
    }

    /// True if the persona infers under this ruleset.
    pub(crate) fn infers(&self) -> bool {
        // Where other kinds answer, a pass says less: in the Journey inference cost two wins in 100.
        self.persona.params().infer && self.rules().is_plain()
    }

    /// Returns the others' acts as evidence; `None` if the persona does not infer, or if there is no evidence.
    fn inference(&self) -> Option<&Inference> {
        if !self.infers() {
            return None;
        }
        // Types of players and the nets' word move the worlds of a search alone.
        let belief = self.belief.without_types();
        let new = || Inference::new(self.view, self.me, &self.memory, belief, &self.buffers.belief);
        self.inference.get_or_init(new).as_ref()
    }

    /// Returns the part of `kept`, the value of keeping the lead, that `combo` earns: as much as it is unlikely to be covered.
    pub fn worth_kept(&self, kept: i32, combo: Combo) -> i32 {
        self.lead_value(kept) * (1000 - self.odds_covered(combo)) / 1000
    }

    /// Returns the value of keeping the lead: more while an enemy holds one card, because the seat that takes the lead may lead a single.
    pub(crate) fn lead_value(&self, kept: i32) -> i32 {
        kept + if self.enemy_holds(1) { self.seat_params.enemy_one_kept } else { 0 }
    }

    /// True if `combo` is big: unlikely to be covered now.
    pub fn is_big(&self, combo: Combo) -> bool {
        self.is_covered_at_most(combo, self.seat_params.big_odds)
    }

    /// True if at most `odds` of 1,000 even deals let an enemy cover `combo`, ordinary bombs left out: exact but where the estimate is far
    /// above them.
    pub fn is_covered_at_most(&self, combo: Combo, odds: i32) -> bool {
        if self.odds_covered(combo) > 20 + 2 * odds {
            return false;
        }
        let place = &self.odds[cache_place(combo.cards().bits(), ODDS_PLACES_LOG2)];
        if place.get().0 != Some(combo) {
            place.set((Some(combo), self.chance(combo, Bombs::Ignored).as_millionths().div_ceil(1000) as i32));
        }
        place.get().1 <= odds
    }

    /// True if no deal of the unseen cards lets an enemy cover `combo`, bombs counted.
    pub fn is_unbeatable(&self, combo: Combo) -> bool {
        self.odds_covered(combo) < 500 && self.chance(combo, Bombs::Counted) == Chance::NEVER
    }

    fn chance(&self, combo: Combo, bombs: Bombs) -> Chance {
        cover::chance_covered(&self.hidden, combo, self.rules(), bombs)
    }

    /// Returns the hand that the seat is left with after a play.
    pub fn after(&self, play: Combo) -> Hand {
        self.hand.minus(play.cards()).expect("a legal play is in the hand")
    }
}
