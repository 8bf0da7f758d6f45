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

    private static final Policy SMALL = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500);
    private static final Policies PLAIN = Policies.of(SMALL);
    private static final String TOOLS = "{\"tools\":["
            + "{\"name\":\"look\",\"inputSchema\":{},\"annotations\":{\"readOnlyHint\":true}},"
            + "{\"name\":\"plain\",\"inputSchema\":{}},"
            + "{\"name\":\"wipe\",\"inputSchema\":{},\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":true}}]}";
    private static final String BIG =
            "{\"content\":[{\"type\":\"text\",\"text\":\"" + "many words ".repeat(2_000) + "\"}]}";

    private static Conversing as(Tier tier, Policies policies) {
        return new Conversing(policies, "ann", tier);
    }

    private static List<String> listed(Conversing relay) throws Exception {
        List<String> names = new ArrayList<>();
        relay.exchange(1, "tools/list", "{}", TOOLS)
                .get("tools")
                .forEach(tool -> names.add(tool.get("name").asString()));
        return names;
    }

    private static String call(String tool) {
        return "{\"name\":\"" + tool + "\",\"arguments\":{}}";
    }

    private static JsonNode forbidden(JsonNode result) {
        assertThat(result.path("isError").asBoolean(false)).as("%s", result).isTrue();
        JsonNode error = Conversing.JSON.readTree(Conversing.text(result)).get("error");
        assertThat(error.get("code").asString()).isEqualTo("FORBIDDEN");
        return error;
    }

    @ParameterizedTest
    @CsvSource({"READ, look", "READ_WRITE, look plain", "ADMIN, look plain wipe"})
    void listsOnlyAllowedToolsAndTheReadTool(Tier tier, String tools) throws Exception {
        try (Conversing relay = as(tier, PLAIN)) {
            List<String> expected = new ArrayList<>(List.of(tools.split(" ", -1)));
            expected.add("plimsoll_read");
            assertThat(listed(relay)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "wipe", "unheard"})
    void aReaderMayNotCallWritingOrUnknownTools(String tool) throws Exception {
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            listed(relay);
            relay.request(2, "tools/call", call(tool));
            JsonNode details = forbidden(relay.answer()).get("details");
            assertThat(details.get("tool").asString()).isEqualTo(tool);
            assertThat(details.get("needed").asString()).isEqualTo(tool.equals("plain") ? "read_write" : "admin");
            assertThat(details.get("tier").asString()).isEqualTo("read");
            assertThat(details.get("suggestion").asString()).contains("tools/list");
            assertThat(relay.serverHeardNothing()).isTrue();
            assertThat(relay.exchange(3, "tools/call", call("look"), "{\"content\":[]}")
                            .has("isError"))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"look, true", "wipe, false", "unheard, false"})
    void loadsTheHintsBeforeTheDecision(String tool, boolean allowed) throws Exception {
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            relay.request(2, "tools/call", call(tool));
            JsonNode request = Conversing.JSON.readTree(relay.toServer());
            assertThat(request.get("method").asString()).isEqualTo("tools/list");
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + TOOLS + "}");
            if (allowed) {
                assertThat(relay.toServer()).contains("tools/call");
            } else {
                forbidden(relay.answer());
                assertThat(relay.serverHeardNothing()).isTrue();
            }
        }
    }

    @Test
    void reloadsTheToolsAfterAChangeNotification() throws Exception {
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            listed(relay);
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
            relay.toClient();
            relay.request(2, "tools/call", call("newly"));
            JsonNode request = Conversing.JSON.readTree(relay.toServer());
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                    + ",\"result\":{\"tools\":[{\"name\":\"newly\",\"annotations\":{\"readOnlyHint\":true}}]}}");
            assertThat(relay.toServer()).contains("tools/call");
        }
    }

    /**
     * Checks that an unavailable server is reported as such. The tiers of its tools are unknown, so the message must not
     * mention them.
     */
    @Test
    void reportsAnUnavailableServerToAReader() throws Exception {
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            relay.serverEnds();
            relay.request(2, "tools/call", call("look"));
            assertThat(unavailableError(relay).get("code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void reportsATimeoutOfTheListingToAReader() throws Exception {
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            relay.request(2, "tools/call", call("look"));
            assertThat(relay.toServer()).contains("tools/list");
            relay.losesPatience();
            assertThat(unavailableError(relay).get("code").asString()).isEqualTo("UPSTREAM_TIMEOUT");
            relay.request(3, "tools/call", call("wipe"));
            JsonNode request = Conversing.JSON.readTree(relay.toServer());
            relay.fromServer(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"error\":{\"code\":-1,\"message\":\"no\"}}");
            forbidden(relay.answer());
            assertThat(relay.serverHeardNothing()).isTrue();
        }
    }

    private static JsonNode unavailableError(Conversing relay) throws Exception {
        JsonNode result = relay.answer();
        assertThat(result.path("isError").asBoolean(false)).as("%s", result).isTrue();
        return Conversing.JSON.readTree(Conversing.text(result)).get("error");
    }

    @Test
    void rulesOverrideHints() throws Exception {
        Policies policies = new Policies(
                SMALL,
                List.of(
                        new PolicyRule("look", policy -> policy.with(Policy.TIER, Tier.ADMIN)),
                        new PolicyRule("wipe", policy -> policy.with(Policy.TIER, Tier.READ)),
                        new PolicyRule("plain", policy -> policy.with(Policy.READ_ONLY, true))));
        try (Conversing relay = as(Tier.READ, policies)) {
            // the tier of this tool does not depend on its annotations
            assertThat(relay.exchange(5, "tools/call", call("wipe"), "{\"content\":[]}")
                            .has("isError"))
                    .isFalse();
            assertThat(listed(relay)).containsExactly("plain", "wipe", "plimsoll_read");
            relay.request(2, "tools/call", call("look"));
            forbidden(relay.answer());
        }
    }

    @Test
    void aLoweredTierEndsFollowUpReads() throws Exception {
        try (Conversing relay = as(Tier.ADMIN, PLAIN).open("2025-06-18", "{\"tools\":{}}")) {
            listed(relay);
            String text = Conversing.text(relay.exchange(2, "tools/call", call("wipe"), BIG));
            String cursor = Conversing.JSON.readTree(text).get("nextCursor").asString();
            String read = "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}";
            relay.request(3, "tools/call", read);
            assertThat(relay.answer().has("isError")).isFalse();

            relay.sinksTo(Tier.READ_WRITE).request(4, "tools/call", read);
            assertThat(forbidden(relay.answer()).get("message").asString()).contains("wipe", "admin", "read_write");
            relay.request(5, "tools/call", "{\"name\":\"wipe\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}");
            forbidden(relay.answer());
            relay.request(6, "resources/read", "{\"uri\":\"plimsoll://page/" + cursor + "\"}");
            assertThat(relay.answer().at("/data/error/code").asString()).isEqualTo("FORBIDDEN");
            assertThat(relay.serverHeardNothing()).isTrue();

            relay.sinksTo(Tier.ADMIN).request(7, "tools/call", read);
            assertThat(relay.answer().has("isError")).isFalse();
        }
    }

    @Test
    void aLoweredTierRefusesTaskResults() throws Exception {
        try (Conversing relay = as(Tier.ADMIN, PLAIN)) {
            listed(relay);
            relay.exchange(2, "tools/call", call("wipe"), "{\"task\":{\"taskId\":\"t1\",\"status\":\"working\"}}");
            relay.sinksTo(Tier.READ_WRITE).request(3, "tasks/result", "{\"taskId\":\"t1\"}");
            forbidden(relay.answer());
            relay.request(4, "tasks/result", "{\"taskId\":\"of somebody else\"}");
            forbidden(relay.answer());
            assertThat(relay.serverHeardNothing()).isTrue();
        }
    }

    @Test
    void readersMayReadResourcesAndPrompts() throws Exception {
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            relay.exchange(1, "resources/read", "{\"uri\":\"x://y\"}", "{\"contents\":[]}");
            relay.exchange(2, "prompts/get", "{\"name\":\"p\"}", "{\"messages\":[]}");
        }
        Policies guarded = Policies.of(SMALL.with(Policy.TIER, Tier.READ_WRITE));
        try (Conversing relay = as(Tier.READ, guarded)) {
            relay.request(1, "resources/read", "{\"uri\":\"x://y\"}");
            assertThat(relay.answer().at("/data/error/code").asString()).isEqualTo("FORBIDDEN");
            relay.request(2, "prompts/get", "{\"name\":\"p\"}");
            assertThat(relay.answer().at("/data/error/code").asString()).isEqualTo("FORBIDDEN");
            assertThat(relay.serverHeardNothing()).isTrue();
        }
    }

    /** Checks messages that some servers would accept as a call of wipe. */
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
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            listed(relay);
            relay.fromClient(message);
            assertThat(relay.toClient()).containsAnyOf("FORBIDDEN", "INVALID_REQUEST");
            assertThat(relay.serverHeardNothing()).isTrue();
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
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            listed(relay);
            relay.fromClient(message).fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
            assertThat(relay.toServer()).contains("notifications/x");
            assertThat(relay.serverHeardNothing()).isTrue();
        }
    }

    @Test
    void refusesLongToolNames() throws Exception {
        try (Conversing relay = as(Tier.READ, PLAIN)) {
            listed(relay);
            relay.request(2, "tools/call", call("\\u0077".repeat(400)));
            assertThat(relay.toClient()).contains("INVALID_REQUEST");
            assertThat(relay.serverHeardNothing()).isTrue();
        }
    }
}
