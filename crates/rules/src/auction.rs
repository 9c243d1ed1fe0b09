//! The five auctions for the landlord's seat, as one small state machine that takes calls.

use std::fmt;

use crate::ruleset::{Auction, Ruleset};
use crate::seat::Chair;

/// A call of a chair in the auction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Call {
    /// 不叫 / 不抢 / 不取: no bid.
    Pass,
    /// 叫分: points.
    Score(u8),
    /// 叫地主
    Call,
    /// 抢地主: takes over the landlord's seat; a factor of 2 on the stakes.
    Rob,
    /// 取经
    Take,
}

impl Call {
    /// Every call of every auction.
    pub const ALL: [Call; 7] =
        [Call::Pass, Call::Score(1), Call::Score(2), Call::Score(3), Call::Call, Call::Rob, Call::Take];

    /// Returns the word for the call in text.
    pub const fn word(self) -> &'static str {
        match self {
            Call::Pass => "no",
            Call::Score(1) => "1",
            Call::Score(2) => "2",
            Call::Score(_) => "3",
            Call::Call => "call",
            Call::Rob => "rob",
            Call::Take => "take",
        }
    }

    /// Returns the call with this word; `0` is a pass too.
    pub fn from_word(word: &str) -> Option<Call> {
        if word == "0" {
            return Some(Call::Pass);
        }
        Call::ALL.into_iter().find(|call| call.word() == word)
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The state of an auction, during it or after its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bidding {
    auction: Auction,
    turn: Chair,
    said: [Option<Call>; 3],
    /// The chair that becomes landlord if no other chair takes the seat.
    holder: Option<Chair>,
    caller: Option<Chair>,
    score: u8,
    robs: u8,
    state: BiddingState,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum BiddingState {
    Open,
    Closed,
    Redeal,
}

/// The end of an auction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This chair is the landlord.
    Landlord(Chair),
    /// No chair wanted the seat: the cards are dealt again.
    Redeal,
}

impl Bidding {
    /// Returns an auction in which no chair has spoken.
    pub const fn start(rules: &Ruleset) -> Bidding {
        Bidding {
            auction: rules.auction,
            turn: Chair::First,
            said: [None; 3],
            holder: None,
            caller: None,
            score: 0,
            robs: 0,
            state: BiddingState::Open,
        }
    }

    /// Returns a closed auction for a hand without an auction: the chair `landlord` has the seat for one point.
    pub const fn without_auction(rules: &Ruleset, landlord: Chair) -> Bidding {
        Bidding { holder: Some(landlord), turn: landlord, state: BiddingState::Closed, ..Bidding::start(rules) }
    }

    /// Returns the chair that speaks next; `None` when the auction is over.
    pub fn turn(&self) -> Option<Chair> {
        (self.state == BiddingState::Open).then_some(self.turn)
    }

    /// Returns the outcome; `None` while the auction goes on, or while it waits for [`Bidding::appoint`].
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state {
            BiddingState::Open => None,
            BiddingState::Redeal => Some(Outcome::Redeal),
            BiddingState::Closed => self.holder.map(Outcome::Landlord),
        }
    }

    /// True if no chair took the seat and one must be appointed.
    pub fn awaits_appointment(&self) -> bool {
        self.state == BiddingState::Closed && self.holder.is_none()
    }

    /// Makes `chair` the landlord. Panics unless [`Bidding::awaits_appointment`] is true.
    pub fn appoint(&mut self, chair: Chair) {
        assert!(self.awaits_appointment(), "{chair} cannot be appointed: {self:?}");
        self.holder = Some(chair);
    }

    /// Returns the highest points called; 1 if none were called.
    pub const fn score(&self) -> u8 {
        if self.score == 0 { 1 } else { self.score }
    }

    /// Returns the number of times that the landlord's seat was robbed, a rob by the caller included.
    pub const fn robs(&self) -> u8 {
        self.robs
    }

    /// Returns the last call of a chair; `None` before its first.
    pub const fn last_call(&self, chair: Chair) -> Option<Call> {
        self.said[chair.index()]
    }

    /// True if a chair has called 叫地主: every later bid is a rob.
    pub const fn is_robbing(&self) -> bool {
        self.caller.is_some()
    }

    /// Returns the calls that the chair on turn may make; empty when the auction is over.
    pub fn options(&self) -> impl Iterator<Item = Call> + use<> {
        let this = *self;
        Call::ALL.into_iter().filter(move |&call| this.turn().is_some() && this.may_call(call))
    }

    fn may_call(&self, call: Call) -> bool {
        match (self.auction, call) {
            (_, Call::Pass) => true,
            (Auction::Score | Auction::FirstScore | Auction::Rounds, Call::Score(points)) => {
                points > self.score && points <= 3
            }
            (Auction::CallRob, Call::Call) => !self.is_robbing(),
            (Auction::CallRob, Call::Rob) => self.is_robbing(),
            (Auction::TakeIt, Call::Take) => true,
            _ => false,
        }
    }

    /// Makes `call` for the chair on turn. On `Err` nothing changes.
    pub fn make_call(&mut self, call: Call) -> Result<(), BadCall> {
        if self.turn().is_none() {
            return Err(BadCall { call, options: Vec::new() });
        }
        if !self.may_call(call) {
            return Err(BadCall { call, options: self.options().collect() });
        }
        let chair = self.turn;
        let declined = |chair: Chair| self.said[chair.index()] == Some(Call::Pass);
        match self.auction {
            Auction::Score | Auction::FirstScore | Auction::Rounds => {
                if let Call::Score(points) = call {
                    (self.holder, self.score) = (Some(chair), points);
                }
                self.turn = chair.next();
                let last = match self.holder {
                    // Both others have passed on the holder's call.
                    Some(holder) if self.auction == Auction::Rounds => self.turn == holder,
                    Some(_) if self.auction == Auction::FirstScore => true,
                    _ => chair == Chair::Third,
                };
                self.close_if_last(last || self.score == 3, BiddingState::Redeal);
            }
            Auction::TakeIt => {
                if call == Call::Take {
                    self.holder = Some(chair);
                }
                self.turn = chair.next();
                self.close_if_last(call == Call::Take || chair == Chair::Third, BiddingState::Closed);
            }
            Auction::CallRob => {
                match call {
                    Call::Call => (self.caller, self.holder) = (Some(chair), Some(chair)),
                    Call::Rob => (self.robs, self.holder) = (self.robs + 1, Some(chair)),
                    _ => {}
                }
                match self.caller {
                    None => {
                        self.turn = chair.next();
                        self.close_if_last(chair == Chair::Third, BiddingState::Redeal);
                    }
                    // The caller has answered: that was the last call.
                    Some(caller) if caller == chair && call != Call::Call => self.state = BiddingState::Closed,
                    Some(caller) => {
                        // A chair that declined to call may not rob and is not asked.
                        let mut next = chair.next();
                        while next != caller && declined(next) {
                            next = next.next();
                        }
                        self.turn = next;
                        self.close_if_last(next == caller && self.robs == 0, BiddingState::Redeal);
                    }
                }
            }
        }
        self.said[chair.index()] = Some(call);
        Ok(())
    }

    fn close_if_last(&mut self, last: bool, unclaimed: BiddingState) {
        if last {
            self.state = if self.holder.is_some() { BiddingState::Closed } else { unclaimed };
        }
    }
}

/// A call that the auction does not allow now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message(Call::word))]
pub struct BadCall {
    /// The call that was made.
    pub call: Call,
    /// The calls that are allowed; none after the end of the auction.
    pub options: Vec<Call>,
}

impl BadCall {
    /// Returns the error as a sentence with the names that `name` gives to the calls.
    pub fn message(&self, name: impl Fn(Call) -> &'static str) -> String {
        let options: Vec<&str> = self.options.iter().map(|&call| name(call)).collect();
        let options =
            if options.is_empty() { String::from("nothing, the auction is over") } else { options.join(", ") };
        format!("{} cannot be called now; allowed: {options}", name(self.call))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(auction: &str, words: &str, expected: &str) {
        let rules = Ruleset::CLASSIC.with("auction", auction).unwrap();
        let mut bidding = Bidding::start(&rules);
        for word in words.split_whitespace() {
            bidding.make_call(Call::from_word(word).expect(word)).expect(words);
        }
        let end = match (bidding.outcome(), bidding.turn()) {
            (Some(Outcome::Landlord(chair)), None) => format!("{chair}"),
            (Some(Outcome::Redeal), None) => String::from("redeal"),
            (None, None) => String::from("appoint"),
            (None, Some(chair)) => format!("{chair}?"),
            other => panic!("{words}: {other:?}"),
        };
        assert_eq!(format!("{end} {}x{}", bidding.score(), bidding.robs()), expected, "{auction}: {words}");
    }

    #[test]
    fn each_auction_ends_by_its_own_rules() {
        // Scores rise, and a 3 ends the auction.
        check("score", "3", "first 3x0");
        check("score", "1 2 no", "second 2x0");
        check("score", "1 no 3", "third 3x0");
        check("score", "0 0 0", "redeal 1x0");
        // The first score ends the auction.
        check("first-score", "1", "first 1x0");
        check("first-score", "no no 2", "third 2x0");
        check("first-score", "no no no", "redeal 1x0");
        // In rounds a chair that passed may call again.
        check("rounds", "no 1 no 2", "second? 2x0");
        check("rounds", "no 1 no no", "second 1x0");
        check("rounds", "no no 1 no 2 no 3", "first 3x0");
        check("rounds", "no no 1 no 2 no no", "second 2x0");
        check("rounds", "no 3", "second 3x0");
        check("rounds", "no no no", "redeal 1x0");
        // The caller may rob back once.
        check("call-rob", "call no no", "first 1x0");
        check("call-rob", "call rob", "third? 1x1");
        check("call-rob", "call rob no", "first? 1x1");
        check("call-rob", "call rob rob rob", "first 1x3");
        check("call-rob", "call rob no no", "second 1x1");
        // A chair that declined to call may not rob.
        check("call-rob", "no call no", "second 1x0");
        check("call-rob", "no call rob", "second? 1x1");
        check("call-rob", "no call rob rob", "second 1x2");
        check("call-rob", "no no call", "third 1x0");
        check("call-rob", "no no no", "redeal 1x0");
        // The first chair that takes ends the auction. If none does, a chair is appointed.
        check("take-it", "no take", "second 1x0");
        check("take-it", "take", "first 1x0");
        check("take-it", "no no no", "appoint 1x0");
    }

    #[test]
    fn a_refused_call_changes_nothing_and_names_the_allowed_ones() {
        let mut bidding = Bidding::start(&Ruleset::CLASSIC);
        bidding.make_call(Call::Score(2)).unwrap();
        let before = bidding;
        for (call, message) in [
            (Call::Score(2), "2 cannot be called now; allowed: no, 3"),
            (Call::Score(9), "3 cannot be called now; allowed: no, 3"),
            (Call::Rob, "rob cannot be called now; allowed: no, 3"),
        ] {
            assert_eq!(bidding.make_call(call).unwrap_err().to_string(), message);
            assert_eq!(bidding, before);
        }
    }
}
