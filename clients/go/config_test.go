package thirdseat

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// The client uses the service config that the documents recommend, so the conformance suite tests this config.
func TestTheServiceConfigIsTheDocumentedOne(t *testing.T) {
	page, err := os.ReadFile("../../docs/use/integration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```json service-config\n")
	block, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("integration.md shows no service config")
	}
	var documented, ours any
	for text, into := range map[string]*any{block: &documented, serviceConfig: &ours} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(documented, ours) {
		t.Errorf("documented %v, used %v", documented, ours)
	}
}
