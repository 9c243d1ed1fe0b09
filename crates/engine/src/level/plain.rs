//! The losses of each strength by choice in rulesets of the family `plain`, in thousandths of a win: the mean and the spread as
//! landlord, then as peasant. Written by `lab levels --rows crates/engine/src/level/plain.rs --hands 400`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::of(0, [65.5, 135.3], [50.8, 92.3]),
    Row::of(10, [62.0, 132.7], [47.1, 88.8]),
    Row::of(20, [54.4, 116.5], [44.9, 87.3]),
    Row::of(30, [53.8, 109.7], [40.2, 84.6]),
    Row::of(40, [51.9, 115.7], [38.0, 76.7]),
    Row::of(50, [51.9, 101.7], [33.3, 64.3]),
    Row::of(60, [44.3, 116.4], [29.7, 69.9]),
    Row::of(70, [34.7, 76.4], [28.2, 67.5]),
    Row::of(80, [8.1, 26.3], [11.5, 31.0]),
    Row::of(90, [8.1, 35.3], [11.5, 37.8]),
    Row::of(100, [8.1, 22.4], [11.5, 44.7]),
];
