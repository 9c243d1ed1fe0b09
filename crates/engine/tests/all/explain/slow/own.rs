//! The claims about the own hand: what stays together, what goes, how many turns are left.

use engine::explain::Part;
use rules::{Combo, Hand, Kind, Rank, Ranks};

use super::{Checked, Truth, claim};

impl Truth<'_> {
    pub(super) fn own(&mut self, code: &str, parts: &[Part], hand: Hand, rest: Hand) -> Checked {
        let (made, rival) = (self.made, self.rival.flatten());
        let first = parts.first().copied().unwrap_or(Part::None);
        let rest_of_rival = self.rival.map(|rival| self.rest(rival));
        let now = self.turns(hand);
        let mine = self.turns(rest);
        let its = rest_of_rival.map(|rest| self.turns(rest));
        match code {
            "keeps-pair" | "keeps-triple" | "keeps-bomb" => {
                let rank = self.whole(first)?;
                let copies = hand.count(rank);
                let expected = match code {
                    "keeps-pair" => 2,
                    "keeps-triple" => 3,
                    _ => 4,
                };
                let goes = rest_of_rival.is_some_and(|rest| rest.count(rank) < copies);
                claim(copies == expected && goes && rest.count(rank) == copies, "not kept")?;
                let is_straight = |play: Option<Combo>| play.is_some_and(|play| play.kind() == Kind::Straight);
                let least = if is_straight(made) && is_straight(rival) { mine } else { now };
                claim(copies == 4 || (self.splits(rival, rank) && its >= Some(least)), "the rival does not split it")
            }
            "splits-pair" | "splits-triple" | "splits-bomb" => {
                let rank = self.whole(first)?;
                let expected = match code {
                    "splits-pair" => 2,
                    "splits-triple" => 3,
                    _ => 4,
                };
                claim(code == "splits-bomb" || mine >= now, "it saves a turn")?;
                claim(self.splits(made, rank) && hand.count(rank) == expected, "not split")
            }
            "keeps-wild" | "spends-wild" => {
                let wild = |play: Option<Combo>| play.map_or(Hand::EMPTY, |play| play.cards().only(self.wilds()));
                let (with, without) = if code == "keeps-wild" { (rival, made) } else { (made, rival) };
                claim(first == Part::Cards(wild(with)) && wild(without).is_empty(), "not the wild cards of one alone")?;
                let helps = !rest.without(self.wilds()).is_empty();
                claim(code == "spends-wild" || helps, "no other card stays")
            }
            "keeps-rocket" => {
                let has = |hand: Hand| hand.count(Rank::SMALL_JOKER) + hand.count(Rank::BIG_JOKER) == 2;
                claim(has(rest) && !rest_of_rival.is_some_and(has), "not kept")
            }
            "splits-rocket" => {
                let jokers = |hand: Hand| hand.count(Rank::SMALL_JOKER) + hand.count(Rank::BIG_JOKER);
                claim(jokers(hand) == 2 && jokers(rest) == 1, "not split")
            }
            "keeps-straight" => {
                let lost = rest_of_rival.is_some_and(|rest| Truth::straight(rest).is_none());
                claim(Truth::straight(rest).is_some() && lost && its >= Some(now), "not kept")
            }
            "splits-straight" => {
                let is_straight = made.is_some_and(|made| made.kind() == Kind::Straight);
                let was = Truth::straight(hand).is_some() && Truth::straight(rest).is_none();
                claim(was && !is_straight && mine >= now, "not split")
            }
            "keeps-big" => {
                let spent = rival.map_or(Hand::EMPTY, Combo::cards);
                let spends = made.map_or(0, |made| Truth::big(made.cards()));
                let Part::Cards(kept) = first else { return Err("no cards".into()) };
                let is_all = Truth::big(kept) == kept.len() && Truth::big(spent) == kept.len() + spends;
                claim(is_all && spent.contains(kept) && rest.contains(kept), "not kept")
            }
            "big-goes" => {
                let spends = rival.map_or(0, |rival| Truth::big(rival.cards()));
                let spent = made.is_some_and(|made| Truth::big(made.cards()) > 0);
                claim(spends == 0 && spent && parts[1] == Part::Number(mine), "not spent, or another number")
            }
            "spends-bomb" => {
                let bomb = made.filter(|made| made.is_bomb()).ok_or("no bomb")?;
                let named = parts == [Part::Cards(bomb.cards()), Part::Number(mine)];
                let turns = if self.owner().is_none() { 2 } else { 3 };
                claim(named && mine >= turns && !rival.is_some_and(Combo::is_bomb), "few turns, or two bombs")
            }
            "answer-gains-nothing" => claim(
                made.is_none() && its.is_some_and(|its| its >= now && parts[1] == Part::Number(its)),
                "it gains a turn",
            ),
            "passes-near-the-end" => {
                let its = its.filter(|its| *its < now && *its <= 3).ok_or("it costs, or much is left")?;
                claim(made.is_none() && self.is_enemys() && parts[1] == Part::Number(its), "no pass")
            }
            "passes-cheap-answer" => {
                let (rival, rest) = rival.zip(rest_of_rival).ok_or("no answer")?;
                claim(made.is_none() && self.is_enemys() && first == Part::Cards(rival.cards()), "no pass")?;
                let is_whole = rival.cards().ranks().all(|rank| rest.count(rank) == 0);
                claim(is_whole && Truth::big(rival.cards()) == 0 && its < Some(now), "it costs")
            }
            "fewer-turns" => {
                let named =
                    parts.first() == Some(&Part::Number(mine)) && its.map(Part::Number) == parts.last().copied();
                claim(named && Some(mine) < its, "not fewer")
            }
            "more-turns" => {
                claim(its.is_some_and(|its| mine > its && parts == [Part::Number(mine), Part::Number(its)]), "not more")
            }
            "worth-a-turn" => {
                claim(its == Some(mine - 1) && parts == [Part::Number(mine), Part::Number(mine - 1)], "not one more")
            }
            "turns-left" => claim(parts == [Part::Number(mine)], "another number"),
            "loose-single" => {
                let Part::Cards(card) = first else { return Err("no card".into()) };
                let rank = card.lowest().ok_or("no card")?;
                let single = made.ok_or("no play")?;
                claim(single.cards() == card && hand.count(rank) == 1 && mine < now, "not loose")?;
                claim(!rest.contains(card), "it stays")
            }
            "carries-loose" => {
                let made = made.ok_or("a pass")?;
                let whole = made.wings().ranks().all(|rank| hand.count(rank) == made.wings().count(rank));
                claim(whole && first == Part::Cards(made.wings()) && mine < now, "not loose")
            }
            "lays-down" => {
                claim(made.is_some_and(|made| parts == [Part::Number(made.len())] && made.len() >= 5), "few cards")
            }
            "smallest-first" => {
                let Part::Cards(card) = first else { return Err("no card".into()) };
                let small = card.lowest().ok_or("no card")?;
                let none_lower =
                    Rank::all().all(|rank| hand.count(rank) == 0 || !self.rules().order().is_above(small, rank));
                let goes = made.is_some_and(|made| made.cards().contains(card));
                claim(card == hand.only(Ranks::one(small)), "not all of the rank")?;
                claim(none_lower && goes, "not the smallest")
            }
            "smallest-stays" => {
                let (Part::Cards(card), Some(others)) = (first, rest_of_rival) else { return Err("no card".into()) };
                let small = card.lowest().ok_or("no card")?;
                let order = self.rules().order();
                let none_lower = hand.ranks().all(|rank| rank == small || order.is_above(rank, small));
                claim(card == hand.only(Ranks::one(small)) && none_lower, "not the smallest")?;
                claim(made.is_some() && rest.contains(card) && others.count(small) == 0, "it goes")?;
                claim(its <= Some(mine), "it costs a turn")
            }
            "saves-higher" if made.is_none() => {
                let rival = rival.ok_or("two passes")?;
                let is_low = rival.body().ranks().all(|rank| self.rules().order().is_above(Rank::QUEEN, rank));
                claim(first == Part::Cards(rival.body()) && (!is_low || rival.body().len() > 2), "low, or not all")
            }
            "lays-down-more" => {
                let (made, rival) = made.zip(rival).ok_or("no play")?;
                let named = [Part::Number(made.len()), Part::Cards(rival.cards()), Part::Number(rival.len())];
                claim(parts == named && made.len() > rival.len(), "not more")
            }
            "saves-higher" | "low-first" | "high-first" => {
                let (made, rival) = made.zip(rival).ok_or("a pass")?;
                let is_mine = code != "high-first";
                let (low, high, stays) = if is_mine { (made, rival, Some(rest)) } else { (rival, made, rest_of_rival) };
                let Part::Cards(spared) = first else { return Err("no cards".into()) };
                let in_low = |rank: Rank| low.cards().count(rank) > 0;
                let goes = high.body().ranks().all(|rank| spared.count(rank) > 0 || in_low(rank));
                claim(goes && high.body().contains(spared) && !spared.is_empty(), "not all that is spared")?;
                claim(stays.is_some_and(|stays| stays.contains(spared)), "it goes")?;
                let is_above = |top: Rank| low.body().ranks().all(|low| self.rules().order().is_above(top, low));
                claim(spared.ranks().all(is_above), "not higher")?;
                let is_low = |rank: Rank| self.rules().order().is_above(Rank::QUEEN, rank);
                let is_cheap = spared.len() < 3 && spared.ranks().all(is_low);
                claim(code == "high-first" || is_cheap == (code == "low-first"), "dear, or cheap")?;
                claim(is_mine || (parts[1] == Part::Number(mine) && mine >= 3), "few turns")
            }
            "low-rides" => {
                let (made, rival) = made.zip(rival).ok_or("no play")?;
                let [Part::Cards(low), Part::Cards(high)] = parts else { return Err("two parts".into()) };
                claim(made.body() == rival.body() && rest.contains(*high), "another body, or it goes")?;
                claim(made.wings().contains(*low) && rival.wings().contains(*high), "they do not ride")?;
                let is_lower = |low: Rank| high.ranks().all(|high| self.rules().order().is_above(high, low));
                claim(low.ranks().all(is_lower), "not lower")
            }
            "keeps-return" | "keeps-higher" => {
                let Part::Cards(cards) = first else { return Err("no cards".into()) };
                let above = self.rules().read(cards).ok_or("no combo")?;
                let made = made.ok_or("a pass")?;
                let is_higher =
                    self.rules().above(made).has(above.key()) && u32::from(made.kind().shape().body) == cards.len();
                claim(rest.contains(cards) && is_higher, "not higher")?;
                claim(code == "keeps-higher" || !self.may_be_topped(above), "it may be topped")
            }
            "lays-down-less" => {
                let (made, rival) = made.zip(rival).ok_or("no play")?;
                let named = [Part::Number(made.len()), Part::Cards(rival.cards()), Part::Number(rival.len())];
                claim(parts == named && made.len() <= 2 && rival.len() >= 5 && its <= Some(mine), "not less")
            }
            "loose-stays-behind" => {
                let [Part::Cards(card), Part::Cards(top)] = parts else { return Err("two parts".into()) };
                let rank = card.lowest().ok_or("no card")?;
                let above = self.rules().read(*top).ok_or("no combo")?;
                claim(rival.is_some_and(|rival| rival.cards() == *card) && hand.count(rank) == 1, "not loose")?;
                claim(rest.contains(*card) && rest_of_rival.is_some_and(|rest| rest.contains(*top)), "it goes")?;
                claim(self.rules().order().is_above(above.key(), rank), "not higher")?;
                claim(Truth::big(*top) == 1 || !self.may_be_topped(above), "it hardly returns")
            }
            _ => Err(format!("{code} is not checked")),
        }
    }
}
