//! Requests from anywhere: read or refused with a reason, never a panic; a view that was accepted is written so that it reads the same.

use prost::Message;
use server::convert::inbound;
use wire::v1;

pub(crate) fn run(data: &[u8]) {
    if let Ok(request) = v1::DecideRequest::decode(data)
        && let Some(v1::decide_request::Position::View(view)) = &request.position
    {
        check(view);
    }
    if let Ok(view) = v1::View::decode(data) {
        check(&view);
    }
    // Every message of the service: to decode is all that there is to hold.
    let _ = v1::RecordEventsRequest::decode(data);
    let _ = v1::OpenRoomRequest::decode(data);
    let _ = v1::DecideManyRequest::decode(data);
    let _ = v1::SolveEndgameRequest::decode(data);
    let _ = v1::PlanCompanionsRequest::decode(data);
    let _ = v1::ForgetPlayerRequest::decode(data);
}

fn check(view: &v1::View) {
    match inbound::view(view) {
        Ok(sent) => {
            let text = sent.view.to_string();
            assert_eq!(text.parse().as_ref(), Ok(&sent.view), "{text}");
            assert_eq!(sent.hand.hand(), sent.view.hand());
        }
        Err(refusal) => {
            let status = refusal.into_status();
            assert!(status.message().len() + status.details().len() < 8192, "{status:?}");
        }
    }
}
