//! Slow checks of the claims of facts: they count cards, list plays and try deals.

mod differences;

use std::collections::HashMap;

use engine::explain::{CONCEPTS, Fact, Part, Who};
use rules::{Combo, Hand, Kind, Rank, Ranks, Rng, Ruleset, Seat, Table, Trick, View};

use crate::split::min_turns;

pub(crate) struct FactChecker<'a> {
    view: &'a View,
    me: Seat,
    better: Option<Combo>,
    other: Option<Combo>,
    turns: HashMap<Hand, u8>,
    /// False if the defence may not use bombs.
    with_bombs: bool,
}

/// The most cards left after a play with which its win is played out.
const PLAYED_OUT_CARDS_MAX: u32 = 6;

/// The number of positions after which playing out is given up.
const POSITIONS_MAX: u32 = 200_000;

type Verdict = Result<(), String>;

fn check(holds: bool, what: impl Into<String>) -> Verdict {
    if holds { Ok(()) } else { Err(what.into()) }
}

impl<'a> FactChecker<'a> {
    /// Makes a checker of claims: a claim is a merit of `better` or a fault of `other`.
    pub(crate) fn new(view: &'a View, better: Option<Combo>, other: Option<Combo>) -> FactChecker<'a> {
        let me = view.seat().expect("there is a landlord");
        FactChecker { view, me, better, other, turns: HashMap::new(), with_bombs: true }
    }

    fn rules(&self) -> &'a Ruleset {
        self.view.rules()
    }

    fn left(&self, seat: Seat) -> u32 {
        self.view.course().left(seat)
    }

    fn enemies(&self) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|seat| seat.side() != self.me.side()).collect()
    }

    fn rest(&self, play: Option<Combo>) -> Hand {
        let cards = play.map_or(Hand::EMPTY, Combo::cards);
        self.view.hand().minus(cards).expect("a play comes from the hand")
    }

    fn owner(&self) -> Option<Seat> {
        self.view.course().standing().map(|(owner, _)| owner)
    }

    fn faces_partner(&self) -> bool {
        self.owner().is_some_and(|owner| owner.side() == self.me.side())
    }

    fn faces_enemy(&self) -> bool {
        self.owner().is_some_and(|owner| owner.side() != self.me.side())
    }

    /// Counts the turns: of small hands by trying every play, of others by `count_turns`, which other tests check.
    fn turns(&mut self, hand: Hand) -> u32 {
        if hand.len() > 7 { self.count_turns(hand) } else { min_turns(hand, self.view.rules(), &mut self.turns).into() }
    }

    /// Returns the fewest turns with one natural card instead of the wild ones, or with the wild cards beside four of a rank.
    fn count_turns(&self, hand: Hand) -> u32 {
        let natural = hand.without(self.wilds());
        let count = |hand: Hand| u32::from(engine::hand::split::count_turns(hand, self.rules()));
        if natural == hand {
            return count(hand);
        }
        let longer = |rank: Rank| Hand::of(rank, 4).and_then(|four| four.plus(hand.only(self.wilds())));
        let is_longer = |rank: Rank| longer(rank).is_some_and(|bomb| self.rules().read(bomb).is_some());
        let four = Rank::all().any(|rank| natural.count(rank) == 4 && is_longer(rank)).then_some(natural);
        let below_jokers = Ranks::ALL.except(Ranks::JOKERS);
        below_jokers.filter_map(|rank| natural.plus(Hand::one(rank))).chain(four).map(count).min().expect("a rank")
    }

    fn wilds(&self) -> Ranks {
        self.rules().wilds().ranks()
    }

    /// True if at least `copies` unseen cards have this rank. Wild cards count only in a group with a natural card of the rank.
    fn has_unseen(&self, rank: Rank, copies: u8) -> bool {
        let (unseen, wilds) = (self.view.unseen(), self.wilds());
        let wild = wilds.map(|rank| unseen.count(rank)).sum::<u8>();
        let is_soft = copies > 1 && !wilds.or(Ranks::JOKERS).has(rank) && unseen.count(rank) > 0;
        unseen.count(rank) >= copies || (is_soft && unseen.count(rank) + wild >= copies)
    }

    /// Lists the keys of the higher combos of the kind that some enemy can hold.
    fn keys_above(&self, play: Combo) -> Vec<Rank> {
        let able = self.enemies().into_iter().filter(|&seat| self.left(seat) >= play.len());
        let answers = able.flat_map(|seat| self.rules().plays(self.view.possible_cards(seat), Trick::Follow(play)));
        let mut ranks: Vec<Rank> =
            answers.filter(|answer| answer.kind() == play.kind()).map(|answer| answer.key()).collect();
        ranks.sort_by_key(|rank| rank.index());
        ranks.dedup();
        ranks
    }

    /// True if by counts an enemy may hold a higher combo of the kind, or another answer.
    fn may_be_topped(&self, combo: Combo) -> bool {
        if combo.kind() == Kind::Rocket {
            return false;
        }
        let unseen = self.view.unseen();
        let most = self.enemies().into_iter().map(|seat| self.left(seat)).max().unwrap_or(0);
        let other = Rank::all().any(|rank| {
            let triple = self.rules().triples_on(combo).has(rank) && unseen.count(rank) >= 3 && most >= 3;
            triple || (rank == Rank::TWO && unseen.count(rank) > 0 && self.rules().pass_card_beats(combo))
        });
        if other || most < combo.len() || self.rules().may_not_answer(combo.kind()) {
            return other;
        }
        let copies = combo.kind().shape().body;
        let ranks: Vec<Rank> = Rank::all().collect();
        let fits = |top: usize| {
            let run = usize::from(combo.run());
            let body = (top + 1).checked_sub(run).map(|low| &ranks[low..=top]);
            body.is_some_and(|body| {
                let in_run = run == 1 || body.iter().all(|rank| rank.is_run_rank());
                let lacks = body.iter().map(|&rank| copies.saturating_sub(unseen.count(rank))).sum::<u8>();
                let wild = self.wilds().map(|rank| unseen.count(rank)).sum::<u8>();
                in_run && if run == 1 { self.has_unseen(body[0], copies) } else { lacks <= wild }
            })
        };
        (0..ranks.len()).any(|top| self.rules().above(combo).has(ranks[top]) && fits(top))
    }

    fn may_be_bombed(&self, combo: Combo) -> bool {
        let unseen = self.view.unseen();
        let has = |cards: u32| self.enemies().into_iter().any(|seat| self.left(seat) >= cards);
        let has_wilds = !self.wilds().is_empty();
        let bombs = |rank: Rank| has_wilds || self.rules().bombs_on(combo).has(rank);
        let four = Rank::all().any(|rank| self.has_unseen(rank, 4) && bombs(rank));
        let rocket = unseen.count(Rank::SMALL_JOKER) + unseen.count(Rank::BIG_JOKER) == 2;
        combo.kind() != Kind::Rocket && ((four && has(4)) || (rocket && has(2)))
    }

    fn is_unbeatable(&self, combo: Combo) -> bool {
        !self.may_be_topped(combo) && !self.may_be_bombed(combo)
    }

    /// True if an enemy has an answer in the table's own deal or in one of three random ones. Bombs count if `with_bombs` is set.
    fn is_answered(&self, combo: Combo, with_bombs: bool, table: &Table, rng: &mut Rng) -> bool {
        let others = [self.me.next(), self.me.previous()];
        let answers = |hand: Hand| {
            let plays = self.rules().plays(hand, Trick::Follow(combo));
            plays.into_iter().any(|answer| with_bombs || !answer.is_bomb())
        };
        let of_enemy = |deal: &[Hand; 2]| {
            deal.iter().zip(others).any(|(&hand, seat)| seat.side() != self.me.side() && answers(hand))
        };
        self.deals(3, table, rng).iter().any(of_enemy)
    }

    /// True if the hand can be played in the given number of plays, of which at most `beatable` are not good.
    fn can_play_out(&self, hand: Hand, plays: u32, beatable: u32, is_good: &dyn Fn(Combo) -> bool) -> bool {
        let Some(lowest) = hand.lowest() else { return plays == 0 };
        let all = self.rules().plays(hand, Trick::Lead);
        plays > 0
            && all.into_iter().filter(|play| play.cards().count(lowest) > 0).any(|play| {
                let bad = u32::from(!is_good(play));
                let rest = hand.minus(play.cards()).expect("a part");
                bad <= beatable && self.can_play_out(rest, plays - 1, beatable - bad, is_good)
            })
    }

    fn longest_straight(hand: Hand) -> Option<usize> {
        let ranks: Vec<bool> = Rank::all().filter(|rank| rank.is_run_rank()).map(|rank| hand.count(rank) > 0).collect();
        let runs = ranks.split(|held| !held).map(<[bool]>::len);
        runs.max().filter(|&run| run >= 5)
    }

    fn count_big(cards: Hand) -> u32 {
        [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| u32::from(cards.count(rank))).sum()
    }

    fn height(&self, combo: Combo) -> usize {
        self.rules().height(combo)
    }

    fn leads(&self) -> Vec<(Seat, Combo)> {
        self.view.plays().filter(|row| row.is_lead()).filter_map(|row| Some((row.seat, row.play?))).collect()
    }

    fn last_lead(&self, seat: Seat) -> Option<Combo> {
        self.leads().into_iter().rev().find(|(who, _)| *who == seat).map(|(_, combo)| combo)
    }

    fn kind_of_last_enemy_lead(&self) -> Option<Kind> {
        self.leads().into_iter().rev().find(|(seat, _)| seat.side() != self.me.side()).map(|(_, combo)| combo.kind())
    }

    pub(crate) fn check(&mut self, fact: &Fact, table: &Table, rng: &mut Rng) -> Verdict {
        let mut parts = fact.parts();
        let parts = [(); 3].map(|()| parts.next().unwrap_or(Part::None));
        self.check_names(&parts)?;
        let concept = CONCEPTS.iter().find(|concept| [Some(concept.name), concept.fault].contains(&Some(fact.code())));
        let concept = concept.ok_or("no such concept")?;
        let is_fault = concept.fault == Some(fact.code());
        if is_fault {
            std::mem::swap(&mut self.better, &mut self.other);
        }
        let checked = self.check_difference(concept.name, parts, table, rng);
        // The claim must be false with the plays swapped: no difference holds both ways.
        std::mem::swap(&mut self.better, &mut self.other);
        let is_shared = self.check_difference(concept.name, parts, table, rng).is_ok();
        if !is_fault {
            std::mem::swap(&mut self.better, &mut self.other);
        }
        checked?;
        // Random deals prove no number and no win.
        let is_sampled = ["likely-holds", "holds-more", "wins-for-sure"].contains(&concept.name);
        check(!is_shared || is_sampled, "it is true of both")
    }

    fn check_names(&self, parts: &[Part]) -> Verdict {
        for part in parts {
            let Part::Who(who) = part else { continue };
            let fits = match who {
                Who::Landlord => self.me != Seat::Landlord,
                Who::Peasant | Who::Peasants => self.me == Seat::Landlord,
                Who::Partner => self.me != Seat::Landlord,
            };
            check(fits, format!("{who:?} is not so to {}", self.me))?;
        }
        Ok(())
    }
}

impl FactChecker<'_> {
    /// Checks in some deals that the play wins against every defence without bombs, unless it leaves many cards.
    pub(crate) fn wins_but_for_bombs(&mut self, table: &Table, rng: &mut Rng) -> Verdict {
        let made = self.better.ok_or("no play")?;
        let rest = self.rest(self.better);
        self.with_bombs = false;
        let lost = self.deals(2, table, rng).into_iter().find(|deal| {
            let mut budget = POSITIONS_MAX;
            rest.len() <= PLAYED_OUT_CARDS_MAX && !self.goes_out(rest, *deal, Some((0, made)), &mut budget)
        });
        self.with_bombs = true;
        lost.map_or(Ok(()), |deal| Err(format!("an enemy with {} and {} stops it", deal[0], deal[1])))
    }

    /// Checks in some deals that the play wins against every defence, unless it leaves many cards.
    fn wins(&self, made: Option<Combo>, table: &Table, rng: &mut Rng) -> Verdict {
        let made = made.ok_or("no play")?;
        let rest = self.rest(Some(made));
        let sure = |combo: Combo| self.is_unbeatable(combo);
        // Nothing beats the play or those after it, except perhaps one: there is no defence to try.
        if self.is_unbeatable(made) && (0..=4).any(|plays| self.can_play_out(rest, plays, 1, &sure)) {
            return check(!self.is_answered(made, true, table, rng), "the play is beaten");
        }
        if rest.len() > PLAYED_OUT_CARDS_MAX {
            return Ok(());
        }
        for deal in self.deals(2, table, rng) {
            let mut budget = POSITIONS_MAX;
            let won = self.goes_out(rest, deal, Some((0, made)), &mut budget);
            check(won, format!("an enemy with {} and {} stops it", deal[0], deal[1]))?;
        }
        Ok(())
    }

    /// Returns the hands of the two other seats, the next to play first: those of the table and of some random deals.
    fn deals(&self, random: u32, table: &Table, rng: &mut Rng) -> Vec<[Hand; 2]> {
        let landlord = table.board().landlord().expect("there is a landlord");
        let others = [self.me.next(), self.me.previous()];
        let own = others.map(|seat| table.hand(seat.chair(landlord)));
        let known = others.map(|seat| self.view.known_cards(seat));
        let hidden = own[0].plus(own[1]).expect("one deck");
        let free = hidden.minus(known[0]).and_then(|cards| cards.minus(known[1])).expect("known cards are hidden");
        let mut deals = vec![own];
        for _ in 0..random {
            let drawn = rng.draw(free, own[0].len() - known[0].len());
            let first = drawn.plus(known[0]).expect("one deck");
            deals.push([first, hidden.minus(first).expect("a part")]);
        }
        deals
    }

    /// True if the seat, with `hand` left, goes out against every defence, or if the budget runs out. `standing` is the combo to beat and the
    /// number of seats, of two, that have let it pass; the seat leads if it is `None`. A partner always passes.
    fn goes_out(&self, hand: Hand, others: [Hand; 2], standing: Option<(usize, Combo)>, budget: &mut u32) -> bool {
        if hand.is_empty() || *budget == 0 {
            return true;
        }
        *budget -= 1;
        let Some((at, combo)) = standing.filter(|(at, _)| *at < 2) else {
            let plays = self.rules().plays(hand, Trick::Lead);
            return plays.into_iter().any(|play| {
                let rest = hand.minus(play.cards()).expect("a part");
                self.goes_out(rest, others, Some((0, play)), budget)
            });
        };
        let seats: [Seat; 2] = [self.me.next(), self.me.previous()];
        let passes = self.goes_out(hand, others, Some((at + 1, combo)), budget);
        let is_enemy = seats[at].side() != self.me.side();
        passes && (!is_enemy || self.goes_out_after_answers(hand, others, at, combo, budget))
    }

    /// True if this seat goes out after every answer of the seat at `at`.
    fn goes_out_after_answers(&self, hand: Hand, others: [Hand; 2], at: usize, combo: Combo, budget: &mut u32) -> bool {
        let answers = self.rules().plays(others[at], Trick::Follow(combo));
        answers.into_iter().filter(|answer| self.may_play(*answer)).all(|answer| {
            let mut after = others;
            after[at] = others[at].minus(answer.cards()).expect("a part");
            // The seat must beat the answer at once, and also a combo that the third seat lays on it.
            !after[at].is_empty() && self.beats_answer(hand, after, at, answer, budget)
        })
    }

    fn may_play(&self, answer: Combo) -> bool {
        self.with_bombs || !answer.is_bomb()
    }

    fn beats_answer(&self, hand: Hand, others: [Hand; 2], at: usize, answer: Combo, budget: &mut u32) -> bool {
        let back = |standing: Combo, others: [Hand; 2], budget: &mut u32| {
            self.rules().plays(hand, Trick::Follow(standing)).into_iter().any(|play| {
                let rest = hand.minus(play.cards()).expect("a part");
                self.goes_out(rest, others, Some((0, play)), budget)
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
