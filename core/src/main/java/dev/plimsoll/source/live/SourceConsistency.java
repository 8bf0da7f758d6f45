package dev.plimsoll.source.live;

import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCount;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a source returns as many rows as it counts, each row once and in order. Violations (faults) are
 * reported in all later answers.
 */
final class SourceConsistency {

    /** Maximum number of remembered keys. A row that is repeated after more rows than this is not detected. */
    private static final int MAX_KEYS = 20_000;

    private static final String FEWER = " The source counted %d items and ended after %d.";
    private static final String REPEATED = " Items are repeated: the source changed, or its order is not unique.";
    private static final String OUT_OF_ORDER = " Items are out of order.";
    private static final String CHANGED =
            " The source changed while it was read (%d items, then %d): items may be missing or repeated.";

    /** Longest text that {@link #faults} can return. */
    static final String LONGEST_FAULTS = FEWER.formatted(Integer.MAX_VALUE, Integer.MAX_VALUE)
            + REPEATED
            + OUT_OF_ORDER
            + CHANGED.formatted(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private final PageSource source;
    private final Set<Object> keys = new LinkedHashSet<>();
    private @Nullable Object lastKey;
    private @Nullable SourceCount firstCount;
    private boolean hasRepeatedKey;
    private boolean hasKeyOutOfOrder;
    private String countFault = "";
    private String changeFault = "";

    SourceConsistency(PageSource source) {
        this.source = source;
    }

    void addKey(@Nullable Object key) {
        Object previous = lastKey;
        lastKey = key;
        if (key == null) {
            return;
        }
        hasRepeatedKey |= !keys.add(key);
        if (keys.size() > MAX_KEYS) {
            var oldest = keys.iterator();
            oldest.next();
            oldest.remove();
        }
        Comparator<Object> order = source.keyOrder();
        hasKeyOutOfOrder |=
                previous != null && order != null && SourceReader.callSource(() -> order.compare(previous, key)) > 0;
    }

    /** Reports a change if this count of the source differs from its first count. */
    void compareWithFirstCount(SourceCount latest) {
        SourceCount first = firstCount == null ? latest : firstCount;
        firstCount = first;
        if (first.isExact() && latest.isExact() && first.rows() != latest.rows()) {
            changeFault = CHANGED.formatted(first.rows(), latest.rows());
        }
    }

    /** Compares the count of the source with the number of rows that were fetched. */
    void compareWithFetchedRows(SourceCount count, long fetched, boolean isComplete) {
        if (fetched > count.rows() && count.isExact()) {
            countFault = " The source counted " + count.rows() + " items and has more.";
        } else if (isComplete && fetched < count.rows()) {
            countFault = FEWER.formatted(count.rows(), fetched);
        }
    }

    String faults() {
        return countFault + (hasRepeatedKey ? REPEATED : "") + (hasKeyOutOfOrder ? OUT_OF_ORDER : "") + changeFault;
    }
}
