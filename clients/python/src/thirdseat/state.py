"""The values that a backend gives and gets for a table: the occupants of the chairs, the state of the hand, and the moves of bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Union

if TYPE_CHECKING:
    from .table import Table
    from .v1.decision_pb2 import Decision
    from .v1.rooms_pb2 import Reaction, SeatMatch, TableState

# Cards as text, or as numbers in the codec of the table.
Cards = Union[str, Sequence[int]]


@dataclass(frozen=True)
class Bot:
    """The bot that sits down. `seed` is the seed of its random choices."""

    persona: str = ""
    seed: int | None = None
    # The strength of play, 0 to 100, in place of the persona's.
    strength: int | None = None
    disclosed: bool = True
    # The players whose level the bot's strength follows; for a takeover use SeatMatch(predecessor=True).
    matching: SeatMatch | None = None


class Reading(NamedTuple):
    """The reading of a combo: the ranks that the cards stand for as text ("444+7"), or kind, key and length.
    If both are given, they must agree."""

    kind: str = ""
    key: str = ""
    length: int = 0
    stands_for: str = ""


@dataclass
class State:
    # "WILD" if the next wild rank is about to be shown, "PASS_ON", "AUCTION", "BOTTOM", "DOUBLING", "SHOWING", "PLAY", "OVER", or "REDEAL"
    # if no player wanted to be the landlord, so that you must deal again.
    # "UNSPECIFIED" before the first deal, and if the room did not answer when a move was needed.
    stage: str = "UNSPECIFIED"
    turn: int | None = None
    landlord: int | None = None
    # The winner in the stakes: "landlord", "peasants" or None. `amounts` are then the points of each chair by the ruleset, at a base of 1.
    winner: str | None = None
    amounts: tuple[int, ...] = ()
    hand_number: int = 0
    # The emotes and urgings of the bots, as messages.
    reactions: tuple[Reaction, ...] = ()
    # The whole state as a message, for example with the standing combo and the cards left. None without an answer of the room.
    table: TableState | None = None


@dataclass
class Move:
    """The move of a bot. Record it with `accept`, or with `Table.passed_on` if it is a gift."""

    chair: int
    # The kind of move: "pass_on", "call", "doubling", "show", "play" or "pass".
    kind: str
    # The name of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE"). For "show": True if the hand is opened.
    value: str | bool | None = None
    cards: Cards | None = None
    reading: Reading | None = None
    # The time that a person would think, in seconds. This is advice: the client does not wait.
    think_time: float = 0.0
    reason: str = ""
    # The reason why this is not the persona's usual answer: "OVERLOAD", "BUDGET" or "LEGAL_PLAYS"; "STORE" if the room may not remember it;
    # otherwise empty.
    degraded: str = ""
    # Warnings as sentences, for the developer of the backend: about events since the last move that broke rules, and about the request.
    warnings: tuple[str, ...] = ()
    decision: Decision | None = None
    _table: Table | None = field(default=None, repr=False)
    _step: object | None = field(default=None, repr=False)

    def accept(self) -> Move | None:
        """Records the move and returns the next bot's move, or None. For an outdated move, returns the pending one, or None."""
        return self._table._accept(self)
