//! The claims of concepts that count, list or search: what holds of one play, and does not hold of the other. `positions.rs` has a position for
//! every concept, these among them.

use engine::explain::Part;
use rules::{Combo, Event, Hand, Rank, Rng, Seat, Table};

use super::{Checked, Truth, claim};

/// The number of deals of a check. A share of so many deals is off by 0.16 or more once in ten million checks.
const DEALS: u32 = 300;

/// Compares a share of [`DEALS`] with a percentage.
fn near(held: f64, part: Part) -> Checked {
    let Part::Number(percent) = part else { return Err("no number".into()) };
    claim((held - f64::from(percent) / 100.0).abs() < 0.16, format!("held in {held} of the deals tried"))
}

fn cards(part: Part) -> Result<Hand, String> {
    if let Part::Cards(cards) = part { Ok(cards) } else { Err(format!("{part:?} is no cards")) }
}

impl Truth<'_> {
    /// Checks the claim of a concept for `better`, beside `other`.
    pub(super) fn differ(&mut self, name: &str, parts: [Part; 3], table: &Table, rng: &mut Rng) -> Checked {
        let [first, second, third] = parts;
        let (better, other) = (self.better, self.other);
        let hand = self.view.hand();
        let [mine, its] = [better, other].map(|play| self.rest(play));
        let [turns, more] = [mine, its].map(|rest| self.turns(rest));
        let now = self.turns(hand);
        let kinds = [better, other].map(|play| play.map(Combo::kind));
        let is_named =
            |play: Option<Combo>, part: Part| part == play.map_or(Part::Pass, |play| Part::Cards(play.cards()));
        match name {
            "wins-for-sure" => {
                let Part::Number(plays) = first else { return Err("no number".into()) };
                claim(self.lies_down(mine, plays - 1, plays, &|_| true), "another number of turns")?;
                self.wins(better, table, rng)
            }
            "leaves-winners" => {
                let Part::Combos(combos) = first else { return Err("no combos".into()) };
                let all =
                    combos.iter().try_fold(Hand::EMPTY, |all, combo| all.plus(combo.cards())).ok_or("too many")?;
                claim(combos.iter().all(|combo| !self.may_be_topped(combo)), "one may be topped")?;
                let last = mine.minus(all).ok_or("they do not stay")?;
                claim(last.is_empty() || self.rules().read(last).is_some(), "more than one other")?;
                claim(better.is_some() && turns < more, "as few turns are left after the other")
            }
            "no-way-out" => {
                let (other, left) = (other.ok_or("a pass")?, second);
                claim(third == Part::Kind(other.kind()) && kinds[0] != kinds[1], "the same kind")?;
                claim(left == Part::Number(other.len()) && self.may_go_out(other), "no enemy goes out")
            }
            "passed-before" => self.passed_before(second),
            "cannot-be-beaten" | "top-of-its-kind" => {
                let (better, with_bombs) = (better.ok_or("a pass")?, name == "cannot-be-beaten");
                let may_be = self.may_be_topped(better) || (with_bombs && self.may_be_bombed(better));
                claim(!may_be && !self.is_answered(better, with_bombs, table, rng), "an enemy may beat it")?;
                claim(other.is_none_or(|other| self.may_be_topped(other)), "the other cannot be topped either")
            }
            // One position of eight is enough for checks that take so long.
            "likely-holds" | "holds-more" if rng.below(8) != 0 => Ok(()),
            "likely-holds" => near(self.held(better.ok_or("a pass")?, DEALS, rng), first),
            "holds-more" => {
                near(self.held(better.ok_or("a pass")?, DEALS, rng), first)?;
                near(self.held(other.ok_or("a pass")?, DEALS, rng), third)
            }
            "few-above" => {
                let Part::Combos(named) = first else { return Err("no combos".into()) };
                let named: Vec<Rank> = named.iter().map(|combo| combo.key()).collect();
                claim(self.above(better.ok_or("a pass")?) == named, "others top it")?;
                claim(other.is_none_or(|other| self.above(other).len() > named.len()), "no more top the other one")
            }
            "fewer-turns" => {
                let named = first == Part::Number(turns) && third == Part::Number(more);
                claim(named && turns < more && is_named(other, second), "not fewer, or another number")
            }
            "answer-gains-nothing" => {
                claim(is_named(other, first) && second == Part::Number(more), "other numbers")?;
                claim(better.is_none() && more >= now, "it gains a turn")
            }
            "keeps-return" => {
                let top = cards(first)?;
                let combo = self.rules().read(top).ok_or("no combo")?;
                let is_above = self.rules().above(better.ok_or("a pass")?).has(combo.key());
                claim(is_above && !self.may_be_topped(combo), "it does not win the lead back")?;
                claim(mine.contains(top) && !its.contains(top), "both keep it, or neither")
            }
            "not-topped-by" => {
                let Part::Combos(named) = first else { return Err("no combos".into()) };
                let [tops, its] = [better, other].map(|play| play.map_or(Vec::new(), |play| self.above(play)));
                let is_one = |key: Rank| its.contains(&key) && !tops.contains(&key);
                claim(
                    kinds[0] == kinds[1] && named.iter().all(|combo| is_one(combo.key())),
                    "both are topped, or neither",
                )
            }
            _ => Ok(()),
        }
    }

    /// True if some enemy has as many cards as the play, and may hold a higher combo of its kind.
    fn may_go_out(&self, play: Combo) -> bool {
        let may = |seat: Seat, rank: Rank| {
            let Some(group) = Hand::of(rank, play.len() as u8) else { return false };
            let read = self.rules().read(group);
            let higher =
                read.is_some_and(|other| other.kind() == play.kind() && self.height(other) > self.height(play));
            higher && self.view.unseen().contains(group) && group.contains(self.view.known(seat))
        };
        let near = self.enemies().into_iter().filter(|seat| self.left(*seat) == play.len());
        near.into_iter().any(|seat| Rank::all().any(|rank| may(seat, rank)))
    }

    /// Checks that each enemy once passed on a lower combo of the play's kind. For the other play that must be false.
    fn passed_before(&self, part: Part) -> Checked {
        let (better, named) = (self.better.ok_or("a pass")?, cards(part)?);
        let mut stands: Option<(Seat, Combo)> = None;
        let mut passed: Vec<(Seat, Combo)> = Vec::new();
        for event in self.view.log() {
            match event {
                Event::Play(seat, Some(combo)) => stands = Some((*seat, *combo)),
                Event::Play(seat, None) => passed
                    .extend(stands.filter(|(owner, _)| owner.side() != seat.side()).map(|(_, combo)| (*seat, combo))),
                _ => {}
            }
        }
        let below = |combo: Combo, play: Combo| {
            combo.kind() == play.kind() && combo.run() == play.run() && self.height(combo) < self.height(play)
        };
        let all_passed = |play: Combo| {
            self.enemies().iter().all(|enemy| passed.iter().any(|(seat, combo)| seat == enemy && below(*combo, play)))
        };
        let is_alike = |other: Combo| (other.kind(), other.run()) == (better.kind(), better.run());
        claim(self.other.is_none_or(is_alike), "a pass tells nothing of another kind")?;
        claim(all_passed(better) && !self.other.is_some_and(all_passed), "not on one alone")?;
        claim(passed.iter().any(|(_, combo)| combo.cards() == named && below(*combo, better)), "not on that combo")
    }

    /// Returns the share of some random deals in which no enemy has an answer of any kind.
    pub(crate) fn held(&self, combo: Combo, deals: u32, rng: &mut Rng) -> f64 {
        let others = [self.me.next(), self.me.previous()];
        let known = others.map(|seat| self.view.known(seat));
        let placed = known[0].plus(known[1]).expect("one deck");
        let hidden = self.view.unseen().minus(placed).expect("known cards are unseen");
        let mut held = 0;
        for _ in 0..deals {
            let drawn = rng.draw(hidden, self.left(others[0]) - known[0].len());
            // If cards were discarded unseen, the rest is more than the other seat holds.
            let rest = hidden.minus(drawn).expect("a part");
            let rest = rng.draw(rest, self.left(others[1]) - known[1].len());
            let hands = [drawn, rest].into_iter().zip(known).map(|(hand, known)| hand.plus(known).expect("one deck"));
            let beaten = others.into_iter().zip(hands).any(|(seat, hand)| {
                seat.side() != self.me.side() && !self.rules().plays(hand, rules::Trick::Follow(combo)).is_empty()
            });
            held += u32::from(!beaten);
        }
        f64::from(held) / f64::from(deals)
    }
}
