//! The claims about the partner and the other side.

use engine::explain::Part;
use rules::{Combo, Event, Kind, Rank, Seat};

use super::{Checked, Truth, claim};

impl Truth<'_> {
    pub(super) fn partner(&mut self, code: &str, parts: &[Part]) -> Checked {
        let partner = self.me.partner().ok_or("a landlord has no partner")?;
        let passes = self.view.course().passes();
        if code != "feeds-partner" && code != "partners-kind" {
            claim(self.is_partners(), "the partner's combo does not stand")?;
        }
        let standing = self.view.course().standing().map(|(_, combo)| combo);
        match code {
            "feeds-partner" => {
                let left = self.left(partner);
                let made = self.made.ok_or("a pass")?;
                claim(parts == [Part::Number(left)] && made.len() == left && left <= 2, "another number of cards")?;
                claim(self.me.next() == partner && self.owner().is_none(), "the partner is not next")
            }
            "partner-keeps-lead" => {
                self.standing_part(parts.first())?;
                let last =
                    self.view.log().iter().rev().find_map(|event| {
                        if let Event::Play(seat, play) = event { Some((*seat, *play)) } else { None }
                    });
                claim(
                    last.is_none_or(|last| last == (Seat::Landlord, None)) && passes == 1,
                    "the landlord has not passed",
                )
            }
            "partner-cannot-be-beaten" => claim(self.is_sure(standing.ok_or("nothing stands")?), "it can be beaten"),
            "partner-nearly-out" => {
                claim(parts == [Part::Number(self.left(partner))] && self.left(partner) <= 3, "not near")
            }
            "partner-holds-trick" | "covers-partner" | "bombs-partner" => {
                self.standing_part(parts.first())?;
                claim(self.made.is_none() == (code == "partner-holds-trick"), "pass and play")?;
                claim(self.made.is_some_and(Combo::is_bomb) == (code == "bombs-partner"), "bombs")
            }
            "raises-partner" => {
                self.standing_part(parts.first())?;
                claim(self.me == Seat::Up && passes == 0 && self.made.is_some(), "the landlord is not next")
            }
            "relieves-partner" => {
                let turns = self.turns(self.rest(self.made));
                claim(parts == [Part::Number(turns)] && (1..=2).contains(&turns), "not so few turns")
            }
            "partners-kind" => {
                let led = self.last_lead(partner).ok_or("the partner led nothing")?;
                claim(
                    self.made.is_some_and(|made| made.kind() == led.kind()) && parts == [Part::Kind(led.kind())],
                    "another kind",
                )
            }
            _ => Err(format!("{code} is not checked")),
        }
    }

    pub(super) fn enemy(&self, code: &str, parts: &[Part]) -> Checked {
        let has = |cards: u32| self.enemies().into_iter().any(|seat| self.left(seat) == cards);
        let made = self.made;
        let kind = made.map(Combo::kind);
        let owner = self.owner();
        let told_left = || match parts {
            [Part::Who(_), Part::Number(left)] => {
                owner.is_some_and(|owner| self.left(owner) == *left && self.is_enemys())
            }
            _ => false,
        };
        let left = owner.map_or(0, |owner| self.left(owner));
        match code {
            "no-single-to-one" => {
                claim(has(1) && made.is_some_and(|made| made.len() > 1) && owner.is_none(), "one card")
            }
            "feeds-single" => claim(has(1) && kind == Some(Kind::Single) && owner.is_none(), "one card"),
            "no-pair-to-two" => {
                let rival = self.rival.flatten().map(Combo::kind);
                claim(has(2) && kind != Some(Kind::Pair) && rival == Some(Kind::Pair) && owner.is_none(), "two cards")
            }
            "feeds-pair" => claim(has(2) && kind == Some(Kind::Pair) && owner.is_none(), "two cards"),
            "highest-to-one" => {
                let made = made.ok_or("a pass")?;
                let higher = Rank::all()
                    .any(|rank| self.view.hand().count(rank) > 0 && self.rules().order().is_above(rank, made.key()));
                claim(has(1) && made.len() == 1 && !higher, "not the highest")
            }
            "stops-enemy" => claim(told_left() && left <= 5 && made.is_some(), "not near"),
            "lets-enemy-near" => {
                let is_last = self.me != Seat::Down || self.view.course().passes() == 1;
                let bombs = self.rival.flatten().is_some_and(Combo::is_bomb);
                let answers = !self.plain().is_empty() || bombs;
                claim(told_left() && left <= 4 && made.is_none() && is_last && answers, "not near")
            }
            "last-to-answer" | "lets-enemy-lead" => {
                let is_landlord = self.me == Seat::Landlord && code == "last-to-answer";
                let passed = self.view.course().passes() == 1 && !is_landlord && self.is_enemys();
                claim(passed && made.is_some() == (code == "last-to-answer"), "another may answer")
            }
            "passed-before" => self.passed_before(parts),
            "not-the-enemys-kind" => {
                let rival = self.rival.flatten().map(Combo::kind).ok_or("no rival")?;
                let led = self.last_of_enemies() == Some(rival);
                claim(led && kind != Some(rival) && parts.first() == Some(&Part::Kind(rival)), "no enemy led that")
            }
            _ => Err(format!("{code} is not checked")),
        }
    }

    /// Each enemy once passed on a combo of the other side that the play is no lower than.
    fn passed_before(&self, parts: &[Part]) -> Checked {
        let made = self.made.ok_or("a pass")?;
        let Some(Part::Cards(named)) = parts.get(1) else { return Err("no cards".into()) };
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
        let alike = |combo: &Combo| {
            combo.kind() == made.kind() && combo.run() == made.run() && self.height(*combo) < self.height(made)
        };
        for enemy in self.enemies() {
            let all: Vec<Combo> =
                passed.iter().filter(|(seat, combo)| *seat == enemy && alike(combo)).map(|(_, combo)| *combo).collect();
            claim(!all.is_empty(), format!("{enemy} has not passed"))?;
        }
        let is_named = passed.iter().any(|(_, combo)| combo.cards() == *named && alike(combo));
        claim(is_named, "no player passed on that combo")
    }
}
