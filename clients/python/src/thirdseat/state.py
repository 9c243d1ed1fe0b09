"""The values that a backend gives and gets for a table: the occupants of the chairs, the state of the hand, and the moves of bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Union

if TYPE_CHECKING:
    from .table import Table
    from .v1.decision_pb2 import Decision
    from .v1.rooms_pb2 import Reaction, SeatMatch, TableState

# Text, or numbers in the codec of the table.
Cards = Union[str, Sequence[int]]


@dataclass(frozen=True)
class Bot:
    """The bot that sits down. With a seed it plays the same hand the same way again."""

    persona: str = ""
    seed: int | None = None
    # 0 to 100, in place of the persona's own numbers.
    strength: int | None = None
    disclosed: bool = True
    # The players whose level the strength follows; after a takeover SeatMatch(predecessor=True).
    matching: SeatMatch | None = None


class Reading(NamedTuple):
    """The reading of a combo whose cards could be several: the ranks that wild cards stand for as text ("444+7"), or kind, key and length.
    If both are given, they have to agree."""

    kind: str = ""
    key: str = ""
    length: int = 0
    stands_for: str = ""


@dataclass
class State:
    """The state of the hand, by the server's last answer."""

    # "WILD" if the next wild rank is about to be shown, "PASS_ON", "AUCTION", "BOTTOM", "DOUBLING", "SHOWING", "PLAY", "OVER", or "REDEAL"
    # if no player wanted to be landlord: deal again.
    # "UNSPECIFIED" before the first deal, and while no server answers.
    stage: str = "UNSPECIFIED"
    turn: int | None = None
    landlord: int | None = None
    # Once a seat went out: "landlord" or "peasants", and what the ruleset pays each chair at a base of 1.
    winner: str | None = None
    amounts: tuple[int, ...] = ()
    hand_number: int = 0
    # The emotes of the bots, and the times at which they urge the chair on turn, as messages.
    reactions: tuple[Reaction, ...] = ()
    # The whole state as a message: also the possible acts of the chair on turn, the standing combo, the cards left, the bottom and the stakes. None while
    # the stage is UNSPECIFIED.
    table: TableState | None = None


@dataclass
class Move:
    """The move of a bot. It counts once it is recorded: by `accept`, or by the next event of the table."""

    chair: int
    # "pass_on", "call", "doubling", "show", "play" or "pass".
    kind: str
    # The word of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE"); whether a hand is shown.
    value: str | bool | None = None
    cards: Cards | None = None
    reading: Reading | None = None
    # Advice: the time that a person would have thought, in seconds. Nothing waits.
    think_time: float = 0.0
    reason: str = ""
    # The reason why a simpler decider answered: "", "OVERLOAD", "BUDGET", "LEGAL_PLAYS", "STORE".
    degraded: str = ""
    # Sentences for the developer of the backend: rules that events broke since the last move, and the server's warnings about the request.
    warnings: tuple[str, ...] = ()
    # The whole answer.
    decision: Decision | None = None
    _table: Table | None = field(default=None, repr=False)
    _step: object | None = field(default=None, repr=False)

    def accept(self) -> Move | None:
        """Records the move. Returns the next bot's move, or None."""
        return self._table._accept(self)
