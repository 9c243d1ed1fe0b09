//! Feelings, faces and urging: the signals of a companion beside its plays. They depend on the persona, the hand's seed and the events at
//! the table, never on hidden cards.

use rules::{Chair, Rng, Seat, Seed};

use crate::persona::{Persona, Temperament};

/// The shortest delay of a face: a person reacts only after the card is on the table.
const DELAY_MS_MIN: u32 = 250;

/// The streams of a hand's seed; those of decisions have other numbers.
const FACE_STREAM: u64 = 0x4EAC;
const ANGER_STREAM: u64 = 0x4EAF;
const URGE_STREAM: u64 = 0x4EAE;

/// A feeling about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feeling {
    /// Joy.
    Happy,
    /// Praise for the partner.
    Praise,
    /// Anger.
    Angry,
    /// Sorrow.
    Sorry,
}

/// A moment that the whole table sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// The landlord is known.
    LandlordFound,
    /// A seat plays.
    Play {
        /// The seat.
        seat: Seat,
        /// True for a bomb or the rocket.
        is_bomb: bool,
        /// True if these are its last cards.
        goes_out: bool,
    },
}

/// Returns the feeling of the seat `mine` about a moment; `None` if the moment causes none.
pub fn feeling(mine: Seat, moment: Moment) -> Option<Feeling> {
    let Moment::Play { seat, is_bomb, goes_out } = moment else {
        return (mine == Seat::Landlord).then_some(Feeling::Happy);
    };
    match (goes_out, seat.side() == mine.side(), is_bomb) {
        (true, true, _) if seat == mine => Some(Feeling::Happy),
        (true, true, _) => Some(Feeling::Praise),
        (true, false, _) if mine == Seat::Landlord => Some(Feeling::Angry),
        (true, false, _) => Some(Feeling::Sorry),
        (false, true, true) if seat != mine => Some(Feeling::Praise),
        (false, false, true) => Some(Feeling::Angry),
        _ => None,
    }
}

/// Draws the feeling of a companion after another seat shows anger: a rival or, if not `is_rival`, the partner. `event` is the number of that
/// event.
pub fn feeling_at_anger(persona: &Persona, hand_seed: Seed, event: u64, is_rival: bool) -> Feeling {
    let [usual, other] = match (persona.temperament(), is_rival) {
        (Temperament::Standard, true) => [Feeling::Happy, Feeling::Angry],
        (Temperament::Hesitant, true) => [Feeling::Sorry, Feeling::Happy],
        (Temperament::Patient, true) => [Feeling::Happy, Feeling::Sorry],
        (Temperament::Hasty, true) => [Feeling::Angry, Feeling::Happy],
        (Temperament::Hasty, false) => [Feeling::Angry, Feeling::Sorry],
        (_, false) => [Feeling::Sorry; 2],
    };
    let mut rng = hand_seed.stream(ANGER_STREAM).stream(event).rng();
    if rng.below(3) < 2 { usual } else { other }
}

/// An occasion for a feeling. For a persona and a hand's seed, the same occasion always gives the same result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// The companion itself goes out: its decision and the event that follows are one occasion.
    GoesOut,
    /// The event of this number, from 1 up.
    Event(u64),
}

/// Draws the delay in milliseconds after which a feeling shows; `None` if it does not show.
pub fn face_delay_ms(persona: &Persona, hand_seed: Seed, occasion: Occasion) -> Option<u32> {
    let number = match occasion {
        Occasion::GoesOut => 0,
        Occasion::Event(number) => number,
    };
    let params = persona.params();
    let mut rng = hand_seed.stream(FACE_STREAM).stream(number).rng();
    if rng.below(100) >= params.face_percent as u32 {
        return None;
    }
    // With a delay of 0 percent the face comes after the shortest delay.
    let usual = (params.pace_ms * params.face_delay / 100).max(1) as u32;
    Some(DELAY_MS_MIN + usual / 2 + rng.below(usual))
}

/// The bounds of the time that is drawn until a companion's next urging, in percent of its patience.
const INTERVAL_PERCENT: (u32, u32) = (65, 135);
/// The least gap between two urgings. An urging that would come too early waits for this gap plus a random part of the second number:
/// without the random part the same gap would repeat.
const GAP_MS: (u64, u32) = (3_000, 2_500);

/// The moments at which the companions of a table urge a player, counted from the start of the player's turn. A companion urges about once
/// in its patience, but two urgings are at least three seconds apart.
#[derive(Clone, Debug)]
pub struct Urges {
    companions: Vec<Urger>,
    last_ms: Option<u64>,
}

#[derive(Clone, Debug)]
struct Urger {
    chair: Chair,
    patience_ms: u32,
    rng: Rng,
    due_ms: u64,
}

impl Urger {
    fn interval_ms(&mut self) -> u64 {
        let (low, high) = INTERVAL_PERCENT;
        let percent = |share: u32| self.patience_ms * share / 100;
        u64::from(percent(low) + self.rng.below(percent(high - low) + 1))
    }
}

impl Urges {
    /// Makes the urgings of a turn. `turn` is a number that no other turn of the hand has.
    pub fn new<'a>(companions: impl IntoIterator<Item = (Chair, &'a Persona, Seed)>, turn: u64) -> Urges {
        let urger = |(chair, persona, hand_seed): (Chair, &Persona, Seed)| {
            let patience_ms = persona.params().urge_s as u32 * 1000;
            let rng = hand_seed.stream(URGE_STREAM).stream(turn).rng();
            let mut urger = Urger { chair, patience_ms, rng, due_ms: 0 };
            urger.due_ms = urger.interval_ms();
            urger
        };
        Urges { companions: companions.into_iter().map(urger).collect(), last_ms: None }
    }
}

impl Iterator for Urges {
    type Item = (Chair, u64);

    /// Returns the companion that urges next, and the milliseconds since the turn began. The sequence never ends if there is a companion.
    fn next(&mut self) -> Option<(Chair, u64)> {
        loop {
            let next = self.companions.iter_mut().min_by_key(|urger| (urger.due_ms, urger.chair.index()))?;
            let (least, more) = GAP_MS;
            if self.last_ms.is_some_and(|last_ms| next.due_ms < last_ms + least) {
                // After the delay another companion may be due earlier.
                next.due_ms = self.last_ms.unwrap_or(0) + least + u64::from(next.rng.below(more));
                continue;
            }
            let at_ms = next.due_ms;
            next.due_ms += next.interval_ms();
            self.last_ms = Some(at_ms);
            return Some((next.chair, at_ms));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn persona(name: &str) -> Persona {
        Persona::named(name).unwrap()
    }

    #[test]
    fn faces_follow_face_percent_and_face_delay() {
        let faces = |percent: i32, delay: i32| {
            let persona = persona("casual").with("face-percent", percent).and_then(|it| it.with("face-delay", delay));
            let persona = persona.unwrap();
            let drawn = (0..200).filter_map(|event| face_delay_ms(&persona, Seed(3), Occasion::Event(event)));
            drawn.map(u64::from).collect::<Vec<_>>()
        };
        assert!(faces(0, 50).is_empty());
        let (soon, late) = (faces(100, 0), faces(100, 200));
        assert_eq!((soon.len(), late.len()), (200, 200));
        assert!(soon.iter().all(|&ms| ms == 250), "{soon:?}");
        assert!(late.iter().all(|&ms| (2_050..5_650).contains(&ms)), "{late:?}");
        assert!((40..=110).contains(&faces(35, 50).len()));
    }

    #[test]
    fn urging_keeps_the_published_rate_and_varies() {
        for (name, patience_ms) in [
            ("casual", 15_000.0),
            ("casual-hesitant", 20_000.0),
            ("casual-patient", 25_000.0),
            ("casual-hasty", 10_000.0),
        ] {
            let persona = persona(name);
            let gaps: Vec<f64> = (0..400)
                .flat_map(|turn| {
                    let times: Vec<u64> =
                        Urges::new([(Chair::First, &persona, Seed(5))], turn).map(|(_, ms)| ms).take(6).collect();
                    let before = std::iter::once(0).chain(times.clone());
                    times.into_iter().zip(before).map(|(at, before)| (at - before) as f64).collect::<Vec<_>>()
                })
                .collect();
            let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
            let spread = (gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64).sqrt();
            assert!((mean / patience_ms - 1.0).abs() < 0.03, "{name}: every {mean:.0} ms");
            assert!(spread / mean >= 0.15, "{name}: variation {:.3}", spread / mean);
        }
    }

    #[test]
    fn two_companions_never_urge_together() {
        let (one, other) = (persona("casual"), persona("casual"));
        for turn in 0..500 {
            // Even with one seed for both.
            let both = [(Chair::First, &one, Seed(7)), (Chair::Third, &other, Seed(7))];
            let times: Vec<(Chair, u64)> = Urges::new(both, turn).take(20).collect();
            assert!(times.windows(2).all(|pair| pair[1].1 >= pair[0].1 + 3_000), "{turn}: {times:?}");
            assert!([Chair::First, Chair::Third].iter().all(|&chair| times.iter().any(|&(who, _)| who == chair)));
        }
        assert_eq!(Urges::new([], 0).next(), None);
    }
}
