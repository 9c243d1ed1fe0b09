//! The acts of the other seats, in a form for comparison with guessed hands. Each act has the cards that its seat has played since: a guess
//! has the cards that the seat holds now, but the act depends on the cards that it held then.

use rules::{Call, Combo, Event, Hand, Kind, LogPlay, Raise, Ruleset, Seat, View};

#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    /// The place of its seat among the two others, in order of play.
    pub(super) who: usize,
    /// The cards that the seat has played in this act and since: with the cards that it holds now, its hand at that time.
    pub(super) since: Hand,
    pub(super) kind: ActKind,
}

impl Act {
    pub(super) const fn is_in_play(&self) -> bool {
        matches!(self.kind, ActKind::Faced { .. } | ActKind::Led { .. })
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ActKind {
    /// Spoke in the auction, when it did not yet hold `bottom`.
    Called { call: CallClass, bottom: Hand },
    /// Doubled, or not.
    Raised { seat: Seat, raise: Raise },
    /// Answered a standing combo, or passed on it. `pair` is one of the six pairs of seats: this one, and the combo's owner. `near` is the
    /// nearness of the owner to going out: 0, 1 or 2. These values are computed once, because each guess asks for them.
    Faced { standing: Combo, play: Option<Combo>, pair: usize, is_partners: bool, near: usize },
    /// Led. `near` is the nearness of the nearest enemy to going out.
    Led { seat: Seat, combo: Combo, near: usize },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CallClass {
    /// Passed before any chair wanted the landlord's seat.
    PassedFirst,
    /// Passed after a chair wanted it.
    PassedAfter,
    One,
    Two,
    Three,
    Called,
    Robbed,
    Took,
}

impl CallClass {
    pub(super) const COUNT: usize = 8;

    fn of(call: Call, is_first: bool) -> CallClass {
        match call {
            Call::Pass if is_first => CallClass::PassedFirst,
            Call::Pass => CallClass::PassedAfter,
            Call::Score(1) => CallClass::One,
            Call::Score(2) => CallClass::Two,
            Call::Score(_) => CallClass::Three,
            Call::Call => CallClass::Called,
            Call::Rob => CallClass::Robbed,
            Call::Take => CallClass::Took,
        }
    }
}

/// Returns the nearness to going out: 2 is the nearest.
fn nearness(left: u8) -> usize {
    match left {
        0..=2 => 2,
        3..=6 => 1,
        _ => 0,
    }
}

/// Replaces `acts` by acts of the two others from event number `from` on: all of one, then all of the other. Plays and passes that
/// [`act_kind`] does not read are left out.
pub(super) fn read_acts(view: &View, from: usize, others: [Seat; 2], acts: &mut Vec<Act>) {
    acts.clear();
    let Some(landlord) = view.board().landlord() else { return };
    let bottom = view.board().bottom().unwrap_or_default();
    let who = |seat: Seat| others.iter().position(|&other| other == seat);
    let mut called = false;
    for (number, event) in view.log().iter().enumerate() {
        let (seat, kind) = match *event {
            Event::Call(chair, call) => {
                let seat = chair.seat(landlord);
                let taken = if seat == Seat::Landlord { bottom } else { Hand::EMPTY };
                let class = CallClass::of(call, !called);
                called |= call != Call::Pass;
                (seat, ActKind::Called { call: class, bottom: taken })
            }
            Event::Raise(seat, raise) => (seat, ActKind::Raised { seat, raise }),
            // An open hand is known, not guessed.
            Event::Wild(_) | Event::PassedOn(..) | Event::Landlord(..) | Event::Show(..) | Event::Play(..) => continue,
        };
        if let Some((who, kind)) = who(seat).map(|who| (who, kind)).filter(|_| number >= from) {
            acts.push(Act { who, since: Hand::EMPTY, kind });
        }
    }
    let mut played = [Hand::EMPTY; 3];
    for row in view.plays() {
        if let Some((who, kind)) = who(row.seat).zip(act_kind(&row, view.rules())).filter(|_| row.event >= from) {
            acts.push(Act { who, since: played[row.seat.index()], kind });
        }
        if let Some(combo) = row.play {
            let played = &mut played[row.seat.index()];
            *played = played.plus(combo.cards()).expect("a seat plays each card once");
        }
    }
    // So far `since` holds the cards that the seat played before the act. It played the rest in this act or later.
    for act in acts.iter_mut() {
        let all = played[others[act.who].index()];
        act.since = all.minus(act.since).expect("cards played before are part of all played cards");
    }
    // The fewer cards were played since, the newer the act. Acts with the same hand are adjacent, in any order.
    acts.sort_unstable_by_key(|act| (act.who, act.since.len()));
}

/// Returns the act of a row; `None` if the standing combo is not known, or the act says nothing.
fn act_kind(row: &LogPlay, rules: &Ruleset) -> Option<ActKind> {
    let seat = row.seat;
    let near = |other: Seat| nearness(row.left[other.index()]);
    match (row.standing, row.play) {
        // Hardly any hand answers a chain bomb: a pass on it says nothing.
        (Some((_, standing)), None) if rules.chain_bomb() && standing.kind() == Kind::Shuttle => None,
        (Some((owner, standing)), play) => {
            let (pair, is_partners) =
                (seat.index() * 2 + usize::from(owner == seat.previous()), owner.side() == seat.side());
            Some(ActKind::Faced { standing, play, pair, is_partners, near: near(owner) })
        }
        (None, Some(combo)) if row.is_told => {
            let enemies = Seat::ALL.into_iter().filter(|other| other.side() != seat.side());
            Some(ActKind::Led { seat, combo, near: enemies.map(near).max().unwrap_or(0) })
        }
        _ => None,
    }
}
