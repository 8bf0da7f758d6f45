package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.gateway.login.oauth.LoginRequest;
import dev.plimsoll.gateway.login.oauth.RandomText;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Logins that were started on a web page. Each login waits for the redirect of the browser that started it. A redirect
 * is accepted once, and only with the state of the login and the cookie that this browser received.
 */
public final class WebLogins {

    /** Maximum time from the start of a login to its redirect. After this time, the login has expired. */
    public static final Duration LIFETIME = Duration.ofMinutes(10);

    private static final int MAX_PENDING = 20;
    private static final int MAX_SERVERS = 1_000;
    private static final int COOKIE_NAME_BYTES = 8;
    private static final String COOKIE_PREFIX = "plimsoll-login-";

    private final Path data;
    private final InstantSource clock;
    private final Map<String, OpenLogin> byState = new LinkedHashMap<>();
    private final Map<String, Attempt> lastByServer = new LinkedHashMap<>();

    /**
     * Login that was started.
     *
     * @param page the page of the authorization server, to which the browser goes
     * @param cookieName name of the cookie that the browser must get
     */
    public record StartedLogin(URI page, String cookieName, String cookieValue) {}

    /**
     * Login that has ended.
     *
     * @param caller the caller who started it
     * @param cookieName name of the cookie, which can be deleted
     * @param error why it failed, written for people; null if it succeeded
     */
    public record FinishedLogin(
            String server,
            String caller,
            String cookieName,
            @Nullable String error) {}

    /**
     * Last attempt to log in at a server.
     *
     * @param error why it failed; null if it succeeded
     */
    public record Attempt(Instant at, @Nullable String error) {}

    /** A login whose redirect has not arrived. */
    private record OpenLogin(
            Login login, LoginRequest request, String server, String caller, String cookieValue, Instant expiry) {}

    /** @param data the data folder, to which tokens are written */
    public WebLogins(Path data, InstantSource clock) {
        this.data = data;
        this.clock = clock;
    }

    /**
     * Starts a login.
     *
     * @param caller the caller
     * @throws IOException if the login cannot be started; the message is written for people
     */
    public StartedLogin begin(ServerConfig serverConfig, String caller, URI redirectUri) throws IOException {
        Login login = Login.create(serverConfig, data, line -> {});
        LoginRequest request;
        try {
            request = login.begin(redirectUri);
        } catch (IOException e) {
            recordAttempt(serverConfig.name(), String.valueOf(e.getMessage()));
            throw e;
        }
        String cookieValue = RandomText.create();
        Instant expiry = clock.instant().plus(LIFETIME);
        synchronized (this) {
            byState.values().removeIf(openLogin -> !clock.instant().isBefore(openLogin.expiry));
            if (byState.size() >= MAX_PENDING) {
                byState.remove(byState.keySet().iterator().next());
            }
            byState.put(
                    request.state(), new OpenLogin(login, request, serverConfig.name(), caller, cookieValue, expiry));
        }
        return new StartedLogin(request.page(), cookieName(request.state()), cookieValue);
    }

    /**
     * Ends the login that a redirect belongs to. Returns null if there is no such login: the state is
     * unknown, the login has expired or ended, or another browser started it.
     *
     * @param query the query of the redirect
     * @param cookies the {@code Cookie} header of the browser; null if it sends none
     */
    public @Nullable FinishedLogin finish(@Nullable String query, @Nullable String cookies) {
        Map<String, String> parameters = RedirectParameters.parse(query);
        String state = parameters == null ? null : parameters.get("state");
        OpenLogin openLogin = state == null ? null : removeLogin(state, cookies);
        if (parameters == null || state == null || openLogin == null) {
            return null;
        }
        String error = null;
        try {
            openLogin.login.finish(openLogin.request, parameters);
        } catch (IOException e) {
            error = String.valueOf(e.getMessage());
        }
        recordAttempt(openLogin.server, error);
        return new FinishedLogin(openLogin.server, openLogin.caller, cookieName(state), error);
    }

    private synchronized @Nullable OpenLogin removeLogin(String state, @Nullable String cookies) {
        OpenLogin openLogin = byState.get(state);
        String cookie = findCookie(cookieName(state), cookies);
        if (openLogin == null
                || cookie == null
                || !clock.instant().isBefore(openLogin.expiry)
                || !MessageDigest.isEqual(
                        cookie.getBytes(StandardCharsets.UTF_8),
                        openLogin.cookieValue.getBytes(StandardCharsets.UTF_8))) {
            return null;
        }
        byState.remove(state);
        return openLogin;
    }

    private synchronized void recordAttempt(String server, @Nullable String error) {
        if (lastByServer.size() < MAX_SERVERS || lastByServer.containsKey(server)) {
            lastByServer.put(server, new Attempt(clock.instant(), error));
        }
    }

    /** Returns the last attempt to log in at a server since this process started; null if there was none. */
    public synchronized @Nullable Attempt lastAttempt(String server) {
        return lastByServer.get(server);
    }

    /**
     * Returns the name of the cookie of a login. Each login has its own cookie, because several logins may be open in
     * one browser.
     */
    private static String cookieName(String state) {
        return COOKIE_PREFIX + Sha256.hex(state, COOKIE_NAME_BYTES);
    }

    private static @Nullable String findCookie(String name, @Nullable String cookies) {
        String prefix = name + "=";
        for (String cookie : cookies == null ? new String[0] : cookies.split(";", -1)) {
            if (cookie.strip().startsWith(prefix)) {
                return cookie.strip().substring(prefix.length());
            }
        }
        return null;
    }
}
