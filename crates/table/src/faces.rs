//! Faces and urging of the companions, in words.

use engine::manners::{Moment, Occasion, Urges, face, feeling};
use rules::{Event, Seat, Stage};

use crate::game::{Game, ME, say};
use crate::words;

impl Game {
    /// Tells which companions show a feeling about an event that has happened.
    pub(crate) fn show_faces(&self, event: Event, out: &mut String) {
        let goes_out = self.table.board().stage() == Stage::Over;
        let (moment, actor) = match event {
            Event::Landlord(..) => (Moment::LandlordFound, Seat::Landlord),
            Event::Play(seat, Some(combo)) => (Moment::Play { seat, is_bomb: combo.is_bomb(), goes_out }, seat),
            _ => return,
        };
        let landlord = self.table.board().landlord().expect("both come after the auction");
        let number = self.table.log().len() as u64;
        for player in ME + 1..3 {
            let mine = self.chair(player).seat(landlord);
            let occasion = if goes_out && mine == actor { Occasion::GoesOut } else { Occasion::Event(number) };
            let shown = face(&self.setup.personas[player - 1], self.seed_of(player), occasion);
            if let (Some(feeling), Some(_)) = (feeling(mine, moment), shown) {
                say(out, &self.ink().dim(&format!("  {}", words::feeling(self.lang(), player, feeling))));
            }
        }
    }

    /// Lines by which the companions urge the person on turn, each with its time in milliseconds; none once the hand is over.
    pub(crate) fn urges(&self) -> impl Iterator<Item = (String, u64)> + Send + use<> {
        let players = (ME + 1..3).filter(|_| !self.is_between());
        let companions =
            players.map(|player| (self.chair(player), &self.setup.personas[player - 1], self.seed_of(player)));
        let names = rules::Chair::ALL.map(|chair| words::urge(self.lang(), self.player(chair)));
        Urges::new(companions, self.table.log().len() as u64).map(move |(chair, ms)| (names[chair.index()].clone(), ms))
    }
}
