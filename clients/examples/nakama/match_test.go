package main

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/heroiclabs/nakama-common/runtime"
)

// presence implements the part of Nakama's presence that the match uses.
type presence struct {
	runtime.Presence
	user string
}

func (presence presence) GetUserId() string { return presence.user }

var first, second = presence{user: "player-1"}, presence{user: "player-2"}

type message struct {
	presence
	op   int64
	data []byte
}

func (message message) GetOpCode() int64     { return message.op }
func (message message) GetData() []byte      { return message.data }
func (message) GetReliable() bool            { return true }
func (message) GetReceiveTime() int64        { return 0 }
func (message message) GetSessionId() string { return "session" }

type dispatcher struct {
	runtime.MatchDispatcher
	said func(op int64, data []byte)
}

func (dispatcher *dispatcher) BroadcastMessage(op int64, data []byte, _ []runtime.Presence, _ runtime.Presence, _ bool) error {
	dispatcher.said(op, data)
	return nil
}

type logger struct {
	runtime.Logger
	test *testing.T
}

func (logger logger) Warn(format string, told ...any) { logger.test.Errorf(format, told...) }

// A player plays a hand against two bots of a real server, leaves during it, and comes back. Then another player sits down and the first one
// leaves; after the deal the other one leaves too, and bots play the second hand. The test calls the handler like Nakama's loop.
func TestBotsTakeSeatsStandInAndHandBack(t *testing.T) {
	address := os.Getenv("THIRDSEAT_URL")
	if address == "" {
		t.Fatal("THIRDSEAT_URL says where the bots are")
	}
	ctx := context.WithValue(context.Background(), runtime.RUNTIME_CTX_MATCH_ID, "nakama-test.node")
	match := &Match{Address: address, Persona: "rules"}
	var hand []int
	var landlord, standing *int
	var queue []runtime.MatchData
	hands, isDealtAgain, botsPlayed, playedAway, isAway := 0, false, 0, 0, false
	to := &dispatcher{}
	to.said = func(op int64, data []byte) {
		var told struct {
			Chair              *int
			Cards, Bottom      []int
			Landlord, Standing *int
			Amounts            []int64
			Reason             string
		}
		if err := json.Unmarshal(data, &told); err != nil {
			t.Fatal(err)
		}
		switch op {
		case OpHand:
			hand, standing, landlord = told.Cards, told.Standing, told.Landlord
		case OpLandlord:
			if landlord = told.Landlord; *landlord == 0 {
				hand = append(hand, told.Bottom...)
			}
		case OpAct:
			if len(told.Cards) > 0 {
				standing = told.Chair
			}
			switch {
			case *told.Chair != 0:
				botsPlayed++
			case isAway:
				playedAway++
			}
			if *told.Chair == 0 {
				hand = slices.DeleteFunc(hand, func(card int) bool { return slices.Contains(told.Cards, card) })
			}
		case OpTurn:
			isDealtAgain = hands == 1
			if told.Chair == nil || *told.Chair != 0 || isAway {
				return
			}
			said := act{Call: "PASS"}
			if landlord != nil {
				said = act{}
				if standing == nil || *standing == 0 {
					said.Cards = []int{slices.Min(hand)}
				}
			}
			data, _ := json.Marshal(said)
			queue = append(queue, message{presence: first, op: OpAct, data: data})
		case OpOver:
			sum := int64(0)
			for _, amount := range told.Amounts {
				sum += amount
			}
			if sum != 0 || len(told.Amounts) != 3 {
				t.Errorf("amounts %v", told.Amounts)
			}
			if hands++; hands == 2 && !isDealtAgain {
				t.Error("the end of the first hand is told twice")
			}
		case OpRefused:
			t.Errorf("refused: %s", told.Reason)
		}
	}
	state, _, _ := match.MatchInit(ctx, logger{test: t}, nil, nil, nil)
	join := func(tick int64, who presence) {
		state = match.MatchJoin(ctx, nil, nil, nil, to, tick, state, []runtime.Presence{who})
	}
	leave := func(tick int64, who presence) {
		state = match.MatchLeave(ctx, nil, nil, nil, to, tick, state, []runtime.Presence{who})
	}
	join(0, first)
	queue = append(queue, message{presence: first, op: OpStart})
	isBetween, isSecondHere := false, false
	until := time.Now().Add(time.Minute)
	for tick := int64(0); hands < 2 && time.Now().Before(until); tick += 100 { // Skips the bots' think time.
		if !isAway && playedAway == 0 && botsPlayed > 5 {
			isAway = true
			leave(tick, first)
		}
		if hands == 0 && isAway && playedAway > 0 {
			isAway = false
			join(tick, first)
		}
		if hands == 1 && !isBetween {
			isBetween, isSecondHere, isAway = true, true, true
			join(tick, second)
			leave(tick, first)
			queue = append(queue, message{presence: second, op: OpStart})
		}
		if isDealtAgain && isSecondHere {
			isSecondHere = false
			leave(tick, second)
		}
		messages := queue
		queue = nil
		state = match.MatchLoop(ctx, logger{test: t}, nil, nil, to, tick, state, messages)
		time.Sleep(time.Millisecond)
	}
	if hands != 2 || botsPlayed == 0 || playedAway == 0 {
		t.Errorf("%d hands, bots played %d, a bot played %d for the player", hands, botsPlayed, playedAway)
	}
}
