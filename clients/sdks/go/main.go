// Client and server with the Go SDK:
//
//	sdk client stdio COMMAND ARG… | client http URL
//	sdk server [PORT]
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	if os.Args[1] == "server" {
		serve(os.Args[2:])
		return
	}
	if err := runClient(os.Args[2], os.Args[3:]); err != nil {
		log.Fatal(err)
	}
}

// Order is one record of list_orders.
type Order struct {
	ID       int      `json:"id"`
	Customer Customer `json:"customer"`
	Status   string   `json:"status"`
	Total    float64  `json:"total"`
	Note     *string  `json:"note"`
}

// Customer is the customer of an order.
type Customer struct {
	Name string `json:"name"`
	City string `json:"city"`
}

func order(number int) Order {
	var note *string
	if number%5 == 0 {
		text := "fragile, keep dry 🚢"
		note = &text
	}
	return Order{
		ID:       number,
		Customer: Customer{fmt.Sprintf("Möwe %d GmbH", number%7), []string{"Hamburg", "Kiel", "Oslo"}[number%3]},
		Status:   []string{"open", "paid", "shipped"}[number%3],
		Total:    float64(number) * 1.25,
		Note:     note,
	}
}

type numberInput struct {
	Number int `json:"number"`
}

type countInput struct {
	Count int `json:"count"`
}

type toInput struct {
	To int `json:"to"`
}

func text(value any) (*mcp.CallToolResult, any, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(data)}}}, nil, nil
}

func newServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "orders", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "get_order"},
		func(_ context.Context, _ *mcp.CallToolRequest, in numberInput) (*mcp.CallToolResult, any, error) {
			return text(order(in.Number))
		})
	mcp.AddTool(server, &mcp.Tool{Name: "list_orders"},
		func(_ context.Context, _ *mcp.CallToolRequest, in countInput) (*mcp.CallToolResult, any, error) {
			orders := make([]Order, in.Count)
			for i := range orders {
				orders[i] = order(i)
			}
			return text(orders)
		})
	mcp.AddTool(server, &mcp.Tool{Name: "fail"},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return nil, nil, errors.New("the ship is not in this harbor")
		})
	mcp.AddTool(server, &mcp.Tool{Name: "count"},
		func(ctx context.Context, request *mcp.CallToolRequest, in toInput) (*mcp.CallToolResult, any, error) {
			for i := range in.To {
				if token := request.Params.GetProgressToken(); token != nil {
					progress := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(i + 1), Total: float64(in.To)}
					if err := request.Session.NotifyProgress(ctx, progress); err != nil {
						return nil, nil, err
					}
				}
			}
			return text(in.To)
		})
	return server
}

func serve(args []string) {
	if len(args) == 0 {
		if err := newServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			log.Fatal(err)
		}
		return
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return newServer() }, nil)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+args[0], handler))
}

type toolResult struct {
	Text    string `json:"text"`
	IsError bool   `json:"isError"`
}

func runClient(transportName string, args []string) error {
	ctx := context.Background()
	var progress atomic.Int64
	client := mcp.NewClient(&mcp.Implementation{Name: "go-client", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { progress.Add(1) },
	})
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: args[0]}
	if transportName == "sse" {
		transport = &mcp.SSEClientTransport{Endpoint: args[0]}
	}
	if transportName == "stdio" {
		command := exec.Command(args[0], args[1:]...)
		command.Stderr = os.Stderr
		transport = &mcp.CommandTransport{Command: command}
	}
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	call := func(name string, arguments map[string]any, token any) (toolResult, error) {
		params := &mcp.CallToolParams{Name: name, Arguments: arguments}
		if token != nil {
			params.SetProgressToken(token)
		}
		result, err := session.CallTool(ctx, params)
		if err != nil {
			return toolResult{}, err
		}
		var text string
		for _, content := range result.Content {
			if block, ok := content.(*mcp.TextContent); ok {
				text += block.Text
			}
		}
		return toolResult{text, result.IsError}, nil
	}
	report := map[string]any{"revision": session.InitializeResult().ProtocolVersion}
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
	}
	report["tools"] = names
	add := func(key, name string, arguments map[string]any, token any) error {
		result, err := call(name, arguments, token)
		report[key] = result
		return err
	}
	first, err := call("list_orders", map[string]any{"count": 800}, nil)
	if err != nil {
		return err
	}
	pages := []toolResult{first}
	cursor := nextCursor(first.Text)
	for next := cursor; next != "" && len(pages) < 100; {
		page, err := call("plimsoll_read", map[string]any{"cursor": next}, nil)
		if err != nil {
			return err
		}
		pages = append(pages, page)
		next = nextCursor(page.Text)
	}
	report["pages"] = pages
	err = errors.Join(
		add("small", "get_order", map[string]any{"number": 7}, nil),
		add("failure", "fail", map[string]any{}, nil),
		add("counted", "count", map[string]any{"to": 5}, "progress-1"))
	if err == nil && cursor != "" {
		query := `[.[] | select(.status == "open") | .total] | add`
		err = errors.Join(
			add("query", "plimsoll_read", map[string]any{"cursor": cursor, "query": query}, nil),
			add("wrongCursor", "plimsoll_read", map[string]any{"cursor": "A" + cursor[1:]}, nil))
	}
	if err != nil {
		return err
	}
	// the SDK handles notifications concurrently with responses
	for i := 0; i < 50 && progress.Load() < 5; i++ {
		time.Sleep(100 * time.Millisecond)
	}
	report["progress"] = progress.Load()
	return json.NewEncoder(os.Stdout).Encode(report)
}

func nextCursor(answer string) string {
	var header struct {
		NextCursor string `json:"nextCursor"`
	}
	if json.Unmarshal([]byte(answer), &header) != nil {
		return ""
	}
	return header.NextCursor
}
