package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.json.Slice;
import java.util.function.Supplier;

/**
 * Serves {@code GET /api/v1/config}: the effective configuration with the source of each setting, as
 * {@code config show --json} prints it.
 */
public final class ConfigurationService implements HttpService {

    private final Supplier<String> shown;

    /** @param shown the configuration as JSON, with secrets masked */
    public ConfigurationService(Supplier<String> shown) {
        this.shown = shown;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/config");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public Reply answer(Asked asked) {
        return new Reply(200, Slice.of(shown.get()));
    }
}
