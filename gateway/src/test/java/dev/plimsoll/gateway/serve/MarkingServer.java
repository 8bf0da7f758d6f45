package dev.plimsoll.gateway.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An MCP server over HTTP whose results contain the mark of their session many times. A mark in an answer
 * thus shows from which session its data comes.
 */
@NullMarked
final class MarkingServer implements AutoCloseable {

    static final Pattern MARK = Pattern.compile("MARK-[0-9a-f-]{36}");

    private static final String SESSION = "Mcp-Session-Id";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer http;
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

    MarkingServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/mcp", this::handle);
        http.setExecutor(workers);
        http.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/mcp");
    }

    @Override
    public void close() {
        http.stop(0);
        workers.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            JsonNode message = JSON.readTree(exchange.getRequestBody().readAllBytes());
            JsonNode id = message.get("id");
            if (id == null) {
                exchange.sendResponseHeaders(202, -1);
                return;
            }
            String session = exchange.getRequestHeaders().getFirst(SESSION);
            ObjectNode result = result(message, "MARK-" + session);
            ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
            answer.set("id", id);
            if (result == null) {
                answer.putObject("error").put("code", -32601).put("message", "no such method");
            } else {
                answer.set("result", result);
            }
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            if (message.path("method").asString().equals("initialize")) {
                exchange.getResponseHeaders().add(SESSION, UUID.randomUUID().toString());
            }
            byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static @Nullable ObjectNode result(JsonNode message, String mark) {
        JsonNode params = message.path("params");
        return switch (message.path("method").asString("")) {
            case "initialize" -> initializeResult();
            case "tools/list" -> tools();
            case "resources/list" -> resources();
            case "resources/read" -> resource(params.path("uri").asString(), mark);
            case "tools/call" -> callResult(params.path("name").asString(), mark);
            default -> null;
        };
    }

    private static ObjectNode initializeResult() {
        ObjectNode result = JSON.createObjectNode().put("protocolVersion", "2025-06-18");
        result.putObject("capabilities").putObject("tools");
        result.withObject("/capabilities").putObject("resources");
        result.putObject("serverInfo").put("name", "marking").put("version", "1");
        return result;
    }

    private static ObjectNode tools() {
        ObjectNode list = JSON.createObjectNode();
        ArrayNode tools = list.putArray("tools");
        for (String name : new String[] {"whose", "list", "words"}) {
            ObjectNode tool = tools.addObject().put("name", name);
            tool.putObject("inputSchema").put("type", "object");
            tool.putObject("annotations").put("readOnlyHint", true);
        }
        return list;
    }

    private static ObjectNode resources() {
        ObjectNode list = JSON.createObjectNode();
        list.putArray("resources").addObject().put("uri", "marks://all").put("name", "marks");
        return list;
    }

    private static ObjectNode resource(String uri, String mark) {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("contents")
                .addObject()
                .put("uri", uri)
                .put("mimeType", "text/plain")
                .put("text", markedLines(mark));
        return result;
    }

    private static ObjectNode callResult(String tool, String mark) {
        ObjectNode result = JSON.createObjectNode();
        ObjectNode text = result.putArray("content").addObject().put("type", "text");
        switch (tool) {
            case "list" -> {
                ArrayNode items = JSON.createArrayNode();
                for (int i = 0; i < 300; i++) {
                    items.addObject().put("id", i).put("owner", mark);
                }
                text.put("text", items.toString());
            }
            case "words" -> text.put("text", markedLines(mark));
            default -> text.put("text", mark);
        }
        return result;
    }

    private static String markedLines(String mark) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            words.append("line ").append(i).append(" is of ").append(mark).append('\n');
        }
        return words.toString();
    }
}
