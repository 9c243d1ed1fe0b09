//! The losses of each strength by choice in rulesets of the family `plain`, in thousandths of a win: the mean and the spread as
//! landlord, then as peasant. Written by `lab levels --rows crates/engine/src/level/plain.rs --hands 400`.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::of(0, [63.4, 146.9], [53.1, 95.7]),
    Row::of(10, [63.4, 146.2], [50.2, 92.0]),
    Row::of(20, [56.3, 137.2], [47.1, 100.2]),
    Row::of(30, [52.5, 109.0], [41.4, 86.7]),
    Row::of(40, [51.3, 131.9], [41.4, 85.6]),
    Row::of(50, [51.3, 114.9], [35.7, 70.4]),
    Row::of(60, [42.9, 121.2], [34.9, 75.2]),
    Row::of(70, [34.9, 84.7], [32.1, 72.1]),
    Row::of(76, [34.9, 98.9], [32.1, 78.1]),
    Row::of(77, [7.8, 31.7], [11.7, 23.3]),
    Row::of(80, [7.5, 24.1], [11.7, 25.6]),
    Row::of(90, [7.5, 28.6], [11.7, 48.7]),
    Row::of(100, [7.5, 24.6], [11.7, 51.5]),
];
