//! The claims of faults that are no merit the other way round.

use engine::explain::Part;
use rules::{Combo, Hand, Rank, Seat};

use super::{Checked, Truth, claim};

impl Truth<'_> {
    pub(super) fn fault(&self, code: &str, parts: &[Part]) -> Checked {
        let rival = self.rival.flatten();
        match code {
            "leaves-partner-alone" => {
                self.standing_part(parts.first())?;
                let standing = self.view.course().standing().map(|(_, combo)| combo).ok_or("nothing stands")?;
                claim(self.is_partners() && self.me.next() == Seat::Landlord && self.made.is_none(), "not so")?;
                claim(self.view.course().passes() == 0 && !self.plays.is_empty(), "the landlord has passed")?;
                claim(self.may_be_topped(standing), "the landlord cannot beat it")
            }
            "not-partners-kind" => {
                let partner = self.me.partner().ok_or("no partner")?;
                let led = self.last_lead(partner).ok_or("no lead")?.kind();
                let (rival, left) = (rival.ok_or("no rival")?.kind(), self.left(partner));
                claim(
                    parts == [Part::Kind(led), Part::Number(left)] && rival == led,
                    "the partner led something else",
                )?;
                claim(self.made.is_some_and(|made| made.kind() != led) && left <= 8, "the same kind, or far")
            }
            "may-let-enemy-out" => self.lets_out(parts),
            "easily-beaten" => {
                let (made, rival) = self.made.zip(rival).ok_or("no play")?;
                self.tops(rival, parts)?;
                let above = |combo: Combo| {
                    let tops = |rank: &Rank| self.has_unseen(*rank, combo.kind().shape().body);
                    self.rules().above(combo).filter(tops).count()
                };
                claim(above(made) > above(rival), "no more beat it")
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
            _ => Err(format!("{code} is not checked")),
        }
    }

    /// A play, and all unseen groups that top it.
    fn tops(&self, play: Combo, parts: &[Part]) -> Checked {
        let [Part::Cards(cards), Part::Combos(tops)] = parts else { return Err("two parts".into()) };
        let named: Vec<Hand> = tops.iter().map(|combo| combo.cards()).collect();
        let copies = play.kind().shape().body;
        let expected: Vec<Hand> = self.above(play).into_iter().filter_map(|rank| Hand::of(rank, copies)).collect();
        claim(*cards == play.cards() && named == expected && !named.is_empty(), format!("{expected:?} top it"))
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
}
