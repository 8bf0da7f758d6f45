package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.login.WebLogins;
import dev.plimsoll.gateway.login.WebLogins.Finished;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.Slice;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * {@code GET /oauth/callback}: ends a login with the redirect of an authorization server, restarts the server, and leads the
 * browser back to the page of the server. Needs no token: the redirect has the state of its login, and the browser the cookie.
 */
public final class SignInCallback implements HttpService {

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'", "Referrer-Policy", "no-referrer");
    private static final String FOREIGN =
            page("This redirect does not belong to a sign-in that this browser has started"
                    + " here in the last ten minutes. Start it again in the dashboard.");

    private final ConfigReloader configReloader;
    private final ServerManager serverManager;
    private final WebLogins webLogins;
    private final Log log;

    public SignInCallback(ConfigReloader configReloader, ServerManager serverManager, WebLogins webLogins, Log log) {
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
        Finished finished =
                webLogins.finish(serviceRequest.query(), serviceRequest.header().apply("Cookie"));
        if (finished == null) {
            log.log(LogSeverity.WARN, "refused a redirect that belongs to no sign-in of this browser");
            return new ServiceResponse(400, "text/html; charset=utf-8", Slice.of(FOREIGN), HEADERS);
        }
        String error = finished.error();
        if (error == null) {
            configReloader.recordAction(finished.by(), "servers." + finished.server(), "signed in");
            // clients get the tools now, and failed connections are opened again
            var _ = serverManager.restart(finished.server());
        } else {
            log.log(LogSeverity.WARN, "a sign-in failed", "server", finished.server(), "why", error);
        }
        String location = "/#server?name=" + URLEncoder.encode(finished.server(), StandardCharsets.UTF_8);
        return new ServiceResponse(
                303,
                "text/html; charset=utf-8",
                Slice.of(page("Back to the dashboard.")),
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

    private static String page(String text) {
        return "<!doctype html><meta charset=utf-8><title>Plimsoll</title><p>" + text
                + "</p><p><a href=\"/\">Dashboard</a></p>\n";
    }
}
