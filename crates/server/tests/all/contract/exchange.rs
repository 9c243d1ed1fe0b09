//! Endgames that begin with an exchange of cards 换三张.

use wire::v1::*;

use crate::contract::harness::*;

fn level(landlord: &str, down: &str) -> SolveEndgameRequest {
    SolveEndgameRequest { pass_on: true, ..endgame("classic", &[landlord, down]) }
}

fn given(gift: &FirstPlay) -> &str {
    let Some(action::What::PassOn(cards)) = &gift.action.as_ref().unwrap().what else { panic!("{gift:?}") };
    &cards.text
}

#[tokio::test(flavor = "multi_thread")]
async fn gifts_that_win_are_told_and_replies_to_those_that_lose() {
    let (_server, mut client) = serve(&[]).await;
    let found = client.solve_endgame(level("345D", "467")).await.unwrap().into_inner();
    // The landlord plays D, 7, 6 and 4 one after the other.
    assert_eq!((found.winner(), found.first_plays.len()), (Side::Landlord, 4));
    assert_eq!((given(&found.first_plays[0]), found.first_plays[0].wins), ("345", Some(true)));
    // After a winning gift, the others are not tried.
    assert!(found.first_plays[1..].iter().all(|gift| gift.wins.is_none() && gift.reply.is_none()), "{found:?}");
    let all = SolveEndgameRequest { want_all_first_plays: true, ..level("345D", "467") };
    let all = client.solve_endgame(all).await.unwrap().into_inner();
    let won = |gift: &FirstPlay| gift.wins == Some(true);
    assert_eq!((all.first_plays.len(), all.first_plays.iter().filter(|gift| won(gift)).count()), (4, 3));
    for gift in &all.first_plays {
        assert_eq!(gift.reply.is_none(), won(gift), "{gift:?}");
    }
    assert!(all.first_plays_total == 4 && all.nodes > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_exchange_answers_is_refused_by_field() {
    let (_server, mut client) = serve(&[]).await;
    let three = endgame("classic", &["345D", "467", "889"]);
    for (ask, reason, field) in [
        (level("34", "467"), "BAD_ENDGAME", "hand.holds"),
        (SolveEndgameRequest { pass_on: true, ..three }, "BAD_ENDGAME", "hand.holds"),
        (SolveEndgameRequest { want_line: true, ..level("345D", "467") }, "FIELD_CONFLICT", "want_line"),
        (SolveEndgameRequest { want_hints: true, ..level("345D", "467") }, "FIELD_CONFLICT", "want_hints"),
    ] {
        let status = client.solve_endgame(ask).await.unwrap_err();
        let (_, found, at) = refused(&status);
        assert_eq!((found.as_str(), at.as_str()), (reason, field), "{}", status.message());
    }
}
