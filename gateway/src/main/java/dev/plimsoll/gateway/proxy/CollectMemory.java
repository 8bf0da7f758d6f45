package dev.plimsoll.gateway.proxy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the bytes of pages that wait in memory until they are joined: for one answer, for one caller, and
 * for all callers together. Thread-safe.
 */
final class CollectMemory {

    private static final long MAX_ANSWER_BYTES = 64L << 20;

    /** All answers together use at most 1/{@code HEAP_DIVISOR} of the heap. */
    private static final int HEAP_DIVISOR = 4;

    private static final CollectMemory SHARED =
            new CollectMemory(MAX_ANSWER_BYTES, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);

    private final long maxAnswerBytes;
    private final long maxBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final Map<String, Long> usedBytesByHolder = new ConcurrentHashMap<>();

    CollectMemory(long maxAnswerBytes, long maxBytes) {
        this.maxAnswerBytes = maxAnswerBytes;
        this.maxBytes = maxBytes;
    }

    /** Returns the memory that all servers of the gateway share. */
    static CollectMemory shared() {
        return SHARED;
    }

    /**
     * Opens the share of one answer.
     *
     * @param holder the caller to whom the memory counts
     */
    Share openShare(String holder) {
        return new Share(holder);
    }

    /** Memory that is taken for the pages of one answer. Closing returns it. */
    final class Share implements AutoCloseable {

        private final String holder;
        private long bytes;
        private boolean isClosed;

        private Share(String holder) {
            this.holder = holder;
        }

        /** Takes memory for a page. Returns why there is too little, for the model; null if there is enough. */
        synchronized @Nullable String take(long pageBytes) {
            if (isClosed) {
                return "the answer has ended";
            }
            if (bytes + pageBytes > maxAnswerBytes) {
                return "all pages together exceed " + (maxAnswerBytes >> 20) + " MB";
            }
            // one caller gets at most half of the memory
            boolean isOverCallerLimit = usedBytesByHolder.getOrDefault(holder, 0L) + pageBytes > maxBytes / 2;
            if (isOverCallerLimit || usedBytes.addAndGet(pageBytes) > maxBytes) {
                usedBytes.addAndGet(isOverCallerLimit ? 0 : -pageBytes);
                return "too many pages are in memory for other answers; repeat the call in a moment";
            }
            usedBytesByHolder.merge(holder, pageBytes, Long::sum);
            bytes += pageBytes;
            return null;
        }

        @Override
        public synchronized void close() {
            if (!isClosed) {
                isClosed = true;
                usedBytes.addAndGet(-bytes);
                usedBytesByHolder.computeIfPresent(holder, (key, sum) -> sum <= bytes ? null : sum - bytes);
            }
        }
    }
}
