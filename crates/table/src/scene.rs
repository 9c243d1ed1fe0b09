//! The person's view of the table: the deal, whose turn it is, what was said and played, the reckoning, the reasons.

use std::fmt::Write;

use engine::explain::Reason;
use engine::words::Lang;
use engine::{Decider, Decision};
use rules::wild::READ_AS;
use rules::{Action, Auction, Combo, Doubling, Event, Seat, Stage, Trick};

use crate::game::{Done, Game, ME, say};
use crate::ink::{WILD_SIGN, pad};
use crate::words;

/// The width of the column of names.
const NAME_COLUMNS: usize = 6;
/// Number of other plays that a hint and a reason name.
const ALTERNATIVES_MAX: usize = 3;

impl Game {
    pub(crate) fn greet(&self, out: &mut String) {
        let (lang, setup) = (self.lang(), &self.setup);
        let [next, previous] = [1, 2].map(|player| words::name(lang, player));
        let [first, second] = [0, 1].map(|index| &setup.personas[index]);
        let (title, sitting, usage) = match lang {
            Lang::En => (
                format!("Thirdseat · {} · seed {}", setup.rules, setup.seed.0),
                format!("{next} ({first}) plays after you, {previous} ({second}) before you."),
                "Type cards by their ranks, `?` for a hint, `help` for the rest.",
            ),
            Lang::Zh => (
                format!("Thirdseat · 规则 {} · 种子 {}", setup.rules, setup.seed.0),
                format!("{next}（{}）在你之后出牌，{previous}（{}）在你之前。", first.title(), second.title()),
                "按点数出牌，“?”要提示，“帮助”看说明。",
            ),
        };
        say(out, &self.ink().bold(&title));
        say(out, &sitting);
        say(out, &self.ink().dim(usage));
    }

    pub(crate) fn show_deal(&self, out: &mut String) {
        let title = match self.lang() {
            Lang::En => format!("── Hand {} ──", self.hands + 1),
            Lang::Zh => format!("── 第 {} 局 ──", self.hands + 1),
        };
        let _ = writeln!(out, "\n{}", self.ink().bold(&title));
    }

    /// A line for an event that all players see; the cards of a gift where the person gives or gets them.
    pub(crate) fn announce(&mut self, event: Event, robbing: bool, out: &mut String) {
        let lang = self.lang();
        let landlord = self.table.board().landlord();
        let seated = |seat: Seat| seat.chair(landlord.expect("seats are known after the auction"));
        if let Event::Wild(rank) = event {
            let rank = self.ink().rank(rank);
            let line = match lang {
                Lang::En => format!("  wild rank: {rank}, marked {WILD_SIGN}"),
                Lang::Zh => format!("  癞子：{rank}，牌上标 {WILD_SIGN}"),
            };
            return say(out, &self.ink().bold(&line));
        }
        let (chair, what, more) = match event {
            Event::Wild(_) => unreachable!("it was told above"),
            Event::PassedOn(giver, _) => {
                let receiver = self.setup.rules.pass_on().receiver(giver).expect("cards are passed on");
                let is_mine = [giver, receiver].contains(&self.chair(ME));
                let cards = is_mine.then(|| self.ink().cards(self.suits.gift(giver)));
                let name = words::name(lang, self.player(receiver));
                let what = match lang {
                    Lang::En => format!("three cards to {}", if name == "You" { "you" } else { name }),
                    Lang::Zh => format!("给{name}三张"),
                };
                (giver, what, cards)
            }
            Event::Call(chair, call) => {
                let take_it = self.setup.rules.auction() == Auction::TakeIt;
                (chair, words::call(lang, call, robbing, take_it), None)
            }
            Event::Landlord(chair, _) => {
                let bottom = self.ink().cards(self.suits.bottom());
                (
                    chair,
                    lang.pick("landlord", "地主").to_owned(),
                    Some(format!("{} {bottom}", lang.pick("takes", "拿底牌"))),
                )
            }
            Event::Raise(seat, raise) => (seated(seat), words::raise(lang, raise).to_owned(), None),
            Event::Show(chair, None) => (chair, lang.pick("keeps the hand closed", "不明牌").to_owned(), None),
            Event::Show(chair, Some(_)) => {
                let hand = self.ink().cards(self.suits.held(chair));
                (chair, lang.pick("opens the hand", "明牌").to_owned(), Some(hand))
            }
            Event::Play(seat, None) => (seated(seat), lang.pick("pass", "不出").to_owned(), None),
            Event::Play(seat, Some(combo)) => {
                let chair = seated(seat);
                let cards = self.suits.play(chair, combo);
                (chair, self.ink().cards(&cards), Some(self.about(combo, seat)))
            }
        };
        let player = self.player(chair);
        let more = more.map(|more| format!("  {}", self.ink().dim(&more))).unwrap_or_default();
        say(out, &format!("  {}{what}{more}", pad(words::name(lang, player), NAME_COLUMNS)));
        if matches!(event, Event::Play(..)) {
            self.last[player] = what;
        }
    }

    /// `pair, 15 left`.
    fn about(&self, combo: Combo, seat: Seat) -> String {
        let lang = self.lang();
        let left = self.table.board().course().left(seat);
        let kind = words::kind(lang, combo.kind());
        let rules = self.table.board().rules();
        let stands_for = match combo.wild_cards() {
            0 => String::new(),
            _ => format!(" {}", rules.stands_for(combo)),
        };
        match lang {
            Lang::En => format!("{kind}{stands_for}, {left} left"),
            Lang::Zh => format!("{kind}{stands_for}，剩 {left} 张"),
        }
    }

    /// The table as it is the person's turn, and what is asked.
    pub(crate) fn show_turn(&self, out: &mut String) {
        if self.table.board().stage() == Stage::Play {
            out.push('\n');
            self.show_seats(out);
        }
        let held = self.suits.held(self.chair(ME));
        let count = format!("{}", held.len());
        say(out, &format!("  {}{}", pad(&count, NAME_COLUMNS), self.ink().cards(held)));
        self.show_question(out);
    }

    fn show_seats(&self, out: &mut String) {
        let (lang, board) = (self.lang(), self.table.board());
        let landlord = board.landlord().expect("cards are played after the auction");
        let mine = self.chair(ME).seat(landlord);
        let standing = board.course().standing();
        // In the order of play up to the person: the latest word stands last.
        for player in [1, 2, ME] {
            let seat = self.chair(player).seat(landlord);
            let left = board.course().left(seat);
            let cards = match lang {
                Lang::En if left == 1 => "1 card".to_owned(),
                Lang::En => format!("{left} cards"),
                Lang::Zh => format!("{left} 张"),
            };
            let stands = standing.filter(|&(owner, _)| owner == seat);
            let mark = stands.map(|_| self.ink().bold(lang.pick("  ← to beat", "  ← 要管"))).unwrap_or_default();
            let name = pad(words::name(lang, player), NAME_COLUMNS);
            let role = pad(words::role(lang, seat, Some(mine)), 10);
            let line = format!("  {name}{role}{}{}{mark}", pad(&cards, 10), self.last[player]);
            say(out, line.trim_end());
        }
        let bottom = self.ink().cards(self.suits.bottom());
        let stake = self.stake();
        let wilds = board.rules().wilds();
        let wilds = match (wilds.is_empty(), lang) {
            (true, _) => String::new(),
            (_, Lang::En) => format!(" · wild {wilds}"),
            (_, Lang::Zh) => format!(" · 癞子 {wilds}"),
        };
        say(
            out,
            &self.ink().dim(&match lang {
                Lang::En => format!("  bottom {bottom}{wilds} · stake {stake}"),
                Lang::Zh => format!("  底牌 {bottom}{wilds} · 当前 {stake} 倍"),
            }),
        );
    }

    /// The gain or loss of each peasant if nothing more doubles it and no player doubled its own stake.
    fn stake(&self) -> u32 {
        let board = self.table.board();
        (board.stakes(1).points() * board.stakes(1).factor(board.rules())) as u32
    }

    /// The question to the person now.
    pub(crate) fn show_question(&self, out: &mut String) {
        let (lang, board) = (self.lang(), self.table.board());
        let question = match board.stage() {
            Stage::Auction => {
                let mut options = self.calls().iter().map(|&call| call_word(lang, call)).collect::<Vec<_>>();
                if board.may_open(self.chair(ME)) {
                    options.push(lang.pick("show", "明牌"));
                }
                format!("{}{}", lang.pick("Your call: ", "请叫牌："), options.join(" / "))
            }
            Stage::Doubling if self.setup.rules.doubling() == Doubling::Super => {
                lang.pick("Double your stake? no / double / super", "加倍吗？不加倍 / 加倍 / 超级加倍").to_owned()
            }
            Stage::Doubling => lang.pick("Double your stake? no / double", "加倍吗？不加倍 / 加倍").to_owned(),
            Stage::PassOn => {
                let receiver = self.setup.rules.pass_on().receiver(self.chair(ME)).expect("cards are passed on");
                let name = words::name(lang, self.player(receiver));
                match lang {
                    Lang::En => format!("Pass three cards on to {name}, all at once: which?"),
                    Lang::Zh => format!("同时换牌，给{name}三张：哪三张？"),
                }
            }
            Stage::Showing => lang.pick("Show your hand for twice the stake? yes / no", "明牌吗？明牌 / 不").to_owned(),
            _ => self.question_of_play(),
        };
        say(out, &self.ink().bold(&question));
    }

    fn question_of_play(&self) -> String {
        let lang = self.lang();
        match self.table.board().course().trick() {
            Trick::Lead => lang.pick("You lead: play anything.", "轮到你先出。").to_owned(),
            Trick::Follow(_) if self.must_pass() => {
                lang.pick("Nothing in your hand beats it: return passes.", "没有管得上的牌，回车不出。").to_owned()
            }
            Trick::Follow(standing) => {
                let needed = words::beaten_by(self.ink(), standing);
                match lang {
                    Lang::En => format!("{needed} Or pass."),
                    Lang::Zh => format!("{}；也可以不出。", needed.trim_end_matches('。')),
                }
            }
        }
    }

    pub(crate) fn show_hint(&self, decision: &Decision, reason: &Reason, out: &mut String) {
        let lang = self.lang();
        let why = reason.text(lang);
        let what = self.action_text(decision.action);
        say(out, &format!("  {}{}  {}", lang.pick("hint: ", "提示："), self.ink().bold(&what), self.ink().dim(&why)));
        let others = self.alternatives(decision);
        if !others.is_empty() {
            let others = others.join(lang.pick(", ", "、"));
            say(out, &self.ink().dim(&format!("  {}{others}", lang.pick("also: ", "也可："))));
        }
    }

    /// Other plays that were weighed.
    fn alternatives(&self, decision: &Decision) -> Vec<String> {
        let others = decision.candidates.as_slice().iter().filter(|other| Action::Play(other.play) != decision.action);
        let text = |candidate: &engine::Candidate| self.action_text(Action::Play(candidate.play));
        others.take(ALTERNATIVES_MAX).map(text).collect()
    }

    /// An action as the person could type it.
    fn action_text(&self, action: Action) -> String {
        let lang = self.lang();
        match action {
            Action::PassOn(cards) => self.ink().hand(cards),
            Action::Call(call) => call_word(lang, call).to_owned(),
            Action::Raise(raise) => words::raise(lang, raise).to_owned(),
            Action::Show(open) => if open { lang.pick("yes", "明牌") } else { lang.pick("no", "不明牌") }.to_owned(),
            Action::Play(None) => lang.pick("pass", "不出").to_owned(),
            // Plain cards, unless their longest reading is not the one that is meant.
            Action::Play(Some(combo)) if combo.wild_cards() > 0 => {
                let stands_for = self.table.board().rules().stands_for(combo);
                format!("{}{READ_AS}{stands_for}", combo.cards())
            }
            Action::Play(Some(combo)) => {
                let text = self.setup.rules.play_text(Some(combo), Trick::Lead);
                let parts = text.split('+').filter_map(|part| part.parse().ok());
                parts.map(|part| self.ink().hand(part)).collect::<Vec<_>>().join(" + ")
            }
        }
    }

    pub(crate) fn show_unseen(&self, out: &mut String) {
        let unseen = self.my_view().unseen();
        let each = unseen.ranks().map(|rank| format!("{}×{}", self.ink().rank(rank), unseen.count(rank)));
        let list = each.collect::<Vec<_>>().join("  ");
        say(out, &format!("  {}{list}", self.lang().pick("not seen yet: ", "未见：")));
    }

    /// Explains the decisions of the companions: the latest of each while the hand goes on, all of them afterwards. Facts about their hands
    /// and the other plays that they weighed are told only afterwards.
    pub(crate) fn explain(&self, over: bool, out: &mut String) {
        let lang = self.lang();
        let latest = |player: usize| self.done.iter().rfind(|done| done.player == player);
        let told: Vec<_> = if over { self.done.iter().collect() } else { (1..3).filter_map(latest).collect() };
        if told.is_empty() {
            say(out, lang.pick("Your companions have not done anything yet.", "同伴还没有出手。"));
        }
        for Done { player, decision, reason } in told {
            let what = match decision.action {
                // The three cards would show a part of the hand, as the other plays that were weighed would.
                Action::PassOn(_) if !over => lang.pick("three cards", "三张牌").to_owned(),
                action => self.action_text(action),
            };
            let why = if over { *reason } else { reason.public() };
            let why = match why.leading() {
                Some(_) => why.text(lang),
                None if over => why.text(lang),
                None => lang.pick("That stays a secret until the hand is over.", "打完再说。").to_owned(),
            };
            let who = pad(words::name(lang, *player), NAME_COLUMNS);
            say(out, &format!("  {who}{what}  {why}"));
            let others = self.alternatives(decision);
            if over && !others.is_empty() && decision.decider != Decider::Forced {
                let others = others.join(lang.pick(", ", "、"));
                let text = format!("{}{others}", lang.pick("also weighed: ", "也考虑过："));
                say(out, &self.ink().dim(&format!("  {}{text}", " ".repeat(NAME_COLUMNS))));
            }
        }
    }

    /// The hand is over: who won, what was left, what it cost.
    pub(crate) fn settle(&mut self, out: &mut String) {
        let (lang, board) = (self.lang(), *self.table.board());
        let settlement = board.settlement(1).expect("a hand that is over has a winner");
        let landlord = board.landlord().expect("a hand that is over has a landlord");
        self.hands += 1;
        say(out, &format!("\n{}", self.ink().bold(words::side(lang, settlement.winner))));
        for player in [1, 2, ME] {
            let held = self.suits.held(self.chair(player));
            if !held.is_empty() {
                let name = pad(words::name(lang, player), NAME_COLUMNS);
                say(out, &format!("  {name}{} {}", lang.pick("held", "剩"), self.ink().cards(held)));
            }
        }
        let spring = if settlement.spring { lang.pick(" (spring)", "（春天）") } else { "" };
        say(
            out,
            &match lang {
                Lang::En => format!("  stake {} × {}{spring}", settlement.base, settlement.factor),
                Lang::Zh => format!("  底分 {} × {} 倍{spring}", settlement.base, settlement.factor),
            },
        );
        let gains = [ME, 1, 2].map(|player| settlement.points[self.chair(player).seat(landlord).index()]);
        for (score, gain) in self.score.iter_mut().zip(gains) {
            *score += gain;
        }
        say(out, &format!("  {} {}", lang.pick("this hand", "本局"), self.points(gains)));
        say(out, &format!("  {} {}", lang.pick("so far  ", "总分"), self.points(self.score)));
        let more = lang.pick(
            "Return deals the next hand; `why` tells every reason, `quit` leaves.",
            "回车发下一局；“为什么”列出每一手的理由，“退出”离开。",
        );
        say(out, &self.ink().dim(more));
    }

    fn points(&self, points: [i64; 3]) -> String {
        let each = points
            .iter()
            .enumerate()
            .map(|(player, points)| format!("{} {points:+}", words::name(self.lang(), player)));
        each.collect::<Vec<_>>().join(" · ")
    }

    pub(crate) fn farewell(&self, out: &mut String) {
        let points = self.points(self.score);
        say(
            out,
            &match (self.lang(), self.hands) {
                (Lang::En, 0) => "Goodbye.".to_owned(),
                (Lang::Zh, 0) => "再见。".to_owned(),
                (Lang::En, 1) => format!("After 1 hand: {points}. Goodbye."),
                (Lang::En, hands) => format!("After {hands} hands: {points}. Goodbye."),
                (Lang::Zh, hands) => format!("共 {hands} 局：{points}。再见。"),
            },
        );
    }
}

/// A call as it is typed.
fn call_word(lang: Lang, call: rules::Call) -> &'static str {
    use rules::Call;
    match call {
        Call::Pass => lang.pick("no", "不"),
        Call::Score(_) => call.word(),
        Call::Call => lang.pick("call", "叫地主"),
        Call::Rob => lang.pick("rob", "抢地主"),
        Call::Take => lang.pick("take", "取经"),
    }
}
