//! Open hands. A separate referee, which keeps the open cards in plain lists, checks them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use rules::{
    Board, Call, Chair, Deal, Event, Hand, OpenFactor, OpenedHand, Plays, Rng, Ruleset, Seat, Seed, Stage, Table, View,
};

use crate::game::random_action;

const DEAL: &str = "deal=33334444555566667/7778888999TTTTJJJ/9JQQQQKKKKAAAA222/2XD";

/// The referee's notes: each chair's open cards, one by one, and the product of the factors.
#[derive(Default)]
struct Referee {
    open: [Option<Vec<char>>; 3],
    factor: u32,
}

impl Referee {
    fn apply(&mut self, event: Event, landlord: Option<Chair>) {
        let cards = |hand: Hand| hand.to_string().chars().collect::<Vec<char>>();
        match event {
            Event::Show(chair, Some(shown)) => {
                self.open[chair.index()] = Some(cards(shown.hand));
                self.factor *= u32::from(shown.factor.number());
            }
            Event::Landlord(chair, bottom) => {
                if let Some(open) = &mut self.open[chair.index()] {
                    open.extend(cards(bottom));
                }
            }
            Event::Play(seat, Some(combo)) => {
                if let Some(open) = &mut self.open[seat.chair(landlord.unwrap()).index()] {
                    for card in cards(combo.cards()) {
                        let place = open.iter().position(|&held| held == card).expect("an open card is played");
                        open.remove(place);
                    }
                }
            }
            _ => {}
        }
    }

    fn open_cards(&self, chair: Chair) -> Option<Hand> {
        let open = self.open[chair.index()].as_ref()?;
        Some(if open.is_empty() { Hand::EMPTY } else { open.iter().collect::<String>().parse().unwrap() })
    }
}

/// Does a random legal action, or lets a random chair try to lay its hand open. The attempt may be out of turn and may be refused.
fn random_step(table: &mut Table, plays: &mut Plays, rng: &mut Rng) -> Vec<Event> {
    let board = *table.board();
    let is_taken = board.stage() == Stage::Auction || Chair::ALL.into_iter().any(|chair| board.may_open(chair));
    if is_taken && rng.below(3) == 0 {
        let chair = Chair::ALL[rng.below(3) as usize];
        let factor = OpenFactor::ALL[rng.below(4) as usize];
        let allowed = board.may_open(chair) && factor <= board.open_factor_max();
        let before = table.clone();
        let laid = table.show(chair, factor).map(<[Event]>::to_vec);
        assert_eq!(laid.is_ok(), allowed, "{before}");
        return laid.unwrap_or_default();
    }
    let action = random_action(table, plays, rng);
    table.act(action).expect("a legal action").to_vec()
}

#[test]
fn every_seat_knows_the_open_hands_and_the_stakes_count_them() {
    let (mut plays, mut opened) = (Plays::new(), [0; 4]);
    for text in [
        "classic open-hand=deal",
        "classic auction=call-rob doubling=super open-hand=deal",
        "journey open-hand=deal",
        "classic pass-on=previous open-hand=deal",
        "laizi-tiandi open-hand=deal",
        "classic auction=rounds open-hand=deal",
    ] {
        let rules: Ruleset = text.parse().unwrap();
        for number in 0..60 {
            let mut rng = Seed(7).stream(number).rng();
            let deal = Deal::shuffled(&mut rng);
            let is_auctioned = number % 3 > 0;
            let mut table =
                if is_auctioned { Table::new(rules, deal, Chair::Second) } else { Table::at_lead(rules, deal) };
            let mut referee = Referee { factor: 1, ..Referee::default() };
            let mut views = Chair::ALL.map(|chair| table.view(chair));
            while !matches!(table.board().stage(), Stage::Over | Stage::Redeal) {
                let events = random_step(&mut table, &mut plays, &mut rng);
                let landlord = table.board().landlord();
                for &event in &events {
                    referee.apply(event, landlord);
                    views.iter_mut().for_each(|view| view.apply(event).unwrap());
                }
                check_knowledge(&table, &views, &referee);
            }
            assert_eq!(u32::from(table.board().stakes(1).shown), referee.factor, "{table}");
            let open = Chair::ALL.iter().filter(|&&chair| referee.open_cards(chair).is_some()).count();
            opened[open] += 1;
            let found = table.log().iter().position(|event| matches!(event, Event::Landlord(..)));
            if let Some((landlord, found)) = table.board().landlord().zip(found) {
                let (early, late) = table.log().split_at(found);
                let is_open = early.iter().any(|event| matches!(event, Event::Show(chair, _) if *chair == landlord));
                let is_asked = late.iter().any(|event| matches!(event, Event::Show(..)));
                assert_eq!(is_asked, !is_open, "a landlord whose hand is closed is asked: {table}");
            }
        }
    }
    assert!(opened.iter().all(|&count| count >= 10), "{opened:?}");
}

fn check_knowledge(table: &Table, views: &[View; 3], referee: &Referee) {
    for chair in Chair::ALL {
        let known = referee.open_cards(chair);
        assert_eq!(table.board().open_hand(chair), known, "{table}");
        let (Some(known), Some(landlord)) = (known, table.board().landlord()) else { continue };
        assert_eq!(known, table.hand(chair), "{table}");
        let seat = chair.seat(landlord);
        for view in views.iter().filter(|view| view.chair() != chair) {
            assert_eq!(view.known_cards(seat), known, "{view}");
            assert!(view.is_open(seat));
        }
    }
    for view in views {
        assert_eq!(view.to_string().parse().as_ref(), Ok(view), "{view}");
    }
    assert_eq!(table.to_string().parse().as_ref(), Ok(table), "{table}");
}

#[test]
fn an_illegal_open_hand_is_refused_and_changes_nothing() {
    let hand = |text: &str| text.parse::<Hand>().unwrap();
    let check = |view: &str, chair: Chair, cards: &str, factor: OpenFactor, message: &str| {
        let mut view: View = view.parse().unwrap();
        let before = view.clone();
        let event = Event::Show(chair, Some(OpenedHand { hand: hand(cards), factor }));
        assert_eq!(view.apply(event).unwrap_err().to_string(), message, "{view}");
        assert_eq!(view, before);
    };
    let (mine, second, third) = ("33334444555566667", "7778888999TTTTJJJ", "9JQQQQKKKKAAAA222");
    let start = &format!("rules=classic,open-hand=deal me=first hand={mine} calls=");
    let (two, five) = (OpenFactor::Two, OpenFactor::Five);
    let size = "the second chair cannot lay 777 open: a dealt hand has 17 cards, not 3";
    check(start, Chair::Second, "777", five, size);
    let elsewhere = format!("the second chair cannot lay 33334444555566668 open: {mine} lies in other hands");
    check(start, Chair::Second, "33334444555566668", five, &elsewhere);
    let not_mine = format!("the first chair cannot lay {second} open, its hand is {mine}");
    check(start, Chair::First, second, five, &not_mine);
    let open = &format!("{start}second:5:{second}");
    check(open, Chair::Second, second, two, "the hand of the second chair lies open already");
    let held = "333344445555666677778888999TTTTJJJ";
    let taken = format!("the third chair cannot lay 9JJQQQQKKKKAAAA22 open: {held} lies in other hands");
    check(open, Chair::Third, "9JJQQQQKKKKAAAA22", five, &taken);
    let late = "an open hand cannot count 5 times any more: 2 at most";
    check(&format!("{start}no"), Chair::Third, third, five, late);
    let closed = "opening the hand does not belong to the stage auction";
    for rules in ["classic", "classic,open-hand=yes"] {
        check(&format!("rules={rules} me=first hand={mine} calls="), Chair::Third, third, two, closed);
    }
    let over = &format!("rules=classic,open-hand=deal me=first hand={mine} calls=no,no,3 bottom=2XD show=no");
    let played = "opening the hand does not belong to the stage play";
    check(over, Chair::Second, second, two, played);
    let showing = &format!("rules=classic,open-hand=deal me=first hand={mine} calls=no,no,3 bottom=2XD");
    let landlord = "the second chair is not the landlord, the auction chose the third chair";
    check(showing, Chair::Second, second, two, landlord);
    let gave = "rules=classic,open-hand=deal,pass-on=next me=first hand=4444555566667999J passed=333/777/999 calls=";
    let lacks = "777788889999TTTTJ cannot be the whole hand of the second chair: 333 is known to be there";
    check(
        &gave.replace("999J passed=333/777/999", "QQQ7 passed=333/-/QQQ"),
        Chair::Second,
        "777788889999TTTTJ",
        two,
        lacks,
    );

    let mut view: View = start.parse().unwrap();
    let kept = "keeping the hand closed does not belong to the stage auction";
    assert_eq!(view.apply(Event::Show(Chair::First, None)).unwrap_err().to_string(), kept);
    let mut board = Board::start("classic open-hand=deal".parse().unwrap());
    let shown = OpenedHand { hand: hand(third), factor: five };
    for event in [Event::Show(Chair::Third, Some(shown)), Event::Call(Chair::First, Call::Score(3))] {
        board.apply(event).unwrap();
    }
    let bottom = Event::Landlord(Chair::First, hand("9QX"));
    let message = "landlord cannot have 9QX: Q lies elsewhere";
    assert_eq!(board.apply(bottom).unwrap_err().to_string(), message);
    board.apply(Event::Landlord(Chair::First, hand("2XD"))).unwrap();
    board.apply(Event::Show(Chair::First, None)).unwrap();
    let combo = |text: &str| Ruleset::CLASSIC.read_text(text).ok();
    board.apply(Event::Play(Seat::Landlord, combo("3"))).unwrap();
    board.apply(Event::Play(Seat::Down, combo("4"))).unwrap();
    let unknown = format!("up cannot play T: of its 17 cards {third} are known to be there");
    assert_eq!(board.apply(Event::Play(Seat::Up, combo("T"))).unwrap_err().to_string(), unknown);
}

#[test]
fn bad_words_of_an_open_hand_are_named() {
    let check = |word: &str, message: &str| {
        let line = format!("rules=classic,open-hand=deal {DEAL} calls={word}");
        assert_eq!(line.parse::<Table>().unwrap_err().to_string(), message);
    };
    let form = "CHAIR:FACTOR:HAND with a factor from 2 to 5";
    check("second:5", &format!("calls: \"second:5\" is not {form}"));
    check("second:6:777", &format!("calls: \"second:6:777\" is not {form}"));
    check("middle:5:777", "calls: \"middle\" is not first, second or third");
    check("second:5:777", "calls: \"second:5:777\" is not the whole hand of that chair");
    check("second:5:77?", "calls: character 3: '?' is no card; cards are 3 4 5 6 7 8 9 T J Q K A 2 X D");
}

#[test]
fn without_an_auction_hands_open_only_before_the_first_lead() {
    let down = "7778888999TTTTJJJ";
    for (rules, show, message) in [
        ("deal", String::from("no"), "show 1 (no): keeping the hand closed does not belong to the stage play"),
        (
            "deal",
            format!("second:5:{down},second:5:{down}"),
            "show 2 (second:5:7778888999TTTTJJJ): the hand of the second chair lies open already",
        ),
        ("deal", String::from("second:5:777"), "show: \"second:5:777\" is not no, or the whole hand"),
        (
            "yes",
            String::from("first:5:333344445555666672XD"),
            "show 1 (first:5:333344445555666672XD): an open hand cannot count 5 times any more: 2 at most",
        ),
        (
            "yes",
            format!("second:2:{down}"),
            "show 1 (second:2:7778888999TTTTJJJ): opening the hand does not belong to the stage play",
        ),
    ] {
        let line = format!("rules=classic,open-hand={rules} {DEAL} show={show}");
        assert_eq!(line.parse::<Table>().unwrap_err().to_string(), message);
    }
    let mut late: View =
        "rules=classic,open-hand=deal me=up hand=9JQQQQKKKKAAAA222 bottom=2XD plays=X".parse().unwrap();
    let shown = OpenedHand { hand: down.parse().unwrap(), factor: OpenFactor::Two };
    let error = late.apply(Event::Show(Chair::Second, Some(shown))).unwrap_err().to_string();
    assert_eq!(error, "opening the hand does not belong to the stage play");
    let bottoms =
        "rules=classic,open-hand=deal me=up hand=9JQQQQKKKKAAAA222 bottom=2XD show=second:5:7778888999TTTTJJX";
    let held = "show 1 (second:5:7778888999TTTTJJX): the second chair cannot lay 7778888999TTTTJJX open: 9JQQQQKKKKAAAA2222XD lies in other hands";
    assert_eq!(bottoms.parse::<View>().unwrap_err().to_string(), held);
}

#[test]
fn the_present_has_open_hands() {
    let line =
        "rules=classic,open-hand=deal me=up hand=3344 left=5,4,4 turn=up standing=down:JJ played=/JJ/ open=5567X//";
    let view: View = line.parse().unwrap();
    assert_eq!(view.to_string(), line);
    let landlords: Hand = "5567X".parse().unwrap();
    assert!(view.is_open(Seat::Landlord) && !view.is_open(Seat::Down));
    assert_eq!((view.known_cards(Seat::Landlord), view.possible_cards(Seat::Landlord)), (landlords, landlords));
    assert_eq!(view.possible_cards(Seat::Down).overlap("X".parse().unwrap()), Hand::EMPTY);
    // The seat of an open hand cannot play other cards.
    let mut on = view;
    on.apply(Event::Play(Seat::Up, None)).unwrap();
    let mut other = on.clone();
    on.apply(Event::Play(Seat::Landlord, None)).unwrap();
    let play = Ruleset::CLASSIC.read_text("KK").unwrap();
    assert!(other.apply(Event::Play(Seat::Landlord, Some(play))).is_err());
    // The viewing seat's hand may lie open too. Without `open` no hand is open.
    let own: View = "rules=classic,open-hand=deal me=up hand=3344 left=5,4,4 open=//3344".parse().unwrap();
    assert!(own.is_open(Seat::Up) && own.known_cards(Seat::Up).is_empty());
    let closed: View = "rules=classic,open-hand=deal me=up hand=3344 left=5,4,4".parse().unwrap();
    assert!(Seat::ALL.into_iter().all(|seat| !closed.is_open(seat)));
}

#[test]
fn an_impossible_open_hand_of_the_present_is_refused() {
    for (words, message) in [
        ("left=5,4,4 open=5567//", "landlord holds 4 cards but is counted with 5"),
        ("left=5,4,4 open=//3345", "3345 lies open, but the hand is 3344"),
        ("left=5,4,4 open=33356//", "3 was seen more often than the deck has it (4)"),
        ("left=5,4,4 played=X// open=5567X//", "X was seen more often than the deck has it (1)"),
        (
            "left=5,4,4 bottom=5TT played=KKKKQQQQJJJJ999// open=55678//",
            "the landlord took the bottom 5TT, but the hand 55678 does not hold it",
        ),
    ] {
        let error = format!("rules=classic,open-hand=deal me=up hand=3344 {words}").parse::<View>().unwrap_err();
        assert_eq!(error.to_string(), message, "{words}");
    }
    for (rules, open) in [("classic", "5567X//"), ("classic,open-hand=yes", "/5567/")] {
        let error = format!("rules={rules} me=up hand=3344 left=5,4,4 open={open}").parse::<View>().unwrap_err();
        assert!(error.to_string().contains("lies open, which ruleset classic does not have"), "{error}");
    }
}
