package dev.plimsoll.gateway.era.modern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.era.RequestStateCipher;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.SharedConnection;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests the translation between clients of 2026-07-28 and a legacy server. */
class ModernOnLegacyTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":3}";

    private final SimulatedServer server = new SimulatedServer(false);
    private final RecordingListener client = new RecordingListener();
    private Upstream translation;

    @BeforeEach
    void open() throws Exception {
        Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
        SharedConnection sharedConnection =
                SharedConnection.open(server, null, ClientAbilities.NONE, Duration.ofMinutes(1), log);
        server.nextReceived();
        translation = FilterChain.of(
                sharedConnection.createUpstream(true),
                List.of(TranslationFactory.createForModernClient(
                        sharedConnection.handshakeResult(),
                        new RequestStateCipher(List.of(new byte[32])),
                        "a",
                        sharedConnection.tasks())));
        translation.start(client);
    }

    private void request(String method, String params) throws Exception {
        translation.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"" + method + "\",\"params\":{" + params + META + "}}"));
    }

    @Test
    void answersDiscoverFromTheInitializeResult() throws Exception {
        request("server/discover", "");
        JsonNode result = client.next().get("result");
        assertThat(result.at("/supportedVersions/0").asString()).isEqualTo("2026-07-28");
        assertThat(result.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
        assertThat(result.at("/_meta").toString()).contains("\"simulated\"");
        assertThat(result.get("resultType").asString()).isEqualTo("complete");
        assertThat(result.get("cacheScope").asString()).isEqualTo("private");
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void removesClientMetadataFromRequests() throws Exception {
        request("tools/call", "\"name\":\"a\",");
        JsonNode received = server.nextReceived();
        assertThat(received.at("/params/name").asString()).isEqualTo("a");
        assertThat(received.at("/params/_meta").size()).isEqualTo(1);
        assertThat(received.at("/params/_meta/progressToken").isNumber()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "tools/list, true",
        "prompts/list, true",
        "resources/list, true",
        "resources/templates/list, true",
        "resources/read, true",
        "tools/call, false",
        "completion/complete, false"
    })
    void addsResultTypeAndCacheMembersToResults(String method, boolean isCacheable) throws Exception {
        request(method, "");
        server.sendResult(server.nextReceived(), "{ \"x\":1.50, \"y\":1e400}");
        String answer = client.nextText();
        assertThat(answer).contains("\"x\":1.50, \"y\":1e400").contains("\"resultType\":\"complete\"");
        assertThat(answer.contains("\"ttlMs\":0,\"cacheScope\":\"private\"")).isEqualTo(isCacheable);
    }

    @Test
    void addsResultTypeToAnEmptyResult() throws Exception {
        request("completion/complete", "");
        server.sendResult(server.nextReceived(), "{ }");
        assertThat(client.next().get("result").size()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"-32002, -32602", "-32042, -32603", "-32603, -32603", "-32000, -32000"})
    void translatesLegacyErrorCodes(int serverCode, int clientCode) throws Exception {
        request("resources/read", "");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":" + server.nextReceived().get("id") + ",\"error\":{\"code\":"
                + serverCode + ",\"message\":\"-32002\",\"data\":{\"code\":-32002}}}");
        JsonNode error = client.next().get("error");
        assertThat(error.get("code").asInt()).isEqualTo(clientCode);
        assertThat(error.get("message").asString()).isEqualTo("-32002");
        assertThat(error.at("/data/code").asInt()).isEqualTo(-32002);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"initialize", "ping", "logging/setLevel", "resources/subscribe", "tasks/get", "tasks/result"})
    void refusesMethodsThatTheRevisionRemoved(String method) throws Exception {
        request(method, "");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32601);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void sendsOnlyRequestedAndSupportedChanges() throws Exception {
        request(
                "subscriptions/listen",
                "\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,"
                        + "\"resourceSubscriptions\":[\"file:///a\"]},");
        JsonNode acknowledgment = client.next();
        assertThat(acknowledgment.path("method").asString()).isEqualTo("notifications/subscriptions/acknowledged");
        assertThat(acknowledgment.at("/params/notifications"))
                .isEqualTo(new tools.jackson.databind.json.JsonMapper()
                        .readTree("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"file:///a\"]}"));
        JsonNode subscribe = server.nextReceived();
        assertThat(subscribe.path("method").asString()).isEqualTo("resources/subscribe");
        server.sendResult(subscribe, "{}");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/prompts/list_changed\"}");
        server.sendRaw(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"file:///b\"}}");
        server.sendRaw(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"file:///a\"}}");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        JsonNode updated = client.next();
        assertThat(updated.at("/params/uri").asString()).isEqualTo("file:///a");
        assertThat(updated.at("/params/_meta")
                        .get("io.modelcontextprotocol/subscriptionId")
                        .asString())
                .isEqualTo("r");
        assertThat(client.next().path("method").asString()).isEqualTo("notifications/tools/list_changed");
        translation.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"r\"}}"));
        assertThat(server.nextReceived().path("method").asString()).isEqualTo("resources/unsubscribe");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        assertThat(client.hasReceivedNothing()).isTrue();
    }

    private void listen(String id, String uris) throws Exception {
        translation.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":\"" + id
                + "\",\"method\":\"subscriptions/listen\",\"params\":{\"notifications\":{\"resourceSubscriptions\":["
                + uris + "]}," + META + "}}"));
    }

    private void assertServerReceives(String method, String uri) throws Exception {
        JsonNode received = server.nextReceived();
        assertThat(received.path("method").asString()).isEqualTo(method);
        assertThat(received.at("/params/uri").asString()).isEqualTo(uri);
    }

    @Test
    void unsubscribesOnlyFromResourcesThatNoOpenSubscriptionContains() throws Exception {
        listen("r", "\"file:///a\",\"file:///b\"");
        assertServerReceives("resources/subscribe", "file:///a");
        assertServerReceives("resources/subscribe", "file:///b");
        listen("s", "\"file:///b\"");
        translation.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"r\"}}"));
        assertServerReceives("resources/subscribe", "file:///b");
        assertServerReceives("resources/unsubscribe", "file:///a");
        listen("s", "\"file:///c\"");
        assertServerReceives("resources/subscribe", "file:///c");
        assertServerReceives("resources/unsubscribe", "file:///b");
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    private static String logMessage(String level) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"" + level
                + "\",\"data\":1}}";
    }

    private void sendLogMessage(String level) {
        server.sendRaw(logMessage(level));
    }

    @Test
    void sendsLogMessagesOnlyAtTheRequestedLevel() throws Exception {
        request("tools/call", "\"name\":\"a\",");
        server.nextReceived();
        sendLogMessage("emergency");
        assertThat(client.hasReceivedNothing()).isTrue();
        translation.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"tools/call\",\"params\":{\"_meta\":"
                        + "{\"io.modelcontextprotocol/logLevel\":\"warning\"}}}"));
        JsonNode setLevel = server.nextReceived();
        assertThat(setLevel.get("method").asString()).isEqualTo("logging/setLevel");
        assertThat(setLevel.at("/params/level").asString()).isEqualTo("warning");
        server.sendResult(setLevel, "{}");
        sendLogMessage("info");
        sendLogMessage("error");
        assertThat(client.next().at("/params/level").asString()).isEqualTo("error");
        assertThat(client.hasReceivedNothing()).isTrue();
    }

    @Test
    void sendsLogMessagesOfARequestOnlyAtItsLevel() throws Exception {
        request("tools/call", "\"name\":\"a\",");
        JsonNode callWithoutLevel = server.nextReceived();
        translation.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"tools/call\",\"params\":{\"_meta\":"
                        + "{\"io.modelcontextprotocol/logLevel\":\"warning\"}}}"));
        server.sendResult(server.nextReceived(), "{}");
        JsonNode callWithLevel = server.nextReceived();
        server.sendDuring(callWithoutLevel, logMessage("error"));
        server.sendDuring(callWithLevel, logMessage("alert"));
        assertThat(client.next().at("/params/level").asString()).isEqualTo("alert");
        assertThat(client.hasReceivedNothing()).isTrue();
    }

    @Test
    void requestWithoutLevelDoesNotInheritTheLevelOfAnEarlierRequest() throws Exception {
        translation.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"tools/call\",\"params\":{\"_meta\":"
                        + "{\"io.modelcontextprotocol/logLevel\":\"warning\"}}}"));
        server.sendResult(server.nextReceived(), "{}");
        server.sendResult(server.nextReceived(), "{\"content\":[]}");
        assertThat(client.next().get("id").asString()).isEqualTo("s");
        for (String meta : List.of("{}", "{\"io.modelcontextprotocol/logLevel\":\"unknown\"}")) {
            translation.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":\"t\",\"method\":\"tools/call\","
                    + "\"params\":{\"_meta\":" + meta + "}}"));
            JsonNode call = server.nextReceived();
            sendLogMessage("error");
            assertThat(client.hasReceivedNothing()).isTrue();
            server.sendResult(call, "{\"content\":[]}");
            assertThat(client.next().get("id").asString()).isEqualTo("t");
        }
    }
}
