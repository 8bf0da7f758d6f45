package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.gateway.reload.ConfigChange;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.json.ByteSink;
import java.nio.file.Path;

/** {@code GET /api/v1/config/reloads}: the time of the last change of the configuration, and all reload attempts. */
public final class ReloadsService implements HttpService {

    private final ConfigReloader configReloader;

    public ReloadsService(ConfigReloader configReloader) {
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
        ByteSink out = new ByteSink(1 << 10);
        Path file = configReloader.current().file();
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out)
                .text("since", configReloader.appliedAt().toString());
        jsonObjectWriter.text("file", file == null ? "" : file.toString());
        jsonObjectWriter.flag("refused", configReloader.lastRefusal() != null);
        jsonObjectWriter.name("attempts").array(configReloader.attempts(), ReloadsService::write);
        jsonObjectWriter.end();
        return new ServiceResponse(200, out.slice());
    }

    static void write(ReloadAttempt reloadAttempt, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out)
                .text("at", reloadAttempt.at().toString())
                .text("by", reloadAttempt.trigger());
        jsonObjectWriter
                .text("result", reloadAttempt.result().label())
                .raw("millis", JsonObjectWriter.millis(reloadAttempt.micros()));
        jsonObjectWriter.name("changes").array(reloadAttempt.changes(), ReloadsService::write);
        jsonObjectWriter.name("faults").strings(reloadAttempt.errors());
        jsonObjectWriter.end();
    }

    private static void write(ConfigChange configChange, ByteSink out) {
        new JsonObjectWriter(out)
                .text("path", configChange.path())
                .text("was", configChange.oldValue())
                .text("is", configChange.newValue())
                .end();
    }
}
