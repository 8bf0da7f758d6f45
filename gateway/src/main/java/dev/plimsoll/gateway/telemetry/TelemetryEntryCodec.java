package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import org.jspecify.annotations.Nullable;

/** Converts entries to lines of JSON and back. */
final class TelemetryEntryCodec {

    private TelemetryEntryCodec() {}

    static void write(TelemetryEntry telemetryEntry, ByteSink out) {
        Subject subject = telemetryEntry.subject();
        Size size = telemetryEntry.size();
        JsonWriter json = new JsonWriter(out).beginObject();
        json.number("at", telemetryEntry.atMillis()).number("id", telemetryEntry.id());
        json.string("server", subject.server()).string("tool", subject.tool());
        json.string("endpoint", subject.endpoint()).string("caller", subject.caller());
        json.string("client", subject.client()).string("era", subject.era());
        json.string("style", subject.style());
        json.string("outcome", telemetryEntry.outcome()).string("why", telemetryEntry.why());
        json.number("answerTokens", size.answerTokens()).number("answerBytes", size.answerBytes());
        json.number("originalTokens", size.originalTokens()).number("originalBytes", size.originalBytes());
        json.number("items", size.items());
        if (size.isExact()) {
            json.bool("exact", true);
        }
        ReplacedHandles handles = size.handles();
        if (handles.count() > 0) {
            json.number("handles", handles.count()).number("handleBytes", handles.bytes());
            json.number("handleTokens", handles.tokens());
        }
        json.number("micros", telemetryEntry.micros()).number("ownMicros", telemetryEntry.ownMicros());
        json.number("follows", telemetryEntry.followUpOf()).bool("kept", telemetryEntry.isStored());
        if (telemetryEntry.isFirstRead()) {
            json.bool("begins", true);
        }
        ExactCounts exactCounts = telemetryEntry.exactCounts();
        if (exactCounts != null) {
            json.string("kind", exactCounts.kind()).number("realTokens", exactCounts.answerTokens());
            json.number("realOriginalTokens", exactCounts.originalTokens());
        }
        if (telemetryEntry.rollout().arm() != Arm.NONE) {
            writeRollout(telemetryEntry.rollout(), json);
        }
        json.endObject();
        out.raw((byte) '\n');
    }

    private static void writeRollout(Rollout rollout, JsonWriter json) {
        json.string("arm", rollout.arm().recordName()).number("unit", rollout.unit());
        ShadowAnswer shadowAnswer = rollout.shadowAnswer();
        if (shadowAnswer != null) {
            json.string("instead", shadowAnswer.outcome().recordName());
            json.number("insteadTokens", shadowAnswer.tokens()).number("insteadBytes", shadowAnswer.bytes());
        }
    }

    /** Parses a line; returns null if it is not an entry, for example because it is incomplete. */
    static @Nullable TelemetryEntry read(Slice line) {
        if (!Json.isValid(line) || Json.type(line) != JsonType.OBJECT) {
            return null;
        }
        Line entryLine = new Line(line);
        long at = entryLine.number("at", -1);
        String outcome = entryLine.text("outcome");
        if (at < 0 || outcome.isEmpty()) {
            return null;
        }
        return new TelemetryEntry(
                at,
                entryLine.number("id", 0),
                new Subject(
                        entryLine.text("server"),
                        entryLine.text("tool"),
                        entryLine.text("endpoint"),
                        entryLine.text("caller"),
                        entryLine.text("client"),
                        entryLine.text("era"),
                        entryLine.text("style")),
                outcome,
                entryLine.text("why"),
                new Size(
                        entryLine.number("answerTokens", 0),
                        entryLine.number("answerBytes", 0),
                        entryLine.number("originalTokens", 0),
                        entryLine.number("originalBytes", 0),
                        entryLine.number("items", -1),
                        entryLine.isTrue("exact"),
                        new ReplacedHandles(
                                entryLine.number("handles", 0),
                                entryLine.number("handleBytes", 0),
                                entryLine.number("handleTokens", 0))),
                entryLine.number("micros", 0),
                entryLine.number("ownMicros", 0),
                entryLine.number("follows", 0),
                entryLine.isTrue("kept"),
                entryLine.isTrue("begins"),
                readExactCounts(entryLine),
                readRollout(entryLine));
    }

    private static Rollout readRollout(Line entryLine) {
        Arm arm = Arm.parse(entryLine.text("arm"));
        if (arm == Arm.NONE) {
            return Rollout.NONE;
        }
        OutcomeKind outcomeKind = OutcomeKind.find(entryLine.text("instead"));
        return new Rollout(
                arm,
                entryLine.number("unit", 0),
                outcomeKind == null
                        ? null
                        : new ShadowAnswer(
                                outcomeKind,
                                entryLine.number("insteadTokens", 0),
                                entryLine.number("insteadBytes", 0)));
    }

    private static @Nullable ExactCounts readExactCounts(Line entryLine) {
        String kind = entryLine.text("kind");
        return kind.isEmpty()
                ? null
                : new ExactCounts(kind, entryLine.number("realTokens", 0), entryLine.number("realOriginalTokens", -1));
    }

    /**
     * Reads members of a line. A member that is missing or has another type gives an empty or default value,
     * because other versions may write other members.
     */
    private record Line(Slice object) {

        private @Nullable Slice findValue(String name, JsonType type) {
            Slice value = Members.get(object, name);
            return value != null && Json.type(value) == type ? value : null;
        }

        String text(String name) {
            Slice value = findValue(name, JsonType.STRING);
            return value == null ? "" : JsonText.unescapeToString(Json.stringInside(value));
        }

        long number(String name, long defaultValue) {
            Slice value = findValue(name, JsonType.NUMBER);
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
