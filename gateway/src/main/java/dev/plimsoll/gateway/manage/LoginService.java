package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.login.LoginState;
import dev.plimsoll.gateway.login.WebLogins;
import dev.plimsoll.gateway.login.WebLogins.StartedLogin;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * {@code POST /api/v1/servers/NAME/login}: starts a login at a server, and returns the URL of its authorization
 * server's page. The response sets a cookie, with which the browser returns to {@code /oauth/callback}.
 */
final class LoginService implements HttpService {

    static final String SUFFIX = "login";

    /** Maximum number of logins that can be started at the same time. */
    private static final int MAX_STARTING = 4;

    private final ConfigReloader configReloader;
    private final WebLogins webLogins;
    private final Semaphore permits = new Semaphore(MAX_STARTING);

    LoginService(ConfigReloader configReloader, WebLogins webLogins) {
        this.configReloader = configReloader;
        this.webLogins = webLogins;
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
        String obstacle = LoginState.findObstacle(server);
        if (obstacle != null) {
            throw refusal(server, obstacle);
        }
        URI callback = CallbackAddress.resolve(
                serviceRequest, configuration.serving().access().publicUrl());
        if (!permits.tryAcquire()) {
            throw new RefusedException(
                    ErrorCode.RATE_LIMITED, "other logins are being started", "repeat the request in a moment");
        }
        try {
            StartedLogin started = webLogins.begin(server, ManagementAccess.describeCaller(serviceRequest), callback);
            String cookie = started.cookieName() + "=" + started.cookieValue() + "; Path=" + CallbackAddress.PATH
                    + "; Max-Age=" + WebLogins.LIFETIME.toSeconds() + "; HttpOnly; SameSite=Lax"
                    + (callback.getScheme().equals("https") ? "; Secure" : "");
            JsonWriter json = new JsonWriter(512).beginObject().string("server", server.name());
            json.string("page", started.page().toString()).string("callback", callback.toString());
            return new ServiceResponse(200, "application/json", json.endObject().slice(), Map.of("Set-Cookie", cookie));
        } catch (IOException e) {
            throw refusal(server, String.valueOf(e.getMessage()));
        } finally {
            permits.release();
        }
    }

    private static RefusedException refusal(ServerConfig server, String reason) {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "the login at " + server.name() + " cannot start: " + reason,
                "correct the problem in the message, then try again");
    }
}
