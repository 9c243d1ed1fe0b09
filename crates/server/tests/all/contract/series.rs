//! The metrics page has the series of the table in the code, and no others.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use server::observe::metrics::SERIES;
use server::server::serve::Running;
use tokio::sync::OnceCell;
use wire::v1::*;

use crate::contract::harness::*;
use crate::support::missing::not_tested;

/// Returns the metrics page of a server whose traffic has touched every series; it is made once.
pub(crate) async fn page() -> &'static str {
    static PAGE: OnceCell<String> = OnceCell::const_new();
    PAGE.get_or_init(async || admin(&traffic().await, "/metrics").await.1).await
}

async fn traffic() -> Running {
    let (server, mut client) = serve(&[("CALLERS__STREAMS_MAX", "1"), ("BUDGETS__DECIDE_MS", "60000")]).await;
    client.play(DecideRequest { options: by("skilled"), ..by_rules(present("3344JJ", [5, 4, 6], "")) }).await.unwrap();
    let played = ["3334445556667778", "888999TTTJJJJQQ", "QQKKAAA222D"];
    let told = with_played(present("3479KK", [4, 2, 6], ""), played);
    let solved = client.play(DecideRequest { options: by("skilled"), ..by_rules(told) }).await.unwrap().into_inner();
    assert!(solved.source().worlds > 0);
    client.solve_endgame(endgame("classic", &["3344", "567"])).await.unwrap();
    let bot = BotSeat { chair: Chair::First as i32, persona: String::from("rules"), ..Default::default() };
    let (request_id, ruleset) = (String::from("open"), String::from("classic"));
    client.get_room(GetRoomRequest { room_id: String::from("none"), ..Default::default() }).await.unwrap_err();
    let opening = OpenRoomRequest { request_id, ruleset, bots: vec![bot], ..Default::default() };
    let room = client.open_room(opening).await.unwrap().into_inner().room.unwrap();
    client.play(crate::contract::rooms::asked("none", Chair::First, None)).await.unwrap_err();
    let hurried = Some(DecisionOptions { budget_ms: Some(0), ..by("skilled").unwrap() });
    client.play(DecideRequest { options: hurried, ..by_rules(present("3344JJ", [5, 4, 6], "")) }).await.unwrap();
    let watch = || WatchRoomRequest { room_id: room.room_id.clone(), ..Default::default() };
    let _held = client.watch_room(watch()).await.unwrap();
    client.watch_room(watch()).await.unwrap_err();
    server
}

/// Returns names and sorts on the page, as `# TYPE` lines tell them.
fn on_page(page: &str) -> BTreeSet<(String, String)> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    lines.filter_map(|line| line.split_once(' ')).map(|(name, sort)| (name.to_owned(), sort.to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_declared_table_is_the_live_page() {
    let ours: BTreeSet<_> =
        on_page(page().await).into_iter().filter(|(name, _)| name.starts_with("thirdseat_")).collect();
    let declared: BTreeSet<(String, String)> =
        SERIES.iter().map(|series| (series.name.to_owned(), series.sort.to_owned())).collect();
    assert_eq!(ours, declared);
}

/// Prometheus' own tool accepts the page. `.ci/run` installs it.
#[tokio::test(flavor = "multi_thread")]
async fn promtool_accepts_the_page() {
    let Some(output) = promtool(&["check", "metrics"], page().await) else { return };
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

/// Runs Prometheus' own tool on an input; `None`, with a message, if it is not installed. CI must have it.
pub(crate) fn promtool(arguments: &[&str], input: &str) -> Option<Output> {
    let promtool = Command::new("promtool")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut promtool = match promtool {
        Ok(promtool) => promtool,
        Err(error) => {
            not_tested(&format!("promtool is missing ({error}); Debian has it in the package prometheus"));
            return None;
        }
    };
    promtool.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Some(promtool.wait_with_output().unwrap())
}
