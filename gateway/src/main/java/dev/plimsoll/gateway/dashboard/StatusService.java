package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.statistics.CacheCountsJson;
import dev.plimsoll.gateway.statistics.Savings;
import dev.plimsoll.json.JsonWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

        /** Returns the open sessions of {@code run}; null if this process serves none. */
        default @Nullable List<RunState> runs() {
            return null;
        }
    }

    /**
     * State of a session of {@code run}. It contains no argument and no variable, because these can contain secrets.
     *
     * @param server name of the server
     * @param folder working folder of the client
     * @param processId process of the client
     * @param since start in RFC 3339 format
     * @param programs process ids and programs of the running servers
     */
    public record RunState(
            String server, String folder, String processId, String since, Savings savings, List<String> programs) {}

    /**
     * State of a server.
     *
     * @param transport process or url
     * @param status up, down, unknown, or stopped
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
        JsonWriter json = new JsonWriter(1 << 10).beginObject();
        json.string("version", state.version()).string("since", state.since());
        json.array(
                "servers",
                state.servers(),
                (server, list) -> list.beginObject()
                        .string("name", server.name())
                        .string("how", server.transport())
                        .string("status", server.status())
                        .endObject());
        StoreState storeState = state.store();
        json.beginObject("store")
                .string("type", storeState.type())
                .bool("fallenBack", storeState.isFallback())
                .string("trouble", storeState.error())
                .number("results", storeState.results())
                .number("bytes", storeState.bytes())
                .number("maxBytes", storeState.maxBytes())
                .endObject();
        CacheCountsJson.write(state.cache(), json.name("cache"));
        json.beginObject("telemetry")
                .number("lost", state.lostEntries())
                .string("trouble", state.telemetryError())
                .endObject();
        json.beginObject("settings");
        state.settings().forEach(json::string);
        json.endObject();
        List<RunState> runs = state.runs();
        if (runs != null) {
            json.array("runs", runs, StatusService::write);
        }
        json.endObject();
        return new ServiceResponse(200, json.slice());
    }

    private static void write(RunState run, JsonWriter json) {
        Savings savings = run.savings();
        json.beginObject()
                .string("server", run.server())
                .string("folder", run.folder())
                .string("process", run.processId())
                .string("since", run.since())
                .number("calls", savings.requests())
                .number("shaped", savings.shaped())
                .number("followUps", savings.followUps())
                .number("originalTokens", savings.originalTokens())
                .number("netTokens", savings.netTokens());
        json.strings("programs", run.programs()).endObject();
    }
}
