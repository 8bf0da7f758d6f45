package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.gateway.reload.Attempt;
import dev.plimsoll.gateway.reload.Change;
import dev.plimsoll.gateway.reload.Reloading;
import dev.plimsoll.json.ByteSink;
import java.nio.file.Path;

/** {@code GET /api/v1/config/reloads}: since when the configuration is in force, and every try to change it. */
public final class ReloadsService implements Service {

    private final Reloading reloading;

    public ReloadsService(Reloading reloading) {
        this.reloading = reloading;
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
        Path file = reloading.inForce().file();
        Json json = new Json(out).text("since", reloading.since().toString());
        json.text("file", file == null ? "" : file.toString());
        json.flag("refused", reloading.refusal() != null);
        json.name("attempts").array(reloading.attempts(), ReloadsService::write);
        json.end();
        return new Reply(200, out.slice());
    }

    static void write(Attempt attempt, ByteSink out) {
        Json json = new Json(out).text("at", attempt.at().toString()).text("by", attempt.by());
        json.text("result", attempt.result().word()).raw("millis", Json.millis(attempt.micros()));
        json.name("changes").array(attempt.changes(), ReloadsService::write);
        json.name("faults").strings(attempt.faults());
        json.end();
    }

    private static void write(Change change, ByteSink out) {
        new Json(out)
                .text("path", change.path())
                .text("was", change.was())
                .text("is", change.is())
                .end();
    }
}
