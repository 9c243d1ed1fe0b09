//! Rooms on the wire: to each audience what it may see. Nothing here can fail.

use engine::Habits;
use rules::card::Codec;
use rules::{Chair, Combo, Rank, Ruleset, Seat, View};
use wire::v1;
use wire::v1::event::What as Table;
use wire::v1::played::What;
use wire::v1::room_event::What as Kind;
use wire::v1::seat_changed::Who;

use super::cards::described;
use super::names;
use super::outbound::{count, turn_decision};
use super::progress;
use crate::error::Refusal;
use crate::room::cards::Cards;
use crate::room::event::Announcement::{Called, LandlordFound, PassedOn, Raised, Shown, WildShown};
use crate::room::event::{Dealt, Emote, Hint, RoomEvent, RoomEventKind, Saying};
use crate::room::hand::{Facts, RoomHand};
use crate::room::react::Reaction;
use crate::room::state::{Occupant, Warning};
use crate::room::untracked::Standing;
use crate::room::{RoomInList, RoomState};

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// The table.
    Public,
    /// The bot on this chair.
    Seat(Chair),
    /// The operator.
    Operator,
}

impl Audience {
    /// Whether it may see the cards of a chair.
    fn sees(self, chair: Chair) -> bool {
        self == Audience::Operator || self == Audience::Seat(chair)
    }
}

/// Cards in the room's codec, or as text where it tells suits and these cards came without: never both.
pub fn cards(codec: Option<Codec>, cards: &Cards) -> v1::Cards {
    match codec.and_then(|codec| cards.ids(codec)) {
        Some(ids) => v1::Cards { ids, text: String::new() },
        None => v1::Cards { ids: Vec::new(), text: cards.hand().to_string() },
    }
}

fn reading(rules: &Ruleset, told: v1::Cards, combo: Option<Combo>) -> v1::Combo {
    match combo {
        Some(combo) => described(rules, combo, told),
        None => v1::Combo { cards: Some(told), ..v1::Combo::default() },
    }
}

/// The room as an audience sees it.
pub fn room(name: &str, state: &RoomState, audience: Audience) -> v1::Room {
    let facts = state.facts();
    v1::Room {
        room_id: name.to_owned(),
        version: count(state.version),
        sequence: count(state.sequence),
        ruleset: state.rules.to_string(),
        card_codec: state.codec.map_or(0, |codec| names::to_codec(codec) as i32),
        strict: state.strict,
        chairs: Chair::ALL.into_iter().map(|chair| room_chair(state, facts.as_ref(), chair, audience)).collect(),
        state: Some(progress::table(state)),
        events: state.hand.as_ref().map(|hand| steps(state, hand, audience)).unwrap_or_default(),
        view: match audience {
            Audience::Seat(chair) => view(state, chair),
            _ => None,
        },
    }
}

/// What the next bot did, where that was asked for: its chair, and the answer or why there is none.
pub type NextDecision = Option<(Chair, Result<v1::Decision, Refusal>)>;

/// The answer to events.
pub fn recorded(
    state: &RoomState,
    warnings: Vec<Warning>,
    reactions: &[Reaction],
    next: NextDecision,
) -> v1::RecordEventsResponse {
    v1::RecordEventsResponse {
        version: count(state.version),
        sequence: count(state.sequence),
        state: Some(progress::table(state)),
        next: next.map(|(chair, answer)| turn_decision(chair, answer)),
        warnings: warnings.into_iter().map(warning).collect(),
        reactions: reactions.iter().map(reaction).collect(),
    }
}

/// A room in a list.
pub fn summary(name: &str, listed: &RoomInList) -> v1::RoomSummary {
    let RoomInList { idle, state, .. } = listed;
    let unread =
        v1::RoomSummary { room_id: name.to_owned(), idle_s: count(idle.as_secs()), ..v1::RoomSummary::default() };
    let Some(state) = state else { return unread };
    v1::RoomSummary {
        ruleset: state.rules.to_string(),
        hand_number: state.hand_number,
        stage: progress::stage(state, state.facts().as_ref()) as i32,
        bots: state.chairs.iter().filter(|chair| chair.bot().is_some()).count() as u32,
        ..unread
    }
}

/// Where a list of rooms goes on.
pub fn page_token(used_us: u64, name: &str) -> String {
    format!("{used_us:x}-{name}")
}

fn room_chair(state: &RoomState, facts: Option<&Facts>, chair: Chair, audience: Audience) -> v1::RoomChair {
    let occupant = &state.chairs[chair.index()];
    let bot = occupant.bot();
    let known = bot.filter(|_| audience.sees(chair));
    let player = match occupant {
        Occupant::Player(player) if audience == Audience::Operator => player.clone(),
        _ => String::new(),
    };
    let held = state.hand.as_ref().and_then(|hand| hand.held[chair.index()].as_ref());
    v1::RoomChair {
        chair: names::to_chair(chair) as i32,
        // The table is told no more than the players were.
        is_bot: bot.is_some_and(|bot| bot.disclosed || audience != Audience::Public),
        persona: known.map(|bot| bot.companion.persona.name().to_owned()).unwrap_or_default(),
        persona_digest: known.map_or(0, |bot| bot.companion.digest),
        strength: known.and_then(|bot| bot.companion.strength),
        player_id: player,
        seat: facts.and_then(|facts| state.seat_of(facts, chair)).map_or(0, |seat| names::to_seat(seat) as i32),
        hand: held.filter(|_| audience.sees(chair)).map(|held| cards(state.codec, held)),
    }
}

/// What has to be beaten.
pub(super) fn standing(rules: &Ruleset, facts: &Facts) -> Option<v1::Standing> {
    let (owner, told, combo) = match facts.standing {
        Standing::Nothing => return None,
        Standing::Combo(owner, combo) => (owner, combo.cards(), Some(combo)),
        Standing::Unrecognised(owner, cards) => (owner, cards, None),
    };
    Some(v1::Standing {
        seat: names::to_seat(owner) as i32,
        // The events name the very cards; ranks are all that has to be beaten.
        combo: Some(reading(rules, cards(None, &Cards::of(told)), combo)),
        passes: Some(u32::from(facts.passes)),
    })
}

/// An event of a hand as the audience sees it: cards passed on are hidden from all but who gives and, once they have moved, who gets them.
fn seen(state: &RoomState, hand: &RoomHand, what: RoomEventKind, audience: Audience) -> RoomEventKind {
    match what {
        RoomEventKind::Announced(PassedOn(giver, cards)) => {
            let is_seen = match audience {
                Audience::Public => false,
                Audience::Seat(viewer) => hand.sees_gift(&state.rules, viewer, giver),
                Audience::Operator => true,
            };
            RoomEventKind::Announced(PassedOn(giver, cards.filter(|_| is_seen)))
        }
        what => what,
    }
}

/// What the audience saw of a hand, by the room's chairs.
fn steps(state: &RoomState, hand: &RoomHand, audience: Audience) -> Vec<v1::Event> {
    let rules = hand.rules(&state.rules);
    hand.log
        .iter()
        .filter_map(|entry| entry.step.event())
        .filter_map(|what| table(state.codec, &rules, &seen(state, hand, what, audience)))
        .collect()
}

/// An event of a hand as the table sees it; `None` for what is no such event.
fn table(codec: Option<Codec>, rules: &Ruleset, what: &RoomEventKind) -> Option<v1::Event> {
    let kind = match what {
        RoomEventKind::Announced(PassedOn(chair, told)) => Table::PassedOn(v1::PassedOn {
            chair: names::to_chair(*chair) as i32,
            cards: told.as_ref().map(|told| cards(codec, told)),
        }),
        RoomEventKind::Announced(Called(chair, call)) => {
            Table::Called(v1::Called { chair: names::to_chair(*chair) as i32, call: names::to_call(*call) as i32 })
        }
        RoomEventKind::Announced(LandlordFound(chair, bottom)) => Table::LandlordFound(v1::LandlordFound {
            chair: names::to_chair(*chair) as i32,
            bottom: Some(cards(codec, bottom)),
        }),
        RoomEventKind::Announced(Raised(seat, raise)) => {
            Table::Raised(v1::Raised { seat: names::to_seat(*seat) as i32, doubling: names::to_raise(*raise) as i32 })
        }
        RoomEventKind::Announced(Shown(hand)) => {
            Table::Shown(v1::Shown { open: hand.is_some(), hand: hand.as_ref().map(|hand| cards(codec, hand)) })
        }
        RoomEventKind::Announced(WildShown(rank)) => Table::WildShown(v1::WildShown { rank: rank.to_string() }),
        RoomEventKind::Played(seat, told, hint) => {
            let combo = if *hint == Hint::default() { None } else { hint.read(rules, told.hand(), rules::Trick::Lead) };
            let what = What::Combo(reading(rules, cards(codec, told), combo));
            Table::Played(v1::Played { seat: seat_number(*seat), what: Some(what) })
        }
        RoomEventKind::Passed(seat) => {
            Table::Played(v1::Played { seat: seat_number(*seat), what: Some(What::Passed(v1::Pass {})) })
        }
        RoomEventKind::Dealt(_)
        | RoomEventKind::Settled(_)
        | RoomEventKind::Redealt
        | RoomEventKind::SeatChanged(..)
        | RoomEventKind::Said(..) => return None,
    };
    Some(v1::Event { what: Some(kind) })
}

fn seat_number(seat: Option<Seat>) -> i32 {
    seat.map_or(0, |seat| names::to_seat(seat) as i32)
}

/// An event without what the audience may not know.
pub fn room_event(state: &RoomState, event: &RoomEvent, audience: Audience) -> v1::RoomEvent {
    let codec = state.codec;
    let shown = |all: &[Option<Cards>; 3], may: &dyn Fn(Chair) -> bool| {
        let told = Chair::ALL.into_iter().zip(all).filter(|(chair, _)| may(*chair));
        told.filter_map(|(chair, held)| {
            let held = held.as_ref()?;
            Some(v1::ChairCards { chair: names::to_chair(chair) as i32, cards: Some(cards(codec, held)) })
        })
        .collect()
    };
    let kind = match &event.what {
        RoomEventKind::Dealt(Dealt { first, hands, bottom }) => Kind::Dealt(v1::Dealt {
            first: names::to_chair(*first) as i32,
            hands: shown(hands, &|chair| audience.sees(chair)),
            landlord: bottom.as_ref().map_or(0, |_| names::to_chair(*first) as i32),
            bottom: bottom.as_ref().map(|bottom| cards(codec, bottom)),
        }),
        RoomEventKind::Settled(settled) => Kind::Settled(v1::Settled {
            winner: settled.winner.map_or(0, |winner| names::to_side(winner) as i32),
            amounts: settled.amounts.clone(),
            remaining: shown(&settled.remaining, &|_| true),
        }),
        RoomEventKind::Redealt => Kind::Redealt(v1::Redealt {}),
        RoomEventKind::SeatChanged(chair, occupant, taken) => {
            let taken = taken.as_ref().filter(|_| audience.sees(*chair));
            Kind::SeatChanged(v1::SeatChanged {
                who: Some(who(*chair, occupant, audience)),
                hand: taken.map(|taken| cards(codec, &taken.hand)),
                gave: taken.and_then(|taken| taken.gave.as_ref()).map(|gave| cards(codec, gave)),
                // What comes to a chair stays hidden until all have given: its events tell it then.
                got: None,
            })
        }
        RoomEventKind::Said(chair, saying) => Kind::Said(v1::Said {
            chair: names::to_chair(*chair) as i32,
            what: Some(match saying {
                Saying::Emote(emote) => v1::said::What::Emote(to_emote(*emote) as i32),
                Saying::Phrase(number) => v1::said::What::Phrase(*number),
            }),
        }),
        what => {
            let what = match &state.hand {
                Some(hand) => seen(state, hand, what.clone(), audience),
                None => what.clone(),
            };
            Kind::Table(table(codec, &state.rules_in_play(), &what).expect("everything else is the table's"))
        }
    };
    v1::RoomEvent { sequence: count(event.sequence), hand_number: event.hand_number, what: Some(kind) }
}

fn who(chair: Chair, occupant: &Occupant, audience: Audience) -> Who {
    let number = names::to_chair(chair) as i32;
    match occupant.bot() {
        Some(bot) if bot.disclosed || audience != Audience::Public => {
            let known = audience.sees(chair);
            Who::Bot(v1::BotSeat {
                chair: number,
                persona: if known { bot.companion.persona.name().to_owned() } else { String::new() },
                seed: (audience == Audience::Operator).then_some(bot.seed),
                disclosed: bot.disclosed,
                strength: bot.companion.strength.filter(|_| known),
            })
        }
        _ => {
            let player_id = match occupant {
                Occupant::Player(player) if audience == Audience::Operator => player.clone(),
                _ => String::new(),
            };
            Who::Player(v1::PlayerSeat { chair: number, player_id })
        }
    }
}

/// What a bot knows, as a request without a room would say it: the same decision comes of it.
pub fn view(state: &RoomState, chair: Chair) -> Option<v1::View> {
    let hand = state.hand.as_ref()?;
    let held = hand.held[chair.index()].as_ref()?;
    let known = state.view(chair)?;
    let (spoken, seat) = (known.chair(), known.seat());
    let auctioned = hand.seated.is_none() && hand.untracked.is_none();
    let mut view = v1::View {
        ruleset: state.rules.to_string(),
        card_codec: state.codec.map_or(0, |codec| names::to_codec(codec) as i32),
        chair: if auctioned { names::to_chair(spoken) as i32 } else { 0 },
        seat: if auctioned { 0 } else { seat_number(seat) },
        hand: Some(cards(state.codec, held)),
        events_complete: known.is_complete(),
        habits: habits(state, chair, hand, &known),
        ..v1::View::default()
    };
    if known.is_complete() {
        view.bottom = hand.seated.as_ref().map(|bottom| cards(state.codec, bottom));
        let told = hand.log.iter().filter(|entry| !entry.skipped).filter_map(|entry| entry.step.event());
        // As the view itself: no gift before all are given.
        let told = told.filter(|what| hand.has_passed_on() || !matches!(what, RoomEventKind::Announced(PassedOn(..))));
        let told = told.map(|what| spoken_of(hand, seen(state, hand, what, Audience::Seat(chair))));
        view.events = told.filter_map(|what| table(state.codec, known.rules(), &what)).collect();
        return Some(view);
    }
    let course = known.course();
    let [landlord, down, up] = Seat::ALL.map(|seat| course.left(seat));
    view.cards_left = Some(v1::SeatCounts { landlord, down, up });
    view.standing = standing(known.rules(), &hand.facts(&state.rules));
    view.wilds = known.rules().wilds().in_order().map(Rank::letter).collect();
    view.bottom = known.board().bottom().map(|bottom| cards(None, &Cards::of(bottom)));
    let [landlord, down, up] = Seat::ALL.map(|seat| Some(cards(None, &Cards::of(course.played(seat)))));
    view.played = Some(v1::SeatCards { landlord, down, up });
    Some(view)
}

/// Chairs by the order of speaking, as a view counts them.
fn spoken_of(hand: &RoomHand, what: RoomEventKind) -> RoomEventKind {
    match what {
        RoomEventKind::Announced(PassedOn(chair, cards)) => {
            RoomEventKind::Announced(PassedOn(hand.spoken(chair), cards))
        }
        RoomEventKind::Announced(Called(chair, call)) => RoomEventKind::Announced(Called(hand.spoken(chair), call)),
        RoomEventKind::Announced(LandlordFound(chair, bottom)) => {
            RoomEventKind::Announced(LandlordFound(hand.spoken(chair), bottom))
        }
        other => other,
    }
}

fn habits(state: &RoomState, viewer: Chair, hand: &RoomHand, known: &View) -> Vec<v1::Habits> {
    let seat_of = |chair: Chair| {
        let landlord = known.board().landlord().map(|landlord| match &hand.untracked {
            Some(now) => now.landlord,
            None => hand.placed(landlord),
        });
        landlord.map(|landlord| chair.seat(landlord))
    };
    let told = Chair::ALL.into_iter().filter_map(|chair| Some((chair, state.habits_of(viewer, chair)?)));
    told.map(|(chair, seen)| {
        let Habits { auctions, wanted, answerable, answered, bombs, bombs_early, bombs_kept, choices, highest, .. } =
            seen;
        let Habits { leads, leads_single, guesses, guesses_right, fourths, fourths_right, .. } = seen;
        let seat = seat_of(chair);
        v1::Habits {
            seat: seat_number(seat),
            chair: if seat.is_none() { names::to_chair(hand.spoken(chair)) as i32 } else { 0 },
            auctions,
            wanted,
            answerable,
            answered,
            bombs,
            bombs_early,
            bombs_kept,
            choices,
            highest,
            leads,
            leads_single,
            guesses,
            guesses_right,
            fourths,
            fourths_right,
        }
    })
    .collect()
}

/// The rule that was broken.
fn warning(warning: Warning) -> v1::EventWarning {
    v1::EventWarning { sequence: count(warning.sequence), rule: warning.rule.to_owned(), message: warning.message }
}

/// What a bot shows.
pub(super) fn reaction(reaction: &Reaction) -> v1::Reaction {
    let emote = reaction.emote.map_or(v1::Emote::Unspecified, to_emote);
    v1::Reaction {
        chair: names::to_chair(reaction.chair) as i32,
        sequence: count(reaction.sequence),
        emote: emote as i32,
        delay_ms: reaction.delay_ms,
        urge_after_s: reaction.urge_after_s,
        hurries: reaction.hurries,
    }
}

fn to_emote(emote: Emote) -> v1::Emote {
    match emote {
        Emote::Hurry => v1::Emote::Hurry,
        Emote::Happy => v1::Emote::Happy,
        Emote::Angry => v1::Emote::Angry,
        Emote::Praise => v1::Emote::Praise,
        Emote::Sorry => v1::Emote::Sorry,
    }
}
