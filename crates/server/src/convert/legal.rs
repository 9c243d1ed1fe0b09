//! The backend's own list of legal plays: what it says, where it differs from the ruleset, and what of it is chosen.

use std::collections::HashSet;

use engine::hand::split::TurnsMemo;
use engine::{Decider, Decision};
use rules::{Action, Combo, Hand, Plays, Trick, View};
use wire::v1;

use super::cards::{CardReader, SentHand};
use super::digest::Digest;
use crate::error::{Reason, Refusal};

/// The most plays that a list may have.
pub const LEGAL_PLAYS_MAX: usize = 4096;
/// The most differences that are named.
const NAMED_MAX: usize = 16;

/// The backend's list, read.
#[derive(Clone, Debug)]
pub struct LegalPlays {
    plays: Vec<(Hand, SentHand)>,
    may_pass: bool,
}

impl LegalPlays {
    /// Reads a list; every play must be held.
    pub fn read(reader: &CardReader, hand: Hand, sent: &v1::LegalPlays) -> Result<LegalPlays, Refusal> {
        if sent.plays.is_empty() && !sent.may_pass {
            let message = "holds no play and no pass; leave it out to let the ruleset say what is legal";
            return Err(Refusal::new(Reason::EMPTY_LEGAL_PLAYS, message).at("legal_plays"));
        }
        if sent.plays.len() > LEGAL_PLAYS_MAX {
            let message = format!("{} plays, {LEGAL_PLAYS_MAX} are allowed", sent.plays.len());
            return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("legal_plays.plays"));
        }
        let plays = sent.plays.iter().enumerate().map(|(index, cards)| {
            let at = || format!("legal_plays.plays[{index}]");
            let cards = reader.sent(cards).map_err(|refusal| refusal.within(&at()))?;
            if cards.hand().is_empty() {
                return Err(Refusal::new(Reason::NO_COMBO, "no card is given; a pass is said by may_pass").at(at()));
            }
            if !hand.contains(cards.hand()) {
                let message = format!("{} is not in the hand {hand}", cards.hand());
                return Err(Refusal::new(Reason::NOT_HELD, message).at(at()));
            }
            Ok((cards.hand(), cards))
        });
        Ok(LegalPlays { plays: plays.collect::<Result<_, _>>()?, may_pass: sent.may_pass })
    }

    /// A list that was read and compared with the hand before; no cards are a pass.
    pub fn of(plays: &[Hand]) -> LegalPlays {
        let told = plays.iter().filter(|cards| !cards.is_empty()).map(|&cards| (cards, SentHand::Text(cards)));
        LegalPlays { plays: told.collect(), may_pass: plays.iter().any(|cards| cards.is_empty()) }
    }

    /// A digest of the set: the order in which the plays were told does not matter, nor whether as numbers or as text.
    pub fn digest(&self) -> u64 {
        let mut plays: Vec<u64> = self.plays.iter().map(|(cards, _)| cards.bits()).collect();
        plays.sort_unstable();
        plays.dedup();
        let start = Digest::new().word(1 + u64::from(self.may_pass));
        plays.into_iter().fold(start, Digest::word).finish()
    }

    fn allows(&self, play: Option<Combo>) -> bool {
        play.map_or(self.may_pass, |combo| self.plays.iter().any(|(cards, _)| *cards == combo.cards()))
    }

    /// In what list and ruleset differ; `None` when they agree.
    pub fn mismatch(&self, view: &View, hand: &SentHand) -> Option<v1::LegalMismatch> {
        let mut ours = Plays::new();
        let ours = ours.fill(view.rules(), view.hand(), view.trick());
        let mut listed: Vec<Hand> = self.plays.iter().map(|(cards, _)| *cards).collect();
        let mut known: Vec<Hand> = ours.iter().map(|combo| combo.cards()).collect();
        for list in [&mut listed, &mut known] {
            list.sort_by_key(|cards| cards.bits());
            list.dedup();
        }
        let lacks = |list: &[Hand], cards: Hand| list.binary_search_by_key(&cards.bits(), |it| it.bits()).is_err();
        let mut missing: Vec<Combo> = ours.iter().copied().filter(|combo| lacks(&listed, combo.cards())).collect();
        let mut named = HashSet::new();
        missing.retain(|combo| named.insert(combo.cards()));
        let extra: Vec<Hand> = listed.iter().copied().filter(|&cards| lacks(&known, cards)).collect();
        let pass_differs = self.may_pass != (view.trick() != Trick::Lead);
        if missing.is_empty() && extra.is_empty() && !pass_differs {
            return None;
        }
        Some(v1::LegalMismatch {
            missing: missing.iter().take(NAMED_MAX).map(|&combo| hand.combo(view.rules(), combo)).collect(),
            extra: extra.iter().take(NAMED_MAX).map(|&cards| hand.cards(cards, cards.to_string())).collect(),
            missing_total: missing.len() as u32,
            extra_total: extra.len() as u32,
            pass_differs,
        })
    }

    /// What is played of the list: what was decided if it is there, else the best that was weighed, else the play that
    /// leaves the hand with the fewest turns, else a pass, and only then cards whose shape the ruleset does not know.
    pub fn choose(&self, view: &View, decision: &mut Decision) -> Chosen {
        if self.allows(decision.play()) {
            return Chosen::Decided;
        }
        let weighed =
            decision.candidates.as_slice().iter().map(|candidate| candidate.play).find(|&play| self.allows(play));
        let play = weighed.or_else(|| self.fewest_turns(view).map(Some)).or(self.may_pass.then_some(None));
        decision.decider = Decider::Rules;
        match play {
            Some(play) => {
                decision.action = Action::Play(play);
                Chosen::Other
            }
            None => Chosen::Unknown(self.plays[0].1.clone()),
        }
    }

    fn fewest_turns(&self, view: &View) -> Option<Combo> {
        let mut ours = Plays::new();
        // Wild cards are counted as natural ones: to try what each may stand for would take long.
        let mut memo = TurnsMemo::new(&view.rules().unshown());
        let ours = ours.fill(view.rules(), view.hand(), view.trick()).iter().copied();
        let listed = ours.filter(|&combo| self.allows(Some(combo)));
        listed.min_by_key(|combo| {
            let left = view.hand().minus(combo.cards()).expect("a play is held");
            (memo.turns(left), combo.is_bomb(), view.rules().height(*combo))
        })
    }
}

/// What became of a decision under the backend's list.
#[derive(Clone, PartialEq, Debug)]
pub enum Chosen {
    /// It stands.
    Decided,
    /// Another play of the list took its place.
    Other,
    /// Nothing of the list is known to the ruleset: the first entry is played.
    Unknown(SentHand),
}
