package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.json.LineTooLongException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;

/** Fuzzes event streams: the result does not depend on how the network splits them, and nothing above the limit is buffered. */
class EventReaderFuzzTest {

    private static final int MAX_BYTES = 200;

    @FuzzTest
    void readsTheSameEventsForAnySplit(byte[] data) throws IOException {
        List<String> whole = readEvents(new ByteArrayInputStream(data));
        int at = data.length == 0 ? 0 : (data[0] & 0xFF) % data.length;
        InputStream cut = new SequenceInputStream(
                new ByteArrayInputStream(data, 0, at), new ByteArrayInputStream(data, at, data.length - at));
        assertThat(readEvents(cut)).isEqualTo(whole);
    }

    private static List<String> readEvents(InputStream in) throws IOException {
        EventReader reader = new EventReader(in, MAX_BYTES);
        List<String> all = new ArrayList<>();
        while (true) {
            try {
                Event event = reader.next();
                if (event == null) {
                    all.add(reader.lastEventId() + "|" + reader.retryMillis());
                    return all;
                }
                assertThat(event.data().length()).isLessThanOrEqualTo(MAX_BYTES);
                assertThat(reader.lastEventId()).doesNotContain("\n", "\r", "\0");
                all.add(event.type() + "|" + event.data().utf8() + "|" + reader.lastEventId());
            } catch (LineTooLongException lost) {
                assertThat(lost.length()).isGreaterThan(MAX_BYTES);
                all.add("lost " + lost.length());
            }
        }
    }
}
