//! The rules of the game that an event can break. Their messages name the table's chairs and use the contract's words.

use rules::{BadPlay, Call, Chair, Illegal, Seat};

use crate::refusal::{Reason, Refusal};

closed_set! {
    /// A rule that an event can break and still be accepted. The comment of `Warning.rule` lists all of them.
    Rule {
        /// The act belongs to another stage of the hand.
        OutOfStage = "OUT_OF_STAGE",
        /// Another chair is to act.
        NotYourTurn = "NOT_YOUR_TURN",
        /// The auction does not allow the call.
        BadCall = "BAD_CALL",
        /// The auction made another chair the landlord.
        NotLandlord = "NOT_LANDLORD",
        /// The ruleset has no such doubling.
        UnknownRaise = "UNKNOWN_RAISE",
        /// The hand lies open already, or the factor belongs to an earlier time.
        BadShow = "BAD_SHOW",
        /// A leader cannot pass.
        MustLead = "MUST_LEAD",
        /// The play does not beat the standing combo.
        TooLow = "TOO_LOW",
        /// The cards are no combo of the ruleset.
        NoCombo = "NO_COMBO",
        /// The side that went out is not the winner in the settlement.
        WrongWinner = "WRONG_WINNER",
        /// The settlement names a winner, and no chair went out.
        NotOver = "NOT_OVER",
    }
}

/// A rule that an event broke.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleViolation {
    /// The rule.
    pub rule: Rule,
    /// The fault, as a sentence.
    pub message: String,
}

impl RuleViolation {
    /// Makes the violation of a rule.
    pub fn new(rule: Rule, message: impl Into<String>) -> RuleViolation {
        RuleViolation { rule, message: message.into() }
    }

    /// Makes the violation that `chair` acts on the turn of another.
    pub fn not_your_turn(chair: Chair, turn: Chair) -> RuleViolation {
        RuleViolation::new(
            Rule::NotYourTurn,
            format!("the {chair} chair cannot act, it is the turn of the {turn} chair"),
        )
    }

    /// Makes the violation that `chair` passes when it must lead.
    pub fn must_lead(chair: Chair) -> RuleViolation {
        RuleViolation::new(Rule::MustLead, format!("the {chair} chair leads and cannot pass"))
    }
}

/// Returns the contract's name of a call. `convert` checks it against the proto.
pub const fn call_name(call: Call) -> &'static str {
    match call {
        Call::Pass => "CALL_PASS",
        Call::Score(1) => "CALL_SCORE_1",
        Call::Score(2) => "CALL_SCORE_2",
        Call::Score(_) => "CALL_SCORE_3",
        Call::Call => "CALL_CALL",
        Call::Rob => "CALL_ROB",
        Call::Take => "CALL_TAKE",
    }
}

/// Returns the rule that an event broke; refuses an event that contradicts the deck. `place` turns a chair of the rules, counted in the
/// order of speaking, into a chair of the table; `landlord` is a chair of the table.
pub fn judge(
    error: &Illegal,
    place: impl Fn(Chair) -> Chair,
    landlord: Option<Chair>,
) -> Result<Option<RuleViolation>, Refusal> {
    let seated = |seat: Seat| landlord.map(|landlord| seat.chair(landlord));
    let rule = match error {
        Illegal::Play(BadPlay::NotYourTurn { seat, turn }) => {
            if let (Some(chair), Some(turn)) = (seated(*seat), seated(*turn)) {
                return Ok(Some(RuleViolation::not_your_turn(chair, turn)));
            }
            Rule::NotYourTurn
        }
        Illegal::Play(BadPlay::MustLead { seat }) => {
            if let Some(chair) = seated(*seat) {
                return Ok(Some(RuleViolation::must_lead(chair)));
            }
            Rule::MustLead
        }
        Illegal::Call(error) => {
            return Ok(Some(RuleViolation::new(Rule::BadCall, error.told(call_name))));
        }
        Illegal::WrongStage { .. } | Illegal::Wild(_) => Rule::OutOfStage,
        Illegal::NotYourWord { .. } | Illegal::NotAsked { .. } | Illegal::NotYourGift { .. } => Rule::NotYourTurn,
        Illegal::NotLandlord { .. } => Rule::NotLandlord,
        Illegal::UnknownRaise { .. } => Rule::UnknownRaise,
        Illegal::AlreadyOpen { .. } | Illegal::LateFactor { .. } => Rule::BadShow,
        Illegal::Play(BadPlay::Over { .. }) => Rule::NotYourTurn,
        Illegal::Play(BadPlay::TooLow { .. }) => Rule::TooLow,
        Illegal::Play(BadPlay::NoCombo { .. }) => Rule::NoCombo,
        Illegal::BottomSize { .. }
        | Illegal::BadShow { .. }
        | Illegal::NotHeld { .. }
        | Illegal::NotAmongKnown { .. }
        | Illegal::HeldElsewhere { .. }
        | Illegal::ShowLacks { .. }
        | Illegal::ShowSize { .. }
        | Illegal::ShowNotHeld { .. }
        | Illegal::ShowElsewhere { .. }
        | Illegal::PassSize { .. }
        | Illegal::GiftHidden { .. }
        | Illegal::NotDealt { .. }
        | Illegal::GiftElsewhere { .. }
        | Illegal::GiftLost { .. }
        | Illegal::Play(BadPlay::TooMany { .. } | BadPlay::Gone { .. }) => {
            return Err(impossible(error.clone().placed(place).to_string()));
        }
    };
    Ok(Some(RuleViolation::new(rule, error.clone().placed(place).to_string())))
}

/// Makes the refusal of an event that contradicts the deck or the known cards.
pub(crate) fn impossible(message: impl Into<String>) -> Refusal {
    Refusal::new(Reason::EVENT_IMPOSSIBLE, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Users read the names only in the contract.
    #[test]
    fn the_contract_lists_every_rule() {
        let contract = include_str!("../../../proto/thirdseat/v1/game.proto");
        let (_, warning) = contract.split_once("message Warning {").unwrap();
        let (warning, _) = warning.split_once("string rule = 2;").unwrap();
        for rule in Rule::ALL {
            assert!(warning.contains(&format!("  // {}: ", rule.name())), "{}", rule.name());
        }
    }
}
