package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.login.WebLogins;
import dev.plimsoll.gateway.login.WebLogins.FinishedLogin;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.Slice;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * {@code GET /oauth/callback}: receives the redirect of an authorization server. Ends the login, restarts the
 * MCP server, and sends the browser back to the server's page in the dashboard. The request needs no token of
 * the gateway: the state in the redirect and the cookie of the browser show that it belongs to a login.
 */
final class LoginCallbackService implements HttpService {

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'", "Referrer-Policy", "no-referrer");
    private static final String FOREIGN_REDIRECT_PAGE =
            htmlPage("This redirect does not belong to a login that this browser has started"
                    + " here in the last ten minutes. Start it again in the dashboard.");

    private final ConfigReloader configReloader;
    private final ServerManager serverManager;
    private final WebLogins webLogins;
    private final Log log;

    LoginCallbackService(ConfigReloader configReloader, ServerManager serverManager, WebLogins webLogins, Log log) {
        this.configReloader = configReloader;
        this.serverManager = serverManager;
        this.webLogins = webLogins;
        this.log = log;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals(CallbackAddress.PATH);
    }

    @Override
    public boolean isPublic() {
        return true;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        FinishedLogin finished =
                webLogins.finish(serviceRequest.query(), serviceRequest.header().apply("Cookie"));
        if (finished == null) {
            log.log(LogSeverity.WARN, "refused a redirect that belongs to no login of this browser");
            return new ServiceResponse(400, "text/html; charset=utf-8", Slice.of(FOREIGN_REDIRECT_PAGE), HEADERS);
        }
        String error = finished.error();
        if (error == null) {
            configReloader.recordAction(finished.caller(), "servers." + finished.server(), "logged in");
            // after the restart, connections use the new tokens, and clients get the server's tools
            var _ = serverManager.restart(finished.server());
        } else {
            log.log(LogSeverity.WARN, "a login failed", "server", finished.server(), "why", error);
        }
        String location = "/#server?name=" + URLEncoder.encode(finished.server(), StandardCharsets.UTF_8);
        return new ServiceResponse(
                303,
                "text/html; charset=utf-8",
                Slice.of(htmlPage("Back to the dashboard.")),
                Map.of(
                        "Location",
                        location,
                        "Set-Cookie",
                        finished.cookieName() + "=; Path=" + CallbackAddress.PATH
                                + "; Max-Age=0; HttpOnly; SameSite=Lax",
                        "Referrer-Policy",
                        "no-referrer",
                        "Content-Security-Policy",
                        "default-src 'none'; frame-ancestors 'none'"));
    }

    private static String htmlPage(String text) {
        return "<!doctype html><meta charset=utf-8><title>Plimsoll</title><p>" + text
                + "</p><p><a href=\"/\">Dashboard</a></p>\n";
    }
}
