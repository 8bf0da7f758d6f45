package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.json.frame.LineTooLongException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventReaderTest {

    private static final int MAX_BYTES = 1 << 20;

    private static List<String> readEvents(InputStream in) throws IOException {
        EventReader reader = new EventReader(in, MAX_BYTES);
        List<String> events = new ArrayList<>();
        Event event = reader.next();
        while (event != null) {
            events.add(
                    event.type() + "|" + event.data().utf8() + "|" + reader.lastEventId() + "|" + reader.retryMillis());
            event = reader.next();
        }
        return events;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream splitAt(byte[] bytes, int position) {
        return new SequenceInputStream(
                new ByteArrayInputStream(bytes, 0, position),
                new ByteArrayInputStream(bytes, position, bytes.length - position));
    }

    @Test
    void parsesFieldsBySpecification() throws Exception {
        assertThat(readEvents(stream("data: a\ndata:b\ndata:  c\n\n"))).containsExactly("message|a\nb\n c||-1");
        assertThat(readEvents(stream("event: x\nid: 7\nretry: 250\ndata: a\n\ndata: b\n\n")))
                .containsExactly("x|a|7|250", "message|b|7|250");
        assertThat(readEvents(stream(": comment\n\nid\ndata: a\n\n"))).containsExactly("message|a||-1");
        assertThat(readEvents(stream("data\n\ndata:\n\nother: x\ndatas: y\ndat: z\n\n")))
                .isEmpty();
        assertThat(readEvents(stream("retry: 1x\nid: a\0b\ndata: 1\n\n"))).containsExactly("message|1||-1");
        assertThat(readEvents(stream("\uFEFFdata: a\n\n\uFEFFdata: b\n\n"))).containsExactly("message|a||-1");
        assertThat(readEvents(stream("event: only\n\ndata: b\n\n"))).containsExactly("message|b||-1");
    }

    @Test
    void remembersTheIdOfAnEventWithoutData() throws Exception {
        EventReader reader = new EventReader(stream("id: first\ndata:\n\n"), MAX_BYTES);
        assertThat(reader.next()).isNull();
        assertThat(reader.lastEventId()).isEqualTo("first");
    }

    @Test
    void reportsThatNoPartOfAnEventIsWaiting() throws Exception {
        List<InputStream> parts = Stream.of(
                        ": ping\n\n",
                        "id: 1\ndata:\n\n",
                        "da",
                        "ta: a\n",
                        "\n",
                        "event: x\n",
                        "data: b\n\n",
                        ": ping\n")
                .map(EventReaderTest::stream)
                .toList();
        List<String> log = new ArrayList<>();
        EventReader reader = new EventReader(
                new SequenceInputStream(Collections.enumeration(parts)),
                MAX_BYTES,
                bytes -> true,
                () -> log.add("idle"));
        for (Event event = reader.next(); event != null; event = reader.next()) {
            log.add(event.data().utf8());
        }
        // before the first part, after the comment, after the event without data, and so on
        assertThat(log).containsExactly("idle", "idle", "idle", "a", "idle", "b", "idle", "idle");
    }

    @Test
    void readsALastEventThatLacksItsEmptyLine() throws Exception {
        assertThat(readEvents(stream("data: a\n\ndata: b\n"))).containsExactly("message|a||-1", "message|b||-1");
        assertThat(readEvents(stream("data: b"))).containsExactly("message|b||-1");
    }

    @Test
    void readsTheSameEventsForAnySplit() throws Exception {
        for (String end : List.of("\n", "\r", "\r\n")) {
            String text =
                    "\uFEFF: hi\nid: 1\nevent: e\ndata: {\"ä\":\ndata: 1}\n\nretry: 20\n\ndata:x\n\nid:\ndata: y\n\n"
                            .replace("\n", end);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            List<String> unsplitEvents = readEvents(new ByteArrayInputStream(bytes));
            assertThat(unsplitEvents).containsExactly("e|{\"ä\":\n1}|1|-1", "message|x|1|20", "message|y||20");
            for (int position = 0; position <= bytes.length; position++) {
                assertThat(readEvents(splitAt(bytes, position)))
                        .as("cut at %s", position)
                        .isEqualTo(unsplitEvents);
            }
        }
    }

    @Test
    void readsGeneratedEvents() throws Exception {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            List<String> written = new ArrayList<>();
            for (int n = random.nextInt(5); n >= 0; n--) {
                String data = randomData(random);
                written.add("message|" + data + "||-1");
                String end = List.of("\n", "\r", "\r\n").get(random.nextInt(3));
                String event = "data: " + String.join(end + "data: ", data.split("\n", -1)) + end + end;
                out.writeBytes(event.getBytes(StandardCharsets.UTF_8));
            }
            assertThat(readEvents(new RandomSplitStream(out.toByteArray(), random)))
                    .isEqualTo(written);
        }
    }

    private static String randomData(Random random) {
        int length = 1 + (random.nextInt(8) == 0 ? random.nextInt(200_000) : random.nextInt(40));
        StringBuilder text = new StringBuilder("x");
        for (int i = 1; i < length; i++) {
            int kind = random.nextInt(30);
            text.append(kind == 0 ? '\n' : kind == 1 ? 'é' : kind == 2 ? ':' : (char) (' ' + random.nextInt(90)));
        }
        return text.toString();
    }

    @Test
    void returnsAnEventAfterItsEmptyLine() throws Exception {
        for (String end : List.of("\n", "\r", "\r\n")) {
            byte[] bytes = ("data: a" + end + end).getBytes(StandardCharsets.UTF_8);
            // a further read would block on an open connection; here it fails
            EventReader reader = new EventReader(new FailingStream(Arrays.copyOf(bytes, bytes.length)), MAX_BYTES);
            Event event = reader.next();
            assertThat(event).isNotNull();
        }
    }

    @Test
    void skipsAnEventAboveTheLimit() throws Exception {
        String text = "data: {\"id\":1,\"a\":\"" + "x".repeat(5000) + "\"}\n\ndata: b\n\n";
        EventReader reader = new EventReader(stream(text), 1000);
        assertThatThrownBy(reader::next).isInstanceOfSatisfying(LineTooLongException.class, tooLong -> {
            assertThat(tooLong.length()).isEqualTo(5015);
            assertThat(tooLong.head().utf8()).startsWith("{\"id\":1,");
            assertThat(tooLong.tail().utf8()).endsWith("x\"}");
        });
        Event nextEvent = reader.next();
        assertThat(nextEvent == null ? "" : nextEvent.data().utf8()).isEqualTo("b");
        assertThat(reader.next()).isNull();
    }

    @Test
    void acceptsAnEventAtTheLimit() throws Exception {
        EventReader reader = new EventReader(stream("data: " + "x".repeat(1000) + "\n\n"), 1000);
        Event event = reader.next();
        assertThat(event == null ? 0 : event.data().length()).isEqualTo(1000);
    }

    @Test
    void ignoresFieldsAboveTheLimit() throws Exception {
        String text = "id: " + "i".repeat(100_000) + "\n" + "f".repeat(100_000) + ": x\ndata: a\n\n";
        assertThat(readEvents(stream(text))).containsExactly("message|a||-1");
    }

    /** A stream whose reads return random numbers of bytes. */
    private static final class RandomSplitStream extends ByteArrayInputStream {

        private final Random random;

        RandomSplitStream(byte[] bytes, Random random) {
            super(bytes);
            this.random = random;
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(length, 1 + random.nextInt(random.nextBoolean() ? 9 : 70_000)));
        }
    }

    /** A stream that fails if it is read beyond its end. */
    private static final class FailingStream extends ByteArrayInputStream {

        FailingStream(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            int count = super.read(into, from, length);
            if (count < 0) {
                throw new IllegalStateException("read beyond the end");
            }
            return count;
        }
    }
}
