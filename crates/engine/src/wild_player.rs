//! Play with wild ranks. The most promising plays of the frugal list are weighed by the hand that each leaves, in which
//! wild cards stand for other ranks (`measure`), and [guards](crate::rule_player::guard) remove blunders. The strategies
//! and cases know only natural cards and are not asked.

mod measure;
mod split;

use rules::{Combo, Hand, Kind, Ruleset, Seat, Trick};

use crate::answer::{Answer, breaks_four};
use crate::decision::{Candidate, HeldBackPlay};
use crate::hand::key_value;
use crate::rule_player::guard;
use crate::turn::Turn;
pub(crate) use measure::WildMeasure;
pub use split::{WildSplit, wild_split};

/// The most plays that are weighed in full: the most promising ones.
const WEIGHED_MAX: usize = 40;
/// The highest value at which a play does not come onto the ballot.
const NEVER: i32 = -100_000;
/// The value that is added to or subtracted from a play that may decide the hand: it lets the partner or an enemy go out next, or it wins
/// the lead for the last combo.
const DECISIVE_VALUE: i32 = 400;

/// The quarter points that a hand may lose by answering an enemy beyond those of natural play: its wild cards make up for them. With the
/// numbers of natural play a landlord passed too often.
const ANSWER_MORE: i32 = 36;

struct Weigher<'a> {
    now: &'a Turn<'a>,
    measure: WildMeasure,
}

/// Plays of a turn, each with its value, and the guard that last removed one.
pub(crate) struct WeighedPlays {
    /// Promising plays that break no guard, with a pass if it is legal; empty if every lead breaks a guard.
    pub(crate) ballot: Vec<Candidate>,
    pub(crate) held_back: Option<HeldBackPlay>,
}

/// Weighs plays of the turn, first those that leave the best hands by a quick estimate. If `halt` returns true, no further play is weighed
/// once there is a candidate, such as a pass.
pub(crate) fn weigh(now: &Turn, halt: &mut dyn FnMut() -> bool) -> WeighedPlays {
    let measure = WildMeasure::new(now.rules(), &now.seat_params, now.unseen);
    Weigher { now, measure }.ballot(halt)
}

/// Returns the whole hand if it may be played as one combo.
pub(crate) fn whole_hand_play(rules: &Ruleset, hand: Hand, trick: Trick) -> Option<Combo> {
    match trick {
        Trick::Lead => rules.read(hand),
        Trick::Follow(standing) => rules.read_answer(hand, standing),
    }
}

impl Weigher<'_> {
    fn ballot(&self, halt: &mut dyn FnMut() -> bool) -> WeighedPlays {
        let before = self.measure.worth(self.now.hand);
        let mut held_back = None;
        let mut ballot: Vec<Candidate> = match self.now.course().standing() {
            None => Vec::new(),
            Some(_) => vec![Candidate { play: None, value: 0 }],
        };
        let mut weighed = 0;
        for play in self.plays_by_guess() {
            if weighed == WEIGHED_MAX || (!ballot.is_empty() && halt()) {
                break;
            }
            if let Some(guard) = guard::first_broken(self.now, Some(play)) {
                held_back = Some(HeldBackPlay { guard: guard.name, play: Some(play) });
                continue;
            }
            weighed += 1;
            let value = self.value(play, before);
            if value > NEVER {
                ballot.push(Candidate { play: Some(play), value });
            }
        }
        WeighedPlays { ballot, held_back }
    }

    /// Returns the plays, first those that leave the best hands by a quick estimate.
    fn plays_by_guess(&self) -> impl Iterator<Item = Combo> + use<> {
        let plays = self.now.plays.iter();
        let mut guessed: Vec<(i32, Combo)> =
            plays.map(|&play| (self.measure.guess_worth(self.now.after(play)), play)).collect();
        // A stable sort: plays with equal estimates keep the order of the list.
        guessed.sort_by_key(|&(guess, _)| -guess);
        guessed.into_iter().map(|(_, play)| play)
    }

    fn value(&self, play: Combo, before: i32) -> i32 {
        let rest = self.now.after(play);
        let gain = self.measure.worth(rest) - before;
        let value = match self.now.course().standing() {
            None => gain + self.value_of_lead(play),
            Some((owner, standing)) if self.now.is_enemy(owner) => gain + self.value_over_enemy(owner, standing, play),
            Some((_, standing)) => gain + self.value_over_partner(standing, play),
        };
        // The rocket is hardly ever answered: it brings the lead back for the rest, if that is one combo.
        let closes = play.kind() == Kind::Rocket && self.now.rules().read(rest).is_some();
        if closes { value + DECISIVE_VALUE } else { value }
    }

    fn value_of_lead(&self, play: Combo) -> i32 {
        let next = self.now.me.next();
        let mut value = self.now.seat_params.lead_bonus(play.kind());
        let feeds = |seat: Seat| self.now.left(seat) == play.len() && play.len() <= 2;
        let key = key_value(play, self.now.rules());
        if self.now.is_enemy(next) && feeds(next) {
            // If such a play is unavoidable, a higher one is safer.
            value += 8 * key - DECISIVE_VALUE;
        } else if !self.now.is_enemy(next) && feeds(next) {
            value += DECISIVE_VALUE - 8 * key;
        }
        value
    }

    fn value_over_enemy(&self, owner: Seat, standing: Combo, play: Combo) -> i32 {
        let now = self.now;
        let more = self.answer(standing, play).value_against_enemy(now.hand, now.left(owner), now.enemy_cards_min());
        more.map_or(2 * NEVER, |more| now.seat_params.answer_enemy + ANSWER_MORE + more)
    }

    fn value_over_partner(&self, standing: Combo, play: Combo) -> i32 {
        let partner = self.now.me.partner().map_or(0, |partner| self.now.left(partner));
        let is_spared = self.answer(standing, play).spares_partner() || breaks_four(self.now.hand, play);
        if is_spared || partner <= 2 || play.wild_cards() > 0 {
            return 2 * NEVER;
        }
        self.now.seat_params.answer_partner
    }

    fn answer(&self, standing: Combo, play: Combo) -> Answer<'_> {
        Answer { rules: self.now.rules(), params: &self.now.seat_params, standing, play }
    }
}
