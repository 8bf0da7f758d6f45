package dev.plimsoll.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.telemetry.ItemCounter.Items;
import dev.plimsoll.json.Pieces;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Circumstances;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.telemetry.Passage;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.Results;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemCounterTest {

    private static final Slice BOOKINGS = Slice.of(Results.text(Payloads.bookings(150, 2_000, 12_000)));

    private final ItemCounter counter = new ItemCounter();

    private Items items(Outcome outcome, long known) {
        Circumstances circumstances = new Circumstances("probe", true, "auto", 12, 0, known, false, false);
        Receipt receipt = new Receipt("crm", "list", "me", outcome, "why", 9, 9, 9, 9, 1, circumstances);
        return counter.of(receipt, new Passage(BOOKINGS, Pieces.of(BOOKINGS), 0, false));
    }

    @Test
    void countsAListThatPassesWhenItIsAskedFor() {
        Items items = items(Outcome.PASSED, -1);
        assertThat(counter.waiting()).isEqualTo(BOOKINGS.length());
        assertThat(items.count()).isEqualTo(150);
        assertThat(counter.waiting()).isZero();
    }

    @Test
    void countsNothingThatIsKnownOrHasNoItems() {
        assertThat(items(Outcome.PAGINATED, 150).count()).isEqualTo(150);
        assertThat(items(Outcome.SUMMARIZED, -1).count()).isEqualTo(-1);
        assertThat(counter.waiting()).isZero();
    }

    @Test
    void countsAtOnceWhereTooMuchWaits() {
        List<Items> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(items(Outcome.PASSED, -1));
        }
        assertThat(counter.waiting()).isBetween((4L << 20), 8L << 20);
        assertThat(all).allSatisfy(items -> assertThat(items.count()).isEqualTo(150));
        assertThat(counter.waiting()).isZero();
    }

    @Test
    void whatIsNeverAskedForWaitsNoLonger() {
        items(Outcome.PASSED, -1).forget();
        assertThat(counter.waiting()).isZero();
    }
}
