package thirdseat

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	v1 "github.com/thirdseat/thirdseat/clients/go/thirdseatv1"
)

// happening is something that happened at the table.
type happening struct {
	kind  string // "wild", "passed_on", "called", "landlord", "raised", "shown" or "played"
	chair int    // -1 where it is no chair's
	word  int32  // a call or a doubling
	rank  string // one that is wild
	cards []int  // cards passed on, a bottom, a shown hand, or what was played: none is a pass
	// How the combo is read, where the cards alone could be several.
	reading *Reading
}

// hand is one hand as the table saw it, so that it can be told again: to a room that is gone, or as a view to a server without its
// rooms. It knows no rules of combos. It counts whose turn it is only for the time in which no server says so.
type hand struct {
	ruleset   string
	codec     Codec
	first     int
	appointed *int // the landlord, without an auction
	bottom    []int
	bots      map[int][]int // what each bot was dealt
	events    []*happening
}

// facts are what counting tells.
type facts struct {
	stage          v1.Stage
	turn, landlord *int
	standing       *int // the chair whose combo stands
}

func (hand *hand) landlord() *int {
	for _, event := range hand.events {
		if event.kind == "landlord" {
			return &event.chair
		}
	}
	return hand.appointed
}

// cardsOf are the cards of all events of one kind and chair.
func (hand *hand) cardsOf(kind string, chair int) []int {
	var list []int
	for _, event := range hand.events {
		if event.kind == kind && event.chair == chair {
			list = append(list, event.cards...)
		}
	}
	return list
}

// direction is how many chairs on the receiver of passed cards sits; 0 where none are passed on.
func (hand *hand) direction() int {
	told := passOnAsked.FindStringSubmatch(hand.ruleset)
	switch {
	case told == nil || hand.appointed != nil:
		return 0
	case told[1] == "next":
		return 1
	}
	return 2
}

// gifts counts the chairs that have given.
func (hand *hand) gifts() int {
	count := 0
	for _, event := range hand.events {
		if event.kind == "passed_on" {
			count++
		}
	}
	return count
}

// given is what the chair has passed on, and what comes to it, as far as chairs have given.
func (hand *hand) given(chair int) (gave, got []int) {
	direction := hand.direction()
	if direction == 0 {
		return nil, nil
	}
	return hand.cardsOf("passed_on", chair), hand.cardsOf("passed_on", (chair-direction+3)%3)
}

// moved is the same once the cards have moved: when all three have given.
func (hand *hand) moved(chair int) (gave, got []int) {
	if hand.gifts() < 3 {
		return nil, nil
	}
	return hand.given(chair)
}

// held is what a bot holds now.
func (hand *hand) held(chair int) []int {
	gave, got := hand.moved(chair)
	return minus(slices.Concat(hand.bots[chair], got, hand.cardsOf("landlord", chair)), slices.Concat(gave, hand.cardsOf("played", chair)))
}

// sit seats a bot with these cards: as if it had been dealt what came to them.
func (hand *hand) sit(chair int, held []int) {
	gave, got := hand.moved(chair)
	hand.bots[chair] = minus(slices.Concat(held, hand.cardsOf("played", chair), gave), slices.Concat(hand.cardsOf("landlord", chair), got))
}

var (
	doublingAsked = regexp.MustCompile(`\bdoubling=(double|super)\b`)
	passOnAsked   = regexp.MustCompile(`\bpass-on=(next|previous)\b`)
	openHandAsked = regexp.MustCompile(`\bopen-hand=yes\b`)
	wildsAsked    = regexp.MustCompile(`\bwilds=(\d)`)
	rulesetName   = regexp.MustCompile(`^[\w-]*`)
	// wildsOf says how many wild ranks a ruleset has, unless an override says so.
	wildsOf = map[string]int{"laizi": 1, "laizi-tiandi": 2}
)

// wilds are the heights of the wild ranks that were shown.
func (hand *hand) wilds() []int {
	var shown []int
	for _, event := range hand.events {
		if event.kind == "wild" {
			shown = append(shown, strings.Index(ranks, event.rank))
		}
	}
	return shown
}

// withDeal counts the events that belong to the deal: the wild ranks that were shown before anything else.
func (hand *hand) withDeal() int {
	place := slices.IndexFunc(hand.events, func(event *happening) bool { return event.kind != "wild" })
	if place < 0 {
		return len(hand.events)
	}
	return place
}

// awaitsWild tells whether a wild rank is shown next: the first one before the auction, the other one with the bottom.
func (hand *hand) awaitsWild() bool {
	number := wildsOf[rulesetName.FindString(hand.ruleset)]
	if told := wildsAsked.FindStringSubmatch(hand.ruleset); told != nil {
		number, _ = strconv.Atoi(told[1])
	}
	if hand.landlord() == nil {
		number = min(number, 1)
	}
	return len(hand.wilds()) < number
}

func (hand *hand) facts() facts {
	landlord := hand.landlord()
	if hand.awaitsWild() {
		return facts{stage: v1.Stage_STAGE_WILD, landlord: landlord}
	}
	if hand.direction() > 0 && hand.gifts() < 3 {
		turn := (hand.first + hand.gifts()) % 3
		return facts{stage: v1.Stage_STAGE_PASS_ON, turn: &turn}
	}
	if landlord == nil {
		turn := hand.turnInAuction()
		if turn == nil {
			return facts{stage: v1.Stage_STAGE_BOTTOM}
		}
		return facts{stage: v1.Stage_STAGE_AUCTION, turn: turn}
	}
	raised, isShown := 0, false
	for _, event := range hand.events {
		if event.kind == "raised" {
			raised++
		}
		isShown = isShown || event.kind == "shown"
	}
	asked := hand.ruleset
	if hand.appointed != nil {
		asked = "" // Only an auction is followed by doublings and an open hand.
	}
	if doublingAsked.MatchString(asked) && raised < 3 {
		turn := (*landlord + raised) % 3
		return facts{stage: v1.Stage_STAGE_DOUBLING, turn: &turn, landlord: landlord}
	}
	if openHandAsked.MatchString(asked) && !isShown {
		return facts{stage: v1.Stage_STAGE_SHOWING, turn: landlord, landlord: landlord}
	}
	for chair := range 3 {
		count := 17 - len(hand.cardsOf("played", chair))
		if chair == *landlord {
			count += 3
		}
		if count <= 0 {
			return facts{stage: v1.Stage_STAGE_OVER, landlord: landlord}
		}
	}
	turn := *landlord
	var standing *int
	for _, event := range hand.events {
		if event.kind == "played" {
			turn = (event.chair + 1) % 3
			if len(event.cards) > 0 {
				standing = &event.chair
			}
			if standing != nil && *standing == turn {
				standing = nil // Both others passed.
			}
		}
	}
	return facts{stage: v1.Stage_STAGE_PLAY, turn: &turn, landlord: landlord, standing: standing}
}

// turnInAuction: everybody speaks once; the first caller answers those who robbed; three points and a take end it.
func (hand *hand) turnInAuction() *int {
	said, caller, isRobbed := 0, (*int)(nil), false
	for _, event := range hand.events {
		if event.kind == "called" {
			said++
		}
		switch v1.Call(event.word) {
		case v1.Call_CALL_SCORE_3, v1.Call_CALL_TAKE:
			return nil
		case v1.Call_CALL_CALL:
			caller = &event.chair
		case v1.Call_CALL_ROB:
			isRobbed = true
		}
	}
	if said < 3 {
		turn := (hand.first + said) % 3
		return &turn
	}
	if said == 3 && isRobbed {
		return caller
	}
	return nil
}

// As messages

func chairOf(chair int) v1.Chair { return v1.Chair(chair + 1) }

func seatOf(chair, landlord int) v1.Seat { return v1.Seat((chair-landlord+3)%3 + 1) }

// message is an event as a room takes it. Chairs count from `from`: 0 in a room, the chair that speaks first in a view. What no bot gives
// or gets stays hidden.
func (hand *hand) message(event *happening, from int) *v1.Event {
	chair := chairOf((event.chair - from + 3) % 3)
	switch event.kind {
	case "wild":
		return &v1.Event{What: &v1.Event_WildShown{WildShown: &v1.WildShown{Rank: event.rank}}}
	case "passed_on":
		passed := &v1.PassedOn{Chair: chair}
		_, gives := hand.bots[event.chair]
		_, gets := hand.bots[(event.chair+hand.direction())%3]
		if gives || gets {
			passed.Cards = message(event.cards, hand.codec)
		}
		return &v1.Event{What: &v1.Event_PassedOn{PassedOn: passed}}
	case "called":
		return &v1.Event{What: &v1.Event_Called{Called: &v1.Called{Chair: chair, Call: v1.Call(event.word)}}}
	case "landlord":
		found := &v1.LandlordFound{Chair: chair, Bottom: message(event.cards, hand.codec)}
		return &v1.Event{What: &v1.Event_LandlordFound{LandlordFound: found}}
	case "raised":
		raised := &v1.Raised{Seat: seatOf(event.chair, *hand.landlord()), Doubling: v1.Doubling(event.word)}
		return &v1.Event{What: &v1.Event_Raised{Raised: raised}}
	case "shown":
		shown := &v1.Shown{Open: len(event.cards) > 0}
		if shown.Open {
			shown.Hand = message(event.cards, hand.codec)
		}
		return &v1.Event{What: &v1.Event_Shown{Shown: shown}}
	}
	played := &v1.Played{Seat: seatOf(event.chair, *hand.landlord())}
	if len(event.cards) == 0 {
		played.What = &v1.Played_Passed{Passed: &v1.Pass{}}
	} else {
		combo := &v1.Combo{Cards: message(event.cards, hand.codec)}
		if event.reading != nil {
			combo.Kind, combo.Key, combo.Length = event.reading.Kind, event.reading.Key, uint32(event.reading.Length)
			combo.StandsFor = event.reading.StandsFor
		}
		played.What = &v1.Played_Combo{Combo: combo}
	}
	return &v1.Event{What: &v1.Event_Played{Played: played}}
}

func (hand *hand) dealt() *v1.Dealt {
	dealt := &v1.Dealt{First: chairOf(hand.first)}
	for chair := range 3 {
		if held, ok := hand.bots[chair]; ok {
			dealt.Hands = append(dealt.Hands, &v1.ChairCards{Chair: chairOf(chair), Cards: message(held, hand.codec)})
		}
	}
	if hand.appointed != nil {
		dealt.First, dealt.Landlord = 0, chairOf(*hand.appointed)
		dealt.Bottom = message(hand.bottom, hand.codec)
	}
	return dealt
}

// view is all that a bot knows, without a room: now, or with the deal. Chairs in it count from the one that speaks first.
func (hand *hand) view(chair int, isAtDeal bool) *v1.View {
	view := &v1.View{EventsComplete: true}
	if hand.appointed == nil {
		view.Chair = chairOf((chair - hand.first + 3) % 3)
	} else {
		view.Seat = seatOf(chair, *hand.appointed)
		view.Bottom = message(hand.bottom, hand.codec)
	}
	events := hand.events
	if isAtDeal {
		view.Hand = message(hand.bots[chair], hand.codec)
		events = events[:hand.withDeal()]
	} else {
		view.Hand = message(hand.held(chair), hand.codec)
	}
	for _, event := range events {
		told := hand.message(event, hand.first)
		if passed := told.GetPassedOn(); passed != nil {
			if hand.gifts() < 3 {
				continue // All give at once: a seat sees no gift before the third.
			}
			if chair != event.chair && chair != (event.chair+hand.direction())%3 {
				passed.Cards = nil
			}
		}
		view.Events = append(view.Events, told)
	}
	return view
}

// lastResort is an action that is always legal, for the time in which no server answers: the lowest cards passed on, no bid, no doubling,
// a closed hand, a pass on what stands, the lowest single as a lead, a wild card last. Nil where the hand is over or waits for cards to be
// shown.
func (hand *hand) lastResort(chair int) *v1.Action {
	facts := hand.facts()
	switch {
	case facts.turn == nil:
		return nil
	case facts.stage == v1.Stage_STAGE_PASS_ON:
		return &v1.Action{What: &v1.Action_PassOn{PassOn: message(hand.lowest(chair, 3), hand.codec)}}
	case facts.landlord == nil:
		return &v1.Action{What: &v1.Action_Call{Call: v1.Call_CALL_PASS}}
	case facts.stage == v1.Stage_STAGE_DOUBLING:
		return &v1.Action{What: &v1.Action_Doubling{Doubling: v1.Doubling_DOUBLING_NONE}}
	case facts.stage == v1.Stage_STAGE_SHOWING:
		return &v1.Action{What: &v1.Action_Show{}}
	case facts.standing != nil:
		return &v1.Action{What: &v1.Action_Passed{Passed: &v1.Pass{}}}
	}
	return &v1.Action{What: &v1.Action_Play{Play: &v1.Combo{Cards: message(hand.lowest(chair, 1), hand.codec)}}}
}

// lowest are the lowest cards of a bot, wild cards last.
func (hand *hand) lowest(chair, count int) []int {
	wilds := hand.wilds()
	order := func(card int) int {
		place := height(card, hand.codec)
		if slices.Contains(wilds, place) {
			place += len(ranks)
		}
		return place
	}
	held := hand.held(chair)
	slices.SortStableFunc(held, func(one, two int) int { return order(one) - order(two) })
	return held[:count]
}
