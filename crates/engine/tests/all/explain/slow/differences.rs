//! The claims of concepts, which hold for one play and not for the other.

use engine::explain::Part;
use rules::{Combo, Hand, Kind, Rank, Ranks, Rng, Seat, Table};

use super::{FactChecker, Verdict, check};

/// The number of deals of a check, with which a share is seldom wrong by 0.16.
const DEALS: u32 = 300;

fn check_share(held: f64, part: Part) -> Verdict {
    let Part::Number(percent) = part else { return Err("no number".into()) };
    check((held - f64::from(percent) / 100.0).abs() < 0.16, format!("held in {held} of the deals tried"))
}

fn cards(part: Part) -> Result<Hand, String> {
    if let Part::Cards(cards) = part { Ok(cards) } else { Err(format!("{part:?} is no cards")) }
}

impl FactChecker<'_> {
    pub(super) fn check_difference(&mut self, name: &str, parts: [Part; 3], table: &Table, rng: &mut Rng) -> Verdict {
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
            "goes-out" => check(mine.is_empty() && !its.is_empty(), "cards are left, or of neither"),
            "wins-for-sure" => {
                let Part::Number(plays) = first else { return Err("no number".into()) };
                check(self.can_play_out(mine, plays - 1, plays, &|_| true), "another number of turns")?;
                self.wins(better, table, rng)
            }
            "leaves-one-combo" => {
                let is_one = |rest: Hand| self.rules().read(rest).is_some();
                check(
                    is_one(mine) && !is_one(its) && !its.is_empty() && first == Part::Cards(mine),
                    "not one against more",
                )
            }
            "leaves-winners" => {
                let Part::Combos(combos) = first else { return Err("no combos".into()) };
                let all =
                    combos.iter().try_fold(Hand::EMPTY, |all, combo| all.plus(combo.cards())).ok_or("too many")?;
                check(combos.iter().all(|combo| !self.may_be_topped(combo)), "one may be topped")?;
                let last = mine.minus(all).ok_or("they do not stay")?;
                check(last.is_empty() || self.rules().read(last).is_some(), "more than one other")?;
                check(better.is_some() && turns < more, "as few turns are left after the other")
            }
            "partner-nearly-out" | "partner-holds-trick" => {
                check(self.faces_partner() && better.is_none() && other.is_some(), "not left to the partner")?;
                match name {
                    "partner-holds-trick" => self.check_standing(first),
                    _ => self.check_cards_left(self.me.partner(), first, 3),
                }
            }
            "raises-partner" => {
                self.check_standing(first)?;
                let is_next = self.me.next() == Seat::Landlord && self.view.course().passes() == 0;
                check(self.faces_partner() && is_next && better.is_some() && other.is_none(), "not before the landlord")
            }
            "feeds-partner" => {
                let partner = self.me.partner().ok_or("no partner")?;
                self.check_cards_left(Some(partner), first, 2)?;
                let feeds = |play: Option<Combo>| {
                    play.is_some_and(|play| play.len() == self.left(partner) && play.run() == 1 && !play.is_bomb())
                };
                check(self.me.next() == partner && feeds(better) && !feeds(other), "both or neither")
            }
            "partners-kind" => {
                let led = self.last_lead(self.me.partner().ok_or("no partner")?).ok_or("no lead")?.kind();
                check(first == Part::Kind(led) && kinds[0] == Some(led) && kinds[1] != Some(led), "not one alone")
            }
            "not-the-enemys-kind" => {
                let led = self.kind_of_last_enemy_lead().ok_or("no lead")?;
                check(first == Part::Kind(led) && kinds[1] == Some(led) && kinds[0] != Some(led), "not one alone")
            }
            "no-way-out" => {
                let (other, left) = (other.ok_or("a pass")?, second);
                check(third == Part::Kind(other.kind()) && kinds[0] != kinds[1], "the same kind")?;
                check(left == Part::Number(other.len()) && self.may_go_out(other), "no enemy goes out")
            }
            "highest-to-one" => {
                let (better, other) = better.zip(other).ok_or("a pass")?;
                let order = self.rules().order();
                let is_highest = hand.ranks().all(|rank| !order.is_above(rank, better.key()));
                let has_one = self.enemies().into_iter().any(|seat| self.left(seat) == 1);
                check(has_one && is_highest && order.is_above(better.key(), other.key()), "not the highest")
            }
            "stops-enemy" | "last-to-answer" => {
                let may_answer = self.me == Seat::Down && self.view.course().passes() == 0;
                check(self.faces_enemy() && !may_answer && better.is_some() && other.is_none(), "another may answer")?;
                match name {
                    "stops-enemy" => self.check_cards_left(self.owner(), second, 5),
                    _ => self.check_standing(second),
                }
            }
            "passed-before" => self.check_passed_before(second),
            "cannot-be-beaten" | "top-of-its-kind" => {
                let (better, with_bombs) = (better.ok_or("a pass")?, name == "cannot-be-beaten");
                let may_be = self.may_be_topped(better) || (with_bombs && self.may_be_bombed(better));
                check(!may_be && !self.is_answered(better, with_bombs, table, rng), "an enemy may beat it")?;
                check(other.is_none_or(|other| self.may_be_topped(other)), "the other cannot be topped either")
            }
            // One position of eight is enough for checks that take so long.
            "likely-holds" | "holds-more" if rng.below(8) != 0 => Ok(()),
            "likely-holds" => check_share(self.share_held(better.ok_or("a pass")?, DEALS, rng), first),
            "holds-more" => {
                check_share(self.share_held(better.ok_or("a pass")?, DEALS, rng), first)?;
                check_share(self.share_held(other.ok_or("a pass")?, DEALS, rng), third)
            }
            "few-above" => {
                let Part::Combos(named) = first else { return Err("no combos".into()) };
                let named: Vec<Rank> = named.iter().map(|combo| combo.key()).collect();
                check(self.keys_above(better.ok_or("a pass")?) == named, "others top it")?;
                check(other.is_none_or(|other| self.keys_above(other).len() > named.len()), "no more top the other one")
            }
            "keeps-rocket" => {
                let jokers = |hand: Hand| hand.count(Rank::SMALL_JOKER) + hand.count(Rank::BIG_JOKER);
                check(jokers(hand) == 2 && jokers(its) == 1 && jokers(mine) == 2, "not split by one alone")
            }
            "keeps-bomb" | "keeps-triple" | "keeps-pair" => {
                let group = cards(first)?;
                let rank = group.lowest().ok_or("no card")?;
                let copies = [("keeps-pair", 2), ("keeps-triple", 3), ("keeps-bomb", 4)];
                let fits = copies.contains(&(name, group.len())) && hand.only(Ranks::one(rank)) == group;
                let is_split = |rest: Hand| rest.count(rank) > 0 && rest.count(rank) < hand.count(rank);
                let goes = |rest: Hand| is_split(rest) || kinds == [Some(Kind::Straight); 2] && rest.count(rank) == 1;
                check(fits && !is_split(mine) && goes(its), "not split by one alone")
            }
            "keeps-straight" => {
                let lost = Self::longest_straight(its).is_none() && kinds[1] != Some(Kind::Straight) && more >= now;
                let stays = Self::longest_straight(mine).is_some() || kinds[0] == Some(Kind::Straight);
                check(Self::longest_straight(hand).is_some() && lost && stays, "not split by one alone")
            }
            "keeps-wild" => {
                let wild = |play: Option<Combo>| play.map_or(Hand::EMPTY, |play| play.cards().only(self.wilds()));
                let is_one = wild(better).is_empty() && first == Part::Cards(wild(other));
                check(is_one && !mine.without(self.wilds()).is_empty(), "not the wild cards of one alone")
            }
            "keeps-big" => {
                let kept = cards(first)?;
                let spends = |play: Option<Combo>| play.map_or(0, |play| Self::count_big(play.cards()));
                check(
                    Self::count_big(kept) == kept.len() && spends(other) == kept.len() && spends(better) == 0,
                    "not one alone",
                )
            }
            "saves-bomb" => {
                let bomb = other.filter(|other| other.is_bomb()).ok_or("no bomb")?;
                check(first == Part::Cards(bomb.cards()) && mine.contains(bomb.cards()), "it goes")?;
                check(second == Part::Number(more) && more >= 2, "few turns")
            }
            "cheap-answer" => {
                let better = better.filter(|_| self.faces_enemy() && other.is_none()).ok_or("no answer to an enemy")?;
                let is_whole = better.cards().ranks().all(|rank| mine.count(rank) == 0);
                check(is_whole && Self::count_big(better.cards()) == 0 && turns < now && !better.is_bomb(), "it costs")
            }
            "fewer-turns" => {
                let named = first == Part::Number(turns) && third == Part::Number(more);
                check(named && turns < more && is_named(other, second), "not fewer, or another number")
            }
            "answer-gains-nothing" => {
                check(is_named(other, first) && second == Part::Number(more), "other numbers")?;
                check(better.is_none() && more >= now, "it gains a turn")
            }
            "keeps-return" => {
                let top = cards(first)?;
                let combo = self.rules().read(top).ok_or("no combo")?;
                let is_above = self.rules().above(better.ok_or("a pass")?).has(combo.key());
                check(is_above && !self.may_be_topped(combo), "it does not win the lead back")?;
                check(mine.contains(top) && !its.contains(top), "both keep it, or neither")
            }
            "lays-down" => {
                let (better, other) = better.zip(other).ok_or("a pass")?;
                let numbers = [first, third] == [better, other].map(|play| Part::Number(play.len()));
                let more = if better.kind() == other.kind() { 1 } else { 2 };
                check(numbers && better.len() >= other.len() + more && self.owner().is_none(), "not many beside few")
            }
            "keeps-long" => {
                let (better, other) = better.zip(other).ok_or("a pass")?;
                check(first == Part::Cards(other.cards()) && mine.contains(other.cards()), "it goes too")?;
                check(other.len() >= 4 && better.len() < other.len() && self.owner().is_none(), "not long beside short")
            }
            "leaves-to-partner" | "spares-partner" => {
                self.check_standing(first)?;
                let may_answer = self.me == Seat::Down && self.view.course().passes() == 0;
                let [passes, plays] = if name == "spares-partner" { [other, better] } else { [better, other] };
                check(
                    self.faces_enemy() && may_answer && passes.is_none() && plays.is_some(),
                    "the partner does not play next",
                )
            }
            "not-topped-by" => {
                let Part::Combos(named) = first else { return Err("no combos".into()) };
                let [tops, its] = [better, other].map(|play| play.map_or(Vec::new(), |play| self.keys_above(play)));
                let is_one = |key: Rank| its.contains(&key) && !tops.contains(&key);
                check(
                    kinds[0] == kinds[1] && named.iter().all(|combo| is_one(combo.key())),
                    "both are topped, or neither",
                )
            }
            "loose-single" => {
                let card = cards(first)?;
                let rank = card.lowest().ok_or("no card")?;
                check(is_named(better, first) && hand.count(rank) == 1 && turns < now, "not loose")?;
                check(its.contains(card), "the other takes it too")
            }
            "smallest-first" => {
                let small = cards(first)?.lowest().ok_or("no card")?;
                let none_lower = hand.ranks().all(|rank| !self.rules().order().is_above(small, rank));
                check(none_lower && mine.count(small) == 0 && its.count(small) == hand.count(small), "not the smallest")
            }
            "saves-higher" => {
                let (spared, dear) = (cards(first)?, other.ok_or("a pass")?);
                check(dear.body().contains(spared) && mine.contains(spared) && is_named(better, second), "it goes")?;
                let order = self.rules().order();
                let lower = |rank: Rank| spared.ranks().all(|top| order.is_above(top, rank));
                check(better.is_none_or(|better| better.body().ranks().all(lower)), "not higher")
            }
            "leads-high" => {
                let (better, other) = better.zip(other).ok_or("a pass")?;
                let is_higher = self.rules().order().is_above(better.key(), other.key());
                check(is_higher && better.len().max(other.len()) <= 2, "not higher, or long")?;
                check(self.me.next() == Seat::Landlord && self.owner().is_none(), "no lead before the landlord")
            }
            "low-rides" => {
                let (better, other) = better.zip(other).ok_or("a pass")?;
                let (low, high) = (cards(first)?, cards(second)?);
                check(better.body() == other.body() && mine.contains(high), "another body, or it goes")?;
                check(better.wings().contains(low) && other.wings().contains(high), "they do not ride")?;
                let order = self.rules().order();
                check(low.ranks().all(|low| high.ranks().all(|high| order.is_above(high, low))), "not lower")
            }
            _ => Err(format!("{name} is not checked")),
        }
    }

    fn check_cards_left(&self, seat: Option<Seat>, part: Part, most: u32) -> Verdict {
        let left = self.left(seat.ok_or("no seat")?);
        check(part == Part::Number(left) && left <= most, "another number of cards, or not near")
    }

    fn check_standing(&self, part: Part) -> Verdict {
        let standing = self.view.course().standing().map(|(_, combo)| Part::Cards(combo.cards()));
        check(standing == Some(part), "this does not stand")
    }

    /// True if some enemy has as many cards as the play, and may hold a higher combo of its kind, of equal cards.
    fn may_go_out(&self, play: Combo) -> bool {
        let may = |seat: Seat, rank: Rank| {
            let Some(group) = Hand::of(rank, play.len() as u8) else { return false };
            let read = self.rules().read(group);
            let higher =
                read.is_some_and(|other| other.kind() == play.kind() && self.height(other) > self.height(play));
            higher && self.view.unseen().contains(group) && group.contains(self.view.known_cards(seat))
        };
        let near = self.enemies().into_iter().filter(|seat| self.left(*seat) == play.len());
        near.into_iter().any(|seat| Rank::all().any(|rank| may(seat, rank)))
    }

    /// Checks that each enemy once passed on a lower combo of the play's kind. For the other play that must be false.
    fn check_passed_before(&self, part: Part) -> Verdict {
        let (better, named) = (self.better.ok_or("a pass")?, cards(part)?);
        let is_enemys = |owner: Seat, seat: Seat| owner.side() != seat.side();
        let passes = self.view.plays().filter(|row| row.play.is_none());
        let passed: Vec<(Seat, Combo)> = passes
            .filter_map(|row| Some((row.seat, row.standing.filter(|(owner, _)| is_enemys(*owner, row.seat))?.1)))
            .collect();
        let below = |combo: Combo, play: Combo| {
            combo.kind() == play.kind() && combo.run() == play.run() && self.height(combo) < self.height(play)
        };
        let all_passed = |play: Combo| {
            self.enemies().iter().all(|enemy| passed.iter().any(|(seat, combo)| seat == enemy && below(*combo, play)))
        };
        let is_alike = |other: Combo| (other.kind(), other.run()) == (better.kind(), better.run());
        check(self.other.is_none_or(is_alike), "a pass tells nothing of another kind")?;
        check(all_passed(better) && !self.other.is_some_and(all_passed), "not on one alone")?;
        check(passed.iter().any(|(_, combo)| combo.cards() == named && below(*combo, better)), "not on that combo")
    }

    /// Returns the share of some random deals in which no enemy has an answer of any kind.
    pub(crate) fn share_held(&self, combo: Combo, deals: u32, rng: &mut Rng) -> f64 {
        let others = [self.me.next(), self.me.previous()];
        let known = others.map(|seat| self.view.known_cards(seat));
        let placed = known[0].plus(known[1]).expect("one deck");
        let hidden = self.view.unseen().minus(placed).expect("known cards are unseen");
        let mut held = 0;
        for _ in 0..deals {
            let drawn = rng.draw(hidden, self.left(others[0]) - known[0].len());
            // If cards were played unseen, the rest is more than the other seat holds.
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
