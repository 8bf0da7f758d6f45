package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
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
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
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
        number(out, "follows", telemetryEntry.followUpOf());
        out.ascii(",\"kept\":").ascii(telemetryEntry.isStored() ? "true" : "false");
        if (telemetryEntry.isFirstRead()) {
            out.ascii(",\"begins\":true");
        }
        ExactCounts exactCounts = telemetryEntry.exactCounts();
        if (exactCounts != null) {
            text(out, "kind", exactCounts.kind());
            number(out, "realTokens", exactCounts.answerTokens());
            number(out, "realOriginalTokens", exactCounts.originalTokens());
        }
        if (telemetryEntry.rollout().arm() != Arm.NONE) {
            rollout(telemetryEntry.rollout(), out);
        }
        out.ascii("}\n");
    }

    private static void rollout(Rollout rollout, ByteSink out) {
        text(out, "arm", rollout.arm().recordName());
        number(out, "unit", rollout.unit());
        ShadowAnswer shadowAnswer = rollout.shadowAnswer();
        if (shadowAnswer != null) {
            text(out, "instead", shadowAnswer.outcome().recordName());
            number(out, "insteadTokens", shadowAnswer.tokens());
            number(out, "insteadBytes", shadowAnswer.bytes());
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
                        read.isTrue("exact")),
                read.number("micros", 0),
                read.number("ownMicros", 0),
                read.number("follows", 0),
                read.isTrue("kept"),
                read.isTrue("begins"),
                counted(read),
                rollout(read));
    }

    private static Rollout rollout(Line read) {
        Arm arm = Arm.parse(read.text("arm"));
        if (arm == Arm.NONE) {
            return Rollout.NONE;
        }
        OutcomeKind outcomeKind = OutcomeKind.find(read.text("instead"));
        return new Rollout(
                arm,
                read.number("unit", 0),
                outcomeKind == null
                        ? null
                        : new ShadowAnswer(
                                outcomeKind, read.number("insteadTokens", 0), read.number("insteadBytes", 0)));
    }

    private static @Nullable ExactCounts counted(Line read) {
        String kind = read.text("kind");
        return kind.isEmpty()
                ? null
                : new ExactCounts(kind, read.number("realTokens", 0), read.number("realOriginalTokens", -1));
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
            return value == null ? "" : JsonText.unescapeToString(Json.stringInside(value));
        }

        long number(String name, long defaultValue) {
            Slice value = value(name, JsonType.NUMBER);
            try {
                return value == null || value.length() > 20 ? defaultValue : Long.parseLong(value.utf8());
            } catch (NumberFormatException e) {
                return defaultValue;
            }
        }

        boolean isTrue(String name) {
            Slice value = Members.get(object, name);
            return value != null && value.utf8().equals("true");
        }
    }
}
