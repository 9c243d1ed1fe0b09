//! `lab replay` repeats each decision of a server's log. The decisions come from several RPCs and kinds of deciders.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::contract::harness::{BotTurn, CHAIRS, Client, acts, calls, combo, history, plays, present, seating, takes};
use crate::contract::rooms::{dealt_event, numbered, recording};
use crate::support::LoggedProgram;
use crate::support::papers::Folder;
use crate::support::report_not_tested;
use wire::v1::*;

/// Makes the options of a persona whose thinking is bounded by counts.
fn bounded_options(persona: &str) -> Option<DecisionOptions> {
    Some(DecisionOptions { persona: persona.to_owned(), worlds_max: 4, hand_seed: Some(7), ..Default::default() })
}

fn turn_after_events(ruleset: &str, hand: &str, events: &[Event]) -> BotTurn {
    history(ruleset, Chair::First, hand, &[]).with(|hand| hand.events = events.to_vec())
}

/// Asks for calls, doublings and open hands. Returns the number of decisions.
async fn ask_for_bids(client: &mut Client) -> u32 {
    let (strong, weak) = ("3344556TJQKAA22XD", "33445566778899TJQ");
    let raised = |chair| acts(chair, action::What::Doubling(Doubling::None as i32));
    let mut views = Vec::new();
    for ruleset in ["classic", "classic auction=call-rob", "classic auction=take-it", "journey"] {
        views.extend([turn_after_events(ruleset, strong, &[]), turn_after_events(ruleset, weak, &[])]);
    }
    let doubling = "classic doubling=double open-hand=yes";
    for hand in ["334455667TTJJQQKK222", "3344556TJJQKAA2222XD"] {
        let seen = [calls(Chair::First, Call::Score3), takes(Chair::First, "222")];
        views.push(turn_after_events(doubling, hand, &seen));
        let told = [raised(Chair::First), raised(Chair::Second), raised(Chair::Third)];
        views.push(turn_after_events(doubling, hand, &[&seen[..], &told[..]].concat()));
    }
    let asked = views.len() as u32;
    for view in views {
        client.bid(view.decide(bounded_options("casual"))).await.unwrap();
    }
    asked
}

/// Asks several personas for leads and follows, with known players or a backend's list. Returns the number of decisions.
async fn ask_for_leads_and_answers(client: &mut Client) -> u32 {
    let personas = ["beginner-hasty", "casual", "rules", "skilled-patient", "advanced", "expert", "net", "minimax"];
    let habits = Habits { chair: Chair::First as i32, answerable: 9, answered: 8, ..Habits::default() };
    for persona in personas {
        let lead = present("3445578TJQKKA2", [9, 8, 14], "").with(|hand| hand.habits = vec![habits]);
        client.play(lead.decide(bounded_options(persona))).await.unwrap();
        let listed = LegalPlays { plays: vec![combo("JJ").unwrap()], may_pass: true };
        for legal_plays in [None, Some(LegalPlays { plays: Vec::new(), ..listed.clone() }), Some(listed.clone())] {
            let answer = present("3344JJ", [5, 4, 6], "99").decide(bounded_options(persona));
            client.follow(DecideRequest { legal_plays, ..answer }).await.unwrap();
        }
        let journey = present("2444JJ", [5, 4, 6], "34567").with(|hand| hand.ruleset = String::from("journey"));
        client.decide(journey.decide(bounded_options(persona))).await.unwrap();
    }
    5 * personas.len() as u32
}

/// Plays a hand of three bots: the call that records a turn also decides the next one. `wilds` are the ranks that the table shows. Returns
/// the number of decisions.
async fn play_in_room(client: &mut Client, ruleset: &str, bots: [&str; 3], wilds: &str) -> u32 {
    let texts = ["3344556TJQKAA22XD", "34566778899TJJQKA", "45677889TTJQQKA22"];
    let (hands, bottom) = (CHAIRS.into_iter().zip(texts).collect::<Vec<_>>(), "39K");
    let mut opened = seating(&format!("replay-{}-{}", ruleset.replace([' ', '='], "."), bots[0]), ruleset, "", &CHAIRS);
    for (bot, persona) in opened.bots.iter_mut().zip(bots) {
        bot.persona = persona.to_owned();
    }
    opened.events = vec![numbered(1, 1, dealt_event(&hands))];
    opened.decide = true;
    let opened = client.open_room(opened).await.unwrap().into_inner();
    let room = opened.room.unwrap();
    let (room_id, sequence, state) = (room.room_id, room.sequence, room.state);
    let mut answer = RecordEventsResponse { sequence, state, next: opened.next, ..RecordEventsResponse::default() };
    let mut decided = 0;
    let mut wilds = wilds.chars();
    let record = |event: Event, sequence: u32| RecordEventsRequest {
        decide: true,
        options: Some(DecisionOptions { worlds_max: 2, ..DecisionOptions::default() }),
        ..recording(&room_id, vec![numbered(sequence + 1, 1, room_event::What::Table(event))])
    };
    let shown = |rank: Option<char>| Event { chair: 0, what: Some(event::What::WildShown(rank.unwrap().to_string())) };
    loop {
        let event = match (answer.state().stage(), answer.next.take()) {
            (Stage::Wild, _) => shown(wilds.next()),
            (Stage::Bottom, _) => takes(answer.state().landlord(), bottom),
            (_, Some(next)) => {
                let Some(turn_decision::Result::Decision(decision)) = next.result else { panic!("{next:?}") };
                decided += 1;
                // A decision's action is the next event.
                Event { chair: next.chair, what: decision.action.map(event::What::Action) }
            }
            (_, None) => break,
        };
        answer = client.record_events(record(event, answer.sequence)).await.unwrap().into_inner();
    }
    assert_eq!(answer.state().stage, Stage::Over as i32, "{answer:?}");
    decided
}

/// Finds `lab`, which a build of the workspace puts into the server's folder.
fn find_lab() -> Option<std::path::PathBuf> {
    let lab = Path::new(env!("CARGO_BIN_EXE_thirdseat")).with_file_name("lab");
    if lab.exists() {
        return Some(lab);
    }
    report_not_tested(&format!("{} is missing: cargo build -p lab", lab.display()));
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn every_decision_of_a_log_is_made_again() {
    let Some(lab) = find_lab() else { return };
    let server = LoggedProgram::start("replay-json", &[]);
    let mut client = server.program.client().await;
    let mut asked = ask_for_bids(&mut client).await + ask_for_leads_and_answers(&mut client).await;
    asked += play_in_room(&mut client, "classic doubling=super open-hand=yes", ["casual", "net", "skilled"], "").await;
    for ruleset in ["classic", "journey"] {
        asked += play_in_room(&mut client, ruleset, ["minimax", "advanced", "casual"], "").await;
    }
    asked += play_in_room(&mut client, "classic pass-on=next", ["skilled", "net", "casual"], "").await;
    let log = server.end_and_read_log();
    for form in ["call:no", "call:3", "call:call", "call:take", "raise:", "show:"] {
        assert!(log.contains(form), "no line has {form}");
    }
    check_replay(&lab, &[], &log, asked);
}

fn check_replay(lab: &Path, arguments: &[&str], log: &str, asked: u32) {
    let mut replay = Command::new(lab);
    replay.args(["replay", "--quiet", "-"]).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut replay = replay.spawn().unwrap();
    let mut input = replay.stdin.take().unwrap();
    let text = log.to_owned();
    // A thread writes while this one reads, because a long log and its answers would fill both pipes.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = replay.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let decisions: Vec<&str> = log.lines().filter(|line| line.contains("view=") || line.contains("\"view\"")).collect();
    let differ = printed.lines().zip(&decisions).filter(|(line, _)| line.starts_with("DISAGREES"));
    let differ: Vec<_> = differ.collect();
    assert!(output.status.success(), "is lab older than the server? {differ:#?}\n{}", decisions.last().unwrap());
    assert!(printed.contains(&format!("\n{asked} of {asked} decisions agree")), "{printed}");
}

const PERSONA_FILE_TEXT: &str =
    "[xiaoming]\nbase = \"skilled-hasty\"\nnoise = 20\n\n[weak]\nbase = \"casual\"\nstrength = 40\n";

/// Asks for decisions with little time or none. Returns their number, and the number of degraded ones.
async fn ask_with_little_time(client: &mut Client) -> (u32, u32) {
    let (mut asked, mut degraded) = (0, 0);
    for persona in ["skilled", "advanced", "expert", "net", "minimax"] {
        for (ruleset, wilds) in [("classic", ""), ("journey", ""), ("laizi", "9"), ("laizi-tiandi", "92")] {
            for budget_ms in [0, 4, 30] {
                let told = present("344556788TJQKK2", [12, 11, 15], "").with(|hand| hand.ruleset = ruleset.to_owned());
                let told = told.with_present(|present| present.wilds = wilds.to_owned());
                let options =
                    DecisionOptions { worlds_max: 0, budget_ms: Some(budget_ms), ..bounded_options(persona).unwrap() };
                let decision = client.decide(told.decide(Some(options))).await.unwrap().into_inner();
                asked += 1;
                degraded += u32::from(decision.source().degraded != 0);
            }
        }
    }
    (asked, degraded)
}

async fn ask_with_file_and_strength(client: &mut Client) -> u32 {
    let mut questions = Vec::new();
    let strong = |strength| DecisionOptions { strength: Some(strength), ..bounded_options("casual").unwrap() };
    let options =
        ["xiaoming", "weak"].map(|name| bounded_options(name).unwrap()).into_iter().chain([strong(5), strong(90)]);
    for options in options {
        let options = Some(options);
        let bid = turn_after_events("classic", "3344556TJQKAA22XD", &[]);
        for view in [bid, present("3445578TJQKKA2", [9, 8, 14], ""), present("3344JJ", [5, 4, 6], "99")] {
            questions.push(view.decide(options.clone()));
        }
    }
    let asked = questions.len() as u32;
    for question in questions {
        client.decide(question).await.unwrap();
    }
    asked
}

/// Seats a known player in another room, whose bots then use the player's record.
async fn ask_with_known_player(client: &mut Client) -> u32 {
    let bots = [Chair::First, Chair::Second];
    let deal = || dealt_event(&[(bots[0], "3344556TJQKAA22XD"), (bots[1], "34566778899TJJQKA")]);
    let player = PlayerSeat { chair: Chair::Third as i32, player_id: String::from("well-known") };
    let opened =
        |room: &str| OpenRoomRequest { players: vec![player.clone()], ..seating(room, "classic", "skilled", &bots) };
    let plays = ["3", "6", "K", "A", "", "", "4", "9", "T"].map(|cards| plays(Chair::Unspecified, cards));
    let auction = || [calls(Chair::First, Call::Score3), takes(Chair::First, "39K")];
    let table = auction().into_iter().chain(plays).map(room_event::What::Table);
    let events = std::iter::once(deal()).chain(table).chain([room_event::What::Settled(Settled::default())]);
    let record = |room: &str, events: Vec<RoomEvent>, decide: bool| RecordEventsRequest {
        decide,
        options: Some(DecisionOptions { worlds_max: 4, ..DecisionOptions::default() }),
        ..recording(room, events)
    };
    let events = (1..).zip(events).map(|(sequence, what)| numbered(sequence, 1, what)).collect();
    client.open_room(opened("before")).await.unwrap();
    client.record_events(record("before", events, false)).await.unwrap();
    client.open_room(opened("after")).await.unwrap();
    let begin = vec![numbered(1, 1, deal())];
    let mut answer = client.record_events(record("after", begin, true)).await.unwrap().into_inner();
    let mut asked = 0;
    for event in auction() {
        asked += u32::from(answer.next.is_some());
        let event = numbered(answer.sequence + 1, 1, room_event::What::Table(event));
        answer = client.record_events(record("after", vec![event], true)).await.unwrap().into_inner();
    }
    asked += u32::from(answer.next.is_some());
    asked
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_with_a_clock_a_file_a_known_player_and_wild_ranks_are_made_again() {
    let Some(lab) = find_lab() else { return };
    let folder = Folder::new("replay");
    let path = folder.write("personas.toml", PERSONA_FILE_TEXT);
    let server = LoggedProgram::start("replay-more", &[("LOG__FORMAT", "human"), ("PERSONAS__FILE", &path)]);
    let mut client = server.program.client().await;
    let (mut asked, degraded) = ask_with_little_time(&mut client).await;
    assert!(degraded >= 6, "{degraded} of {asked} had no time");
    asked += ask_with_file_and_strength(&mut client).await;
    asked += ask_with_known_player(&mut client).await;
    for (ruleset, wilds) in [("laizi", "A"), ("laizi-tiandi", "A2")] {
        asked += play_in_room(&mut client, ruleset, ["casual", "skilled", "net"], wilds).await;
    }
    let log = server.end_and_read_log();
    for form in ["degraded=yes", "strength=5", "persona=xiaoming", "habits=", "wilds=A,2"] {
        assert!(log.contains(form), "no line has {form}");
    }
    check_replay(&lab, &["--personas", &path], &log, asked);
}
