package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.EventWriter;
import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.ReceivedRequest;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that each message of a server has the id of the request on whose stream it arrives. */
@NullMarked
class RelatedRequestTest {

    private static final String INPUT_REQUEST =
            "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"elicitation/create\",\"params\":{}}";
    private static final String LOG =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}";

    /** The event stream of a call. */
    private record CallStream(ReceivedRequest request, EventWriter events) {}

    private final BlockingQueue<CallStream> callStreams = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    private void answer(ReceivedRequest request) throws IOException, InterruptedException {
        if (request.method().equals("GET")) {
            request.startEventStream().writeEvent(LOG);
        } else {
            callStreams.add(new CallStream(request, request.startEventStream()));
        }
        ended.await();
    }

    private CallStream nextCallStream() throws Exception {
        @Nullable CallStream callStream = callStreams.poll(10, TimeUnit.SECONDS);
        assertThat(callStream).isNotNull();
        return callStream;
    }

    private static void assertRelated(Message message, @Nullable String id) {
        assertThat(message.relatedRequestId()).isEqualTo(id == null ? null : Slice.of(id));
    }

    @Test
    void belongsToTheCallWithTheStream() throws Exception {
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", this::answer);
                RecordingConnection connection = RecordingConnection.openSession(server)) {
            assertRelated(connection.nextMessage(), null);
            connection.call(1);
            CallStream first = nextCallStream();
            connection.call(2);
            CallStream second = nextCallStream();
            second.events().writeEvent(INPUT_REQUEST);
            assertRelated(connection.nextMessage(), "2");
            first.events().writeEvent(LOG);
            assertRelated(connection.nextMessage(), "1");
            second.events().writeEvent(second.request().resultMessage("{}"));
            assertRelated(connection.nextMessage(), null);
            ended.countDown();
        }
    }

    @Test
    void belongsToTheCallAfterItsStreamIsResumed() throws Exception {
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    if (request.method().equals("POST")) {
                        request.startEventStream().writeRaw("retry: 100\n").writeEvent("e1", LOG);
                    } else if (request.header("Last-Event-ID") == null) {
                        request.respondStatus(405);
                    } else {
                        request.startEventStream().writeEvent("e2", INPUT_REQUEST);
                        ended.await();
                    }
                });
                RecordingConnection connection = RecordingConnection.openSession(server)) {
            connection.call(1);
            assertRelated(connection.nextMessage(), "1");
            Message inputRequest = connection.nextMessage();
            assertThat(inputRequest.method()).isEqualTo("elicitation/create");
            assertRelated(inputRequest, "1");
            ended.countDown();
        }
    }

    @Test
    void belongsToTheCallOfARevisionWithoutSessions() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    if ("tools/list".equals(request.rpcMethod())) {
                        request.respondJson(request.resultMessage("{\"tools\":[]}"));
                    } else {
                        request.startEventStream()
                                .writeEvent(LOG)
                                .writeEvent(request.resultMessage("{\"resultType\":\"complete\"}"));
                    }
                });
                RecordingConnection connection = new RecordingConnection(server.url())) {
            connection.modernRequest(5, "tools/call", "\"name\":\"t\"");
            assertRelated(connection.nextMessage(), "5");
            assertThat(connection.next()).contains("\"id\":5");
        }
    }
}
