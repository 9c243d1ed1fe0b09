// A DouDizhu match handler of Nakama with companions. Bots take the empty seats and replace a player who leaves; when the player returns,
// the bot gives the seat back. The match deals and keeps the hands. The bots' server checks the rules, so there are no rules here.
//
// Nakama's loop must not wait: a goroutine makes the calls of the table, and the loop reads their results at a later tick. The client
// uses net/http and not gRPC, because a plugin must use the same version of each shared package as the Nakama server.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"math/rand"
	"os"
	"slices"
	"time"

	"github.com/heroiclabs/nakama-common/runtime"
	thirdseat "github.com/thirdseat/thirdseat/clients/go"
)

// The messages between players and the match.
const (
	OpStart    = iota + 1 // player: deal
	OpAct                 // player: {"call"} or {"cards"}; match: the same with "chair" and "left"
	OpHand                // match, to one player: {"cards"}, after a join also "standing" and "landlord"
	OpTurn                // match: {"chair"}
	OpLandlord            // match: {"landlord", "bottom"}
	OpOver                // match: {"winner", "amounts"}
	OpRefused             // match, to one player: {"reason"}
)

const tickRate = 10

// InitModule is the function of a plugin that Nakama calls at its start.
func InitModule(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, initializer runtime.Initializer) error {
	return initializer.RegisterMatch("doudizhu", func(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule) (runtime.Match, error) {
		return &Match{Address: os.Getenv("THIRDSEAT_URL"), Persona: "casual"}, nil
	})
}

func main() {}

type act struct {
	Chair int    `json:"chair"`
	Call  string `json:"call,omitempty"`
	Cards []int  `json:"cards"`
	Left  int    `json:"left"`
}

// outcome is the result of a call of the table.
type outcome struct {
	act  *act             // the act of a player or a bot, or nil
	by   runtime.Presence // the player who acted, or nil
	next *thirdseat.Move
	err  error
}

// call is a call of the table. The loop prepares the calls, and a goroutine makes them one at a time.
type call func() (does func() (*thirdseat.Move, error), told outcome)

// Match implements runtime.Match. Address is the URL of the bots' server, for example "http://bots:50051".
type Match struct{ Address, Persona string }

type state struct {
	table    *thirdseat.Table
	calls    []call
	outcomes chan outcome
	isBusy   bool
	hands    [3][]int
	bottom   []int
	chairs   map[string]int // by user
	present  map[string]runtime.Presence
	standIns map[int]bool // chairs on which a bot plays for a player
	landlord *int
	standing *int // the chair that played last
	hasBegun bool
	isOver   bool // from the end of a hand to the next deal
	next     *thirdseat.Move
	nextAt   int64 // the bot's earliest tick
}

func (match *Match) MatchInit(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule, map[string]any) (any, int, string) {
	return &state{outcomes: make(chan outcome, 1), chairs: map[string]int{}, present: map[string]runtime.Presence{}, standIns: map[int]bool{}}, tickRate, "doudizhu"
}

func (match *Match) MatchJoinAttempt(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, told any, presence runtime.Presence, _ map[string]string) (any, bool, string) {
	state := told.(*state)
	_, isBack := state.chairs[presence.GetUserId()]
	if isBack || !state.hasBegun && len(state.chairs) < 3 {
		return state, true, ""
	}
	return state, false, "the table is full"
}

func (match *Match) MatchJoin(ctx context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, dispatcher runtime.MatchDispatcher, _ int64, told any, presences []runtime.Presence) any {
	state := told.(*state)
	for _, presence := range presences {
		user := presence.GetUserId()
		chair, isBack := state.chairs[user]
		if !isBack {
			for chair = 0; slices.Contains(slices.Collect(maps.Values(state.chairs)), chair); chair++ {
			}
			state.chairs[user] = chair
		}
		state.present[user] = presence
		sendMessage(dispatcher, OpHand, map[string]any{"cards": state.hands[chair], "standing": state.standing, "landlord": state.landlord}, presence)
		if state.standIns[chair] || !isBack && state.hasDealt() {
			delete(state.standIns, chair)
			state.calls = append(state.calls, func() (func() (*thirdseat.Move, error), outcome) {
				return func() (*thirdseat.Move, error) { return state.table.HandBack(ctx, chair, user) }, outcome{}
			})
		}
	}
	return state
}

func (match *Match) MatchLeave(ctx context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, told any, presences []runtime.Presence) any {
	state := told.(*state)
	for _, presence := range presences {
		chair := state.chairs[presence.GetUserId()]
		delete(state.present, presence.GetUserId())
		if !state.hasBegun && !state.hasDealt() {
			delete(state.chairs, presence.GetUserId())
			continue
		}
		state.standIns[chair] = true
		state.calls = append(state.calls, func() (func() (*thirdseat.Move, error), outcome) {
			bot, hand := thirdseat.Bot{Persona: match.Persona}, thirdseat.IDs(state.hands[chair]...)
			return func() (*thirdseat.Move, error) { return state.table.TakeOver(ctx, chair, bot, hand) }, outcome{}
		})
	}
	return state
}

func (match *Match) MatchLoop(ctx context.Context, logger runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, dispatcher runtime.MatchDispatcher, tick int64, told any, messages []runtime.MatchData) any {
	state := told.(*state)
	select {
	case done := <-state.outcomes:
		state.isBusy = false
		match.applyOutcome(ctx, logger, dispatcher, tick, state, done)
	default:
	}
	for _, message := range messages {
		switch chair := state.chairs[message.GetUserId()]; message.GetOpCode() {
		case OpStart:
			if !state.hasBegun {
				state.hasBegun = true
				state.calls = append(state.calls, func() (func() (*thirdseat.Move, error), outcome) { return match.deal(ctx, state), outcome{} })
			}
		case OpAct:
			var said act
			if json.Unmarshal(message.GetData(), &said) != nil || !state.hasBegun {
				continue
			}
			said.Chair = chair
			state.calls = append(state.calls, func() (func() (*thirdseat.Move, error), outcome) {
				return func() (*thirdseat.Move, error) {
					if said.Call != "" {
						return state.table.Called(ctx, chair, said.Call)
					}
					return state.table.Played(ctx, chair, thirdseat.IDs(said.Cards...))
				}, outcome{act: &said, by: message}
			})
		}
	}
	switch {
	case state.isBusy:
	case len(state.calls) > 0:
		first := state.calls[0]
		state.calls = state.calls[1:]
		state.startCall(first)
	case state.next != nil && tick >= state.nextAt:
		move := state.next
		state.next = nil
		state.startCall(func() (func() (*thirdseat.Move, error), outcome) {
			did := &act{Chair: move.Chair, Call: move.Word, Cards: move.Cards.IDs()}
			return func() (*thirdseat.Move, error) { return state.table.Accept(ctx, move) }, outcome{act: did}
		})
	}
	return state
}

// hasDealt is true from the first hand on. From then on, a player and a bot take each other's chair by a call of the table.
func (state *state) hasDealt() bool { return state.hands[0] != nil }

func (state *state) startCall(call call) {
	does, told := call()
	state.isBusy = true
	go func() {
		told.next, told.err = does()
		state.outcomes <- told
	}()
}

// deal deals the cards, and returns the function that reports them to the table. If there is no table yet, that function makes it, with bots on
// the chairs without a present player.
func (match *Match) deal(ctx context.Context, state *state) func() (*thirdseat.Move, error) {
	deck := rand.Perm(54)
	hands, bots := map[int]thirdseat.Cards{}, map[int]thirdseat.Bot{}
	people := slices.Collect(maps.Values(state.chairs))
	for chair := range 3 {
		state.hands[chair] = deck[17*chair : 17*chair+17 : 17*chair+17]
		if !slices.Contains(people, chair) || state.standIns[chair] {
			bots[chair] = thirdseat.Bot{Persona: match.Persona}
			hands[chair] = thirdseat.IDs(state.hands[chair]...)
		}
	}
	state.bottom, state.landlord, state.standing, state.isOver = deck[51:], nil, nil, false
	return func() (*thirdseat.Move, error) {
		if state.table == nil {
			name, _ := ctx.Value(runtime.RUNTIME_CTX_MATCH_ID).(string)
			options := thirdseat.TableOptions{Codec: "RANKS_FROM_0", Bots: bots}
			table, err := thirdseat.NewTable(&thirdseat.HTTPClient{URL: match.Address}, roomName(name), options)
			if err != nil {
				return nil, err
			}
			state.table = table
		}
		return state.table.Deal(ctx, 0, hands)
	}
}

// roomName makes the name of a room, which has limits, from the id of a match.
func roomName(id string) string {
	name := []byte(id)[:min(len(id), 64)]
	for place, letter := range name {
		if letter < '-' || letter > 'z' {
			name[place] = '-'
		}
	}
	return string(name)
}

func (match *Match) applyOutcome(ctx context.Context, logger runtime.Logger, dispatcher runtime.MatchDispatcher, tick int64, state *state, done outcome) {
	var refused *thirdseat.Error
	if errors.As(done.err, &refused) && refused.Retry == "never" && done.by != nil {
		sendMessage(dispatcher, OpRefused, map[string]any{"reason": refused.Reason}, done.by)
		return
	}
	if done.err != nil {
		logger.Warn("the table has no answer: %v", done.err)
	}
	isKept := refused != nil && refused.Retry == "later"
	if done.err != nil && !isKept {
		return
	}
	if did := done.act; did != nil {
		state.hands[did.Chair] = slices.DeleteFunc(slices.Clone(state.hands[did.Chair]), func(card int) bool { return slices.Contains(did.Cards, card) })
		if len(did.Cards) > 0 {
			state.standing = &did.Chair
		}
		did.Left = len(state.hands[did.Chair])
		sendMessage(dispatcher, OpAct, did)
	}
	if isKept {
		// The table keeps the event, and the match asks again.
		state.calls = append(state.calls, func() (func() (*thirdseat.Move, error), outcome) {
			return func() (*thirdseat.Move, error) { return state.table.Ask(ctx) }, outcome{}
		})
		return
	}
	table := state.table.State()
	switch {
	case state.isOver:
	case table.Stage == "REDEAL":
		state.calls = append(state.calls, func() (func() (*thirdseat.Move, error), outcome) { return match.deal(ctx, state), outcome{} })
	case table.Stage == "BOTTOM":
		state.landlord = table.Landlord
		state.hands[*table.Landlord] = slices.Concat(state.hands[*table.Landlord], state.bottom)
		sendMessage(dispatcher, OpLandlord, map[string]any{"landlord": table.Landlord, "bottom": state.bottom})
		state.calls = append(state.calls, func() (func() (*thirdseat.Move, error), outcome) {
			landlord, bottom := *state.landlord, thirdseat.IDs(state.bottom...)
			return func() (*thirdseat.Move, error) { return state.table.Landlord(ctx, landlord, bottom) }, outcome{}
		})
	case table.Stage == "OVER":
		sendMessage(dispatcher, OpOver, map[string]any{"winner": table.Winner, "amounts": table.Amounts})
		state.hasBegun, state.isOver, state.next = false, true, nil
		state.calls = append(state.calls, func() (func() (*thirdseat.Move, error), outcome) {
			return func() (*thirdseat.Move, error) {
				return nil, state.table.Settled(ctx, table.Winner, table.Amounts, nil)
			}, outcome{}
		})
	default:
		if state.landlord == nil && table.Stage == "AUCTION" && done.act == nil {
			for user, presence := range state.present {
				sendMessage(dispatcher, OpHand, map[string]any{"cards": state.hands[state.chairs[user]]}, presence)
			}
		}
		sendMessage(dispatcher, OpTurn, map[string]any{"chair": table.Turn})
		// The think time, in ticks of the match.
		if state.next = done.next; done.next != nil {
			state.nextAt = tick + int64(done.next.ThinkTime*tickRate/time.Second)
		}
	}
}

func sendMessage(dispatcher runtime.MatchDispatcher, op int64, told any, to ...runtime.Presence) {
	data, err := json.Marshal(told)
	if err == nil {
		_ = dispatcher.BroadcastMessage(op, data, to, nil, true) // There may be no player.
	}
}

func (match *Match) MatchTerminate(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, told any, _ int) any {
	return told
}

func (match *Match) MatchSignal(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, told any, _ string) (any, string) {
	return told, ""
}
