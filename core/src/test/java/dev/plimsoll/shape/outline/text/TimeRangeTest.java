package dev.plimsoll.shape.outline.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeRangeTest {

    @Test
    void findsTheEarliestAndTheLatest() {
        assertThat(ends("2026-03-02", "2026-01-30", "2026-02-01")).containsExactly("2026-01-30", "2026-03-02");
        assertThat(ends("2026-03-02T10:00:00.5Z", "2026-03-02T10:00:00Z"))
                .containsExactly("2026-03-02T10:00:00Z", "2026-03-02T10:00:00.5Z");
        assertThat(ends("2026-03-02 10:00:00,120", "2026-03-02 10:00:00,020"))
                .containsExactly("2026-03-02 10:00:00,020", "2026-03-02 10:00:00,120");
    }

    @Test
    void hasNoRangeIfTheOrderIsUnknown() {
        assertThat(ends("2026-03-02T10:00:00Z", "2026-03-02T11:30:00+02:00")).isEmpty();
        assertThat(ends("2026-03-02", "2026-03-02T11:30:00Z")).isEmpty();
        assertThat(ends("2026-03-02 11:30:00", "2026-03-02T11:30:00")).isEmpty();
        assertThat(ends("2026-03-02", "2026/03/02")).isEmpty();
        assertThat(ends("2026-03-02", "soon")).isEmpty();
        assertThat(ends("2026-03-02T10:00:00Zulu")).isEmpty();
        assertThat(ends()).isEmpty();
    }

    @Test
    void mergesRanges() {
        TimeRange range = range("2026-03-02", "2026-03-05");
        range.merge(range("2026-03-04", "2026-03-07"));
        assertThat(texts(range)).containsExactly("2026-03-02", "2026-03-07");
        range.merge(range("later"));
        assertThat(texts(range)).isEmpty();
    }

    private static List<String> ends(String... times) {
        return texts(range(times));
    }

    private static TimeRange range(String... times) {
        TimeRange range = new TimeRange();
        for (String time : times) {
            Slice text = Slice.of(time);
            range.add(text.bytes(), text.from(), text.to());
        }
        return range;
    }

    private static List<String> texts(TimeRange range) {
        Slice[] ends = range.ends();
        return ends == null ? List.of() : List.of(ends[0].utf8(), ends[1].utf8());
    }
}
