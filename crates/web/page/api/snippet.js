// A call as text that runs elsewhere. A token is written as a variable, never as its value.

const PATH = 'thirdseat.v1.CompanionService';

/** @param {string} text for a POSIX shell */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @typedef {{rpc: string, request: object, base: string, hasToken: boolean, isStream: boolean}} Sent */

/** @param {Sent} sent */
export function curl({ rpc, request, base, hasToken, isStream }) {
  if (isStream) return buf({ rpc, request, base, hasToken, isStream });
  const token = hasToken ? ' -H "authorization: Bearer $THIRDSEAT_TOKEN"' : '';
  return `curl -sS -H 'content-type: application/json'${token} \\\n  -d ${quoted(JSON.stringify(request))} \\\n  ${base}/${PATH}/${rpc}\n`;
}

/** gRPC, with the schema from the server's reflection. @param {Sent} sent */
export function buf({ rpc, request, base, hasToken }) {
  const token = hasToken ? ' --header "authorization: Bearer $THIRDSEAT_TOKEN"' : '';
  const plain = base.startsWith('http:') ? ' --http2-prior-knowledge' : '';
  return `buf curl --protocol grpc${plain}${token} \\\n  --data ${quoted(JSON.stringify(request))} \\\n  ${base}/${PATH}/${rpc}\n`;
}

/** With the code that `clients/python/check.sh` generates. @param {Sent} sent */
export function python({ rpc, request, base, hasToken, isStream }) {
  const host = new URL(base).host;
  const token = hasToken ? ', metadata=[("authorization", "Bearer " + os.environ["THIRDSEAT_TOKEN"])]' : '';
  const secure = base.startsWith('https:');
  const channel = secure ? `grpc.secure_channel("${host}", grpc.ssl_channel_credentials())` : `grpc.insecure_channel("${host}")`;
  const ask = `stub.${rpc}(request${token})`;
  return `import json
${hasToken ? 'import os\n' : ''}
import grpc
from google.protobuf import json_format
from thirdseat.v1 import companion_service_pb2_grpc, ${MODULES[rpc] ?? 'decision'}_pb2

REQUEST = json.loads(r'''${JSON.stringify(request)}''')

request = json_format.ParseDict(REQUEST, ${MODULES[rpc] ?? 'decision'}_pb2.${TURNS.includes(rpc) ? 'Decide' : rpc}Request())
stub = companion_service_pb2_grpc.CompanionServiceStub(${channel})
${isStream ? `for answer in ${ask}:\n    print(answer)` : `print(${ask})`}
`;
}

/** Calls whose request is that of `Decide`. */
const TURNS = ['Bid', 'Play', 'Follow', 'ReviewPlay'];
/** The file of the proto that holds the request, where it is not decision.proto. @type {Record<string, string>} */
const MODULES = {
  OpenRoom: 'rooms', RecordEvents: 'rooms', GetRoom: 'rooms', CloseRoom: 'rooms', WatchRoom: 'rooms', ListRooms: 'rooms',
  GetPlayer: 'rooms', ListStandings: 'rooms', ForgetPlayer: 'rooms',
  ListLegalPlays: 'catalog', ClassifyPlay: 'catalog', ListPersonas: 'catalog', ListRulesets: 'catalog', PlanCompanions: 'catalog',
  SolveEndgame: 'endgame', GenerateEndgame: 'endgame', ReviewHand: 'review',
};

/** JSON over HTTP with the standard library alone. @param {Sent} sent */
export function go({ rpc, request, base, hasToken }) {
  const token = hasToken ? '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("THIRDSEAT_TOKEN"))\n' : '';
  return `package main

import (
	"fmt"
	"io"
	"net/http"
${hasToken ? '\t"os"\n' : ''}	"strings"
)

const body = \`${JSON.stringify(request)}\`

func main() {
	url := "${base}/${PATH}/${rpc}"
	request, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
${token}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(answer), err)
}
`;
}
