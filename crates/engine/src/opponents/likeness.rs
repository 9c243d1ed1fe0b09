//! Likeness: a persona with a player's habits as its own, for a bot that takes the player's seat over. Each habit is a rate that one number
//! of the persona moves. How a rate follows its number was measured, and a rate of the player is looked up the other way round.
//!
//! Where nets choose the plays, only bids follow: the nets read the numbers of a seat as a mild taste, which would cost strength and show
//! little. The published players stay as they were published. Habits are counted over all rulesets, so a player who changes the family is
//! copied less exactly.

use rules::Seat;

use super::habits::Habits;
use crate::persona::{Persona, SeatParams, strength, tuned};
use crate::profile::Family;

/// The points of a measured response.
const STEPS: usize = 5;
/// The slips of judgement of the strengths 5, 29, 47 and 68: the more often a persona slips, the less its numbers tell.
const NOISES: [i32; 4] = [98, 32, 20, 5];

/// Values at [`STEPS`] points of a number, by strength.
type Values = [[i32; STEPS]; NOISES.len()];

/// A habit, and the numbers of a seat that it follows.
struct Response {
    /// The rate of the habit, as a part and a whole.
    habit: fn(&Habits) -> (u32, u32),
    /// The times at which the player's rate weighs as much as the persona's own.
    own: i64,
    /// The numbers that move together, and which way.
    numbers: &'static [(Number, i32)],
    /// The distance of the first number from the tuned player's.
    steps: [i32; STEPS],
    /// The rates in 1,000.
    rates: Values,
    /// The strength that it costs, in Elo.
    costs: Values,
    /// The rates of the Journey and of wild ranks less those of printed ranks.
    shifts: [i32; 2],
}

type Number = fn(&mut SeatParams) -> &mut i32;

/// No cost.
const FREE: Values = [[0; STEPS]; NOISES.len()];

// `lab takeover --response answer-enemy=-200,-60,60,200 --series 12` and its like printed the rates and the wins, and with
// `--ruleset journey` or `laizi` the shifts. Rates that fall within their error where they should rise are levelled.
const RESPONSES: &[Response] = &[
    Response {
        habit: |habits| (habits.answered, habits.answerable),
        own: 40,
        numbers: &[(|numbers| &mut numbers.answer_enemy, 1)],
        steps: [-200, -60, 0, 60, 200],
        rates: [
            [210, 312, 345, 364, 383],
            [47, 274, 381, 426, 439],
            [35, 248, 399, 460, 464],
            [78, 154, 444, 489, 490],
        ],
        costs: [[35, 8, 0, 0, 0], [130, 29, 0, 0, 0], [145, 58, 0, 0, 0], [160, 125, 0, 0, 0]],
        shifts: [85, 80],
    },
    Response {
        habit: |habits| (habits.leads_single, habits.leads),
        own: 25,
        numbers: &[(|numbers| &mut numbers.lead_single, 1)],
        steps: [-80, -30, 0, 30, 80],
        rates: [
            [322, 399, 446, 492, 552],
            [146, 295, 405, 514, 626],
            [121, 259, 389, 504, 599],
            [112, 231, 386, 502, 534],
        ],
        costs: FREE,
        shifts: [130, 30],
    },
    // Bombs that were played early and bombs that were not kept count half each.
    Response {
        habit: |habits| {
            let played = habits.bombs.saturating_sub(habits.bombs_kept);
            (habits.bombs_early.saturating_add(played), habits.bombs.saturating_mul(2))
        },
        own: 16,
        numbers: &[(|numbers| &mut numbers.bomb_more, 1)],
        steps: [-240, -120, 0, 120, 240],
        rates: [
            [461, 539, 623, 746, 792],
            [292, 344, 688, 831, 838],
            [377, 428, 675, 838, 839],
            [584, 585, 708, 864, 865],
        ],
        costs: FREE,
        shifts: [-20, 50],
    },
    // Cheap answers count for less, and all answers for more. The other way it would answer less often: there nothing moves.
    Response {
        habit: |habits| (habits.highest, habits.choices),
        own: 25,
        numbers: &[(|numbers| &mut numbers.slight_more, -1), (|numbers| &mut numbers.answer_enemy, 1)],
        steps: [-1, 0, 60, 160, 400],
        rates: [
            [245, 246, 300, 338, 341],
            [230, 231, 293, 354, 355],
            [216, 217, 308, 347, 351],
            [153, 154, 259, 268, 269],
        ],
        costs: FREE,
        shifts: [55, 27],
    },
];

/// The Elo of a player who never slips.
const WITHOUT_SLIPS: i32 = 25;

/// The slips of strengths, and their worth in Elo: what habits cost is paid for by fewer slips.
fn worth_of_slips() -> impl DoubleEndedIterator<Item = (i32, i32)> {
    strength::worth_of_slips().chain(std::iter::once((0, WITHOUT_SLIPS)))
}

/// The rate of wanting the landlord's seat, by `bid-target`; and by `bid-share`, for players who call on more hands or on fewer than any
/// target makes a persona call.
const TARGETS: [i32; STEPS] = [0, 250, 500, 750, 1000];
const WANTED_BY_TARGET: [i32; STEPS] = [257, 361, 450, 558, 662];
const SHARES: [i32; STEPS] = [1, 200, 500, 800, 1000];
const WANTED_BY_SHARE: [i32; STEPS] = [0, 145, 465, 755, 937];
/// As [`Response::own`] and [`Response::shifts`].
const OWN_AUCTIONS: i64 = 6;
const WANTED_SHIFTS: [i32; 2] = [112, 8];

/// The difference of a family's rates from those of printed ranks.
fn shift(family: Family, [journey, wild]: [i32; 2]) -> i32 {
    match family {
        Family::Plain => 0,
        Family::Journey => journey,
        Family::Wild => wild,
    }
}

/// The value at `at` between points that rise; the ends stay beyond them.
fn between(points: &[i32; STEPS], values: &[i32; STEPS], at: i32) -> i32 {
    line(points.iter().copied().zip(values.iter().copied()), at)
}

/// The same of pairs of a point and its value.
fn line(pairs: impl Iterator<Item = (i32, i32)>, at: i32) -> i32 {
    let mut low: Option<(i32, i32)> = None;
    for high in pairs {
        match low {
            _ if high.0 < at => low = Some(high),
            Some(low) => return low.1 + (high.1 - low.1) * (at - low.0) / (high.0 - low.0),
            None => return high.1,
        }
    }
    low.map_or(0, |(_, value)| value)
}

/// The rate of a player, drawn to the persona's own as far as few times are known.
fn drawn((part, whole): (u32, u32), own: i32, weight: i64) -> i32 {
    ((i64::from(part) * 1000 + weight * i64::from(own)) / (i64::from(whole) + weight)) as i32
}

/// The values of a persona that slips by `noise`.
fn at(values: &Values, noise: i32) -> [i32; STEPS] {
    let after = NOISES.iter().position(|&known| known <= noise).unwrap_or(NOISES.len() - 1);
    let before = after.saturating_sub(1);
    let (high, low) = (NOISES[before], NOISES[after]);
    let (part, whole) = (noise.clamp(low, high) - low, (high - low).max(1));
    std::array::from_fn(|step| {
        let [from, to] = [values[after][step], values[before][step]];
        from + (to - from) * part / whole
    })
}

impl Response {
    /// The points from a seat's own to that at which the rate is the player's.
    fn moves(&self, numbers: &SeatParams, seat: Seat, by: &Likeness<'_>) -> [i32; 2] {
        let rates = at(&self.rates, by.noise).map(|rate| rate + shift(by.family, self.shifts));
        let (first, sign) = self.numbers[0];
        let (mut own, mut tuned) = (*numbers, tuned::SEAT_PARAMS[seat.index()]);
        let from = sign * (*first(&mut own) - *first(&mut tuned));
        let rate = between(&self.steps, &rates, from);
        let wanted = drawn((self.habit)(by.habits), rate, self.own);
        [between(&rates, &self.steps, rate), between(&rates, &self.steps, wanted)]
    }

    fn apply(&self, numbers: &mut SeatParams, seat: Seat, by: &Likeness<'_>) {
        let [from, to] = self.moves(numbers, seat, by);
        for (number, sign) in self.numbers {
            *number(numbers) += sign * (to - from);
        }
    }

    /// The Elo that the move costs.
    fn cost(&self, numbers: &SeatParams, seat: Seat, by: &Likeness<'_>) -> i32 {
        let costs = at(&self.costs, by.noise);
        let [from, to] = self.moves(numbers, seat, by).map(|point| between(&self.steps, &costs, point));
        to - from
    }
}

/// The player's habits, the family of the rules, and the slips of the persona.
#[derive(Clone, Copy)]
struct Likeness<'a> {
    habits: &'a Habits,
    family: Family,
    noise: i32,
}

impl Likeness<'_> {
    /// The slips of a persona that wins back what the habits cost.
    fn paid(&self, persona: &Persona) -> i32 {
        let cost = |seat: Seat| {
            let of = |response: &Response| response.cost(persona.seat_params(seat), seat, self);
            RESPONSES.iter().map(of).sum::<i32>()
        };
        let cost = Seat::ALL.into_iter().map(cost).sum::<i32>() / 3;
        if cost <= 0 {
            return self.noise;
        }
        let worth = line(worth_of_slips().rev(), self.noise);
        self.noise.min(line(worth_of_slips().map(|(noise, worth)| (worth, noise)), worth + cost))
    }
}

/// The persona with a player's habits as its own, as far as they are known.
///
/// ```
/// use engine::opponents::likeness::likened;
/// use engine::{Habits, Persona, profile::Family};
/// let casual = Persona::named("casual").expect("a built-in row");
/// assert_eq!(likened(&casual, Family::Plain, &Habits::default()), casual);
/// let eager = Habits { auctions: 30, wanted: 27, ..Habits::default() };
/// assert!(likened(&casual, Family::Plain, &eager).params().bid_share > 0);
/// ```
pub fn likened(persona: &Persona, family: Family, habits: &Habits) -> Persona {
    if persona.is_published() || *habits == Habits::default() {
        return persona.clone();
    }
    let bids = bids(persona, family, habits);
    if persona.params().net {
        return bids;
    }
    let by = Likeness { habits, family, noise: persona.params().noise };
    let by = Likeness { noise: by.paid(persona), ..by };
    let slips = bids.with("noise", by.noise).expect("there are fewer slips than before");
    Seat::ALL.into_iter().fold(slips, |persona, seat| {
        persona.with_seat(seat, |numbers| RESPONSES.iter().for_each(|response| response.apply(numbers, seat, &by)))
    })
}

/// The persona with the player's rate of calls.
fn bids(persona: &Persona, family: Family, habits: &Habits) -> Persona {
    let (target, share) = (persona.params().bid_target, persona.params().bid_share);
    let by_target = WANTED_BY_TARGET.map(|rate| rate + shift(family, WANTED_SHIFTS));
    let own = if share > 0 { between(&SHARES, &WANTED_BY_SHARE, share) } else { between(&TARGETS, &by_target, target) };
    let wanted = drawn((habits.wanted, habits.auctions), own, OWN_AUCTIONS);
    if wanted == own {
        return persona.clone();
    }
    let (key, value) = if share == 0 && (by_target[0]..=by_target[STEPS - 1]).contains(&wanted) {
        let at = |rate| between(&by_target, &TARGETS, rate);
        ("bid-target", (target + at(wanted) - at(own)).clamp(0, 1000))
    } else {
        ("bid-share", between(&WANTED_BY_SHARE, &SHARES, wanted))
    };
    persona.clone().with(key, value).expect("the value lies within the number's range")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn casual(strength: i32) -> Persona {
        Persona::named("casual").unwrap().with("strength", strength).unwrap()
    }

    #[test]
    fn what_is_measured_rises() {
        let rise = |values: &[i32; STEPS]| values.is_sorted_by(|one, next| one < next);
        for response in RESPONSES {
            assert!(rise(&response.steps) && response.rates.iter().all(rise));
        }
        assert!([TARGETS, WANTED_BY_TARGET, SHARES, WANTED_BY_SHARE].iter().all(rise));
        assert!(NOISES.is_sorted_by(|one, next| one > next));
    }

    #[test]
    fn few_turns_change_little_and_many_change_much() {
        let by = |answered, answerable| {
            let habits = Habits { answered, answerable, ..Habits::default() };
            let alike = likened(&casual(40), Family::Plain, &habits);
            alike.seat_params(Seat::Down).answer_enemy - casual(40).seat_params(Seat::Down).answer_enemy
        };
        let (few, many) = (by(4, 4), by(180, 200));
        assert!(few > 0 && few < many / 2 && many > 100, "{few} {many}");
        assert!(by(2, 200) < -60, "{}", by(2, 200));
    }

    #[test]
    fn calls_follow_at_every_strength_and_plays_where_strategies_choose() {
        let habits = Habits { auctions: 60, wanted: 1, leads: 200, leads_single: 190, ..Habits::default() };
        for strength in [0, 40, 70, 85, 100] {
            let (own, alike) = (casual(strength), likened(&casual(strength), Family::Plain, &habits));
            assert!(alike.params().bid_share > 0 && alike.params().bid_share < 200, "{:?}", alike.params());
            let leads = |persona: &Persona| Seat::ALL.map(|seat| persona.seat_params(seat).lead_single);
            assert_eq!(leads(&own) == leads(&alike), own.params().net, "{strength}");
        }
        let published = Persona::named("rules-published").unwrap();
        assert_eq!(likened(&published, Family::Plain, &habits), published);
    }

    #[test]
    fn every_number_stays_in_its_range() {
        let most = |part: u32| {
            let mut counts = [1_000_000; super::super::habits::COUNTS];
            for place in [1, 3, 5, 8, 10] {
                counts[place] *= part;
            }
            Habits { bombs_kept: 0, ..Habits::of_counts(counts) }
        };
        for persona in Persona::all() {
            for (habits, family) in [(most(0), Family::Journey), (most(1), Family::Wild)] {
                let alike = likened(&persona, family, &habits);
                for field in SeatParams::FIELDS {
                    for seat in Seat::ALL {
                        let value = (field.get)(alike.seat_params(seat));
                        assert!((field.min..=field.max).contains(&value), "{persona} {}: {value}", field.name);
                    }
                }
            }
        }
    }
}
