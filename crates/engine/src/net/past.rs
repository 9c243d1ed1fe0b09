//! The public record of a hand so far, as the nets use it. It is small and copied freely; play in worlds updates it.

use rules::{Combo, Hand, Kind, Rank, Ranks, Seat, View, Wilds};

/// The public past of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Past {
    played: [Hand; 3],
    known: Hand,
    let_pass: [[Option<Rank>; SORT_COUNT]; 3],
    led: [[Ranks; SORT_COUNT]; 3],
    answered: [[Ranks; SORT_COUNT]; 3],
    skipped: [[Ranks; SKIPPED_SORTS]; 3],
    wilds: Wilds,
}

#[derive(Clone, Copy)]
enum Sort {
    Single,
    Pair,
    /// Triples, with or without wings.
    Triple,
    Other,
}

pub(super) const SORT_COUNT: usize = 4;
/// The number of sorts, from the first on, for which skipped ranks are kept.
pub(super) const SKIPPED_SORTS: usize = 2;

impl Sort {
    fn of(combo: Combo) -> Sort {
        match combo.kind() {
            Kind::Single => Sort::Single,
            Kind::Pair => Sort::Pair,
            Kind::Triple | Kind::TripleSingle | Kind::TriplePair => Sort::Triple,
            _ => Sort::Other,
        }
    }
}

impl Past {
    /// Returns the past before a card is played. `known` are the cards that the landlord is known to hold.
    pub fn start(known: Hand) -> Past {
        let none = [[Ranks::NONE; SORT_COUNT]; 3];
        Past {
            played: [Hand::EMPTY; 3],
            known,
            let_pass: [[None; SORT_COUNT]; 3],
            led: none,
            answered: none,
            skipped: [[Ranks::NONE; SKIPPED_SORTS]; 3],
            wilds: Wilds::NONE,
        }
    }

    /// Returns the past with these ranks wild.
    pub fn with_wilds(self, wilds: Wilds) -> Past {
        Past { wilds, ..self }
    }

    /// Returns the past of a hand as a seat saw it. A play counts as neither a lead nor an answer if the log does not show which it was.
    pub fn of(view: &View) -> Past {
        let course = view.course();
        let mut past = Past::start(view.board().known_cards(Seat::Landlord)).with_wilds(view.rules().wilds());
        past.played = Seat::ALL.map(|seat| course.played(seat));
        for row in view.plays().filter(|row| row.is_told) {
            match row.play {
                Some(combo) => past.add_play(row.seat, row.standing, combo),
                None => past.add_pass(row.seat, row.standing),
            }
        }
        past
    }

    /// Returns the wild ranks.
    #[inline]
    pub fn wilds(&self) -> Wilds {
        self.wilds
    }

    /// Returns the known played cards of a seat.
    #[inline]
    pub fn played(&self, seat: Seat) -> Hand {
        self.played[seat.index()]
    }

    /// Returns the cards that every seat knows the landlord to hold.
    #[inline]
    pub fn known_of_landlord(&self) -> Hand {
        self.known
    }

    /// Returns the lowest key, in the printed order, of an enemy's singles, pairs, triples and other combos that a seat let pass.
    #[inline]
    pub fn let_pass_keys(&self, seat: Seat) -> &[Option<Rank>; SORT_COUNT] {
        &self.let_pass[seat.index()]
    }

    /// Returns the ranks of the singles, pairs, triples and other combos that a seat led.
    #[inline]
    pub fn led_ranks(&self, seat: Seat) -> &[Ranks; SORT_COUNT] {
        &self.led[seat.index()]
    }

    /// Returns the ranks of the singles, pairs, triples and other combos with which a seat answered an enemy or its partner.
    #[inline]
    pub fn answer_ranks(&self, seat: Seat) -> &[Ranks; SORT_COUNT] {
        &self.answered[seat.index()]
    }

    /// Returns the ranks that a seat skipped when it answered singles with singles and pairs with pairs: those between the standing combo
    /// and its answer in the printed order.
    #[inline]
    pub fn skip_ranks(&self, seat: Seat) -> &[Ranks; SKIPPED_SORTS] {
        &self.skipped[seat.index()]
    }

    /// Adds a play or a pass of `seat`, which faced `standing` or led.
    #[inline]
    pub fn add(&mut self, seat: Seat, standing: Option<(Seat, Combo)>, play: Option<Combo>) {
        let Some(combo) = play else { return self.add_pass(seat, standing) };
        self.add_play(seat, standing, combo);
        let played = &mut self.played[seat.index()];
        *played = played.plus(combo.cards()).expect("cards are played once");
        if seat == Seat::Landlord {
            let gone = self.known.overlap(combo.cards());
            self.known = self.known.minus(gone).expect("an overlap lies within");
        }
    }

    #[inline]
    fn add_play(&mut self, seat: Seat, standing: Option<(Seat, Combo)>, combo: Combo) {
        let shown = if standing.is_none() { &mut self.led } else { &mut self.answered };
        let sort = Sort::of(combo) as usize;
        let ranks = &mut shown[seat.index()][sort];
        *ranks = ranks.or(Ranks::one(combo.key()));
        if let Some((_, standing)) = standing
            && standing.kind() == combo.kind()
            && sort < SKIPPED_SORTS
        {
            let lower = Ranks::printed_above(standing.key()).except(Ranks::printed_above(combo.key()));
            let ranks = &mut self.skipped[seat.index()][sort];
            *ranks = ranks.or(lower.except(Ranks::one(combo.key())));
        }
    }

    fn add_pass(&mut self, seat: Seat, standing: Option<(Seat, Combo)>) {
        let Some((owner, combo)) = standing else { return };
        if owner.side() == seat.side() {
            return;
        }
        let lowest = &mut self.let_pass[seat.index()][Sort::of(combo) as usize];
        *lowest = Some(match *lowest {
            Some(rank) if rank.index() < combo.key().index() => rank,
            _ => combo.key(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Event, Ruleset};

    #[test]
    fn a_play_after_unknown_history_is_no_lead() {
        let mut view: View = "me=down hand=3344JJ left=9,6,9 standing=landlord:9".parse().unwrap();
        let ranks =
            |past: &Past, of: fn(&Past, Seat) -> &[Ranks; SORT_COUNT], seat| of(past, seat)[Sort::Single as usize];
        for (seat, play) in [(Seat::Down, ""), (Seat::Up, "T"), (Seat::Landlord, "J")] {
            view.apply(Event::Play(seat, Ruleset::CLASSIC.read(play.parse().unwrap()))).unwrap();
        }
        let past = Past::of(&view);
        assert_eq!(ranks(&past, Past::led_ranks, Seat::Up), Ranks::NONE, "the ten answered the nine");
        assert_eq!(ranks(&past, Past::answer_ranks, Seat::Landlord), Ranks::one(Rank::JACK));
    }
}
