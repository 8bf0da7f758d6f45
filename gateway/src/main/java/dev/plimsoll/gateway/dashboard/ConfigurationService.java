package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.json.Slice;
import java.util.function.Supplier;

/**
 * Serves {@code GET /api/v1/config}: the effective configuration with the source of each setting, as
 * {@code config show --json} prints it.
 */
public final class ConfigurationService implements HttpService {

    private final Supplier<String> maskedJson;

    /** @param maskedJson the configuration as JSON, with secrets masked */
    public ConfigurationService(Supplier<String> maskedJson) {
        this.maskedJson = maskedJson;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/config");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        return new ServiceResponse(200, Slice.of(maskedJson.get()));
    }
}
