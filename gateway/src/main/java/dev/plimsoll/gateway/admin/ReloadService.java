package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
import dev.plimsoll.json.JsonWriter;

/** {@code POST /api/v1/config/reload}: reloads the configuration. */
final class ReloadService implements HttpService {

    private final ConfigReloader configReloader;

    ReloadService(ConfigReloader configReloader) {
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

    /** Returns the maximum size of the request body. Its content is ignored. */
    @Override
    public int maxBodyBytes() {
        return 1 << 10;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        AuthenticatedCaller authenticatedCaller = serviceRequest.caller();
        ReloadAttempt reloadAttempt =
                configReloader.reload("api, " + (authenticatedCaller == null ? "?" : authenticatedCaller.subject()));
        JsonWriter json = new JsonWriter(512);
        boolean isRefused = reloadAttempt.result() == Result.REFUSED;
        if (isRefused) {
            json.beginObject().beginObject("error").string("code", "INVALID_REQUEST");
            json.string("message", "the configuration cannot be applied; the current one stays in effect");
            json.beginObject("details").strings("faults", reloadAttempt.errors());
            json.string("suggestion", "fix the listed faults, then reload again");
            json.endObject().endObject().endObject();
        } else {
            ReloadHistoryService.write(reloadAttempt, json);
        }
        return new ServiceResponse(isRefused ? 400 : 200, json.slice());
    }
}
