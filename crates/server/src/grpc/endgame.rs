//! Open endgames: who wins, and puzzles.

use wire::v1::*;

use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) async fn solve_endgame(
    _app: &App,
    _call: &Call,
    _request: SolveEndgameRequest,
) -> Result<SolveEndgameResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}

pub(super) async fn generate_endgame(
    _app: &App,
    _call: &Call,
    _request: GenerateEndgameRequest,
) -> Result<GenerateEndgameResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}
