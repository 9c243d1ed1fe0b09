// Conformance runs steps of the conformance suite with this client: each line of standard input is a step as JSON, each line of standard
// output its result. Usage: conformance grpc|http ADDRESS.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"time"

	thirdseat "github.com/thirdseat/thirdseat/clients/go"
)

type bot struct {
	Persona  string
	Seed     *uint64
	Strength *uint32
}

func (told bot) toBot() thirdseat.Bot {
	return thirdseat.Bot{Persona: told.Persona, Seed: told.Seed, Strength: told.Strength}
}

// UnmarshalJSON also accepts the name of a persona in place of an object.
func (told *bot) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		return json.Unmarshal(text, &told.Persona)
	}
	type plain bot
	return json.Unmarshal(text, (*plain)(told))
}

type cards struct{ thirdseat.Cards }

func (told *cards) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		var letters string
		err := json.Unmarshal(text, &letters)
		told.Cards = thirdseat.Text(letters)
		return err
	}
	var ids []int
	err := json.Unmarshal(text, &ids)
	told.Cards = thirdseat.IDs(ids...)
	return err
}

type step struct {
	Do, Name, Ruleset, Codec, Call, Doubling, Winner, Code, Reason, Rank string
	PlayerID                                                             string `json:"player_id"`
	Face                                                                 string
	Bots                                                                 map[int]bot
	Players                                                              map[int]string
	Bot                                                                  bot
	Hands                                                                map[int]cards
	Hand, Bottom, Cards                                                  cards
	Plays                                                                []cards
	Numbers                                                              []uint32
	MayPass                                                              bool `json:"may_pass"`
	Reading                                                              *[4]any
	First, Chair, To                                                     int
	Factor                                                               uint32
	Landlord                                                             *int
	Amounts                                                              []int64
	Strict                                                               *bool
	Time                                                                 float64
}

var (
	client thirdseat.Caller
	table  *thirdseat.Table
	last   *thirdseat.Move
)

func runStep(ctx context.Context, step step) (*thirdseat.Move, error) {
	switch step.Do {
	case "table":
		options := thirdseat.TableOptions{Ruleset: step.Ruleset, Codec: step.Codec, Numbers: step.Numbers, Lenient: step.Strict != nil && !*step.Strict,
			Players: step.Players, Bots: map[int]thirdseat.Bot{}, Time: time.Duration(step.Time * float64(time.Second))}
		for chair, bot := range step.Bots {
			options.Bots[chair] = bot.toBot()
		}
		var err error
		table, err = thirdseat.NewTable(client, step.Name, options)
		return nil, err
	case "legal_plays":
		var plays []thirdseat.Cards
		for _, play := range step.Plays {
			plays = append(plays, play.Cards)
		}
		return nil, table.LegalPlays(plays, step.MayPass)
	case "settled":
		return nil, table.Settled(ctx, step.Winner, step.Amounts, nil)
	}
	return runTurnStep(ctx, step)
}

func runTurnStep(ctx context.Context, step step) (*thirdseat.Move, error) {
	switch step.Do {
	case "deal":
		hands := map[int]thirdseat.Cards{}
		for chair, held := range step.Hands {
			hands[chair] = held.Cards
		}
		if step.Landlord != nil {
			return table.DealLandlord(ctx, *step.Landlord, step.Bottom.Cards, hands)
		}
		return table.Deal(ctx, step.First, hands)
	case "called":
		return table.Called(ctx, step.Chair, step.Call)
	case "passed_on":
		return table.PassedOn(ctx, step.Chair, step.Cards.Cards, step.To)
	case "wild_shown":
		return table.WildShown(ctx, step.Rank)
	case "landlord":
		return table.Landlord(ctx, step.Chair, step.Bottom.Cards)
	case "raised":
		return table.Raised(ctx, step.Chair, step.Doubling)
	case "shown":
		return table.ShownFor(ctx, step.Chair, step.Hand.Cards, step.Factor)
	case "played":
		if step.Reading == nil {
			return table.Played(ctx, step.Chair, step.Cards.Cards)
		}
		told := step.Reading
		return table.PlayedAs(ctx, step.Chair, step.Cards.Cards, thirdseat.Reading{Kind: told[0].(string), Key: told[1].(string),
			Length: int(told[2].(float64)), StandsFor: told[3].(string)})
	case "accept":
		return table.Accept(ctx, last)
	case "take_over":
		return table.TakeOver(ctx, step.Chair, step.Bot.toBot(), step.Hand.Cards)
	case "hand_back":
		return table.HandBack(ctx, step.Chair, step.PlayerID)
	case "said":
		return table.Said(ctx, step.Chair, step.Face)
	case "ask":
		return table.Ask(ctx)
	}
	return nil, errors.New("there is no step " + step.Do)
}

func resultOf(move *thirdseat.Move, err error) map[string]any {
	said := map[string]any{}
	var refused *thirdseat.Error
	switch {
	case errors.As(err, &refused):
		said["error"] = map[string]any{"code": refused.Code, "reason": refused.Reason, "retry": refused.Retry, "field": refused.Field}
	case err != nil:
		said["error"] = map[string]any{"code": "MISUSE", "reason": "", "retry": "never", "field": "", "message": err.Error()}
	case move != nil:
		last = move
		told := map[string]any{"chair": move.Chair, "kind": move.Kind, "degraded": move.Degraded,
			"warnings": append([]string{}, move.Warnings...)}
		switch {
		case move.Kind == "show":
			told["value"] = move.Show
		case move.Word != "":
			told["value"] = move.Word
		}
		if move.Cards.Text() != "" {
			told["cards"] = move.Cards.Text()
		} else if ids := move.Cards.IDs(); ids != nil {
			told["cards"] = ids
		}
		if move.Reading != nil {
			told["reading"] = []any{move.Reading.Kind, move.Reading.Key, move.Reading.Length, move.Reading.StandsFor}
		}
		said["move"] = told
	}
	if table != nil {
		state, counts := table.State(), table.Counts()
		reactions := []any{}
		for _, one := range state.Reactions {
			reactions = append(reactions, map[string]any{"chair": int(one.Chair) - 1, "face": strings.TrimPrefix(one.Emote.String(), "EMOTE_"),
				"urges": len(one.UrgeAfterMs), "hurries": one.Hurries})
		}
		said["state"] = map[string]any{"reactions": reactions, "stage": state.Stage, "turn": state.Turn, "landlord": state.Landlord,
			"hand": state.HandNumber, "winner": state.Winner, "amounts": state.Amounts,
			"left": state.Table.GetCardsLeft()}
		said["counts"] = map[string]int{"retried": counts.Retried, "reopened": counts.Reopened, "stateless": counts.Stateless,
			"dropped": counts.Dropped}
	}
	return said
}

func main() {
	if os.Args[1] == "http" {
		client = &thirdseat.HTTPClient{URL: "http://" + os.Args[2]}
	} else {
		dialled, err := thirdseat.Dial(os.Args[2])
		if err != nil {
			panic(err)
		}
		client = dialled
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var step step
		if err := json.Unmarshal(lines.Bytes(), &step); err != nil {
			panic(err)
		}
		answer, err := json.Marshal(resultOf(runStep(context.Background(), step)))
		if err != nil {
			panic(err)
		}
		os.Stdout.Write(append(answer, '\n'))
	}
}
