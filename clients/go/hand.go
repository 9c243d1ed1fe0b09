package thirdseat

import (
	"maps"
	"slices"

	v1 "github.com/thirdseat/thirdseat/clients/go/thirdseatv1"
)

// step is an event with its cards as a list.
type step struct {
	event *v1.Event
	cards []int
	to    *int // the chair that gets them, if they are passed on
}

func (step *step) chair() int { return int(step.event.Chair) - 1 }

// hand is one hand, stored so that it can be sent again: to a new room, or in calls without a room.
type hand struct {
	codec Codec
	first int
	holds map[int][]int // the current cards of each bot
	steps []*step
}

func (hand *hand) clone() *hand {
	if hand == nil {
		return nil
	}
	copied := *hand
	copied.holds, copied.steps = maps.Clone(hand.holds), slices.Clone(hand.steps)
	return &copied
}

func (hand *hand) gifts() []*step {
	var gifts []*step
	for _, step := range hand.steps {
		if step.to != nil {
			gifts = append(gifts, step)
		}
	}
	return gifts
}

// mustGive, while gifts are due, returns true for the chair of the next one. The server also decides for a later chair.
func (hand *hand) mustGive(chair int) bool { return chair == (hand.first+len(hand.gifts()))%3 }

func (hand *hand) add(step *step) {
	hand.steps = append(hand.steps, step)
	hand.moveCards(step, true)
}

// drop removes a step if it belongs to this hand.
func (hand *hand) drop(gone *step) {
	if hand == nil || !slices.Contains(hand.steps, gone) {
		return
	}
	hand.moveCards(gone, false)
	hand.steps = slices.DeleteFunc(slices.Clone(hand.steps), func(one *step) bool { return one == gone })
}

func (hand *hand) moveCards(step *step, isForward bool) {
	switch {
	case step.to != nil:
		if gifts := hand.gifts(); len(gifts) == 3 { // Gifts move only when all three chairs have given.
			for _, gift := range gifts {
				hand.changeCards(gift.chair(), gift.cards, !isForward)
				hand.changeCards(*gift.to, gift.cards, isForward)
			}
		}
	case step.event.GetLandlordFound() != nil:
		hand.changeCards(step.chair(), step.cards, isForward)
	case step.event.GetAction().GetPlay() != nil:
		hand.changeCards(step.chair(), step.cards, !isForward)
	}
}

func (hand *hand) changeCards(chair int, cards []int, isMore bool) {
	held, isBot := hand.holds[chair]
	switch {
	case !isBot:
	case isMore:
		hand.holds[chair] = slices.Concat(held, cards)
	default:
		hand.holds[chair] = minus(held, cards)
	}
}

// visibleEvent returns the event. The cards of a gift are left out if they are not known.
func (hand *hand) visibleEvent(step *step, isKnown bool) *v1.Event {
	if step.to == nil || isKnown {
		return step.event
	}
	return actionEvent(step.chair(), &v1.Action{What: &v1.Action_PassOn{PassOn: &v1.Cards{}}})
}

// eventForRoom returns the event for a room. The cards of a gift that no bot gives or gets are left out.
func (hand *hand) eventForRoom(step *step) *v1.Event {
	_, gives := hand.holds[step.chair()]
	gets := false
	if step.to != nil {
		_, gets = hand.holds[*step.to]
	}
	return hand.visibleEvent(step, gives || gets)
}

func (hand *hand) chairCards(chairs ...int) []*v1.ChairCards {
	var list []*v1.ChairCards
	for _, chair := range chairs {
		if held, isBot := hand.holds[chair]; isBot {
			list = append(list, &v1.ChairCards{Chair: chairOf(chair), Cards: toMessage(held, hand.codec)})
		}
	}
	return list
}

func (hand *hand) message() *v1.Hand {
	told := &v1.Hand{First: chairOf(hand.first), Holds: hand.chairCards(0, 1, 2)}
	for _, step := range hand.steps {
		told.Events = append(told.Events, hand.eventForRoom(step))
	}
	return told
}

// viewOf returns the hand with the knowledge of one bot. The bot sees the cards that it gets only after all three chairs have given.
func (hand *hand) viewOf(chair int) *v1.Hand {
	told := &v1.Hand{First: chairOf(hand.first), Holds: hand.chairCards(chair)}
	haveMoved := len(hand.gifts()) == 3
	for _, step := range hand.steps {
		gets := haveMoved && step.to != nil && *step.to == chair
		told.Events = append(told.Events, hand.visibleEvent(step, step.chair() == chair || gets))
	}
	return told
}

// chairOf returns the proto's value of a chair, 0 to 2.
func chairOf(chair int) v1.Chair { return v1.Chair(chair + 1) }

func checkChairs(chairs ...int) error {
	for _, chair := range chairs {
		if chair < 0 || chair > 2 {
			return misuse("%d is no chair: chairs are 0, 1 and 2", chair)
		}
	}
	return nil
}

func actionEvent(chair int, action *v1.Action) *v1.Event {
	return &v1.Event{Chair: chairOf(chair), What: &v1.Event_Action{Action: action}}
}
