package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.telemetry.ItemCounter.Items;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Counted;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** An event from the engine, which the writer thread converts to an entry. */
sealed interface JournalEvent {

    /** Returns the entry; null if the event has none. */
    @Nullable TelemetryEntry entry();

    /** Releases resources of an event that will not be written. */
    default void forget() {}

    /** Marks a position in the queue for a flush. */
    record Mark(CountDownLatch written) implements JournalEvent {

        @Override
        public @Nullable TelemetryEntry entry() {
            return null;
        }
    }

    /**
     * A result or a follow-up read.
     *
     * @param spare id that is used if the result has none of its own
     * @param items number of items of the result
     * @param counted exact counts; null if not counted
     */
    record Guarded(
            long at,
            long spare,
            Receipt receipt,
            Items items,
            @Nullable Counted counted) implements JournalEvent {

        /** Creates an event whose items are already counted or not needed. */
        Guarded(long at, long spare, Receipt receipt, @Nullable Counted counted) {
            this(at, spare, receipt, () -> receipt.circumstances().items(), counted);
        }

        Guarded with(Counted sample) {
            return new Guarded(at, spare, receipt, items, sample);
        }

        @Override
        public void forget() {
            items.forget();
        }

        private boolean reads() {
            return receipt.circumstances().reads();
        }

        private boolean kept() {
            return receipt.circumstances().kept() != 0 && !reads();
        }

        /** Returns the id of the request. */
        long id() {
            return kept() ? receipt.circumstances().kept() : spare;
        }

        @Override
        public TelemetryEntry entry() {
            ReceiptContext known = receipt.circumstances();
            long own = receipt.nanos() / 1_000;
            return new TelemetryEntry(
                    at,
                    id(),
                    new Subject(
                            shown(receipt.server()),
                            receipt.tool().isEmpty() ? ClientFeatures.READ_TOOL : shown(receipt.tool()),
                            endpoint(receipt.tool()),
                            subject(receipt.caller()),
                            shown(known.client()),
                            known.modern() ? "modern" : "legacy",
                            known.style()),
                    known.failed() ? TelemetryEntry.ERROR : receipt.outcome().word(),
                    receipt.why(),
                    new Size(
                            receipt.answerTokens(),
                            receipt.answerBytes(),
                            receipt.originalTokens(),
                            receipt.originalBytes(),
                            items.count(),
                            known.exact()),
                    known.sourceMillis() * 1_000 + own,
                    own,
                    reads() ? known.kept() : 0,
                    kept(),
                    false,
                    counted,
                    known.rollout());
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
    record Shown(long at, long id, ListingReceipt listed) implements JournalEvent {

        @Override
        public TelemetryEntry entry() {
            long micros = listed.nanos() / 1_000;
            return new TelemetryEntry(
                    at,
                    id,
                    new Subject(
                            shown(listed.server()),
                            "tools/list",
                            "listing",
                            subject(listed.caller()),
                            shown(listed.client()),
                            listed.modern() ? "modern" : "legacy",
                            ""),
                    TelemetryEntry.LISTED,
                    "",
                    new Size(listed.tokens(), 0, 0, 0, -1),
                    micros,
                    micros,
                    0,
                    false);
        }
    }

    /** Shortens names that clients and servers choose, because they are stored many times. */
    private static String shown(String name) {
        return name.length() <= 128 ? name : name.substring(0, 127) + "…";
    }

    /** Removes the server's identity and the session id. A session id grants access, so it must not be stored. */
    private static String subject(String caller) {
        int at = caller.lastIndexOf('@');
        String subject = at < 0 ? caller : caller.substring(0, at);
        return subject.startsWith("session ") ? "session" : shown(subject);
    }
}
