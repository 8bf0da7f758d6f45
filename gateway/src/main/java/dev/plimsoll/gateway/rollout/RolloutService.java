package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.InstantSource;

/** Serves {@code GET /api/v1/rollout}: the rollouts and rollbacks. */
public final class RolloutService implements HttpService {

    private final ConfigReloader configReloader;
    private final RolloutStateFile file;
    private final InstantSource clock;

    public RolloutService(ConfigReloader configReloader, InstantSource clock) {
        this.configReloader = configReloader;
        this.file =
                new RolloutStateFile(configReloader.current().configuration().data());
        this.clock = clock;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/rollout");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        try {
            JsonWriter json = new JsonWriter(512).beginObject();
            RolloutOverview.of(configReloader.current().configuration(), file.read(), clock.instant())
                    .write(json);
            json.endObject();
            return new ServiceResponse(200, json.slice());
        } catch (IOException e) {
            throw new RefusedException(
                    ErrorCode.INTERNAL_ERROR,
                    "the rollout state cannot be read: " + e.getMessage(),
                    "check the folder rollout in the data folder");
        }
    }
}
