//! Whole games: their cards, their ends, their settlements, refused actions, and the knowledge of a seat.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use rules::{
    Action, Auction, Call, Chair, Combo, Course, Deal, Doubling, Event, Hand, OpenFactor, OpenedHand, PassOn, Plays,
    Present, Raise, Rng, Ruleset, Scoring, Seat, Seed, Side, Stage, Table, Trick, View,
};

use crate::game::{is_full, random_action};

fn rulesets() -> Vec<Ruleset> {
    let mut all: Vec<Ruleset> = Ruleset::DISTINCT_PLAYS.into_iter().copied().collect();
    for text in [
        "classic auction=call-rob doubling=super open-hand=yes",
        "shuttle auction=take-it doubling=double open-hand=yes spring=1 anti-spring=1",
        "douzero wings-quad-as-pairs=yes shuttle=yes shuttle-wings=yes",
        "classic pass-on=next doubling=double open-hand=yes",
        "botzone pass-on=previous auction=call-rob",
        "classic auction=rounds doubling=double",
        "classic auction=call-rob doubling=double open-hand=deal",
        "classic pass-on=next open-hand=deal",
    ] {
        all.push(text.parse().unwrap());
    }
    all
}

fn wild_rulesets() -> Vec<Ruleset> {
    let late = Ruleset::WILD.map(|base| base.with("wild-shown", "landlord").unwrap());
    let passing = "laizi-tiandi pass-on=previous".parse().unwrap();
    Ruleset::WILD.into_iter().copied().chain(late).chain([passing]).collect()
}

fn new_table(rules: Ruleset, rng: &mut Rng) -> Table {
    let deal = Deal::shuffled(rng);
    let appointee = Chair::ALL[rng.below(3) as usize];
    if rng.below(4) == 0 { Table::at_lead(rules, deal) } else { Table::new(rules, deal, appointee) }
}

fn check_cards_are_conserved(table: &Table) {
    let course = table.board().course();
    let bottom = if table.board().landlord().is_some() { Hand::EMPTY } else { table.deal().bottom() };
    let parts = Chair::ALL.map(|chair| table.hand(chair));
    let sum =
        parts.into_iter().chain([course.all_played(), bottom]).fold(Hand::EMPTY, |sum, part| sum.plus(part).unwrap());
    assert_eq!(sum, Hand::DECK, "{table}");
    if table.board().landlord().is_some() {
        for seat in Seat::ALL {
            assert_eq!(table.hand_of(seat).unwrap().len(), course.left(seat), "{table}");
        }
    }
}

#[test]
fn ten_thousand_random_games_a_ruleset_end_and_settle() {
    let mut plays = Plays::new();
    for rules in rulesets() {
        let (mut over, mut redeals) = (0, 0);
        for number in 0..10_000 {
            let mut rng = Seed(1).stream(number).rng();
            let mut table = new_table(rules, &mut rng);
            let mut steps = 0;
            while !matches!(table.board().stage(), Stage::Over | Stage::Redeal) {
                table.act(random_action(&table, &mut plays, &mut rng)).expect("a legal action");
                steps += 1;
                assert!(steps < 200, "stuck: {table}");
            }
            check_cards_are_conserved(&table);
            if table.board().stage() == Stage::Redeal {
                assert_ne!(rules.auction(), Auction::TakeIt, "a chair is appointed");
                redeals += 1;
                continue;
            }
            over += 1;
            let settlement = table.settlement(1).expect("a finished game settles");
            let winner = table.board().course().winner().unwrap();
            assert_eq!(settlement.winner, winner.side());
            if rules.scoring() == Scoring::Cards {
                let played = i64::from(table.board().course().all_played().len());
                assert_eq!(
                    settlement.points.iter().sum::<i64>(),
                    played,
                    "every card lies in the rounds of a chair: {table}"
                );
                continue;
            }
            assert_eq!(settlement.points.iter().sum::<i64>(), 0, "{table}");
            let landlord_gain = settlement.points[Seat::Landlord.index()];
            assert_eq!(landlord_gain > 0, settlement.winner == Side::Landlord, "{table}");
            let peasants_lose = settlement.points[1..].iter().all(|&points| (points < 0) == (landlord_gain > 0));
            assert!(peasants_lose, "{table}");
        }
        assert_eq!(over + redeals, 10_000);
        assert!(over > 7_000, "{rules}: {redeals} redeals");
    }
}

#[test]
fn views_know_the_public_events_and_their_own_hand() {
    let (mut plays, mut spelled) = (Plays::new(), 0);
    for rules in rulesets().into_iter().chain(wild_rulesets()) {
        for number in 0..if rules.shows_wilds() { 100 } else { 60 } {
            let mut rng = Seed(2).stream(number).rng();
            let mut table = new_table(rules, &mut rng);
            let mut views = Chair::ALL.map(|chair| table.view(chair));
            let is_early = rules.awaits_wild() && rules.shows_wild_first();
            assert!(!is_early || matches!(table.log()[0], Event::Wild(_)), "shown before any gift: {table}");
            while !matches!(table.board().stage(), Stage::Over | Stage::Redeal) {
                check_cards_are_conserved(&table);
                let events = table.act(random_action(&table, &mut plays, &mut rng)).expect("a legal action").to_vec();
                for (view, chair) in views.iter_mut().zip(Chair::ALL) {
                    for &event in &events {
                        view.apply(event).unwrap_or_else(|error| panic!("{table}: {error}"));
                    }
                    assert_eq!(*view, table.view(chair), "{table}");
                    assert_eq!(view.hand(), table.hand(chair), "{table}");
                    // Only the table's board counts gifts before all are chosen.
                    assert!(view.board() == table.board() || view.board().stage() == Stage::PassOn, "{table}");
                    assert_eq!(view.gone_unseen(), 0);
                    let is_open = Chair::ALL.iter().any(|&chair| view.board().open_hand(chair).is_some());
                    if rules.pass_on() == PassOn::None && !is_open {
                        let seen = |hand| View::from_log(chair, hand, *view.board(), view.log().to_vec());
                        assert_eq!(seen(view.hand()).as_ref(), Ok(&*view), "{table}");
                        assert!(seen(Hand::DECK).is_err(), "{table}");
                    }
                    for other in Seat::ALL {
                        if let Some(held) = table.hand_of(other) {
                            let known = view.known_cards(other);
                            assert!(held.contains(known), "{table}: {other} {known:?}");
                        }
                    }
                    assert_eq!(view.to_string().parse().as_ref(), Ok(&*view), "{view}");
                    let shown = if view.board().bottom().is_some() { rules.wild_ranks() } else { is_early.into() };
                    let drawn = table.deal().wilds().take(shown.into());
                    assert!(view.rules().wilds().in_order().eq(drawn), "{view}");
                }
                let line = table.to_string();
                assert_eq!(line.parse().as_ref(), Ok(&table), "{table}");
                spelled += u32::from(line.contains('~'));
            }
            if rules.shows_wilds() && table.board().stage() == Stage::Over {
                assert_eq!(table.settlement(1).unwrap().points.iter().sum::<i64>(), 0, "{table}");
            }
        }
    }
    assert!(spelled > 60, "{spelled} lines tell what a wild card stands for");
}

/// Returns the knowledge of a player who takes over a seat, without the bottom.
fn present_of(table: &Table, seat: Seat) -> Present {
    let course = table.board().course();
    Present {
        rules: *table.board().rules(),
        seat,
        hand: table.hand_of(seat).unwrap(),
        turn: course.turn(),
        left: Seat::ALL.map(|seat| course.left(seat) as u8),
        standing: course.standing(),
        bottom: None,
        played: Seat::ALL.map(|seat| course.played(seat)),
        open: [Hand::EMPTY; 3],
    }
}

#[test]
fn views_from_the_present_agree_with_full_views() {
    let mut plays = Plays::new();
    for number in 0..300 {
        let mut rng = Seed(4).stream(number).rng();
        let mut table = Table::at_lead(Ruleset::CLASSIC, Deal::shuffled(&mut rng));
        for _ in 0..rng.below(40) {
            if table.board().stage() == Stage::Play {
                table.act(random_action(&table, &mut plays, &mut rng)).unwrap();
            }
        }
        if table.board().stage() != Stage::Play {
            continue;
        }
        let course: &Course = table.board().course();
        for seat in Seat::ALL {
            let now = Present { bottom: Some(table.deal().bottom()), ..present_of(&table, seat) };
            let full = table.view(seat.chair(Chair::First));
            let view = View::from_present(&now).unwrap_or_else(|error| panic!("{table}: {error}"));
            assert_eq!((view.trick(), view.unseen(), view.gone_unseen()), (full.trick(), full.unseen(), 0));
            assert_eq!(view.to_string().parse().as_ref(), Ok(&view), "{view}");
            // Played cards may be left out.
            let less = View::from_present(&Present { played: [Hand::EMPTY; 3], bottom: None, ..now }).unwrap();
            assert_eq!(less.trick(), full.trick());
            assert!(
                less.gone_unseen() + course.standing().map_or(0, |(_, combo)| combo.len()) >= course.all_played().len()
            );
            let mut on = less.clone();
            let trick = table.board().course().trick();
            let play = plays.fill(&Ruleset::CLASSIC, table.hand_of(course.turn()).unwrap(), trick).first().copied();
            on.apply(Event::Play(course.turn(), play)).unwrap_or_else(|error| panic!("{on}: {error}"));
        }
    }
}

#[track_caller]
fn check_refused(game: &str, action: Action, message: &str) {
    let deal = "deal=33334444555566667/7778888999TTTTJJJ/9JQQQQKKKKAAAA222/2XD";
    let mut table: Table = format!("{deal} {game}").parse().unwrap();
    let before = table.clone();
    assert_eq!(table.act(action).expect_err("illegal").to_string(), message);
    assert_eq!(table, before, "an illegal action changes nothing");
}

fn play(text: &str) -> Action {
    Action::Play(Ruleset::CLASSIC.read_play(text, Trick::Lead).unwrap())
}

#[test]
fn an_illegal_action_changes_nothing_and_names_its_fault() {
    let mid = "calls=no,no,3";
    check_refused(mid, play("-"), "landlord leads and cannot pass");
    check_refused(mid, play("8"), "landlord does not hold 8, its hand is 9JQQQQKKKKAAAA2222XD");
    check_refused("calls=no,no,3 plays=9", play("7"), "7 (single) does not beat 9 (single)");
    check_refused("calls=no,no,3 plays=9", play("33"), "33 (pair) does not beat 9 (single)");
    check_refused(mid, Action::Call(Call::Score(3)), "a call does not belong to the stage play");
    check_refused(mid, Action::Raise(Raise::Double), "a doubling does not belong to the stage play");
    check_refused("calls=1", Action::Call(Call::Score(1)), "1 cannot be called now; allowed: no, 2, 3");
    check_refused("calls=1", play("3"), "a play does not belong to the stage auction");
    check_refused("calls=1", Action::Show(true), "opening the hand does not belong to the stage auction");
    let doubling = "rules=classic,doubling=double calls=3";
    check_refused(doubling, Action::Raise(Raise::Super), "ruleset classic does not know a raise of 4 times");
}

#[test]
fn a_view_refuses_what_it_knows_to_be_impossible() {
    let check = |view: &str, event: Event, message: &str| {
        let mut view: View = view.parse().unwrap();
        let before = view.clone();
        assert_eq!(view.apply(event).expect_err("impossible").to_string(), message);
        assert_eq!(view, before);
    };
    let combo = |text: &str| Ruleset::CLASSIC.read_text(text).ok();
    let up = "me=up hand=33334444555566667 bottom=2XD";
    check(up, Event::Play(Seat::Down, combo("9")), "down cannot play, it is the turn of landlord");
    check(up, Event::Play(Seat::Landlord, combo("3")), "landlord cannot have 3: 3 lies elsewhere");
    let elsewhere = "down cannot have D: D lies elsewhere";
    check(&format!("{up} plays=9"), Event::Play(Seat::Down, combo("D")), elsewhere);
    let open = "me=first rules=classic,open-hand=yes hand=33334444555566667 calls=no,3 bottom=2XD";
    let shown = "77788889999TTTTJ2XD".parse().unwrap();
    let mut view: View = open.parse().unwrap();
    let open = OpenedHand { hand: shown, factor: OpenFactor::Two };
    let error = view.apply(Event::Show(Chair::Second, Some(open))).unwrap_err().to_string();
    assert_eq!(error, "77788889999TTTTJ2XD cannot be the landlord's whole hand with the bottom 2XD");
}

#[test]
fn bad_views_and_bad_deals_are_refused_with_a_reason() {
    let lines: Vec<&str> = include_str!("bad_lines.txt").lines().filter(|line| !line.is_empty()).skip(1).collect();
    for pair in lines.chunks(2) {
        let (line, message) = (pair[0], pair[1].trim_start());
        let error = match line.starts_with("deal=") {
            true => line.parse::<Table>().unwrap_err().to_string(),
            false => line.parse::<View>().unwrap_err().to_string(),
        };
        assert_eq!(error, message, "{line}");
    }
    assert_eq!(lines.len(), 2 * 25);
}

#[test]
fn raises_bombs_and_a_spring_multiply_the_stakes() {
    let mut table: Table = "rules=classic,doubling=super,open-hand=yes \
        deal=33334444555566667/7778888999TTTTJJJ/9JQQQQKKKKAAAA222/2XD calls=no,no,3 raises=2,1,4 show=no"
        .parse()
        .unwrap();
    assert_eq!(table.board().rules().doubling(), Doubling::Super);
    assert_eq!(table.board().turn(), Some(Chair::Third));
    // Only the landlord plays: four bombs and the rocket, and a spring.
    for cards in ["9", "J", "QQQQ", "KKKK", "AAAA", "2222", "XD"] {
        while table.board().course().turn() != Seat::Landlord {
            table.act(play("-")).unwrap();
        }
        let trick = table.board().course().trick();
        table.act(Action::Play(Ruleset::CLASSIC.read_play(cards, trick).unwrap())).unwrap();
        table.act(play("-")).err();
    }
    // 3 points × 2^5 bombs and rocket × 2 spring = 192; the landlord doubled: 384 from Down, 4 × that from Up.
    assert_eq!(table.settlement(1).unwrap().points, [384 + 1536, -384, -1536]);
}

/// A row of the record: the seat, the standing combo, the play, the cards of each seat and the rounds before.
type RecordRow = (Seat, Option<(Seat, Combo)>, Option<Combo>, [u8; 3], u32);

/// Compares each row with the course of the table at that play.
#[test]
fn the_plays_of_a_view_equal_a_slow_replay() {
    let wanted = if is_full() { 1_000_000 } else { 20_000 };
    let (mut seen, mut unknown, mut list, mut rng) = (0, 0, Plays::new(), Seed(77).rng());
    let rulesets = rulesets();
    for rules in rulesets.iter().cycle() {
        let mut table = new_table(*rules, &mut rng);
        let (mut rows, mut taken_over): (Vec<RecordRow>, _) = (Vec::new(), None);
        while !matches!(table.board().stage(), Stage::Over | Stage::Redeal) {
            let (stage, course) = (table.board().stage(), *table.board().course());
            let action = random_action(&table, &mut list, &mut rng);
            if let Action::Play(play) = action {
                let is_next_round = course.standing().is_none() && !rows.is_empty();
                let round = rows.last().map_or(0, |&(.., round)| round) + u32::from(is_next_round);
                let left = Seat::ALL.map(|seat| course.left(seat) as u8);
                rows.push((course.turn(), course.standing(), play, left, round));
            }
            // A seat is taken over: its new player learns only the present.
            if stage == Stage::Play && taken_over.is_none() && rng.below(20) == 0 {
                let now = present_of(&table, Chair::First.seat(table.board().landlord().unwrap()));
                let first = rows.len() - 1;
                taken_over = View::from_present(&now).ok().map(|view| (view, first));
            }
            let events: Vec<Event> = table.act(action).unwrap().to_vec();
            if let Some((view, _)) = &mut taken_over {
                events.iter().for_each(|&event| view.apply(event).unwrap());
            }
        }
        for chair in Chair::ALL {
            let view = table.view(chair);
            let found: Vec<_> =
                view.plays().map(|row| (row.seat, row.standing, row.play, row.left, row.round)).collect();
            assert_eq!(found, rows, "{rules}");
            assert!(view.plays().all(|row| row.is_told && view.log()[row.event] == Event::Play(row.seat, row.play)));
        }
        if let Some((view, first)) = taken_over {
            let rows = &rows[first..];
            assert_eq!(view.plays().count(), rows.len(), "{rules}");
            for (row, &(seat, standing, play, left, _)) in view.plays().zip(rows) {
                let known = if row.is_told { standing } else { None };
                assert_eq!((row.seat, row.standing, row.play, row.left), (seat, known, play, left), "{rules}");
                unknown += u32::from(!row.is_told);
            }
        }
        seen += rows.len();
        if seen >= wanted {
            break;
        }
    }
    assert!(unknown > 50, "{unknown}");
}
