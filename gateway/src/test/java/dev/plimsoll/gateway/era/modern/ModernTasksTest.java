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
import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests tasks of a legacy server for clients of 2026-07-28. Each request of these clients has its own translation. */
class ModernTasksTest {

    private static final String TASK = "\"taskId\":\"t\",\"createdAt\":\"c\",\"lastUpdatedAt\":\"u\",\"ttl\":60000,"
            + "\"pollInterval\":5,\"status\":";
    private static final String MODERN_TASK =
            "\"taskId\":\"t\",\"createdAt\":\"c\",\"lastUpdatedAt\":\"u\"," + "\"ttlMs\":60000,\"pollIntervalMs\":5";

    private final SimulatedServer server = new SimulatedServer(false);
    private final RecordingListener client = new RecordingListener();
    private SharedConnection connection;

    @BeforeEach
    void open() throws Exception {
        open(",\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}");
        server.nextReceived();
    }

    private void open(String capabilities) throws Exception {
        server.moreCapabilities = capabilities;
        Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
        ClientAbilities abilities = ClientAbilities.of(Slice.of("{\"elicitation\":{}}"));
        connection = SharedConnection.open(server, null, abilities, Duration.ofMinutes(1), log);
    }

    private void request(boolean allowsTasks, String method, String params) throws Exception {
        Upstream translation = FilterChain.of(
                connection.createUpstream(true),
                List.of(TranslationFactory.createForModernClient(
                        connection.handshakeResult(),
                        new RequestStateCipher(List.of(new byte[32])),
                        "a",
                        connection.tasks())));
        translation.start(client);
        String extensions = allowsTasks ? ",\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}" : "";
        translation.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"" + method
                + "\",\"params\":{" + params + (params.isEmpty() ? "" : ",")
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}" + extensions + "}}}}"));
    }

    private void request(String method, String params) throws Exception {
        request(true, method, params);
    }

    private JsonNode nextReceived(String method) throws Exception {
        JsonNode received = server.nextReceived();
        assertThat(received.path("method").asString("")).isEqualTo(method);
        return received;
    }

    /** Answers two {@code tools/list} requests with a tool that requires tasks, and with a tool that supports them. */
    private void answerToolListings() throws Exception {
        server.sendResult(
                nextReceived("tools/list"),
                "{\"tools\":[{\"name\":\"only\",\"execution\":{\"taskSupport\":\"required\"}}],\"nextCursor\":\"2\"}");
        JsonNode second = nextReceived("tools/list");
        assertThat(second.at("/params/cursor").asString()).isEqualTo("2");
        server.sendResult(second, "{\"tools\":[{\"name\":\"either\",\"execution\":{\"taskSupport\":\"optional\"}}]}");
    }

    private void startTask() throws Exception {
        request("tools/call", "\"name\":\"only\"");
        answerToolListings();
        JsonNode call = nextReceived("tools/call");
        assertThat(call.at("/params/task").toString()).isEqualTo("{}");
        assertThat(call.at("/params/_meta").isMissingNode()).isTrue();
        server.sendResult(call, "{\"task\":{" + TASK + "\"working\"}}");
        assertThat(client.next().get("result").toString())
                .isEqualTo("{\"resultType\":\"task\",\"status\":\"working\"," + MODERN_TASK + "}");
    }

    @Test
    void declaresTheTasksExtension() throws Exception {
        request("server/discover", "");
        JsonNode capabilities = client.next().at("/result/capabilities");
        assertThat(capabilities.get("extensions").toString()).isEqualTo("{\"io.modelcontextprotocol/tasks\":{}}");
        assertThat(capabilities.has("tasks")).isFalse();
    }

    @Test
    void declaresNoExtensionIfTheServerHasNoTasks() throws Exception {
        open("");
        server.nextReceived();
        request("server/discover", "");
        assertThat(client.next().at("/result/capabilities/extensions").isMissingNode())
                .isTrue();
        request("tasks/get", "\"taskId\":\"t\"");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32601);
        request("tools/call", "\"name\":\"only\"");
        assertThat(nextReceived("tools/call").at("/params/task").isMissingNode())
                .isTrue();
    }

    @Test
    void callsOtherToolsWithoutATask() throws Exception {
        request("tools/call", "\"name\":\"either\"");
        answerToolListings();
        JsonNode call = nextReceived("tools/call");
        assertThat(call.at("/params/task").isMissingNode()).isTrue();
        server.sendResult(call, "{\"content\":[]}");
        assertThat(client.next().at("/result/resultType").asString()).isEqualTo("complete");
        // the gateway does not list the tools again
        request("tools/call", "\"name\":\"only\"");
        assertThat(nextReceived("tools/call").at("/params/task").toString()).isEqualTo("{}");
        // the gateway lists the tools again after the server announces that they have changed
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        request("tools/call", "\"name\":\"only\"");
        nextReceived("tools/list");
    }

    @Test
    void clientMustDeclareThatItSupportsTasks() throws Exception {
        request(false, "tools/call", "\"name\":\"only\"");
        answerToolListings();
        JsonNode error = client.next().get("error");
        assertThat(error.get("code").asInt()).isEqualTo(-32021);
        assertThat(error.at("/data/requiredCapabilities").toString())
                .isEqualTo("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
        request(false, "tasks/get", "\"taskId\":\"t\"");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32021);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void returnsTheResultWithTheStatus() throws Exception {
        startTask();
        request("tasks/get", "\"taskId\":\"t\"");
        server.sendResult(nextReceived("tasks/get"), "{" + TASK + "\"working\"}");
        assertThat(client.next().get("result").toString())
                .isEqualTo("{\"resultType\":\"complete\",\"status\":\"working\"," + MODERN_TASK + "}");
        request("tasks/get", "\"taskId\":\"t\"");
        server.sendResult(nextReceived("tasks/get"), "{" + TASK + "\"completed\"}");
        server.sendResult(nextReceived("tasks/result"), "{\"content\":[ 1.50 ]}");
        assertThat(client.nextText())
                .contains("\"status\":\"completed\"")
                .contains("\"result\":{\"resultType\":\"complete\",\"content\":[ 1.50 ]}");
    }

    @Test
    void errorOfTheToolIsAResult() throws Exception {
        startTask();
        request("tasks/get", "\"taskId\":\"t\"");
        server.sendResult(nextReceived("tasks/get"), "{" + TASK + "\"failed\"}");
        server.sendResult(nextReceived("tasks/result"), "{\"content\":[],\"isError\":true}");
        JsonNode result = client.next().get("result");
        assertThat(result.get("status").asString()).isEqualTo("completed");
        assertThat(result.at("/result/isError").asBoolean()).isTrue();
    }

    @Test
    void errorOfTheProtocolIsAFailure() throws Exception {
        startTask();
        request("tasks/get", "\"taskId\":\"t\"");
        server.sendResult(nextReceived("tasks/get"), "{" + TASK + "\"failed\",\"statusMessage\":\"m\"}");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":"
                + nextReceived("tasks/result").get("id") + ",\"error\":{\"code\":-32050,\"message\":\"it broke\"}}");
        JsonNode result = client.next().get("result");
        assertThat(result.get("status").asString()).isEqualTo("failed");
        assertThat(result.get("statusMessage").asString()).isEqualTo("m");
        assertThat(result.at("/error/code").asInt()).isEqualTo(-32050);
    }

    @Test
    void inputRequestsArriveWithTheStatus() throws Exception {
        startTask();
        request("tasks/get", "\"taskId\":\"t\"");
        server.sendResult(nextReceived("tasks/get"), "{" + TASK + "\"input_required\"}");
        // many servers send the input requests of a task on the stream of this request
        JsonNode result = nextReceived("tasks/result");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\","
                + "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"}}}}");
        JsonNode taskWithInputRequest = client.next().get("result");
        assertThat(taskWithInputRequest.get("status").asString()).isEqualTo("input_required");
        String key = taskWithInputRequest
                .get("inputRequests")
                .propertyNames()
                .iterator()
                .next();
        JsonNode inputRequest = taskWithInputRequest.get("inputRequests").get(key);
        assertThat(inputRequest.get("method").asString()).isEqualTo("elicitation/create");
        assertThat(inputRequest.at("/params/message").asString()).isEqualTo("?");
        // the same key again, without another request for the result
        request("tasks/get", "\"taskId\":\"t\"");
        server.sendResult(nextReceived("tasks/get"), "{" + TASK + "\"input_required\"}");
        assertThat(client.next().at("/result/inputRequests").has(key)).isTrue();

        request("tasks/update", "\"taskId\":\"t\",\"inputResponses\":{\"" + key + "\":{\"action\":\"accept\"}}");
        JsonNode response = server.nextReceived();
        assertThat(response.get("id").asInt()).isEqualTo(9);
        assertThat(response.get("result").toString()).isEqualTo("{\"action\":\"accept\"}");
        assertThat(client.next().get("result").toString()).isEqualTo("{\"resultType\":\"complete\"}");
        server.sendResult(result, "{\"content\":[]}");
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void updateOfAnUnknownTaskIsRefused() throws Exception {
        request("tasks/update", "\"taskId\":\"other\",\"inputResponses\":{}");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void cancelsATask() throws Exception {
        startTask();
        request("tasks/cancel", "\"taskId\":\"t\"");
        server.sendResult(nextReceived("tasks/cancel"), "{" + TASK + "\"cancelled\"}");
        assertThat(client.next().get("result").toString()).isEqualTo("{\"resultType\":\"complete\"}");
        request("tasks/cancel", "\"taskId\":\"t\"");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":"
                + nextReceived("tasks/cancel").get("id") + ",\"error\":{\"code\":-32602,\"message\":\"ended\"}}");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void statusNotificationsAreNotPassed() throws Exception {
        startTask();
        server.sendRaw(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks/status\",\"params\":{" + TASK + "\"working\"}}");
        request("server/discover", "");
        assertThat(client.next().has("result")).isTrue();
    }
}
