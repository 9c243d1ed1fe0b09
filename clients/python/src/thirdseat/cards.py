"""Cards as a backend writes them: text, or numbers in a codec. Inside the client, cards are a list with one entry for each card."""

from .v1 import cards_pb2

CODECS = {
    name.removeprefix("CARD_CODEC_"): number for name, number in cards_pb2.CardCodec.items() if number
}


def codec_number(name):
    if name is None:
        return cards_pb2.CARD_CODEC_UNSPECIFIED
    if name not in CODECS:
        raise ValueError(f"codec {name!r} is none of {', '.join(CODECS)}")
    return CODECS[name]


def read(cards, codec):
    """Returns the cards of the backend as a list with one entry for each card."""
    if codec is None:
        if not isinstance(cards, str):
            raise ValueError(f"cards {cards!r} have numbers: the table needs a codec")
        return [letter for letter in cards.replace("10", "T") if letter not in " ,+"]
    if isinstance(cards, str):
        raise ValueError(f"cards {cards!r} are text: the table has the codec {codec}")
    if codec == "COUNTS_15":
        return [rank for rank, count in enumerate(cards) for _ in range(count)]
    return list(cards)


def write(cards, codec):
    if codec is None:
        return "".join(cards)
    if codec == "COUNTS_15":
        return [cards.count(rank) for rank in range(15)] if cards else []
    return list(cards)


def message(cards, codec):
    said = write(cards, codec)
    return cards_pb2.Cards(text=said) if codec is None else cards_pb2.Cards(ids=said)


def minus(cards, gone):
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left
