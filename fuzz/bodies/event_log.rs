//! Games with legal and illegal steps. A refused step changes nothing, an accepted step keeps all cards, and the view
//! of each chair follows the table.

use rules::ruleset::POINTS;
use rules::{
    Action, Call, Chair, Combo, Deal, Event, Hand, OpenFactor, OpenedHand, PassOn, Raise, Rank, Ruleset, Seat, Seed,
    Stage, Table, Trick, View,
};

pub(crate) fn run(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = || bytes.next().map(usize::from);
    let (Some(row), Some(overrides), Some(seed)) = (next(), next(), next()) else { return };
    let named = Ruleset::DISTINCT_PLAYS.len() + Ruleset::WILD.len();
    let mut rules = **Ruleset::DISTINCT_PLAYS.iter().chain(&Ruleset::WILD).nth(row % named).expect("one of them");
    for number in 0..overrides % 4 {
        let point = &POINTS[(overrides / 4 + 5 * number) % POINTS.len()];
        let value = point.values[(overrides >> number) % point.values.len()];
        // Some values do not go together.
        rules = rules.with(point.name, value).unwrap_or(rules);
    }
    let deal = Deal::shuffled(&mut Seed(seed as u64).rng());
    let mut table =
        if overrides % 2 == 0 { Table::at_lead(rules, deal) } else { Table::new(rules, deal, Chair::Second) };
    let mut views = Chair::ALL.map(|chair| table.view(chair));
    while let Some(choice) = next() {
        step(&mut table, &mut views, choice, next().unwrap_or(0));
    }
    for (chair, view) in Chair::ALL.into_iter().zip(&views) {
        assert_eq!(view.hand(), table.hand(chair));
        // A view does not show all gifts.
        if rules.pass_on() == PassOn::None {
            assert_eq!(view.board(), table.board());
        }
        assert_eq!(&table.view(chair), view);
        assert_eq!(view.to_string().parse().as_ref(), Ok(view));
    }
    assert_eq!(table.to_string().parse().as_ref(), Ok(&table));
    let held = Chair::ALL.map(|chair| table.hand(chair)).into_iter().map(Hand::len).sum::<u32>();
    let bottom = if table.board().landlord().is_some() { 0 } else { 3 };
    assert_eq!(held + bottom + table.board().course().all_played().len(), 54);
    assert_eq!(table.board().stage() == Stage::Over, table.settlement(1).is_some());
}

/// Tries one action, legal or not, or an event on a copied view.
fn step(table: &mut Table, views: &mut [View; 3], choice: usize, detail: usize) {
    let action = match choice % 8 {
        0 => Action::Call(Call::ALL[detail % Call::ALL.len()]),
        1 => Action::Raise(Raise::ALL[detail % Raise::ALL.len()]),
        2 => Action::Show(detail & 1 == 0),
        3 => Action::Play(None),
        4 => Action::Play(random_combo(table, choice, detail)),
        5 => return apply_event(table, &mut views[choice / 8 % 3].clone(), detail),
        _ => likely_action(table, detail),
    };
    let before = table.clone();
    match table.act(action).map(<[Event]>::to_vec) {
        Ok(events) => {
            for view in views {
                for &event in &events {
                    view.apply(event).expect("all chairs see what the table accepts");
                }
            }
        }
        Err(_) => assert_eq!(*table, before, "{action:?} was refused and yet changed something"),
    }
}

/// Draws a combo out of the whole deck, held or not.
fn random_combo(table: &Table, choice: usize, detail: usize) -> Option<Combo> {
    let mut rng = Seed((choice << 8 | detail) as u64).rng();
    let hand = rng.draw(Hand::DECK, 12);
    rng.pick(&table.board().rules().plays(hand, Trick::Lead)).copied()
}

/// Returns an action of the chair on turn that is often legal.
fn likely_action(table: &Table, detail: usize) -> Action {
    let board = table.board();
    match board.stage() {
        Stage::PassOn => {
            let hand = table.hand(board.turn().expect("a chair has not chosen"));
            Action::PassOn(Seed(detail as u64).rng().draw(hand, 3))
        }
        Stage::Auction => {
            let options: Vec<Call> = board.bidding().options().collect();
            Action::Call(options[detail % options.len()])
        }
        Stage::Doubling => Action::Raise(Raise::ALL[detail % Raise::ALL.len()]),
        Stage::Showing => Action::Show(detail & 1 == 0),
        Stage::Play => {
            let course = board.course();
            let hand = table.hand_of(course.turn()).expect("cards are played after the landlord is found");
            let plays = board.rules().plays(hand, course.trick());
            Action::Play(plays.get(detail % (plays.len() + 1)).copied())
        }
        Stage::Wild | Stage::Bottom | Stage::Over | Stage::Redeal => Action::Play(None),
    }
}

/// Tells a view an event that may be false: the view accepts it, or stays as it was.
fn apply_event(table: &Table, view: &mut View, detail: usize) {
    let chair = Chair::ALL[detail % 3];
    let seat = Seat::ALL[detail / 3 % 3];
    let event = match detail % 6 {
        0 => Event::Call(chair, Call::ALL[detail % Call::ALL.len()]),
        1 => Event::Landlord(chair, Seed(detail as u64).rng().draw(Hand::DECK, 3)),
        2 => Event::Raise(seat, Raise::ALL[detail % Raise::ALL.len()]),
        3 => {
            let hand = Seed(detail as u64).rng().draw(Hand::DECK, if detail & 8 == 0 { 20 } else { 17 });
            Event::Show(chair, Some(OpenedHand { hand, factor: OpenFactor::ALL[detail / 16 % 4] }))
        }
        4 => Event::Wild(Rank::from_index(detail / 6 % Rank::COUNT).expect("a rank")),
        _ => Event::Play(seat, random_combo(table, detail, detail)),
    };
    let before = view.clone();
    if view.apply(event).is_err() {
        assert_eq!(*view, before, "{event:?} was refused and yet changed something");
    } else {
        assert_eq!(view.to_string().parse().as_ref(), Ok(&*view), "after {event:?}");
    }
}
