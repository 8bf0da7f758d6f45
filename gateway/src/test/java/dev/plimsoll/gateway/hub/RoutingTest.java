package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.HubFixture.Client;
import dev.plimsoll.testkit.Await;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tests which server receives requests for resources, prompts, tasks, and log levels. */
@Timeout(60)
class RoutingTest {

    private static final String ALL_CAPABILITIES =
            "{\"tools\":{},\"resources\":{\"subscribe\":true},\"prompts\":{},\"completions\":{},\"logging\":{},\"tasks\":{}}";

    @Test
    void readsFromTheServerThatIsFirstAfterAReload() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture.hub().setServers(List.of(hubFixture.backend("b"), hubFixture.backend("a")), Set.of());
            Client client = hubFixture.newInitializedClient();
            assertThat(client.result("resources/list", "{}")
                            .at("/resources/0/uri")
                            .asString())
                    .isEqualTo("x://b");

            assertThat(client.result("resources/read", "{\"uri\":\"x://both\"}")
                            .at("/contents/0/text")
                            .asString())
                    .isEqualTo("from b");
        }
    }

    private static HubFixture startTwoServers() {
        return startServers("a", "b");
    }

    private static HubFixture startServers(String... names) {
        HubFixture hubFixture = HubFixture.of(names);
        for (String name : names) {
            SimulatedBackend backend = hubFixture.backend(name).tools("work");
            backend.capabilities = ALL_CAPABILITIES;
            backend.results.put("prompts/list", "{\"prompts\":[{\"name\":\"greet\"}]}");
            backend.results.put(
                    "resources/list", "{\"resources\":[{\"uri\":\"x://" + name + "\"},{\"uri\":\"x://both\"}]}");
            backend.results.put(
                    "resources/templates/list",
                    "{\"resourceTemplates\":[{\"uriTemplate\":\"" + name + "://{id}/end\"}]}");
            backend.results.put("prompts/get", "{\"description\":\"" + name + " NAME\",\"messages\":[]}");
            backend.results.put("resources/read", "{\"contents\":[{\"uri\":\"URI\",\"text\":\"from " + name + "\"}]}");
            backend.results.put("resources/subscribe", "{}");
            backend.results.put("resources/unsubscribe", "{}");
            backend.results.put("logging/setLevel", "{}");
            backend.results.put("completion/complete", "{\"completion\":{\"values\":[\"" + name + "\"]}}");
        }
        return hubFixture;
    }

    private static String read(Client client, String uri) throws Exception {
        return client.result("resources/read", "{\"uri\":\"" + uri + "\"}")
                .at("/contents/0/text")
                .asString();
    }

    @Test
    void readsResourceFromListingServer() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            assertThat(read(client, "x://b")).isEqualTo("from b");
            assertThat(read(client, "x://a")).isEqualTo("from a");
            assertThat(read(client, "x://both")).isEqualTo("from a");
            assertThat(read(client, "b://7/end")).isEqualTo("from b");
        }
    }

    @Test
    void triesAllServersForUnlistedResource() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture.backend("a").results.remove("resources/read");
            hubFixture.backend("b").results.remove("resources/read");
            Client client = hubFixture.newInitializedClient();
            client.tools();
            SimulatedHubServer serverA = hubFixture.backend("a").nextStartedServer();
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            CompletableFuture<JsonNode> successfulRead =
                    client.sendRequest("9", "resources/read", "{\"uri\":\"q://1\"}");
            serverA.error(serverA.next("resources/read"), -32002);
            serverB.result(serverB.next("resources/read"), "{\"contents\":[]}");
            assertThat(successfulRead.get(20, TimeUnit.SECONDS).has("result")).isTrue();
            CompletableFuture<JsonNode> failingRead = client.sendRequest("10", "resources/read", "{\"uri\":\"q://2\"}");
            serverA.error(serverA.next("resources/read"), -32002);
            serverB.error(serverB.next("resources/read"), -32603);
            assertThat(failingRead.get(20, TimeUnit.SECONDS).at("/error/code").asInt())
                    .isEqualTo(-32002);
        }
    }

    @Test
    void answersAReadWhoseConnectionIsLost() throws Exception {
        try (HubFixture hubFixture = startServers("a")) {
            hubFixture.backend("a").results.remove("resources/read");
            Client client = hubFixture.newInitializedClient();
            client.tools();
            SimulatedHubServer server = hubFixture.backend("a").nextStartedServer();
            CompletableFuture<JsonNode> read = client.sendRequest("9", "resources/read", "{\"uri\":\"q://1\"}");
            server.next("resources/read");
            CountDownLatch end = new CountDownLatch(1);
            // the server's thread waits here, so the read gets no response before the connection is closed
            client.beforeReceive = () -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            };
            server.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
            client.endpointSession.close();
            assertThat(read.get(20, TimeUnit.SECONDS)
                            .at("/error/data/error/code")
                            .asString())
                    .isEqualTo("UPSTREAM_UNAVAILABLE");
            end.countDown();
        }
    }

    @Test
    void forwardsPromptsAndCompletionsToTheirServer() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            assertThat(client.result("prompts/get", "{\"name\":\"b__greet\"}")
                            .get("description")
                            .asString())
                    .isEqualTo("b greet");
            assertThat(client.answer("prompts/get", "{\"name\":\"b__great\"}")
                            .at("/error/data/error/details/suggestion")
                            .asString())
                    .startsWith("b__greet");
            assertThat(complete(client, "{\"type\":\"ref/prompt\",\"name\":\"b__greet\"}"))
                    .isEqualTo("b");
            assertThat(complete(client, "{\"type\":\"ref/resource\",\"uri\":\"b://{id}/end\"}"))
                    .isEqualTo("b");
        }
    }

    private static String complete(Client client, String ref) throws Exception {
        return client.result(
                        "completion/complete", "{\"ref\":" + ref + ",\"argument\":{\"name\":\"n\",\"value\":\"\"}}")
                .at("/completion/values/0")
                .asString();
    }

    @Test
    void setsLogLevelOnAllAndRestartedServers() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            client.result("logging/setLevel", "{\"level\":\"debug\"}");
            client.result("resources/subscribe", "{\"uri\":\"x://b\"}");
            hubFixture.backend("a").nextStartedServer().next("logging/setLevel");
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            serverB.next("logging/setLevel");
            serverB.next("resources/subscribe");
            serverB.end();
            Await.until(
                    "the hub has noticed the end of the server",
                    () -> hubFixture.logText().contains("a server has stopped"));
            client.call("b__work", "{}");
            SimulatedHubServer restartedServer = hubFixture.backend("b").nextStartedServer();
            assertThat(restartedServer
                            .next("logging/setLevel")
                            .at("/params/level")
                            .asString())
                    .isEqualTo("debug");
            assertThat(restartedServer
                            .next("resources/subscribe")
                            .at("/params/uri")
                            .asString())
                    .isEqualTo("x://b");
        }
    }

    @Test
    void setsLogLevelOnServerThatOpensLater() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a")) {
            SimulatedBackend backend = hubFixture.backend("a").tools("work").failToStart("it is not ready");
            backend.capabilities = ALL_CAPABILITIES;
            Client client = hubFixture.newInitializedClient();
            assertThat(client.result("logging/setLevel", "{\"level\":\"debug\"}"))
                    .isEmpty();
            backend.repair();
            client.call("a__work", "{}");
            assertThat(backend.nextStartedServer()
                            .next("logging/setLevel")
                            .at("/params/level")
                            .asString())
                    .isEqualTo("debug");
        }
    }

    @Test
    void reportsThatAServerStoppedWhileItsLogLevelWasSet() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a")) {
            SimulatedBackend backend = hubFixture.backend("a").tools("work");
            backend.capabilities = ALL_CAPABILITIES;
            Client client = hubFixture.newInitializedClient();
            client.tools();
            SimulatedHubServer server = backend.nextStartedServer();
            CompletableFuture<JsonNode> answer = client.sendRequest("7", "logging/setLevel", "{\"level\":\"debug\"}");
            server.next("logging/setLevel");
            server.end();
            assertThat(answer.get(5, TimeUnit.SECONDS)
                            .at("/error/data/error/code")
                            .asString())
                    .isEqualTo("UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void refusesLogLevelIfNoServerLogs() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a")) {
            Client client = hubFixture.newInitializedClient();
            client.tools();
            assertThat(client.answer("logging/setLevel", "{\"level\":\"debug\"}")
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32601);
        }
    }

    @Test
    void separatesTasksOfTwoServers() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            for (String name : new String[] {"a", "b"}) {
                hubFixture
                        .backend(name)
                        .results
                        .put("tools/call", "{\"task\":{\"taskId\":\"1\",\"status\":\"working\"}}");
                hubFixture.backend(name).results.put("tasks/get", "{\"taskId\":\"1\",\"status\":\"of " + name + "\"}");
                hubFixture.backend(name).results.put("tasks/list", "{\"tasks\":[{\"taskId\":\"1\"}]}");
            }
            Client client = hubFixture.newInitializedClient();
            String call = "{\"name\":\"%s__work\",\"arguments\":{},\"task\":{}}";
            String taskOfA = client.result("tools/call", String.format(call, "a"))
                    .at("/task/taskId")
                    .asString();
            String taskOfB = client.result("tools/call", String.format(call, "b"))
                    .at("/task/taskId")
                    .asString();
            assertThat(taskOfA).isEqualTo("1");
            assertThat(taskOfB).isNotEqualTo("1");
            JsonNode task = client.result("tasks/get", "{\"taskId\":\"" + taskOfB + "\"}");
            assertThat(task.get("status").asString()).isEqualTo("of b");
            assertThat(task.get("taskId").asString()).isEqualTo(taskOfB);
            assertThat(HubFixture.names(client.result("tasks/list", "{}"), "tasks", "taskId"))
                    .containsExactly(taskOfA, taskOfB);
            assertThat(client.answer("tasks/get", "{\"taskId\":\"2\"}")
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32602);
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            serverB.emit(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks/status\",\"params\":{\"taskId\":\"1\"}}");
            assertThat(client.nextMessage().at("/params/taskId").asString()).isEqualTo(taskOfB);
        }
    }

    @Test
    void translatesRelatedTaskIds() throws Exception {
        String relatedTask = "{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"%s\"},\"x\":1}";
        try (HubFixture hubFixture = startTwoServers()) {
            for (String name : new String[] {"a", "b"}) {
                hubFixture
                        .backend(name)
                        .results
                        .put("tools/call", "{\"task\":{\"taskId\":\"1\",\"status\":\"working\"}}");
                hubFixture
                        .backend(name)
                        .results
                        .put("tasks/result", "{\"content\":[],\"_meta\":" + String.format(relatedTask, "1") + "}");
            }
            Client client = hubFixture.newInitializedClient();
            String call = "{\"name\":\"%s__work\",\"arguments\":{},\"task\":{}}";
            client.result("tools/call", String.format(call, "a"));
            String taskOfB = client.result("tools/call", String.format(call, "b"))
                    .at("/task/taskId")
                    .asString();
            JsonNode taskResult = client.result("tasks/result", "{\"taskId\":\"" + taskOfB + "\"}");
            assertThat(relatedTaskId(taskResult.get("_meta"))).isEqualTo(taskOfB);
            assertThat(taskResult.at("/_meta/x").asInt()).isEqualTo(1);
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            serverB.emit("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"elicitation/create\",\"params\":{\"_meta\":"
                    + String.format(relatedTask, "1") + "}}");
            JsonNode request = client.nextMessage();
            assertThat(relatedTaskId(request.at("/params/_meta"))).isEqualTo(taskOfB);
            client.sendMessage("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                    + ",\"result\":{\"action\":\"accept\",\"_meta\":" + String.format(relatedTask, taskOfB) + "}}");
            assertThat(relatedTaskId(serverB.nextResponse().at("/result/_meta")))
                    .isEqualTo("1");
            serverB.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{\"taskId\":\"1\"}}");
            assertThat(client.nextMessage().at("/params/taskId").asString()).isEqualTo(taskOfB);
        }
    }

    private static String relatedTaskId(JsonNode meta) {
        return meta.get("io.modelcontextprotocol/related-task").get("taskId").asString();
    }
}
