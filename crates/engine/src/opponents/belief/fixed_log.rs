//! Base-2 logarithms in whole numbers: 64ths of a doubling. All arithmetic is on integers, because powers of floats differ
//! between platforms.

/// One doubling, in the unit of these logarithms.
pub const LOG2_UNIT: i32 = 64;

/// 2⁰ as [`exp2`] gives it. The sum of a few thousand such still fits 32 bits.
pub(crate) const ONE: u32 = 1 << UNIT_BITS;
const UNIT_BITS: u32 = 20;

/// 2^(index/64) in units of 2⁻²⁰.
const POWERS: [u32; LOG2_UNIT as usize] = {
    // 2^(1/64) in units of 2⁻⁴⁸.
    const STEP: u128 = 284_540_038_248_454;
    let mut powers = [0; LOG2_UNIT as usize];
    let (mut power, mut index) = (1u128 << 48, 0);
    while index < LOG2_UNIT as usize {
        powers[index] = ((power + (1 << (47 - UNIT_BITS))) >> (48 - UNIT_BITS)) as u32;
        power = (power * STEP) >> 48;
        index += 1;
    }
    powers
};

/// Computes 2^(log/64) in units of 2⁻²⁰, for a `log` up to 0; 0 if the result is below the smallest unit.
#[inline]
pub(crate) fn exp2(log: i32) -> u32 {
    debug_assert!(log <= 0);
    let halvings = (-(log >> 6)) as u32;
    if halvings > UNIT_BITS + 1 { 0 } else { POWERS[(log & 63) as usize] >> halvings }
}

/// Returns the binary logarithm of `parts` × 2⁻²⁰, in 64ths of a doubling, with an error of at most two.
#[inline]
pub(crate) fn log2(parts: u32) -> i32 {
    debug_assert!(parts > 0);
    let whole = parts.ilog2();
    let part = (u64::from(parts) << 16 >> whole) as i32 - (1 << 16);
    // Between powers the logarithm is nearly a parabola.
    let bent = part + (((part >> 8) * ((1 << 16) - part)) >> 8) * 11 / 32;
    (whole as i32 - UNIT_BITS as i32) * LOG2_UNIT + (bent >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close_to_the_exact_ones() {
        for parts in (1..1 << 12).chain((1 << 12..1 << 22).step_by(977)) {
            let exact = (f64::from(parts) / f64::from(ONE)).log2() * f64::from(LOG2_UNIT);
            assert!((f64::from(log2(parts)) - exact).abs() <= 2.0, "{parts}: {} for {exact}", log2(parts));
        }
    }

    #[test]
    fn exp2_is_close_to_exact_powers() {
        for log in -1500..=0 {
            let exact = f64::from(ONE) * (f64::from(log) / f64::from(LOG2_UNIT)).exp2();
            let found = f64::from(exp2(log));
            assert!((found - exact).abs() <= 1.0, "{log}: {found} for {exact}");
        }
    }
}
