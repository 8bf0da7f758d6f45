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

    private static final int MOST = 200;

    @FuzzTest
    void readsTheSameEventsForAnySplit(byte[] data) throws IOException {
        List<String> whole = events(new ByteArrayInputStream(data));
        int at = data.length == 0 ? 0 : (data[0] & 0xFF) % data.length;
        InputStream cut = new SequenceInputStream(
                new ByteArrayInputStream(data, 0, at), new ByteArrayInputStream(data, at, data.length - at));
        assertThat(events(cut)).isEqualTo(whole);
    }

    private static List<String> events(InputStream in) throws IOException {
        EventReader reader = new EventReader(in, MOST);
        List<String> all = new ArrayList<>();
        while (true) {
            try {
                Event event = reader.next();
                if (event == null) {
                    all.add(reader.lastId() + "|" + reader.retryMillis());
                    return all;
                }
                assertThat(event.data().length()).isLessThanOrEqualTo(MOST);
                assertThat(reader.lastId()).doesNotContain("\n", "\r", "\0");
                all.add(event.type() + "|" + event.data().utf8() + "|" + reader.lastId());
            } catch (LineTooLongException lost) {
                assertThat(lost.length()).isGreaterThan(MOST);
                all.add("lost " + lost.length());
            }
        }
    }
}
