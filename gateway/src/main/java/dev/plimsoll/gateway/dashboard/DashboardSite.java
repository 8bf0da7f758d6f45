package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the static files of the dashboard. The files contain no data, so they need no authentication. The data
 * services require it.
 */
public final class DashboardSite implements HttpService {

    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("index.html", "text/html; charset=utf-8"),
            Map.entry("style.css", STYLE),
            Map.entry("parts.css", STYLE),
            Map.entry("app.js", SCRIPT),
            Map.entry("alerts.js", SCRIPT),
            Map.entry("ask.js", SCRIPT),
            Map.entry("code.js", SCRIPT),
            Map.entry("theme.js", SCRIPT),
            Map.entry("empty.js", SCRIPT),
            Map.entry("samples.js", SCRIPT),
            Map.entry("filters.js", SCRIPT),
            Map.entry("build.js", SCRIPT),
            Map.entry("charts.js", SCRIPT),
            Map.entry("overview.js", SCRIPT),
            Map.entry("rollout.js", SCRIPT),
            Map.entry("requests.js", SCRIPT),
            Map.entry("playground.js", SCRIPT),
            Map.entry("system.js", SCRIPT),
            Map.entry("pins.js", SCRIPT),
            Map.entry("server.js", SCRIPT),
            Map.entry("servers.js", SCRIPT),
            Map.entry("signin.js", SCRIPT),
            Map.entry("queries.js", SCRIPT),
            Map.entry("rules.js", SCRIPT),
            Map.entry("runs.js", SCRIPT),
            Map.entry("words.js", SCRIPT),
            Map.entry("icon.svg", "image/svg+xml"));

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script';"
                    + " trusted-types 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-cache");

    private static final String FOLDER = "/dashboard/";

    private final Map<String, Slice> files = new ConcurrentHashMap<>();

    @Override
    public boolean accepts(String path) {
        return path.equals("/") || (path.startsWith(FOLDER) && TYPES.containsKey(path.substring(FOLDER.length())));
    }

    @Override
    public boolean isPublic() {
        return true;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        String name = serviceRequest.path().equals("/")
                ? "index.html"
                : serviceRequest.path().substring(FOLDER.length());
        String type = Objects.requireNonNull(TYPES.get(name));
        return new ServiceResponse(200, type, files.computeIfAbsent(name, DashboardSite::load), HEADERS);
    }

    private static Slice load(String name) {
        try (InputStream in = Objects.requireNonNull(DashboardSite.class.getResourceAsStream(name), name)) {
            return Slice.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
