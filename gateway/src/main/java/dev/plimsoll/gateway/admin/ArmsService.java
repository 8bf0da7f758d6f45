package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.compare.ArmsJson;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/** {@code GET /api/v1/ab}: comparison of the two arms of a rollout. */
final class ArmsService implements HttpService {

    private static final Set<String> PARAMETERS =
            Parameters.orderedSet("tool", "server", "endpoint", "caller", "client", "era", "style", "from", "to");
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    private final RequestRecords requestRecords;
    private final InstantSource clock;

    ArmsService(RequestRecords requestRecords, InstantSource clock) {
        this.requestRecords = requestRecords;
        this.clock = clock;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/ab");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) throws InterruptedException {
        Parameters parameters = new Parameters(serviceRequest.query(), PARAMETERS);
        long to = parameters.time("to", clock.millis() + 1);
        RequestFilter requestFilter = parameters.filter(parameters.time("from", Math.max(0, to - DAY_MILLIS)), to);
        JsonWriter json = new JsonWriter(1 << 12).beginObject();
        json.string("from", Instant.ofEpochMilli(requestFilter.from()).toString());
        json.string("to", Instant.ofEpochMilli(requestFilter.to()).toString());
        ArmsJson.write(requestRecords.arms(requestFilter), json);
        json.endObject();
        return new ServiceResponse(200, json.slice());
    }
}
