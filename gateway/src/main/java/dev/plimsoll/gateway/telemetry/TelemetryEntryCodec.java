package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.telemetry.TelemetryEntry.Counted;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.Rollout.Instead;
import org.jspecify.annotations.Nullable;

/** Converts entries to lines of JSON and back. */
final class TelemetryEntryCodec {

    private TelemetryEntryCodec() {}

    static void write(TelemetryEntry telemetryEntry, ByteSink out) {
        Subject subject = telemetryEntry.subject();
        Size size = telemetryEntry.size();
        out.ascii("{\"at\":").number(telemetryEntry.at()).ascii(",\"id\":").number(telemetryEntry.id());
        text(out, "server", subject.server());
        text(out, "tool", subject.tool());
        text(out, "endpoint", subject.endpoint());
        text(out, "caller", subject.caller());
        text(out, "client", subject.client());
        text(out, "era", subject.era());
        text(out, "style", subject.style());
        text(out, "outcome", telemetryEntry.outcome());
        text(out, "why", telemetryEntry.why());
        number(out, "answerTokens", size.answerTokens());
        number(out, "answerBytes", size.answerBytes());
        number(out, "originalTokens", size.originalTokens());
        number(out, "originalBytes", size.originalBytes());
        number(out, "items", size.items());
        out.ascii(size.exact() ? ",\"exact\":true" : "");
        number(out, "micros", telemetryEntry.micros());
        number(out, "ownMicros", telemetryEntry.ownMicros());
        number(out, "follows", telemetryEntry.follows());
        out.ascii(",\"kept\":").ascii(telemetryEntry.kept() ? "true" : "false");
        if (telemetryEntry.begins()) {
            out.ascii(",\"begins\":true");
        }
        Counted counted = telemetryEntry.counted();
        if (counted != null) {
            text(out, "kind", counted.kind());
            number(out, "realTokens", counted.answerTokens());
            number(out, "realOriginalTokens", counted.originalTokens());
        }
        if (telemetryEntry.rollout().arm() != Arm.NONE) {
            rollout(telemetryEntry.rollout(), out);
        }
        out.ascii("}\n");
    }

    private static void rollout(Rollout rollout, ByteSink out) {
        text(out, "arm", rollout.arm().word());
        number(out, "unit", rollout.unit());
        Instead instead = rollout.instead();
        if (instead != null) {
            text(out, "instead", instead.outcome().word());
            number(out, "insteadTokens", instead.tokens());
            number(out, "insteadBytes", instead.bytes());
        }
    }

    private static void text(ByteSink out, String name, String value) {
        out.ascii(",\"").ascii(name).ascii("\":").string(value);
    }

    private static void number(ByteSink out, String name, long value) {
        out.ascii(",\"").ascii(name).ascii("\":").number(value);
    }

    /** Parses a line; null if it is not an entry, for example because it is incomplete. */
    static @Nullable TelemetryEntry read(Slice line) {
        if (!Json.isValid(line) || Json.type(line) != JsonType.OBJECT) {
            return null;
        }
        Line read = new Line(line);
        long at = read.number("at", -1);
        String outcome = read.text("outcome");
        if (at < 0 || outcome.isEmpty()) {
            return null;
        }
        return new TelemetryEntry(
                at,
                read.number("id", 0),
                new Subject(
                        read.text("server"),
                        read.text("tool"),
                        read.text("endpoint"),
                        read.text("caller"),
                        read.text("client"),
                        read.text("era"),
                        read.text("style")),
                outcome,
                read.text("why"),
                new Size(
                        read.number("answerTokens", 0),
                        read.number("answerBytes", 0),
                        read.number("originalTokens", 0),
                        read.number("originalBytes", 0),
                        read.number("items", -1),
                        read.is("exact")),
                read.number("micros", 0),
                read.number("ownMicros", 0),
                read.number("follows", 0),
                read.is("kept"),
                read.is("begins"),
                counted(read),
                rollout(read));
    }

    private static Rollout rollout(Line read) {
        Arm arm = Arm.of(read.text("arm"));
        if (arm == Arm.NONE) {
            return Rollout.NONE;
        }
        OutcomeKind outcomeKind = OutcomeKind.of(read.text("instead"));
        return new Rollout(
                arm,
                read.number("unit", 0),
                outcomeKind == null
                        ? null
                        : new Instead(outcomeKind, read.number("insteadTokens", 0), read.number("insteadBytes", 0)));
    }

    private static @Nullable Counted counted(Line read) {
        String kind = read.text("kind");
        return kind.isEmpty()
                ? null
                : new Counted(kind, read.number("realTokens", 0), read.number("realOriginalTokens", -1));
    }

    /**
     * Reads members of a line. Missing members and those of another type count as empty, because later versions may
     * omit some.
     */
    private record Line(Slice object) {

        private @Nullable Slice value(String name, JsonType type) {
            Slice value = Members.get(object, name);
            return value != null && Json.type(value) == type ? value : null;
        }

        String text(String name) {
            Slice value = value(name, JsonType.STRING);
            return value == null ? "" : JsonText.text(Json.stringInside(value));
        }

        long number(String name, long defaultValue) {
            Slice value = value(name, JsonType.NUMBER);
            try {
                return value == null || value.length() > 20 ? defaultValue : Long.parseLong(value.utf8());
            } catch (NumberFormatException e) {
                return defaultValue;
            }
        }

        boolean is(String name) {
            Slice value = Members.get(object, name);
            return value != null && value.utf8().equals("true");
        }
    }
}
