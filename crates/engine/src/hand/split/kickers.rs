//! Kickers 带牌: triples and airplanes carry singles or pairs, so that these cost no turn.

use rules::{Combo, Hand, Kind, Ruleset};

use super::Partition;

/// The cards that are carried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kickers {
    /// The lower of singles and pairs.
    Smallest,
    /// Singles if there are enough: an enemy who holds one card must not get the chance to play it.
    SinglesFirst,
}

/// Lets the bare triples and airplanes of `bare` carry its singles and pairs, the longest chain first, then the
/// lowest triple: a bare high triple is worth more than a bare low one. Bombs stay bombs.
///
/// A 2 or a joker is carried only if that makes the whole hand one combo. The rocket is never split.
pub fn attach_kickers(bare: &Partition, rules: &Ruleset, kickers: Kickers) -> Partition {
    let has = |kind: &Kind| bare.iter().any(|combo| combo.kind() == *kind);
    let mut carriers = [Kind::Airplane, Kind::Triple].into_iter().filter(has).peekable();
    if carriers.peek().is_none() {
        return *bare;
    }
    let mut work = KickerAssignment { parts: *bare, used: 0, rules, kickers };
    carriers.for_each(|kind| work.attach_to_kind(kind));
    work.finish()
}

struct KickerAssignment<'a> {
    parts: Partition,
    /// One bit for each part that another one carries.
    used: u32,
    rules: &'a Ruleset,
    kickers: Kickers,
}

/// Chosen wings and the parts that gave them.
#[derive(Clone, Copy)]
struct ChosenWings {
    wings: Hand,
    used: u32,
    /// A pair of which only one card is carried.
    broken: Option<usize>,
}

impl KickerAssignment<'_> {
    fn attach_to_kind(&mut self, kind: Kind) {
        // In a sorted partition the lowest triple comes first.
        let shape = kind.shape();
        for run in (shape.run_min..=shape.run_max).rev() {
            for place in 0..self.parts.len() {
                let carrier = self.parts[place];
                if carrier.kind() == kind && carrier.run() == run {
                    self.attach_to_part(place, carrier);
                }
            }
        }
    }

    fn attach_to_part(&mut self, place: usize, carrier: Combo) {
        let wings = usize::from(carrier.run());
        let (singles, pairs) = (self.whole_parts(Kind::Single, wings), self.whole_parts(Kind::Pair, wings));
        let load = match (singles, pairs) {
            (Some(singles), Some(pairs)) if self.kickers == Kickers::Smallest => {
                // Only the ranks decide, not the number of cards of a wing.
                let order = self.rules.order();
                let place = |load: &ChosenWings| order.strongest(load.wings.ranks()).map(|rank| order.place(rank));
                if place(&pairs) < place(&singles) { pairs } else { singles }
            }
            (Some(singles), _) => singles,
            (None, Some(pairs)) => pairs,
            (None, None) => match self.mixed_singles(wings) {
                Some(mixed) => mixed,
                None => return,
            },
        };
        let Some(loaded) = self.rules.with_wings(carrier, load.wings) else { return };
        self.parts.set(place, loaded);
        self.used |= load.used;
        if let Some(pair) = load.broken {
            self.parts.set(pair, Combo::single(self.parts[pair].key()));
        }
    }

    /// Returns the `wanted` lowest parts of one kind, if there are enough that may be carried.
    fn whole_parts(&self, kind: Kind, wanted: usize) -> Option<ChosenWings> {
        let mut load = ChosenWings { wings: Hand::EMPTY, used: 0, broken: None };
        let fitting = self.free_parts(kind).take(wanted);
        for place in fitting {
            load.wings = load.wings.plus(self.parts[place].cards())?;
            load.used |= 1 << place;
        }
        (load.used.count_ones() as usize == wanted).then_some(load)
    }

    /// Chooses single wings out of the singles and pairs, for a chain that neither fills alone.
    fn mixed_singles(&self, wanted: usize) -> Option<ChosenWings> {
        let mut load = ChosenWings { wings: Hand::EMPTY, used: 0, broken: None };
        if wanted < 2 {
            return None;
        }
        for place in self.free_parts(Kind::Single).chain(self.free_parts(Kind::Pair)) {
            let (part, left) = (self.parts[place], wanted - load.wings.len() as usize);
            if left == 0 {
                break;
            }
            if part.len() as usize <= left && part.len() <= u32::from(self.rules.wing_copies_max()) {
                load.wings = load.wings.plus(part.cards())?;
                load.used |= 1 << place;
            } else if left == 1 {
                load.wings = load.wings.plus(Hand::one(part.key()))?;
                load.broken = Some(place);
            }
        }
        (load.wings.len() as usize == wanted).then_some(load)
    }

    /// Returns the unused parts of a kind that are no 2 and no joker, lowest first.
    fn free_parts(&self, kind: Kind) -> impl Iterator<Item = usize> {
        (0..self.parts.len()).filter(move |&place| {
            let part = self.parts[place];
            part.kind() == kind && part.key().is_run_rank() && self.used & (1 << place) == 0
        })
    }

    fn finish(&self) -> Partition {
        let mut left = Partition::new();
        for (place, part) in self.parts.iter().enumerate() {
            if self.used & (1 << place) == 0 {
                left.push(*part);
            }
        }
        self.as_one_combo(&left).unwrap_or(left)
    }

    /// Returns the whole hand as one combo, if it is one carrier without wings, and single or paired 2s and single jokers, all of which it
    /// may carry. The rocket stays whole.
    fn as_one_combo(&self, left: &Partition) -> Option<Partition> {
        let carries = |combo: &Combo| matches!(combo.kind(), Kind::Triple | Kind::Airplane);
        if left.len() < 2 {
            return None;
        }
        let carrier = *left.iter().find(|combo| carries(combo))?;
        let others = || left.iter().filter(|&&combo| combo != carrier);
        if others().any(|combo| combo.key().is_run_rank() || combo.len() > 2 || combo.kind() == Kind::Rocket) {
            return None;
        }
        let wings = others().try_fold(Hand::EMPTY, |wings, combo| wings.plus(combo.cards()))?;
        let mut one = Partition::new();
        one.push(self.rules.with_wings(carrier, wings)?);
        Some(one)
    }
}
