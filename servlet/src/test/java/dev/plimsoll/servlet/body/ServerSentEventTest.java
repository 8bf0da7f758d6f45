package dev.plimsoll.servlet.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSentEventTest {

    private final List<String> changed = new ArrayList<>();

    private String rewrite(String event) {
        return ServerSentEvent.rewrite(Slice.of(event), data -> {
                    changed.add(data.utf8());
                    return Slice.of("new");
                })
                .utf8();
    }

    @ParameterizedTest
    @CsvSource({
        "'data: a\n\n', a",
        "'data: a\ndata: b\n\n', 'a\nb'",
        "'data:\ndata: b\n\n', '\nb'",
        "'data\ndata\ndata: b\n\n', '\n\nb'",
    })
    void joinsTheLinesOfDataWithLineBreaks(String event, String data) {
        assertThat(rewrite(event)).isEqualTo("data: new\n\n");
        assertThat(changed).containsExactly(data);
    }

    @Test
    void keepsAnEventWithoutData() {
        assertThat(rewrite(": ping\n\n")).isEqualTo(": ping\n\n");
        assertThat(rewrite("id: 1\ndata:\n\n")).isEqualTo("id: 1\ndata:\n\n");
        assertThat(changed).isEmpty();
    }
}
