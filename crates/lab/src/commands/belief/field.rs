//! Where positions come from: hands between players of a list. For each hand a player is drawn for each chair.

use engine::opponents::belief::World;
use rules::{Chair, Ruleset, Seat, Seed, Stage, Table, View};

use crate::match_runner::dealing;
use crate::match_runner::local_player::LocalPlayer;
use crate::match_runner::player::Player;
use crate::work;

/// The players, and the rules.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Each chair of each hand is drawn from these. None of them is a program.
    pub(super) players: Vec<Player>,
    /// Taken in turn, hand by hand, each with and without its auction.
    pub(super) rulesets: Vec<Ruleset>,
    pub(super) seed: Seed,
    /// One play of this many becomes a position.
    pub(super) every: u32,
}

/// A moment of a hand, with the truth that its view does not tell.
pub(crate) struct Position<'a> {
    pub(crate) view: &'a View,
    pub(crate) truth: World,
    pub(crate) seed: Seed,
}

impl Field {
    /// Plays the hand numbered `number` and shows positions of it.
    pub(super) fn play(&self, number: u64, local: &mut LocalPlayer, mut visit: impl FnMut(&Position<'_>)) {
        let seed = self.seed.stream(number);
        let mut rng = seed.stream(0).rng();
        let rules = self.rulesets[(number / 2) as usize % self.rulesets.len()];
        let deal = dealing::deal(&rules, &mut rng);
        let mut table = if number.is_multiple_of(2) {
            Table::seated(rules, deal)
        } else {
            Table::new(rules, deal, Chair::ALL[rng.below(3) as usize])
        };
        let players = Chair::ALL.map(|_| rng.pick(&self.players).expect("there are players"));
        work::play_out(&mut table, |table, view| {
            let (chair, turn) = (view.chair(), seed.stream(4 + table.log().len() as u64));
            if table.board().stage() == Stage::Play && rng.below(self.every) == 0 {
                let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("the landlord is known"));
                let truth = World::new(view, hands).expect("the truth agrees with what is seen of it");
                visit(&Position { view, truth, seed: turn });
            }
            let action = local.action(&players[chair.index()].kind, view, seed.stream(1 + chair as u64), turn);
            action.expect("programs and networks are refused before a hand is dealt")
        });
    }
}
