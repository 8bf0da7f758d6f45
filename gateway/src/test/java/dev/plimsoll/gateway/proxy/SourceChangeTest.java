package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.RelayFixture.text;
import static dev.plimsoll.gateway.proxy.RelayFixture.textResult;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Tests a server's notification that its resources have changed: follow-up reads of older snapshots report it, and show the
 * snapshot unchanged.
 */
class SourceChangeTest {

    private static final String CHANGED = "The source has changed since";
    private static final Policies SMALL_BUDGET =
            new Policies(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 700), List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"notifications/resources/list_changed\"",
                "\"notifications/resources/updated\",\"params\":{\"uri\":\"guests://all\"}"
            })
    void readsReportAChangedSourceAndReturnTheSameItems(String notification) throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            JsonNode first = json(relay.exchange(1, "tools/call", call("list_guests"), textResult(guests())));
            JsonNode readBeforeChange = read(relay, 2, first.path("nextCursor").asString(), "");

            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":" + notification + "}");
            relay.nextAtClient();
            JsonNode readAfterChange = read(relay, 3, first.path("nextCursor").asString(), "");

            assertThat(readBeforeChange.path("notice").asString()).doesNotContain(CHANGED);
            assertThat(readAfterChange.path("notice").asString()).contains(CHANGED);
            assertThat(readAfterChange.path("items")).isEqualTo(readBeforeChange.path("items"));
            assertThat(readAfterChange.path("range")).isEqualTo(readBeforeChange.path("range"));
            JsonNode countedItems = read(relay, 4, first.path("nextCursor").asString(), ",\"query\":\"length\"");
            assertThat(countedItems.path("notice").asString()).contains(CHANGED);
            assertThat(countedItems.path("results").path(0).asInt()).isEqualTo(200);
            JsonNode singleItem = read(relay, 5, first.path("nextCursor").asString(), ",\"path\":\"/7\"");
            assertThat(singleItem.path("notice").asString()).contains(CHANGED);
            assertThat(singleItem.path("value").path("id").asString()).isEqualTo("g-7");
        }
    }

    /** Checks that {@code mode: full} returns the unchanged result, and reports the change only in its {@code _meta}. */
    @Test
    void theOriginalResultIsUnchangedAndItsMetaReportsTheChange() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            JsonNode first = json(relay.exchange(1, "tools/call", call("list_guests"), textResult(guests())));
            String cursor = first.path("nextCursor").asString();
            JsonNode readBeforeChange = readOriginal(relay, 2, cursor);

            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}");
            relay.nextAtClient();
            JsonNode readAfterChange = readOriginal(relay, 3, cursor);

            assertThat(readBeforeChange.toString()).doesNotContain(CHANGED);
            assertThat(readAfterChange.at("/_meta/dev.plimsoll~1page/notice").asString())
                    .contains(CHANGED);
            assertThat(readAfterChange
                            .at("/_meta/dev.plimsoll~1page/snapshotAt")
                            .asString())
                    .startsWith("20");
            assertThat(readAfterChange.path("content")).isEqualTo(readBeforeChange.path("content"));
            assertThat(text(readAfterChange)).isEqualTo(guests());
            assertThat(readAfterChange.at("/_meta/dev.plimsoll~1budget"))
                    .isEqualTo(readBeforeChange.at("/_meta/dev.plimsoll~1budget"));
        }
    }

    private static JsonNode readOriginal(RelayFixture relay, int id, String cursor) throws Exception {
        return relay.exchangeLocally(
                id,
                "tools/call",
                "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\",\"mode\":\"full\"}}");
    }

    @Test
    void aNewResultReportsNoChange() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}");
            relay.nextAtClient();
            JsonNode first = json(relay.exchange(1, "tools/call", call("list_guests"), textResult(guests())));

            JsonNode second = read(relay, 2, first.path("nextCursor").asString(), "");

            assertThat(first.path("notice").asString()).isNotEmpty().doesNotContain(CHANGED);
            assertThat(second.path("notice").asString()).isNotEmpty().doesNotContain(CHANGED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"notifications/tools/list_changed", "notifications/prompts/list_changed"})
    void changesOfOtherListsAreIgnored(String method) throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            JsonNode first = json(relay.exchange(1, "tools/call", call("list_guests"), textResult(guests())));
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"}");
            relay.nextAtClient();

            JsonNode second = read(relay, 2, first.path("nextCursor").asString(), "");

            assertThat(second.path("notice").asString()).isNotEmpty().doesNotContain(CHANGED);
        }
    }

    @Test
    void anUpdateAffectsOnlyItsResource() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            String pageOfUpdated = secondPageUri(relay, 1, "guests://all");
            String pageOfUnchanged = secondPageUri(relay, 2, "guests://vip");

            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                    + "\"params\":{\"uri\":\"guests://all\"}}");
            relay.nextAtClient();

            assertThat(readText(relay, 3, pageOfUpdated)).contains(CHANGED);
            assertThat(readText(relay, 4, pageOfUnchanged))
                    .contains("\"notice\"")
                    .doesNotContain(CHANGED);
        }
    }

    /** Returns the URI of the second page of a resource. */
    private static String secondPageUri(RelayFixture relay, int id, String uri) throws Exception {
        String result = "{\"contents\":[{\"uri\":\"" + uri + "\",\"mimeType\":\"application/json\",\"text\":"
                + RelayFixture.JSON.writeValueAsString(guests()) + "}]}";
        JsonNode first = relay.exchange(id, "resources/read", "{\"uri\":\"" + uri + "\"}", result);
        return RelayFixture.JSON
                .readTree(first.at("/contents/0/text").asString())
                .path("nextUri")
                .asString();
    }

    private static String readText(RelayFixture relay, int id, String uri) throws Exception {
        return relay.exchangeLocally(id, "resources/read", "{\"uri\":\"" + uri + "\"}")
                .at("/contents/0/text")
                .asString();
    }

    private static JsonNode read(RelayFixture relay, int id, String cursor, String moreArguments) throws Exception {
        String params =
                "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"" + moreArguments + "}}";
        return json(relay.exchangeLocally(id, "tools/call", params));
    }

    private static JsonNode json(JsonNode result) {
        return RelayFixture.JSON.readTree(text(result));
    }

    private static String call(String tool) {
        return "{\"name\":\"" + tool + "\",\"arguments\":{}}";
    }

    private static String guests() {
        return IntStream.range(0, 200)
                .mapToObj(i -> "{\"id\":\"g-" + i + "\",\"name\":\"Mary Somerville " + i
                        + "\",\"booking\":{\"checkIn\":\"2026-05-" + (10 + i % 18)
                        + "\",\"nights\":3,\"property\":\"Harbour House\"},\"remarks\":\"Late arrival, asks for a cot and a "
                        + "table by the window; settled by bank transfer.\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
