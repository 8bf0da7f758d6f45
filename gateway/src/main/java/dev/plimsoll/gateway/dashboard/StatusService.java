package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.admin.CacheCounters;
import dev.plimsoll.gateway.admin.JsonObjectWriter;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.json.ByteSink;
import java.util.List;
import java.util.Map;

/** {@code GET /api/v1/status}: what runs here, since when, and how it does. */
public final class StatusService implements HttpService {

    private final State state;

    /** Asked each time. */
    public interface State {

        String version();

        /** When it began, as a time after RFC 3339. */
        String since();

        List<Served> servers();

        Kept kept();

        ResponseCache cache();

        /** Entries of telemetry that were lost. */
        long lost();

        /** Why telemetry cannot be written; empty when it can. */
        String trouble();

        /** Settings worth a line. */
        Map<String, String> settings();
    }

    /**
     * A server.
     *
     * @param how process or url
     * @param status up, down or unknown
     */
    public record Served(String name, String how, String status) {}

    /**
     * What the store holds.
     *
     * @param trouble why it cannot be used just now; empty while it can
     */
    public record Kept(String type, boolean fallenBack, String trouble, int results, long bytes, long maxBytes) {}

    public StatusService(State state) {
        this.state = state;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/status");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public Reply answer(Asked asked) {
        ByteSink out = new ByteSink(1 << 10);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out).text("version", state.version()).text("since", state.since());
        jsonObjectWriter.name("servers")
                .array(
                        state.servers(),
                        (server, list) -> new JsonObjectWriter(list)
                                .text("name", server.name())
                                .text("how", server.how())
                                .text("status", server.status())
                                .end());
        Kept kept = state.kept();
        new JsonObjectWriter(jsonObjectWriter.name("store"))
                .text("type", kept.type())
                .flag("fallenBack", kept.fallenBack())
                .text("trouble", kept.trouble())
                .number("results", kept.results())
                .number("bytes", kept.bytes())
                .number("maxBytes", kept.maxBytes())
                .end();
        CacheCounters.write(state.cache(), new JsonObjectWriter(jsonObjectWriter.name("cache")));
        new JsonObjectWriter(jsonObjectWriter.name("telemetry"))
                .number("lost", state.lost())
                .text("trouble", state.trouble())
                .end();
        JsonObjectWriter settings = new JsonObjectWriter(jsonObjectWriter.name("settings"));
        state.settings().forEach(settings::text);
        settings.end();
        jsonObjectWriter.end();
        return new Reply(200, out.slice());
    }
}
