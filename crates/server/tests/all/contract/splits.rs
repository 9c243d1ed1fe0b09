//! Details of a decision and of a hand, for designers: splits, points, odds, strategies, and the depth of trees.

use wire::v1::*;

use crate::contract::harness::*;
use crate::support::papers::Folder;

/// Writes the combos of a plan, wings set apart.
fn cut(plan: &SplitPlan) -> String {
    let text = |part: &Alternative| match part.action.clone().unwrap().what {
        Some(action::What::Play(combo)) => combo.cards.unwrap().text,
        what => panic!("{what:?} is no combo"),
    };
    plan.parts.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Returns the points of its parts, and the shares of deals in which they are covered.
fn worth(plan: &SplitPlan) -> (Vec<f64>, Vec<f64>) {
    let points = plan.parts.iter().filter_map(|part| part.value);
    (points.collect(), plan.parts.iter().filter_map(|part| part.covered).collect())
}

fn traced(persona: &str, told: Told) -> DecideRequest {
    let wanted = DecisionOptions { want_trace: true, want_alternatives: true, ..by(persona).unwrap() };
    told.asked(Some(wanted))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_shows_the_split_its_points_and_the_odds() {
    let (_server, mut client) = serve(&[]).await;
    // The landlord with one card plays next, so the triple takes a single as its wing.
    let decision = client.decide(traced("rules", present("3334489", [1, 9, 7], ""))).await.unwrap().into_inner();
    let split = decision.trace.as_ref().unwrap().split.clone().unwrap();
    assert_eq!((split.splitter.as_str(), cut(&split)), ("fewest-singles", "3338 44 9".to_owned()));
    let (points, covered) = worth(&split);
    assert_eq!((points.len(), covered.len()), (3, 3));
    let price = points.iter().sum::<f64>() - split.hand_points;
    assert!(price > 0.0, "turns cost points: {split:?}");
    // The single 9 is covered by nearly any card, the triple by few.
    assert!(covered[2] > covered[0], "{split:?}");
    assert!(covered.iter().all(|odds| (0.0..=1.0).contains(odds)));
    for alternative in &decision.alternatives {
        let is_play = matches!(alternative.action.as_ref().unwrap().what, Some(action::What::Play(_)));
        assert_eq!(alternative.covered.is_some(), is_play, "{alternative:?}");
    }
    // Seven singles: there is no winning order, and the pair goes first.
    let answer = client.decide(traced("rules", present("445689JKA", [1, 9, 9], ""))).await.unwrap().into_inner();
    let trace = answer.trace.unwrap();
    assert_eq!(trace.row, "enemy-one-upstream");
    assert_eq!(trace.rows[..5], ["one-combo", "win-path", "all-big", "force-single", "enemy-one-upstream"]);
    assert_eq!(trace.rows[5..], ["small-and-long", "few-cards", "small-first"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_of_an_answer_weighs_each_play_and_a_quiet_one_says_nothing() {
    let (_server, mut client) = serve(&[]).await;
    let told = || present("3344JJKK", [8, 4, 8], "99");
    let decision = client.decide(traced("rules", told())).await.unwrap().into_inner();
    let of = |cards: &str| {
        let is_it = |it: &&Alternative| match &it.action.as_ref().unwrap().what {
            Some(action::What::Play(combo)) => combo.cards.as_ref().unwrap().text == cards,
            _ => false,
        };
        decision.alternatives.iter().find(is_it).unwrap().covered.unwrap()
    };
    assert!(of("JJ") > of("KK") && of("KK") > 0.0, "{:?}", decision.alternatives);
    let split = decision.trace.as_ref().unwrap().split.as_ref().unwrap();
    assert_eq!((split.splitter.as_str(), cut(split)), ("rule-carried", "33 44 JJ KK".to_owned()));
    let quiet = DecisionOptions { want_alternatives: true, ..by("rules").unwrap() };
    let quiet = client.decide(told().asked(Some(quiet))).await.unwrap().into_inner();
    assert!(quiet.trace.is_none() && quiet.alternatives.iter().all(|it| it.covered.is_none()));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_persona_shows_its_own_splitter_and_wild_ranks_theirs() {
    let (_server, mut client) = serve(&[]).await;
    for (persona, splitter) in [("casual-hesitant", "turns"), ("net", "rule-carried")] {
        let told = seated("33455667789TJQKAA22X", "334");
        let decision = client.decide(traced(persona, told)).await.unwrap().into_inner();
        let trace = decision.trace.unwrap();
        assert_eq!(trace.split.unwrap().splitter, splitter, "{persona}");
        assert_eq!(trace.row.is_empty(), persona == "net", "nets ask no strategies");
    }
    let wild = present("345677TT", [8, 9, 8], "").with(|hand| hand.ruleset = String::from("laizi"));
    let wild = wild.with_present(|present| present.wilds = String::from("7"));
    let decision = client.decide(traced("rules", wild)).await.unwrap().into_inner();
    let split = decision.trace.unwrap().split.unwrap();
    assert_eq!((split.splitter.as_str(), worth(&split)), ("wild", (Vec::new(), Vec::new())));
    assert_eq!(cut(&split).replace([' ', '+'], "").len(), 8);
}

async fn plans(client: &mut Client, cards: &str) -> Vec<SplitPlan> {
    let request = ClassifyPlayRequest {
        ruleset: String::from("classic"),
        cards: text(cards),
        want_plans: true,
        ..ClassifyPlayRequest::default()
    };
    client.classify_play(request).await.unwrap().into_inner().plans
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_cut_by_every_splitter() {
    let (_server, mut client) = serve(&[]).await;
    let singles = plans(&mut client, "3334489").await;
    let mut names: Vec<&str> = singles.iter().map(|plan| plan.splitter.as_str()).collect();
    names.dedup();
    assert_eq!(names, ["rule", "rule-carried", "fewest-singles", "turns", "matrix"]);
    let cuts = |name: &str| singles.iter().find(|plan| plan.splitter == name).map(cut).unwrap();
    assert_eq!((cuts("rule-carried"), cuts("fewest-singles")), ("33344 8 9".to_owned(), "3338 44 9".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn more_cards_than_a_hand_has_are_not_split() {
    let (_server, mut client) = serve(&[]).await;
    let request = ClassifyPlayRequest {
        ruleset: String::from("classic"),
        cards: text("333344445555666677778"),
        want_plans: true,
        ..ClassifyPlayRequest::default()
    };
    let status = client.classify_play(request.clone()).await.unwrap_err();
    assert_eq!((refused(&status).1.as_str(), refused(&status).2.as_str()), ("COUNT_MISMATCH", "cards"));
    let quiet = ClassifyPlayRequest { want_plans: false, ..request };
    assert!(client.classify_play(quiet).await.unwrap().into_inner().plans.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_of_cases_beside_the_file_of_personas_is_played_by() {
    let folder = Folder::new("cases");
    let head = "cases 1\nruleset classic\ncommand by hand\nsupport 10\npurity 50\n\n";
    folder.write("mine.txt", &format!("{head}top-single cases 10 better 60 gain 5\n"));
    let file = folder.write(
        "personas.toml",
        "[ming]\nbase = \"casual-hasty\"\nnoise = 0\ncases-file = \"mine.txt\"\nlevel = 33\ntemperament = \"sly\"\n",
    );
    let (_server, mut client) = serve(&[("PERSONAS__FILE", &file)]).await;
    let listed = client.list_personas(ListPersonasRequest {}).await.unwrap().into_inner().personas;
    let known = |name: &str| listed.iter().find(|persona| persona.name == name).unwrap();
    assert_eq!((known("ming").level, known("ming").temperament.as_str()), (33, "sly"));
    assert_eq!(
        (known("casual-hasty").level, known("casual-hasty").temperament.as_str()),
        (engine::Persona::named("casual").unwrap().level(), "hasty")
    );
    let request = present("3456799JQA", [10, 9, 10], "").asked(by("ming"));
    let decision = client.decide(request).await.unwrap().into_inner();
    assert_eq!((decision.source().decider, played(&decision).as_str()), (Decider::Cases as i32, "A"));
}
