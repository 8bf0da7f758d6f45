package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.testkit.sample.JsonRespacer;
import dev.plimsoll.testkit.sample.SampleResults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks that a client on stdio gets each message on one line. If a message had a line break, the client could not parse either
 * part.
 */
class RunLinesTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern CURSOR = Pattern.compile("nextCursor\\W+([A-Za-z0-9_-]{48})");
    private static final String INITIALIZE_RESULT =
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}";

    @TempDir
    Path folder;

    @Test
    void writesListOfModelsOnOneLine() throws Exception {
        Files.write(folder.resolve("result.json"), SampleResults.modelsAsBlocks(300));
        String script = "while read -r line; do id=$(echo \"$line\" | sed 's/.*\"id\":\\([0-9]*\\).*/\\1/');"
                + " printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":' \"$id\";"
                + " case \"$line\" in *initialize*) printf '%s' '" + INITIALIZE_RESULT
                + "';; *) cat result.json;; esac;"
                + " echo '}'; done";
        try (RunFixture run = RunFixture.startScript(folder, "cd '" + folder + "'; " + script, "--data", "data")) {
            run.request(1, "initialize", "{}").response();
            String first = run.call(2, "list_models").nextLine();
            Matcher cursor = CURSOR.matcher(first);
            assertThat(cursor.find()).isTrue();
            JsonNode read = read(run, 3, "{\"cursor\":\"" + cursor.group(1) + "\"}");
            JsonNode items =
                    JSON.readTree(read.at("/result/content/0/text").asString()).get("items");
            assertThat(items.size()).isGreaterThan(1);
            assertThat(items.get(0).has("id")).isTrue();
            run.request(4, "ping", "{}");
            assertThat(run.response().get("id").asInt()).isEqualTo(4);
        }
    }

    private static JsonNode read(RunFixture run, int id, String arguments) throws Exception {
        return run.request(id, "tools/call", "{\"name\":\"plimsoll_read\",\"arguments\":" + arguments + "}")
                .response();
    }

    @Test
    void writesPassedResultOnOneLine() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", exchange -> {
            try (exchange) {
                JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
                String result = request.path("method").asString("").equals("initialize")
                        ? INITIALIZE_RESULT
                        : new String(SampleResults.models(2), StandardCharsets.UTF_8);
                byte[] body = prettyPrinted(
                        "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(request.has("id") ? 200 : 202, request.has("id") ? body.length : -1);
                if (request.has("id")) {
                    exchange.getResponseBody().write(body);
                }
            } catch (IOException e) {
                // the gateway has already closed the connection
            }
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
        try (RunFixture run = RunFixture.startWithArguments(folder, "--data", folder.toString(), "--url", url)) {
            assertThat(run.request(1, "initialize", "{}").response().has("result"))
                    .isTrue();
            JsonNode response = run.call(2, "list_models").response();
            assertThat(response.at("/result/content").size()).isEqualTo(2);
            assertThat(response.at("/result/content/0/text").asString()).contains("{\n");
            assertThat(response.at("/result/structuredContent/result").size()).isEqualTo(2);
            for (String member : List.of("jsonrpc", "id", "result")) {
                assertThat(response.has(member)).isTrue();
            }
        } finally {
            server.stop(0);
        }
    }

    private static byte[] prettyPrinted(String json) {
        return JsonRespacer.pretty(json.getBytes(StandardCharsets.UTF_8));
    }
}
