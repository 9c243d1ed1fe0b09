//! A view as one line.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{
    CHAIR_NAMES, CallWord, PositionError, SEAT_NAMES, ShowWord, Steps, Words, bad_word, read_hand, read_play,
    read_raise, with_wilds_shown, write_gifts, write_list, write_rules,
};
use crate::auction::Call;
use crate::board::{Board, Event, Illegal, Stage};
use crate::combo::Trick;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::seat::{Chair, Seat};
use crate::view::{BadView, Present, View};

const HANDS_FORM: &str = "three hands with / between them: landlord, down, up";

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl View {
    /// Writes the text of [`fmt::Display`] to `out`.
    pub fn write(&self, out: &mut impl Write) -> fmt::Result {
        let (rules, board) = (self.rules(), self.board());
        out.write_str("rules=")?;
        write_rules(rules, out)?;
        let auctioned = matches!(board.stage(), Stage::PassOn | Stage::Auction | Stage::Wild)
            && board.bottom().is_none()
            || board.bidding().last_call(Chair::First).is_some();
        out.write_str(" me=")?;
        out.write_str(match self.seat() {
            Some(seat) if !auctioned => seat.name(),
            _ => self.chair().name(),
        })?;
        out.write_str(" hand=")?;
        self.hand().write(out)?;
        if !self.is_complete() {
            return write_present(self, out);
        }
        write_gifts(
            out,
            self.log().iter().filter_map(|event| match *event {
                Event::PassedOn(_, cards) => Some(cards),
                _ => None,
            }),
        )?;
        let steps = Steps::of(self.log(), rules, !auctioned);
        if auctioned {
            write_list(out, " calls=", &steps.calls)?;
        }
        if let Some((landlord, bottom)) = board.landlord().zip(board.bottom()) {
            // The calls show the landlord, except if it was appointed.
            if auctioned && steps.calls.iter().all(|it| matches!(it, CallWord::Call(Call::Pass) | CallWord::Open(..))) {
                write!(out, " appointee={landlord}")?;
            }
            out.write_str(" bottom=")?;
            bottom.write(out)?;
        }
        steps.write(out)
    }
}

fn write_present(view: &View, out: &mut impl Write) -> fmt::Result {
    let course = view.course();
    let [landlord, down, up] = Seat::ALL.map(|seat| course.left(seat));
    write!(out, " left={landlord},{down},{up} turn={}", course.turn())?;
    if let Some((owner, combo)) = course.standing() {
        write!(out, " standing={owner}:")?;
        view.rules().write_play(Some(combo), Trick::Lead, out)?;
    }
    if let Some(bottom) = view.board().bottom() {
        write!(out, " bottom={bottom}")?;
    }
    if !course.all_played().is_empty() {
        let [landlord, down, up] = Seat::ALL.map(|seat| course.played(seat));
        write!(out, " played={landlord}/{down}/{up}")?;
    }
    let [landlord, down, up] = Chair::ALL.map(|chair| view.board().open_hand(chair).unwrap_or_default());
    if [landlord, down, up] != [Hand::EMPTY; 3] {
        write!(out, " open={landlord}/{down}/{up}")?;
    }
    Ok(())
}

/// The knowledge of one seat.
///
/// ```
/// use rules::View;
/// let view: View = "me=up hand=3344 left=5,4,4 standing=down:JJ".parse()?;
/// assert_eq!(view.unseen().len(), 54 - 4 - 2);
/// let error = "me=up hand=3344 left=5,4,7".parse::<View>().unwrap_err();
/// assert_eq!(error.to_string(), "up holds 4 cards but is counted with 7");
/// # Ok::<(), rules::PositionError>(())
/// ```
impl FromStr for View {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<View, PositionError> {
        const KEYS: &str =
            "rules wilds me hand left turn standing played open passed calls appointee bottom raises show plays";
        let words = Words::read(line, "a view", KEYS)?;
        if words.get("left").is_some() { read_present(&words) } else { read_history(&words) }
    }
}

fn read_present(words: &Words<'_>) -> Result<View, PositionError> {
    for key in ["passed", "calls", "appointee", "raises", "show", "plays"] {
        if words.get(key).is_some() {
            let keys = "rules wilds me hand left turn standing bottom played open";
            return Err(PositionError::UnknownKey {
                key: key.to_owned(),
                what: "a present without history (left=…)",
                keys,
            });
        }
    }
    let rules = with_wilds_shown(words.rules()?, &words.wilds()?)?;
    let seat = words.seat("me")?.ok_or(PositionError::Missing { key: "me" })?;
    let left = words.require("left")?;
    let counts: Option<Vec<u8>> = left.split(',').map(|count| count.parse().ok()).collect();
    let counts: Option<[u8; 3]> = counts.and_then(|counts| counts.try_into().ok());
    let standing = words.get("standing").map(|text| {
        let expected = "SEAT:COMBO, as in down:33";
        let (owner, combo) = text.split_once(':').ok_or_else(|| bad_word("standing", text, expected))?;
        let owner = Seat::from_name(owner).ok_or_else(|| bad_word("standing", owner, SEAT_NAMES))?;
        let combo = rules.read_text(combo);
        Ok::<_, PositionError>((
            owner,
            combo.map_err(|error| PositionError::Cards { key: "standing".to_owned(), error })?,
        ))
    });
    Ok(View::from_present(&Present {
        rules,
        seat,
        hand: read_hand("hand", words.require("hand")?)?,
        turn: words.seat("turn")?.unwrap_or(seat),
        left: counts.ok_or_else(|| bad_word("left", left, "three counts: landlord, down, up"))?,
        standing: standing.transpose()?,
        bottom: words.hand("bottom")?,
        played: words.hands("played", HANDS_FORM)?.unwrap_or_default(),
        open: words.hands("open", HANDS_FORM)?.unwrap_or_default(),
    })?)
}

fn read_history(words: &Words<'_>) -> Result<View, PositionError> {
    for key in ["turn", "standing", "played", "open"] {
        if words.get(key).is_some() {
            return Err(PositionError::Missing { key: "left" });
        }
    }
    let (rules, wilds) = (words.rules()?, words.wilds()?);
    // Plays come after all wild ranks are shown, so they are read under the ruleset with these ranks.
    let in_play = with_wilds_shown(rules, &wilds)?;
    let me = words.require("me")?;
    let bottom = words.hand("bottom")?;
    let calls = words.get("calls").map(|_| words.list("calls"));
    let chair = match calls {
        Some(_) => Chair::from_name(me).ok_or_else(|| bad_word("me", me, CHAIR_NAMES))?,
        None => match (Seat::from_name(me), Chair::from_name(me)) {
            (Some(seat), _) => seat.chair(Chair::First),
            (None, Some(chair)) => return Err(PositionError::NoCalls { chair }),
            (None, None) => return Err(bad_word("me", me, SEAT_NAMES)),
        },
    };
    let gifts = read_gifts(words)?;
    let opening = PreAuction { rules, wild: wilds.first().copied(), gifts: &gifts };
    let auction = calls.map(|calls| read_auction(words, &opening, &calls)).transpose()?;
    let landlord = auction.as_ref().map_or(Some(Chair::First), |(landlord, _)| *landlord);
    let mut steps = read_steps(words, landlord)?;
    steps.extend(read_plays(words, &in_play)?);
    if let (None, Some(step)) = (landlord, steps.first()) {
        let error = Illegal::WrongStage { what: "a step after the auction", stage: Stage::Auction };
        return Err(step.wrap(error));
    }
    // `hand` in the line is the hand now. The hand at the beginning also had the cards that the seat has played since.
    let mine =
        |step: &&Step| landlord.is_some_and(|landlord| step.seat().is_some_and(|seat| seat.chair(landlord) == chair));
    let start =
        steps.iter().filter(mine).try_fold(read_hand("hand", words.require("hand")?)?, |hand, step| step.undo(hand))?;
    let mut view = match auction {
        None => {
            let bottom = bottom.ok_or(PositionError::Missing { key: "bottom" })?;
            if let Some(step) = gifts.first() {
                return Err(step.wrap(Illegal::WrongStage { what: "passing cards on", stage: Stage::Play }));
            }
            View::at_lead(rules, chair.seat(Chair::First), start, bottom)?
        }
        Some((_, auction_steps)) => view_after_auction(&opening, chair, start, &auction_steps, landlord.zip(bottom))?,
    };
    for &rank in wilds.iter().skip(view.rules().wilds().len() as usize) {
        let (word, event) = (rank.to_string(), Event::Wild(rank));
        let number = view.rules().wilds().len() as usize + 1;
        let step = Step { key: "wilds", number, word: &word, event };
        view.apply(event).map_err(|error| step.wrap(error))?;
    }
    for step in steps {
        view.apply(step.event).map_err(|error| step.wrap(error))?;
    }
    Ok(view)
}

struct Step<'a> {
    key: &'static str,
    number: usize,
    word: &'a str,
    event: Event,
}

impl Step<'_> {
    fn wrap(&self, error: Illegal) -> PositionError {
        PositionError::Illegal { key: self.key, number: self.number, word: self.word.to_owned(), error }
    }

    fn seat(&self) -> Option<Seat> {
        match self.event {
            Event::Play(seat, _) => Some(seat),
            _ => None,
        }
    }

    fn undo(&self, hand: Hand) -> Result<Hand, PositionError> {
        let Event::Play(seat, Some(combo)) = self.event else { return Ok(hand) };
        let cards = combo.cards();
        hand.plus(cards).ok_or_else(|| self.wrap(Illegal::NotHeld { seat, cards, hand }))
    }
}

/// The ruleset and the events before the first call.
struct PreAuction<'a> {
    rules: Ruleset,
    /// The first wild rank, if the line has one. It is already checked against the ruleset.
    wild: Option<Rank>,
    gifts: &'a [Step<'a>],
}

impl PreAuction<'_> {
    /// Returns the dealt hand of `chair`, computed from its hand after cards were passed on.
    fn dealt_hand(&self, chair: Chair, hand: Hand) -> Result<Hand, PositionError> {
        let direction = self.rules.pass_on();
        self.gifts.iter().try_fold(hand, |hand, step| {
            let Event::PassedOn(giver, Some(cards)) = step.event else { return Ok(hand) };
            let before = match giver == chair {
                true => hand.plus(cards).ok_or(Illegal::GiftElsewhere { chair: giver, cards, held: hand }),
                false if direction.receiver(giver) != Some(chair) => Ok(hand),
                false => hand.minus(cards).ok_or(Illegal::GiftNotHeld { chair, cards, hand }),
            };
            before.map_err(|error| step.wrap(error))
        })
    }
}

fn read_gifts<'a>(words: &Words<'a>) -> Result<Vec<Step<'a>>, PositionError> {
    let Some(text) = words.get("passed") else { return Ok(Vec::new()) };
    let parts: Vec<&str> = text.split('/').collect();
    if parts.len() != Chair::ALL.len() {
        return Err(bad_word("passed", text, "what each of three chairs passed on, with / between them"));
    }
    let step = |(index, (chair, word))| {
        let cards = if word == "-" { None } else { Some(read_hand("passed", word)?) };
        Ok(Step { key: "passed", number: index + 1, word, event: Event::PassedOn(chair, cards) })
    };
    Chair::ALL.into_iter().zip(parts).enumerate().map(step).collect()
}

/// Reads the steps of the auction. Also returns the landlord, from the calls or an appointment; `None` if no landlord is known.
fn read_auction<'a>(
    words: &Words<'_>,
    opening: &PreAuction<'_>,
    calls: &[&'a str],
) -> Result<(Option<Chair>, Vec<Step<'a>>), PositionError> {
    let mut board = Board::start(opening.rules);
    if let Some(rank) = opening.wild.filter(|_| board.stage() == Stage::Wild) {
        board.apply(Event::Wild(rank)).expect("it was shown once");
    }
    for step in opening.gifts {
        board.apply(step.event).map_err(|error| step.wrap(error))?;
    }
    let mut steps = Vec::with_capacity(calls.len());
    for (index, word) in calls.iter().enumerate() {
        let event = match CallWord::read(word)? {
            CallWord::Call(call) => Event::Call(board.turn().unwrap_or(Chair::First), call),
            CallWord::Open(chair, shown) => Event::Show(chair, Some(shown)),
        };
        let step = Step { key: "calls", number: index + 1, word, event };
        board.apply(event).map_err(|error| step.wrap(error))?;
        steps.push(step);
    }
    let landlord = match words.get("appointee") {
        Some(name) if board.bidding().awaits_appointment() => {
            Some(Chair::from_name(name).ok_or_else(|| bad_word("appointee", name, CHAIR_NAMES))?)
        }
        _ => board.landlord(),
    };
    Ok((landlord, steps))
}

fn read_steps<'a>(words: &Words<'a>, landlord: Option<Chair>) -> Result<Vec<Step<'a>>, PositionError> {
    let mut steps = Vec::new();
    for (index, word) in words.list("raises").into_iter().enumerate() {
        let seat = Seat::ALL.get(index).copied().unwrap_or(Seat::Up);
        steps.push(Step { key: "raises", number: index + 1, word, event: Event::Raise(seat, read_raise(word)?) });
    }
    for (index, word) in words.list("show").into_iter().enumerate() {
        let ShowWord { chair, shown } = ShowWord::read(word, landlord.unwrap_or(Chair::First))?;
        steps.push(Step { key: "show", number: index + 1, word, event: Event::Show(chair, shown) });
    }
    Ok(steps)
}

/// Reads the plays and passes: the first is the landlord's, and the seats take turns.
fn read_plays<'a>(words: &Words<'a>, rules: &Ruleset) -> Result<Vec<Step<'a>>, PositionError> {
    let (mut trick, mut passes) = (Trick::Lead, 0);
    let mut steps = Vec::new();
    for (index, word) in words.list("plays").into_iter().enumerate() {
        let play = read_play(word, rules, trick, index + 1)?;
        (trick, passes) = match play {
            Some(combo) => (Trick::Follow(combo), 0),
            None if passes == 1 => (Trick::Lead, 0),
            None => (trick, 1),
        };
        steps.push(Step { key: "plays", number: index + 1, word, event: Event::Play(Seat::ALL[index % 3], play) });
    }
    Ok(steps)
}

/// Returns a view after the events of the auction. `taken` has the landlord's chair and the bottom cards, if these are shown.
fn view_after_auction(
    opening: &PreAuction<'_>,
    chair: Chair,
    start: Hand,
    auction_steps: &[Step<'_>],
    taken: Option<(Chair, Hand)>,
) -> Result<View, PositionError> {
    let mine = taken.filter(|&(landlord, _)| landlord == chair).map_or(Hand::EMPTY, |(_, bottom)| bottom);
    let kept = start.minus(mine).ok_or(BadView::BottomNotHeld { bottom: mine, hand: start })?;
    let mut view = View::dealt(opening.rules, chair, opening.dealt_hand(chair, kept)?)?;
    if let Some(rank) = opening.wild.filter(|_| view.board().stage() == Stage::Wild) {
        view.apply(Event::Wild(rank)).expect("it was shown once");
    }
    for step in opening.gifts.iter().chain(auction_steps) {
        view.apply(step.event).map_err(|error| step.wrap(error))?;
    }
    if let Some((landlord, bottom)) = taken {
        let word = bottom.to_string();
        let event = Event::Landlord(landlord, bottom);
        let step = Step { key: "bottom", number: 1, word: &word, event };
        view.apply(event).map_err(|error| step.wrap(error))?;
    }
    Ok(view)
}
