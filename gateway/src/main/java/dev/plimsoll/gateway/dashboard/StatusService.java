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

        List<ServerState> servers();

        StoreState store();

        ResponseCache cache();

        /** Returns the number of lost telemetry entries. */
        long lostEntries();

        /** Returns why telemetry cannot be written; empty if it can. */
        String telemetryError();

        /** Returns the settings that the page shows. */
        Map<String, String> settings();
    }

    /**
     * State of a server.
     *
     * @param transport process or url
     * @param status up, down, or unknown
     */
    public record ServerState(String name, String transport, String status) {}

    /**
     * State of the store.
     *
     * @param error why the store is not usable at the moment; empty if it is
     */
    public record StoreState(String type, boolean isFallback, String error, int results, long bytes, long maxBytes) {}

    public StatusService(State state) {
        this.state = state;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/status");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        ByteSink out = new ByteSink(1 << 10);
        JsonObjectWriter jsonObjectWriter =
                new JsonObjectWriter(out).text("version", state.version()).text("since", state.since());
        jsonObjectWriter
                .name("servers")
                .array(
                        state.servers(),
                        (server, list) -> new JsonObjectWriter(list)
                                .text("name", server.name())
                                .text("how", server.transport())
                                .text("status", server.status())
                                .end());
        StoreState storeState = state.store();
        new JsonObjectWriter(jsonObjectWriter.name("store"))
                .text("type", storeState.type())
                .flag("fallenBack", storeState.isFallback())
                .text("trouble", storeState.error())
                .number("results", storeState.results())
                .number("bytes", storeState.bytes())
                .number("maxBytes", storeState.maxBytes())
                .end();
        CacheCounters.write(state.cache(), new JsonObjectWriter(jsonObjectWriter.name("cache")));
        new JsonObjectWriter(jsonObjectWriter.name("telemetry"))
                .number("lost", state.lostEntries())
                .text("trouble", state.telemetryError())
                .end();
        JsonObjectWriter settings = new JsonObjectWriter(jsonObjectWriter.name("settings"));
        state.settings().forEach(settings::text);
        settings.end();
        jsonObjectWriter.end();
        return new ServiceResponse(200, out.slice());
    }
}
