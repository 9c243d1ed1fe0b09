//! A client with the standard retry policy, which docs/use/integration.md shows as a service config: it uses several replicas in
//! turn, and a call that a stopping or full replica refuses goes to the next.

use std::error::Error;
use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Status};
use wire::v1::companion_service_client::CompanionServiceClient;

/// `maxAttempts` of the policy.
const ATTEMPTS_MAX: usize = 4;
/// `initialBackoff`.
const BACKOFF_FIRST: Duration = Duration::from_millis(20);
/// `maxBackoff`.
const BACKOFF_MAX: Duration = Duration::from_millis(500);

/// Replicas, asked in turn.
pub(crate) struct Client {
    channels: Vec<Channel>,
    next: AtomicUsize,
    timeout: Duration,
    retries: AtomicUsize,
}

impl Client {
    /// Makes a client that connects at its first call. A call takes at most `timeout` with all its attempts.
    pub(crate) fn new(addresses: &[String], timeout: Duration) -> anyhow::Result<Client> {
        let open = |address: &String| {
            let endpoint = Endpoint::from_shared(format!("http://{address}"))?;
            anyhow::Ok(endpoint.connect_timeout(timeout).tcp_nodelay(true).connect_lazy())
        };
        let channels = addresses.iter().map(open).collect::<anyhow::Result<_>>()?;
        Ok(Client { channels, next: AtomicUsize::new(0), timeout, retries: AtomicUsize::new(0) })
    }

    pub(crate) fn retries(&self) -> usize {
        self.retries.load(Ordering::Relaxed)
    }

    /// Calls until an attempt succeeds, the error is final, or the policy or the time ends.
    pub(crate) async fn call<T, F>(&self, ask: impl Fn(CompanionServiceClient<Channel>) -> F) -> Result<T, Status>
    where
        F: Future<Output = Result<tonic::Response<T>, Status>>,
    {
        let attempts = async {
            let mut backoff = BACKOFF_FIRST;
            // Round robin; each further attempt goes to the next replica.
            let first = self.next.fetch_add(1, Ordering::Relaxed);
            for attempt in 1.. {
                let place = (first + attempt - 1) % self.channels.len();
                match ask(CompanionServiceClient::new(self.channels[place].clone())).await {
                    Err(status) if attempt < ATTEMPTS_MAX && is_retryable(&status) => {}
                    answered => return answered.map(tonic::Response::into_inner),
                }
                self.retries.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(backoff).await;
                backoff = (backoff * 2).min(BACKOFF_MAX);
            }
            unreachable!("the policy has a last attempt")
        };
        let late = |_| Err(Status::deadline_exceeded("the call's own time is over"));
        tokio::time::timeout(self.timeout, attempts).await.unwrap_or_else(late)
    }
}

/// True if the policy tries again. tonic may give a broken connection another code than UNAVAILABLE. Such a status has a source; a server's
/// answer has none.
fn is_retryable(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::ResourceExhausted) || status.source().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_call_is_tried_as_often_as_the_policy_says() {
        let addresses = [String::from("127.0.0.1:1"), String::from("127.0.0.1:2")];
        let client = Client::new(&addresses, Duration::from_secs(20)).unwrap();
        let tries = AtomicUsize::new(0);
        let answer = |code| {
            let tries = &tries;
            move |_| async move {
                tries.fetch_add(1, Ordering::Relaxed);
                Err::<tonic::Response<()>, Status>(Status::new(code, "so"))
            }
        };
        assert_eq!(client.call(answer(Code::Unavailable)).await.unwrap_err().code(), Code::Unavailable);
        assert_eq!((tries.load(Ordering::Relaxed), client.retries()), (4, 3));
        assert_eq!(client.call(answer(Code::Aborted)).await.unwrap_err().code(), Code::Aborted);
        assert_eq!(tries.load(Ordering::Relaxed), 5, "what is refused is not asked again");
        // No server listens there, and the call does not hang.
        let status = client
            .call(|mut client| async move { client.list_rulesets(wire::v1::ListRulesetsRequest::default()).await });
        assert!(is_retryable(&status.await.unwrap_err()));
    }

    #[test]
    fn the_retry_policy_is_the_documented_one() {
        let page =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/use/integration.md")).unwrap();
        let config = page.split_once("```json service-config\n").unwrap().1.split_once("```").unwrap().0;
        let config: serde_json::Value = serde_json::from_str(config).unwrap();
        let policy = &config["methodConfig"][0]["retryPolicy"];
        assert_eq!(policy["maxAttempts"], ATTEMPTS_MAX);
        let seconds = |time: Duration| format!("{}s", time.as_secs_f64());
        assert_eq!(policy["initialBackoff"], seconds(BACKOFF_FIRST));
        assert_eq!(policy["maxBackoff"], seconds(BACKOFF_MAX));
        assert_eq!(policy["backoffMultiplier"], 2);
        assert_eq!(policy["retryableStatusCodes"], serde_json::json!(["UNAVAILABLE", "RESOURCE_EXHAUSTED"]));
    }
}
