//! A turn of the play: the view, the numbers of the persona, the plays, and facts that are derived once, such as the unseen cards.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Deref;

use rules::{Combo, Hand, Plays, Rank, Ranks, Ruleset, Seat, Trick, View};

use crate::hand::cover::{self, Bombs, Chance, Estimate, UnseenCards};
use crate::hand::eval::Context;
use crate::hand::split::known::KnownSplits;
use crate::hand::split::{Partition, TurnsMemo};
use crate::hand::{cache_place, face_value};
use crate::judge::{Judge, Measure};
use crate::net::{Objective, Past};
use crate::opponents::belief::{Belief, BeliefConfig, TypePrior};
use crate::opponents::experience;
use crate::opponents::habits::Habits;
use crate::opponents::inference::Inference;
use crate::persona::{Persona, PersonaParams, PlayMemory, SeatParams};
use crate::turn_facts::TurnFacts;

/// A turn of the play, as a persona sees it.
pub struct Turn<'a> {
    facts: TurnFacts<'a>,
    /// The persona that decides.
    pub persona: &'a Persona,
    /// The public record as the nets see it; `None` if the nets do not choose the play.
    pub(crate) past: Option<Past>,
    /// The objective: wins, if the nets do not choose the play.
    pub(crate) objective: Objective,
    /// The persona's numbers for this seat, with the changes by experience if there are any.
    pub seat_params: SeatParams,
    /// True if the enemies play so unlike the players of recorded cases that cases are not asked.
    pub(crate) is_beyond_cases: bool,
    /// The legal plays that are listed; a pass is not one of them.
    pub plays: &'a [Combo],
    /// The cards that the others may hold, as far as the persona remembers the play.
    pub unseen: Hand,
    /// The worth of hands to this seat now.
    pub(crate) judge: Judge<'a>,
    memory: PlayMemory,
    pub(crate) buffers: &'a TurnBuffers,
    splits: OnceCell<[Partition; 2]>,
    hidden: UnseenCards,
    estimate: Estimate,
    /// The persona's assumptions about the others, by which it reads their acts.
    pub(crate) belief: BeliefConfig,
    /// The evidence of the others' acts, computed on first use; `None` if there is no evidence.
    inference: OnceCell<Option<Inference>>,
    odds: [Cell<KnownOdds>; 1 << ODDS_PLACES_LOG2],
}

/// The known odds that a combo is covered, of 1,000 deals.
#[derive(Clone, Copy)]
struct KnownOdds {
    /// The combo; `None` while the place is free.
    combo: Option<Combo>,
    estimate: i32,
    /// The odds by a count of deals, once they were needed.
    counted: Option<i32>,
}

impl<'a> Deref for Turn<'a> {
    type Target = TurnFacts<'a>;

    fn deref(&self) -> &TurnFacts<'a> {
        &self.facts
    }
}

/// Buffers that turns and their reasons reuse, so that they allocate less.
pub struct TurnBuffers {
    pub(crate) answers: Plays,
    pub(crate) memo: RefCell<TurnsMemo>,
    pub(crate) known: RefCell<KnownSplits>,
    belief: RefCell<Option<Belief>>,
}

impl TurnBuffers {
    /// Makes empty buffers.
    pub fn new() -> TurnBuffers {
        TurnBuffers {
            answers: Plays::new(),
            memo: RefCell::new(TurnsMemo::new(&Ruleset::CLASSIC)),
            known: RefCell::new(KnownSplits::new(&Ruleset::CLASSIC)),
            belief: RefCell::new(None),
        }
    }

    /// Returns the buffers for a turn under this ruleset.
    pub fn for_rules(&mut self, rules: &Ruleset) -> &TurnBuffers {
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

const ODDS_PLACES_LOG2: u32 = 6;

/// True for odds that inference does not change: 0 or 1,000 of 1,000 deals.
pub(crate) const fn is_certain(odds: i32) -> bool {
    odds == 0 || odds == 1000
}

/// Returns a persona's memory of the play so far. An incomplete history does not say which plays are old: then none is forgotten.
fn memory(persona: &Persona, view: &View, me: Seat) -> PlayMemory {
    let (unseen, params) = (view.unseen(), persona.params());
    if params.memory_rounds == PersonaParams::MEMORY_ALL || !view.is_complete() {
        return PlayMemory { unseen, from: 0 };
    }
    let ended = view.plays().last().map_or(0, |row| row.round) + u32::from(view.course().standing().is_none());
    let (mut from, mut forgotten) = (0, Hand::EMPTY);
    for row in view.plays().filter(|row| ended >= row.round + params.memory_rounds as u32) {
        let Some(combo) = row.play else { continue };
        from = row.event + 1;
        let others = if row.seat == me { Hand::EMPTY } else { combo.cards() };
        forgotten = forgotten.plus(others).expect("cards are played once");
    }
    let always = Rank::all().filter(|&rank| face_value(rank, view.rules()) >= params.memory_from);
    let always = always.fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)));
    let unseen = unseen.plus(forgotten.without(always)).expect("forgotten cards were seen");
    PlayMemory { unseen, from }
}

impl<'a> Turn<'a> {
    /// Makes the turn of a seat that knows nothing of the players.
    ///
    /// # Panics
    /// Before the landlord is known. The caller must know that it is the seat's turn to play.
    pub fn new(view: &'a View, persona: &'a Persona, plays: &'a [Combo], buffers: &'a TurnBuffers) -> Turn<'a> {
        let facts = TurnFacts::of(view).expect("a seat that plays has a name");
        Turn::with_habits(facts, persona, &[Habits::default(); 3], plays, buffers)
    }

    /// Makes the turn of a seat that has learned these habits in earlier hands.
    pub(crate) fn with_habits(
        facts: TurnFacts<'a>,
        persona: &'a Persona,
        habits: &[Habits; 3],
        plays: &'a [Combo],
        buffers: &'a TurnBuffers,
    ) -> Turn<'a> {
        let TurnFacts { view, profile, me, .. } = facts;
        let params = persona.params();
        let learned = experience::effect_on(persona, profile, me, habits);
        let seat_params = learned.map_or(*persona.seat_params(me), |learned| learned.seat_params);
        let memory = memory(persona, view, me);
        let unseen = memory.unseen;
        let context = Context {
            leads: facts.trick == Trick::Lead,
            others_cards: facts.left(me.next()).max(facts.left(me.previous())) as u8,
            order: view.rules().order(),
            experience: learned.map_or(0, |learned| learned.covers),
            ..Context::opening(me)
        };
        let single_cost = facts.enemy_holds(1).then_some(seat_params.enemy_one_single);
        // A published persona judges a hand by the whole deck, not by the unseen cards.
        let above = if persona.is_published() { Hand::DECK } else { unseen };
        let measure = Measure::new(view.rules(), &seat_params, above);
        buffers.known.borrow_mut().set_rules(view.rules());
        let judge = Judge::new((persona, profile), measure, context, buffers, single_cost);
        let hidden = facts.hidden_cards(unseen);
        let belief = learned.map_or(BeliefConfig::FITTED, |learned| learned.belief);
        let past = (params.net && facts.nets_judge).then(|| Past::of(view));
        Turn {
            facts,
            persona,
            objective: if past.is_some() { persona.objective_in(profile) } else { Objective::Wins },
            past,
            seat_params,
            is_beyond_cases: learned.is_some_and(|learned| learned.is_beyond_cases),
            plays,
            unseen,
            judge,
            memory,
            buffers,
            splits: OnceCell::new(),
            hidden,
            estimate: Estimate::new(&hidden),
            belief: belief.with_naive_prior(TypePrior::of(params.prior_naive)).with_net_trust(params.net_trust),
            inference: OnceCell::new(),
            odds: [const { Cell::new(KnownOdds { combo: None, estimate: 0, counted: None }) }; 1 << ODDS_PLACES_LOG2],
        }
    }

    /// Returns the persona's split of the hand, and the split with few singles.
    pub(crate) fn splits(&self) -> &[Partition; 2] {
        self.splits.get_or_init(|| self.judge.splits(self.hand))
    }

    /// Returns the split to play by now: the one with few singles if an enemy has one card, otherwise the persona's.
    pub(crate) fn usual_split(&self) -> &Partition {
        let [usual, fewest] = self.splits();
        if self.enemy_holds(1) { fewest } else { usual }
    }

    /// Returns roughly how many of 1,000 uniform deals let an enemy cover `combo`: an estimate. Ordinary bombs count only on a
    /// bomb.
    pub fn odds_covered(&self, combo: Combo) -> i32 {
        let place = self.odds_place(combo);
        if place.get().combo != Some(combo) {
            let estimate = (self.estimate.chance_covered(combo, self.rules()).as_millionths() / 1000) as i32;
            place.set(KnownOdds { combo: Some(combo), estimate, counted: None });
        }
        place.get().estimate
    }

    fn odds_place(&self, combo: Combo) -> &Cell<KnownOdds> {
        &self.odds[cache_place(combo.cards().bits(), ODDS_PLACES_LOG2)]
    }

    /// Returns the odds of [`Turn::odds_covered`], with deals weighed by the others' acts if the persona infers.
    pub fn odds_inferred(&self, combo: Combo) -> i32 {
        let even = self.odds_covered(combo);
        match self.inference() {
            Some(inference) if !is_certain(even) => (even + inference.odds_shift(combo, self.rules())).clamp(0, 1000),
            _ => even,
        }
    }

    /// Returns in how many of 1,000 deals, weighed by the others' acts, the partner covers `combo`; `None` without inference.
    pub(crate) fn partner_cover_odds(&self, combo: Combo) -> Option<i32> {
        self.inference().map(|inference| inference.partner_cover_odds(combo, self.rules()))
    }

    pub(crate) fn uses_inference(&self) -> bool {
        // If other kinds answer too, a pass says less.
        self.persona.params().infer && self.rules().is_plain()
    }

    /// Returns the others' acts as evidence; `None` if the persona does not infer, or if there is no evidence.
    fn inference(&self) -> Option<&Inference> {
        if !self.uses_inference() {
            return None;
        }
        // Inference uses neither types of players nor the nets' judgement.
        let belief = self.belief.without_types();
        let new = || Inference::new(&self.facts, &self.memory, belief, &self.buffers.belief);
        self.inference.get_or_init(new).as_ref()
    }

    /// Returns the value of keeping the lead, times the chance that `combo` is not covered.
    pub fn kept_lead_value(&self, kept: i32, combo: Combo) -> i32 {
        self.lead_value(kept) * (1000 - self.odds_covered(combo)) / 1000
    }

    /// Returns the value of keeping the lead, with `enemy_one_kept` while an enemy holds one card: it may go out if an enemy gets the lead.
    pub(crate) fn lead_value(&self, kept: i32) -> i32 {
        kept + if self.enemy_holds(1) { self.seat_params.enemy_one_kept } else { 0 }
    }

    /// True if `combo` is big: unlikely to be covered now.
    pub fn is_big(&self, combo: Combo) -> bool {
        self.is_covered_at_most(combo, self.seat_params.big_odds)
    }

    /// True only if at most `odds` of 1,000 uniform deals let an enemy cover `combo`. Ordinary bombs count only on a bomb. If the
    /// estimate is far above `odds`, no deals are counted.
    pub fn is_covered_at_most(&self, combo: Combo, odds: i32) -> bool {
        if self.odds_covered(combo) > 20 + 2 * odds {
            return false;
        }
        let place = self.odds_place(combo);
        let count = || self.chance_covered(combo, Bombs::Ignored).as_millionths().div_ceil(1000) as i32;
        let counted = place.get().counted.unwrap_or_else(count);
        place.set(KnownOdds { counted: Some(counted), ..place.get() });
        counted <= odds
    }

    /// True only if no deal of the unseen cards lets an enemy cover `combo`, bombs counted. Wild cards count as natural ones.
    pub fn is_unbeatable(&self, combo: Combo) -> bool {
        self.odds_covered(combo) < 500 && self.chance_covered(combo, Bombs::Counted) == Chance::NEVER
    }

    /// True if the play empties the hand, or if no enemy can beat the play, nor any combo of the rest but one, which goes last.
    pub(crate) fn is_proven_win(&self, play: Combo) -> bool {
        let rest = self.after(play);
        let may_be_beaten = |parts: &Partition| parts.iter().filter(|&&part| !self.is_unbeatable(part)).count();
        rest.is_empty()
            || self.is_unbeatable(play) && self.judge.splits(rest).iter().any(|parts| may_be_beaten(parts) <= 1)
    }

    /// True if each combo before the last one of an order is unbeatable. A small combo with a high one after it is no proof, because an
    /// enemy may answer the small one with a combo as high.
    pub(crate) fn is_sure_path(&self, path: &Partition) -> bool {
        path[..path.len() - 1].iter().all(|&part| self.is_unbeatable(part))
    }

    fn chance_covered(&self, combo: Combo, bombs: Bombs) -> Chance {
        cover::chance_covered(&self.hidden, combo, self.rules(), bombs)
    }
}
