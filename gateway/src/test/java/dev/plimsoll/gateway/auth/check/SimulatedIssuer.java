package dev.plimsoll.gateway.auth.check;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import dev.plimsoll.policy.Tier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A simulated authorization server on a free port that serves metadata and keys. Tests sign claims with the keys. */
@NullMarked
public final class SimulatedIssuer implements AutoCloseable {

    private final HttpServer server;
    private final List<SigningKey> keys = new CopyOnWriteArrayList<>();
    private final AtomicInteger fetchCount = new AtomicInteger();
    private final String path;
    private volatile int status = 200;
    private volatile @Nullable String issuerInMetadata;

    private SimulatedIssuer(String path, SigningKey... keys) throws IOException {
        this.path = path;
        this.keys.addAll(List.of(keys));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    public static SimulatedIssuer with(SigningKey... keys) throws IOException {
        return new SimulatedIssuer("", keys);
    }

    /** Creates an issuer whose URL has a path, and which has only OpenID metadata. */
    static SimulatedIssuer below(String path, SigningKey... keys) throws IOException {
        return new SimulatedIssuer(path, keys);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** Returns the number of requests for the keys. */
    int fetchCount() {
        return fetchCount.get();
    }

    void rotateTo(SigningKey... newKeys) {
        keys.clear();
        keys.addAll(List.of(newKeys));
    }

    void setStatus(int newStatus) {
        status = newStatus;
    }

    void setIssuer(String name) {
        issuerInMetadata = name;
    }

    public OAuthConfig settings(@Nullable String audience) {
        return new OAuthConfig(
                url(),
                audience,
                null,
                Map.of(
                        Tier.READ, List.of("plimsoll:read"),
                        Tier.READ_WRITE, List.of("plimsoll:read_write"),
                        Tier.ADMIN, List.of("plimsoll:admin", "root")),
                null);
    }

    /** Returns the claims of a valid token for that audience, issued now. */
    public String claims(String audience, String scope, Instant now) {
        return "{\"iss\":\"" + url() + "\",\"sub\":\"alice\",\"aud\":\"" + audience + "\",\"scope\":\"" + scope
                + "\",\"exp\":" + (now.getEpochSecond() + 300) + "}";
    }

    private void answer(HttpExchange exchange) throws IOException {
        String requestPath = exchange.getRequestURI().getPath();
        String wellKnown =
                path.isEmpty() ? "/.well-known/oauth-authorization-server" : path + "/.well-known/openid-configuration";
        String body = "";
        int responseStatus = 404;
        if (requestPath.equals(wellKnown)) {
            String name = issuerInMetadata == null ? url() : issuerInMetadata;
            body = "{\"issuer\":\"" + name + "\",\"jwks_uri\":\"" + url() + "/keys\"}";
            responseStatus = status;
        } else if (requestPath.equals(path + "/keys")) {
            fetchCount.incrementAndGet();
            body = "{\"keys\":["
                    + String.join(",", keys.stream().map(SigningKey::jwk).toList()) + "]}";
            responseStatus = status;
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(responseStatus, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
