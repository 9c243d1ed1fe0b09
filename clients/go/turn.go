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
)

// turn tells what is unsent and answers the move of the bot that is to act. The last `told` events are this call's.
func (table *Table) turn(ctx context.Context, chair *int, told int) (*Move, error) {
	until, wait, repairs := time.Now().Add(table.options.Time), 10*time.Millisecond, 0
	var refused *Error
	for time.Until(until) > time.Millisecond && ctx.Err() == nil {
		move, err := table.exchange(ctx, time.Until(until), chair)
		if err == nil {
			return move, nil
		}
		refused = asError(err)
		table.counts.Retried++
		isGone := refused.Reason == "ROOM_NOT_FOUND" || refused.Retry == "reread" && refused.Reason != "SUPERSEDED"
		if isGone && repairs < repairsMax {
			// The room is not what it should be: it is opened again and told this hand from its deal.
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
		table.count()
		if chair == nil && !table.isBot(table.state.Turn) {
			return nil, nil // Nothing waits: the event goes with the next call.
		}
		if refused.Reason == "STORE_UNAVAILABLE" {
			if move := table.stateless(ctx, time.Until(until), chair); move != nil {
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
	return table.decidedHere(chair, refused)
}

func (table *Table) isBot(chair *int) bool {
	if chair == nil {
		return false
	}
	_, isBot := table.options.Bots[*chair]
	return isBot
}

var eventField = regexp.MustCompile(`^events\[(\d+)\]`)

// dropEarlier tells whether the server refuses an event of an earlier call, which was kept while no server answered. It will never take
// it, so it is dropped, and the table goes on without it.
func (table *Table) dropEarlier(refused *Error, told int) bool {
	place := eventField.FindStringSubmatch(refused.Field)
	if place == nil {
		return false
	}
	var kept []*happening
	if table.isOpen {
		for _, one := range table.unsent {
			kept = append(kept, one.from)
		}
	} else {
		kept = slices.Clone(table.hand.events[table.hand.withDeal():])
	}
	index, _ := strconv.Atoi(place[1])
	if index >= len(kept)-told || kept[index] == nil {
		return false
	}
	table.unsent = slices.DeleteFunc(slices.Clone(table.unsent), func(one unsent) bool { return one.from == kept[index] })
	table.hand.events = slices.DeleteFunc(slices.Clone(table.hand.events), func(one *happening) bool { return one == kept[index] })
	table.counts.Dropped++
	return true
}

// exchange makes one call. It answers a move, or nil where no bot is to act.
func (table *Table) exchange(ctx context.Context, left time.Duration, chair *int) (*Move, error) {
	ctx, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	if len(table.unsent) > eventsMax {
		table.isOpen = false
	}
	if !table.isOpen && (table.hand == nil || len(table.options.Bots) == 0 || table.hand.facts().stage == v1.Stage_STAGE_WILD) {
		table.unsent = nil // A room is opened when a bot sits in a hand and knows its wild cards, and is told that hand then.
		table.count()
		return nil, nil
	}
	budget := &v1.DecisionOptions{BudgetMs: budgetOf(left)}
	var answer *v1.RecordEventsResponse
	switch {
	case !table.isOpen:
		opened, err := table.open(ctx)
		if err != nil {
			return nil, err
		}
		answer = opened
	case chair != nil && len(table.unsent) == 0:
		position := &v1.DecideRequest_Room{Room: &v1.RoomTurn{RoomId: table.name, Chair: chairOf(*chair), Version: &table.version}}
		decided := &v1.DecideResponse{}
		if err := table.client.Call(ctx, "Decide", &v1.DecideRequest{Position: position, Options: budget}, decided); err != nil {
			return nil, err
		}
		return table.move(*chair, decided.Decision.Action, decided.Decision, ""), nil
	default:
		request := &v1.RecordEventsRequest{RoomId: table.name, Decide: table.hand != nil, Options: budget}
		for place, one := range table.unsent {
			one.told.Sequence = table.sequence + uint32(place) + 1
			request.Events = append(request.Events, one.told)
		}
		answer = &v1.RecordEventsResponse{}
		if err := table.client.Call(ctx, "RecordEvents", request, answer); err != nil {
			return nil, err
		}
	}
	table.sequence, table.version, table.unsent = answer.Sequence, answer.Version, nil
	return table.answered(answer)
}

func budgetOf(left time.Duration) *uint32 {
	return proto.Uint32(uint32(max(1, (left - replyMargin).Milliseconds())))
}

// open opens the room with the deal as a snapshot, so that hand and events keep their numbers, and what followed as events.
func (table *Table) open(ctx context.Context) (*v1.RecordEventsResponse, error) {
	hand, dealt := table.hand, table.sequence+1+uint32(table.hand.withDeal())
	request := &v1.OpenRoomRequest{
		RoomId: table.name, Ruleset: table.options.Ruleset, CardCodec: table.codec, Strict: table.options.Strict, Decide: true,
		Snapshot: &v1.Snapshot{HandNumber: table.number, Sequence: dealt},
	}
	for chair := range 3 {
		if table.isBot(&chair) {
			request.Bots = append(request.Bots, table.seat(chair))
			request.Snapshot.Views = append(request.Snapshot.Views, &v1.ChairView{Chair: chairOf(chair), View: hand.view(chair, true)})
		} else if player, ok := table.options.Players[chair]; ok {
			request.Players = append(request.Players, &v1.PlayerSeat{Chair: chairOf(chair), PlayerId: player})
		}
	}
	for place, event := range hand.events[hand.withDeal():] {
		request.Events = append(request.Events, &v1.RoomEvent{
			Sequence: dealt + 1 + uint32(place), HandNumber: table.number, What: &v1.RoomEvent_Table{Table: hand.message(event, 0)},
		})
	}
	answer, err := table.openAs(ctx, request)
	var refused *Error
	if errors.As(err, &refused) && refused.Reason == "ROOM_EXISTS" {
		// Left over from an earlier process, or from a call whose answer was lost: this table owns the room.
		err = table.client.Call(ctx, "CloseRoom", &v1.CloseRoomRequest{RoomId: table.name}, &v1.CloseRoomResponse{})
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
	return answer.Recorded, nil
}

func (table *Table) openAs(ctx context.Context, request *v1.OpenRoomRequest) (*v1.OpenRoomResponse, error) {
	// The same request again keeps its name, so that it opens one room; one that says something else needs a new name.
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
	return answer, table.client.Call(ctx, "OpenRoom", request, answer)
}

func (table *Table) answered(answer *v1.RecordEventsResponse) (*Move, error) {
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
		May: now.GetMay(), Amounts: now.GetScore().GetAmounts(), HandNumber: int(now.GetHandNumber()),
	}
	if winner := now.GetScore().GetWinner(); winner != 0 {
		table.state.Winner = strings.ToLower(strings.TrimPrefix(winner.String(), "SIDE_"))
	}
	if answer.Next == nil {
		return nil, nil
	}
	if status := answer.Next.GetStatus(); status != nil {
		// Recorded, but not decided in time, whatever the status says in detail: asked again.
		return nil, newError("UNAVAILABLE", "", status.Message, "", "")
	}
	decision := answer.Next.GetDecision()
	return table.move(int(answer.Next.Chair)-1, decision.Action, decision, ""), nil
}

// count says whose turn it is by the helper's own count.
func (table *Table) count() {
	if table.hand == nil {
		return
	}
	facts := table.hand.facts()
	stage := strings.TrimPrefix(facts.stage.String(), "STAGE_")
	table.state = State{Stage: stage, Turn: facts.turn, Landlord: facts.landlord, HandNumber: int(table.number)}
}

// stateless asks a bot with all that it knows, because the rooms are away. Nil where that fails too.
func (table *Table) stateless(ctx context.Context, left time.Duration, chair *int) *Move {
	if chair == nil {
		chair = table.state.Turn
	}
	if !table.isBot(chair) || left <= 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	view := table.hand.view(*chair, false)
	view.Ruleset, view.CardCodec = table.options.Ruleset, table.codec
	bot := table.options.Bots[*chair]
	request := &v1.DecideRequest{
		Position: &v1.DecideRequest_View{View: view},
		Options:  &v1.DecisionOptions{Persona: bot.Persona, Strength: bot.Strength, HandSeed: bot.Seed, BudgetMs: budgetOf(left)},
	}
	answer := &v1.DecideResponse{}
	if table.client.Call(ctx, "Decide", request, answer) != nil {
		return nil
	}
	table.counts.Stateless++
	return table.move(*chair, answer.Decision.Action, answer.Decision, "STORE")
}

// decidedHere: no server answered in time.
func (table *Table) decidedHere(chair *int, refused *Error) (*Move, error) {
	if chair == nil {
		chair = table.state.Turn
	}
	if table.options.LastResort && table.hand != nil && table.isBot(chair) {
		if action := table.hand.lastResort(*chair); action != nil {
			table.counts.Local++
			return table.move(*chair, action, nil, "LOCAL"), nil
		}
	}
	if refused == nil {
		refused = newError("DEADLINE_EXCEEDED", "", "no answer in time", "", "")
	}
	return nil, refused
}

func (table *Table) move(chair int, action *v1.Action, decision *v1.Decision, degraded string) *Move {
	move := &Move{Chair: chair, Decision: decision, Degraded: degraded}
	if decision != nil {
		move.ThinkTime, move.Reason = time.Duration(decision.GetPace().GetThinkTimeMs())*time.Millisecond, decision.GetReason().GetText()
		if why := decision.GetSource().GetDegraded(); degraded == "" && why != 0 {
			move.Degraded = strings.TrimPrefix(why.String(), "DEGRADED_")
		}
	}
	switch what := action.What.(type) {
	case *v1.Action_PassOn:
		move.Kind, move.Cards = "pass_on", fromMessage(what.PassOn, table.codec)
		list, _ := read(move.Cards, table.codec) // They are in the table's form.
		move.event = &happening{kind: "passed_on", chair: chair, cards: list}
	case *v1.Action_Call:
		move.Kind, move.Word = "call", strings.TrimPrefix(what.Call.String(), "CALL_")
		move.event = &happening{kind: "called", chair: chair, word: int32(what.Call)}
	case *v1.Action_Doubling:
		move.Kind, move.Word = "doubling", strings.TrimPrefix(what.Doubling.String(), "DOUBLING_")
		move.event = &happening{kind: "raised", chair: chair, word: int32(what.Doubling)}
	case *v1.Action_Show:
		move.Kind, move.Show = "show", what.Show
		move.event = &happening{kind: "shown", chair: chair}
		if what.Show {
			move.event.cards = table.hand.held(chair)
		}
	case *v1.Action_Play:
		move.Kind, move.Cards = "play", fromMessage(what.Play.Cards, table.codec)
		if what.Play.Kind != "" {
			move.Reading = &Reading{what.Play.Kind, what.Play.Key, int(what.Play.Length), what.Play.StandsFor}
		}
		list, _ := read(move.Cards, table.codec) // They are in the table's form.
		move.event = &happening{kind: "played", chair: chair, cards: list, reading: move.Reading}
	default:
		move.Kind = "pass"
		move.event = &happening{kind: "played", chair: chair}
	}
	table.pending = move
	return move
}
