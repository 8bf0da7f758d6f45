package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.RelayFixture.JSON;
import static dev.plimsoll.gateway.proxy.RelayFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.PagedServer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.testkit.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;

/** Base of tests with a relay, its client, and a server whose tools return pages. */
@NullMarked
class CollectFixture {

    static final Pattern CURSOR = Pattern.compile("(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{48}(?![A-Za-z0-9_-])");
    static final Policy POLICY = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 600);
    static final String ERROR = "{\"content\":[{\"type\":\"text\",\"text\":\"out of quota\"}],\"isError\":true}";

    final List<JsonNode> calls = Collections.synchronizedList(new ArrayList<>());
    /** The numbers of the calls that the server answers with an error, counted from 1. */
    final Set<Integer> failingCalls = new HashSet<>();

    PagedServer server = new PagedServer(5_000);
    int id = 10;

    static RelayFixture relay(PolicyRule... rules) throws Exception {
        RelayFixture relay = new RelayFixture(new Policies(POLICY, List.of(rules)), "ann");
        relay.exchange(1, "tools/list", "{}", PagedServer.tools());
        return relay;
    }

    /** Sends a call, answers all calls that reach the server, and returns the result that the client gets. */
    JsonNode call(RelayFixture relay, String params) throws Exception {
        relay.request(++id, "tools/call", params);
        while (true) {
            Await.until("a message", () -> !relay.serverReceivedNothing() || !relay.clientReceivedNothing());
            if (relay.serverReceivedNothing()) {
                return relay.nextResult();
            }
            answer(relay, JSON.readTree(relay.nextAtServer()));
        }
    }

    void answer(RelayFixture relay, JsonNode request) throws Exception {
        if (!request.has("id")) {
            return;
        }
        JsonNode params = request.get("params");
        calls.add(params);
        String result = failingCalls.contains(calls.size()) ? ERROR : server.result("tools/call", params);
        relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    static String params(String tool, String arguments) {
        return "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}";
    }

    String cursorOf(RelayFixture relay, String tool) throws Exception {
        return cursorIn(text(call(relay, params(tool, "{}"))));
    }

    static String cursorIn(String answer) {
        Matcher cursor = CURSOR.matcher(answer);
        assertThat(cursor.find()).as(answer).isTrue();
        return cursor.group();
    }

    JsonNode read(RelayFixture relay, String cursor, String arguments) throws Exception {
        return call(relay, params("plimsoll_read", "{\"cursor\":\"" + cursor + "\"," + arguments + "}"));
    }

    static JsonNode document(JsonNode result) {
        return JSON.readTree(text(result));
    }

    static String message(JsonNode result) {
        return document(result).get("error").get("message").asString();
    }
}
