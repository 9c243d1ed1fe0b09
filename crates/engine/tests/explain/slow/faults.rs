//! The claims of faults that are no merit the other way round.

use engine::explain::Part;
use engine::hand::cover::{Bombs, Enemy, Unseen, chance_covered};
use rules::{Combo, Event, Hand, Rank, Seat};

use super::{Checked, Truth, claim};

impl Truth<'_> {
    pub(super) fn fault(&mut self, code: &str, parts: &[Part], hand: Hand, rest: Hand) -> Checked {
        let rival = self.rival.flatten();
        let rest_of_rival = self.rival.map(|rival| self.rest(rival));
        match code {
            "misses-winners" => {
                claim(parts == [Part::Cards(rival.ok_or("no rival")?.cards())], "another play")?;
                let top = |combo: Combo| !self.may_be_topped(combo);
                let rest = rest_of_rival.ok_or("no rival")?;
                claim((1..=6).any(|plays| self.lies_down(rest, plays, 1, &top)), "more than one is beaten")
            }
            "leaves-lead-to-partner" => {
                let rival = rival.ok_or("no rival")?;
                let turns = self.turns(rest_of_rival.ok_or("no rival")?);
                claim(parts == [Part::Cards(rival.cards()), Part::Number(turns)] && turns <= 2, "more turns")?;
                let leads = self.is_partners() && self.made.is_none() && self.view.course().passes() == 1;
                claim(leads && turns < self.turns(hand), "the partner does not lead, or no turn is saved")
            }
            "leaves-partner-alone" => {
                self.standing_part(parts.first())?;
                let standing = self.view.course().standing().map(|(_, combo)| combo).ok_or("nothing stands")?;
                claim(self.is_partners() && self.me.next() == Seat::Landlord && self.made.is_none(), "not so")?;
                claim(self.view.course().passes() == 0 && !self.plays.is_empty(), "the landlord has passed")?;
                claim(self.may_be_topped(standing), "the landlord cannot beat it")
            }
            "before-partner" => {
                self.standing_part(parts.first())?;
                let partner = self.me.partner() == Some(self.me.next());
                claim(partner && self.is_enemys() && self.made.is_some(), "the partner does not play next")?;
                claim(self.view.course().passes() == 0 && !rest.is_empty(), "the partner has passed")
            }
            "not-partners-kind" => {
                let led = self.me.partner().and_then(|partner| self.last_lead(partner)).ok_or("no lead")?.kind();
                let rival = rival.ok_or("no rival")?.kind();
                claim(parts == [Part::Kind(led)] && rival == led, "the partner led something else")?;
                claim(self.made.is_some_and(|made| made.kind() != led), "the same kind")
            }
            "may-let-enemy-out" => self.lets_out(parts),
            "answered-before" => self.was_answered(parts),
            "easily-beaten" => {
                let (made, rival) = self.made.zip(rival).ok_or("no play")?;
                let [Part::Cards(cards), Part::Cards(instead)] = parts else { return Err("two parts".into()) };
                let between = self.rules().read(*cards).ok_or("no combo")?;
                claim(between.kind() == made.kind() && rival.cards() == *instead, "another kind")?;
                claim(self.view.unseen().contains(*cards) && self.height(between) > self.height(made), "not above")?;
                claim(self.height(between) <= self.height(rival), "above both")?;
                claim(self.enemies().into_iter().any(|seat| self.left(seat) >= made.len()), "no enemy has so many")
            }
            "less-sure" => {
                let (made, rival) = self.made.zip(rival).ok_or("no play")?;
                let (its, mine) = (self.held(rival), self.held(made));
                claim(parts == [Part::Cards(rival.cards()), Part::Number(its)], format!("it holds in {its}"))?;
                claim(mine < its, "not less")
            }
            "holds-bomb-back" => {
                let bomb = rival.filter(|rival| rival.is_bomb()).ok_or("no bomb")?;
                let bombs = self.made.is_some_and(Combo::is_bomb);
                claim(parts == [Part::Cards(bomb.cards())] && !bombs, "a bomb is played")
            }
            "much-for-little" => {
                let made = self.made.ok_or("a pass")?;
                self.standing_part(parts.get(1))?;
                let standing = self.view.course().standing().map(|(_, combo)| combo).ok_or("nothing stands")?;
                claim(parts[0] == Part::Cards(made.cards()) && self.is_enemys(), "not so")?;
                claim(matches!(made.len(), 1 | 2) && made.kind() == standing.kind(), "no single, no pair")?;
                claim(self.height(made) >= self.height(standing) + 4, "near")
            }
            "gains-no-turn" => {
                let (now, turns) = (self.turns(hand), self.turns(rest));
                claim(parts == [Part::Number(turns)] && turns >= now, "it gains a turn")?;
                claim(self.is_enemys() && self.made.is_some_and(|made| !made.is_bomb()), "no answer")
            }
            "high-rides" => {
                let (made, rival) = self.made.zip(rival).ok_or("no play")?;
                let [Part::Cards(mine), Part::Cards(its)] = parts else { return Err("two parts".into()) };
                claim(made.body() == rival.body() && made.kind() == rival.kind(), "another body")?;
                claim(made.wings().contains(*mine) && rival.wings().contains(*its), "they do not ride")?;
                let order = self.rules().order();
                let is_higher = |high: Rank| its.ranks().all(|rank| rank == high || !order.is_above(rank, high));
                claim(mine.ranks().any(is_higher), "not higher")
            }
            "winner-early" => {
                let made = self.made.ok_or("a pass")?;
                let turns = self.turns(rest);
                claim(parts == [Part::Cards(made.cards()), Part::Number(turns)] && turns >= 3, "few turns")?;
                claim(!self.may_be_topped(made) && self.owner().is_none(), "it may be topped")?;
                claim(rest_of_rival.is_some_and(|rest| rest.contains(made.cards())), "the rival takes of it")
            }
            "high-first" => {
                let made = self.made.ok_or("a pass")?;
                let [Part::Cards(cards), Part::Cards(lower)] = parts else { return Err("two parts".into()) };
                let low = self.rules().read(*lower).ok_or("no combo")?;
                claim(made.cards() == *cards && low.kind() == made.kind(), "another kind")?;
                claim(rest.count(low.key()) == lower.len() as u8 && self.height(low) < self.height(made), "not lower")?;
                claim(self.owner().is_none(), "no lead")
            }
            _ => Err(format!("{code} is not checked")),
        }
    }

    fn lets_out(&self, parts: &[Part]) -> Checked {
        let made = self.made.ok_or("a pass")?;
        let same = |seat: &Seat| self.left(*seat) == made.len();
        claim(parts.get(1) == Some(&Part::Number(made.len())), "another number")?;
        let all: Vec<Rank> = Rank::all().collect();
        let may = |seat: Seat| {
            all.iter().any(|&rank| {
                let Some(group) = Hand::of(rank, made.len() as u8) else { return false };
                let higher = self
                    .rules()
                    .read(group)
                    .is_some_and(|other| other.kind() == made.kind() && self.height(other) > self.height(made));
                higher && self.view.unseen().contains(group) && group.contains(self.view.known(seat))
            })
        };
        claim(self.enemies().into_iter().filter(same).any(may), "no enemy may go out")
    }

    /// The last trick of the kind that this side led.
    fn was_answered(&self, parts: &[Part]) -> Checked {
        let [Part::Who(_), Part::Kind(kind)] = parts else { return Err("two parts".into()) };
        claim(self.made.is_some_and(|made| made.kind() == *kind), "another kind")?;
        let plays: Vec<(Seat, Option<Combo>)> = self
            .view
            .log()
            .iter()
            .filter_map(|event| if let Event::Play(seat, play) = event { Some((*seat, *play)) } else { None })
            .collect();
        let mut tricks: Vec<Vec<(Seat, Combo)>> = vec![Vec::new()];
        let mut passes = 0;
        for (seat, play) in plays {
            passes = if play.is_none() { passes + 1 } else { 0 };
            if let (Some(play), Some(trick)) = (play, tricks.last_mut()) {
                trick.push((seat, play));
            }
            if passes == 2 {
                tricks.push(Vec::new());
            }
        }
        let ours = |trick: &&Vec<(Seat, Combo)>| {
            trick.first().is_some_and(|(seat, combo)| seat.side() == self.me.side() && combo.kind() == *kind)
        };
        let last = tricks.iter().rev().find(ours).ok_or("no such lead")?;
        let answered = last.iter().any(|(seat, combo)| seat.side() != self.me.side() && combo.kind() == *kind);
        claim(answered, "nobody answered")
    }

    /// The number of deals, of 100, in which a combo holds: the count, which other tests hold against an enumeration.
    fn held(&self, combo: Combo) -> u32 {
        let enemy = |seat: Seat| Enemy { count: self.left(seat) as u8, known: self.view.known(seat) };
        let known = [self.me.next(), self.me.previous()].map(|seat| self.view.known(seat));
        let cards = known.into_iter().fold(self.view.unseen(), |cards, known| cards.minus(known).expect("unseen"));
        let unseen = match self.me {
            Seat::Landlord => Unseen::two(cards, enemy(Seat::Down), enemy(Seat::Up)),
            _ => Unseen::one(cards, enemy(Seat::Landlord)),
        };
        let covered = chance_covered(&unseen.expect("counts add up"), combo, self.rules(), Bombs::Ignored);
        ((1_000_000 - covered.as_millionths()) / 10_000).min(99)
    }
}
