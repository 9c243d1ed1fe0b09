//! Evidence from a dealer that shuffles little: how the cards of a rank, and the jokers, are spread over the dealt hands.

use rules::{Dealer, Hand, Rank, Ruleset, Seat};

use super::draw::UnseenLayout;
use crate::data;
use crate::turn_facts::TurnFacts;

/// The numbers of cards of a rank in the three dealt hands, the largest first; the rest are in the bottom. The chairs do not matter: a
/// backend's first chair need not be the dealer's.
pub const PATTERNS: [[u8; 3]; 10] =
    [[4, 0, 0], [3, 1, 0], [2, 2, 0], [2, 1, 1], [3, 0, 0], [2, 1, 0], [1, 1, 1], [2, 0, 0], [1, 1, 0], [1, 0, 0]];
/// The number of patterns of the two jokers: both in one hand, in two hands, one in the bottom, both in the bottom.
pub const JOKER_PATTERN_COUNT: usize = 4;

/// The likelihood of each pattern relative to a shuffled deck, in 64ths of a doubling: of a rank's four cards, then of the jokers.
pub type DealerWeights = ([i16; PATTERNS.len()], [i16; JOKER_PATTERN_COUNT]);

const fn read_weights(dealer: &str) -> DealerWeights {
    let both: [i16; PATTERNS.len() + JOKER_PATTERN_COUNT] =
        data::table(include_str!("../../../data/plain/dealers.txt"), dealer);
    let (ranks, jokers) = (both.first_chunk(), both.last_chunk());
    (*ranks.expect("the first numbers"), *jokers.expect("the last numbers"))
}

static BLOCKS_WEIGHTS: DealerWeights = read_weights("blocks");
static CLUSTERS_WEIGHTS: DealerWeights = read_weights("clusters");
static RECYCLED_WEIGHTS: DealerWeights = read_weights("recycled");

/// Returns the index of the pattern of these numbers of cards in three hands, together one to four.
pub fn pattern_index(mut hands: [u8; 3]) -> usize {
    hands.sort_unstable_by_key(|&count| std::cmp::Reverse(count));
    PATTERNS.iter().position(|&pattern| pattern == hands).expect("three hands hold one to four cards of a rank")
}

/// Returns the index of the pattern of the jokers in three hands.
pub fn joker_pattern_index(small: [bool; 3], big: [bool; 3]) -> usize {
    let holder = |held: [bool; 3]| held.iter().position(|&held| held);
    match (holder(small), holder(big)) {
        (Some(one), Some(other)) => usize::from(one != other),
        (None, None) => 3,
        _ => 2,
    }
}

type WeightsByCounts = [i16; 125];

/// A view's knowledge of the deal, from a ruleset's dealer that shuffles little.
#[derive(Clone, Debug)]
pub(super) struct DealerEvidence {
    by_counts: WeightsByCounts,
    jokers: [i16; JOKER_PATTERN_COUNT],
    /// The cards that the viewing seat was dealt.
    mine: Hand,
    /// The cards that each other seat has played.
    played: [Hand; 2],
    /// The bottom, for the seat that took it.
    bottoms: [Hand; 2],
}

impl DealerEvidence {
    /// Makes the knowledge of the deal. `None` if all deals are equally likely, or if the dealt hands cannot be known: the bottom is
    /// hidden, cards are passed on, or some were played before the known history.
    pub(super) fn new(turn: &TurnFacts, others: [Seat; 2]) -> Option<DealerEvidence> {
        let &TurnFacts { view, me, hand, .. } = turn;
        let (ranks, jokers) = dealer_weights(view.rules())?;
        let bottom = view.board().bottom()?;
        if view.gone_unseen() > 0 || view.rules().pass_on() != rules::ruleset::PassOn::None {
            return None;
        }
        let of_seat = |seat: Seat| if seat == Seat::Landlord { bottom } else { Hand::EMPTY };
        let mine = hand.plus(view.course().played(me))?.minus(of_seat(me))?;
        let played = others.map(|seat| view.course().played(seat));
        let by_counts = weights_by_counts(ranks);
        Some(DealerEvidence { by_counts, jokers: *jokers, mine, played, bottoms: others.map(of_seat) })
    }

    /// Returns the weight of these hands by the dealer, in 64ths of a doubling.
    #[inline]
    pub(super) fn weight(&self, held: [Hand; 2]) -> i32 {
        let dealt = [0, 1].map(|who| {
            let had = held[who].plus(self.played[who]).and_then(|all| all.minus(self.bottoms[who]));
            had.expect("a seat holds and played what it was dealt, and the bottom")
        });
        let hands = [self.mine, dealt[0], dealt[1]];
        let fours: i32 = Rank::all().filter(|rank| !rank.is_joker()).map(|rank| self.rank_weight(hands, rank)).sum();
        let holds = |rank| hands.map(|hand| hand.count(rank) > 0);
        fours + i32::from(self.jokers[joker_pattern_index(holds(Rank::SMALL_JOKER), holds(Rank::BIG_JOKER))])
    }

    /// Returns the weight of one rank, if the two others hold `first` and `second` cards of it.
    pub(super) fn rank_weight_if_held(&self, rank: Rank, first: u8, second: u8) -> i32 {
        if rank.is_joker() || self.others_played(rank) {
            return 0;
        }
        let had = |who: usize, held: u8| held + self.played[who].count(rank) - self.bottoms[who].count(rank);
        i32::from(self.by_counts[index([self.mine.count(rank), had(0, first), had(1, second)])])
    }

    fn rank_weight(&self, hands: [Hand; 3], rank: Rank) -> i32 {
        if self.others_played(rank) { 0 } else { i32::from(self.by_counts[index(hands.map(|hand| hand.count(rank)))]) }
    }

    /// True if another seat played a card of the rank. Players keep groups together, so a card that is played alone says more about the
    /// other cards of its rank than the dealer does.
    fn others_played(&self, rank: Rank) -> bool {
        self.played.iter().any(|played| played.count(rank) > 0)
    }

    /// Returns the bias of the dealer towards each number of a rank's unseen copies in the hand of the first other seat.
    pub(super) fn biases(&self, unseen: &UnseenLayout, rank: Rank) -> [i32; 5] {
        let copies = unseen.cards.count(rank);
        let known = unseen.known.map(|hand| hand.count(rank));
        std::array::from_fn(|first| {
            let first = (first as u8).min(copies);
            self.rank_weight_if_held(rank, known[0] + first, known[1] + copies - first)
        })
    }
}

fn index([one, two, three]: [u8; 3]) -> usize {
    25 * usize::from(one) + 5 * usize::from(two) + usize::from(three)
}

fn weights_by_counts(ranks: &[i16; PATTERNS.len()]) -> WeightsByCounts {
    let mut table = [0; 125];
    for one in 0..=4u8 {
        for two in 0..=4 - one {
            for three in (0..=4 - one - two).filter(|three| one + two + three > 0) {
                table[index([one, two, three])] = ranks[pattern_index([one, two, three])];
            }
        }
    }
    table
}

fn dealer_weights(rules: &Ruleset) -> Option<&'static DealerWeights> {
    match rules.dealer() {
        Dealer::Random => None,
        Dealer::Blocks => Some(&BLOCKS_WEIGHTS),
        Dealer::Clusters => Some(&CLUSTERS_WEIGHTS),
        Dealer::Recycled => Some(&RECYCLED_WEIGHTS),
    }
}
