//! How companions play where ranks are wild: every play of the frugal list is weighed by the hand that it leaves, each wild
//! card of it standing for the rank that serves it best (`measure`), and `guard` strikes out blunders. Personas with nets
//! choose by nets of their own for wild ranks, under the same guards. The strategies and cases know natural cards alone and
//! are not asked. Endings are solved as elsewhere, and [`search`](crate::search) plays candidates out.

mod guard;
mod measure;
mod split;

use rules::{Combo, Hand, Kind, Plays, Seat, Trick, View};

use crate::decision::{Candidate, Candidates, Decider};
use crate::hand::key_value;
use crate::persona::{Persona, SeatParams};
pub use guard::{WILD_GUARDS, WildGuard, broken_wild_guard};
pub(crate) use measure::WildMeasure;
pub use split::{WildSplit, wild_split};

/// How many plays are weighed in full, the most promising ones.
const WEIGHED_MAX: usize = 40;
/// What is never played: it does not come onto the ballot.
const NEVER: i32 = -100_000;
/// What feeds an enemy, or a partner, who goes out with the next card.
const DECIDES: i32 = 400;

/// A play, why, and what else was weighed.
pub(crate) struct WildChoice {
    pub(crate) play: Option<Combo>,
    pub(crate) reason: (&'static str, &'static str),
    pub(crate) decider: Decider,
    pub(crate) candidates: Candidates,
    /// All that was weighed, a pass among it; empty where nothing was.
    pub(crate) ballot: Vec<Candidate>,
    /// The guard that last took a play off the ballot.
    pub(crate) held_back: Option<(&'static str, &'static str)>,
}

impl WildChoice {
    /// Everything breaks a guard: the first play is as good as any.
    pub(crate) fn guarded(plays: &[Combo]) -> WildChoice {
        let reason = ("guarded", "Everything else would be a blunder.");
        WildChoice::unweighed(plays.first().copied(), reason, Decider::Rules)
    }

    fn unweighed(play: Option<Combo>, reason: (&'static str, &'static str), decider: Decider) -> WildChoice {
        WildChoice { play, reason, decider, candidates: Candidates::NONE, ballot: Vec::new(), held_back: None }
    }
}

/// How much more a hand may lose by answering an enemy than among natural hands, in quarter points: its wild cards make up for it. With
/// the numbers of natural play a landlord passed too often, and won 25% of its hands instead of 45%.
const ANSWER_MORE: i32 = 36;

struct Turn<'a> {
    view: &'a View,
    params: &'a SeatParams,
    me: Seat,
    measure: WildMeasure,
}

/// What `persona` plays on the seat `me`, whose turn it is. `slip` takes one of the candidates: the best, or one near it. Once `halt`
/// says so, no further play is weighed: those that leave the best hands at a glance come first.
pub(crate) fn choose(
    view: &View,
    persona: &Persona,
    me: Seat,
    plays: &mut Plays,
    halt: &mut dyn FnMut() -> bool,
    slip: impl FnOnce(&[Candidate]) -> Candidate,
) -> WildChoice {
    if let Some(choice) = without_choice(view, plays) {
        return choice;
    }
    let plays: &Plays = plays;
    let params = persona.seat_params(me);
    let measure = WildMeasure::new(view.rules(), params, persona.remembered_unseen(view, me));
    let turn = Turn { view, params, me, measure };
    let (ballot, held_back) = turn.ballot(plays, halt);
    if ballot.is_empty() {
        return WildChoice { held_back, ..WildChoice::guarded(plays) };
    }
    let chosen = slip(&ballot);
    let mut candidates = Candidates::NONE;
    ballot.iter().for_each(|&candidate| candidates.offer(candidate));
    candidates.include(chosen);
    let reason = match view.trick() {
        Trick::Lead => ("small-first", "The combo that the hand misses least goes first."),
        Trick::Follow(_) => ("normal", "What the hand can spare is weighed against what the trick is worth."),
    };
    WildChoice { play: chosen.play, reason, decider: Decider::Rules, candidates, ballot, held_back }
}

/// The whole hand, or the only thing to do; else fills `plays` with the frugal list and answers `None`.
pub(crate) fn without_choice(view: &View, plays: &mut Plays) -> Option<WildChoice> {
    if let Some(play) = going_out(view) {
        let reason = match view.trick() {
            Trick::Lead => ("one-combo", "The whole hand goes out in one play."),
            Trick::Follow(_) => ("one-combo", "The whole hand answers."),
        };
        return Some(WildChoice::unweighed(Some(play), reason, Decider::Rules));
    }
    let plays = plays.fill_frugal(view.rules(), view.hand(), view.trick());
    let is_forced = plays.is_empty() || (plays.len() == 1 && view.trick() == Trick::Lead);
    let reason = ("forced", "There is nothing else to do.");
    is_forced.then(|| WildChoice::unweighed(plays.first().copied(), reason, Decider::Forced))
}

/// The whole hand, where it may be played.
pub(crate) fn going_out(view: &View) -> Option<Combo> {
    let (rules, hand) = (view.rules(), view.hand());
    match view.trick() {
        Trick::Lead => rules.read(hand),
        Trick::Follow(standing) => rules.read_answer(hand, standing),
    }
}

impl Turn<'_> {
    fn left(&self, seat: Seat) -> u32 {
        self.view.course().left(seat)
    }

    fn is_enemy(&self, seat: Seat) -> bool {
        seat.side() != self.me.side()
    }

    fn after(&self, play: Combo) -> Hand {
        self.view.hand().minus(play.cards()).expect("a play is made from the hand")
    }

    /// A pass where it is one, and the most promising plays that break no guard, each with its value; and the guard that last struck
    /// one out.
    fn ballot(
        &self,
        plays: &[Combo],
        halt: &mut dyn FnMut() -> bool,
    ) -> (Vec<Candidate>, Option<(&'static str, &'static str)>) {
        let before = self.measure.worth(self.view.hand());
        let mut held_back = None;
        let mut ballot: Vec<Candidate> = match self.view.course().standing() {
            None => Vec::new(),
            Some(_) => vec![Candidate { play: None, value: 0 }],
        };
        let mut weighed = 0;
        for play in self.promising(plays) {
            if weighed == WEIGHED_MAX || (!ballot.is_empty() && halt()) {
                break;
            }
            if let Some(guard) = broken_wild_guard(self.view, plays, Some(play)) {
                held_back = Some((guard.name, guard.why));
                continue;
            }
            weighed += 1;
            let value = self.value(play, before);
            if value > NEVER {
                ballot.push(Candidate { play: Some(play), value });
            }
        }
        (ballot, held_back)
    }

    /// Those first that leave the best hands at a glance.
    fn promising(&self, plays: &[Combo]) -> impl Iterator<Item = Combo> + use<> {
        let mut guessed: Vec<(i32, Combo)> =
            plays.iter().map(|&play| (self.measure.guess(self.after(play)), play)).collect();
        // A stable sort: equals keep the order of the list.
        guessed.sort_by_key(|&(guess, _)| -guess);
        guessed.into_iter().map(|(_, play)| play)
    }

    fn value(&self, play: Combo, before: i32) -> i32 {
        let rest = self.after(play);
        let gain = self.measure.worth(rest) - before;
        let value = match self.view.course().standing() {
            None => gain + self.lead(play),
            Some((owner, standing)) if self.is_enemy(owner) => gain + self.against_enemy(owner, standing, play),
            Some((_, standing)) => gain + self.over_partner(standing, play),
        };
        // What cannot be answered brings the lead back for the rest, if that is one combo.
        let closes = play.kind() == Kind::Rocket && self.view.rules().read(rest).is_some();
        if closes { value + DECIDES } else { value }
    }

    fn lead(&self, play: Combo) -> i32 {
        let next = self.me.next();
        let mut value = self.params.lead_bonus(play.kind());
        let feeds = |seat: Seat| self.left(seat) == play.len() && play.len() <= 2;
        let key = key_value(play, self.view.rules());
        if self.is_enemy(next) && feeds(next) {
            // If it must be: the higher, the safer.
            value += 8 * key - DECIDES;
        } else if !self.is_enemy(next) && feeds(next) {
            value += DECIDES - 8 * key;
        }
        value
    }

    fn against_enemy(&self, owner: Seat, standing: Combo, play: Combo) -> i32 {
        let (params, rules) = (self.params, self.view.rules());
        let mut value = params.answer_enemy + ANSWER_MORE;
        if play.kind() == standing.kind() {
            let step = key_value(play, rules) - key_value(standing, rules);
            value += if step <= params.slight { params.slight_more } else { 0 };
        }
        if play.run() > 1 && play.kind() != Kind::Rocket {
            value += params.chain_more;
        }
        let enemies = [self.me.next(), self.me.previous()].into_iter().filter(|&seat| self.is_enemy(seat));
        let nearest = enemies.map(|seat| self.left(seat)).min().expect("every seat has an enemy");
        if nearest <= params.near_at as u32 {
            value += params.near_more * (params.near_at + 1 - nearest as i32);
        }
        if play.is_bomb() {
            let played_big = !standing.key().is_run_rank() || standing.is_bomb();
            if self.left(owner) > params.bomb_free_at as u32 && !played_big {
                return 2 * NEVER;
            }
            value += params.bomb_more;
        }
        if self.breaks_four(play) {
            value -= params.break_bomb;
        }
        value
    }

    fn over_partner(&self, standing: Combo, play: Combo) -> i32 {
        let (params, rules) = (self.params, self.view.rules());
        let high = key_value(standing, rules) >= params.partner_high;
        let big = key_value(play, rules) >= params.partner_big;
        let partner = self.me.partner().map_or(0, |partner| self.left(partner));
        if high || big || partner <= 2 || play.is_bomb() || play.wild_cards() > 0 || self.breaks_four(play) {
            return 2 * NEVER;
        }
        params.answer_partner
    }

    fn breaks_four(&self, play: Combo) -> bool {
        !play.is_bomb() && !self.view.hand().at_least(4).and(play.cards().ranks()).is_empty()
    }
}
