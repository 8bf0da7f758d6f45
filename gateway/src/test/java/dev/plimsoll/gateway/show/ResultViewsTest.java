package dev.plimsoll.gateway.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.show.ResultViews.ViewKey;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests the limits of the views in memory. */
class ResultViewsTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger created = new AtomicInteger();
    private final ResultViews views = new ResultViews(now::get);

    private ResultView get(String cursor, String document) {
        return views.get(new ViewKey(cursor, "{}"), () -> {
            created.incrementAndGet();
            return ResultView.of(new Document(Slice.of(document), true));
        });
    }

    @Test
    void createsAViewOnce() {
        assertThat(get("a", "[1]")).isSameAs(get("a", "[1]"));
        assertThat(get("b", "[1]")).isNotSameAs(get("a", "[1]"));
        assertThat(created).hasValue(2);
    }

    @Test
    void storesNoViewAfterAFailure() {
        ViewKey key = new ViewKey("a", "{}");
        assertThatThrownBy(() -> views.get(key, () -> {
                    throw new RefusedException(ErrorCode.QUERY_LIMIT, "too much", "less");
                }))
                .isInstanceOf(RefusedException.class)
                .hasMessage("too much");
        assertThat(views.size()).isZero();
        assertThat(get("a", "[1]").totalCount()).isEqualTo(1);
    }

    @Test
    void dropsOldestViewIfThereAreTooMany() {
        for (int i = 0; i < 40; i++) {
            get("cursor " + i, "[1]");
        }
        assertThat(views.size()).isEqualTo(32);
        get("cursor 39", "[1]");
        assertThat(created).hasValue(40);
        get("cursor 0", "[1]");
        assertThat(created).hasValue(41);
    }

    @Test
    void dropsOldestViewsAboveTheTotalSize() {
        String large = "[\"" + "x".repeat(30 << 20) + "\"]";
        for (int i = 0; i < 5; i++) {
            get("cursor " + i, large);
        }
        assertThat(views.size()).isEqualTo(2);
    }

    @Test
    void dropsUnusedViews() {
        get("a", "[1]");
        now.addAndGet(Duration.ofMinutes(3).toNanos());
        get("b", "[1]");
        assertThat(views.size()).isEqualTo(1);
    }
}
