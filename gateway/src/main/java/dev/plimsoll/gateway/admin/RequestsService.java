package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.statistics.RequestJson;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow.Position;
import dev.plimsoll.json.JsonWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/requests}: single requests, the newest first. */
final class RequestsService implements HttpService {

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

    private final RequestRecords requestRecords;
    private final InstantSource clock;

    RequestsService(RequestRecords requestRecords, InstantSource clock) {
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
        // by default, the period ends in the future, to include requests that are answered during this query
        RequestFilter requestFilter =
                parameters.filter(parameters.time("from", 0), parameters.time("to", clock.millis() + 1_000));
        int limit = parameters.integer("limit", 50, 1, 1_000);
        List<TelemetryRow> rows =
                requestRecords.requests(requestFilter, parsePosition(parameters.find("after")), limit + 1);
        boolean hasMore = rows.size() > limit;
        JsonWriter json = new JsonWriter(512 * rows.size() + 64).beginObject();
        json.array("requests", rows.subList(0, Math.min(limit, rows.size())), RequestJson::write);
        if (hasMore) {
            Position last = rows.get(limit - 1).position();
            json.string("next", last.atMillis() + "-" + last.number());
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
}
