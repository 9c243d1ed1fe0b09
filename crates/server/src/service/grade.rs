//! Grading of players' choices after a hand is settled. It runs in the background, one hand at a time, and no answer waits
//! for it.

use std::sync::Arc;

use engine::level::Grades;
use engine::profile::Family;
use rules::Chair;

use super::decide;
use crate::call::context::Call;
use crate::observe::metrics::{Counted, Record};
use crate::room::choices::SettledHand;
use crate::room::players::Graded;
use crate::state::App;

/// Begins to grade a hand of a room.
pub(super) fn start(app: &Arc<App>, call: &Call, room: u64, hand: &SettledHand) {
    if !app.rooms.keeps_players() {
        return;
    }
    let Ok(place) = Arc::clone(&app.gradings).try_acquire_owned() else {
        app.metrics.player_hand(Record::Graded, Counted::Lost);
        return;
    };
    let keys = hand.players.each_ref().map(|player| Some(call.caller.player_key(player.as_ref()?)));
    let (app, hand) = (Arc::clone(app), hand.clone());
    tokio::spawn(async move {
        let _place = place;
        grade(&app, room, hand, keys).await;
    });
}

async fn grade(app: &Arc<App>, room: u64, hand: SettledHand, keys: [Option<String>; 3]) {
    let (number, family) = (hand.hand_number, Family::of(&hand.rules));
    let hand = Arc::new(hand);
    for (chair, key) in Chair::ALL.into_iter().zip(keys) {
        let Some(key) = key else { continue };
        if !app.rooms.known(&key).await.is_some_and(|known| known.awaits_grades(room, number)) {
            continue;
        }
        let one_at_a_time = app.grading.lock().await;
        let hand = Arc::clone(&hand);
        let graded = tokio::task::spawn_blocking(move || grades(&hand, chair)).await;
        drop(one_at_a_time);
        if let Ok(grades) = graded {
            app.rooms.grade(&key, &Graded { room, hand_number: number, family, grades }).await;
        }
    }
}

/// Returns the grades of a chair's choices; no grades if its cards are not all known.
fn grades(hand: &SettledHand, chair: Chair) -> Grades {
    let Some(choices) = hand.choices(chair) else { return Grades::default() };
    Grades::of_hand(choices.is_landlord, choices.turns.iter().filter_map(|(view, play)| decide::grade(view, *play)))
}
