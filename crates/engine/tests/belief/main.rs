//! Beliefs: draws are fair, worlds agree with all that is known, lists are complete, evidence points the right way.

#[path = "../rule_player/game.rs"]
#[expect(dead_code, reason = "shared with tests that need more of it")]
mod game;

mod agree;
mod dealers;
mod evidence;
mod fair;
mod habits;
mod loss;
mod naive;
