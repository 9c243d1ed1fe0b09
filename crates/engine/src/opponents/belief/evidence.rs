//! The kinds of evidence, one row each.

/// A kind of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum EvidenceKind {
    /// Words of the auction.
    Calls,
    /// Doublings.
    Raises,
    /// The combo that a seat let stand.
    Passes,
    /// Its answer.
    Answers,
    /// Its lead.
    Leads,
    /// The cards that it still holds after all that it did.
    Keeps,
}

/// One kind of evidence, for people.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// The kind.
    pub kind: EvidenceKind,
    /// Its name.
    pub name: &'static str,
}

/// Every kind of evidence, in the order of [`EvidenceKind`].
pub const EVIDENCE: [Evidence; EvidenceKind::COUNT] = [
    // Players who call high hold big cards, players who pass lack them.
    Evidence { kind: EvidenceKind::Calls, name: "calls" },
    // Players who double expect to win.
    Evidence { kind: EvidenceKind::Raises, name: "raises" },
    // A player who lets an enemy's low combo stand rarely has a cheap answer to it.
    Evidence { kind: EvidenceKind::Passes, name: "passes" },
    // Answers are the smallest that will do, and taken from what need not be broken.
    Evidence { kind: EvidenceKind::Answers, name: "answers" },
    // Leads start low and shed what the hand has too much of; what was led tells what was not there.
    Evidence { kind: EvidenceKind::Leads, name: "leads" },
    // Small and loose cards are played first: a player of long standing holds big ones and groups.
    Evidence { kind: EvidenceKind::Keeps, name: "keeps" },
];

impl EvidenceKind {
    /// Number of kinds.
    pub const COUNT: usize = 6;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_where_their_names_say() {
        for (index, evidence) in EVIDENCE.iter().enumerate() {
            assert_eq!(evidence.kind as usize, index);
            assert!(EVIDENCE.iter().filter(|other| other.name == evidence.name).count() == 1);
        }
    }
}
