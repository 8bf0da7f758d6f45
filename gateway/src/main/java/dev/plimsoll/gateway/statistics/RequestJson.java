package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.store.SumLabel;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;

/** Writes recorded requests as JSON. */
public final class RequestJson {

    private static final Set<String> PAGE_OUTCOMES = Set.of("paginated", "chunked", "read");
    private static final Set<String> SUMMARY_OUTCOMES = Set.of("summarized", "probed", "guided", "trimmed", "receipt");

    private RequestJson() {}

    /** Returns the count as JSON: {@code null} if it is negative, because the value was not counted. */
    private static String formatCount(long count) {
        return count < 0 ? "null" : Long.toString(count);
    }

    /** Writes one request. */
    public static void write(TelemetryRow telemetryRow, JsonWriter json) {
        SumLabel sumLabel = telemetryRow.label();
        Size size = telemetryRow.size();
        json.beginObject();
        json.string(
                "time", Instant.ofEpochMilli(telemetryRow.position().atMillis()).toString());
        json.string("id", HexFormat.of().toHexDigits(telemetryRow.id()));
        json.string("server", sumLabel.server())
                .string("tool", sumLabel.tool())
                .string("endpoint", sumLabel.endpoint());
        json.string("caller", sumLabel.caller())
                .string("client", sumLabel.client())
                .string("era", sumLabel.era());
        json.string("style", sumLabel.style())
                .string("outcome", sumLabel.outcome())
                .string("why", telemetryRow.why());
        json.number("estimatedTokens", size.answerTokens()).raw("realTokens", formatCount(telemetryRow.exactTokens()));
        json.number("originalTokens", size.originalTokens()).bool("exact", size.isExact());
        json.number("responseBytes", size.answerBytes()).number("originalBytes", size.originalBytes());
        json.raw("itemCount", formatCount(size.items()));
        ReplacedHandles handles = size.handles();
        if (handles.count() > 0) {
            json.beginObject("handles").number("count", handles.count()).number("bytes", handles.bytes());
            json.number("tokens", handles.tokens()).endObject();
        }
        json.beginObject("latency").raw("totalMs", Decimals.millis(telemetryRow.micros()));
        json.raw("ownMs", Decimals.millis(telemetryRow.ownMicros())).endObject();
        json.bool("paginationUsed", PAGE_OUTCOMES.contains(sumLabel.outcome()));
        json.bool("summarizationUsed", SUMMARY_OUTCOMES.contains(sumLabel.outcome()));
        long followUpOf = telemetryRow.followUpOf();
        json.stringOrNull("followUpOf", followUpOf == 0 ? null : HexFormat.of().toHexDigits(followUpOf));
        json.stringOrNull("arm", sumLabel.arm().isEmpty() ? null : sumLabel.arm());
        ShadowAnswer shadowAnswer = telemetryRow.shadowAnswer();
        if (shadowAnswer != null) {
            json.beginObject("wouldHave");
            json.string("outcome", shadowAnswer.outcome().recordName());
            json.number("estimatedTokens", shadowAnswer.tokens()).number("responseBytes", shadowAnswer.bytes());
            json.endObject();
        }
        json.endObject();
    }
}
