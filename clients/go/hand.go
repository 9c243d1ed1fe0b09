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

// hand is one hand, kept so that it can be sent again: to a new room, or to a server without its rooms. It knows no rules.
type hand struct {
	codec Codec
	first int
	holds map[int][]int // the cards of each bot now
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

// gives is true for the chair that passes cards on next, in the order of speaking. The server would ask any chair that has not given.
func (hand *hand) gives(chair int) bool { return chair == (hand.first+len(hand.gifts()))%3 }

// add adds a step, and moves the bots' cards with it.
func (hand *hand) add(step *step) {
	hand.steps = append(hand.steps, step)
	hand.move(step, true)
}

// drop removes a step, if it is of this hand.
func (hand *hand) drop(gone *step) {
	if hand == nil || !slices.Contains(hand.steps, gone) {
		return
	}
	hand.move(gone, false)
	hand.steps = slices.DeleteFunc(slices.Clone(hand.steps), func(one *step) bool { return one == gone })
}

func (hand *hand) move(step *step, isForward bool) {
	switch {
	case step.to != nil:
		if gifts := hand.gifts(); len(gifts) == 3 { // All give at once.
			for _, gift := range gifts {
				hand.change(gift.chair(), gift.cards, !isForward)
				hand.change(*gift.to, gift.cards, isForward)
			}
		}
	case step.event.GetLandlordFound() != nil:
		hand.change(step.chair(), step.cards, isForward)
	case step.event.GetAction().GetPlay() != nil:
		hand.change(step.chair(), step.cards, !isForward)
	}
}

func (hand *hand) change(chair int, cards []int, isMore bool) {
	held, isBot := hand.holds[chair]
	switch {
	case !isBot:
	case isMore:
		hand.holds[chair] = slices.Concat(held, cards)
	default:
		hand.holds[chair] = minus(held, cards)
	}
}

// told is the event; the cards of a gift only if they are known.
func (hand *hand) told(step *step, isKnown bool) *v1.Event {
	if step.to == nil || isKnown {
		return step.event
	}
	return acts(step.chair(), &v1.Action{What: &v1.Action_PassOn{PassOn: &v1.Cards{}}})
}

// inRoom is the event as a room takes it: gifts that no bot gives or gets stay hidden.
func (hand *hand) inRoom(step *step) *v1.Event {
	_, gives := hand.holds[step.chair()]
	gets := false
	if step.to != nil {
		_, gets = hand.holds[*step.to]
	}
	return hand.told(step, gives || gets)
}

func (hand *hand) held(chairs ...int) []*v1.ChairCards {
	var list []*v1.ChairCards
	for _, chair := range chairs {
		if held, isBot := hand.holds[chair]; isBot {
			list = append(list, &v1.ChairCards{Chair: chairOf(chair), Cards: message(held, hand.codec)})
		}
	}
	return list
}

// message is the hand as a room takes it.
func (hand *hand) message() *v1.Hand {
	told := &v1.Hand{First: chairOf(hand.first), Holds: hand.held(0, 1, 2)}
	for _, step := range hand.steps {
		told.Events = append(told.Events, hand.inRoom(step))
	}
	return told
}

// of is the hand as one bot knows it. It sees the cards that it gets once all three have given.
func (hand *hand) of(chair int) *v1.Hand {
	told := &v1.Hand{First: chairOf(hand.first), Holds: hand.held(chair)}
	haveMoved := len(hand.gifts()) == 3
	for _, step := range hand.steps {
		gets := haveMoved && step.to != nil && *step.to == chair
		told.Events = append(told.Events, hand.told(step, step.chair() == chair || gets))
	}
	return told
}

// chairOf is the proto's value of a chair that checkChairs has accepted.
func chairOf(chair int) v1.Chair { return v1.Chair(chair + 1) }

// checkChairs refuses a wrong chair of the caller, before anything of the table changes.
func checkChairs(chairs ...int) error {
	for _, chair := range chairs {
		if chair < 0 || chair > 2 {
			return misuse("%d is no chair: chairs are 0, 1 and 2", chair)
		}
	}
	return nil
}

func acts(chair int, action *v1.Action) *v1.Event {
	return &v1.Event{Chair: chairOf(chair), What: &v1.Event_Action{Action: action}}
}
