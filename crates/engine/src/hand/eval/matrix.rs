//! The matrix evaluator: a weight for each kind and band of face value, changed by the state of play.

use rules::{Combo, Kind, Order, Seat};

/// The number of bands of face value.
pub const BANDS: usize = 4;

/// The numbers of the evaluator. A combo's face value is the number of its cards times the code of its key: 3 = 1 … A = 12, 2 = 13, small joker
/// 14, big joker 15. By default bands are given by the code, since the face values of one kind and size differ only in it; the publication
/// gives them by the face value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Matrix {
    /// The lowest code of the second, third and fourth band, or the lowest face value.
    pub bands: [i32; BANDS - 1],
    /// 1 if bands are intervals of the face value, otherwise 0.
    pub by_value: i32,
    /// The weight of the shortest combo of each kind, in the order of [`rules::SHAPES`]; one column per band.
    pub weights: [[i32; BANDS]; 17],
    /// The weight added for each card beyond the shortest combo of the kind.
    pub per_card: i32,
    /// The chance that the enemy covers a combo of this kind, in thousandths, before band and experience.
    pub covered: [i32; 17],
    /// The part of this chance that remains in each band, in thousandths.
    pub covered_in_band: [i32; BANDS],
    /// The weight lost if a combo is covered and no higher combo of the hand can win the lead back, in the order of [`Seat::ALL`].
    pub lost_lead: [i32; 3],
    /// The part of this loss that remains when another leads, in thousandths.
    pub following: i32,
    /// The thousandths by which a chain's weight grows for each card below 17 in the larger of the others' hands.
    pub run_gain: i32,
}

/// The state of play, as far as it changes the weights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Context {
    /// The seat that holds the hand.
    pub seat: Seat,
    /// True if this seat leads.
    pub leads: bool,
    /// The number of cards in the larger of the others' hands.
    pub others_cards: u8,
    /// The order of the ranks by strength.
    pub order: Order,
    /// The record of the enemies, in thousandths added to the chance that a combo is covered: 0 without a record, more if they cover often,
    /// less than 0 if they cover rarely.
    pub experience: i32,
}

impl Context {
    /// Returns a context for the first card: others with 17 cards, printed ranks, no record.
    pub const fn opening(seat: Seat) -> Context {
        Context { seat, leads: matches!(seat, Seat::Landlord), others_cards: 17, order: Order::PRINTED, experience: 0 }
    }
}

const THOUSAND: i32 = 1000;
/// The number of cards of a peasant at the start.
const CARDS_DEALT: i32 = 17;

impl Matrix {
    /// The default numbers. A lost lead costs most for the landlord and the peasant before him.
    pub const DEFAULT: Matrix = Matrix {
        bands: [6, 9, 12],
        by_value: 0,
        weights: [
            [10, 15, 25, 60],     // single
            [20, 28, 42, 80],     // pair
            [35, 45, 60, 100],    // triple
            [45, 55, 75, 110],    // triple with a single
            [48, 58, 78, 110],    // triple with a pair
            [60, 66, 72, 80],     // straight
            [62, 68, 74, 82],     // pair chain
            [70, 78, 86, 94],     // airplane
            [90, 98, 106, 114],   // airplane with singles
            [95, 103, 111, 119],  // airplane with pairs
            [100, 105, 110, 115], // four with two singles
            [105, 110, 115, 120], // four with two pairs
            [160, 165, 170, 175], // shuttle
            [180, 185, 190, 195], // shuttle with singles
            [185, 190, 195, 200], // shuttle with pairs
            [150, 155, 160, 170], // bomb
            [200, 200, 200, 200], // rocket
        ],
        per_card: 8,
        covered: [900, 800, 600, 550, 450, 350, 250, 150, 150, 100, 50, 50, 30, 20, 20, 50, 0],
        covered_in_band: [1000, 800, 500, 200],
        lost_lead: [30, 12, 24],
        following: 600,
        run_gain: 20,
    };

    /// The most that a number of the matrix may be.
    pub const NUMBER_MAX: i32 = 1000;

    /// Returns a number by its key: a kind and a band from 1 to 4 for a weight (`straight.2`), `from.BAND` for the lowest code or face
    /// value of the bands from 2 up, `by-value`, `covered.KIND`, `covered-in-band.BAND`, `lost-lead.SEAT`, `per-card`, `following`,
    /// `run-gain`.
    pub fn number_mut(&mut self, key: &str) -> Option<&mut i32> {
        let band = |text: &str| (1..=BANDS).find(|band| band.to_string() == text).map(|band| band - 1);
        match key.split_once('.') {
            None => match key {
                "by-value" => Some(&mut self.by_value),
                "per-card" => Some(&mut self.per_card),
                "following" => Some(&mut self.following),
                "run-gain" => Some(&mut self.run_gain),
                _ => None,
            },
            Some(("from", text)) => band(text).filter(|&band| band > 0).map(|band| &mut self.bands[band - 1]),
            Some(("covered", kind)) => Kind::from_name(kind).map(|kind| &mut self.covered[kind as usize]),
            Some(("covered-in-band", text)) => band(text).map(|band| &mut self.covered_in_band[band]),
            Some(("lost-lead", seat)) => Seat::from_name(seat).map(|seat| &mut self.lost_lead[seat.index()]),
            Some((kind, text)) => {
                Kind::from_name(kind).zip(band(text)).map(|(kind, band)| &mut self.weights[kind as usize][band])
            }
        }
    }

    /// Lists every number, in a fixed order.
    pub fn numbers(&self) -> impl Iterator<Item = i32> {
        let factors = [self.per_card, self.following, self.run_gain];
        let weights = self.weights.iter().flatten().copied();
        weights
            .chain(self.covered)
            .chain(self.covered_in_band)
            .chain(self.lost_lead)
            .chain(factors)
            .chain(self.bands)
            .chain([self.by_value])
    }

    /// Returns the band of a combo, from 0.
    pub fn band(&self, combo: Combo) -> usize {
        let code = combo.key().index() as i32 + 1;
        let height = if self.by_value > 0 { combo.len() as i32 * code } else { code };
        self.bands.iter().filter(|&&from| height >= from).count()
    }

    pub(crate) fn combo_weight(&self, combo: Combo, parts: &[Combo], context: &Context) -> i32 {
        let (kind, band) = (combo.kind(), self.band(combo));
        let shape = kind.shape();
        let longer = combo.len() as i32 - i32::from(shape.cards(shape.run_min));
        let mut weight = self.weights[kind as usize][band] + self.per_card * longer;
        if combo.run() > 1 && kind != Kind::Rocket {
            let short = CARDS_DEALT - i32::from(context.others_cards);
            weight += weight * self.run_gain * short.max(0) / THOUSAND;
        }
        let place = |combo: &Combo| match combo.run() {
            1 => context.order.place(combo.key()),
            _ => combo.key().index(),
        };
        let won_back =
            |other: &Combo| other.kind() == kind && other.run() == combo.run() && place(other) > place(&combo);
        if !parts.iter().any(won_back) {
            let chance = self.covered[kind as usize] * self.covered_in_band[band] / THOUSAND + context.experience;
            let lost = self.lost_lead[context.seat as usize] * chance.clamp(0, THOUSAND) / THOUSAND;
            weight -= if context.leads { lost } else { lost * self.following / THOUSAND };
        }
        weight.max(0)
    }
}

impl Default for Matrix {
    fn default() -> Matrix {
        Matrix::DEFAULT
    }
}

/// Returns the mean weight of a turn, in thousandths: the sum over the combos, divided by the number of turns; 0 for no combo. (The source
/// may also mean each kind and band once.)
pub fn mean_weight(parts: &[Combo], matrix: &Matrix, context: &Context) -> i32 {
    let sum: i32 = parts.iter().map(|&combo| matrix.combo_weight(combo, parts, context)).sum();
    sum * THOUSAND / (parts.len() as i32).max(1)
}
