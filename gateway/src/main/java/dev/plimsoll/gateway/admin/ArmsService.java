package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.gateway.telemetry.store.Filter;
import dev.plimsoll.json.ByteSink;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/** {@code GET /api/v1/ab}: the two arms of a rollout, compared. */
public final class ArmsService implements Service {

    private static final Set<String> PARAMETERS =
            Parameters.ordered("tool", "server", "endpoint", "caller", "client", "era", "style", "from", "to");
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final Records records;
    private final InstantSource clock;

    public ArmsService(Records records, InstantSource clock) {
        this.records = records;
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
        Filter filter = parameters.filter(parameters.time("from", Math.max(0, to - DAY)), to);
        ByteSink out = new ByteSink(1 << 12);
        Json json = new Json(out);
        json.text("from", Instant.ofEpochMilli(filter.from()).toString());
        json.text("to", Instant.ofEpochMilli(filter.to()).toString());
        ArmsJson.write(records.arms(filter), json);
        json.end();
        return new Reply(200, out.slice());
    }
}
