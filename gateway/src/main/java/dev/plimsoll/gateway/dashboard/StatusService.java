package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.admin.CacheCounters;
import dev.plimsoll.gateway.admin.JsonObjectWriter;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.json.ByteSink;
import java.util.List;
import java.util.Map;

/** Serves {@code GET /api/v1/status}: version, start time, and state of the gateway. */
public final class StatusService implements HttpService {

    private final State state;

    /** Current state, read on each request. */
    public interface State {

        String version();

        /** Returns the start time in RFC 3339 format. */
        String since();

        List<Served> servers();

        Kept kept();

        ResponseCache cache();

        /** Returns the number of lost telemetry entries. */
        long lost();

        /** Returns why telemetry cannot be written; empty if it can. */
        String trouble();

        /** Returns the settings that the page shows. */
        Map<String, String> settings();
    }

    /**
     * State of a server.
     *
     * @param how process or url
     * @param status up, down, or unknown
     */
    public record Served(String name, String how, String status) {}

    /**
     * State of the store.
     *
     * @param trouble why the store is not usable at the moment; empty if it is
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
        JsonObjectWriter jsonObjectWriter =
                new JsonObjectWriter(out).text("version", state.version()).text("since", state.since());
        jsonObjectWriter
                .name("servers")
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
