package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.upstream.MessageMemory;
import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.ReceivedRequest;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.testkit.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that responses over HTTP reserve memory, and that a response is refused if there is not enough memory. */
class MessageMemoryTest {

    private static final int RESPONSE_BYTES = 3 << 20;

    private final AtomicLong reserved = new AtomicLong();
    private final AtomicLong maxReserved = new AtomicLong();

    private MessageMemory memory(long limit) {
        return () -> bytes -> {
            if (bytes > limit) {
                return false;
            }
            reserved.set(bytes);
            maxReserved.accumulateAndGet(bytes, Math::max);
            return true;
        };
    }

    private static void respond(ReceivedRequest request, String kind) throws IOException {
        String message = request.resultMessage("{\"a\":\"" + "x".repeat(RESPONSE_BYTES) + "\"}");
        switch (kind) {
            case "length" -> request.respondJson(message);
            case "chunks" -> {
                request.exchange().getResponseHeaders().add("Content-Type", "application/json");
                request.exchange().sendResponseHeaders(200, 0);
                request.exchange().getResponseBody().write(message.getBytes(StandardCharsets.UTF_8));
            }
            default -> request.respond(200, "text/event-stream", "data: " + message + "\n\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"length", "chunks", "events"})
    void refusesResponseWithoutMemory(String kind) throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> respond(request, kind));
                RecordingConnection connection = new RecordingConnection(server.url(), memory(1 << 20))) {
            connection.call(5);
            if (kind.equals("events")) {
                assertThat(connection.tooLongMessage().length()).isGreaterThan(RESPONSE_BYTES);
            } else {
                RefusedException failure = connection.failure();
                assertThat(failure.code()).isEqualTo(ErrorCode.RESULT_TOO_LARGE);
                assertThat(failure).hasMessageContaining("not enough memory for a result");
            }
            Await.until("nothing is reserved", () -> reserved.get() == 0);
        }
    }

    @Test
    void givesMemoryBack() throws Exception {
        for (String kind : new String[] {"length", "chunks", "events"}) {
            maxReserved.set(0);
            try (SimulatedHttpServer server = new SimulatedHttpServer(request -> respond(request, kind));
                    RecordingConnection connection = new RecordingConnection(server.url(), memory(Long.MAX_VALUE))) {
                connection.call(5);
                assertThat(connection.next()).hasSizeGreaterThan(RESPONSE_BYTES);
                Await.until("nothing is reserved", () -> reserved.get() == 0);
                assertThat(maxReserved.get()).as(kind).isGreaterThan(RESPONSE_BYTES);
            }
        }
    }
}
