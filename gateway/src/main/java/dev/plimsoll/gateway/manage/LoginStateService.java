package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.login.LoginState;
import dev.plimsoll.gateway.login.WebLogins;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.RefusedException;
import java.time.Instant;

/** {@code GET /api/v1/servers/NAME/login}: the login at a server, without its tokens. */
final class LoginStateService implements HttpService {

    private final ConfigReloader configReloader;
    private final WebLogins webLogins;

    LoginStateService(ConfigReloader configReloader, WebLogins webLogins) {
        this.configReloader = configReloader;
        this.webLogins = webLogins;
    }

    @Override
    public boolean accepts(String path) {
        return ServerPath.findServer(path, LoginService.SUFFIX) != null;
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        Configuration configuration = configReloader.current().configuration();
        ServerConfig server = ServerPath.requireServer(serviceRequest.path(), LoginService.SUFFIX, configuration);
        LoginState state = LoginState.of(server, configuration.data());
        RefusedException refusal = ManagementAccess.findChangeRefusal(configuration);
        JsonWriter json = new JsonWriter(512).beginObject().string("server", server.name());
        json.bool("possible", state.obstacle() == null);
        json.string("why", state.obstacle() == null ? "" : state.obstacle());
        json.bool("changeable", refusal == null);
        json.string("whyNot", refusal == null ? "" : refusal.getMessage() + ": " + refusal.suggestion());
        json.bool("signedIn", state.isLoggedIn()).string("issuer", state.issuer());
        json.strings("scopes", state.scopes()).bool("renewed", state.hasRefreshToken());
        Instant expires = state.expiresAt();
        if (expires != null) {
            json.string("expires", expires.toString());
        }
        json.string("problem", state.problem() == null ? "" : state.problem());
        WebLogins.Attempt lastAttempt = webLogins.lastAttempt(server.name());
        if (lastAttempt != null) {
            json.beginObject("last").string("at", lastAttempt.at().toString());
            json.string("error", lastAttempt.error() == null ? "" : lastAttempt.error())
                    .endObject();
        }
        return ManagementResponse.ok(json);
    }
}
