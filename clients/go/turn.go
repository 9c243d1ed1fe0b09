package thirdseat

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	v1 "github.com/thirdseat/thirdseat/clients/go/thirdseatv1"
	"google.golang.org/protobuf/proto"
)

const (
	eventsMax   = 256
	repairsMax  = 2
	replyMargin = 20 * time.Millisecond
	waitMax     = 200 * time.Millisecond
	// The number of this code in gRPC.
	invalidArgument = 3
)

// turn sends the unsent events and returns the next bot's move, or nil. The last `told` events belong to this call. After a turn that failed
// without a reason, an event waits only a short time, so that people can go on playing. With isEnd it does not try again later, because no
// move is needed.
func (table *Table) turn(ctx context.Context, told int, isEnd bool) (*Move, error) {
	left := table.options.Time
	if table.isAway && told > 0 {
		left /= 10
	}
	until, wait, repairs := time.Now().Add(left), 10*time.Millisecond, 0
	refused := newError("DEADLINE_EXCEEDED", "no answer in time", nil)
	for again := 0; time.Until(until) > time.Millisecond && ctx.Err() == nil; again = 1 {
		move, err := table.exchange(ctx, time.Until(until), again)
		if err == nil {
			table.isAway = false
			return move, nil
		}
		refused = asError(err)
		isGone := refused.Reason == "ROOM_NOT_FOUND" || refused.Retry == "reread" && refused.Reason != "SUPERSEDED"
		if isGone && repairs < repairsMax {
			// The room is gone or in another state, so the next attempt does not use it.
			repairs++
			table.isOpen = false
			continue
		}
		if refused.Retry == "never" {
			if !table.dropEarlier(refused, told) {
				return nil, refused
			}
			continue
		}
		if isEnd {
			return nil, refused
		}
		table.state = State{Stage: "UNSPECIFIED", HandNumber: int(table.number)}
		if refused.Reason == "STORE_UNAVAILABLE" && table.hand != nil {
			if move, err := table.decideWithoutRoom(ctx, time.Until(until)); err == nil {
				return move, nil
			}
		}
		pause := wait
		if refused.RetryAfter > 0 {
			pause = refused.RetryAfter
		}
		select {
		case <-time.After(max(0, min(pause, time.Until(until)))):
		case <-ctx.Done():
		}
		wait = min(2*wait, waitMax)
	}
	table.isAway = refused.Reason == "" // A server that refuses a call can be reached.
	return nil, refused
}

var eventField = regexp.MustCompile(`^(hand\.)?events\[(\d+)\]`)

// dropEarlier drops an event of an earlier call if the server now refuses it. Then it returns true.
func (table *Table) dropEarlier(refused *Error, told int) bool {
	place := eventField.FindStringSubmatch(refused.Field)
	if place == nil {
		return false
	}
	kept := table.unsent
	if place[1] != "" {
		kept = nil
		for _, step := range table.hand.steps {
			kept = append(kept, unsentEvent{from: step})
		}
	}
	index, _ := strconv.Atoi(place[2])
	if index >= len(kept)-told {
		return false
	}
	gone := kept[index]
	isGone := func(one unsentEvent) bool { return one == gone || one.from != nil && one.from == gone.from }
	table.unsent = slices.DeleteFunc(slices.Clone(table.unsent), isGone)
	table.hand.drop(gone.from)
	table.counts.Dropped++
	return true
}

// exchange makes one attempt. It returns the move of the answer, or nil.
func (table *Table) exchange(ctx context.Context, left time.Duration, again int) (*Move, error) {
	ctx, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	if len(table.unsent) > eventsMax {
		table.isOpen = false
	}
	if !table.isOpen && (table.hand == nil || len(table.options.Bots) == 0) {
		table.unsent = nil // Without a hand or a bot there is no room. It is opened later with the hand.
		table.state = State{Stage: "UNSPECIFIED", HandNumber: int(table.number)}
		return nil, nil
	}
	table.counts.Retried += again
	budget := &v1.DecisionOptions{BudgetMs: budgetMs(left)}
	var answer *v1.RecordEventsResponse
	if !table.isOpen {
		opened, err := table.open(ctx)
		if err != nil {
			return nil, err
		}
		answer = opened
	} else {
		request := &v1.RecordEventsRequest{RoomId: table.name, Decide: table.hand != nil, Options: budget, WantReactions: true, LegalPlays: table.legal}
		for place, one := range table.unsent {
			one.told.Sequence = table.sequence + uint32(place) + 1
			request.Events = append(request.Events, one.told)
		}
		answer = &v1.RecordEventsResponse{}
		if err := table.client.Call(ctx, "RecordEvents", request, answer); err != nil {
			return nil, err
		}
	}
	table.sequence, table.unsent = answer.Sequence, nil
	return table.readAnswer(answer)
}

func budgetMs(left time.Duration) *uint32 {
	return proto.Uint32(uint32(max(1, (left - replyMargin).Milliseconds())))
}

func (table *Table) open(ctx context.Context) (*v1.RecordEventsResponse, error) {
	request := &v1.OpenRoomRequest{
		RoomId: table.name, Ruleset: table.options.Ruleset, CardCodec: table.codec, Strict: !table.options.Lenient, Decide: true,
		Hand: table.hand.message(), HandNumber: table.number, Sequence: table.sequence + uint32(len(table.unsent)),
		LegalPlays: table.legal, CardNumbers: table.options.Numbers,
	}
	for chair := range 3 {
		if _, isBot := table.options.Bots[chair]; isBot {
			request.Bots = append(request.Bots, table.botSeat(chair))
		} else if player, ok := table.options.Players[chair]; ok {
			request.Players = append(request.Players, &v1.PlayerSeat{Chair: chairOf(chair), PlayerId: player})
		}
	}
	answer, err := table.openAs(ctx, request)
	var refused *Error
	if errors.As(err, &refused) && refused.Reason == "ROOM_EXISTS" {
		// A room of this name exists, for example from an earlier process. This table owns it, so it may close it.
		err = table.client.Call(ctx, "CloseRoom", &v1.CloseRoomRequest{RoomId: table.name}, &v1.Room{})
		if err == nil {
			table.opening = nil
			answer, err = table.openAs(ctx, request)
		}
	}
	if err != nil {
		return nil, err
	}
	if table.wasOpen {
		table.counts.Reopened++
	}
	table.isOpen, table.wasOpen, table.opening = true, true, nil
	return answer, nil
}

func (table *Table) openAs(ctx context.Context, request *v1.OpenRoomRequest) (*v1.RecordEventsResponse, error) {
	// A repeated request keeps its id, so that it opens only one room. A changed request needs a new id.
	if table.opening != nil {
		request.RequestId = table.opening.RequestId
	}
	if table.opening == nil || !proto.Equal(table.opening, request) {
		id := make([]byte, 16)
		_, _ = rand.Read(id) // It never fails.
		request.RequestId = hex.EncodeToString(id)
		table.opening = request
	}
	answer := &v1.OpenRoomResponse{}
	err := table.client.Call(ctx, "OpenRoom", request, answer)
	room := answer.GetRoom()
	return &v1.RecordEventsResponse{Sequence: room.GetSequence(), State: room.GetState(), Next: answer.Next, Warnings: answer.Warnings}, err
}

func (table *Table) readAnswer(answer *v1.RecordEventsResponse) (*Move, error) {
	place := func(chair v1.Chair) *int {
		if chair == 0 {
			return nil
		}
		told := int(chair) - 1
		return &told
	}
	now := answer.GetState()
	table.state = State{
		Stage: strings.TrimPrefix(now.GetStage().String(), "STAGE_"), Turn: place(now.GetTurn()), Landlord: place(now.GetLandlord()),
		Amounts: now.GetStakes().GetAmounts(), HandNumber: int(now.GetHandNumber()),
		Reactions: answer.Reactions, Table: now,
	}
	if winner := now.GetStakes().GetWinner(); winner != 0 {
		table.state.Winner = strings.ToLower(strings.TrimPrefix(winner.String(), "SIDE_"))
	}
	table.addWarnings(answer.Warnings)
	if answer.Next == nil {
		table.legal = nil
		return nil, nil
	}
	if status := answer.Next.GetStatus(); status != nil {
		// The events are recorded, but there is no decision. The client asks again, unless the request was wrong.
		if status.Code != invalidArgument {
			return nil, newError("UNAVAILABLE", status.Message, nil)
		}
		table.legal = nil
		return nil, &Error{Code: "INVALID_ARGUMENT", Message: status.Message, Retry: "never"}
	}
	return table.newMove(int(answer.Next.Chair)-1, answer.Next.GetDecision(), ""), nil
}

// decideWithoutRoom asks for the bots one by one, because the rooms are unavailable. It returns the first move, or nil.
func (table *Table) decideWithoutRoom(ctx context.Context, left time.Duration) (*Move, error) {
	ctx, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	for place := range 3 {
		bot, isBot := table.options.Bots[place]
		if !isBot {
			continue
		}
		hand := table.hand.viewOf(place)
		hand.Ruleset, hand.CardCodec, hand.CardNumbers = table.options.Ruleset, table.codec, table.options.Numbers
		request := &v1.DecideRequest{
			Chair: chairOf(place), Position: &v1.DecideRequest_Hand{Hand: hand}, LegalPlays: table.legal,
			Options: &v1.DecisionOptions{Persona: bot.Persona, Strength: bot.Strength, HandSeed: bot.Seed, BudgetMs: budgetMs(left)},
		}
		decision := &v1.Decision{}
		err := table.client.Call(ctx, "Decide", request, decision)
		if err == nil && decision.Action.GetPassOn() != nil && !table.hand.mustGive(place) {
			continue
		}
		if err == nil {
			table.counts.Stateless++
			return table.newMove(place, decision, "STORE"), nil
		}
		if asError(err).Retry == "later" {
			return nil, err
		}
	}
	return nil, nil
}

func (table *Table) addWarnings(warnings []*v1.Warning) {
	for _, one := range warnings {
		table.warnings = append(table.warnings, one.Rule+": "+one.Message)
	}
}

func (table *Table) newMove(chair int, decision *v1.Decision, degraded string) *Move {
	table.addWarnings(decision.GetWarnings())
	move := &Move{
		Chair: chair, Decision: decision, Degraded: degraded, Reason: decision.GetReason().GetText(),
		ThinkTime: time.Duration(decision.GetThinkTimeMs()) * time.Millisecond, step: &step{event: actionEvent(chair, decision.Action)},
		Warnings: table.warnings,
	}
	table.warnings = nil
	if why := decision.GetSource().GetDegraded(); degraded == "" && why != 0 {
		move.Degraded = strings.TrimPrefix(why.String(), "DEGRADED_")
	}
	switch what := decision.Action.What.(type) {
	case *v1.Action_PassOn:
		move.Kind, move.Cards, move.step = "pass_on", fromMessage(what.PassOn, table.codec), nil
	case *v1.Action_Call:
		move.Kind, move.Word = "call", strings.TrimPrefix(what.Call.String(), "CALL_")
	case *v1.Action_Doubling:
		move.Kind, move.Word = "doubling", strings.TrimPrefix(what.Doubling.String(), "DOUBLING_")
	case *v1.Action_Show:
		move.Kind, move.Show = "show", what.Show.Open
	case *v1.Action_Play:
		move.Kind, move.Cards = "play", fromMessage(what.Play.Cards, table.codec)
		if what.Play.Kind != "" {
			move.Reading = &Reading{what.Play.Kind, what.Play.Key, int(what.Play.Length), what.Play.StandsFor}
		}
		move.step.cards, _ = read(move.Cards, table.codec) // They are in the table's form, so reading cannot fail.
	default:
		move.Kind = "pass"
	}
	table.pending, table.legal = move, nil
	return move
}
