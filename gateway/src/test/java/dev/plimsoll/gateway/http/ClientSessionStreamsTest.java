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

/** Tests which event stream gets an input request of the server. */
class ClientSessionStreamsTest {

    private static final Message INPUT_REQUEST =
            TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"elicitation/create\",\"params\":{}}");

    private final ClientSession clientSession = new ClientSession("id", AuthenticatedCaller.ANONYMOUS);

    private SseStream beginCall(int id, boolean acceptsEvents) throws Exception {
        return clientSession.beginStream(
                PostedBody.of(Slice.of(HttpServerFixture.call(id, "tools/call", "{}"))), acceptsEvents);
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
}
