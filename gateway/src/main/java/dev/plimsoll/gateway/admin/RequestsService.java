package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.SumLabel;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow.Position;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/requests}: single requests, the newest first. */
public final class RequestsService implements HttpService {

    private static final Set<String> PARAMETERS = Parameters.orderedSet(
            "tool",
            "server",
            "endpoint",
            "caller",
            "client",
            "era",
            "style",
            "outcome",
            "arm",
            "from",
            "to",
            "limit",
            "after");
    private static final Pattern POSITION = Pattern.compile("([0-9]{1,15})-([0-9]{1,18})");
    private static final Set<String> PAGE_OUTCOMES = Set.of("paginated", "chunked", "read");
    private static final Set<String> SUMMARY_OUTCOMES = Set.of("summarized", "probed", "guided", "trimmed", "receipt");

    private final RequestRecords requestRecords;
    private final InstantSource clock;

    public RequestsService(RequestRecords requestRecords, InstantSource clock) {
        this.requestRecords = requestRecords;
        this.clock = clock;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/requests");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) throws InterruptedException {
        Parameters parameters = new Parameters(serviceRequest.query(), PARAMETERS);
        // includes requests that are answered during this query
        RequestFilter requestFilter =
                parameters.filter(parameters.time("from", 0), parameters.time("to", clock.millis() + 1_000));
        int limit = parameters.integer("limit", 50, 1, 1_000);
        List<TelemetryRow> rows =
                requestRecords.requests(requestFilter, parsePosition(parameters.find("after")), limit + 1);
        boolean hasMore = rows.size() > limit;
        JsonWriter json = new JsonWriter(512 * rows.size() + 64).beginObject();
        json.array("requests", rows.subList(0, Math.min(limit, rows.size())), RequestsService::write);
        if (hasMore) {
            Position last = rows.get(limit - 1).position();
            json.string("next", last.at() + "-" + last.number());
        } else {
            json.nullValue("next");
        }
        return new ServiceResponse(200, json.endObject().slice());
    }

    private static @Nullable Position parsePosition(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Matcher matcher = POSITION.matcher(text);
        if (!matcher.matches()) {
            throw Parameters.refusal(
                    "after", text, "is not a valid position", "the unchanged value of next in an earlier response");
        }
        return new Position(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }

    /** Returns the count as JSON: {@code null} if it is negative, because the value was not counted. */
    private static String number(long count) {
        return count < 0 ? "null" : Long.toString(count);
    }

    /** Writes one request. */
    public static void write(TelemetryRow telemetryRow, JsonWriter json) {
        SumLabel sumLabel = telemetryRow.label();
        Size size = telemetryRow.size();
        json.beginObject();
        json.string("time", Instant.ofEpochMilli(telemetryRow.position().at()).toString());
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
        json.number("estimatedTokens", size.answerTokens()).raw("realTokens", number(telemetryRow.exactTokens()));
        json.number("originalTokens", size.originalTokens()).bool("exact", size.exact());
        json.number("responseBytes", size.answerBytes()).number("originalBytes", size.originalBytes());
        json.raw("itemCount", number(size.items()));
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
