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
import tools.jackson.databind.JsonNode;

/**
 * Tests that legacy clients get change notifications from a modern server, which sends them only after {@code
 * subscriptions/listen}.
 */
class LegacyListeningTest {

    private static final String ACKNOWLEDGED = "subscriptions/acknowledged";

    private final SimulatedModernServer server = new SimulatedModernServer();
    private final RecordingListener client = new RecordingListener();
    private Upstream translation;

    @BeforeEach
    void startTranslation() {
        translation = FilterChain.of(
                server,
                List.of(TranslationFactory.createForLegacyClient(new HandshakeResult(
                        true,
                        Slice.of(
                                "{\"capabilities\":{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":false},"
                                        + "\"resources\":{\"subscribe\":true}}}")))));
        translation.start(client);
    }

    private void send(String message) throws Exception {
        translation.send(TestMessages.message(message));
    }

    private void requestResource(int id, String method, String uri) throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"resources/" + method + "\",\"params\":{\"uri\":\""
                + uri + "\"}}");
    }

    private void acknowledge(JsonNode listenRequest) {
        server.sendToSubscription(
                listenRequest, ACKNOWLEDGED, "\"notifications\":" + listenRequest.at("/params/notifications"));
    }

    private static String requestedNotifications(JsonNode listenRequest) {
        assertThat(listenRequest.get("method").asString()).isEqualTo("subscriptions/listen");
        return listenRequest.at("/params/notifications").toString();
    }

    private JsonNode subscribeAndAcknowledge(int id, String uri) throws Exception {
        requestResource(id, "subscribe", uri);
        JsonNode listenRequest = server.nextReceived();
        acknowledge(listenRequest);
        assertThat(client.next().get("id").asInt()).isEqualTo(id);
        return listenRequest;
    }

    @Test
    void subscribesToListChangesAfterInitialized() throws Exception {
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        JsonNode listenRequest = server.nextReceived();
        assertThat(requestedNotifications(listenRequest)).isEqualTo("{\"toolsListChanged\":true}");
        acknowledge(listenRequest);
        server.sendToSubscription(listenRequest, "tools/list_changed", "");
        assertThat(client.nextText())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{}}");
    }

    @Test
    void answersSubscribeAfterTheServerAcknowledges() throws Exception {
        requestResource(1, "subscribe", "file:///a");
        JsonNode listenRequest = server.nextReceived();
        assertThat(requestedNotifications(listenRequest)).isEqualTo("{\"resourceSubscriptions\":[\"file:///a\"]}");
        assertThat(client.hasReceivedNothing()).isTrue();
        acknowledge(listenRequest);
        assertThat(client.nextText()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
        server.sendToSubscription(listenRequest, "resources/updated", "\"uri\":\"file:///a\"");
        JsonNode updated = client.next();
        assertThat(updated.get("params").toString()).isEqualTo("{\"uri\":\"file:///a\"}");
    }

    @Test
    void replacesSubscriptionBeforeCancelingTheFormer() throws Exception {
        JsonNode first = subscribeAndAcknowledge(1, "file:///a");
        requestResource(2, "subscribe", "file:///b");
        JsonNode secondListen = server.nextReceived();
        assertThat(requestedNotifications(secondListen))
                .isEqualTo("{\"resourceSubscriptions\":[\"file:///a\",\"file:///b\"]}");
        server.sendToSubscription(first, "resources/updated", "\"uri\":\"file:///a\"");
        assertThat(client.next().at("/params/uri").asString()).isEqualTo("file:///a");
        acknowledge(secondListen);
        JsonNode cancellation = server.nextReceived();
        assertThat(cancellation.get("method").asString()).isEqualTo("notifications/cancelled");
        assertThat(cancellation.at("/params/requestId")).isEqualTo(first.get("id"));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        server.sendToSubscription(first, "resources/updated", "\"uri\":\"file:///a\"");
        assertThat(client.hasReceivedNothing()).isTrue();
    }

    @Test
    void cancelsSubscriptionAfterTheLastUnsubscribe() throws Exception {
        JsonNode first = subscribeAndAcknowledge(1, "file:///a");
        requestResource(2, "unsubscribe", "file:///a");
        assertThat(server.nextReceived().at("/params/requestId")).isEqualTo(first.get("id"));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void refusesSubscriptionsThatTheServerDoesNotGrant() throws Exception {
        requestResource(1, "subscribe", "file:///a");
        server.sendToSubscription(server.nextReceived(), ACKNOWLEDGED, "\"notifications\":{}");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
        requestResource(2, "subscribe", "file:///a");
        server.sendError(server.nextReceived(), -32603, "{}");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void theEndOfAFormerSubscriptionRefusesNoPendingRequest() throws Exception {
        JsonNode first = subscribeAndAcknowledge(1, "file:///a");
        requestResource(2, "subscribe", "file:///b");
        JsonNode superseded = server.nextReceived();
        requestResource(3, "subscribe", "file:///c");
        assertThat(server.nextReceived().at("/params/requestId")).isEqualTo(superseded.get("id"));
        JsonNode last = server.nextReceived();
        server.sendResult(superseded, "{}");
        server.failRequest(first, ErrorCode.UPSTREAM_UNAVAILABLE);
        assertThat(client.hasReceivedNothing()).isTrue();
        acknowledge(last);
        assertThat(client.nextText()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.nextText()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}");
    }

    @Test
    void repeatsSubscriptionAfterAFailure() throws Exception {
        JsonNode first = subscribeAndAcknowledge(1, "file:///a");
        server.failRequest(first, ErrorCode.UPSTREAM_UNAVAILABLE);
        JsonNode repeatedSubscription = server.nextReceived();
        assertThat(requestedNotifications(repeatedSubscription))
                .isEqualTo("{\"resourceSubscriptions\":[\"file:///a\"]}");
        assertThat(repeatedSubscription.get("id")).isNotEqualTo(first.get("id"));
        acknowledge(repeatedSubscription);
        server.sendToSubscription(repeatedSubscription, "resources/updated", "\"uri\":\"file:///a\"");
        assertThat(client.next().at("/params/uri").asString()).isEqualTo("file:///a");
    }
}
