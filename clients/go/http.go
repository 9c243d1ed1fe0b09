package thirdseat

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
)

// HTTPClient makes calls over HTTP with net/http, for programs that cannot use gRPC, such as plugins.
type HTTPClient struct {
	// URL is an address, for example "http://host:port".
	URL string
	// Token is sent as a bearer token.
	Token string
	// HTTP makes the requests; nil means http.DefaultClient.
	HTTP *http.Client
}

// Call makes a call of the service without streams, by its name.
func (client *HTTPClient) Call(ctx context.Context, rpc string, request, answer proto.Message) error {
	body, err := proto.Marshal(request)
	if err != nil {
		return newError("INTERNAL", err.Error(), nil)
	}
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(client.URL, "/")+servicePath+rpc, bytes.NewReader(body))
	if err != nil {
		return newError("INVALID_ARGUMENT", err.Error(), nil)
	}
	post.Header.Set("content-type", "application/proto")
	post.Header.Set("connect-protocol-version", "1")
	if until, ok := ctx.Deadline(); ok {
		post.Header.Set("connect-timeout-ms", strconv.FormatInt(max(1, time.Until(until).Milliseconds()), 10))
	}
	if client.Token != "" {
		post.Header.Set("authorization", "Bearer "+client.Token)
	}
	with := client.HTTP
	if with == nil {
		with = http.DefaultClient
	}
	response, err := with.Do(post)
	if err == nil {
		defer response.Body.Close()
		body, err = io.ReadAll(response.Body)
	}
	if err != nil {
		if ctx.Err() != nil {
			return newError("DEADLINE_EXCEEDED", err.Error(), nil)
		}
		return newError("UNAVAILABLE", err.Error(), nil)
	}
	if response.StatusCode == http.StatusOK {
		if err := proto.Unmarshal(body, answer); err != nil {
			return newError("INTERNAL", err.Error(), nil)
		}
		return nil
	}
	told := struct{ Code, Message string }{Code: "unavailable"}
	_ = json.Unmarshal(body, &told) // A proxy may answer with other text. Then the code is UNAVAILABLE.
	code := strings.ToUpper(told.Code)
	if code == "CANCELED" {
		code = "CANCELLED"
	}
	return newError(code, told.Message, response.Header.Get)
}
