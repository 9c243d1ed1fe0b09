// A whole table without a client library, from the deal to the settlement: two bots, and a person who passes if possible and otherwise leads
// the lowest card. Needs only Go's standard library. Usage: go run . http://127.0.0.1:50051
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"math/rand"
	"net/http"
	"os"
	"slices"
	"strings"
)

type object = map[string]any

var chairs = []string{"CHAIR_FIRST", "CHAIR_SECOND", "CHAIR_THIRD"}

// table: check.sh counts the lines from here to the line "end of table".

// The fields of the service's answers that the table reads.
type state struct {
	State struct {
		Stage, Turn, Landlord string
		MayPass               bool
		Stakes                struct {
			Winner  string
			Amounts []json.Number
		}
	}
	Next struct{ Decision struct{ Action object } }
}

type table struct {
	url, room      string
	sequence, hand int
	now            state
}

func (t *table) post(rpc string, request object, answer any) {
	body, _ := json.Marshal(request)
	reply, err := http.Post(t.url+"/thirdseat.v1.CompanionService/"+rpc, "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer reply.Body.Close()
	if reply.StatusCode != 200 {
		log.Fatalf("%s: %s %s", rpc, reply.Status, reply.Header.Get("thirdseat-reason"))
	}
	json.NewDecoder(reply.Body).Decode(answer)
}

// Records an event. The answer has the action of a bot on turn.
func (t *table) record(event object) {
	t.sequence++
	event["sequence"], event["handNumber"] = t.sequence, t.hand
	t.now = state{}
	t.post("RecordEvents", object{"roomId": t.room, "events": []object{event}, "decide": true}, &t.now)
}

// Records the action of the chair on turn. The action of a bot came with the last answer.
func (t *table) act(action object) {
	t.record(object{"table": object{"action": action}})
}

// end of table

func cardText(cards []int) object {
	out := ""
	for _, card := range cards {
		out += string("33334444555566667777888899990000JJJJQQQQKKKKAAAA2222XD"[card])
	}
	return object{"text": out}
}

func main() {
	t := &table{url: os.Args[1], room: fmt.Sprint("plain-", rand.Int63())}
	bots := []object{{"chair": chairs[1], "persona": "rules"}, {"chair": chairs[2], "persona": "casual"}}
	t.post("OpenRoom", object{"requestId": t.room, "roomId": t.room, "ruleset": "classic", "strict": true, "bots": bots}, &object{})
	var mine, bottom []int
	deal := func() {
		deck := rand.Perm(54)
		mine, bottom = deck[:17], deck[51:]
		holds := []object{{"chair": chairs[1], "cards": cardText(deck[17:34])}, {"chair": chairs[2], "cards": cardText(deck[34:51])}}
		t.hand++
		t.record(object{"dealt": object{"first": chairs[0], "holds": holds}})
	}
	deal()
	for t.now.State.Stage != "STAGE_OVER" {
		switch {
		case t.now.State.Stage == "STAGE_REDEAL":
			deal()
		case t.now.State.Stage == "STAGE_BOTTOM":
			t.record(object{"table": object{"chair": t.now.State.Landlord, "landlordFound": cardText(bottom)}})
		case t.now.State.Turn != chairs[0]:
			t.act(t.now.Next.Decision.Action)
		case t.now.State.Stage == "STAGE_AUCTION":
			t.act(object{"call": "CALL_PASS"})
		case t.now.State.MayPass:
			t.act(object{"passed": true})
		default:
			slices.Sort(mine)
			t.act(object{"play": object{"cards": cardText(mine[:1])}})
			mine = mine[1:]
		}
	}
	winner, amounts := t.now.State.Stakes.Winner, t.now.State.Stakes.Amounts
	t.record(object{"settled": object{"winner": winner, "amounts": amounts}})
	fmt.Println(strings.ToLower(winner), amounts)
}
