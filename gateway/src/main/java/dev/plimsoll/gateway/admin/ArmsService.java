package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.json.ByteSink;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/** {@code GET /api/v1/ab}: comparison of the two arms of a rollout. */
public final class ArmsService implements HttpService {

    private static final Set<String> PARAMETERS =
            Parameters.ordered("tool", "server", "endpoint", "caller", "client", "era", "style", "from", "to");
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final RequestRecords requestRecords;
    private final InstantSource clock;

    public ArmsService(RequestRecords requestRecords, InstantSource clock) {
        this.requestRecords = requestRecords;
        this.clock = clock;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/ab");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public Reply answer(Asked asked) throws InterruptedException {
        Parameters parameters = new Parameters(asked.query(), PARAMETERS);
        long to = parameters.time("to", clock.millis() + 1);
        RequestFilter requestFilter = parameters.filter(parameters.time("from", Math.max(0, to - DAY)), to);
        ByteSink out = new ByteSink(1 << 12);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.text("from", Instant.ofEpochMilli(requestFilter.from()).toString());
        jsonObjectWriter.text("to", Instant.ofEpochMilli(requestFilter.to()).toString());
        ArmsJson.write(requestRecords.arms(requestFilter), jsonObjectWriter);
        jsonObjectWriter.end();
        return new Reply(200, out.slice());
    }
}
