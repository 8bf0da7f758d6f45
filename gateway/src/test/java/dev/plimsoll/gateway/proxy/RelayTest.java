package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.testkit.sample.Payloads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RelayTest {

    private static final String TOOLS_CAPABILITY = "{\"tools\":{}}";
    private static final Policies SMALL_BUDGET =
            Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500));
    private static final Policies HEAVY_LIST_TOOLS = new Policies(
            SMALL_BUDGET.base(), List.of(new PolicyRule("list_*", policy -> policy.with(Policy.HEAVY, true))));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/unknown\",\"params\":{\"n\":1.10,\"u\":\"\\u00e9\",\"big\":1e400},\"odd\":null}",
                " {\"method\":\"notifications/odd\" , \"jsonrpc\":\"2.0\"} ",
                "{\"jsonrpc\":\"2.0\",\"id\":\"text\",\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"roots\":[]}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-1,\"message\":\"no\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{\"limit\":1.0}}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"completion/complete\",\"params\":{}}"
            })
    void passesClientMessagesByteForByte(String message) throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            assertThat(relay.fromClient(message).nextAtServer()).isEqualTo(message);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling/createMessage\",\"params\":{\"n\":1.10}}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"e\",\"method\":\"elicitation/create\",\"params\":{}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":0.50}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"?\"}}"
            })
    void passesServerMessagesByteForByte(String message) throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            assertThat(relay.fromServer(message).nextAtClient()).isEqualTo(message);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                "{\"id\":3,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":3,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":1}",
                "{}"
            })
    void answersInvalidMessageWithAnError(String message) throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            JsonNode answer =
                    RelayFixture.JSON.readTree(relay.fromClient(message).nextAtClient());
            assertThat(answer.at("/error/code").asInt()).isEqualTo(-32600);
            assertThat(answer.path("id").toString()).isEqualTo(message.contains("\"id\":3") ? "3" : "null");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void dropsInvalidNotification() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.fromClient("{\"jsonrpc\":\"2.0\",\"method\":5}").fromClient("{\"method\":\"notifications/x\"}");
            relay.request(1, "ping", "{}");
            assertThat(relay.nextAtServer()).contains("\"ping\"");
            relay.result(1, "{}");
            assertThat(relay.nextAtClient()).contains("\"id\":1,");
        }
    }

    @Test
    void answersInvalidMessageInABatch() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.fromClient("[{\"id\":1,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]");
            assertThat(relay.nextAtServer()).contains("\"id\":2,");
            relay.result(2, "{}");
            JsonNode batch = RelayFixture.JSON.readTree(relay.nextAtClient());
            assertThat(batch).hasSize(2);
            // the answers have no order
            assertThat(batch.toString()).contains("-32600", "\"id\":1,", "\"id\":2,");
        }
    }

    @Test
    void passesAResultOfAnUnknownMethodByteForByte() throws Exception {
        String answer = "{ \"result\" : {\"n\":1.10,\"x\":[1e400]} ,\"id\":1,\"extra\":{},\"jsonrpc\":\"2.0\"}";
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.request(1, "x/unknown", "{}").nextAtServer();
            assertThat(relay.fromServer(answer).nextAtClient()).isEqualTo(answer);
        }
    }

    @Test
    void passesMessagesInOrder() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.request(1, "tools/call", "{\"name\":\"t\"}").nextAtServer();
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                sent.add("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"n\":" + i + "}}");
                relay.fromServer(sent.get(i));
            }
            relay.result(1, RelayFixture.textResult(RelayFixture.records(500)));
            for (String message : sent) {
                assertThat(relay.nextAtClient()).isEqualTo(message);
            }
            assertThat(RelayFixture.text(relay.nextResult())).contains("nextCursor");
        }
    }

    /**
     * Checks that a client that sends no read arguments gets the first page, and that follow-up reads return all other items.
     */
    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-06-18", "2025-11-25"})
    void pagesABigResultWithoutTheServer(String revision) throws Exception {
        String bookings = new String(Payloads.bookings(120, 900, 1_600), StandardCharsets.UTF_8);
        Policies hardening = Policies.of(Preset.HARDENING.applyTo(Policy.defaults()));
        try (RelayFixture relay = new RelayFixture(hardening).open(revision, TOOLS_CAPABILITY)) {
            JsonNode first =
                    relay.exchange(1, "tools/call", "{\"name\":\"list_bookings\"}", RelayFixture.textResult(bookings));
            assertThat(first.path("content")).hasSize(1);
            assertThat(first.path("isError").asBoolean(false)).isFalse();
            JsonNode page = RelayFixture.JSON.readTree(RelayFixture.text(first));
            List<JsonNode> items = new ArrayList<>();
            int id = 2;
            while (true) {
                assertThat(page.path("totalCount").toString()).isEqualTo("120");
                assertThat(page.at("/range/0").asInt()).isEqualTo(items.size() + 1);
                assertThat(page.has("folded")).isFalse();
                page.get("items").forEach(items::add);
                assertThat(page.at("/range/1").asInt()).isEqualTo(items.size());
                if (!page.has("nextCursor")) {
                    break;
                }
                String cursor = page.get("nextCursor").asString();
                String read = "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}";
                page = RelayFixture.JSON.readTree(RelayFixture.text(relay.exchangeLocally(id++, "tools/call", read)));
            }
            assertThat(RelayFixture.JSON.<JsonNode>valueToTree(items)).isEqualTo(RelayFixture.JSON.readTree(bookings));
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void reportsTheProgressOfALongRead() throws Exception {
        Policies longQueries = Policies.of(Policy.defaults()
                .with(Policy.TOKEN_BUDGET_THRESHOLD, 1_000)
                .with(Policy.QUERY_STEPS, Integer.MAX_VALUE)
                .with(Policy.QUERY_TIME_MS, 3_000));
        try (RelayFixture relay = new RelayFixture(longQueries).open("2025-06-18", TOOLS_CAPABILITY)) {
            JsonNode page = RelayFixture.JSON.readTree(RelayFixture.text(relay.exchange(
                    1, "tools/call", "{\"name\":\"t\"}", RelayFixture.textResult(RelayFixture.records(300)))));
            String query = "reduce range(0; 1000000000) as $i (0; . + $i)";
            relay.request(
                    2,
                    "tools/call",
                    "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\""
                            + page.get("nextCursor").asString() + "\",\"query\":\"" + query
                            + "\"},\"_meta\":{\"progressToken\":\"p\"}}");
            assertThat(relay.nextAtClient())
                    .contains("notifications/progress")
                    .contains("{\"progressToken\":\"p\",\"progress\":1}");
            JsonNode nextMessage = RelayFixture.JSON.readTree(relay.nextAtClient());
            while (nextMessage.has("method")) {
                nextMessage = RelayFixture.JSON.readTree(relay.nextAtClient());
            }
            assertThat(RelayFixture.text(nextMessage.get("result"))).contains("QUERY_LIMIT");
        }
    }

    @Test
    void explainsAnInvalidCursor() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.request(1, "tools/call", "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"AAAA\"}}");
            JsonNode answer = relay.nextResult();
            assertThat(answer.get("isError").asBoolean()).isTrue();
            assertThat(RelayFixture.text(answer)).contains("CURSOR_INVALID");
        }
    }

    @Test
    void passesAnInputRequiredResultUnchanged() throws Exception {
        String inputRequired =
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\""
                        + "x".repeat(100_000) + "\"}}},\"requestState\":\"s\"}";
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            assertThat(relay.exchange(1, "tools/call", "{\"name\":\"t\"}", inputRequired)
                            .toString())
                    .isEqualTo(inputRequired);
        }
    }

    @Test
    void advisesAgainstRepeatingOnlyCallsThatTheServerMayHaveReceived() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.request(1, "tools/call", "{\"name\":\"t\"}").nextAtServer();
            relay.closeServer();
            assertThat(relay.nextAtClient()).contains("after the server restarts if it changes nothing");

            relay.request(2, "tools/call", "{\"name\":\"t\"}");
            assertThat(relay.nextAtClient())
                    .contains("repeat the call after the server restarts")
                    .doesNotContain("if it changes nothing");
        }
    }

    @Test
    void answersABatchWithAnErrorForACancelledRequest() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET).open("2025-03-26", TOOLS_CAPABILITY)) {
            relay.fromClient("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}]");
            relay.nextAtServer();
            relay.nextAtServer();
            relay.result(1, "{}");
            relay.fromClient(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");
            JsonNode batch = RelayFixture.JSON.readTree(relay.nextAtClient());
            assertThat(batch).hasSize(2);
            assertThat(batch.toString()).contains("\"id\":2,\"error\"", "cancelled");
        }
    }

    @Test
    void answersABatchWithABatch() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET).open("2025-03-26", TOOLS_CAPABILITY)) {
            relay.fromClient("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
                    + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"x\"}}},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}]");
            assertThat(relay.nextAtServer()).contains("ping");
            assertThat(relay.nextAtServer()).contains("notifications/x");
            assertThat(relay.nextAtServer()).contains("tools/call");
            relay.fromServer(
                    "[{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":" + RelayFixture.textResult(RelayFixture.records(500))
                            + "},{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]");
            JsonNode batch = RelayFixture.JSON.readTree(relay.nextAtClient());
            assertThat(batch.isArray()).isTrue();
            assertThat(batch).hasSize(3);
        }
    }

    @Test
    void worksInFrontOfAServerThatRunsPlimsoll() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET).open("2025-06-18", TOOLS_CAPABILITY)) {
            JsonNode listedTools = relay.exchange(
                    1,
                    "tools/list",
                    "{}",
                    "{\"tools\":[{\"name\":\"plimsoll_read\",\"inputSchema\":{\"type\":\"object\"}}]}");
            assertThat(listedTools.get("tools")).hasSize(1);
            String serversRead = "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"theirs\"}}";
            relay.request(2, "tools/call", serversRead);
            assertThat(relay.nextAtServer()).contains(serversRead);
        }
    }

    @Test
    void usesTheMaxTokensOfTheRequest() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET).open("2025-06-18", TOOLS_CAPABILITY)) {
            String params = "{\"name\":\"t\",\"_meta\":{\"dev.plimsoll/maxTokens\":20000}}";
            JsonNode result =
                    relay.exchange(1, "tools/call", params, RelayFixture.textResult(RelayFixture.records(300)));
            assertThat(RelayFixture.text(result)).isEqualTo(RelayFixture.records(300));
        }
    }

    @Test
    void rejectsCursorsOfOtherCallers() throws Exception {
        try (RelayFixture firstCaller = new RelayFixture(SMALL_BUDGET, "one");
                RelayFixture secondCaller = new RelayFixture(SMALL_BUDGET, "two")) {
            JsonNode page = firstCaller.exchange(
                    1, "tools/call", "{\"name\":\"t\"}", RelayFixture.textResult(RelayFixture.records(300)));
            String cursor = RelayFixture.JSON
                    .readTree(RelayFixture.text(page))
                    .get("nextCursor")
                    .asString();
            secondCaller.request(
                    1, "tools/call", "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}");
            assertThat(RelayFixture.text(secondCaller.nextResult())).contains("CURSOR_INVALID");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\u0061\" \"a\"", "1.0 1", "\"1\" 1", "7 \"7\"", "1e2 100"})
    void matchesResponseIdsInOtherSpellings(String spellings) throws Exception {
        int space = spellings.indexOf(' ');
        String sentId = spellings.substring(0, space);
        String receivedId = spellings.substring(space + 1);
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.fromClient("{\"jsonrpc\":\"2.0\",\"id\":" + sentId + ",\"method\":\"x\"}")
                    .nextAtServer();
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + receivedId + ",\"result\":{}}");
            assertThat(relay.nextAtClient()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + sentId + ",\"result\":{}}");
        }
    }

    @Test
    void discardsACallThatIsCancelledWhileTheListingIsLoaded() throws Exception {
        try (RelayFixture relay = new RelayFixture(HEAVY_LIST_TOOLS)) {
            relay.request(1, "tools/call", "{\"name\":\"list_x\",\"arguments\":{}}");
            JsonNode request = RelayFixture.JSON.readTree(relay.nextAtServer());
            relay.fromClient(cancellation("1"));
            relay.request(2, "ping", "{}");
            assertThat(relay.nextAtServer()).contains("ping");
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":{\"tools\":[]}}");
            relay.request(3, "ping", "{}");
            assertThat(relay.nextAtServer()).contains("ping");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    /** Checks cancellations that arrive after the answer, because some clients send one after every call. */
    @Test
    void sendsNoCancellationOfAnAnsweredCallToTheServer() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.request(1, "tools/call", "{\"name\":\"t\"}").nextAtServer();
            relay.result(1, RelayFixture.textResult("done")).nextAtClient();
            relay.fromClient(cancellation("1"));
            relay.fromClient(cancellation("\"unknown\""));
            relay.request(2, "tools/call", "{\"name\":\"t\"}");
            assertThat(relay.nextAtServer()).contains("\"id\":2,");

            relay.fromClient(cancellation("2"));
            assertThat(relay.nextAtServer()).isEqualTo(cancellation("2"));
            relay.fromClient(cancellation("2"));
            relay.request(3, "ping", "{}");
            assertThat(relay.nextAtServer()).contains("\"id\":3,");
        }
    }

    private static String cancellation(String id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}";
    }
}
