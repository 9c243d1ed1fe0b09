//! The HTTP bridge's calls to the service: the same decisions, pool and metrics as a Follow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use http::header::ORIGIN;
use rules::Stage;

use crate::call::auth::Grant;
use crate::call::bodies::Kept;
use crate::call::context::Call;
use crate::call::rpc::{Rpc, Scope};
use crate::convert::legal::LegalPlays;
use crate::error::{Reason, Refusal};
use crate::roster::RosterError;
use crate::server::bridge::{Asked, Bridge, Denied, Pass, Refused};
use crate::server::web::Origins;
use crate::service::decide::decide_view;
use crate::state::App;

pub(in crate::server) fn bridge(app: &Arc<App>, is_ready: &Arc<AtomicBool>) -> Result<Bridge, RosterError> {
    let companion = app.roster.configured("bridge.persona", &app.config.bridge.persona)?;
    let origins = Origins::of(&app.config.web);
    let (app, asked, is_ready) = (Arc::clone(app), Arc::clone(app), Arc::clone(is_ready));
    Ok(Bridge {
        rules: app.config.bridge.ruleset.parse().expect("the configuration was checked"),
        decide: Arc::new(move |Asked { view, legal }, caller| {
            let (app, companion) = (Arc::clone(&app), Arc::clone(&companion));
            Box::pin(async move {
                let legal = legal.map(|plays| LegalPlays::of(&plays));
                let rpc = match view.board().stage() {
                    Stage::Play if view.course().standing().is_some() => Rpc::Follow,
                    Stage::Play => Rpc::Play,
                    _ => Rpc::Bid,
                };
                let call = Call::local(rpc, caller.expect("the tokens were checked"));
                decide_view(&app, &call, view, companion, legal.as_ref()).await.map_err(|refusal| refused(&refusal))
            })
        }),
        // The tokens of the gRPC port hold here too: a second door is no way round the first.
        allow: Arc::new(move |headers| {
            if let Some(origin) = headers.get(ORIGIN).filter(|origin| !origins.allow(origin)) {
                return Err(Denied::Forbidden(format!("the origin {origin:?} is not listed in web.origins")));
            }
            // The bridge has no TLS, so no client shows a certificate.
            let Grant { caller, scopes } =
                asked.callers.check(headers, &[]).map_err(|refusal| Denied::Unknown(refusal.message().to_owned()))?;
            let exceeded = |refusal: Refusal| Denied::Exceeded(refusal.message().to_owned(), Arc::clone(&caller));
            let using = asked.begin(Rpc::Decide, &caller).map_err(exceeded)?;
            if scopes.allow(Scope::Decide) {
                let kept = Kept::new(&asked.bodies, &caller);
                return Ok(Some(Pass { caller, kept, _using: using }));
            }
            Err(Denied::Forbidden(format!("the token lacks the scope {}", Scope::Decide.word())))
        }),
        ready: Arc::new(move || is_ready.load(Ordering::Relaxed)),
    })
}

fn refused(refusal: &Refusal) -> Refused {
    match refusal.reason() {
        Reason::OVERLOADED => Refused::Overloaded { retry_after_s: 1 },
        _ => Refused::Failed,
    }
}
