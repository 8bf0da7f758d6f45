package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.wrap.ClientFileRewriter;
import dev.plimsoll.gateway.wrap.WrapRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests {@code plimsoll run} in front of an HTTP server. */
class RunUrlTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path folder;

    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::answer);
        server.createContext("/meta", RunUrlTest::sendAuthorizationMetadata);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /**
     * Answers a request. If the name of the tool is a number, that is the HTTP status; the tool {@code big} returns a long
     * text.
     */
    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
            String tool = request.at("/params/name").asString("");
            if (tool.equals("401")) {
                String metadata = url().replace("/mcp", "/meta");
                exchange.getResponseHeaders().add("WWW-Authenticate", "Bearer resource_metadata=\"" + metadata + "\"");
            }
            if (!exchange.getRequestMethod().equals("POST") || tool.matches("[0-9]+")) {
                exchange.sendResponseHeaders(tool.isEmpty() ? 405 : Integer.parseInt(tool), -1);
                return;
            }
            String result = tool.equals("big")
                    ? "{\"content\":[{\"type\":\"text\",\"text\":\"" + "all the words ".repeat(10_000) + "\"}]}"
                    : "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}";
            byte[] body = ("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("Mcp-Session-Id", "s");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static void sendAuthorizationMetadata(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body =
                    "{\"authorization_servers\":[\"https://login.example/slack\"]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    private RunFixture start(String... options) throws IOException {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "--data";
        arguments[1] = folder.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return RunFixture.startWithArguments(folder, arguments);
    }

    @Test
    void shapesResultsOfHttpServer() throws Exception {
        try (RunFixture run = start("--url", url())) {
            assertThat(run.request(1, "initialize", "{}").response().has("result"))
                    .isTrue();
            JsonNode response = run.call(2, "big").response();
            assertThat(response.at("/result/content/0/text").asString()).contains("plimsoll_read");
            run.endInput();
            assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    @Test
    void reportsFailedCallToModel() throws Exception {
        try (RunFixture run = start("--url", url(), "--name", "crm")) {
            JsonNode error = RunFixture.toolError(run.call(1, "401").response());
            assertThat(error.get("code").asString()).isEqualTo("CREDENTIAL_NOT_FOUND");
            assertThat(error.at("/details/connectorId").asString()).isEqualTo("crm");
            assertThat(RunFixture.toolError(run.call(2, "429").response())
                            .get("code")
                            .asString())
                    .isEqualTo("RATE_LIMITED");
            JsonNode promptAnswer =
                    run.request(3, "prompts/get", "{\"name\":\"503\"}").response();
            assertThat(promptAnswer.at("/error/data/error/code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void reportsMissingCredentialsWithUrl() throws Exception {
        try (RunFixture run = start("--url", url(), "--name", "slack")) {
            JsonNode toolError = RunFixture.toolError(run.call(1, "401").response());
            JsonNode protocolError = run.request(2, "prompts/get", "{\"name\":\"401\"}")
                    .response()
                    .get("error");

            assertThat(protocolError.get("code").asInt()).isEqualTo(-32000);
            assertThat(protocolError.get("message").asString())
                    .isEqualTo("the server slack requires credentials (status 401)");
            JsonNode data = protocolError.get("data");
            assertThat(data.propertyNames()).containsExactly("error", "connectorId", "authUrl", "suggestion");
            assertThat(run.request(3, "resources/read", "{\"uri\":\"orders://open\",\"name\":\"401\"}")
                            .response()
                            .get("error"))
                    .isEqualTo(protocolError);
            for (JsonNode error : List.of(toolError, data.get("error"))) {
                assertThat(error.propertyNames()).containsExactly("code", "message", "details");
                assertThat(error.get("code").asString()).isEqualTo("CREDENTIAL_NOT_FOUND");
                JsonNode details = error.get("details");
                details.propertyNames()
                        .forEach(name -> assertThat(data.get(name)).as(name).isEqualTo(details.get(name)));
                assertThat(details.propertyNames()).containsExactly("connectorId", "authUrl", "suggestion");
                assertThat(details.get("connectorId").asString()).isEqualTo("slack");
                assertThat(details.get("authUrl").asString()).isEqualTo("https://login.example/slack");
                assertThat(details.get("suggestion").asString()).endsWith("set servers.slack.headers.Authorization");
            }
        }
    }

    @Test
    void endsWhenServerLosesSession() throws Exception {
        try (RunFixture run = start("--url", url())) {
            run.request(1, "initialize", "{}").response();
            JsonNode error = RunFixture.toolError(run.call(2, "404").response());
            assertThat(error.get("message").asString()).contains("no longer knows this session");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        }
    }

    @Test
    void sendsHeadersOnlyToConfiguredOrigin() throws Exception {
        Files.writeString(
                folder.resolve("plimsoll.yaml"),
                "servers: { crm: { url: \"" + url() + "\", headers: { Authorization: \"Bearer k\" } } }\n");
        String config = folder.resolve("plimsoll.yaml").toString();
        for (String[] options : List.of(
                new String[] {"--config", config, "--name", "crm"},
                new String[] {"--config", config, "--name", "crm", "--url", url() + "/v2"},
                new String[] {"--config", config, "--name", "crm", "--url", url().replace("127.0.0.1", "localhost")})) {
            try (RunFixture run = start(options)) {
                run.request(1, "ping", "{}").response();
            }
        }
        assertThat(authorizations).containsExactly("Bearer k", "Bearer k", "null");
    }

    @Test
    void rejectsInvalidUrlWithoutRepeatingIt() throws Exception {
        for (String invalidUrl : List.of("ftp://e/x", "http://user:secret@e/x", "http:// secret", "secret")) {
            try (RunFixture run = start("--url", invalidUrl)) {
                assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
                assertThat(run.log()).contains("--url: must be").doesNotContain("secret");
            }
        }
        try (RunFixture run = start("--url", url(), "--", "cat")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void readsUrlAndHeadersFromVariables() throws Exception {
        Map<String, String> environment = Map.of("U", url(), "H", "Basic x", "T", "token");
        for (List<String> options : List.of(
                List.of("--url-env", "U", "--header-env", "Authorization=H"),
                List.of("--url", url(), "--bearer-env", "T"),
                List.of("--url-env=U", "--bearer-env=T"))) {
            try (RunFixture run = startWith(environment, options)) {
                run.request(1, "ping", "{}").response();
            }
        }
        assertThat(authorizations).containsExactly("Basic x", "Bearer token", "Bearer token");
    }

    @Test
    void rejectsVariablesThatItCannotUse() throws Exception {
        Map<String, String> environment = Map.of("U", "s3cret", "H", "x");
        for (List<String> options : List.of(
                List.of("--url-env", "NONE", "--url-env: the environment variable NONE is not set"),
                List.of("--url-env", "U", "--url-env: must be an http or https URL"),
                List.of(
                        "--url",
                        "http://127.0.0.1:1/",
                        "--header-env",
                        "s3cret",
                        "--header-env: must be HEADER=VARIABLE"),
                List.of(
                        "--url",
                        "http://127.0.0.1:1/",
                        "--bearer-env",
                        "s3cret-",
                        "--bearer-env: must name an environment"),
                List.of("--url", "http://127.0.0.1:1/", "--url-env", "U", "either --url or --url-env, not both"),
                List.of("--header-env", "A=H", "--header-env and --bearer-env need --url or --url-env"),
                List.of("--url-env", "U", "--header-env", "A=H", "--header-env", "a=U", "the header a is given twice"),
                List.of("--url-env", "U", "--header-env", "authorization=H", "--bearer-env", "H", "is given twice"),
                List.of("--url-env", "U", "--header-env", "Accept=H", "the protocol reserves it"),
                List.of("--url-env", "U", "--header-env", "s3cret x=H", "it has invalid characters"))) {
            try (RunFixture run = startWith(environment, options.subList(0, options.size() - 1))) {
                assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
                assertThat(run.log()).contains(options.getLast()).doesNotContain("s3cret");
            }
        }
    }

    @Test
    void callsTheServerOfAWrappedEntry() throws Exception {
        Path launcher = Files.writeString(folder.resolve("plimsoll"), "#!/bin/sh\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        Path file = Files.writeString(
                folder.resolve("mcp.json"),
                "{\"mcpServers\": {\"crm\": {\"type\": \"http\", \"url\": \"" + url()
                        + "\", \"headers\": {\"Authorization\": \"Bearer s3cret\"}}}}");
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ClientFileRewriter.wrap(
                new WrapRequest(file, List.of(), false), launcher.toString(), Map.of(), new PrintStream(printed));
        JsonNode entry = JSON.readTree(file.toFile()).at("/mcpServers/crm");

        List<String> arguments = new ArrayList<>();
        entry.get("args").forEach(argument -> arguments.add(argument.asString()));
        Map<String, String> environment = new HashMap<>();
        entry.get("env")
                .properties()
                .forEach(member ->
                        environment.put(member.getKey(), member.getValue().asString()));
        assertThat(arguments.getFirst()).isEqualTo("run");
        assertThat(arguments + printed.toString(StandardCharsets.UTF_8)).doesNotContain("s3cret");
        try (RunFixture run = startWith(environment, arguments.subList(1, arguments.size()))) {
            run.request(1, "ping", "{}").response();
        }
        assertThat(authorizations).containsExactly("Bearer s3cret");
    }

    private RunFixture startWith(Map<String, String> environment, List<String> options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--data", folder.toString()));
        arguments.addAll(options);
        return RunFixture.startWithArguments(folder, environment, arguments);
    }
}
