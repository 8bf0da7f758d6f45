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
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/config/reloads");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public Reply answer(Asked asked) {
        ByteSink out = new ByteSink(1 << 10);
        Path file = configReloader.inForce().file();
        JsonObjectWriter jsonObjectWriter =
                new JsonObjectWriter(out).text("since", configReloader.since().toString());
        jsonObjectWriter.text("file", file == null ? "" : file.toString());
        jsonObjectWriter.flag("refused", configReloader.refusal() != null);
        jsonObjectWriter.name("attempts").array(configReloader.attempts(), ReloadsService::write);
        jsonObjectWriter.end();
        return new Reply(200, out.slice());
    }

    static void write(ReloadAttempt reloadAttempt, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out)
                .text("at", reloadAttempt.at().toString())
                .text("by", reloadAttempt.by());
        jsonObjectWriter
                .text("result", reloadAttempt.result().word())
                .raw("millis", JsonObjectWriter.millis(reloadAttempt.micros()));
        jsonObjectWriter.name("changes").array(reloadAttempt.changes(), ReloadsService::write);
        jsonObjectWriter.name("faults").strings(reloadAttempt.faults());
        jsonObjectWriter.end();
    }

    private static void write(ConfigChange configChange, ByteSink out) {
        new JsonObjectWriter(out)
                .text("path", configChange.path())
                .text("was", configChange.was())
                .text("is", configChange.is())
                .end();
    }
}
