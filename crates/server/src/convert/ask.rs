//! The question of a request for a bot's turn, whichever RPC it came by.

use std::sync::Arc;

use engine::words::Lang;
use game::refusal::{AtField, Reason, Refusal};
use rules::{Chair, Seed, Stage};
use wire::v1;

use super::inbound::{self, Decides, Position};
use super::legal::LegalPlays;
use super::names::{self, needed};
use super::outbound::{self, Wants};
use super::room_in::room_name;
use crate::roster::{Companion, Roster};
use game::hand::ToldHand;
use game::read as told;
use game::reader::CardReader;

/// A request for a bot's turn.
pub struct Ask {
    /// The bot's chair.
    pub chair: Chair,
    /// The position: in the request itself, or in a room.
    pub position: v1::decide_request::Position,
    /// The version of the room that the caller has seen.
    pub room_version: Option<u32>,
    /// Settings of the decision.
    pub options: Options,
}

impl TryFrom<v1::DecideRequest> for Ask {
    type Error = Refusal;

    fn try_from(request: v1::DecideRequest) -> Result<Ask, Refusal> {
        let missing = || Refusal::new(Reason::FIELD_MISSING, "is needed: hand, or room_id").at("hand");
        let position = request.position.ok_or_else(missing)?;
        let chair = needed(names::chair(request.chair), "chair")?;
        let options = Options::read(request.options.unwrap_or_default(), request.legal_plays);
        Ok(Ask { chair, position, room_version: request.room_version, options })
    }
}

/// Settings of the decision.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The message, as it was sent.
    pub sent: v1::DecisionOptions,
    /// The language of reasons and comments: English where we do not speak the one that is asked for.
    pub language: Lang,
    legal_plays: Option<v1::LegalPlays>,
}

/// Reads a language, with its region and script or without ("zh_CN", "en-US"); English without a name. `None` for one that we do not speak:
/// that alone refuses no call.
pub fn language(name: &str) -> Option<Lang> {
    if name.is_empty() {
        return Some(Lang::En);
    }
    let language = name.split(['-', '_', '.']).next().unwrap_or_default();
    match language.to_ascii_lowercase().as_str() {
        "en" | "eng" => Some(Lang::En),
        "zh" | "zho" | "chi" | "cmn" => Some(Lang::Zh),
        _ => None,
    }
}

impl Options {
    /// Reads the options of a request, and the backend's own list beside them.
    pub fn read(sent: v1::DecisionOptions, legal_plays: Option<v1::LegalPlays>) -> Options {
        let language = language(&sent.language).unwrap_or(Lang::En);
        Options { sent, language, legal_plays }
    }

    /// Says the reason of a decision in the language of the request, with a warning for each part of the request that had no effect.
    pub fn said(&self, decision: v1::Decision) -> v1::Decision {
        use v1::action::What;
        let mut decision = outbound::said_in(self.language, decision);
        let action = decision.action.as_ref().and_then(|action| action.what.as_ref());
        if self.legal_plays.is_some() && !matches!(action, Some(What::Play(_) | What::Passed(_))) {
            let message = "legal_plays was not used: it is for a lead or an answer";
            decision.warnings.push(outbound::warning("LIST_UNUSED", message));
        }
        if language(&self.sent.language).is_none() {
            let name = &self.sent.language;
            let message = format!("options.language: {name:.20?} is not spoken here, reasons are in English");
            decision.warnings.push(outbound::warning("UNKNOWN_LANGUAGE", message));
        }
        decision
    }

    /// Returns the parts of the answer that are wanted beside the action.
    pub const fn wants(&self) -> Wants {
        Wants { alternatives: self.sent.want_alternatives, trace: self.sent.want_trace }
    }

    /// Finds the companion that a request names.
    pub fn named(&self, roster: &Roster) -> Result<Arc<Companion>, Refusal> {
        roster.at_strength(&self.sent.persona, self.sent.strength).within("options")
    }

    /// Reads the plays that the backend accepts, if it lists them and cards are to be played.
    pub fn legal_plays(&self, position: &Position) -> Result<Option<LegalPlays>, Refusal> {
        let read = |listed| LegalPlays::read(&CardReader::of(position.codec.clone()), &position.view, listed);
        let listed = self.legal_plays.as_ref().filter(|_| position.view.board().stage() == Stage::Play);
        listed.map(read).transpose()
    }
}

/// A bot's turn in a room.
#[derive(Debug)]
pub struct RoomTurn {
    /// The room.
    pub room: String,
    /// The bot's chair.
    pub chair: Chair,
    /// The version that the caller has seen.
    pub version: Option<u64>,
}

/// Reads a bot's turn in a room.
pub fn room_turn(chair: Chair, room: String, version: Option<u32>) -> Result<RoomTurn, Refusal> {
    room_name(&room)?;
    Ok(RoomTurn { room, chair, version: version.map(u64::from) })
}

/// Reads a position that carries all that it needs.
pub fn position(roster: &Roster, chair: Chair, sent: &v1::Hand, options: &Options) -> Result<Position, Refusal> {
    let (told, own) = told::hand_of_one(sent, chair).within("hand")?;
    let habits = inbound::habits(&sent.habits).within("hand")?;
    let ToldHand { hand, broken } = told.replay(Some(chair)).within("hand")?;
    let companion = options.named(roster)?;
    let decides = Decides {
        companion,
        sent: Some(own),
        codec: told.reader.codec().cloned(),
        hand_seed: options.sent.hand_seed.map(Seed),
        // Without a room only the operator can have asked for it.
        disclosed: roster.discloses(false),
    };
    let position = inbound::position(&hand, &told.rules, chair, decides, |chair| inbound::habits_of(&habits, chair));
    let position = position.map_err(|refusal| told::caused(refusal, &broken, "hand").or_at("hand"))?;
    let warnings = broken.iter().map(|broken| told::warning(broken, "hand")).collect();
    Ok(Position { warnings, ..position })
}
