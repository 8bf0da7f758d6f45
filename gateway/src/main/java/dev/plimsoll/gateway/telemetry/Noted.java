package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.telemetry.Entry.Size;
import dev.plimsoll.gateway.telemetry.Entry.Subject;
import dev.plimsoll.model.Client;
import dev.plimsoll.telemetry.Circumstances;
import dev.plimsoll.telemetry.Listed;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.telemetry.Receipt;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** What the engine tells, as it is when it comes: made an entry by whoever has the time. */
sealed interface Noted {

    /** The entry that it is; {@code id} is taken where it brings none of its own. Null: it is none. */
    @Nullable Entry entry(long id);

    /** Somebody waits until all before it is written. */
    record Mark(CountDownLatch written) implements Noted {

        @Override
        public @Nullable Entry entry(long id) {
            return null;
        }
    }

    /** A result or reading. */
    record Guarded(long at, Receipt receipt) implements Noted {

        @Override
        public Entry entry(long id) {
            Circumstances known = receipt.circumstances();
            boolean reads = receipt.outcome() == Outcome.READ;
            boolean kept = known.kept() != 0 && !reads;
            long own = receipt.nanos() / 1_000;
            return new Entry(
                    at,
                    kept ? known.kept() : id,
                    new Subject(
                            shown(receipt.server()),
                            receipt.tool().isEmpty() ? Client.READ_TOOL : shown(receipt.tool()),
                            endpoint(receipt.tool()),
                            subject(receipt.caller()),
                            shown(known.client()),
                            known.modern() ? "modern" : "legacy",
                            known.style()),
                    known.failed() ? Entry.ERROR : receipt.outcome().word(),
                    receipt.why(),
                    new Size(
                            receipt.answerTokens(),
                            receipt.answerBytes(),
                            receipt.originalTokens(),
                            receipt.originalBytes(),
                            known.items()),
                    known.sourceMillis() * 1_000 + own,
                    own,
                    reads ? known.kept() : 0,
                    kept);
        }

        private static String endpoint(String tool) {
            return switch (tool) {
                case "resources/read" -> "resource";
                case "prompts/get" -> "prompt";
                default -> "tool";
            };
        }
    }

    /** A listing of tools. */
    record Shown(long at, Listed listed) implements Noted {

        @Override
        public Entry entry(long id) {
            long micros = listed.nanos() / 1_000;
            return new Entry(
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
                    Entry.LISTED,
                    "",
                    new Size(listed.tokens(), 0, 0, 0, -1),
                    micros,
                    micros,
                    0,
                    false);
        }
    }

    /** Names that clients and servers give themselves, at a length that can be kept a million times. */
    private static String shown(String name) {
        return name.length() <= 128 ? name : name.substring(0, 127) + "…";
    }

    /** Without the server's identity; what a session is called opens it, and is nobody's business. */
    private static String subject(String caller) {
        int at = caller.lastIndexOf('@');
        String subject = at < 0 ? caller : caller.substring(0, at);
        return subject.startsWith("session ") ? "session" : shown(subject);
    }
}
