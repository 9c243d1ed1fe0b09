//! The people of a room: who sits on its chairs, and what the room knows of them. Hands show habits; those from other rooms come in when a room opens
//! or a hand is dealt. A bot's strength may follow the levels of players.

use std::borrow::Cow;
use std::sync::Arc;

use engine::Habits;
use engine::opponents::habits;
use game::cards::Cards;
use game::hand::{Game, Start};
use game::names;
use rules::{Chair, Combo, Event, Hand, PlayerGains, Ruleset, Seat, Seed, Settlement, View};

use crate::roster::Companion;

/// The people of a room.
#[derive(Clone, PartialEq, Debug)]
pub struct People {
    /// The occupants of the chairs.
    pub chairs: [Occupant; 3],
    /// The counts of earlier hands: habits of players by their opaque names, and guesses of bots by the keys of their personas. The newest come last.
    pub habits: Vec<(String, Habits)>,
    /// A number from the opening that chooses the group of the room: see [`persona_key`].
    pub group: u64,
}

impl People {
    /// Returns the bot on a chair, if one sits there.
    pub const fn bot(&self, chair: Chair) -> Option<&Bot> {
        self.chairs[chair.index()].bot()
    }

    /// Returns for each chair if a bot sits there.
    pub fn are_bots(&self) -> [bool; 3] {
        Chair::ALL.map(|chair| self.bot(chair).is_some())
    }

    pub(super) fn seat(&mut self, chair: Chair, mut occupant: Occupant) {
        let place = &mut self.chairs[chair.index()];
        if let Occupant::Bot(Bot { matching: Some(Matching { whom: Followed::Predecessor(player), .. }), .. }) =
            &mut occupant
        {
            *player = place.predecessor().unwrap_or_default().to_owned();
        }
        *place = occupant;
    }

    /// Returns the hand as one to be graded, if it is settled and tracked to its end, and a player sat through it.
    pub(super) fn gradable_hand(&self, hand_number: u32, hand: &Game, rules: &Ruleset) -> Option<SettledHand> {
        let players = Chair::ALL.map(|chair| match &self.chairs[chair.index()] {
            Occupant::Player(player) if hand.has_same_occupant(chair) => Some(player.clone()),
            _ => None,
        });
        let is_whole = hand.untracked.is_none() && hand.settled().is_some();
        let counts = is_whole && players.iter().any(Option::is_some);
        counts.then(|| SettledHand { hand_number, rules: *rules, hand: hand.clone(), players })
    }

    /// Counts a hand that is over: its pay, and the habits that it showed. An occupant who sat down during the hand is not counted.
    pub(super) fn count_hand(&mut self, hand_number: u32, hand: &Game, rules: &Ruleset, ended: &mut EndedHands) {
        let earned = payment(hand, rules).map(|(paid, seats)| seats.map(|seat| PlayerGains::of(&paid, seat)));
        let boards = hand.settled().filter(|_| earned.is_some()).into_iter().flat_map(|settled| &settled.boards);
        let boards: Vec<String> = boards.map(|board| ruleset_board(board, rules)).collect();
        let [seen, made] = habits_of_hand(hand, rules);
        let mut sat: Vec<PlayerHand> = Vec::new();
        for chair in Chair::ALL.into_iter().filter(|&chair| hand.has_same_occupant(chair)) {
            let (bot, earned) = (self.bot(chair), earned.map(|earned| earned[chair.index()]));
            ended.results.extend(bot.zip(earned).map(|(bot, earned)| (bot.clone(), earned)));
            let Some(name) = self.chairs[chair.index()].habits_key(self.group) else { continue };
            // For a bot its guesses count. Two bots may have one persona.
            let habits = if bot.is_some() { made[chair.index()] } else { seen[chair.index()] };
            match sat.iter_mut().find(|known| known.player == name) {
                Some(known) => known.habits = known.habits.plus(habits),
                None if bot.is_some() && habits == Habits::default() => {}
                None => {
                    let (earned, boards) = match bot {
                        None => (earned, boards.clone()),
                        Some(_) => (None, Vec::new()),
                    };
                    sat.push(PlayerHand { hand_number, player: name.into_owned(), habits, earned, boards });
                }
            }
        }
        for one in &sat {
            let place = self.habits.iter().position(|(name, _)| *name == one.player);
            let before = place.map(|place| self.habits.remove(place).1).unwrap_or_default();
            self.habits.push((one.player.clone(), before.plus(one.habits)));
            if self.habits.len() > PLAYERS_MAX {
                self.habits.remove(0);
            }
        }
        ended.player_hands.append(&mut sat);
    }

    /// Takes over data from outside: the counts of occupants, and new companions of bots that follow players.
    pub fn add_outside_data(&mut self, met: &OutsideData) {
        for (occupant, companion) in self.chairs.iter_mut().zip(&met.companions) {
            if let (Occupant::Bot(bot), Some(companion)) = (occupant, companion) {
                bot.companion = Arc::clone(companion);
            }
        }
        for (player, habits) in &met.habits {
            self.habits.retain(|(name, _)| name != player);
            if *habits != Habits::default() {
                self.habits.push((player.clone(), *habits));
            }
        }
        let over = self.habits.len().saturating_sub(PLAYERS_MAX);
        self.habits.drain(..over);
    }

    /// Returns the keys of the occupants' counts, without those of unknown occupants.
    pub fn habits_keys(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.chairs.iter().filter_map(|occupant| occupant.habits_key(self.group))
    }

    /// Returns what the bot on `viewer` knows about `chair`: a player's habits, or for its own chair the outcomes of its persona's guesses. It knows
    /// nothing about another bot.
    pub fn habits_of(&self, viewer: Chair, chair: Chair) -> Option<Habits> {
        let occupant = &self.chairs[chair.index()];
        let name = occupant.habits_key(self.group).filter(|_| viewer == chair || occupant.bot().is_none())?;
        self.habits.iter().find(|(known, _)| *known == name).map(|(_, habits)| *habits)
    }

    /// Returns the names that bots follow, perhaps empty or repeated.
    pub fn followed_players(&self) -> impl Iterator<Item = &str> {
        Chair::ALL.into_iter().flat_map(|chair| self.players_followed_by(chair))
    }

    fn players_followed_by(&self, chair: Chair) -> Vec<&str> {
        match self.bot(chair).and_then(|bot| bot.matching.as_ref()).map(|matching| &matching.whom) {
            None => Vec::new(),
            Some(Followed::Predecessor(player)) => vec![player.as_str()],
            Some(Followed::Chairs(chairs)) => {
                let followed = |chair: &Chair| chairs.is_empty() || chairs.contains(chair);
                let named = |chair: Chair| match &self.chairs[chair.index()] {
                    Occupant::Player(player) => Some(player.as_str()),
                    _ => None,
                };
                Chair::ALL.into_iter().filter(followed).filter_map(named).collect()
            }
        }
    }

    /// Returns the strength that the bot on `chair` takes from the levels of players. `None` if it follows no player whose level is known. `level`
    /// returns a player's level, if it is known.
    pub fn matched_strength(&self, chair: Chair, hand_number: u32, level: impl Fn(&str) -> Option<u32>) -> Option<u32> {
        let bot = self.bot(chair)?;
        let matching = bot.matching.as_ref()?;
        let levels: Vec<u32> = self.players_followed_by(chair).into_iter().filter_map(level).collect();
        let mean = levels.iter().sum::<u32>().checked_div(levels.len() as u32)?;
        let wanted = (mean as i32 + matching.offset).clamp(0, STRENGTH_MAX) as u32;
        let is_takeover = matches!(matching.whom, Followed::Predecessor(_));
        // In the first hand, and for a bot that took a player's seat over, no earlier strength counts.
        Some(match bot.companion.strength.filter(|_| hand_number > 1 && !is_takeover) {
            Some(now) => wanted.clamp(now.saturating_sub(STRENGTH_STEP_MAX), now + STRENGTH_STEP_MAX),
            None => wanted,
        })
    }
}

/// The occupant of a chair.
#[derive(Clone, PartialEq, Debug)]
pub enum Occupant {
    /// The occupant is not known.
    Unknown,
    /// A player, by the backend's opaque name.
    Player(String),
    /// A bot.
    Bot(Bot),
}

/// A bot at a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Bot {
    /// The persona, with the numbers by which the bot plays.
    pub companion: Arc<Companion>,
    /// The seed of its random choices.
    pub seed: u64,
    /// True if the players are told that it is a bot.
    pub disclosed: bool,
    /// The players whose level its strength follows.
    pub matching: Option<Matching>,
}

impl Bot {
    /// Returns the seed of a hand: each hand has its own stream of the bot's seed.
    pub const fn hand_seed(&self, hand_number: u32) -> Seed {
        Seed(self.seed).stream(hand_number as u64)
    }
}

/// The players whose level a bot's strength follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matching {
    /// The players.
    pub whom: Followed,
    /// A number that is added to the players' mean level.
    pub offset: i32,
}

/// The players whom a bot follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Followed {
    /// The players on these chairs; no chair: all of the table.
    Chairs(Vec<Chair>),
    /// The player who sat on the bot's chair before, by its opaque name; empty if no known player did.
    Predecessor(String),
}

/// The longest opaque name of a player, in bytes.
pub const PLAYER_NAME_BYTES_MAX: usize = 64;
/// The number of groups of rooms; each group shares the counts of a persona. A single record for all rooms would be written too often.
const ROOM_GROUPS: u64 = 64;

/// Returns the key of a persona's counts for the rooms of a group. It is longer than any player's name, so no player has it.
pub fn persona_key(name: &str, group: u64) -> String {
    format!("persona:{name:<PLAYER_NAME_BYTES_MAX$}{}", group % ROOM_GROUPS)
}

impl Occupant {
    /// Returns the bot, if it is one.
    pub const fn bot(&self) -> Option<&Bot> {
        match self {
            Occupant::Bot(bot) => Some(bot),
            _ => None,
        }
    }

    pub(super) fn habits_key(&self, group: u64) -> Option<Cow<'_, str>> {
        match self {
            Occupant::Unknown => None,
            Occupant::Player(name) => Some(Cow::Borrowed(name)),
            Occupant::Bot(bot) => Some(Cow::Owned(persona_key(bot.companion.persona.name(), group))),
        }
    }

    /// Returns the player whom a bot that sits down on this chair would follow. If a bot that follows its predecessor sits there, this is
    /// that player.
    pub(super) fn predecessor(&self) -> Option<&str> {
        match self {
            Occupant::Player(player) => Some(player),
            Occupant::Bot(Bot { matching: Some(Matching { whom: Followed::Predecessor(who), .. }), .. }) => Some(who),
            _ => None,
        }
    }
}

/// The most players and personas whose counts a room remembers; the oldest entry goes first.
pub const PLAYERS_MAX: usize = 8;

/// The largest step, from hand to hand, of a strength that follows players on chairs.
const STRENGTH_STEP_MAX: u32 = 10;
const STRENGTH_MAX: i32 = 100;

/// Data about the table's occupants from outside the room, for an opening, a deal, or a bot that sits down and follows players.
#[derive(Clone, Default)]
pub struct OutsideData {
    /// The counts of earlier hands: habits of players by their opaque names, and guesses of bots by the keys of their personas.
    pub habits: Vec<(String, Habits)>,
    /// The new companions of bots whose strength follows the players, by chair.
    pub companions: [Option<Arc<Companion>>; 3],
}

/// The part of a hand that counts for a player or a persona.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerHand {
    /// The number of the hand in its room.
    pub hand_number: u32,
    /// The player's opaque name, or the key of a bot's persona.
    pub player: String,
    /// The counts of this hand alone.
    pub habits: Habits,
    /// The player's part of the payment; `None` for a bot, or if the hand has no payment.
    pub earned: Option<PlayerGains>,
    /// The boards on which the hand counts, none for a bot: the names of board and ruleset, with a slash between.
    pub boards: Vec<String>,
}

/// Returns the name of a board of a ruleset: both names, with a slash between. A ruleset with overrides shares the board of its base.
pub fn ruleset_board(board: &str, rules: &Ruleset) -> String {
    format!("{board}/{}", rules.name())
}

/// A settled hand that was tracked to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct SettledHand {
    /// Its number in the room.
    pub hand_number: u32,
    /// The room's rules.
    pub rules: Ruleset,
    /// The hand.
    pub hand: Game,
    /// The players who sat through it, by chair.
    pub players: [Option<String>; 3],
}

impl SettledHand {
    /// Returns the choices of a chair, turn by turn: its knowledge and its play. `None` if its cards are not all known or contradict the hand.
    pub fn choices(&self, chair: Chair) -> Option<Vec<(View, Option<Combo>)>> {
        self.hand.settled()?;
        let left = self.hand.facts(&self.rules).left[chair.index()];
        let remaining = self.hand.remaining[chair.index()].clone().unwrap_or(Cards::NONE);
        if remaining.len() != left {
            return None;
        }
        let mut view = self.hand.first_view(&self.rules, chair, &remaining).ok()?;
        let mut turns = Vec::new();
        for event in self.hand.events() {
            if let Event::Play(seat, play) = event
                && view.seat() == Some(seat)
            {
                turns.push((view.clone(), play));
            }
            view.apply(event).ok()?;
        }
        Some(turns)
    }
}

/// The data of ended hands.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct EndedHands {
    /// The counts of the hands, for players and for the personas of bots.
    pub player_hands: Vec<PlayerHand>,
    /// The bots of hands that were paid, each with its part of what the hand paid.
    pub results: Vec<(Bot, PlayerGains)>,
    /// The hands whose choices may be graded.
    pub settled: Vec<SettledHand>,
}

/// Returns the pay of a hand that is over, and the seat of each chair: the amounts that the backend reports together with a winner,
/// otherwise the settlement by the ruleset, if the hand is tracked.
fn payment(hand: &Game, rules: &Ruleset) -> Option<(Settlement, [Seat; 3])> {
    let landlord = hand.facts(rules).landlord?;
    let seats = Chair::ALL.map(|chair| chair.seat(landlord));
    let by_rules = || hand.untracked.is_none().then(|| hand.tracked_board(rules).settlement(1)).flatten();
    let reported = hand.settled().and_then(|settled| {
        let amounts: [i64; 3] = settled.amounts.as_slice().try_into().ok()?;
        let mut points = [0; 3];
        seats.iter().zip(amounts).for_each(|(seat, amount)| points[seat.index()] = amount);
        Some(Settlement { winner: names::side(settled.winner).ok()??, base: 1, factor: 1, spring: false, points })
    });
    Some((reported.or_else(by_rules)?, seats))
}

/// Returns, by the room's chairs, the habits that a hand showed, and the outcomes of each chair's guesses about the others. Skipped events,
/// and plays that are no combo, do not count.
fn habits_of_hand(hand: &Game, rules: &Ruleset) -> [[Habits; 3]; 2] {
    let mut shown = [Hand::EMPTY; 3];
    for (chair, cards) in Chair::ALL.into_iter().zip(&hand.remaining) {
        shown[hand.speaking_place(chair)] = cards.as_ref().map_or(Hand::EMPTY, Cards::hand);
    }
    let (rules, landlord) = (hand.rules_in_play(rules), (hand.start == Start::Seated).then_some(Chair::First));
    let seen = habits::habits_of_hand(&rules, landlord, hand.events(), shown);
    let made = habits::guesses_of_hand(&rules, landlord, hand.events(), shown);
    [seen, made].map(|counts| Chair::ALL.map(|chair| counts[hand.speaking_place(chair)]))
}

/// Converts habits to another type with the same counts: `convert_habits!(habits => disk::Player { name: String::new() })`.
macro_rules! convert_habits {
    ($habits:expr => $($kind:ident)::+ { $($field:ident: $value:expr)? }) => {{
        let habits = $habits;
        $($kind)::+ {
            $($field: $value,)?
            auctions: habits.auctions,
            wanted: habits.wanted,
            answerable: habits.answerable,
            answered: habits.answered,
            bombs: habits.bombs,
            bombs_early: habits.bombs_early,
            bombs_kept: habits.bombs_kept,
            choices: habits.choices,
            highest: habits.highest,
            leads: habits.leads,
            leads_single: habits.leads_single,
            guesses: habits.guesses,
            guesses_right: habits.guesses_right,
            fourths: habits.fourths,
            fourths_right: habits.fourths_right,
        }
    }};
}
pub(crate) use convert_habits;
