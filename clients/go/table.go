package thirdseat

import (
	"context"
	"maps"
	"slices"
	"time"

	v1 "github.com/thirdseat/thirdseat/clients/go/thirdseatv1"
)

// Bot is the bot that sits down. Seed is the seed of its random choices.
type Bot struct {
	// Persona is the name of a persona; empty means the server's default.
	Persona string
	// Strength is the strength of play, 0 to 100, in place of the persona's.
	Strength *uint32
	Seed     *uint64
	// Matching names the players whose level the strength follows. For a takeover use &thirdseatv1.SeatMatch{Predecessor: true}.
	Matching *v1.SeatMatch
	// Hidden is true if the players are not told that this is a bot.
	Hidden bool
}

// TableOptions are the settings of a table. Chairs are 0, 1 and 2.
type TableOptions struct {
	// Ruleset is a name with overrides; empty means "classic".
	Ruleset string
	Bots    map[int]Bot
	// Players are the names of the players by chair, under which the server counts their habits.
	Players map[int]string
	// Codec is the codec of the table's cards, for example "RANKS_FROM_0"; empty means text.
	Codec string
	// Numbers are your own numbers of the codec "OWN": for 3♠ 3♥ 3♣ 3♦, then the 4s … the 2s, the small joker, the big joker.
	Numbers []uint32
	// Lenient is true if the server accepts events that break the ruleset. Otherwise it refuses them.
	Lenient bool
	// Time is the time limit for a turn; 0 means three seconds.
	Time time.Duration
}

// State is the state of the hand.
type State struct {
	// Stage is "WILD" if the next wild rank is about to be shown, "PASS_ON", "AUCTION", "BOTTOM", "DOUBLING", "SHOWING", "PLAY", "OVER" or
	// "REDEAL"; "UNSPECIFIED" before the first deal, and if the room did not answer when a move was needed.
	Stage string
	// Turn and Landlord are chairs; nil if there is none.
	Turn, Landlord *int
	// Winner is the winner in the stakes: "landlord", "peasants" or empty. Amounts are then the points of each chair by the ruleset, at a base of 1.
	Winner     string
	Amounts    []int64
	HandNumber int
	// Reactions are the bots' emotes and urgings.
	Reactions []*v1.Reaction
	// Table is the whole state, for example with the standing combo and the cards left; nil while the stage is UNSPECIFIED.
	Table *v1.TableState
}

// Reading is the reading of a combo: the ranks that the cards stand for ("444+7"), or kind, key and length. If both are given, they must
// agree.
type Reading struct {
	Kind, Key string
	Length    int
	StandsFor string
}

// Move is the move of a bot. Record it with Table.Accept, or with Table.PassedOn if it is a gift.
type Move struct {
	Chair int
	// Kind is "pass_on", "call", "doubling", "show", "play" or "pass".
	Kind string
	// Word is the name of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE").
	Word string
	// Show is true if the bot opens its hand.
	Show    bool
	Cards   Cards
	Reading *Reading
	// ThinkTime is the time that a person would think. This is advice: the client does not wait.
	ThinkTime time.Duration
	Reason    string
	// Degraded is the reason why this is not the persona's usual answer: "OVERLOAD", "BUDGET" or "LEGAL_PLAYS"; "STORE" if the room may not remember it;
	// otherwise empty.
	Degraded string
	// Warnings are sentences for the developer of the backend: about events since the last move that broke rules, and about the request.
	Warnings []string
	// Decision is the whole decision.
	Decision *v1.Decision
	step     *step // nil for a gift: only the table knows which chair gets it
}

// Counts are the numbers of this client's repairs.
type Counts struct {
	// Repeated attempts, rooms that were opened again, moves without a room, and dropped events of earlier calls.
	Retried, Reopened, Stateless, Dropped int
}

var sides = map[string]v1.Side{"": v1.Side_SIDE_UNSPECIFIED, "landlord": v1.Side_SIDE_LANDLORD, "peasants": v1.Side_SIDE_PEASANTS}

// Table is one table. Do not use it in two goroutines at the same time, and let only one Table own a room.
type Table struct {
	client  Caller
	name    string
	options TableOptions
	codec   Codec
	state   State
	counts  Counts

	hand     *hand
	number   uint32        // of the hand
	sequence uint32        // of the last event that the room has
	unsent   []unsentEvent // events that the room may lack
	isOpen   bool
	wasOpen  bool
	opening  *v1.OpenRoomRequest // an OpenRoom request that may have reached the server
	pending  *Move               // the last move, which is not recorded yet
	isAway   bool                // set by a turn that failed without a reason
	warnings []string            // warnings for the next move
	legal    *v1.LegalPlays      // the backend's own list, for the next move
}

type unsentEvent struct {
	told *v1.RoomEvent
	from *step // the step of a hand from which it was made, or nil
}

// NewTable makes a table that this process owns.
func NewTable(client Caller, name string, options TableOptions) (*Table, error) {
	codec, ok := v1.CardCodec_value["CARD_CODEC_"+options.Codec]
	if !ok && options.Codec != "" {
		return nil, misuse("codec %q is none of %s", options.Codec, codecNames())
	}
	if options.Ruleset == "" {
		options.Ruleset = "classic"
	}
	if options.Time == 0 {
		options.Time = 3 * time.Second
	}
	options.Bots, options.Players = maps.Clone(options.Bots), maps.Clone(options.Players)
	if options.Bots == nil {
		options.Bots = map[int]Bot{}
	}
	if options.Players == nil {
		options.Players = map[int]string{}
	}
	seated := slices.Concat(slices.Sorted(maps.Keys(options.Bots)), slices.Sorted(maps.Keys(options.Players)))
	if err := checkChairs(seated...); err != nil {
		return nil, err
	}
	return &Table{client: client, name: name, options: options, codec: Codec(codec), state: State{Stage: "UNSPECIFIED"}}, nil
}

// State returns the state of the hand.
func (table *Table) State() State { return table.state }

// Counts returns the numbers of this client's repairs.
func (table *Table) Counts() Counts { return table.counts }

// The events of the backend. Most calls return the next bot's move, or nil. After an *Error that may be retried, do not record the event
// again: it is kept.

// Deal begins a hand with an auction. `hands` has the 17 cards of each bot, and no other cards. The chair `first` speaks first.
func (table *Table) Deal(ctx context.Context, first int, hands map[int]Cards) (*Move, error) {
	return table.deal(ctx, first, hands, nil)
}

// DealLandlord begins a hand without an auction: one chair is the landlord and has three bottom cards in addition to its 17 cards.
func (table *Table) DealLandlord(ctx context.Context, landlord int, bottom Cards, hands map[int]Cards) (*Move, error) {
	found, err := table.landlordStep(landlord, bottom)
	if err != nil {
		return nil, err
	}
	return table.deal(ctx, landlord, hands, found)
}

func (table *Table) deal(ctx context.Context, first int, hands map[int]Cards, found *step) (*Move, error) {
	if err := checkChairs(first); err != nil {
		return nil, err
	}
	next := &hand{codec: table.codec, first: first, holds: map[int][]int{}}
	for chair := range 3 {
		_, isBot := table.options.Bots[chair]
		held, isTold := hands[chair]
		if isBot != isTold {
			return nil, misuse("the hands of all bots and of no other chair are needed: chair %d is wrong", chair)
		}
		if isTold {
			list, err := read(held, table.codec)
			if err != nil {
				return nil, err
			}
			next.holds[chair] = list
		}
	}
	return table.undoIfRefused(func() (*Move, error) {
		before := len(table.unsent)
		table.addPending()
		table.hand = next
		table.number++
		dealt := &v1.Dealt{First: chairOf(first), Holds: next.chairCards(0, 1, 2)}
		table.unsent = append(table.unsent, unsentEvent{told: &v1.RoomEvent{HandNumber: table.number, What: &v1.RoomEvent_Dealt{Dealt: dealt}}})
		if found != nil {
			table.appendStep(found)
		}
		return table.turn(ctx, len(table.unsent)-before, false)
	})
}

// Called records a call in the auction: "PASS", "SCORE_1", "SCORE_2", "SCORE_3", "CALL", "ROB" or "TAKE".
func (table *Table) Called(ctx context.Context, chair int, word string) (*Move, error) {
	call, ok := v1.Call_value["CALL_"+word]
	if !ok {
		return nil, misuse("there is no call %q: it may be PASS, SCORE_1, SCORE_2, SCORE_3, CALL, ROB or TAKE", word)
	}
	return table.recordAction(ctx, chair, &v1.Action{What: &v1.Action_Call{Call: v1.Call(call)}}, nil, nil)
}

// WildShown records the wild rank that is shown, as a letter.
func (table *Table) WildShown(ctx context.Context, rank string) (*Move, error) {
	return table.recordStep(ctx, &step{event: &v1.Event{What: &v1.Event_WildShown{WildShown: rank}}})
}

// PassedOn records that a chair passes three cards on to another one, before the first call. The chairs do this in the order of speaking. Cards that
// no bot gives or gets are not sent to the server. Use this also for the gift of a bot, because only you know which chair gets it.
func (table *Table) PassedOn(ctx context.Context, chair int, cards Cards, to int) (*Move, error) {
	list, err := read(cards, table.codec)
	if err != nil {
		return nil, err
	}
	if err := checkChairs(to); err != nil {
		return nil, err
	}
	return table.recordAction(ctx, chair, &v1.Action{What: &v1.Action_PassOn{PassOn: toMessage(list, table.codec)}}, list, &to)
}

// Landlord ends the auction: the bottom cards are shown.
func (table *Table) Landlord(ctx context.Context, chair int, bottom Cards) (*Move, error) {
	found, err := table.landlordStep(chair, bottom)
	if err != nil {
		return nil, err
	}
	return table.recordStep(ctx, found)
}

// Raised records a doubling: "NONE", "DOUBLE" or "SUPER".
func (table *Table) Raised(ctx context.Context, chair int, word string) (*Move, error) {
	doubling, ok := v1.Doubling_value["DOUBLING_"+word]
	if !ok {
		return nil, misuse("there is no doubling %q: it may be NONE, DOUBLE or SUPER", word)
	}
	return table.recordAction(ctx, chair, &v1.Action{What: &v1.Action_Doubling{Doubling: v1.Doubling(doubling)}}, nil, nil)
}

// Shown records that a chair opens this hand, or keeps it closed (no cards).
func (table *Table) Shown(ctx context.Context, chair int, hand Cards) (*Move, error) {
	return table.ShownFor(ctx, chair, hand, 0)
}

// ShownFor records that a chair opens this hand for 2 to 5 times the stake, which `open-hand=deal` allows in the auction.
func (table *Table) ShownFor(ctx context.Context, chair int, hand Cards, factor uint32) (*Move, error) {
	list, err := read(hand, table.codec)
	if err != nil {
		return nil, err
	}
	show := &v1.Show{Open: len(list) > 0, Factor: factor}
	if show.Open {
		show.Hand = toMessage(list, table.codec)
	}
	return table.recordAction(ctx, chair, &v1.Action{What: &v1.Action_Show{Show: show}}, nil, nil)
}

// Played records that cards are played; no cards mean a pass.
func (table *Table) Played(ctx context.Context, chair int, cards Cards) (*Move, error) {
	return table.PlayedAs(ctx, chair, cards, Reading{})
}

// PlayedAs records that cards are played with this reading, for cards that could be several combos.
func (table *Table) PlayedAs(ctx context.Context, chair int, cards Cards, reading Reading) (*Move, error) {
	list, err := read(cards, table.codec)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return table.recordAction(ctx, chair, &v1.Action{What: &v1.Action_Passed{Passed: true}}, nil, nil)
	}
	combo := &v1.Combo{
		Cards: toMessage(list, table.codec), Kind: reading.Kind, Key: reading.Key, Length: uint32(reading.Length), StandsFor: reading.StandsFor,
	}
	return table.recordAction(ctx, chair, &v1.Action{What: &v1.Action_Play{Play: combo}}, list, nil)
}

// Accept records the move of a bot. For an outdated move it returns the pending one, or nil.
func (table *Table) Accept(ctx context.Context, move *Move) (*Move, error) {
	if table.pending != move {
		return table.pending, nil
	}
	if move.step == nil {
		return nil, misuse("the table says to whom cards are passed on: record them by PassedOn")
	}
	return table.recordStep(ctx, move.step)
}

// TakeOver seats a bot. In the middle of a hand, give the cards of the chair.
func (table *Table) TakeOver(ctx context.Context, chair int, bot Bot, hand Cards) (*Move, error) {
	if err := checkChairs(chair); err != nil {
		return nil, err
	}
	held, err := read(hand, table.codec)
	if err != nil {
		return nil, err
	}
	if table.hand != nil && len(held) == 0 {
		return nil, misuse("a bot that sits down in the middle of a hand needs its cards")
	}
	// A pending move is not recorded: the bot on turn is asked again.
	return table.undoIfRefused(func() (*Move, error) {
		changed := &v1.SeatChanged{}
		if table.hand != nil {
			table.hand.holds[chair] = held
			changed.Holds = toMessage(held, table.codec)
			for _, gift := range table.hand.gifts() {
				if gift.chair() == chair {
					changed.Gave = toMessage(gift.cards, table.codec)
				}
				if *gift.to == chair {
					changed.Got = toMessage(gift.cards, table.codec)
				}
			}
		}
		table.options.Bots[chair] = bot
		delete(table.options.Players, chair)
		changed.Who = &v1.SeatChanged_Bot{Bot: table.botSeat(chair)}
		return table.recordEvent(ctx, &v1.RoomEvent{What: &v1.RoomEvent_SeatChanged{SeatChanged: changed}})
	})
}

// HandBack seats a person on the chair of a bot.
func (table *Table) HandBack(ctx context.Context, chair int, playerID string) (*Move, error) {
	if err := checkChairs(chair); err != nil {
		return nil, err
	}
	return table.undoIfRefused(func() (*Move, error) {
		delete(table.options.Bots, chair)
		table.options.Players[chair] = playerID
		if table.hand != nil {
			delete(table.hand.holds, chair)
		}
		player := &v1.PlayerSeat{Chair: chairOf(chair), PlayerId: playerID}
		changed := &v1.SeatChanged{Who: &v1.SeatChanged_Player{Player: player}}
		return table.recordEvent(ctx, &v1.RoomEvent{What: &v1.RoomEvent_SeatChanged{SeatChanged: changed}})
	})
}

// Said records an emote of a player: "HURRY", "HAPPY", "ANGRY", "PRAISE" or "SORRY". It does not change the turn: a bot on turn is asked
// again.
func (table *Table) Said(ctx context.Context, chair int, face string) (*Move, error) {
	emote := v1.Emote_value["EMOTE_"+face]
	if emote == 0 {
		return nil, misuse("there is no face %q: it may be HURRY, HAPPY, ANGRY, PRAISE or SORRY", face)
	}
	return table.recordEmote(ctx, chair, &v1.Said{Emote: v1.Emote(emote)})
}

// LegalPlays sets the plays that your game allows the next bot, if its rules differ from the ruleset. Call it before the event that gives
// the bot the turn: it is used only for that move.
func (table *Table) LegalPlays(plays []Cards, mayPass bool) error {
	legal := &v1.LegalPlays{MayPass: mayPass}
	for _, cards := range plays {
		list, err := read(cards, table.codec)
		if err != nil {
			return err
		}
		legal.Plays = append(legal.Plays, &v1.Combo{Cards: toMessage(list, table.codec)})
	}
	table.legal = legal
	return nil
}

// Ask asks again after a turn without an answer. It returns the move of the bot on turn, or nil.
func (table *Table) Ask(ctx context.Context) (*Move, error) {
	table.pending = nil
	return table.turn(ctx, 0, false)
}

// Settled records that the hand is paid. The winner is "landlord", "peasants" or "" (the hand was stopped), amounts are the payments by chair, and
// remaining are the cards that were shown. Without an answer there is no error: an open room gets the settlement with the next call.
func (table *Table) Settled(ctx context.Context, winner string, amounts []int64, remaining map[int]Cards) error {
	side, ok := sides[winner]
	if !ok {
		return misuse("%q is no winner: it may be landlord or peasants, and none where the hand is broken off", winner)
	}
	settled := &v1.Settled{Winner: side, Amounts: amounts}
	for _, chair := range slices.Sorted(maps.Keys(remaining)) {
		if err := checkChairs(chair); err != nil {
			return err
		}
		list, err := read(remaining[chair], table.codec)
		if err != nil {
			return err
		}
		settled.Remaining = append(settled.Remaining, &v1.ChairCards{Chair: chairOf(chair), Cards: toMessage(list, table.codec)})
	}
	return table.recordEnd(ctx, &v1.RoomEvent{What: &v1.RoomEvent_Settled{Settled: settled}})
}

// Close closes the table. If the server does not answer, it deletes the room later by itself.
func (table *Table) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, table.options.Time)
	defer cancel()
	_ = table.client.Call(ctx, "CloseRoom", &v1.CloseRoomRequest{RoomId: table.name}, &v1.Room{})
	table.isOpen, table.wasOpen = false, false
}

func (table *Table) botSeat(chair int) *v1.BotSeat {
	bot := table.options.Bots[chair]
	return &v1.BotSeat{
		Chair: chairOf(chair), Persona: bot.Persona, Strength: bot.Strength, Seed: bot.Seed, Matching: bot.Matching, Disclosed: !bot.Hidden,
	}
}

func (table *Table) landlordStep(chair int, bottom Cards) (*step, error) {
	if err := checkChairs(chair); err != nil {
		return nil, err
	}
	list, err := read(bottom, table.codec)
	found := &v1.Event{Chair: chairOf(chair), What: &v1.Event_LandlordFound{LandlordFound: toMessage(list, table.codec)}}
	return &step{event: found, cards: list}, err
}

func (table *Table) recordAction(ctx context.Context, chair int, action *v1.Action, cards []int, to *int) (*Move, error) {
	if err := checkChairs(chair); err != nil {
		return nil, err
	}
	return table.recordStep(ctx, &step{actionEvent(chair, action), cards, to})
}

func (table *Table) recordStep(ctx context.Context, step *step) (*Move, error) {
	if table.hand == nil {
		return nil, misuse("no hand is being played: deal first")
	}
	return table.undoIfRefused(func() (*Move, error) {
		before := len(table.unsent)
		// The pending move is dropped if this event is of the same chair.
		if table.pending != nil && table.pending.Chair != step.chair() {
			table.addPending()
		}
		table.appendStep(step)
		return table.turn(ctx, len(table.unsent)-before, false)
	})
}

func (table *Table) addPending() {
	if table.pending != nil && table.pending.step != nil {
		table.appendStep(table.pending.step)
	}
}

func (table *Table) appendStep(step *step) {
	table.pending = nil
	table.hand.add(step)
	told := &v1.RoomEvent{HandNumber: table.number, What: &v1.RoomEvent_Table{Table: table.hand.eventForRoom(step)}}
	table.unsent = append(table.unsent, unsentEvent{told, step})
}

func (table *Table) recordEvent(ctx context.Context, event *v1.RoomEvent) (*Move, error) {
	table.pending = nil
	event.HandNumber = table.number
	table.unsent = append(table.unsent, unsentEvent{told: event})
	return table.turn(ctx, 1, false)
}

func (table *Table) recordEmote(ctx context.Context, chair int, said *v1.Said) (*Move, error) {
	if err := checkChairs(chair); err != nil {
		return nil, err
	}
	said.Chair = chairOf(chair)
	return table.undoIfRefused(func() (*Move, error) {
		return table.recordEvent(ctx, &v1.RoomEvent{What: &v1.RoomEvent_Said{Said: said}})
	})
}

func (table *Table) recordEnd(ctx context.Context, event *v1.RoomEvent) error {
	_, err := table.undoIfRefused(func() (*Move, error) {
		before := len(table.unsent)
		table.addPending()
		table.hand = nil
		event.HandNumber = table.number
		table.unsent = append(table.unsent, unsentEvent{told: event})
		if !table.isOpen {
			return nil, nil
		}
		return table.turn(ctx, len(table.unsent)-before, true)
	})
	// No move depends on this call, so events that do not arrive now wait for the next call.
	if err != nil && asError(err).Retry == "never" {
		return err
	}
	return nil
}

// undoIfRefused runs a step, and undoes it if the server refuses it for good.
func (table *Table) undoIfRefused(tell func() (*Move, error)) (*Move, error) {
	before := *table
	before.options.Bots, before.options.Players = maps.Clone(table.options.Bots), maps.Clone(table.options.Players)
	before.hand, before.unsent = table.hand.clone(), slices.Clone(table.unsent)
	move, err := tell()
	// Events that the server has recorded stay, even if there is no decision of a bot.
	if err == nil || asError(err).Retry != "never" || len(table.unsent) == 0 {
		return move, err
	}
	table.options, table.number, table.unsent, table.pending = before.options, before.number, before.unsent, before.pending
	table.hand = before.hand
	return nil, err
}
