package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.reload.ConfigChange;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.gateway.statistics.Decimals;
import dev.plimsoll.json.JsonWriter;
import java.nio.file.Path;

/**
 * {@code GET /api/v1/config/reloads}: the time of the last change of the configuration, and the latest reload attempts.
 */
final class ReloadHistoryService implements HttpService {

    private final ConfigReloader configReloader;

    ReloadHistoryService(ConfigReloader configReloader) {
        this.configReloader = configReloader;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/config/reloads");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        Path file = configReloader.current().file();
        JsonWriter json = new JsonWriter(1 << 10).beginObject();
        json.string("since", configReloader.appliedAt().toString());
        json.string("file", file == null ? "" : file.toString());
        json.bool("refused", configReloader.lastRefusal() != null);
        json.array("attempts", configReloader.attempts(), ReloadHistoryService::write);
        json.endObject();
        return new ServiceResponse(200, json.slice());
    }

    static void write(ReloadAttempt reloadAttempt, JsonWriter json) {
        json.beginObject().string("at", reloadAttempt.at().toString()).string("by", reloadAttempt.trigger());
        json.string("result", reloadAttempt.result().label()).raw("millis", Decimals.millis(reloadAttempt.micros()));
        json.array("changes", reloadAttempt.changes(), ReloadHistoryService::write);
        if (!reloadAttempt.deferredChanges().isEmpty()) {
            json.array("fromNextStart", reloadAttempt.deferredChanges(), ReloadHistoryService::write);
        }
        json.strings("faults", reloadAttempt.errors());
        json.endObject();
    }

    private static void write(ConfigChange configChange, JsonWriter json) {
        json.beginObject()
                .string("path", configChange.path())
                .string("was", configChange.oldValue())
                .string("is", configChange.newValue())
                .endObject();
    }
}
