//! The subjects of puzzles: the thoughts that a first hint can give, each with a test of the puzzles for which it is true.

use rules::{Combo, Hand, Kind, Rank, Seat};

use super::Features;
use crate::endgame::game::Endgame;
use crate::endgame::turns::TurnsCache;
use crate::words::Lang;

/// A thought that makes a puzzle easier, in English and in Chinese.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    en: &'static str,
    zh: &'static str,
}

impl Theme {
    pub(super) fn sentence(self, lang: Lang) -> &'static str {
        lang.pick(self.en, self.zh)
    }

    pub(super) fn of(puzzle: &SolvedPuzzle) -> Theme {
        let row = THEMES.iter().find(|(is_true, _)| is_true(puzzle));
        row.expect("the last thought is true of every puzzle").1
    }
}

pub(super) struct SolvedPuzzle<'a> {
    pub(super) game: &'a Endgame,
    pub(super) first: Combo,
    /// First plays that leave the fewest turns, and lose.
    pub(super) tempting: &'a [Combo],
    pub(super) solution: &'a [(Seat, Option<Combo>)],
    pub(super) features: Features,
}

impl SolvedPuzzle<'_> {
    fn hand(&self) -> Hand {
        self.game.hand(Seat::Landlord)
    }

    fn other_hand(&self) -> Hand {
        self.game.hand(Seat::Down)
    }

    fn landlord_plays(&self) -> impl Iterator<Item = Combo> {
        self.solution.iter().filter(|(seat, _)| *seat == Seat::Landlord).filter_map(|&(_, play)| play)
    }

    fn answer(&self) -> Option<Combo> {
        self.solution[1].1
    }

    /// Returns the other side's plays in the solution, passes included, each with the landlord's next play.
    fn replies(&self) -> impl Iterator<Item = (Option<Combo>, Option<Combo>)> {
        let pairs = self.solution.windows(2).filter(|pair| pair[0].0 != Seat::Landlord);
        pairs.map(|pair| (pair[0].1, pair[1].1))
    }

    fn tempts(&self, is_so: impl Fn(Combo) -> bool) -> bool {
        self.tempting.iter().any(|&combo| is_so(combo))
    }

    /// True if the first play takes some of `copies` equal cards and leaves some.
    fn splits_group_of(&self, copies: u8) -> bool {
        let (hand, cards) = (self.hand(), self.first.cards());
        cards.ranks().into_iter().any(|rank| hand.count(rank) == copies && cards.count(rank) < copies)
    }
}

fn is_chain(combo: Combo) -> bool {
    combo.run() > 1 && !combo.is_bomb()
}

/// True for a bomb, and for a combo whose key is a 2 or a joker: few combos beat it.
fn is_top(combo: Combo) -> bool {
    combo.is_bomb() || combo.key().index() >= Rank::TWO.index()
}

type ThemeTest = fn(&SolvedPuzzle) -> bool;

/// The thoughts: the first that is true of a puzzle is its hint, so the most specific ones come first.
const THEMES: &[(ThemeTest, Theme)] = &[
    (|puzzle| puzzle.first.is_bomb(), Theme { en: "A bomb may also open the way.", zh: "炸弹也可以先出，打开局面。" }),
    (
        |puzzle| !puzzle.first.is_bomb() && puzzle.splits_group_of(4),
        Theme { en: "Four of a kind may be worth more apart.", zh: "四张一样的牌，拆开也许更值。" },
    ),
    (
        |puzzle| puzzle.features.is_split && puzzle.first.run() == 1 && puzzle.splits_group_of(3),
        Theme { en: "Three of a kind may be worth more apart.", zh: "三张一样的牌，拆开也许更值。" },
    ),
    (
        |puzzle| puzzle.features.is_split,
        Theme {
            en: "What looks like one play may be worth more in two.", zh: "看似一手的牌，拆成两手可能更值。"
        },
    ),
    (
        |puzzle| puzzle.tempts(Combo::is_bomb),
        Theme { en: "The bomb is worth more while it waits.", zh: "炸弹留在手里更有用。" },
    ),
    (
        |puzzle| puzzle.features.is_high,
        Theme {
            en: "Do not begin with your lowest cards of a kind.", zh: "同类的牌，不要从最小的出起。"
        },
    ),
    (
        |puzzle| puzzle.features.passes,
        Theme {
            en: "You need not answer everything that you can answer.", zh: "管得上的牌，不一定都要管。"
        },
    ),
    (
        |puzzle| !puzzle.other_hand().at_least(4).is_empty() || puzzle.other_hand().contains(Hand::ROCKET),
        Theme { en: "Reckon with the other side's bomb.", zh: "要算到对方的炸弹。" },
    ),
    (
        |puzzle| is_chain(puzzle.first) && puzzle.tempts(|other| is_chain(other) && other.len() > puzzle.first.len()),
        Theme { en: "The longest combo is not always the best.", zh: "长牌不一定越长越好。" },
    ),
    (
        |puzzle| {
            let (body, wings) = (puzzle.first.body(), puzzle.first.wings());
            puzzle.first.run() == 1
                && body.len() >= 3
                && puzzle.tempts(|other| other.body() == body && other.wings() != wings)
        },
        Theme { en: "Weigh what rides with the triple.", zh: "三张带什么，要想清楚。" },
    ),
    (
        |puzzle| !puzzle.first.wings().is_empty() && puzzle.tempts(|play| puzzle.first.wings().contains(play.cards())),
        Theme { en: "A loose card can ride with a triple.", zh: "散牌可以让三张带走。" },
    ),
    (
        |puzzle| puzzle.replies().take(2).any(|(theirs, _)| theirs.is_some_and(is_top)),
        Theme { en: "Make the other side spend its highest cards.", zh: "先把对方的大牌逼出来。" },
    ),
    (
        |puzzle| puzzle.answer().is_some() && puzzle.solution[2].1.is_none(),
        Theme { en: "Give up one trick and take a better one.", zh: "先让一手，再收回牌权。" },
    ),
    (
        |puzzle| {
            let is_pair = |&(_, play): &(Seat, Option<Combo>)| play.is_some_and(|play| play.kind() == Kind::Pair);
            let mut tricks = puzzle.solution.split(|(_, play)| play.is_none());
            // The same seat begins and ends a trick of three plays.
            tricks.any(|trick| trick.len() == 3 && trick[0].0 == Seat::Landlord && trick.iter().all(is_pair))
        },
        Theme {
            en: "A low pair goes first, a higher one takes the lead back.", zh: "小对子先走，大对子收回牌权。"
        },
    ),
    (
        |puzzle| puzzle.replies().any(|(theirs, mine)| mine.is_none() && theirs.is_some_and(|play| play.len() > 1)),
        Theme {
            en: "Mind the combos of the other side that you cannot answer.", zh: "留意对方哪些牌你管不上。"
        },
    ),
    (
        |puzzle| puzzle.replies().filter(|(_, mine)| mine.is_none()).count() >= 3,
        Theme { en: "Wait until the other side has to lead its low cards.", zh: "等到对方不得不出小牌。" },
    ),
    (
        |puzzle| is_chain(puzzle.first) && puzzle.answer().is_none(),
        Theme {
            en: "A long combo goes best while nobody can answer it.", zh: "长牌要趁对方管不上的时候出。"
        },
    ),
    (
        |puzzle| TurnsCache::new(puzzle.game.rules()).of(puzzle.other_hand()) <= 2,
        Theme {
            en: "The other side is nearly out: give it no lead.", zh: "对方快走完了，别让他拿到牌权。"
        },
    ),
    (
        |puzzle| puzzle.landlord_plays().last().is_some_and(|last| Some(last.key()) == puzzle.hand().lowest()),
        Theme { en: "The lowest card may go last.", zh: "最小的牌可以最后出。" },
    ),
    (
        |puzzle| puzzle.tempts(|other| puzzle.landlord_plays().skip(1).any(|play| play == other)),
        Theme { en: "The right plays in the wrong order lose.", zh: "牌没选错，顺序错了也会输。" },
    ),
    (
        |puzzle| puzzle.features.tempting >= 2,
        Theme { en: "Not every play that leaves you few turns wins.", zh: "剩下的手数少，不等于能赢。" },
    ),
    (|_| true, Theme { en: "Ask of each play who leads after it.", zh: "每出一手，先想之后牌权在谁。" }),
];
