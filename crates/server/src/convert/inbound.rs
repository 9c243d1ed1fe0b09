//! Requests for decisions: builds the position from the hand, reads languages and habits, and makes digests.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use engine::Habits;
use engine::opponents::habits::BadHabits;
use engine::words::Lang;
use game::names::{self, require};
use game::refusal::{AtField, Reason, Refusal, read_each};
use rules::{Chair, Ruleset, Seed, Stage, Trick, View};
use wire::v1;

use crate::call::Rpc;
use crate::room::people::convert_habits;
use crate::roster::{Companion, Roster};
use game::cards::{CardForm, Cards};
use game::event::RuleViolation;
use game::hand::{Facts, Game, Start, ToBeat};
use game::read;

/// The options of a decision.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The message, as it was sent.
    pub sent: v1::DecisionOptions,
    /// The backend's own list of plays, as it was sent.
    pub legal_plays: Option<v1::LegalPlays>,
}

/// Reads a language; English without a name. `None` for a language without texts.
pub fn language(name: &str) -> Option<Lang> {
    if name.is_empty() { Some(Lang::En) } else { name.parse().ok() }
}

impl Options {
    /// Finds the companion for a request.
    pub fn companion(&self, roster: &Roster) -> Result<Arc<Companion>, Refusal> {
        roster.at_strength(&self.sent.persona, self.sent.strength).within("options")
    }
}

/// The input of a decision.
#[derive(Clone, Debug)]
pub struct Position {
    /// The chair's knowledge.
    pub view: View,
    /// The chair's cards.
    pub cards: Cards,
    /// The form of cards in the request and in answers.
    pub form: CardForm,
    /// The companion that decides.
    pub companion: Arc<Companion>,
    /// The seed of the random choices of this hand.
    pub hand_seed: Seed,
    /// The habits from earlier hands, by seat. Before there is a landlord: by the order of speaking.
    pub habits: [Habits; 3],
    /// True if the players are told that this is a bot.
    pub disclosed: bool,
    /// True if the standing cards were not read as a combo. What beats them is not defined, and a pass is legal.
    pub odd_standing: bool,
    /// The warnings for the caller about its request.
    pub warnings: Vec<v1::Warning>,
}

/// Builds the position of a chair that may act, without `disclosed` and `warnings`. Without a seed, one is made from what the chair knew at the deal,
/// or knows now, and from `habits`, which are by chair.
pub fn position(
    hand: &Game,
    rules: &Ruleset,
    chair: Chair,
    companion: &Arc<Companion>,
    form: CardForm,
    hand_seed: Option<Seed>,
    habits: &[Habits; 3],
) -> Result<Position, Refusal> {
    let (facts, view) = hand.facts_and_view(rules, chair);
    check_turn(hand, &facts, chair)?;
    let held = hand.held[chair.index()].as_ref().ok_or_else(|| Refusal::lacks_chair("holds", chair))?;
    let view = view.expect("the chair to act has a view");
    let habits = habits_by_seat(hand, &facts, habits);
    Ok(Position {
        hand_seed: hand_seed.unwrap_or_else(|| default_seed(hand, chair, held, &view, habits)),
        view,
        cards: held.clone(),
        form,
        companion: Arc::clone(companion),
        habits,
        disclosed: false,
        odd_standing: matches!(facts.standing, ToBeat::Unrecognised(..)),
        warnings: Vec::new(),
    })
}

/// Reads the position of a request without a room.
pub fn hand_position(
    roster: &Roster,
    chair: Chair,
    sent: &mut v1::Hand,
    options: &Options,
) -> Result<Position, Refusal> {
    let mut told = read::hand_for_chair(sent, chair).within("hand")?;
    let habits = habits(&sent.habits).within("hand")?;
    let (hand, broken) = told.replay(Some(chair)).within("hand")?;
    let companion = options.companion(roster)?;
    let seed = options.sent.hand_seed.map(Seed);
    let position = position(&hand, &told.rules, chair, &companion, told.form, seed, &habits);
    let position = position.map_err(|refusal| read::with_cause(refusal, &broken).or_at("hand"))?;
    let warnings = broken.iter().map(RuleViolation::to_warning).collect();
    // Without a room only the operator can ask for disclosure.
    Ok(Position { disclosed: roster.discloses(false), warnings, ..position })
}

/// Refuses a chair that is not to act; a refusal without a field is about the whole hand. All chairs pass cards on at the same time: each chair
/// that has not given may give.
pub fn check_turn(hand: &Game, facts: &Facts, chair: Chair) -> Result<(), Refusal> {
    let gives = facts.stage == Stage::PassOn && hand.gifts().all(|gift| gift.0 != chair);
    if facts.turn == Some(chair) || gives {
        return Ok(());
    }
    let stage = facts.stage;
    let message = match (facts.turn, stage) {
        (Some(turn), _) => {
            let message = format!("it is the turn of the {turn} chair");
            return Err(Refusal::new(Reason::NOT_YOUR_TURN, message).at("chair").with("turn", turn));
        }
        (None, Stage::Wild) => String::from("the next event is a wild rank, wild_shown: no chair is to act"),
        (None, Stage::Bottom) => {
            String::from("the auction is over and the bottom cards have not been shown: no chair is to act")
        }
        (None, _) => format!("the hand is at the stage {stage}: no chair is to act"),
    };
    Err(Refusal::new(Reason::WRONG_PHASE, message))
}

fn habits_by_seat(hand: &Game, facts: &Facts, by_chair: &[Habits; 3]) -> [Habits; 3] {
    let mut habits = [Habits::default(); 3];
    for chair in Chair::ALL {
        let seat = facts.landlord.map(|landlord| chair.seat(landlord).index());
        habits[seat.unwrap_or_else(|| hand.speaking_place(chair))] = by_chair[chair.index()];
    }
    habits
}

/// Reads the habits of the players by chair; empty ones if the request has none. Counts that contradict each other are refused.
pub fn habits(sent: &[v1::Habits]) -> Result<[Habits; 3], Refusal> {
    if sent.len() > 3 {
        let message = format!("{} entries, a table has 3 chairs", sent.len());
        return Err(Refusal::new(Reason::TOO_LONG, message).at("habits"));
    }
    let mut told = [None; 3];
    read_each("habits", sent, |sent| {
        let chair = require(names::chair(sent.chair), "chair")?;
        let habits = convert_habits!(sent => Habits {});
        if told[chair.index()].replace(habits).is_some() {
            return Err(game::event::duplicate_chair(chair).at("chair"));
        }
        habits.check().map_err(|bad| {
            let field = if let BadHabits::Part { part, .. } = bad { part } else { "chair" };
            Refusal::new(Reason::FIELD_CONFLICT, bad.to_string()).at(field)
        })
    })?;
    Ok(told.map(Option::unwrap_or_default))
}

/// Returns the seed of a hand if the caller names none. If a hand is told from its deal, its turns usually share a seed. It may change
/// once there is a landlord.
fn default_seed(hand: &Game, chair: Chair, held: &Cards, view: &View, habits: [Habits; 3]) -> Seed {
    let digest = match hand.dealt_hand(view.rules(), chair, held) {
        Ok(dealt) if hand.start != Start::Unknown => {
            let spoken = hand.speaking_place(chair) as u64;
            Digest::EMPTY.bytes(view.rules().to_string().as_bytes()).word(spoken).word(dealt.bits())
        }
        _ => Digest::EMPTY.bytes(view.to_string().as_bytes()),
    };
    let told = (0..).zip(habits).filter(|(_, known)| *known != Habits::default());
    let with = |digest: Digest, (place, known): (u64, Habits)| digest.word(place).bytes(known.to_string().as_bytes());
    Seed(told.fold(digest, with).finish())
}

/// Returns the RPC that fits the turn. Refuses another RPC for one sort of turn.
pub fn check_rpc(rpc: Rpc, position: &Position) -> Result<Rpc, Refusal> {
    let (stage, trick) = (position.view.board().stage(), position.view.trick());
    let fits = match (stage, trick) {
        (Stage::Play, Trick::Lead) if !position.odd_standing => Rpc::Play,
        (Stage::Play, _) => Rpc::Follow,
        _ => Rpc::Bid,
    };
    if rpc == fits || !matches!(rpc, Rpc::Bid | Rpc::Play | Rpc::Follow) {
        return Ok(fits);
    }
    let (asked, fits) = (rpc.name(), fits.name());
    let facing = match trick {
        Trick::Lead if position.odd_standing => String::from("cards that are no combo"),
        Trick::Lead => String::from("nothing"),
        Trick::Follow(combo) => combo.to_string(),
    };
    let message = format!("{asked} does not fit the stage {stage} with {facing} to beat: ask {fits}");
    Err(Refusal::new(Reason::WRONG_PHASE, message).with("expected_rpc", fits))
}

/// A running digest that means the same on every replica: a variant of FNV-1a over 64-bit words.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// The digest of nothing.
    pub const EMPTY: Digest = Digest(0xcbf2_9ce4_8422_2325);

    /// Adds one word.
    #[must_use]
    pub const fn word(self, word: u64) -> Digest {
        // The rotation carries high bits down, which a multiplication alone never does.
        Digest((self.0 ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29))
    }

    /// Adds the number of bytes, and the bytes.
    #[must_use]
    pub fn bytes(self, bytes: &[u8]) -> Digest {
        bytes.iter().fold(self.word(bytes.len() as u64), |digest, &byte| digest.word(u64::from(byte)))
    }
}

/// Computes the digest of a room's name and of a `RoomState::request_id`.
pub fn opening_digest(room: &str, request_id: u64) -> u64 {
    Digest::EMPTY.bytes(room.as_bytes()).word(request_id).finish()
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        // Spread once more, so that short inputs differ in high bits too.
        let word = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        word ^ (word >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        *self = self.bytes(bytes);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        *self = self.word(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// Computes the digest of a message. Equal messages have equal digests.
pub fn digest_of(message: &impl Hash) -> u64 {
    let mut digest = Digest::EMPTY;
    message.hash(&mut digest);
    digest.finish()
}

#[cfg(test)]
mod tests {
    use wire::v1::room_event::What;
    use wire::v1::{Action, Call, Cards, Chair, ChairCards, Dealt, Event, RoomEvent, action, event};

    use super::*;

    /// Rooms keep these numbers, and a replica of the release before or after compares them with its own. The bytes that `Hash`
    /// writes may change with the compiler. Then a repeated event counts as another one during a rolling update.
    #[test]
    fn the_digest_of_a_message_never_changes() {
        let cards = Cards { text: "345".to_owned(), ids: vec![7, 54] };
        let holds = vec![ChairCards { chair: Chair::Second as i32, cards: Some(cards) }];
        let dealt = What::Dealt(Dealt { first: Chair::Third as i32, holds });
        let action = Action { what: Some(action::What::Call(Call::Score2 as i32)) };
        let called = What::Table(Event { chair: Chair::First as i32, what: Some(event::What::Action(action)) });
        let event = |what| RoomEvent { sequence: 3, hand_number: 1, what: Some(what) };
        assert_eq!(
            [dealt, called].map(|what| digest_of(&event(what))),
            [3_058_971_702_379_527_862, 16_039_969_923_051_514_749]
        );
    }
}
