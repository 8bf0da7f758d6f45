package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.RelayFixture.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Tests requests that are decided after the client has closed its input. They are answered until the server is closed, too. Then
 * they get no refusal, because some clients fail if they get an error while they shut down.
 */
@NullMarked
class ClientClosedTest extends CollectFixture {

    private static final String CALL = "{\"name\":\"t\",\"arguments\":{}}";
    private static final String TOOLS = "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}";
    /** The call of a heavy tool waits for the list of tools. */
    private static final Policies HEAVY = Policies.of(Policy.defaults().with(Policy.HEAVY, true));

    private static JsonNode startCall(RelayFixture relay, int id) throws Exception {
        relay.request(id, "tools/call", CALL);
        JsonNode listRequest = JSON.readTree(relay.nextAtServer());
        assertThat(listRequest.get("method").asString()).isEqualTo("tools/list");
        return listRequest;
    }

    private static void sendTools(RelayFixture relay, JsonNode listRequest) throws Exception {
        relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + listRequest.get("id") + ",\"result\":" + TOOLS + "}");
    }

    private static void closeClient(RelayFixture relay, boolean isClosed) {
        if (isClosed) {
            relay.closeClient();
        }
    }

    /** Checks that the client gets no refusal if it has closed, and otherwise a refusal that contains the text. */
    private static void assertRefused(RelayFixture relay, boolean isClosed, String text) throws Exception {
        if (isClosed) {
            relay.awaitWorkers();
            assertThat(relay.clientReceivedNothing()).isTrue();
        } else {
            assertThat(relay.nextAtClient()).contains(text);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesNoCallWhoseListingGetsNoResponse(boolean isClosed) throws Exception {
        try (RelayFixture relay = new RelayFixture(Policies.of(Policy.defaults()), "ann", Tier.READ)) {
            startCall(relay, 1);
            closeClient(relay, isClosed);
            relay.closeServer();
            assertRefused(relay, isClosed, "UPSTREAM_UNAVAILABLE");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesCallThatItsListingForbids(boolean isClosed) throws Exception {
        try (RelayFixture relay = new RelayFixture(Policies.of(Policy.defaults()), "ann", Tier.READ)) {
            JsonNode listRequest = startCall(relay, 1);
            closeClient(relay, isClosed);
            sendTools(relay, listRequest);
            assertThat(relay.nextAtClient()).contains("FORBIDDEN");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesCallAboveTheLimitOfTheServer(boolean isClosed) throws Exception {
        try (RelayFixture relay = new RelayFixture(HEAVY).setServerLimits(Map.of("main", 1))) {
            relay.exchange(1, "x/y", "{}", "{}");
            JsonNode listRequest = startCall(relay, 2);
            closeClient(relay, isClosed);
            sendTools(relay, listRequest);
            assertThat(relay.nextAtClient()).contains("RATE_LIMITED");
        }
    }

    @Test
    void answersAndRefusesReads() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "slack");
            relay.closeClient();
            assertThat(document(read(relay, cursor, "\"query\":\".ok\""))
                            .get("results")
                            .toString())
                    .isEqualTo("[true]");
            relay.request(2, "tools/call", params("plimsoll_read", "{\"cursor\":\"" + "x".repeat(48) + "\"}"));
            assertThat(relay.nextAtClient()).contains("CURSOR");
        }
    }
}
