"""The way from the deal to the first lead, written from docs/use/rules.md: the questions to each chair, and their results."""

CALLS = {"score": ["no", "1", "2", "3"], "first-score": ["no", "1", "2", "3"], "call-rob": ["no", "call", "rob"], "take-it": ["no", "take"]}


class Auction:
    """An auction under way. Chairs are 0, 1 and 2 in the order of speaking."""

    def __init__(self, kind):
        self.kind = kind
        self.turn = 0
        self.landlord = None
        self.caller = None
        self.highest = 0
        self.declined = set()
        self.robbed = False
        # True if it is over without a landlord: the cards are dealt again, or a player is appointed.
        self.unwanted = False

    def options(self):
        """The possible words of the chair on turn."""
        if self.kind in ("score", "first-score"):
            return ["no"] + [str(points) for points in range(self.highest + 1, 4)]
        if self.kind == "take-it":
            return ["no", "take"]
        return ["no", "rob" if self.caller is not None else "call"]

    def is_over(self):
        return self.turn is None

    def say(self, word):
        """Applies a call; refuses a forbidden one."""
        if self.is_over() or word not in self.options():
            raise ValueError(f"{word} is no call here; there are {self.options()}")
        {"score": self._score, "first-score": self._score, "take-it": self._take_it, "call-rob": self._call_rob}[self.kind](word)
        if self.is_over():
            self.unwanted = self.landlord is None

    def _score(self, word):
        if word != "no":
            self.landlord, self.highest = self.turn, int(word)
        last = self.turn == 2 or self.highest == 3 or self.kind == "first-score" and word != "no"
        self.turn = None if last else self.turn + 1

    def _take_it(self, word):
        if word == "take":
            self.landlord = self.turn
        self.turn = None if word == "take" or self.turn == 2 else self.turn + 1

    def _call_rob(self, word):
        chair = self.turn
        if self.caller is None:
            if word == "call":
                self.caller = self.landlord = chair
            else:
                self.declined.add(chair)
                self.turn = None if chair == 2 else chair + 1
                return
        elif word == "rob":
            self.landlord, self.robbed = chair, True
        if chair == self.caller and word != "call":
            # The caller has answered the robbers.
            self.turn = None
            return
        following = (chair + 1) % 3
        while following != self.caller and following in self.declined:
            following = (following + 1) % 3
        # The caller is asked again only if another player robbed.
        self.turn = None if following == self.caller and not self.robbed else following
