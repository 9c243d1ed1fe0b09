//! The answers of public engines and of our rulesets to probes. Also the Journey's own rules of the landlord's seat and of scores.

use rules::{Action, Call, Chair, Deal, Hand, Ruleset, Seat, Seed, Side, Stage, Table, Trick};

/// One column for each ruleset, in the order of `Ruleset::DISTINCT_PLAYS`.
///
/// DouZero contradicts itself. Its generator makes a chain of four with a bomb as wings (yes) and no bare shuttle (no); its
/// classifier says the opposite. `douzero` follows the generator, because its list decides what may be played.
const RULESET_ANSWERS: &str = "
    probe              classic douzero botzone ratel pagat shuttle journey
    333444+55          yes     yes     no      yes   no    yes     no
    333444+XD          no      yes     yes     yes   no    no      no
    333444555+777      yes     yes     no      no    no    yes     no
    333444555+667      yes     yes     no      yes   no    yes     no
    333444555666+8888  no      yes     no      no    no    no      no
    333444555666+7777  no      yes     no      no    no    no      no
    333444+5555        no      no      no      no    no    no      no
    333444+8888        no      no      no      no    no    no      no
    3333+45            yes     yes     yes     yes   yes   yes     no
    3333+44            yes     yes     no      no    no    yes     no
    3333+XD            no      yes     yes     yes   no    no      no
    3333+4455          yes     yes     yes     yes   yes   yes     no
    33334444           no      no      yes     yes   no    yes     no
    33334444+5678      no      no      yes     yes   no    yes     no
";

/// Public engines, each written as a ruleset.
const ENGINE_RULESETS: &[(&str, &str)] = &[
    ("RLCard", "classic"),
    ("OpenSpiel", "classic wings-lengthen=yes four-singles=no four-pairs=no"),
    ("mailgyc", "classic wing-copies=4 wings-lengthen=yes wings-quad-as-pairs=yes four-pair-as-singles=no"),
];

const ENGINE_ANSWERS: &str = "
    probe              RLCard OpenSpiel mailgyc
    333444+55          yes    yes       yes
    333444+XD          no     no        no
    333444555+777      yes    yes       yes
    333444555+667      yes    yes       yes
    333444555666+8888  no     no        yes
    333444555666+7777  no     no        yes
    333444+5555        no     no        yes
    3333+45            yes    no        yes
    3333+44            yes    no        no
    3333+XD            no     no        no
    3333+4455          yes    no        yes
    33334444           no     no        no
    33334444+5678      no     no        no
";

/// True if the ruleset reads the text as a combo. A lead must then have its cards.
fn is_legal(rules: &Ruleset, probe: &str) -> bool {
    let read = rules.read_text(probe);
    if let Ok(combo) = read {
        let led = rules.plays(combo.cards(), Trick::Lead);
        assert!(led.iter().any(|lead| lead.cards() == combo.cards()), "{rules}: {probe} is read but never led");
    }
    read.is_ok()
}

/// Reads the rows of a table in text: the first word of each, then its cells under the names of the first row.
fn read_table(table: &str) -> Vec<(&str, Vec<(&str, &str)>)> {
    let mut rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|row| !row.is_empty());
    let names = rows.next().expect("a head");
    rows.map(|row| (row[0], names[1..].iter().copied().zip(row[1..].iter().copied()).collect())).collect()
}

#[test]
fn each_ruleset_answers_the_probes_as_documented() {
    for (probe, answers) in read_table(RULESET_ANSWERS) {
        assert_eq!(answers.len(), Ruleset::DISTINCT_PLAYS.len());
        for (name, answer) in answers {
            let rules = Ruleset::named(name).expect("a named ruleset");
            assert_eq!(is_legal(rules, probe), answer == "yes", "{name}: {probe}");
        }
    }
}

#[test]
fn overrides_describe_public_engines() {
    for (probe, answers) in read_table(ENGINE_ANSWERS) {
        for (engine, answer) in answers {
            let (_, overrides) = ENGINE_RULESETS.iter().find(|(name, _)| *name == engine).expect("listed above");
            let rules: Ruleset = overrides.parse().expect("a ruleset");
            assert_eq!(is_legal(&rules, probe), answer == "yes", "{engine}: {probe}");
        }
    }
}

/// 444555666777 is a chain of four, or a chain of three with a triple as wings. A caller may tell which of its readings fit.
#[test]
fn an_answer_takes_the_highest_reading_that_beats() {
    let douzero = &Ruleset::DOUZERO;
    let twice: Hand = "444555666777".parse().expect("a hand");
    // The highest reading that beats: 555666777 with three fours.
    let standing = douzero.read_text("333444555+89T").expect("an airplane");
    let answer = douzero.read_answer(twice, standing).expect("it beats");
    assert_eq!(format!("{answer:#}"), "555666777+444");

    // If no reading beats: the preferred one of those that fit. If none fits: nothing.
    let bare = |reading: rules::Combo| reading.wings().is_empty();
    let on = |fits: &dyn Fn(rules::Combo) -> bool| douzero.read_on(Trick::Follow(answer), twice, fits);
    assert_eq!(on(&|_| true).map(|reading| reading.run()), Some(4));
    assert_eq!(on(&|reading| !bare(reading)), Some(answer));
    assert_eq!(on(&|reading| reading.run() == 2), None);
}

#[test]
fn journey_appoints_a_chair_if_none_takes_the_seat() {
    for drawn in Chair::ALL {
        let mut table = Table::new(Ruleset::JOURNEY, Deal::shuffled(&mut Seed(3).rng()), drawn);
        for _ in Chair::ALL {
            table.act(Action::Call(Call::Pass)).unwrap();
        }
        assert_eq!((table.board().landlord(), table.board().stage()), (Some(drawn), Stage::Play));
    }
}

/// The cards of a round go to the seat that leads next, those of the last round to the seat that goes out.
#[test]
fn seats_score_the_cards_of_the_rounds_they_won() {
    let mut rng = Seed(5).rng();
    let mut table = Table::at_lead(Ruleset::JOURNEY, Deal::shuffled(&mut rng));
    let (mut pile, mut points) = (0, [0; 3]);
    let mut owner = Seat::Landlord;
    while table.board().stage() == Stage::Play {
        let course = *table.board().course();
        let plays = Ruleset::JOURNEY.plays(table.hand_of(course.turn()).unwrap(), course.trick());
        let play = if course.trick() != Trick::Lead && rng.below(2) == 0 { None } else { rng.pick(&plays).copied() };
        table.act(Action::Play(play)).unwrap();
        match play {
            Some(combo) => (pile, owner) = (pile + combo.len(), course.turn()),
            None if course.passes() == 1 => (points[owner.index()], pile) = (points[owner.index()] + pile, 0),
            None => {}
        }
    }
    points[owner.index()] += pile;
    let settlement = table.settlement(1).expect("a seat went out");
    assert_eq!(settlement.points, points.map(i64::from));
    assert_eq!(settlement.winner, owner.side());
    assert_eq!(table.settlement(10).unwrap().points, points.map(|points| 10 * i64::from(points)));
    assert!(points.iter().sum::<u32>() > 20 && [Side::Landlord, Side::Peasants].contains(&settlement.winner));
}
