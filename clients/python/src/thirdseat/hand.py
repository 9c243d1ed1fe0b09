"""One hand, stored so that it can be sent again: to a new room, or in calls without a room."""

from collections import namedtuple

from . import cards
from .v1 import game_pb2

# An event with its cards as a list. If they are passed on, also the chair that gets them.
Step = namedtuple("Step", "event cards to", defaults=[(), None])


def chair_of(chair):
    """Returns the proto's value of a chair."""
    if chair not in (0, 1, 2):
        raise ValueError(f"{chair} is no chair: chairs are 0, 1 and 2")
    return game_pb2.CHAIR_FIRST + chair


class Hand:
    """One hand. `holds` has the current cards of each bot, by chair."""

    def __init__(self, codec, first, holds, steps=()):
        self.codec, self.first, self.holds = codec, first, dict(holds)
        self.steps = list(steps)

    def copy(self):
        return Hand(self.codec, self.first, self.holds, self.steps)

    def gifts(self):
        return [step for step in self.steps if step.to is not None]

    def must_give(self, chair):
        """While gifts are due, true for the chair of the next one. The server also decides for a later chair."""
        return chair == (self.first + len(self.gifts())) % 3

    def add(self, step):
        self.steps.append(step)
        self._move_cards(step, 1)

    def drop(self, step):
        """Removes a step if it belongs to this hand."""
        if any(known is step for known in self.steps):
            self._move_cards(step, -1)
            self.steps = [known for known in self.steps if known is not step]

    def _move_cards(self, step, sign):
        chair = step.event.chair - 1
        if step.to is not None:
            for gift in self.gifts() if len(self.gifts()) == 3 else ():  # Gifts move only when all three chairs have given.
                self._change_cards(gift.event.chair - 1, gift.cards, -sign)
                self._change_cards(gift.to, gift.cards, sign)
        elif step.event.HasField("landlord_found"):
            self._change_cards(chair, step.cards, sign)
        elif step.event.action.HasField("play"):
            self._change_cards(chair, step.cards, -sign)

    def _change_cards(self, chair, moved, sign):
        if chair in self.holds:
            held = self.holds[chair]
            self.holds[chair] = held + list(moved) if sign > 0 else cards.minus(held, moved)

    def visible_event(self, step, is_known):
        """Returns the event. It has the cards of a gift only if `is_known`."""
        if step.to is None or is_known(step):
            return step.event
        return game_pb2.Event(chair=step.event.chair, action=game_pb2.Action(pass_on=cards.message([], self.codec)))

    def event_for_room(self, step):
        """Returns the event for a room. The cards of a gift that no bot gives or gets are left out."""
        return self.visible_event(step, lambda gift: gift.event.chair - 1 in self.holds or gift.to in self.holds)

    def chair_cards(self):
        return [game_pb2.ChairCards(chair=chair_of(chair), cards=cards.message(held, self.codec)) for chair, held in sorted(self.holds.items())]

    def message(self):
        return game_pb2.Hand(first=chair_of(self.first), holds=self.chair_cards(), events=[self.event_for_room(step) for step in self.steps])

    def view_of(self, chair):
        """Returns the hand with the knowledge of one bot. The bot sees the cards that it gets only after all three chairs have given."""
        have_moved = len(self.gifts()) == 3
        events = [
            self.visible_event(step, lambda gift: gift.event.chair - 1 == chair or have_moved and gift.to == chair) for step in self.steps
        ]
        holds = [one for one in self.chair_cards() if one.chair == chair_of(chair)]
        return game_pb2.Hand(first=chair_of(self.first), holds=holds, events=events)
