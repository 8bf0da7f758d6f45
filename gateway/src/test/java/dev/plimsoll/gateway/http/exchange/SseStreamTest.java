package dev.plimsoll.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.http.exchange.SseStream.Event;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests which messages an event stream stores, and which reader gets them. */
class SseStreamTest {

    private final SseStream stream = new SseStream("s");

    private static Message message(String method) {
        return Message.notification(method, Slice.of("{}"));
    }

    private Event next(Object reader, long after) throws InterruptedException {
        return Objects.requireNonNull(stream.next(reader, after, 20_000));
    }

    @Test
    void returnsMessagesInOrderUntilResponse() throws Exception {
        stream.send(message("1"));
        stream.requester().send(message("2"));
        stream.send(message("too late"));
        stream.attach("reader");
        assertThat(next("reader", 0).message().method()).isEqualTo("1");
        Event lastEvent = next("reader", 1);
        assertThat(lastEvent.isResponse()).isTrue();
        assertThat(stream.isFinished("reader", lastEvent.number())).isTrue();
        assertThat(stream.next("reader", lastEvent.number(), 20_000)).isNull();
    }

    @Test
    void replaysMessagesToNewReader() throws Exception {
        stream.send(message("1"));
        stream.attach("old");
        assertThat(next("old", 0).number()).isEqualTo(1);
        assertThat(stream.attach("new")).isEqualTo(1);
        assertThat(stream.isFinished("old", 0)).isTrue();
        assertThat(next("new", 0).message().method()).isEqualTo("1");
    }

    @Test
    void dropsOldestMessagesWithoutReader() throws Exception {
        Message largeMessage = message("x".repeat(1 << 19));
        for (int i = 0; i < 10; i++) {
            stream.send(largeMessage);
        }
        assertThat(stream.unreadBytes()).isLessThanOrEqualTo(1 << 20);
        long readUpTo = stream.attach("reader");
        assertThat(next("reader", readUpTo).number()).isEqualTo(10);
    }

    @Test
    void freesWaitingSendersAndTakesOnlyResponsesWhileItEnds() throws Exception {
        stream.attach("slow reader");
        stream.send(message("x".repeat(1 << 21)));
        Thread sender = Thread.startVirtualThread(() -> stream.send(message("waits")));
        stream.beginEnd();
        sender.join();
        stream.send(message("too late"));
        stream.sendResponse(Message.result(Slice.of("1"), Slice.of("{}")));
        assertThat(next("slow reader", 0).message().method()).startsWith("x");
        assertThat(next("slow reader", 1).isResponse()).isTrue();
        assertThat(stream.isEnded()).isFalse();
    }

    @Test
    void endsWithoutResponse() throws Exception {
        stream.attach("reader");
        stream.requester().onCancelled();
        assertThat(stream.next("reader", 0, 20_000)).isNull();
        assertThat(stream.isFinished("reader", 0)).isTrue();
    }
}
