// Package thirdseat seats companion bots for DouDizhu (斗地主) at your table.
//
// A [Client] owns the connection. A [Table] records the events of one table. An [Error] has the reason of a refusal and the kind of retry.
// The messages of the service are in the package thirdseatv1.
package thirdseat

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// The service config of docs/use/integration.md. It has no timeout: the context of a call may have one.
const serviceConfig = `{
  "loadBalancingConfig": [{"round_robin": {}}],
  "methodConfig": [{
    "name": [{"service": "thirdseat.v1.CompanionService"}],
    "waitForReady": true,
    "retryPolicy": {
      "maxAttempts": 4, "initialBackoff": "0.02s", "maxBackoff": "0.5s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
    }
  }],
  "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.5}
}`

// Caller makes calls for a Table. *Client and *HTTPClient are Callers.
type Caller interface {
	// Call makes a call of the service, by its name. An error is an *Error.
	Call(ctx context.Context, rpc string, request, answer proto.Message) error
}

// Client is one channel. Use one for all tables, because each channel has its own connections.
type Client struct {
	connection *grpc.ClientConn
	token      string
}

// Options of a connection. The zero value is a connection without TLS and token.
type Options struct {
	// Token is sent as a bearer token.
	Token string
	// Credentials are, for example, those of TLS; nil means no TLS.
	Credentials credentials.TransportCredentials
}

// Dial makes a client. The target is a gRPC address: "host:port", "dns:///service:50051".
func Dial(target string, options ...Options) (*Client, error) {
	option := Options{}
	if len(options) > 0 {
		option = options[0]
	}
	if option.Credentials == nil {
		option.Credentials = insecure.NewCredentials()
	}
	// A server that restarts is soon back. By default, attempts can be two minutes apart.
	reconnect := backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second}
	connection, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(option.Credentials),
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: reconnect, MinConnectTimeout: time.Second}),
		grpc.WithIdleTimeout(0),
		// Pings keep an idle connection open and detect a dead one.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second, PermitWithoutStream: true}))
	if err != nil {
		return nil, err
	}
	connection.Connect() // It begins to connect now, so that the first turn waits less.
	return &Client{connection: connection, token: option.Token}, nil
}

// Close ends the connection.
func (client *Client) Close() error { return client.connection.Close() }

// Connection returns the connection for generated stubs: thirdseatv1.NewCompanionServiceClient(client.Connection()). Stubs do not send the
// token.
func (client *Client) Connection() grpc.ClientConnInterface { return client.connection }

// Call makes a call of the service without streams, by its name.
func (client *Client) Call(ctx context.Context, rpc string, request, answer proto.Message) error {
	if client.token != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+client.token)
	}
	var trailers metadata.MD
	err := client.connection.Invoke(ctx, servicePath+rpc, request, answer, grpc.Trailer(&trailers))
	if err == nil {
		return nil
	}
	told := status.Convert(err)
	return newError(codeName(told.Code().String()), told.Message(), func(key string) string { return strings.Join(trailers.Get(key), "") })
}

const servicePath = "/thirdseat.v1.CompanionService/"

// Error is the error of a failed call.
type Error struct {
	// Code is the gRPC code, for example "UNAVAILABLE".
	Code string
	// Reason is the reason of the service, for example "STORE_UNAVAILABLE"; docs/generated/errors.md lists the reasons.
	Reason  string
	Message string
	// Field is the wrong field, if there is one.
	Field string
	// Retry is the kind of retry: "later", "reread" (read the room first) or "never"; "later" if the service names none.
	Retry string
	// RetryAfter is the time to wait before the next call; 0 if the server gives no time.
	RetryAfter time.Duration
}

func (err *Error) Error() string {
	what := err.Reason
	if what == "" {
		what = err.Code
	}
	return what + ": " + err.Message
}

// newError makes the error of a refusal from the headers of a server or proxy; header may be nil.
func newError(code, message string, header func(string) string) *Error {
	if header == nil {
		header = func(string) string { return "" }
	}
	wait, _ := strconv.Atoi(header("grpc-retry-pushback-ms"))
	after := time.Duration(max(0, wait)) * time.Millisecond
	return &Error{code, header("thirdseat-reason"), message, header("thirdseat-field"), cmp.Or(header("thirdseat-retry"), "later"), after}
}

// codeName turns "DeadlineExceeded" into "DEADLINE_EXCEEDED".
func codeName(camel string) string {
	if camel == "Canceled" {
		return "CANCELLED"
	}
	var name strings.Builder
	for place, letter := range camel {
		if place > 0 && letter >= 'A' && letter <= 'Z' {
			name.WriteByte('_')
		}
		name.WriteRune(letter)
	}
	return strings.ToUpper(name.String())
}

// asError returns err as an *Error. An error of another type gets the code DEADLINE_EXCEEDED.
func asError(err error) *Error {
	var told *Error
	if errors.As(err, &told) {
		return told
	}
	return newError("DEADLINE_EXCEEDED", err.Error(), nil)
}
