//! Worlds as the published design drew them: every deal of the unseen cards that the counts allow is as likely.

use rules::{Hand, Seed, View};

/// Returns the hands of the world numbered `index`, by [`rules::Seat::ALL`]. Each number has its own stream of chance.
///
/// # Panics
/// Before the landlord is known: then there are no seats.
pub fn uniform(view: &View, seed: Seed, index: u32) -> [Hand; 3] {
    let me = view.seat().expect("worlds speak of seats");
    let mut rng = seed.stream(u64::from(index)).rng();
    let others = [me.next(), me.previous()];
    let without = |cards: Hand, part: Hand| cards.minus(part).expect("what is drawn or known lies among the unseen");
    let mut open = others.iter().fold(view.unseen(), |open, &seat| without(open, view.known(seat)));
    let mut hands = [Hand::EMPTY; 3];
    hands[me.index()] = view.hand();
    for seat in others {
        let known = view.known(seat);
        let drawn = rng.draw(open, view.course().left(seat) - known.len());
        open = without(open, drawn);
        hands[seat.index()] = known.plus(drawn).expect("they come from one deck");
    }
    hands
}

#[cfg(test)]
mod tests {
    use rules::Seat;

    use super::*;

    #[test]
    fn worlds_agree_with_the_view() {
        let view: View = "me=up hand=3344 left=5,4,4 standing=down:JJ bottom=22A".parse().unwrap();
        let worlds: Vec<_> = (0..50).map(|index| uniform(&view, Seed(1), index)).collect();
        for hands in &worlds {
            assert_eq!(hands[Seat::Up.index()], view.hand());
            for seat in [Seat::Landlord, Seat::Down] {
                assert_eq!(hands[seat.index()].len(), view.course().left(seat));
                assert!(hands[seat.index()].contains(view.known(seat)));
            }
            let both = hands[0].plus(hands[1]).expect("one deck");
            assert!(view.unseen().contains(both), "{hands:?}");
        }
        assert_eq!(worlds[7], uniform(&view, Seed(1), 7));
        assert!(worlds.iter().any(|hands| hands != &worlds[0]));
    }
}
