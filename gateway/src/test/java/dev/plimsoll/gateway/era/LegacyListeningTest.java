package dev.plimsoll.gateway.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.share.HandshakeResult;
import dev.plimsoll.gateway.share.Played.Ear;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that legacy clients get change notifications from a server that sends them only to listeners. */
class LegacyListeningTest {

    private static final String ACKNOWLEDGED = "subscriptions/acknowledged";

    private final PlayedModern server = new PlayedModern();
    private final Ear client = new Ear();
    private Upstream bridge;

    @BeforeEach
    void hear() {
        bridge = TranslationFactory.legacy(
                server,
                new HandshakeResult(
                        true,
                        Slice.of(
                                "{\"capabilities\":{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":false},"
                                        + "\"resources\":{\"subscribe\":true}}}")));
        bridge.start(client);
    }

    private void say(String message) throws Exception {
        bridge.send(Slice.of(message));
    }

    private void subscribe(int id, String method, String uri) throws Exception {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"resources/" + method + "\",\"params\":{\"uri\":\""
                + uri + "\"}}");
    }

    private void grant(JsonNode listening) {
        server.tell(listening, ACKNOWLEDGED, "\"notifications\":" + listening.at("/params/notifications"));
    }

    private static String wanted(JsonNode listening) {
        assertThat(listening.get("method").asString()).isEqualTo("subscriptions/listen");
        return listening.at("/params/notifications").toString();
    }

    private JsonNode subscribed(int id, String uri) throws Exception {
        subscribe(id, "subscribe", uri);
        JsonNode listening = server.next();
        grant(listening);
        assertThat(client.next().get("id").asInt()).isEqualTo(id);
        return listening;
    }

    @Test
    void subscribesToListChangesAfterInitialized() throws Exception {
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        JsonNode listening = server.next();
        assertThat(wanted(listening)).isEqualTo("{\"toolsListChanged\":true}");
        grant(listening);
        server.tell(listening, "tools/list_changed", "");
        assertThat(client.text())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{}}");
    }

    @Test
    void answersSubscribeAfterTheServerAcknowledges() throws Exception {
        subscribe(1, "subscribe", "file:///a");
        JsonNode listening = server.next();
        assertThat(wanted(listening)).isEqualTo("{\"resourceSubscriptions\":[\"file:///a\"]}");
        assertThat(client.hasHeardNothing()).isTrue();
        grant(listening);
        assertThat(client.text()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
        server.tell(listening, "resources/updated", "\"uri\":\"file:///a\"");
        JsonNode updated = client.next();
        assertThat(updated.get("params").toString()).isEqualTo("{\"uri\":\"file:///a\"}");
    }

    @Test
    void replacesSubscriptionBeforeCancelingTheFormer() throws Exception {
        JsonNode first = subscribed(1, "file:///a");
        subscribe(2, "subscribe", "file:///b");
        JsonNode both = server.next();
        assertThat(wanted(both)).isEqualTo("{\"resourceSubscriptions\":[\"file:///a\",\"file:///b\"]}");
        server.tell(first, "resources/updated", "\"uri\":\"file:///a\"");
        assertThat(client.next().at("/params/uri").asString()).isEqualTo("file:///a");
        grant(both);
        JsonNode given = server.next();
        assertThat(given.get("method").asString()).isEqualTo("notifications/cancelled");
        assertThat(given.at("/params/requestId")).isEqualTo(first.get("id"));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        server.tell(first, "resources/updated", "\"uri\":\"file:///a\"");
        assertThat(client.hasHeardNothing()).isTrue();
    }

    @Test
    void cancelsSubscriptionAfterTheLastUnsubscribe() throws Exception {
        JsonNode first = subscribed(1, "file:///a");
        subscribe(2, "unsubscribe", "file:///a");
        assertThat(server.next().at("/params/requestId")).isEqualTo(first.get("id"));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        assertThat(server.hasHeardNothing()).isTrue();
    }

    @Test
    void refusesSubscriptionsThatTheServerDoesNotGrant() throws Exception {
        subscribe(1, "subscribe", "file:///a");
        server.tell(server.next(), ACKNOWLEDGED, "\"notifications\":{}");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
        subscribe(2, "subscribe", "file:///a");
        server.error(server.next(), -32603, "{}");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void repeatsSubscriptionAfterAFailure() throws Exception {
        JsonNode first = subscribed(1, "file:///a");
        server.fail(first, ErrorCode.UPSTREAM_UNAVAILABLE);
        JsonNode again = server.next();
        assertThat(wanted(again)).isEqualTo("{\"resourceSubscriptions\":[\"file:///a\"]}");
        assertThat(again.get("id")).isNotEqualTo(first.get("id"));
        grant(again);
        server.tell(again, "resources/updated", "\"uri\":\"file:///a\"");
        assertThat(client.next().at("/params/uri").asString()).isEqualTo("file:///a");
    }
}
