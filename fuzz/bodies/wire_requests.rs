//! Requests from anywhere: read or refused with a reason, never a panic; a hand that was accepted gives views that read the same as text.

use game::read;
use game::refusal::Refusal;
use prost::Message;
use rules::Chair;
use wire::v1;

pub(crate) fn run(data: &[u8]) {
    if let Ok(request) = v1::DecideRequest::decode(data)
        && let Some(v1::decide_request::Position::Hand(hand)) = &request.position
    {
        check_hand(hand);
    }
    if let Ok(hand) = v1::Hand::decode(data) {
        check_hand(&hand);
    }
    // Other requests are only decoded.
    let _ = v1::RecordEventsRequest::decode(data);
    let _ = v1::OpenRoomRequest::decode(data);
    let _ = v1::SolveEndgameRequest::decode(data);
    let _ = v1::PlanCompanionsRequest::decode(data);
    let _ = v1::GetPlayerRequest::decode(data);
    let _ = v1::ListStandingsRequest::decode(data);
}

fn check_hand(sent: &v1::Hand) {
    check_refusal(read::hand(&mut sent.clone()).and_then(|mut hand| hand.replay(None)));
    for chair in Chair::ALL {
        let played = read::hand_for_chair(&mut sent.clone(), chair).and_then(|mut told| {
            let (hand, _) = told.replay(Some(chair))?;
            Ok((told, hand))
        });
        let Some((told, hand)) = check_refusal(played) else { continue };
        let own = hand.held[chair.index()].as_ref().expect("they were read");
        // Cards that were sent as numbers go back as the same numbers.
        let mut sent_ids = sent.holds[0].cards.as_ref().expect("they were read").ids.clone();
        let mut ids = told.form.to_cards(own, own.hand(), String::new()).ids;
        // Counts have an order.
        if sent.card_codec != v1::CardCodec::Counts15 as i32 {
            sent_ids.sort_unstable();
            ids.sort_unstable();
        }
        assert_eq!(ids, sent_ids);
        let Some(view) = hand.view(&told.rules, chair) else { continue };
        let text = view.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&view), "{text}");
        assert_eq!(own.hand(), view.hand());
    }
}

/// Checks that the message and details of a refusal have a limited length. Returns what was read.
fn check_refusal<T>(read: Result<T, Refusal>) -> Option<T> {
    read.map_err(|refusal| {
        let status = refusal.into_status();
        assert!(status.message().len() + status.details().len() < 8192, "{status:?}");
    })
    .ok()
}
