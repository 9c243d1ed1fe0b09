//! Self-play: hands played by the nets as they are, and the lessons drawn from them.

use engine::game_state::GameState;
use engine::net::features::ACTIVE_MAX;
use engine::net::{Past, Scene, Thought, Weights, chance};
use engine::opponents::rule_based::Policy;
use engine::{Persona, Scratch, decide};
use rules::{Action, Chair, Combo, Deal, Plays, Rng, Ruleset, Seat, Seed, Side, Table, Trick, View};

use super::learner::Lessons;
use crate::match_runner::greedy;

/// How hands are played and judged.
#[derive(Clone, Copy)]
pub(super) struct Lesson {
    /// In how many of 1,000 turns a play is drawn by its odds, and in how many by chance alone.
    pub(super) curious: u32,
    pub(super) blind: u32,
    /// How much of what a play was worth is seen at its next turn already, the rest being left to later turns: 0 to 1.
    pub(super) at_once: f32,
    /// In how many of 100 hands the best of three hands is the landlord's.
    pub(super) strong: u32,
    /// In how many of 100 hands one side is played by a [`Guest`].
    pub(super) guests: u32,
}

/// One turn that was played.
struct Turn {
    seat: Seat,
    /// What the seat saw; nothing where there was no choice.
    closed: Option<Vec<u16>>,
    open: Vec<u16>,
    /// The landlord's chance afterwards, as the open net sees it.
    chance: f32,
    /// Whether the play was not what the nets think best.
    strayed: bool,
}

/// Lessons for the closed nets by seat, then for the open ones.
pub(super) type Course = [Lessons; 6];

/// Who plays.
pub(super) enum Teacher<'a> {
    /// The rule policy, which does anything at all in so many of 1,000 turns.
    Policy {
        whims: u32,
    },
    Nets(&'a Weights),
}

/// Plays one side of a hand, so that the nets do not know only themselves.
#[derive(Clone, Copy, PartialEq)]
enum Guest {
    /// The roll-out policy.
    Policy,
    /// The rule player.
    Rules,
    /// The simple player to spar with.
    Greedy,
}

/// Who comes, each as often as it stands here.
const GUESTS: [Guest; 4] = [Guest::Policy, Guest::Rules, Guest::Rules, Guest::Greedy];

/// In so many of 1,000 turns a guest does anything at all.
const GUESTS_WHIMS: u32 = 20;

pub(super) struct School {
    rules: Ruleset,
    plays: Plays,
    policy: Policy,
    rule_player: Persona,
    scratch: Scratch,
    values: Vec<(Option<Combo>, i32)>,
}

impl School {
    pub(super) fn new() -> School {
        let rules = Ruleset::CLASSIC;
        School {
            rules,
            plays: Plays::new(),
            policy: Policy::new(&rules),
            rule_player: Persona::named("rules").expect("a built-in row"),
            scratch: Scratch::default(),
            values: Vec::new(),
        }
    }

    /// Plays one hand and adds what it teaches.
    pub(super) fn play(&mut self, teacher: &Teacher, lesson: &Lesson, seed: Seed, course: &mut Course) {
        let mut rng = seed.rng();
        let deal = deal(&mut rng, lesson.strong);
        let mut table = Table::seated(self.rules, deal);
        let guest = (rng.below(100) < lesson.guests).then(|| {
            let side = [Side::Landlord, Side::Peasants][rng.below(2) as usize];
            (side, GUESTS[rng.below(GUESTS.len() as u32) as usize])
        });
        let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("there is a landlord"));
        let mut playing = GameState::new(hands, Seat::Landlord, None);
        let mut past = Past::start(deal.bottom());
        let mut turns: Vec<Turn> = Vec::with_capacity(64);
        let has_guest = guest.is_some();
        let shown = matches!(teacher, Teacher::Policy { .. });
        let winner = loop {
            let me = playing.turn();
            let guest = guest.filter(|guest| guest.0 == me.side()).map(|guest| guest.1);
            let (play, choice, strayed) = match guest {
                Some(Guest::Policy) => {
                    self.choose(&Teacher::Policy { whims: GUESTS_WHIMS }, lesson, &playing, &past, &mut rng)
                }
                Some(guest) => (self.visit(guest, &table.view(me.chair(Chair::First)), &mut rng), true, false),
                None => self.choose(teacher, lesson, &playing, &past, &mut rng),
            };
            let ends = play.is_some_and(|play| play.len() == playing.hand(me).len());
            // What a guest does belongs to the table, as cards do: it is no lesson and no straying.
            if !ends && guest.is_none() {
                let closed = choice.then(|| rows(&Scene::closed(&playing, &past), play));
                let scene = Scene::open(&playing, &past);
                let open = rows(&scene, play);
                let chance = match teacher {
                    Teacher::Policy { .. } => 0.5,
                    Teacher::Nets(weights) => landlords(me, Thought::new(weights, scene).value(play)),
                };
                turns.push(Turn { seat: me, closed, open, chance, strayed });
            }
            past.see(me, playing.standing(), play);
            if has_guest {
                table.act(Action::Play(play)).expect("it is a legal play");
            }
            if let Some(side) = playing.act(play) {
                break side;
            }
        };
        // Nets that know nothing yet have nothing to say about a hand.
        teach(&turns, winner, if shown { 0.0 } else { lesson.at_once }, course);
    }

    /// What a guest at a table plays.
    fn visit(&mut self, guest: Guest, view: &View, rng: &mut Rng) -> Option<Combo> {
        if rng.below(1000) < GUESTS_WHIMS {
            let plays = self.plays.fill(&self.rules, view.hand(), view.trick());
            let pass = view.trick() != Trick::Lead;
            return plays.get(rng.below((plays.len() + usize::from(pass)) as u32) as usize).copied();
        }
        if guest == Guest::Greedy {
            return greedy::play(view, rng);
        }
        let seed = Seed(rng.next_u64());
        decide(view, &self.rule_player, seed, &mut self.scratch).expect("it is the seat's turn").play()
    }

    /// The play, whether there was a choice, and whether it is not what seems best.
    fn choose(
        &mut self,
        teacher: &Teacher,
        lesson: &Lesson,
        playing: &GameState,
        past: &Past,
        rng: &mut Rng,
    ) -> (Option<Combo>, bool, bool) {
        let hand = playing.hand(playing.turn());
        let plays = self.plays.fill(&self.rules, hand, playing.trick());
        let pass = playing.trick() != Trick::Lead;
        let count = plays.len() + usize::from(pass);
        if count == 1 {
            return (plays.first().copied(), false, false);
        }
        if let Some(&out) = plays.iter().find(|play| play.len() == hand.len()) {
            return (Some(out), false, false);
        }
        let any = |rng: &mut Rng| plays.get(rng.below(count as u32) as usize).copied();
        let whim = rng.below(1000);
        let weights = match teacher {
            Teacher::Policy { whims } if whim < *whims => return (any(rng), true, true),
            Teacher::Policy { .. } => return (self.policy.choose(playing), true, false),
            Teacher::Nets(_) if whim < lesson.blind => return (any(rng), true, true),
            Teacher::Nets(weights) => weights,
        };
        let thought = Thought::new(weights, Scene::closed(playing, past));
        let all = plays.iter().copied().map(Some).chain(pass.then_some(None));
        self.values.clear();
        self.values.extend(all.map(|play| (play, thought.value(play))));
        let best = *self.values.iter().max_by_key(|each| each.1).expect("there is a choice");
        let curious = whim < lesson.blind + lesson.curious * if playing.turn() == Seat::Landlord { 3 } else { 2 } / 2;
        let chosen = if curious { by_odds(&self.values, best.1, rng) } else { best.0 };
        (chosen, true, chosen != best.0)
    }
}

/// Draws a play: each unit of the logit below the best makes it e times rarer.
fn by_odds(values: &[(Option<Combo>, i32)], best: i32, rng: &mut Rng) -> Option<Combo> {
    let weight = |value: i32| (((value - best) as f32 / 1024.0).exp() * 65536.0) as u32;
    let sum: u32 = values.iter().map(|each| weight(each.1)).sum();
    let mut place = rng.below(sum);
    let drawn = values.iter().find(|each| {
        let here = place < weight(each.1);
        place = place.wrapping_sub(weight(each.1));
        here
    });
    drawn.expect("the place lies within the sum").0
}

/// A deal for a landlord in the first chair. In so many of 100 deals the strongest of three hands becomes the landlord's.
fn deal(rng: &mut Rng, strong: u32) -> Deal {
    let deal = Deal::shuffled(rng);
    if rng.below(100) >= strong {
        return deal;
    }
    let points = |chair: &Chair| engine::bid::strength(deal.hand(*chair), &Ruleset::CLASSIC).points;
    let landlord = Chair::ALL.into_iter().max_by_key(points).expect("there are three");
    let hands = Seat::ALL.map(|seat| deal.hand(seat.chair(landlord)));
    Deal::new(hands, deal.bottom()).expect("the same cards")
}

fn rows(scene: &Scene, play: Option<Combo>) -> Vec<u16> {
    let mut rows = Vec::with_capacity(80);
    scene.rows(play, |row| rows.push(row as u16));
    assert!(rows.len() <= ACTIVE_MAX, "{} rows in {scene:?}", rows.len());
    rows
}

/// The landlord's chance out of a seat's logit.
fn landlords(seat: Seat, logit: i32) -> f32 {
    let mine = chance(logit) as f32 / (1 << 14) as f32;
    if seat.side() == Side::Landlord { mine } else { 1.0 - mine }
}

/// What each turn was worth: the outcome, seen through the open net at the turns in between. Behind a play that strayed
/// the net's own word stands, for what follows says nothing about good play before it.
fn teach(turns: &[Turn], winner: Side, at_once: f32, course: &mut Course) {
    let mut worth = f32::from(u8::from(winner == Side::Landlord));
    let mut strayed = false;
    for turn in turns.iter().rev() {
        // `worth` is the landlord's chance after this turn, learned from what came later.
        if strayed && at_once > 0.0 {
            worth = turn.chance;
        }
        let of_side = |worth: f32| if turn.seat.side() == Side::Landlord { worth } else { 1.0 - worth };
        course[3 + turn.seat.index()].add(&turn.open, of_side(worth));
        worth = at_once * turn.chance + (1.0 - at_once) * worth;
        if let Some(rows) = &turn.closed {
            course[turn.seat.index()].add(rows, of_side(worth));
        }
        strayed = turn.strayed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Hand;

    fn turn(seat: Seat, chance: f32, strayed: bool) -> Turn {
        Turn { seat, closed: Some(vec![0]), open: vec![0], chance, strayed }
    }

    fn taught(turns: &[Turn], winner: Side, at_once: f32) -> [Vec<f32>; 6] {
        let mut course = Course::default();
        teach(turns, winner, at_once, &mut course);
        course.map(|lessons| (0..lessons.len()).map(|index| lessons.get(index).1).collect())
    }

    #[test]
    fn the_outcome_is_told_from_each_seats_side() {
        let turns = [turn(Seat::Landlord, 0.5, false), turn(Seat::Down, 0.5, false), turn(Seat::Up, 0.5, false)];
        let [landlord, down, up, open_landlord, ..] = taught(&turns, Side::Landlord, 0.0);
        assert_eq!((landlord, down, up, open_landlord), (vec![1.0], vec![0.0], vec![0.0], vec![1.0]));
    }

    #[test]
    fn what_comes_later_counts_for_more() {
        // Down wins in the end: 0 for the landlord. Last turn: a quarter of its own .4, the rest of 0: .1.
        // The turn before: a quarter of .8, and three quarters of .1: .275.
        let turns = [turn(Seat::Landlord, 0.8, false), turn(Seat::Down, 0.4, false)];
        let [landlord, down, _, open_landlord, open_down, _] = taught(&turns, Side::Peasants, 0.25);
        assert!((landlord[0] - 0.275).abs() < 1e-6, "{landlord:?}");
        // From down's side.
        assert!((down[0] - 0.9).abs() < 1e-6, "{down:?}");
        // The open net learns from what came after it alone.
        assert!((open_landlord[0] - 0.1).abs() < 1e-6 && open_down == [1.0], "{open_landlord:?} {open_down:?}");
    }

    #[test]
    fn a_play_that_strayed_is_no_reproach_to_those_before_it() {
        let turns = [turn(Seat::Landlord, 0.8, false), turn(Seat::Down, 0.1, true)];
        let [landlord, down, ..] = taught(&turns, Side::Peasants, 0.25);
        assert!((landlord[0] - 0.8).abs() < 1e-6, "{landlord:?}");
        // What strayed is judged by what came of it.
        assert!((down[0] - 0.975).abs() < 1e-6, "{down:?}");
    }

    #[test]
    fn hands_are_dealt_whole() {
        let mut rng = Seed(5).rng();
        let mut stronger = 0;
        for _ in 0..400 {
            let deal = deal(&mut rng, 50);
            let hands = Chair::ALL.map(|chair| deal.hand(chair));
            assert_eq!(Deal::new(hands, deal.bottom()), Ok(deal));
            let points = |hand: Hand| engine::bid::strength(hand, &Ruleset::CLASSIC).points;
            stronger += i32::from(points(hands[0]) >= points(hands[1]).max(points(hands[2])));
        }
        // Half of them because it is the strongest, and a third of the rest.
        assert!((220..320).contains(&stronger), "{stronger} of 400");
    }
}
