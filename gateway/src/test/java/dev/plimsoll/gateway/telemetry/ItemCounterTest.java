package dev.plimsoll.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.telemetry.ItemCounter.Items;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.ReceiptPayload;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ItemCounterTest {

    private static final Slice BOOKINGS = Slice.of(SampleResults.text(Payloads.bookings(150, 2_000, 12_000)));

    private final AtomicLong nanos = new AtomicLong(-5);
    private long step;
    private final ItemCounter counter = new ItemCounter(() -> nanos.getAndAdd(step));

    private Items items(OutcomeKind outcomeKind, long knownCount) {
        ReceiptContext receiptContext = new ReceiptContext(
                "probe", true, "auto", 12, 0, knownCount, false, false, Rollout.NONE, false, ReplacedHandles.NONE);
        Receipt receipt = new Receipt("crm", "list", "me", outcomeKind, "why", 9, 9, 9, 9, 1, receiptContext);
        return counter.countOrDefer(receipt, new ReceiptPayload(BOOKINGS, SegmentedText.of(BOOKINGS), 0, false));
    }

    @Test
    void countsPassedListLater() {
        Items items = items(OutcomeKind.PASSED, -1);
        assertThat(counter.pendingBytes()).isEqualTo(BOOKINGS.length());
        assertThat(items.count()).isEqualTo(150);
        assertThat(counter.pendingBytes()).isZero();
    }

    @Test
    void skipsKnownCounts() {
        assertThat(items(OutcomeKind.PAGINATED, 150).count()).isEqualTo(150);
        assertThat(items(OutcomeKind.SUMMARIZED, -1).count()).isEqualTo(-1);
        assertThat(counter.pendingBytes()).isZero();
    }

    @Test
    void doesNotCountIfTooManyBytesArePending() {
        List<Items> pendingItems = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            pendingItems.add(items(OutcomeKind.PASSED, -1));
        }
        assertThat(counter.pendingBytes()).isBetween((4L << 20), 8L << 20);
        assertThat(pendingItems.stream().map(Items::count)).contains(150L, -1L).containsOnly(150L, -1L);
        assertThat(counter.pendingBytes()).isZero();
    }

    @Test
    void usesSmallShareOfTheTime() {
        assertThat(countResults(200)).isEqualTo(200);
        step = 100_000_000;
        assertThat(countResults(200)).isBetween(10, 30);
        step = 0;
        nanos.addAndGet(100_000_000_000L);
        assertThat(countResults(200)).isEqualTo(200);
    }

    private int countResults(int results) {
        int counted = 0;
        for (int i = 0; i < results; i++) {
            counted += items(OutcomeKind.PASSED, -1).count() < 0 ? 0 : 1;
        }
        return counted;
    }

    @Test
    void releaseFreesPendingBytes() {
        items(OutcomeKind.PASSED, -1).release();
        assertThat(counter.pendingBytes()).isZero();
    }
}
