//! The claims about going out.

use rules::{Combo, Hand, Rng, Seat, Table, Trick};

use super::{Checked, Truth, claim};

/// The most cards of the seat with which a win is played out against every defence.
const PLAYED_OUT_MAX: u32 = 6;

/// The number of positions after which playing out is given up.
const POSITIONS_MAX: u32 = 200_000;

impl Truth<'_> {
    /// Checks that the play wins, except against bombs, whatever the enemies hold and do: small hands are played out.
    pub(crate) fn wins_but_for_bombs(&mut self, table: &Table, rng: &mut Rng) -> Checked {
        let made = self.better.ok_or("no play")?;
        let rest = self.rest(self.better);
        self.with_bombs = false;
        let lost = self.deals(table, rng).into_iter().find(|deal| {
            let mut budget = POSITIONS_MAX;
            rest.len() <= PLAYED_OUT_MAX && !self.holds_out(rest, *deal, Some((0, made)), &mut budget)
        });
        self.with_bombs = true;
        lost.map_or(Ok(()), |deal| Err(format!("an enemy with {} and {} stops it", deal[0], deal[1])))
    }

    /// Checks that the play wins whatever the enemies hold and do: in the deal of the table, and in others.
    pub(super) fn wins(&self, made: Option<Combo>, table: &Table, rng: &mut Rng) -> Checked {
        let made = made.ok_or("no play")?;
        let rest = self.rest(Some(made));
        let sure = |combo: Combo| self.is_sure(combo);
        // Nothing beats the play or those after it, except perhaps one: there is no defence to try.
        if self.is_sure(made) && (0..=4).any(|plays| self.lies_down(rest, plays, 1, &sure)) {
            return claim(!self.is_answered(made, true, table, rng), "the play is beaten");
        }
        if rest.len() > PLAYED_OUT_MAX {
            return Ok(());
        }
        for deal in self.deals(table, rng) {
            let mut budget = POSITIONS_MAX;
            let won = self.holds_out(rest, deal, Some((0, made)), &mut budget);
            claim(won, format!("an enemy with {} and {} stops it", deal[0], deal[1]))?;
        }
        Ok(())
    }

    /// Returns the hands of the two other seats, the next to play first: those of the table and of two random deals.
    fn deals(&self, table: &Table, rng: &mut Rng) -> Vec<[Hand; 2]> {
        let landlord = table.board().landlord().expect("there is a landlord");
        let others = [self.me.next(), self.me.previous()];
        let own = others.map(|seat| table.hand(seat.chair(landlord)));
        let known = others.map(|seat| self.view.known(seat));
        let hidden = own[0].plus(own[1]).expect("one deck");
        let free = hidden.minus(known[0]).and_then(|cards| cards.minus(known[1])).expect("known cards are hidden");
        let mut deals = vec![own];
        for _ in 0..2 {
            let drawn = rng.draw(free, own[0].len() - known[0].len());
            let first = drawn.plus(known[0]).expect("one deck");
            deals.push([first, hidden.minus(first).expect("a part")]);
        }
        deals
    }

    /// True if the seat, with `hand` left, goes out against every defence. `standing` is the combo to beat and the number of seats, of two,
    /// that have let it pass; the seat leads if it is `None`. A partner always passes.
    fn holds_out(&self, hand: Hand, others: [Hand; 2], standing: Option<(usize, Combo)>, budget: &mut u32) -> bool {
        if hand.is_empty() || *budget == 0 {
            return true;
        }
        *budget -= 1;
        let Some((at, combo)) = standing.filter(|(at, _)| *at < 2) else {
            let plays = self.rules().plays(hand, Trick::Lead);
            return plays.into_iter().any(|play| {
                let rest = hand.minus(play.cards()).expect("a part");
                self.holds_out(rest, others, Some((0, play)), budget)
            });
        };
        let seats: [Seat; 2] = [self.me.next(), self.me.previous()];
        let passes = self.holds_out(hand, others, Some((at + 1, combo)), budget);
        let is_enemy = seats[at].side() != self.me.side();
        passes && (!is_enemy || self.answers(hand, others, at, combo, budget))
    }

    /// True if this seat goes out after every answer of the seat at `at`.
    fn answers(&self, hand: Hand, others: [Hand; 2], at: usize, combo: Combo, budget: &mut u32) -> bool {
        let answers = self.rules().plays(others[at], Trick::Follow(combo));
        answers.into_iter().filter(|answer| self.may_play(*answer)).all(|answer| {
            let mut after = others;
            after[at] = others[at].minus(answer.cards()).expect("a part");
            // This seat answers in turn, at once or after the third seat, which may beat the answer first.
            !after[at].is_empty() && self.beats_back(hand, after, at, answer, budget)
        })
    }

    fn may_play(&self, answer: Combo) -> bool {
        self.with_bombs || !answer.is_bomb()
    }

    fn beats_back(&self, hand: Hand, others: [Hand; 2], at: usize, answer: Combo, budget: &mut u32) -> bool {
        let back = |standing: Combo, others: [Hand; 2], budget: &mut u32| {
            self.rules().plays(hand, Trick::Follow(standing)).into_iter().any(|play| {
                let rest = hand.minus(play.cards()).expect("a part");
                self.holds_out(rest, others, Some((0, play)), budget)
            })
        };
        let seats: [Seat; 2] = [self.me.next(), self.me.previous()];
        let goes_on = at == 0 && seats[1].side() != self.me.side();
        let over = if goes_on { self.rules().plays(others[1], Trick::Follow(answer)) } else { Vec::new() };
        back(answer, others, budget)
            && over.into_iter().filter(|second| self.may_play(*second)).all(|second| {
                let mut after = others;
                after[1] = others[1].minus(second.cards()).expect("a part");
                !after[1].is_empty() && back(second, after, budget)
            })
    }
}
