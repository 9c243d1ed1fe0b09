//! What the others were seen doing, laid out so that a guessed hand can be held against it: each act with the cards
//! that its seat has played since, because a guess says what a seat holds now and the act tells what it held then.

use rules::{Call, Combo, Event, Hand, Raise, Seat, Trick, View};

/// Something that another seat did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    /// Which of the two others, in order of play.
    pub(super) who: usize,
    /// Its seat.
    pub(super) seat: Seat,
    /// What it has played then and since: with what it holds now, its hand at that time.
    pub(super) since: Hand,
    pub(super) deed: Deed,
}

impl Act {
    /// Whether it belongs to the play, not to what comes before.
    pub(super) const fn is_play(&self) -> bool {
        !matches!(self.deed, Deed::Called { .. } | Deed::Raised(_))
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    /// Spoke in the auction, when it did not yet hold `bottom`.
    Called { word: Word, bottom: Hand },
    /// Doubled, or not.
    Raised(Raise),
    /// Led a combo.
    Led { combo: Combo, near: usize },
    /// Answered `standing`.
    Answered { combo: Combo, standing: Combo, whose: Whose },
    /// Let it stand.
    Passed { standing: Combo, whose: Whose },
}

/// A word of the auction, as far as it tells apart what hands lie behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// Nobody had called yet.
    PassedFirst,
    /// Somebody had.
    PassedAfter,
    One,
    Two,
    Three,
    Called,
    Robbed,
    Took,
}

impl Word {
    pub(super) const COUNT: usize = 8;

    fn of(call: Call, is_first: bool) -> Word {
        match call {
            Call::Pass if is_first => Word::PassedFirst,
            Call::Pass => Word::PassedAfter,
            Call::Score(1) => Word::One,
            Call::Score(2) => Word::Two,
            Call::Score(_) => Word::Three,
            Call::Call => Word::Called,
            Call::Rob => Word::Robbed,
            Call::Take => Word::Took,
        }
    }
}

/// Whose combo stood, from the eyes of the seat that was to answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whose {
    /// One of the six pairs of seats.
    pub(super) pair: usize,
    /// How near to going out its owner was: 0, 1 or 2.
    pub(super) near: usize,
}

impl Whose {
    fn of(actor: Seat, owner: Seat, left: u32) -> Whose {
        Whose { pair: actor.index() * 2 + usize::from(owner == actor.previous()), near: nearness(left) }
    }

    /// Whether it is a partner's.
    #[inline]
    pub(super) fn is_partners(self) -> bool {
        let actor = Seat::ALL[self.pair / 2];
        let owner = if self.pair % 2 == 1 { actor.previous() } else { actor.next() };
        owner.side() == actor.side()
    }
}

/// 2 for somebody who may go out at any turn, 0 for somebody far from it.
fn nearness(left: u32) -> usize {
    match left {
        0..=2 => 2,
        3..=6 => 1,
        _ => 0,
    }
}

/// Replaces `acts` by everything that the two others were seen doing: all of one, then all of the other, newest first.
/// What happened before the part of the history that was told, or cannot be understood without it, is left out.
pub(super) fn read(view: &View, others: [Seat; 2], acts: &mut Vec<Act>) {
    acts.clear();
    let Some(landlord) = view.board().landlord() else { return };
    let bottom = view.board().bottom().unwrap_or_default();
    let who = |seat: Seat| others.iter().position(|&other| other == seat);
    // Cards that each seat held when the log begins.
    let mut left = Seat::ALL.map(|seat| view.course().left(seat));
    for event in view.log() {
        if let Event::Play(seat, Some(combo)) = *event {
            left[seat.index()] += combo.len();
        }
    }
    // A log that begins in the middle of a hand begins with a trick that is not known.
    let mut trick = view.is_complete().then_some((Trick::Lead, Seat::Landlord));
    let (mut passes, mut called) = (0, false);
    let mut played = [Hand::EMPTY; 3];
    for event in view.log() {
        let (seat, deed) = match *event {
            Event::Call(chair, call) => {
                let seat = chair.seat(landlord);
                let taken = if seat == Seat::Landlord { bottom } else { Hand::EMPTY };
                let word = Word::of(call, !called);
                called |= call != Call::Pass;
                (seat, Some(Deed::Called { word, bottom: taken }))
            }
            Event::Raise(seat, raise) => (seat, Some(Deed::Raised(raise))),
            // An open hand is known, not guessed.
            Event::Landlord(..) | Event::Show(_) => continue,
            Event::Play(seat, play) => {
                let deed = trick.and_then(|(trick, owner)| played_deed(seat, play, trick, owner, &left));
                match play {
                    Some(combo) => (trick, passes) = (Some((Trick::Follow(combo), seat)), 0),
                    None if passes == 1 => (trick, passes) = (Some((Trick::Lead, seat.next())), 0),
                    None => passes = 1,
                }
                if let Some(combo) = play {
                    left[seat.index()] -= combo.len();
                }
                (seat, deed)
            }
        };
        if let Some((who, deed)) = who(seat).zip(deed) {
            acts.push(Act { who, seat, since: played[seat.index()], deed });
        }
        if let Event::Play(seat, Some(combo)) = *event {
            let sum = played[seat.index()].plus(combo.cards());
            played[seat.index()] = sum.expect("a seat plays each card once");
        }
    }
    // So far `since` holds what was played before: all without it is what was played then and since.
    for act in acts.iter_mut() {
        act.since = played[act.seat.index()].minus(act.since).expect("played before is part of played");
    }
    // The fewer cards were played since, the newer; what was done with the same hand stands together in any order.
    acts.sort_unstable_by_key(|act| (act.who, act.since.len()));
}

fn played_deed(seat: Seat, play: Option<Combo>, trick: Trick, owner: Seat, left: &[u32; 3]) -> Option<Deed> {
    let enemies = Seat::ALL.into_iter().filter(|other| other.side() != seat.side());
    match (trick, play) {
        (Trick::Lead, Some(combo)) => {
            let near = enemies.map(|enemy| nearness(left[enemy.index()])).max().unwrap_or(0);
            Some(Deed::Led { combo, near })
        }
        (Trick::Follow(standing), Some(combo)) => {
            Some(Deed::Answered { combo, standing, whose: Whose::of(seat, owner, left[owner.index()]) })
        }
        (Trick::Follow(standing), None) => {
            Some(Deed::Passed { standing, whose: Whose::of(seat, owner, left[owner.index()]) })
        }
        (Trick::Lead, None) => None,
    }
}
