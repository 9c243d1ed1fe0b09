//! 减少单张: against an enemy with one card the triple carries a single, and the pair stays for the next lead.

use rules::Seed;

use crate::game::{fresh, persona, text, view};

#[test]
fn the_triple_carries_a_single() {
    for name in ["rules", "casual", "skilled"] {
        for (hand, left) in [("3334489", "7,1,9"), ("4466679", "7,1,9"), ("3334489", "7,9,1")] {
            let decision = fresh(&view(&format!("me=landlord hand={hand} left={left}")), &persona(name), Seed(1));
            let triple = &text(&decision);
            assert!(!["33344", "44666"].contains(&triple.as_str()), "{name}, {hand}: {triple} keeps both singles");
        }
    }
}
