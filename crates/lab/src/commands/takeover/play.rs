//! The hands: a player among two others, and bots that take its seat over on the same deals.

use engine::level::{Grades, level};
use engine::opponents::habits::of_hand;
use engine::opponents::likeness::likened;
use engine::{Habits, Persona, Profile, Scratch, decide, grade};
use rules::{Action, Call, Chair, Combo, Seat, Seed, Table, View};

use super::super::experience::habit::Script;
use super::{Args, BOTS};
use crate::match_runner::dealing;
use crate::match_runner::local_player::LocalPlayer;
use crate::match_runner::player::Player;
use crate::work;

/// The turns that an observer sees before and after.
const WINDOW: usize = 20;
/// Hand-overs of a series, and the hands from one to the next.
const HAND_OVERS: usize = 20;
const HANDS_APART: usize = 3;
/// The most hands that are played for [`WINDOW`] turns. A hand without a landlord has none.
const HANDS_MAX: usize = 12;

/// The strengths of those who sit beside a player: none searches.
const BESIDE: [i32; 4] = [20, 40, 55, 68];

/// The turn of a player, as the table sees it.
#[derive(Clone, Copy)]
pub(super) struct Act {
    pub(super) is_landlord: bool,
    /// The combo that stood, and if an enemy's.
    pub(super) standing: Option<(Combo, bool)>,
    pub(super) play: Option<Combo>,
    /// In the first turn of a hand: if the player wanted the landlord's seat.
    pub(super) wanted: Option<bool>,
}

/// The player of a seat.
#[derive(Clone)]
pub(super) enum Who {
    Player(Player),
    Habit(Box<Script>),
}

/// A player, with its buffers.
pub(super) struct Subject {
    who: Who,
    buffers: LocalPlayer,
    scratch: Scratch,
}

impl Subject {
    pub(super) fn of(who: Who) -> Subject {
        let buffers = match &who {
            Who::Player(player) => LocalPlayer::of(player),
            _ => LocalPlayer::default(),
        };
        Subject { who, buffers, scratch: Scratch::new() }
    }

    fn act(&mut self, view: &View, hand: Seed, turn: Seed) -> Action {
        match &self.who {
            Who::Player(Player { kind, .. }) => {
                self.buffers.action(kind, view, hand, turn).expect("others are refused before")
            }
            Who::Habit(script) => script.act(view, hand, &mut self.scratch),
        }
    }
}

/// A hand of the player.
#[derive(Default)]
pub(super) struct Hand {
    pub(super) habits: Habits,
    grades: Grades,
    acts: Vec<Act>,
    /// 1 if it won, one half where all passed.
    pub(super) won: f64,
}

/// The others at the table, and the ruleset.
pub(super) struct Company<'a> {
    args: &'a Args,
    others: [Persona; 2],
    scratch: Scratch,
}

impl Company<'_> {
    pub(super) fn of(args: &Args, number: u64) -> Company<'_> {
        let count = BESIDE.len() as u64;
        let others = [number % count, number / count % count].map(|place| {
            let casual = Persona::named("casual").expect("a built-in row");
            casual.with("strength", BESIDE[place as usize]).expect("within its range")
        });
        Company { args, others, scratch: Scratch::new() }
    }

    /// Plays the hand with this number. The choices of the player are graded where its level is asked for.
    pub(super) fn hand(&mut self, subject: &mut Subject, seed: Seed, number: usize, is_graded: bool) -> Hand {
        let seed = seed.stream(number as u64);
        let mut rng = seed.stream(0).rng();
        let deal = dealing::deal(&self.args.ruleset, &mut rng);
        let me = Chair::ALL[number % 3];
        let mut table = Table::new(self.args.ruleset, deal, Chair::ALL[rng.below(3) as usize]);
        let (mut hand, mut choices, mut wanted) = (Hand::default(), Vec::new(), false);
        work::play_out(&mut table, |_, view| {
            let chair = view.chair();
            let of_hand = seed.stream(1 + chair.index() as u64);
            if chair != me {
                let other = &self.others[usize::from(chair == me.next())];
                return decide(view, other, of_hand, &mut self.scratch).expect("it is its turn").action;
            }
            let action = subject.act(view, of_hand, seed.stream(100 + view.log().len() as u64));
            match action {
                Action::Call(call) => wanted |= call != Call::Pass,
                Action::Play(play) => {
                    if is_graded {
                        choices.extend(grade(view, play, &mut self.scratch));
                    }
                    hand.acts.push(act(view, play, hand.acts.is_empty().then_some(wanted)));
                }
                _ => {}
            }
            action
        });
        let shown = Chair::ALL.map(|chair| table.hand(chair));
        hand.habits = of_hand(&self.args.ruleset, None, table.log().iter().copied(), shown)[me.index()];
        let (board, mut is_landlord) = (table.board(), false);
        hand.won = match board.settlement(1).zip(board.landlord()) {
            Some((settled, landlord)) => {
                is_landlord = landlord == me;
                f64::from(u8::from(me.seat(landlord).side() == settled.winner))
            }
            None => 0.5,
        };
        hand.grades = Grades::of_hand(is_landlord, choices.into_iter());
        hand
    }
}

fn act(view: &View, play: Option<Combo>, wanted: Option<bool>) -> Act {
    let me = view.seat().expect("there is a landlord");
    let standing = view.course().standing().map(|(owner, combo)| (combo, owner.side() != me.side()));
    Act { is_landlord: me == Seat::Landlord, standing, play, wanted }
}

/// A bot that took the seat over.
pub(super) struct Bot {
    pub(super) turns: Vec<Act>,
    /// The share of hands that it wins more than the player itself.
    pub(super) gain: f64,
}

/// One hand-over.
pub(super) struct HandOver {
    pub(super) level: u32,
    pub(super) before: Vec<Act>,
    /// The player itself played on.
    pub(super) itself: Vec<Act>,
    /// By level alone, and with habits.
    pub(super) bots: [Bot; BOTS],
}

/// The hand-overs of one series, with the same company.
pub(super) fn series(args: &Args, who: Who, persona: &Persona, seed: Seed, number: u64) -> Vec<HandOver> {
    let (mut company, mut subject) = (Company::of(args, number), Subject::of(who));
    let known = args.known as usize;
    let count = known + HAND_OVERS * HANDS_APART + HANDS_MAX;
    let hands: Vec<Hand> = (0..count).map(|number| company.hand(&mut subject, seed, number, true)).collect();
    let family = Profile::of(&args.ruleset).nets().family;
    let at = (0..HAND_OVERS).map(|number| known + number * HANDS_APART);
    let mut hand_over = |at: usize| {
        let seen = &hands[at - known..at];
        let own = hands[at..at + HANDS_APART].iter().map(|hand| hand.won).sum::<f64>();
        let grades = seen.iter().fold(Grades::default(), |all, hand| all.plus(hand.grades));
        let habits = seen.iter().fold(Habits::default(), |all, hand| all.plus(hand.habits));
        let level = level(family, &grades).map_or(50, |level| level.level);
        let alone = persona.clone().with("strength", level as i32).expect("a level is a strength");
        let alike = likened(&alone, family, &habits);
        let bots = [alone, alike].map(|persona| {
            let mut bot = Subject::of(Who::Player(Player::from(persona)));
            let (mut turns, mut won) = (Vec::new(), 0.0);
            for number in at..at + HANDS_MAX {
                if number >= at + HANDS_APART && turns.len() >= WINDOW {
                    break;
                }
                let hand = company.hand(&mut bot, seed, number, false);
                won += if number < at + HANDS_APART { hand.won } else { 0.0 };
                turns.extend(hand.acts);
            }
            turns.truncate(WINDOW);
            Bot { turns, gain: (won - own) / HANDS_APART as f64 }
        });
        let mut before: Vec<Act> =
            seen.iter().rev().flat_map(|hand| hand.acts.iter().rev()).take(WINDOW).copied().collect();
        before.reverse();
        let itself = hands[at..].iter().flat_map(|hand| &hand.acts).take(WINDOW).copied().collect();
        HandOver { level, before, itself, bots }
    };
    at.map(&mut hand_over).collect()
}
