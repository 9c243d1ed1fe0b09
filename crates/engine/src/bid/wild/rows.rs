//! Measured, not written by hand: `lab bids --ruleset R --deals 30000 --seed 1`, where R is `laizi`, `laizi wild-shown=landlord`,
//! `laizi-tiandi` and `laizi-tiandi wild-shown=landlord`. Rows as in the table of natural hands.

use super::super::{Percentile, rows};

/// The rows of 17 cards with the expected bottom, and of the landlord's 20.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) seventeen: &'static [Percentile],
    pub(super) landlord: &'static [Percentile],
}

/// The rows for a ruleset with so many wild ranks, of which so many are shown, by who plays.
pub(super) const fn rows_of(wild_ranks: u8, shown: u32, by_nets: bool) -> Rows {
    let (seventeen, landlord) = match (wild_ranks, shown, by_nets) {
        (1, 0, false) => (ONE_UNSHOWN, LANDLORD_ONE),
        (1, 0, true) => (ONE_UNSHOWN_NET, LANDLORD_ONE_NET),
        (1, _, false) => (ONE, LANDLORD_ONE),
        (1, _, true) => (ONE_NET, LANDLORD_ONE_NET),
        (_, 0, false) => (TWO_UNSHOWN, LANDLORD_TWO),
        (_, 0, true) => (TWO_UNSHOWN_NET, LANDLORD_TWO_NET),
        (_, 1, false) => (TWO_FIRST, LANDLORD_TWO),
        (_, 1, true) => (TWO_FIRST_NET, LANDLORD_TWO_NET),
        (.., false) => (TWO, LANDLORD_TWO),
        (.., true) => (TWO_NET, LANDLORD_TWO_NET),
    };
    Rows { seventeen, landlord }
}

/// 17 cards before the only wild rank is shown.
const ONE_UNSHOWN: &[Percentile] = &rows(
    [-32, -25, -20, -16, -13, -10, -6, -4, -1, 1, 4, 7, 10, 13, 16, 20, 24, 30, 39, 113],
    [284, 297, 339, 369, 375, 382, 383, 383, 415, 448, 457, 467, 467, 467, 482, 522, 547, 547, 568, 611],
);

/// 17 cards before the only wild rank is shown; won by the nets.
const ONE_UNSHOWN_NET: &[Percentile] = &rows(
    [-32, -25, -20, -16, -13, -10, -6, -4, -1, 1, 4, 7, 10, 13, 16, 20, 24, 30, 39, 113],
    [236, 261, 302, 330, 347, 354, 357, 357, 387, 417, 436, 455, 455, 472, 494, 525, 553, 562, 598, 650],
);

/// 17 cards, one wild rank.
const ONE: &[Percentile] = &rows(
    [-76, -59, -45, -34, -25, -18, -12, -6, 0, 5, 11, 16, 21, 27, 33, 40, 47, 57, 70, 154],
    [157, 211, 246, 272, 302, 340, 375, 375, 415, 456, 456, 487, 518, 529, 556, 592, 619, 629, 673, 753],
);

/// 17 cards, one wild rank; won by the nets.
const ONE_NET: &[Percentile] = &rows(
    [-76, -59, -45, -34, -25, -18, -12, -6, 0, 5, 11, 16, 21, 27, 33, 40, 47, 57, 70, 154],
    [74, 108, 144, 185, 215, 257, 293, 298, 342, 401, 417, 465, 519, 555, 606, 662, 719, 762, 836, 940],
);

/// The landlord's 20 cards, one wild rank.
const LANDLORD_ONE: &[Percentile] = &rows(
    [-97, -70, -53, -41, -30, -21, -14, -6, 1, 7, 14, 20, 26, 33, 40, 48, 57, 68, 85, 199],
    [99, 145, 186, 253, 304, 321, 346, 393, 420, 448, 476, 508, 540, 567, 598, 624, 662, 678, 689, 706],
);

/// The landlord's 20 cards, one wild rank; won by the nets.
const LANDLORD_ONE_NET: &[Percentile] = &rows(
    [-97, -70, -53, -41, -30, -21, -14, -6, 1, 7, 14, 20, 26, 33, 40, 48, 57, 68, 85, 199],
    [36, 59, 91, 140, 182, 204, 244, 300, 324, 378, 432, 490, 550, 588, 643, 703, 784, 831, 878, 957],
);

/// 17 cards before the first of two wild ranks is shown.
const TWO_UNSHOWN: &[Percentile] = &rows(
    [27, 33, 37, 41, 44, 47, 50, 52, 55, 58, 60, 63, 66, 68, 72, 75, 79, 85, 93, 161],
    [321, 333, 346, 351, 361, 378, 384, 392, 400, 400, 415, 431, 431, 431, 431, 437, 443, 443, 443, 443],
);

/// 17 cards before the first of two wild ranks is shown; won by the nets.
const TWO_UNSHOWN_NET: &[Percentile] = &rows(
    [27, 33, 37, 41, 44, 47, 50, 52, 55, 58, 60, 63, 66, 68, 72, 75, 79, 85, 93, 161],
    [257, 271, 283, 296, 316, 343, 351, 370, 390, 390, 420, 451, 451, 451, 457, 475, 488, 509, 547, 581],
);

/// 17 cards when the first of two wild ranks is shown.
const TWO_FIRST: &[Percentile] = &rows(
    [7, 18, 26, 32, 38, 42, 47, 51, 55, 59, 64, 68, 72, 77, 82, 87, 94, 102, 114, 192],
    [224, 267, 305, 330, 349, 350, 352, 384, 414, 414, 414, 417, 440, 459, 459, 473, 487, 506, 530, 540],
);

/// 17 cards when the first of two wild ranks is shown; won by the nets.
const TWO_FIRST_NET: &[Percentile] = &rows(
    [7, 18, 26, 32, 38, 42, 47, 51, 55, 59, 64, 68, 72, 77, 82, 87, 94, 102, 114, 192],
    [143, 190, 213, 240, 263, 285, 309, 342, 380, 401, 417, 426, 454, 486, 516, 536, 583, 637, 683, 758],
);

/// 17 cards, two wild ranks.
const TWO: &[Percentile] = &rows(
    [-13, 5, 16, 25, 33, 39, 45, 51, 56, 61, 67, 72, 77, 83, 89, 95, 103, 113, 128, 217],
    [160, 214, 260, 302, 308, 325, 362, 382, 400, 418, 419, 438, 467, 479, 500, 524, 533, 541, 567, 620],
);

/// 17 cards, two wild ranks; won by the nets.
const TWO_NET: &[Percentile] = &rows(
    [-13, 5, 16, 25, 33, 39, 45, 51, 56, 61, 67, 72, 77, 83, 89, 95, 103, 113, 128, 217],
    [66, 97, 145, 190, 204, 229, 281, 311, 339, 387, 408, 445, 496, 520, 575, 626, 655, 713, 790, 877],
);

/// The landlord's 20 cards, two wild ranks.
const LANDLORD_TWO: &[Percentile] = &rows(
    [-27, -5, 9, 20, 29, 36, 43, 49, 55, 62, 68, 74, 80, 87, 94, 103, 112, 125, 143, 274],
    [116, 179, 226, 253, 282, 327, 350, 390, 430, 430, 440, 451, 473, 512, 532, 535, 550, 571, 577, 577],
);

/// The landlord's 20 cards, two wild ranks; won by the nets.
const LANDLORD_TWO_NET: &[Percentile] = &rows(
    [-27, -5, 9, 20, 29, 36, 43, 49, 55, 62, 68, 74, 80, 87, 94, 103, 112, 125, 143, 274],
    [37, 71, 106, 136, 165, 202, 240, 292, 342, 386, 423, 433, 493, 567, 596, 648, 712, 771, 846, 930],
);
