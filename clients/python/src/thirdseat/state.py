"""What a backend says of a seat and what it is told: who sits there, how far the hand has come, and what a bot does."""

from collections import namedtuple
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Bot:
    """Who sits down. With a seed the same hand is played the same way again."""

    persona: str = ""
    seed: int = None
    # 0 to 100, in place of the persona's own numbers.
    strength: int = None
    disclosed: bool = True


# How a combo is read, where the cards alone could be several: what wild cards stand for as text ("444+7"), or kind, key and length. Where
# both are said, they have to agree.
Reading = namedtuple("Reading", "kind key length stands_for", defaults=["", "", 0, ""])


@dataclass
class State:
    """How far the hand has come, by the server's last answer."""

    # "WILD" where the next wild rank is about to be shown, "PASS_ON", "AUCTION", "BOTTOM", "DOUBLING", "SHOWING", "PLAY", "OVER", or "REDEAL"
    # where no player wanted to be landlord: deal again.
    # "UNSPECIFIED" before the first deal, and while no server answers.
    stage: str = "UNSPECIFIED"
    turn: int = None
    landlord: int = None
    # What the one whose turn it is may do, as a message.
    may: object = None
    # Once a seat went out: "landlord" or "peasants", and what the ruleset pays each chair at a base of 1.
    winner: str = None
    amounts: tuple = ()
    hand_number: int = 0


@dataclass
class Move:
    """What a bot does. It counts once it is recorded: by `accept`, or by the next event of the table."""

    chair: int
    # "pass_on", "call", "doubling", "show", "play" or "pass".
    kind: str
    # The word of a call ("PASS", "SCORE_3", "ROB") or of a doubling ("NONE", "DOUBLE"); whether a hand is shown.
    value: object = None
    cards: object = None
    reading: Reading = None
    # Advice, in seconds: how long a person would have thought. Nothing waits.
    think_time: float = 0.0
    reason: str = ""
    # Why a simpler decider answered: "", "OVERLOAD", "BUDGET", "LEGAL_PLAYS", "STORE".
    degraded: str = ""
    # Sentences for the developer of the backend: the rules that events broke since the last move, and what the server says of the request.
    warnings: tuple = ()
    # The whole answer.
    decision: object = None
    _table: object = field(default=None, repr=False)
    _step: object = field(default=None, repr=False)

    def accept(self):
        """Records the move. Answers the next bot's move, or None."""
        return self._table._accept(self)
