package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
import dev.plimsoll.json.ByteSink;

/** {@code POST /api/v1/config/reload}: reloads the configuration. */
public final class ReloadService implements HttpService {

    private final ConfigReloader configReloader;

    public ReloadService(ConfigReloader configReloader) {
        this.configReloader = configReloader;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/config/reload");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    /** Allows a small request body, which is ignored. */
    @Override
    public int maxBodyBytes() {
        return 1 << 10;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        AuthenticatedCaller authenticatedCaller = serviceRequest.caller();
        ReloadAttempt reloadAttempt =
                configReloader.reload("api, " + (authenticatedCaller == null ? "?" : authenticatedCaller.subject()));
        ByteSink out = new ByteSink(512);
        boolean isRefused = reloadAttempt.result() == Result.REFUSED;
        if (isRefused) {
            out.ascii("{\"error\":");
            JsonObjectWriter error = new JsonObjectWriter(out).text("code", "INVALID_REQUEST");
            error.text("message", "the configuration cannot be applied; the current one stays in effect");
            JsonObjectWriter details = new JsonObjectWriter(error.name("details"));
            details.name("faults").strings(reloadAttempt.errors());
            details.text("suggestion", "fix the listed faults, then reload again");
            details.end();
            error.end();
            out.ascii("}");
        } else {
            ReloadsService.write(reloadAttempt, out);
        }
        return new ServiceResponse(isRefused ? 400 : 200, out.slice());
    }
}
