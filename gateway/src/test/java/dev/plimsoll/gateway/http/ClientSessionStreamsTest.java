package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.http.exchange.SseStream;
import dev.plimsoll.gateway.http.mcp.ClientSession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;

/** Tests which event stream gets an input request of the server, with and without the request to which it belongs. */
class ClientSessionStreamsTest {

    private static final Message INPUT_REQUEST =
            TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"elicitation/create\",\"params\":{}}");

    private final ClientSession clientSession =
            new ClientSession("id", AuthenticatedCaller.ANONYMOUS, ClientSession.Transport.STREAMABLE_HTTP);

    private SseStream beginCall(int id, boolean acceptsEvents) throws Exception {
        return clientSession.beginStream(
                PostedBody.of(Slice.of(HttpServerFixture.call(id, "tools/call", "{}"))), acceptsEvents);
    }

    private static Message duringRequest(String id) {
        return INPUT_REQUEST.withRelatedRequest(Slice.of(id));
    }

    private static boolean hasMessage(SseStream stream) {
        return stream.unreadBytes() > 0;
    }

    @Test
    void sendsInputRequestOnStreamOfItsCallBeforeStreamHasReader() throws Exception {
        SseStream stream = beginCall(1, true);

        clientSession.send(INPUT_REQUEST);

        assertThat(hasMessage(stream)).isTrue();
        assertThat(hasMessage(clientSession.generalStream())).isFalse();
    }

    @Test
    void sendsInputRequestOnGeneralStreamIfTheCallCannotReceiveIt() throws Exception {
        SseStream streamWithoutEvents = beginCall(1, false);
        SseStream disconnectedStream = beginCall(2, true);
        disconnectedStream.attach(this);
        disconnectedStream.detach(this);
        SseStream endedStream = beginCall(3, true);
        endedStream.end();

        clientSession.send(INPUT_REQUEST);

        assertThat(hasMessage(clientSession.generalStream())).isTrue();
        assertThat(hasMessage(streamWithoutEvents) || hasMessage(disconnectedStream) || hasMessage(endedStream))
                .isFalse();
    }

    @Test
    void sendsMessageOnTheStreamOfItsRequest() throws Exception {
        SseStream first = beginCall(1, true);
        SseStream second = beginCall(2, true);
        clientSession.generalStream().attach(this);

        clientSession.send(duringRequest("1"));
        assertThat(hasMessage(first)).isTrue();
        assertThat(hasMessage(second)).isFalse();

        // an id in another form is the same id; a string is another one
        clientSession.send(duringRequest("2.0"));
        clientSession.send(duringRequest("\"1\""));
        assertThat(hasMessage(second)).isTrue();
        assertThat(hasMessage(clientSession.generalStream())).isTrue();
    }

    @Test
    void keepsMessageForTheClientThatResumesTheStreamOfItsRequest() throws Exception {
        SseStream disconnected = beginCall(1, true);
        disconnected.attach(this);
        disconnected.detach(this);
        SseStream other = beginCall(2, true);

        clientSession.send(duringRequest("1"));

        assertThat(hasMessage(disconnected)).isTrue();
        assertThat(hasMessage(other)).isFalse();
    }

    @Test
    void sendsMessageOnTheStreamOfItsBatch() throws Exception {
        SseStream batch = clientSession.beginStream(
                PostedBody.of(Slice.of("[" + HttpServerFixture.call(1, "tools/call", "{}") + ","
                        + HttpServerFixture.call(2, "tools/call", "{}") + "]")),
                true);
        SseStream other = beginCall(3, true);

        clientSession.send(duringRequest("1"));
        clientSession.send(duringRequest("2"));

        assertThat(batch.next(attached(batch), 1, 0)).isNotNull();
        assertThat(hasMessage(other)).isFalse();
    }

    private Object attached(SseStream stream) {
        stream.attach(this);
        return this;
    }

    @Test
    void sendsMessageOnTheStreamOfALaterRequestWithTheSameId() throws Exception {
        SseStream ended = beginCall(1, true);
        ended.end();
        SseStream later = beginCall(1, true);
        SseStream refused = beginCall(1, true);

        clientSession.send(duringRequest("1"));

        assertThat(hasMessage(later)).isTrue();
        assertThat(hasMessage(ended) || hasMessage(refused)).isFalse();
    }

    @Test
    void choosesAnotherStreamIfTheRequestHasNone() throws Exception {
        SseStream withoutEvents = beginCall(1, false);
        SseStream ended = beginCall(2, true);
        ended.end();
        SseStream open = beginCall(3, true);

        clientSession.send(duringRequest("1"));
        clientSession.send(duringRequest("2"));
        clientSession.send(duringRequest("4"));

        assertThat(open.next(attached(open), 2, 0)).isNotNull();
        assertThat(hasMessage(withoutEvents) || hasMessage(ended) || hasMessage(clientSession.generalStream()))
                .isFalse();
    }
}
