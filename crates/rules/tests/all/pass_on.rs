//! Three cards are passed on before the auction: what each chair sees, what a giver knows later, and what is refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use rules::{Action, Call, Chair, Event, Hand, Ruleset, Seat, Stage, Table, View};

const DEAL: &str = "deal=33334444555566667/7778888999TTTTJJJ/9JQQQQKKKKAAAA222/2XD";

fn table(direction: &str, rest: &str) -> Table {
    format!("rules=classic,pass-on={direction} {DEAL} {rest}").parse().unwrap_or_else(|error| panic!("{rest}: {error}"))
}

fn cards(text: &str) -> Hand {
    text.parse().unwrap()
}

#[test]
fn gifts_move_when_all_chairs_have_given() {
    let mut under_way = table("next", "passed=345/778 calls=");
    assert_eq!((under_way.board().stage(), under_way.board().turn()), (Stage::PassOn, Some(Chair::Third)));
    // No card has moved and no chair sees a gift yet, so it is the turn of each.
    assert_eq!(under_way.hand(Chair::Second), cards("7778888999TTTTJJJ"));
    assert!(
        Chair::ALL.iter().all(|&chair| under_way.view(chair).is_my_turn() && under_way.view(chair).log().is_empty())
    );
    let events = under_way.act(Action::PassOn(cards("9J2"))).unwrap().to_vec();
    assert_eq!(events.len(), 3);
    assert_eq!(under_way.to_string(), table("next", "passed=345/778/9J2 calls=").to_string());
    assert_eq!((under_way.board().stage(), under_way.board().turn()), (Stage::Auction, Some(Chair::First)));
    let hands = Chair::ALL.map(|chair| under_way.hand(chair));
    assert_eq!(hands, ["333444555666679J2", "3457888999TTTTJJJ", "778QQQQKKKKAAAA22"].map(cards));
    let back = table("previous", "passed=345/778/9J2 calls=");
    assert_eq!(back.hand(Chair::First), cards("33344455566667778"));
    assert_eq!(back.hand(Chair::Third), cards("345QQQQKKKKAAAA22"));
}

#[test]
fn a_chair_sees_only_gifts_that_it_gives_or_gets() {
    let over = table("next", "passed=345/778/9J2 calls=");
    let seen = |chair: Chair| over.view(chair).to_string();
    assert_eq!(
        seen(Chair::First),
        "rules=classic,pass-on=next me=first hand=333444555666679J2 passed=345/-/9J2 calls="
    );
    assert_eq!(
        seen(Chair::Second),
        "rules=classic,pass-on=next me=second hand=3457888999TTTTJJJ passed=345/778/- calls="
    );
    assert_eq!(
        seen(Chair::Third),
        "rules=classic,pass-on=next me=third hand=778QQQQKKKKAAAA22 passed=-/778/9J2 calls="
    );
    // A view that gets all events with their cards keeps only the cards that it may know.
    let mut view = table("next", "calls=").view(Chair::Third);
    over.log().iter().for_each(|&event| view.apply(event).unwrap());
    assert_eq!(view, over.view(Chair::Third));
}

#[test]
fn a_giver_knows_what_it_gave_until_it_is_played() {
    let known = |direction: &str, rest: &str, me: Chair, seat: Seat| {
        table(direction, &format!("passed=345/778/9J2 {rest}")).view(me).known_cards(seat).to_string()
    };
    // The first chair is the landlord, the second is Down.
    assert_eq!(known("next", "calls=3", Chair::First, Seat::Down), "345");
    assert_eq!(known("next", "calls=3", Chair::Second, Seat::Landlord), "2XD");
    assert_eq!(known("next", "calls=3", Chair::Third, Seat::Landlord), "9J22XD");
    assert_eq!(known("next", "calls=3 plays=9", Chair::Third, Seat::Landlord), "J22XD");
    // The 2 that was played may be one of the two 2s that are known.
    assert_eq!(known("next", "calls=3 plays=2", Chair::Third, Seat::Landlord), "9J2XD");
    assert_eq!(known("next", "calls=3 plays=3,5", Chair::First, Seat::Down), "34");
    assert_eq!(known("previous", "calls=3", Chair::Second, Seat::Landlord), "7782XD");
    assert_eq!(known("previous", "calls=3", Chair::First, Seat::Up), "345");
    assert_eq!(known("previous", "calls=3", Chair::First, Seat::Down), "");
}

#[test]
fn a_giver_knows_that_its_gift_is_not_in_the_bottom() {
    let view = table("next", "passed=345/778/9J2 calls=").view(Chair::First);
    let elsewhere = view.hand().plus(cards("345")).unwrap();
    assert_eq!(view.possible_bottom(), Hand::DECK.minus(elsewhere).unwrap());
}

#[test]
fn wrong_gifts_are_refused_with_their_reason() {
    let refused = |rest: &str, action: Action| {
        let mut table = table("next", rest);
        let before = table.clone();
        let message = table.act(action).unwrap_err().to_string();
        assert_eq!(table, before);
        message
    };
    let give = |text: &str| Action::PassOn(cards(text));
    assert_eq!(refused("calls=", give("34")), "the first chair cannot pass on 34: it gives 3 cards");
    assert_eq!(
        refused("passed=345 calls=", give("345")),
        "the second chair cannot pass on 345, it was dealt 7778888999TTTTJJJ"
    );
    assert_eq!(refused("calls=", Action::Call(Call::Pass)), "a call does not belong to the stage pass-on");
    let late = refused("passed=345/778/9J2 calls=", give("334"));
    assert_eq!(late, "passing cards on does not belong to the stage auction");

    let rules: Ruleset = "classic pass-on=next".parse().unwrap();
    let refusal = |events: &[Event]| {
        let mut view = View::dealt(rules, Chair::Second, cards("7778888999TTTTJJJ")).unwrap();
        let before = view.clone();
        let end = events.iter().try_for_each(|&event| view.apply(event));
        assert!(events.len() > 1 || view == before);
        end.unwrap_err().to_string()
    };
    let passed = |chair, text: &str| Event::PassedOn(chair, Some(cards(text)));
    assert_eq!(
        refusal(&[passed(Chair::Second, "777")]),
        "the second chair cannot pass cards on, the gift of the first chair is told first"
    );
    let hidden = "the cards that the first chair passes on are missing, and the chair that looks sees them";
    assert_eq!(refusal(&[Event::PassedOn(Chair::First, None)]), hidden);
    assert_eq!(
        refusal(&[passed(Chair::First, "888")]),
        "the first chair cannot pass on 888: one deck cannot also hold 7778888999TTTTJJJ"
    );
    let not_dealt = "the second chair cannot pass on 345, it was dealt 7778888999TTTTJJJ";
    assert_eq!(refusal(&[passed(Chair::First, "345"), passed(Chair::Second, "345")]), not_dealt);
}

/// A receiver cannot play more unknown cards than it has beside the gift.
#[test]
fn a_giver_refuses_an_impossible_play() {
    // Down has five cards left, 345 among them.
    let game = "passed=345/778/9J2 calls=3 plays=3,J,-,-,888999TTT,-,-,JJ,-,-";
    let mut view = table("next", game).view(Chair::First);
    let play = |text: &str| Event::Play(Seat::Down, Some(Ruleset::CLASSIC.read_text(text).unwrap()));
    let error = view.clone().apply(play("KKK")).unwrap_err().to_string();
    assert_eq!(error, "down cannot play KKK: of its 5 cards 345 are known to be there");
    view.apply(play("KK")).unwrap();
}

#[test]
fn bad_gifts_in_lines_are_refused_with_a_reason() {
    let error = |line: &str| line.parse::<View>().unwrap_err().to_string();
    let why = |rest: &str| error(&format!("rules=classic,pass-on=next {rest}"));
    assert!(why("me=first hand=33344455566667 passed=345/- calls=").starts_with("passed: \"345/-\" is not what each"));
    assert_eq!(
        why("me=first hand=33344455566667778 passed=345/-/9J2 calls="),
        "passed 3 (9J2): the first chair got 9J2, but they are not in its hand 33334444555566667778",
    );
    let without = error("me=first hand=33334444555566667 passed=345/-/9J2 calls=");
    assert_eq!(without, "passed 1 (345): passing cards on does not belong to the stage auction");
    let seated = why("me=up hand=33334444555566667 bottom=2XD passed=345/-/9J2");
    assert_eq!(seated, "passed 1 (345): passing cards on does not belong to the stage play");
}
