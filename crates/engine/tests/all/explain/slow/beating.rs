//! The claims about combos that beat each other, and the odds of it.

use engine::explain::Part;
use rules::{Combo, Rank, Rng, Table, Trick};

use super::{Checked, Truth, claim};

/// The deals of a check. A share of this number of deals is off by .16 or more once in ten million.
const DEALS: u32 = 300;

/// A number of deals in 100 beside the share of [`DEALS`].
fn near(held: f64, part: Option<&Part>) -> Checked {
    let Some(Part::Number(percent)) = part else { return Err("no number".into()) };
    claim((held - f64::from(*percent) / 100.0).abs() < 0.16, format!("held in {held} of the deals tried"))
}

impl Truth<'_> {
    pub(super) fn holds(&mut self, code: &str, parts: &[Part], table: &Table, rng: &mut Rng) -> Checked {
        if code == "gives-up-lead" {
            let rival = self.rival.flatten().ok_or("no rival")?;
            claim(!self.may_be_topped(rival), "the rival may be topped")?;
            return claim(self.made.is_none_or(|made| self.may_be_topped(made)), "the play cannot be topped");
        }
        let made = self.made.ok_or("a pass holds nothing")?;
        let most = self.enemies().into_iter().map(|seat| self.left(seat)).max().unwrap_or(0);
        match code {
            "too-long" => {
                let named = [Part::Number(made.len()), parts[1], Part::Number(most)];
                claim(parts == named && most < made.len() && self.is_sure(made), "an enemy has enough cards")
            }
            "cannot-be-beaten" => {
                claim(self.is_sure(made) && !self.is_answered(made, true, table, rng), "an enemy may beat it")
            }
            "top-of-its-kind" => {
                claim(!self.may_be_topped(made) && !self.is_answered(made, false, table, rng), "an enemy may top it")
            }
            "few-above" => {
                let above = Truth::combos(parts).ok_or("no combos")?;
                let expected = self.above(made);
                claim(above.ranks().collect::<Vec<_>>() == expected && !expected.is_empty(), "others top it")?;
                let copies = made.kind().shape().body;
                claim(above.ranks().all(|rank| above.count(rank) == copies), "as many as it takes")
            }
            // One position of eight is enough for a check that takes so long.
            _ if rng.below(8) != 0 => Ok(()),
            _ => near(self.held(made, DEALS, rng), parts.first()),
        }
    }

    /// The share of deals in which no enemy has an answer, of whatever kind, by trying some.
    pub(crate) fn held(&self, combo: Combo, deals: u32, rng: &mut Rng) -> f64 {
        let others = [self.me.next(), self.me.previous()];
        let known = others.map(|seat| self.view.known(seat));
        let placed = known[0].plus(known[1]).expect("one deck");
        let hidden = self.view.unseen().minus(placed).expect("known cards are unseen");
        let mut held = 0;
        for _ in 0..deals {
            let drawn = rng.draw(hidden, self.left(others[0]) - known[0].len());
            // Where cards went unseen, the rest is more than the other seat holds.
            let rest = hidden.minus(drawn).expect("a part");
            let rest = rng.draw(rest, self.left(others[1]) - known[1].len());
            let hands = [drawn, rest].into_iter().zip(known).map(|(hand, known)| hand.plus(known).expect("one deck"));
            let beaten = others.into_iter().zip(hands).any(|(seat, hand)| {
                seat.side() != self.me.side() && !self.rules().plays(hand, Trick::Follow(combo)).is_empty()
            });
            held += u32::from(!beaten);
        }
        f64::from(held) / f64::from(deals)
    }

    pub(super) fn beating(&mut self, code: &str, parts: &[Part]) -> Checked {
        let (plain, made) = (self.plain(), self.made);
        let height = |combo: Combo| self.rules().height(combo);
        let lower = |made: Combo| {
            plain.iter().copied().filter(move |other| {
                other.kind() == made.kind() && other.run() == made.run() && height(*other) < height(made)
            })
        };
        match code {
            "only-a-bomb-beats" => {
                claim(plain.is_empty() && made.is_some_and(Combo::is_bomb), "something else beats it")
            }
            "bombs-to-lead" => {
                let turns = self.turns(self.rest(made));
                claim(
                    made.is_some_and(Combo::is_bomb) && parts == [Part::Number(turns)] && (1..=2).contains(&turns),
                    "more turns",
                )
            }
            "only-bombs-would-beat" => {
                self.standing_part(parts.get(1))?;
                let held = self.plays.iter().any(|play| parts.first() == Some(&Part::Cards(play.cards())));
                claim(plain.is_empty() && held && made.is_none(), "something else beats it")
            }
            "only-big-would-beat" => {
                self.standing_part(parts.get(1))?;
                claim(made.is_none() && !plain.is_empty(), "nothing answers")?;
                claim(plain.iter().all(|answer| Truth::big(answer.cards()) > 0), "a small answer")
            }
            "lowest-whole-answer" => {
                let made = made.ok_or("a pass")?;
                let is_whole = |combo: Combo| u32::from(self.view.hand().count(combo.key())) == combo.len();
                claim(
                    is_whole(made) && lower(made).count() > 0 && lower(made).all(|other| !is_whole(other)),
                    "a lower whole answer",
                )
            }
            "lowest-answer" => {
                let made = made.ok_or("a pass")?;
                self.standing_part(parts.first())?;
                claim(lower(made).count() == 0 && !made.is_bomb(), "a lower answer")
            }
            "takes-trick" => {
                self.standing_part(parts.get(1))?;
                claim(made.is_some(), "a pass")
            }
            "harder-to-beat" => {
                let (made, rival) = made.zip(self.rival.flatten()).ok_or("no play or no rival")?;
                let above = |combo: Combo| {
                    let tops = |rank: &Rank| self.has_unseen(*rank, combo.kind().shape().body);
                    self.rules().above(combo).filter(tops).count()
                };
                claim(made.kind() == rival.kind() && above(made) < above(rival), "as many beat it")
            }
            "higher-than-needed" | "begins-high" => {
                let (made, rival) = made.zip(self.rival.flatten()).ok_or("no play or no rival")?;
                let bodies = [made, rival].map(|play| play.kind().shape().body);
                claim(made.kind() == rival.kind() || (code == "begins-high" && bodies == [3, 3]), "another kind")?;
                claim(self.rules().order().is_above(made.key(), rival.key()), "not higher")?;
                let [mine, its] = [made, rival].map(|play| self.rest(Some(play)));
                claim(self.turns(its) <= self.turns(mine), "the lower one costs a turn")
            }
            _ => Err(format!("{code} is not checked")),
        }
    }
}
