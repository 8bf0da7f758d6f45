package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.gateway.reload.Attempt;
import dev.plimsoll.gateway.reload.Attempt.Result;
import dev.plimsoll.gateway.reload.Reloading;
import dev.plimsoll.json.ByteSink;

/** {@code POST /api/v1/config/reload}: reads the configuration again. */
public final class ReloadService implements Service {

    private final Reloading reloading;

    public ReloadService(Reloading reloading) {
        this.reloading = reloading;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/config/reload");
    }

    @Override
    public boolean open() {
        return false;
    }

    /** There is nothing to say with it. */
    @Override
    public int takes() {
        return 1 << 10;
    }

    @Override
    public Reply answer(Asked asked) {
        Caller caller = asked.caller();
        Attempt attempt = reloading.reload("api, " + (caller == null ? "?" : caller.subject()));
        ByteSink out = new ByteSink(512);
        boolean refused = attempt.result() == Result.REFUSED;
        if (refused) {
            out.ascii("{\"error\":");
            Json error = new Json(out).text("code", "INVALID_REQUEST");
            error.text("message", "the configuration cannot be taken, and the one in force stays");
            Json details = new Json(error.name("details"));
            details.name("faults").strings(attempt.faults());
            details.text("suggestion", "mend what faults names, then reload again");
            details.end();
            error.end();
            out.ascii("}");
        } else {
            ReloadsService.write(attempt, out);
        }
        return new Reply(refused ? 400 : 200, out.slice());
    }
}
