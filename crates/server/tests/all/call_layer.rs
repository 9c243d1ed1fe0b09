//! The service answers only calls that have passed the layer that checks tokens.

use server::config::Config;
use server::server::compose;
use server::service::Companions;
use tonic::{Code, Request};
use tonic_types::StatusExt;
use wire::v1::companion_service_server::CompanionService;
use wire::v1::{DecideRequest, GetRoomRequest, ListPersonasRequest};

#[tokio::test]
async fn a_call_that_did_not_pass_the_call_layer_is_refused() {
    let mut config = Config::embedded();
    config.log.replay = false;
    let service = Companions::new(compose::app(config).unwrap());
    let refusals = [
        service.list_personas(Request::new(ListPersonasRequest::default())).await.unwrap_err(),
        service.get_room(Request::new(GetRoomRequest::default())).await.unwrap_err(),
        service.play(Request::new(DecideRequest::default())).await.unwrap_err(),
    ];
    for status in refusals {
        assert_eq!(status.code(), Code::Internal);
        assert_eq!(status.get_error_details().error_info().unwrap().reason, "FAULT");
    }
}
