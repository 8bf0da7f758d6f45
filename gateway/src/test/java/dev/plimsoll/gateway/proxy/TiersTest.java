package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class TiersTest {

    private static final Policy SMALL_BUDGET = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500);
    private static final Policies SMALL_BUDGET_POLICIES = Policies.of(SMALL_BUDGET);
    private static final String TOOLS = "{\"tools\":["
            + "{\"name\":\"look\",\"inputSchema\":{},\"annotations\":{\"readOnlyHint\":true}},"
            + "{\"name\":\"plain\",\"inputSchema\":{}},"
            + "{\"name\":\"wipe\",\"inputSchema\":{},\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":true}}]}";
    private static final String LARGE_RESULT =
            "{\"content\":[{\"type\":\"text\",\"text\":\"" + "many words ".repeat(2_000) + "\"}]}";

    private static RelayFixture relayFor(Tier tier, Policies policies) {
        return new RelayFixture(policies, "ann", tier);
    }

    private static List<String> listTools(RelayFixture relay) throws Exception {
        List<String> names = new ArrayList<>();
        relay.exchange(1, "tools/list", "{}", TOOLS)
                .get("tools")
                .forEach(tool -> names.add(tool.get("name").asString()));
        return names;
    }

    private static String call(String tool) {
        return "{\"name\":\"" + tool + "\",\"arguments\":{}}";
    }

    private static JsonNode assertForbidden(JsonNode result) {
        assertThat(result.path("isError").asBoolean(false)).as("%s", result).isTrue();
        JsonNode error = RelayFixture.JSON.readTree(RelayFixture.text(result)).get("error");
        assertThat(error.get("code").asString()).isEqualTo("FORBIDDEN");
        return error;
    }

    @ParameterizedTest
    @CsvSource({"READ, look", "READ_WRITE, look plain", "ADMIN, look plain wipe"})
    void listsOnlyAllowedToolsAndTheReadTool(Tier tier, String tools) throws Exception {
        try (RelayFixture relay = relayFor(tier, SMALL_BUDGET_POLICIES)) {
            List<String> expected = new ArrayList<>(List.of(tools.split(" ", -1)));
            expected.add("plimsoll_read");
            assertThat(listTools(relay)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "wipe", "unheard"})
    void aReaderMayNotCallWritingOrUnknownTools(String tool) throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            listTools(relay);
            relay.request(2, "tools/call", call(tool));
            JsonNode details = assertForbidden(relay.nextResult()).get("details");
            assertThat(details.get("tool").asString()).isEqualTo(tool);
            assertThat(details.get("needed").asString()).isEqualTo(tool.equals("plain") ? "read_write" : "admin");
            assertThat(details.get("tier").asString()).isEqualTo("read");
            assertThat(details.get("suggestion").asString()).contains("tools/list");
            assertThat(relay.serverReceivedNothing()).isTrue();
            assertThat(relay.exchange(3, "tools/call", call("look"), "{\"content\":[]}")
                            .has("isError"))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"look, true", "wipe, false", "unheard, false"})
    void loadsTheHintsBeforeTheDecision(String tool, boolean allowed) throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            relay.request(2, "tools/call", call(tool));
            JsonNode request = RelayFixture.JSON.readTree(relay.nextAtServer());
            assertThat(request.get("method").asString()).isEqualTo("tools/list");
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + TOOLS + "}");
            if (allowed) {
                assertThat(relay.nextAtServer()).contains("tools/call");
            } else {
                assertForbidden(relay.nextResult());
                assertThat(relay.serverReceivedNothing()).isTrue();
            }
        }
    }

    @Test
    void reloadsTheToolsAfterAChangeNotification() throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            listTools(relay);
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
            relay.nextAtClient();
            relay.request(2, "tools/call", call("newly"));
            JsonNode request = RelayFixture.JSON.readTree(relay.nextAtServer());
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                    + ",\"result\":{\"tools\":[{\"name\":\"newly\",\"annotations\":{\"readOnlyHint\":true}}]}}");
            assertThat(relay.nextAtServer()).contains("tools/call");
        }
    }

    /**
     * Checks that an unavailable server is reported as such. The tiers of its tools are unknown, so the message must not
     * mention them.
     */
    @Test
    void reportsAnUnavailableServerToAReader() throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            relay.closeServer();
            relay.request(2, "tools/call", call("look"));
            assertThat(unavailableError(relay).get("code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void reportsATimeoutOfTheListingToAReader() throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            relay.request(2, "tools/call", call("look"));
            assertThat(relay.nextAtServer()).contains("tools/list");
            relay.failAllAsOverdue();
            assertThat(unavailableError(relay).get("code").asString()).isEqualTo("UPSTREAM_TIMEOUT");
            relay.request(3, "tools/call", call("wipe"));
            JsonNode request = RelayFixture.JSON.readTree(relay.nextAtServer());
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                    + ",\"error\":{\"code\":-1,\"message\":\"no\"}}");
            assertForbidden(relay.nextResult());
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    private static JsonNode unavailableError(RelayFixture relay) throws Exception {
        JsonNode result = relay.nextResult();
        assertThat(result.path("isError").asBoolean(false)).as("%s", result).isTrue();
        return RelayFixture.JSON.readTree(RelayFixture.text(result)).get("error");
    }

    @Test
    void rulesOverrideHints() throws Exception {
        Policies policies = new Policies(
                SMALL_BUDGET,
                List.of(
                        new PolicyRule("look", policy -> policy.with(Policy.TIER, Tier.ADMIN)),
                        new PolicyRule("wipe", policy -> policy.with(Policy.TIER, Tier.READ)),
                        new PolicyRule("plain", policy -> policy.with(Policy.READ_ONLY, true))));
        try (RelayFixture relay = relayFor(Tier.READ, policies)) {
            // a rule sets the tier of this tool, so the relay need not load its annotations
            assertThat(relay.exchange(5, "tools/call", call("wipe"), "{\"content\":[]}")
                            .has("isError"))
                    .isFalse();
            assertThat(listTools(relay)).containsExactly("plain", "wipe", "plimsoll_read");
            relay.request(2, "tools/call", call("look"));
            assertForbidden(relay.nextResult());
        }
    }

    @Test
    void aLoweredTierEndsFollowUpReads() throws Exception {
        try (RelayFixture relay = relayFor(Tier.ADMIN, SMALL_BUDGET_POLICIES).open("2025-06-18", "{\"tools\":{}}")) {
            listTools(relay);
            String cursor = relay.exchange(2, "tools/call", call("wipe"), LARGE_RESULT)
                    .at("/_meta/dev.plimsoll~1page/nextCursor")
                    .asString();
            String read = "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}";
            relay.request(3, "tools/call", read);
            assertThat(relay.nextResult().has("isError")).isFalse();

            relay.setTier(Tier.READ_WRITE).request(4, "tools/call", read);
            assertThat(assertForbidden(relay.nextResult()).get("message").asString())
                    .contains("wipe", "admin", "read_write");
            relay.request(5, "tools/call", "{\"name\":\"wipe\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}");
            assertForbidden(relay.nextResult());
            relay.request(6, "resources/read", "{\"uri\":\"plimsoll://page/" + cursor + "\"}");
            assertThat(relay.nextResult().at("/data/error/code").asString()).isEqualTo("FORBIDDEN");
            assertThat(relay.serverReceivedNothing()).isTrue();

            relay.setTier(Tier.ADMIN).request(7, "tools/call", read);
            assertThat(relay.nextResult().has("isError")).isFalse();
        }
    }

    @Test
    void aLoweredTierRefusesTaskResults() throws Exception {
        try (RelayFixture relay = relayFor(Tier.ADMIN, SMALL_BUDGET_POLICIES)) {
            listTools(relay);
            relay.exchange(2, "tools/call", call("wipe"), "{\"task\":{\"taskId\":\"t1\",\"status\":\"working\"}}");
            relay.setTier(Tier.READ_WRITE).request(3, "tasks/result", "{\"taskId\":\"t1\"}");
            assertForbidden(relay.nextResult());
            relay.request(4, "tasks/result", "{\"taskId\":\"of somebody else\"}");
            assertForbidden(relay.nextResult());
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void readersMayReadResourcesAndPrompts() throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            relay.exchange(1, "resources/read", "{\"uri\":\"x://y\"}", "{\"contents\":[]}");
            relay.exchange(2, "prompts/get", "{\"name\":\"p\"}", "{\"messages\":[]}");
        }
        Policies forWriters = Policies.of(SMALL_BUDGET.with(Policy.TIER, Tier.READ_WRITE));
        try (RelayFixture relay = relayFor(Tier.READ, forWriters)) {
            relay.request(1, "resources/read", "{\"uri\":\"x://y\"}");
            assertThat(relay.nextResult().at("/data/error/code").asString()).isEqualTo("FORBIDDEN");
            relay.request(2, "prompts/get", "{\"name\":\"p\"}");
            assertThat(relay.nextResult().at("/data/error/code").asString()).isEqualTo("FORBIDDEN");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void refusalOfAnAmbiguousRequestFitsEachMethod() throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            relay.request(1, "prompts/get", "{\"name\":7}");
            JsonNode error = relay.nextResult().at("/data/error");
            assertThat(error.get("message").asString()).startsWith("ambiguous request");
            assertThat(error.at("/details/suggestion").asString())
                    .isEqualTo("send each member once, with a listed name");
        }
    }

    /** Checks messages that some servers might interpret as a call of the tool wipe. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"wipe\",\"name\":\"look\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"look\",\"NAME\":\"wipe\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"n\\u0061me\":\"wipe\",\"name\":\"look\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"wipe\"},\"params\":{\"name\":\"look\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"paramſ\":{\"name\":\"wipe\"},\"params\":{\"name\":\"look\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"method\":\"ping\",\"params\":{\"name\":\"wipe\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":[\"wipe\"]}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":[\"wipe\"]}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\"}",
                "[{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"wipe\"}}]",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools\\/call\",\"params\":{\"name\":\"w\\u0069pe\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"wipe\",\"requestState\":\"plimsoll:x\"}}"
            })
    void refusesAmbiguousCalls(String message) throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            listTools(relay);
            relay.fromClient(message);
            assertThat(relay.nextAtClient()).containsAnyOf("FORBIDDEN", "INVALID_REQUEST");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"wipe\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"tools/call\",\"params\":{\"name\":\"wipe\"}}",
                "{\"jsonrpc\":\"2.0\",\"METHOD\":\"tools/call\",\"ID\":1,\"params\":{\"name\":\"wipe\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"Method\":\"tools/call\",\"params\":{\"name\":\"wipe\"}}"
            })
    void dropsCallsDisguisedAsNotifications(String message) throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            listTools(relay);
            relay.fromClient(message).fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
            assertThat(relay.nextAtServer()).contains("notifications/x");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void refusesLongToolNames() throws Exception {
        try (RelayFixture relay = relayFor(Tier.READ, SMALL_BUDGET_POLICIES)) {
            listTools(relay);
            relay.request(2, "tools/call", call("\\u0077".repeat(400)));
            assertThat(relay.nextAtClient()).contains("INVALID_REQUEST");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }
}
