//! The backend's own list of legal plays: its content, its differences from the ruleset, and the choice from it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::Hasher;

use engine::hand::split::TurnsMemo;
use engine::{Decider, Decision};
use game::refusal::{AtField, Reason, Refusal, check_at_most, read_each};
use rules::{Action, Combo, Plays, Stage, Trick, View};
use wire::v1;

use super::inbound::{Digest, Position};
use game::cards::{CardForm, Cards};

/// The most plays, without wild ranks.
pub const LEGAL_PLAYS_MAX: usize = 4096;
/// The same limit for rulesets with wild ranks.
pub const WILD_LEGAL_PLAYS_MAX: usize = 131_072;
/// The most missing plays that are named, and the most extra ones.
const NAMED_PLAYS_MAX: usize = 16;

/// The cards of a play as bits, and a number for their reading: 0 is any that they may have, from 2^31 on one that the ruleset does not know.
type Identity = (u64, u32);

/// Returns the identities that a play may have in a list: its cards in any reading, and in its own.
fn identities_of(combo: Combo) -> [Identity; 2] {
    let reading = 1 + ((combo.kind() as u32) << 16 | (combo.key().index() as u32) << 8 | u32::from(combo.run()));
    [0, reading].map(|reading| (combo.cards().bits(), reading))
}

/// The backend's list.
#[derive(Clone, Debug)]
pub struct LegalPlays {
    plays: Vec<ListedPlay>,
    identities: BTreeSet<Identity>,
    may_pass: bool,
}

/// A play of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedPlay {
    /// The cards.
    pub cards: Cards,
    /// True if they were sent as numbers.
    has_ids: bool,
    stands_for: String,
    identity: Identity,
    /// The combo, if the list says which of its cards is meant, and the ruleset knows it.
    combo: Option<Combo>,
}

impl ListedPlay {
    /// Reads a play, which must be held.
    fn read(form: &CardForm, view: &View, sent: &v1::Combo) -> Result<ListedPlay, Refusal> {
        let cards = sent.cards.as_ref().ok_or_else(|| Refusal::missing("cards"))?;
        let (has_ids, cards) = (!cards.ids.is_empty(), form.cards(cards).within("cards")?);
        let (hand, stands_for) = (cards.hand(), sent.stands_for.clone());
        if hand.is_empty() {
            return Err(Refusal::new(Reason::NO_COMBO, "no card is given; a pass is said by may_pass"));
        }
        if !view.hand().contains(hand) {
            let message = format!("{hand} is not in the hand {}", view.hand());
            return Err(Refusal::new(Reason::ILLEGAL_PLAY, message));
        }
        let mut play = ListedPlay { cards, has_ids, stands_for, identity: (hand.bits(), 0), combo: None };
        if sent.stands_for.is_empty() && sent.kind.is_empty() && sent.key.is_empty() && sent.length == 0 {
            return Ok(play);
        }
        match form.combo(view.rules(), view.trick(), sent) {
            Ok(combo) => (play.identity, play.combo) = (identities_of(combo)[1], Some(combo)),
            Err(refusal) if refusal.reason() == Reason::NO_COMBO => {
                play.identity.1 = Digest::EMPTY.bytes(sent.stands_for.as_bytes()).finish() as u32 | 1 << 31;
            }
            Err(refusal) => return Err(refusal),
        }
        Ok(play)
    }

    /// Writes the play: its cards, as numbers of `form` if they were sent so, and `stands_for`.
    pub fn to_combo(&self, form: &CardForm) -> v1::Combo {
        let hand = self.cards.hand();
        let cards = Some(form.clone().writing_ids(self.has_ids).to_cards(&self.cards, hand, hand.to_string()));
        v1::Combo { cards, stands_for: self.stands_for.clone(), ..v1::Combo::default() }
    }
}

/// Differences between a list and the ruleset. A play is written as its cards, and what they stand for if that is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Plays that are legal by the ruleset and not in the list, at most [`NAMED_PLAYS_MAX`].
    pub missing: Vec<String>,
    /// Plays that are in the list and not legal by the ruleset, at most [`NAMED_PLAYS_MAX`].
    pub extra: Vec<String>,
    /// True if they differ about passing.
    pub pass_differs: bool,
}

impl Mismatch {
    /// Returns the differences as a sentence for the developer of the backend.
    pub fn sentence(&self) -> String {
        let lists = [("the list lacks", &self.missing), ("the ruleset does not allow", &self.extra)];
        let lists = lists.into_iter().filter(|(_, plays)| !plays.is_empty());
        let lists = lists.map(|(says, plays)| format!("{says} {}", plays.join(", ")));
        let parts = lists.chain(self.pass_differs.then(|| String::from("they differ about passing")));
        format!("legal_plays is not what the ruleset allows: {}", parts.collect::<Vec<_>>().join("; "))
    }
}

impl LegalPlays {
    /// Reads a list; every play must be held. `None` if no cards are to be played.
    pub fn read(position: &Position, sent: &v1::LegalPlays) -> Result<Option<LegalPlays>, Refusal> {
        let view = &position.view;
        if view.board().stage() != Stage::Play {
            return Ok(None);
        }
        if sent.plays.is_empty() && !sent.may_pass {
            let message = "holds no play and no pass; leave it out to let the ruleset say what is legal";
            return Err(Refusal::new(Reason::FIELD_MISSING, message).at("legal_plays"));
        }
        let most = if view.rules().has_wild_ranks() { WILD_LEGAL_PLAYS_MAX } else { LEGAL_PLAYS_MAX };
        check_at_most(sent.plays.len(), "plays", most).at("legal_plays.plays")?;
        let plays = read_each("legal_plays.plays", &sent.plays, |play| ListedPlay::read(&position.form, view, play))?;
        let identities = plays.iter().map(|listed| listed.identity).collect();
        Ok(Some(LegalPlays { plays, identities, may_pass: sent.may_pass }))
    }

    /// Computes a digest of the set. It does not depend on the order of the plays, nor on the form of their cards (numbers or text).
    pub fn digest(&self) -> u64 {
        let start = Digest::EMPTY.word(1 + u64::from(self.may_pass));
        let word = |digest: Digest, &(cards, reading): &Identity| {
            let digest = digest.word(cards);
            if reading == 0 { digest } else { digest.word(u64::from(reading)) }
        };
        self.identities.iter().fold(start, word).finish()
    }

    fn allows(&self, play: Option<Combo>) -> bool {
        play.map_or(self.may_pass, |combo| identities_of(combo).iter().any(|one| self.identities.contains(one)))
    }

    /// Compares list and ruleset; `None` when they agree.
    pub fn mismatch(&self, view: &View) -> Option<Mismatch> {
        let mut ours = Plays::new();
        let ours = ours.fill(view.rules(), view.hand(), view.trick());
        let known: HashSet<Identity> = ours.iter().copied().flat_map(identities_of).collect();
        let mut missing: Vec<Combo> = ours.iter().copied().filter(|&combo| !self.allows(Some(combo))).collect();
        if !view.rules().shows_wilds() {
            // Without wild cards the plays of the same cards are named once.
            let mut named = HashSet::new();
            missing.retain(|combo| named.insert(combo.cards()));
        }
        let listed = self.plays.iter().map(|listed| (listed.identity, listed));
        let extra: BTreeMap<_, _> = listed.filter(|(identity, _)| !known.contains(identity)).collect();
        let pass_differs = self.may_pass != (view.trick() != Trick::Lead);
        if missing.is_empty() && extra.is_empty() && !pass_differs {
            return None;
        }
        let form = CardForm::of(None);
        let to_combo = |combo: Combo| form.to_combo(view.rules(), &Cards::NONE, combo);
        let named = |listed: &ListedPlay| listed.combo.map_or_else(|| listed.to_combo(&form), to_combo);
        let name = |combo: v1::Combo| {
            let text = combo.cards.unwrap_or_default().text;
            if combo.stands_for.is_empty() { text } else { format!("{text} as {}", combo.stands_for) }
        };
        Some(Mismatch {
            missing: missing.iter().take(NAMED_PLAYS_MAX).map(|&combo| name(to_combo(combo))).collect(),
            extra: extra.values().take(NAMED_PLAYS_MAX).map(|listed| name(named(listed))).collect(),
            pass_differs,
        })
    }

    /// Chooses from the list, if it lacks the decided play: the best weighed choice that it has; else the play that leaves the fewest turns;
    /// else a pass; else the first entry, because the ruleset allows none.
    pub fn choose(&self, view: &View, decision: &mut Decision) -> Option<Replacement> {
        if self.allows(decision.play()) {
            return None;
        }
        let weighed =
            decision.candidates.as_slice().iter().map(|candidate| candidate.play).find(|&play| self.allows(play));
        let play = weighed.or_else(|| self.fewest_turns(view).map(Some)).or(self.may_pass.then_some(None));
        decision.decider = Decider::Rules;
        Some(match play {
            Some(play) => {
                decision.action = Action::Play(play);
                Replacement::Other
            }
            None => Replacement::Unknown(Box::new(self.plays[0].clone())),
        })
    }

    /// Chooses a play on standing cards that are no combo of the ruleset: one that empties the hand, or, if the list has no pass, the one
    /// that leaves the fewest turns. `None` is a pass.
    pub fn play_on_odd_standing(&self, view: &View) -> Option<&ListedPlay> {
        let mut memo = TurnsMemo::new(&view.rules().without_wilds());
        let mut left = |listed: &&ListedPlay| {
            let left = view.hand().minus(listed.cards.hand()).expect("a listed play is held");
            memo.turns(left)
        };
        let best = self.plays.iter().min_by_key(&mut left)?;
        (!self.may_pass || left(&best) == 0).then_some(best)
    }

    fn fewest_turns(&self, view: &View) -> Option<Combo> {
        let mut ours = Plays::new();
        // Wild cards are counted as natural ones: trying all their readings would take long.
        let mut memo = TurnsMemo::new(&view.rules().without_wilds());
        let ours = ours.fill(view.rules(), view.hand(), view.trick()).iter().copied();
        let listed = ours.filter(|&combo| self.allows(Some(combo)));
        listed.min_by_key(|combo| {
            let left = view.hand().minus(combo.cards()).expect("a play is held");
            (memo.turns(left), combo.is_bomb(), view.rules().height(*combo))
        })
    }
}

/// The choice from the backend's list that takes the place of the decided play.
#[derive(Clone, PartialEq, Debug)]
pub enum Replacement {
    /// Another play of the ruleset, or a pass.
    Other,
    /// The first entry: no play of the list is legal by the ruleset.
    Unknown(Box<ListedPlay>),
}
