package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.telemetry.ItemCounter.Items;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** An element of the journal's queue. The writer thread converts it to a telemetry entry. */
sealed interface JournalEvent {

    /** Returns the entry; null if the event has none. */
    @Nullable TelemetryEntry entry();

    /** Releases the memory of an event that will not be written. */
    default void release() {}

    /** Mark in the queue for a flush: when the writer thread reaches it, all earlier events are written. */
    record FlushMark(CountDownLatch written) implements JournalEvent {

        @Override
        public @Nullable TelemetryEntry entry() {
            return null;
        }
    }

    /**
     * A result or a follow-up read.
     *
     * @param atMillis time of the answer, in milliseconds since 1970
     * @param fallbackId ID of the request if its result is not stored; the ID of a stored result is its
     *     snapshot number
     * @param items number of items of the result
     * @param exactCounts exact counts of tokens; null if they were not counted
     */
    record Guarded(
            long atMillis,
            long fallbackId,
            Receipt receipt,
            Items items,
            @Nullable ExactCounts exactCounts) implements JournalEvent {

        /** Creates an event whose items are already counted or not needed. */
        Guarded(long atMillis, long fallbackId, Receipt receipt, @Nullable ExactCounts exactCounts) {
            this(atMillis, fallbackId, receipt, () -> receipt.context().items(), exactCounts);
        }

        Guarded withCounts(ExactCounts counts) {
            return new Guarded(atMillis, fallbackId, receipt, items, counts);
        }

        @Override
        public void release() {
            items.release();
        }

        private boolean isFollowUpRead() {
            return receipt.context().isRead();
        }

        private boolean isStored() {
            return receipt.context().snapshotNumber() != 0 && !isFollowUpRead();
        }

        /** Returns the id of the request. */
        long id() {
            return isStored() ? receipt.context().snapshotNumber() : fallbackId;
        }

        @Override
        public TelemetryEntry entry() {
            ReceiptContext context = receipt.context();
            long ownMicros = receipt.nanos() / 1_000;
            return new TelemetryEntry(
                    atMillis,
                    id(),
                    new Subject(
                            shorten(receipt.server()),
                            receipt.tool().isEmpty() ? ClientFeatures.READ_TOOL : shorten(receipt.tool()),
                            endpoint(receipt.tool()),
                            subjectOf(receipt.caller()),
                            shorten(context.client()),
                            context.isModern() ? "modern" : "legacy",
                            context.style()),
                    context.isToolError()
                            ? TelemetryEntry.ERROR
                            : receipt.outcome().recordName(),
                    receipt.reason(),
                    new Size(
                            receipt.answerTokens(),
                            receipt.answerBytes(),
                            receipt.originalTokens(),
                            receipt.originalBytes(),
                            items.count(),
                            context.isExact(),
                            context.handles()),
                    context.sourceMillis() * 1_000 + ownMicros,
                    ownMicros,
                    isFollowUpRead() ? context.snapshotNumber() : 0,
                    isStored(),
                    false,
                    exactCounts,
                    context.rollout());
        }

        private static String endpoint(String tool) {
            return switch (tool) {
                case "resources/read" -> "resource";
                case "prompts/get" -> "prompt";
                default -> "tool";
            };
        }
    }

    /** A tool listing. */
    record Listed(long atMillis, long id, ListingReceipt receipt) implements JournalEvent {

        @Override
        public TelemetryEntry entry() {
            long micros = receipt.nanos() / 1_000;
            return new TelemetryEntry(
                    atMillis,
                    id,
                    new Subject(
                            shorten(receipt.server()),
                            "tools/list",
                            "listing",
                            subjectOf(receipt.caller()),
                            shorten(receipt.client()),
                            receipt.isModern() ? "modern" : "legacy",
                            ""),
                    TelemetryEntry.LISTED,
                    "",
                    new Size(receipt.addedTokens(), 0, 0, 0, -1),
                    micros,
                    micros,
                    0,
                    false);
        }
    }

    /** Shortens names that clients and servers choose, because they are stored many times. */
    private static String shorten(String name) {
        return name.length() <= 128 ? name : name.substring(0, 127) + "…";
    }

    /**
     * Returns the subject of a caller: {@code alice} for {@code alice@SERVER}. A session ID becomes
     * "session", because it grants access and must not be stored.
     */
    private static String subjectOf(String caller) {
        int separator = caller.lastIndexOf('@');
        String subject = separator < 0 ? caller : caller.substring(0, separator);
        return subject.startsWith("session ") ? "session" : shorten(subject);
    }
}
