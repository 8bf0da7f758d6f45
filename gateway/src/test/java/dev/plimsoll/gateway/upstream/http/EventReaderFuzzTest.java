package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.json.frame.LineTooLongException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;

/** Fuzzes event streams. The events must not depend on how the network splits the bytes, and must not exceed the limit. */
class EventReaderFuzzTest {

    private static final int MAX_BYTES = 200;

    @FuzzTest
    void readsTheSameEventsForAnySplit(byte[] data) throws IOException {
        List<String> unsplitEvents = readEvents(new ByteArrayInputStream(data));
        int splitPosition = data.length == 0 ? 0 : (data[0] & 0xFF) % data.length;
        InputStream splitStream = new SequenceInputStream(
                new ByteArrayInputStream(data, 0, splitPosition),
                new ByteArrayInputStream(data, splitPosition, data.length - splitPosition));
        assertThat(readEvents(splitStream)).isEqualTo(unsplitEvents);
    }

    private static List<String> readEvents(InputStream in) throws IOException {
        EventReader reader = new EventReader(in, MAX_BYTES);
        List<String> events = new ArrayList<>();
        while (true) {
            try {
                Event event = reader.next();
                if (event == null) {
                    events.add(reader.lastEventId() + "|" + reader.retryMillis());
                    return events;
                }
                assertThat(event.data().length()).isLessThanOrEqualTo(MAX_BYTES);
                assertThat(reader.lastEventId()).doesNotContain("\n", "\r", "\0");
                events.add(event.type() + "|" + event.data().utf8() + "|" + reader.lastEventId());
            } catch (LineTooLongException tooLong) {
                assertThat(tooLong.length()).isGreaterThan(MAX_BYTES);
                events.add("lost " + tooLong.length());
            }
        }
    }
}
