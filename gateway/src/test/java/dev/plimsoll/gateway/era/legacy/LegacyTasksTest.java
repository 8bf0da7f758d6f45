package dev.plimsoll.gateway.era.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.fixture.SimulatedModernServer;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.HandshakeResult;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests tasks of a server of 2026-07-28 for a client of 2025-11-25. */
class LegacyTasksTest {

    private static final String TASK_MEMBERS =
            "\"createdAt\":\"c\",\"lastUpdatedAt\":\"u\",\"ttlMs\":60000,\"pollIntervalMs\":1";

    private final SimulatedModernServer server = new SimulatedModernServer();
    private final RecordingListener client = new RecordingListener();
    private final Upstream translation = FilterChain.of(
            server,
            List.of(TranslationFactory.createForLegacyClient(new HandshakeResult(
                    true,
                    Slice.of("{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{},"
                            + "\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}}")))));

    @BeforeEach
    void startTranslation() {
        translation.start(client);
    }

    private JsonNode initialize(String revision) throws Exception {
        request(
                0,
                "initialize",
                "\"protocolVersion\":\"" + revision + "\",\"capabilities\":{\"elicitation\":{}},\"clientInfo\":{}");
        return client.next().get("result");
    }

    private void request(int id, String method, String params) throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params + "}}");
    }

    private void send(String message) throws Exception {
        translation.send(TestMessages.message(message));
    }

    private void sendTask(JsonNode request, String resultType, String status, String members) {
        server.sendResult(
                request,
                "{\"resultType\":\"" + resultType + "\",\"taskId\":\"t\",\"status\":\"" + status + "\"," + TASK_MEMBERS
                        + members + "}");
    }

    private JsonNode nextReceived(String method) throws Exception {
        JsonNode received = server.nextReceived();
        assertThat(received.get("method").asString()).isEqualTo(method);
        return received;
    }

    private static boolean allowsTasks(JsonNode request) {
        return request.toString().contains("\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-06-18"})
    void offersNoTasksInEarlierRevisions(String revision) throws Exception {
        assertThat(initialize(revision).at("/capabilities/tasks").isMissingNode())
                .isTrue();
        request(1, "tools/list", "");
        server.sendResult(server.nextReceived(), "{\"tools\":[{\"name\":\"a\"}]}");
        assertThat(client.next().at("/result/tools").toString()).isEqualTo("[{\"name\":\"a\"}]");
        for (String method : List.of("tasks/get", "tasks/result", "tasks/list", "tasks/cancel")) {
            request(2, method, "\"taskId\":\"t\"");
            assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32601);
        }
        request(3, "tools/call", "\"name\":\"a\",\"task\":{}");
        JsonNode call = server.nextReceived();
        assertThat(allowsTasks(call)).isFalse();
        assertThat(call.at("/params/task").isMissingNode()).isTrue();
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/result", "tasks/list", "tasks/cancel"})
    void refusesTaskMethodsIfTheServerHasNoTasks(String method) throws Exception {
        SimulatedModernServer serverWithoutTasks = new SimulatedModernServer();
        RecordingListener otherClient = new RecordingListener();
        Upstream otherTranslation = FilterChain.of(
                serverWithoutTasks,
                List.of(TranslationFactory.createForLegacyClient(
                        new HandshakeResult(true, Slice.of("{\"capabilities\":{\"tools\":{}}}")))));
        otherTranslation.start(otherClient);
        otherTranslation.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tasks\":{}},\"clientInfo\":{}}}"));
        assertThat(otherClient.next().at("/result/capabilities").toString()).isEqualTo("{\"tools\":{}}");
        otherTranslation.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{\"taskId\":\"t\"}}"));
        assertThat(otherClient.next().at("/error/code").asInt()).isEqualTo(-32601);
        assertThat(serverWithoutTasks.hasReceivedNothing()).isTrue();
        otherTranslation.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"a\",\"task\":{\"ttl\":1}}}"));
        JsonNode call = serverWithoutTasks.nextReceived();
        assertThat(allowsTasks(call)).isFalse();
        assertThat(call.at("/params/task").isMissingNode()).isTrue();
        serverWithoutTasks.sendResult(call, "{\"content\":[]}");
        assertThat(otherClient.next().get("result").toString()).isEqualTo("{\"content\":[]}");
    }

    @Test
    void offersTasksForEachTool() throws Exception {
        assertThat(initialize("2025-11-25").at("/capabilities/tasks").toString())
                .isEqualTo("{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}");
        request(1, "tools/list", "");
        server.sendResult(
                server.nextReceived(),
                "{\"tools\":[{\"name\":\"a\"},{\"name\":\"b\",\"execution\":{\"taskSupport\":\"forbidden\"}}]}");
        assertThat(client.next().at("/result/tools").toString())
                .isEqualTo("[{\"name\":\"a\",\"execution\":{\"taskSupport\":\"optional\"}},"
                        + "{\"name\":\"b\",\"execution\":{\"taskSupport\":\"forbidden\"}}]");
        request(2, "tasks/list", "");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32601);
        request(3, "tools/call", "\"name\":\"a\"");
        assertThat(allowsTasks(server.nextReceived())).isFalse();
    }

    private void startTask() throws Exception {
        initialize("2025-11-25");
        request(1, "tools/call", "\"name\":\"a\",\"task\":{\"ttl\":1}");
        JsonNode call = nextReceived("tools/call");
        assertThat(allowsTasks(call)).isTrue();
        assertThat(call.at("/params/task").isMissingNode()).isTrue();
        sendTask(call, "task", "working", "");
        assertThat(client.next().get("result").toString())
                .isEqualTo("{\"task\":{\"taskId\":\"t\",\"status\":\"working\",\"createdAt\":\"c\","
                        + "\"lastUpdatedAt\":\"u\",\"ttl\":60000,\"pollInterval\":1}}");
    }

    @Test
    void pollsUntilTheResultIsAvailable() throws Exception {
        startTask();
        request(2, "tasks/result", "\"taskId\":\"t\"");
        JsonNode first = nextReceived("tasks/get");
        assertThat(first.at("/params/taskId").asString()).isEqualTo("t");
        assertThat(allowsTasks(first)).isTrue();
        sendTask(first, "complete", "working", "");
        JsonNode second = nextReceived("tasks/get");
        assertThat(client.hasReceivedNothing()).isTrue();
        sendTask(
                second,
                "complete",
                "completed",
                ",\"result\":{\"resultType\":\"complete\",\"content\":[ 1.50 ],\"_meta\":{\"x\":1}}");
        assertThat(client.nextText())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[ 1.50 ],\"_meta\":{\"x\":1,"
                        + "\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"}}}}");
    }

    @Test
    void returnsTheStatusWithoutTheResult() throws Exception {
        startTask();
        request(2, "tasks/get", "\"taskId\":\"t\"");
        sendTask(nextReceived("tasks/get"), "complete", "completed", ",\"result\":{\"content\":[]}");
        assertThat(client.next().get("result").toString())
                .isEqualTo("{\"taskId\":\"t\",\"status\":\"completed\",\"createdAt\":\"c\",\"lastUpdatedAt\":\"u\","
                        + "\"ttl\":60000,\"pollInterval\":1}");
    }

    @Test
    void returnsTheErrorOfAFailedTask() throws Exception {
        startTask();
        request(2, "tasks/get", "\"taskId\":\"t\"");
        String error = ",\"error\":{\"code\":-32050,\"message\":\"it broke\"}";
        sendTask(nextReceived("tasks/get"), "complete", "failed", error);
        assertThat(client.next().at("/result/statusMessage").asString()).isEqualTo("it broke");
        request(3, "tasks/result", "\"taskId\":\"t\"");
        sendTask(nextReceived("tasks/get"), "complete", "failed", error);
        assertThat(client.next().get("error").toString()).isEqualTo("{\"code\":-32050,\"message\":\"it broke\"}");
    }

    @Test
    void cancelsATask() throws Exception {
        startTask();
        request(2, "tasks/cancel", "\"taskId\":\"t\"");
        server.sendResult(nextReceived("tasks/cancel"), "{\"resultType\":\"complete\"}");
        sendTask(nextReceived("tasks/get"), "complete", "cancelled", "");
        assertThat(client.next().at("/result/status").asString()).isEqualTo("cancelled");
        request(3, "tasks/result", "\"taskId\":\"t\"");
        sendTask(nextReceived("tasks/get"), "complete", "cancelled", "");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void passesInputRequestsWhileTheClientWaits() throws Exception {
        startTask();
        request(2, "tasks/result", "\"taskId\":\"t\"");
        String inputRequests =
                ",\"inputRequests\":{\"k\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\"}}}";
        sendTask(nextReceived("tasks/get"), "complete", "input_required", inputRequests);
        JsonNode inputRequest = client.next();
        assertThat(inputRequest.get("method").asString()).isEqualTo("elicitation/create");
        assertThat(inputRequest.at("/params/_meta").toString())
                .isEqualTo("{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"}}");
        assertThat(client.lastRelatedId()).isEqualTo("2");
        // the same input request is not passed twice
        sendTask(nextReceived("tasks/get"), "complete", "input_required", inputRequests);
        JsonNode poll = nextReceived("tasks/get");
        assertThat(client.hasReceivedNothing()).isTrue();
        send("{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id") + ",\"result\":{\"action\":\"accept\"}}");
        JsonNode update = nextReceived("tasks/update");
        assertThat(update.at("/params/taskId").asString()).isEqualTo("t");
        assertThat(update.at("/params/inputResponses").toString()).isEqualTo("{\"k\":{\"action\":\"accept\"}}");
        server.sendResult(update, "{\"resultType\":\"complete\"}");
        sendTask(poll, "complete", "completed", ",\"result\":{\"content\":[]}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
    }

    @Test
    void failsIfTheClientCannotAnswer() throws Exception {
        startTask();
        request(2, "tasks/result", "\"taskId\":\"t\"");
        sendTask(
                nextReceived("tasks/get"),
                "complete",
                "input_required",
                ",\"inputRequests\":{\"k\":{\"method\":\"sampling/createMessage\"}}");
        JsonNode error = client.next().get("error");
        assertThat(error.get("message").asString()).contains("sampling/createMessage");
    }

    @Test
    void cancellationEndsTheInputRequestsAndThePolls() throws Exception {
        startTask();
        request(2, "tasks/result", "\"taskId\":\"t\"");
        sendTask(
                nextReceived("tasks/get"),
                "complete",
                "input_required",
                ",\"inputRequests\":{\"k\":{\"method\":\"elicitation/create\"}}");
        JsonNode inputRequest = client.next();
        JsonNode poll = nextReceived("tasks/get");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");
        assertThat(client.next().at("/params/requestId")).isEqualTo(inputRequest.get("id"));
        sendTask(poll, "complete", "working", "");
        request(3, "ping", "");
        assertThat(client.next().get("id").asInt()).isEqualTo(3);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void resultThatTheServerReturnsAtOnceIsACompletedTask() throws Exception {
        initialize("2025-11-25");
        request(1, "tools/call", "\"name\":\"a\",\"task\":{}");
        server.sendResult(nextReceived("tools/call"), "{\"resultType\":\"complete\",\"content\":[1.50]}");
        JsonNode task = client.next().at("/result/task");
        assertThat(task.get("status").asString()).isEqualTo("completed");
        String id = task.get("taskId").asString();
        request(2, "tasks/get", "\"taskId\":\"" + id + "\"");
        assertThat(client.next().get("result")).isEqualTo(task);
        request(3, "tasks/result", "\"taskId\":\"" + id + "\"");
        assertThat(client.nextText())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[1.50],\"_meta\":"
                        + "{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"" + id + "\"}}}}");
        request(4, "tasks/cancel", "\"taskId\":\"" + id + "\"");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void failuresOfTheServerReachTheRequestOfTheClient() throws Exception {
        startTask();
        request(2, "tasks/result", "\"taskId\":\"t\"");
        server.sendError(nextReceived("tasks/get"), -32602, "{}");
        JsonNode refused = client.next();
        assertThat(refused.get("id").asInt()).isEqualTo(2);
        assertThat(refused.at("/error/code").asInt()).isEqualTo(-32602);
        request(3, "tasks/get", "\"taskId\":\"t\"");
        server.failRequest(nextReceived("tasks/get"), ErrorCode.UPSTREAM_UNAVAILABLE);
        assertThat(client.next().get("id").asInt()).isEqualTo(3);
    }
}
