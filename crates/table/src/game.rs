//! A person and two companions at one table, hand after hand: text in, text out. Knows no clock and no terminal, so a
//! whole evening can be played from a script.

use engine::explain::{Explainer, Reason};
use engine::words::Lang;
use engine::{Decision, Persona, Scratch, decide};
use rules::{Action, BadPlay, Call, Chair, Deck, Event, Hand, Illegal, PassOn, Ruleset, Seed, Stage, Table, View};

use crate::ink::Ink;
use crate::input::{self, Line};
use crate::suits::Suits;
use crate::words;

/// The person's number among the players; the companions follow in the order of play.
pub(crate) const ME: usize = 0;

/// The streams of the seed.
const FIRST_STREAM: u64 = 0;
/// Plus the number of the deal.
const DEAL_STREAM: u64 = 1;
/// The streams of a deal: the cards, and each player's own randomness.
const CARDS_STREAM: u64 = 0;
const PLAYER_STREAM: u64 = 1;

/// The start of a game.
pub(crate) struct Setup {
    /// The rules.
    pub(crate) rules: Ruleset,
    /// The companions after and before the person.
    pub(crate) personas: [Persona; 2],
    /// Fixes every deal and every choice of the companions.
    pub(crate) seed: Seed,
    /// Its looks.
    pub(crate) ink: Ink,
}

/// The step that the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// A companion thinks; the caller decides whether to wait.
    Think {
        /// The player.
        player: usize,
        /// For how long a person would.
        ms: u32,
    },
    /// A line from the person.
    Ask,
    /// Nothing: the person has left.
    Left,
}

/// The action of a companion, and its reason.
pub(crate) struct Done {
    pub(crate) player: usize,
    pub(crate) decision: Decision,
    pub(crate) reason: Reason,
}

/// The table.
pub(crate) struct Game {
    pub(crate) setup: Setup,
    /// The persona whose advice the person gets.
    adviser: Persona,
    scratch: Scratch,
    explainer: Explainer,
    /// The chair that speaks first in the first deal, as a chair for the person.
    first: u32,
    /// Deals so far, redeals included.
    deals: u64,
    /// Hands that were settled.
    pub(crate) hands: u32,
    /// Points so far, by player.
    pub(crate) score: [i64; 3],
    pub(crate) table: Table,
    pub(crate) suits: Suits,
    /// The actions of the companions in this hand.
    pub(crate) done: Vec<Done>,
    /// The last play of each player, as text.
    pub(crate) last: [String; 3],
    pending: Option<(Decision, Reason)>,
    /// True if the person has been shown what is asked.
    asked: bool,
    /// The hand is settled, the next one waits for the person.
    between: bool,
    left: bool,
}

impl Game {
    /// Sits down, greets and deals.
    pub(crate) fn new(setup: Setup, out: &mut String) -> Game {
        let (suits, table) = deal(&setup, 0, None);
        let mut game = Game {
            adviser: Persona::named("rules").expect("the yardstick is a built-in row"),
            scratch: Scratch::new(),
            explainer: Explainer::new(),
            first: setup.seed.stream(FIRST_STREAM).rng().below(3),
            deals: 0,
            hands: 0,
            score: [0; 3],
            table,
            suits,
            done: Vec::new(),
            last: Default::default(),
            pending: None,
            asked: false,
            between: false,
            left: false,
            setup,
        };
        game.greet(out);
        game.open(out);
        game
    }

    /// Goes on until a companion thinks or the person has to type.
    pub(crate) fn advance(&mut self, out: &mut String) -> Next {
        loop {
            if self.left {
                return Next::Left;
            }
            if self.between {
                out.push_str("> ");
                return Next::Ask;
            }
            match self.table.board().stage() {
                Stage::Over => {
                    self.settle(out);
                    self.between = true;
                    continue;
                }
                Stage::Redeal => {
                    let text = self.lang().pick(
                        "No player wants to be the landlord: the cards are dealt again.",
                        "无人叫地主，重新发牌。",
                    );
                    say(out, text);
                    self.deal_again(out);
                    continue;
                }
                _ => {}
            }
            let chair = self.table.board().turn().expect("a hand under way has a turn");
            let player = self.player(chair);
            if player == ME {
                if !self.asked {
                    self.asked = true;
                    self.show_turn(out);
                }
                out.push_str("> ");
                return Next::Ask;
            }
            match self.pending.take() {
                Some((decision, reason)) => {
                    self.act(decision.action, out).expect("the engine decides within the rules");
                    self.done.push(Done { player, decision, reason });
                }
                None => {
                    let (decision, reason) = self.think(player);
                    let ms = decision.think_ms;
                    self.pending = Some((decision, reason));
                    return Next::Think { player, ms };
                }
            }
        }
    }

    /// Takes a line that the person typed, after [`Next::Ask`].
    pub(crate) fn hear(&mut self, line: &str, out: &mut String) {
        let lang = self.lang();
        match (input::read(line), self.between) {
            (Line::Quit, _) => {
                self.left = true;
                self.farewell(out);
            }
            (Line::Help, _) => out.push_str(words::help(lang)),
            (Line::Why, over) => self.explain(over, out),
            (Line::Empty, true) => self.deal_again(out),
            (_, true) => {
                let text = lang.pick("The hand is over: return deals the next one.", "本局已结束，回车发下一局。");
                say(out, text);
            }
            (Line::Hint, false) => {
                let (decision, reason) = self.advice();
                self.show_hint(&decision, &reason, out);
            }
            (Line::Auto, false) => {
                let (decision, _) = self.advice();
                self.act(decision.action, out).expect("the engine decides within the rules");
            }
            (Line::Unseen, false) => self.show_unseen(out),
            (Line::Table, false) => self.asked = false,
            (Line::Empty, false) if self.must_pass() => {
                self.act(Action::Play(None), out).expect("a follower may pass");
            }
            (Line::Empty, false) => self.show_question(out),
            (Line::Answer(text), false) => self.answer(text, out),
        }
    }

    /// The end of the input: leaves without a word.
    pub(crate) fn hang_up(&mut self, out: &mut String) {
        out.push('\n');
        self.left = true;
        self.farewell(out);
    }

    fn answer(&mut self, text: &str, out: &mut String) {
        let lang = self.lang();
        let action = match self.table.board().stage() {
            Stage::Auction if self.table.board().may_open(self.chair(ME)) && input::lays_open(text) => {
                Some(Action::Show(true))
            }
            Stage::Auction => input::call(text, &self.calls()).map(Action::Call),
            Stage::Doubling => {
                let known = input::raise(text).filter(|raise| raise.is_known(self.setup.rules.doubling()));
                known.map(Action::Raise)
            }
            Stage::Showing => input::open(text).map(Action::Show),
            Stage::PassOn => match self.read_gift(text) {
                Ok(cards) => Some(Action::PassOn(cards)),
                Err(sentence) => return self.refuse(&sentence, out),
            },
            _ => match self.read_play(text) {
                Ok(action) => Some(action),
                Err(sentence) => return self.refuse(&sentence, out),
            },
        };
        let Some(action) = action else {
            let sentence = match lang {
                Lang::En => format!("{text:?} is no answer here."),
                Lang::Zh => format!("“{text}”在这里不是回答。"),
            };
            self.refuse(&sentence, out);
            return self.show_question(out);
        };
        if let Err(error) = self.act(action, out) {
            let sentence = match error {
                Illegal::Play(BadPlay::TooLow { play, standing }) => words::too_low(self.ink(), play, standing),
                Illegal::Play(BadPlay::MustLead { .. }) => lang
                    .pick("You lead: play something, there is nothing to pass on.", "轮到你先出，不能不出。")
                    .to_owned(),
                other => other.to_string(),
            };
            self.refuse(&sentence, out);
        }
    }

    /// Reads a play and looks for its cards in the person's hand.
    fn read_play(&self, text: &str) -> Result<Action, String> {
        if input::is_pass(text) {
            return Ok(Action::Play(None));
        }
        let trick = self.table.board().course().trick();
        let play = self.table.board().rules().read_play(&text.to_lowercase(), trick);
        // A card that is not held is said first: of cards that one does not have it matters little whether they are a combo.
        let cards = play.as_ref().ok().copied().flatten().map(rules::Combo::cards).or_else(|| text.parse().ok());
        cards.map_or(Ok(()), |cards| self.check_held(cards))?;
        play.map(Action::Play).map_err(|error| words::unreadable(self.lang(), &error))
    }

    /// Reads the cards that the person passes on.
    fn read_gift(&self, text: &str) -> Result<Hand, String> {
        let cards: Hand = text.parse().map_err(|error| words::unreadable(self.lang(), &error))?;
        self.check_held(cards)?;
        match cards.len() {
            PassOn::CARDS => Ok(cards),
            found => Err(match self.lang() {
                Lang::En => format!("Three cards are passed on, not {found}."),
                Lang::Zh => format!("要给三张，不是 {found} 张。"),
            }),
        }
    }

    fn check_held(&self, cards: Hand) -> Result<(), String> {
        let missing = cards.minus(cards.overlap(self.my_hand())).expect("an overlap lies within");
        if missing.is_empty() {
            return Ok(());
        }
        let missing = self.ink().hand(missing);
        Err(match self.lang() {
            Lang::En => format!("You lack {missing} for that."),
            Lang::Zh => format!("你还缺 {missing}。"),
        })
    }

    fn refuse(&self, sentence: &str, out: &mut String) {
        say(out, &self.ink().warning(sentence));
    }

    /// Lets the one whose turn it is act, and tells the table. `Err` leaves everything as it was.
    fn act(&mut self, action: Action, out: &mut String) -> Result<(), Illegal> {
        let robbing = self.table.board().bidding().is_robbing();
        let events = self.table.act(action)?.to_vec();
        let gifts = events.iter().filter_map(|event| match *event {
            Event::PassedOn(giver, cards) => Some((giver, cards.expect("a table tells all"))),
            _ => None,
        });
        self.suits.pass_on(self.setup.rules.pass_on(), &gifts.collect::<Vec<_>>());
        for event in events {
            if let Event::Landlord(chair, _) = event {
                self.suits.take_bottom(chair);
            }
            self.announce(event, robbing, out);
            self.show_faces(event, out);
        }
        self.asked = false;
        Ok(())
    }

    fn think(&mut self, player: usize) -> (Decision, Reason) {
        self.decide_as(player, &self.setup.personas[player - 1].clone())
    }

    fn advice(&mut self) -> (Decision, Reason) {
        self.decide_as(ME, &self.adviser.clone())
    }

    fn decide_as(&mut self, player: usize, persona: &Persona) -> (Decision, Reason) {
        let seed = self.seed_of(player);
        let view = self.table.view(self.chair(player));
        let decision = decide(&view, persona, seed, &mut self.scratch).expect("it is asked when it is its turn");
        let reason = self.explainer.decision(&view, &decision);
        (decision, reason)
    }

    /// The randomness of a player in this deal.
    pub(crate) fn seed_of(&self, player: usize) -> Seed {
        self.setup.seed.stream(DEAL_STREAM + self.deals).stream(PLAYER_STREAM + player as u64)
    }

    /// True if the hand is settled and the next one waits for the person.
    pub(crate) fn is_between(&self) -> bool {
        self.between
    }

    fn deal_again(&mut self, out: &mut String) {
        self.deals += 1;
        (self.suits, self.table) = deal(&self.setup, self.deals, Some(&self.table));
        self.done.clear();
        self.pending = None;
        self.asked = false;
        self.between = false;
        self.open(out);
    }

    fn open(&mut self, out: &mut String) {
        self.last = Default::default();
        self.show_deal(out);
        for event in self.table.log().to_vec() {
            self.announce(event, false, out);
        }
    }

    /// Where a player sits: who speaks first moves on from deal to deal.
    pub(crate) fn chair(&self, player: usize) -> Chair {
        Chair::ALL[(player + self.first as usize + self.deals as usize) % 3]
    }

    pub(crate) fn player(&self, chair: Chair) -> usize {
        (0..3).find(|&player| self.chair(player) == chair).expect("three players sit on three chairs")
    }

    pub(crate) fn ink(&self) -> Ink {
        Ink { wilds: self.table.board().rules().wilds().ranks(), ..self.setup.ink }
    }

    pub(crate) fn lang(&self) -> Lang {
        self.setup.ink.lang
    }

    pub(crate) fn my_hand(&self) -> Hand {
        self.table.hand(self.chair(ME))
    }

    pub(crate) fn my_view(&self) -> View {
        self.table.view(self.chair(ME))
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.table.board().bidding().options().collect()
    }

    /// True if the person faces a combo and holds nothing that beats it.
    pub(crate) fn must_pass(&self) -> bool {
        let board = self.table.board();
        board.stage() == Stage::Play && board.rules().plays(self.my_hand(), board.course().trick()).is_empty()
    }
}

/// The cards of a deal, with and without their suits. Some dealers take the deck as the last hand left it.
fn deal(setup: &Setup, number: u64, last: Option<&Table>) -> (Suits, Table) {
    let mut rng = setup.seed.stream(DEAL_STREAM + number).stream(CARDS_STREAM).rng();
    let deck = setup.rules.dealer().deck(last.map(Deck::gather).as_ref(), &mut rng);
    let appointee = Chair::ALL[rng.below(3) as usize];
    (Suits::of(&deck), Table::new(setup.rules, deck.deal(), appointee))
}

pub(crate) fn say(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}
