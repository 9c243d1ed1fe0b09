package thirdseat

import (
	"fmt"
	"slices"
	"strings"

	v1 "github.com/thirdseat/thirdseat/clients/go/thirdseatv1"
)

// Codec is the way in which a table writes cards as numbers. The zero value means text.
type Codec = v1.CardCodec

func codecNames() string {
	var names []string
	for number := range int32(len(v1.CardCodec_name)) {
		names = append(names, strings.TrimPrefix(v1.CardCodec_name[number], "CARD_CODEC_"))
	}
	return strings.Join(names[1:], ", ")
}

// Cards are cards in the form of the table: text, or numbers in the table's codec. The zero value means no cards.
type Cards struct {
	text string
	ids  []int
}

// Text makes cards of letters: "34456789TJQKKA22X".
func Text(text string) Cards { return Cards{text: text} }

// IDs makes cards of numbers in the table's codec.
func IDs(ids ...int) Cards { return Cards{ids: ids} }

// Text returns the cards as letters; empty for numbers.
func (cards Cards) Text() string { return cards.text }

// IDs returns the cards as numbers; empty for letters.
func (cards Cards) IDs() []int { return cards.ids }

// IsNone returns true if there are no letters and no numbers.
func (cards Cards) IsNone() bool { return cards.text == "" && len(cards.ids) == 0 }

// String returns the cards in the form of the table; empty for no cards.
func (cards Cards) String() string {
	if len(cards.ids) > 0 {
		return fmt.Sprint(cards.ids)
	}
	return cards.text
}

// read returns a list with one number for each card: the codec's number, the code of a letter, or, for counts, the rank.
func read(cards Cards, codec Codec) ([]int, error) {
	if (codec == 0 && len(cards.ids) > 0) || (codec != 0 && cards.text != "") {
		return nil, misuse("cards %v do not fit a table with the codec %v", cards, codec)
	}
	var list []int
	switch codec {
	case 0:
		for _, letter := range strings.ReplaceAll(cards.text, "10", "T") {
			if !strings.ContainsRune(" ,+", letter) {
				list = append(list, int(letter))
			}
		}
	case v1.CardCodec_CARD_CODEC_COUNTS_15:
		for rank, count := range cards.ids {
			for range count {
				list = append(list, rank)
			}
		}
	default:
		list = slices.Clone(cards.ids)
	}
	return list, nil
}

func write(list []int, codec Codec) Cards {
	switch codec {
	case 0:
		text := make([]rune, len(list))
		for place, letter := range list {
			text[place] = rune(letter)
		}
		return Text(string(text))
	case v1.CardCodec_CARD_CODEC_COUNTS_15:
		if len(list) == 0 {
			return Cards{}
		}
		counts := make([]int, 15)
		for _, rank := range list {
			counts[rank] = counts[rank] + 1
		}
		return Cards{ids: counts}
	}
	return Cards{ids: slices.Clone(list)}
}

func toMessage(list []int, codec Codec) *v1.Cards {
	cards := write(list, codec)
	told := &v1.Cards{Text: cards.text}
	for _, id := range cards.ids {
		told.Ids = append(told.Ids, uint32(id))
	}
	return told
}

func fromMessage(told *v1.Cards, codec Codec) Cards {
	if codec == 0 {
		return Text(strings.ReplaceAll(told.GetText(), "+", ""))
	}
	cards := Cards{}
	for _, id := range told.GetIds() {
		cards.ids = append(cards.ids, int(id))
	}
	return cards
}

func minus(list, gone []int) []int {
	left := slices.Clone(list)
	for _, card := range gone {
		if place := slices.Index(left, card); place >= 0 {
			left = slices.Delete(left, place, place+1)
		}
	}
	return left
}

// MisuseError is the error of a wrong use of this client. No request is sent.
type MisuseError struct{ sentence string }

func (err *MisuseError) Error() string { return err.sentence }

func misuse(sentence string, values ...any) error {
	return &MisuseError{fmt.Sprintf(sentence, values...)}
}
