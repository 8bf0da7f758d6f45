package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.login.Logout;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** {@code POST /api/v1/servers/NAME/logout}: revokes and deletes the tokens for a server, and restarts it. */
final class LogoutService implements HttpService {

    private static final String SUFFIX = "logout";

    private final ConfigReloader configReloader;
    private final ServerManager serverManager;

    LogoutService(ConfigReloader configReloader, ServerManager serverManager) {
        this.configReloader = configReloader;
        this.serverManager = serverManager;
    }

    @Override
    public boolean accepts(String path) {
        return ServerPath.findServer(path, SUFFIX) != null;
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public int maxBodyBytes() {
        return RequestBody.MAX_BYTES;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        Configuration configuration = configReloader.current().configuration();
        ManagementAccess.requireChangesAllowed(configuration);
        ServerConfig server = ServerPath.requireServer(serviceRequest.path(), SUFFIX, configuration);
        List<String> messages = new ArrayList<>();
        try {
            if (!Logout.create(server, configuration.data(), messages::add).run()) {
                throw new RefusedException(
                        ErrorCode.NOT_FOUND, "there are no tokens for " + server.name(), "there is nothing to do");
            }
        } catch (IOException e) {
            throw new RefusedException(
                    ErrorCode.INTERNAL_ERROR,
                    "the logout at " + server.name() + " failed: " + e.getMessage(),
                    "try again, or delete the file with the tokens in the data folder");
        }
        configReloader.recordAction(
                ManagementAccess.describeCaller(serviceRequest), "servers." + server.name(), "logged out");
        // the restart ends connections that still use the old tokens
        boolean isRestarted = serverManager.restart(server.name());
        return ManagementResponse.ok(new JsonWriter(256)
                .beginObject()
                .string("server", server.name())
                .string("message", String.join(" ", messages))
                .bool("restarted", isRestarted));
    }
}
