package dev.plimsoll.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.model.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class SearchDeadlineTest {

    // as long as the fixed limit for an index
    private static final int MILLIS = 10_000;

    private static String refusal(Function<LongSupplier, SearchDeadline> start) {
        AtomicLong nanos = new AtomicLong();
        SearchDeadline deadline = start.apply(nanos::get);
        deadline.check();
        nanos.set((MILLIS + 1) * 1_000_000L);
        RefusedException refused = catchThrowableOfType(RefusedException.class, deadline::check);
        return new String(refused.json(), StandardCharsets.UTF_8);
    }

    @Test
    void namesThePolicyKeyOfItsLimit() {
        assertThat(refusal(clock -> SearchDeadline.of(MILLIS, clock))).contains("\"query.timeMs 10000\"");
        assertThat(refusal(clock -> SearchDeadline.ofRankedSearch(MILLIS, clock)))
                .contains("\"query.timeMs 10000\"");
    }

    @Test
    void namesNoPolicyKeyForTheFixedLimitOfAnIndex() {
        assertThat(refusal(SearchDeadline::ofPassageIndex)).contains("\"milliseconds 10000\"");
    }
}
