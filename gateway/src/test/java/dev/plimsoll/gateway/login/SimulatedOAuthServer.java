package dev.plimsoll.gateway.login;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.digest.Sha256;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Simulated MCP server that requires tokens, and its authorization server. Tests can modify the responses of both. */
public final class SimulatedOAuthServer implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server = startHttpServer();
    private final HttpServer issuer = startHttpServer();
    /** The number in the last code or token. The first code is {@code code-1}, and its tokens have the number 2. */
    private final AtomicInteger lastNumber = new AtomicInteger();

    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();

    final Map<String, Object> resourceMetadata = new ConcurrentHashMap<>();
    final Map<String, Object> issuerMetadata = new ConcurrentHashMap<>();
    final Map<String, Object> registrationResponse = new ConcurrentHashMap<>();
    public final Set<String> accessTokens = ConcurrentHashMap.newKeySet();
    public final Set<String> refreshTokens = ConcurrentHashMap.newKeySet();
    /**
     * The forms that the token and revocation endpoints received. Each form also contains the path of the endpoint
     * ({@code path}) and the header {@code Authorization} ({@code authorization}).
     */
    public final List<Map<String, String>> forms = new CopyOnWriteArrayList<>();

    final List<JsonNode> registrations = new CopyOnWriteArrayList<>();
    public final List<Map<String, String>> authorizationRequests = new CopyOnWriteArrayList<>();
    public volatile int lifetimeSeconds = 3600;
    volatile int registrationStatus = 201;
    volatile int tokenStatus = 200;
    /** The status of every response of the server, or 0 if the server checks tokens. */
    volatile int fixedStatus;

    /** The scope that every tool call requires, or null. */
    public volatile @Nullable String requiredScope;

    private volatile String grantedScopes = "";
    /** The URL to which the server redirects requests for its metadata, or null. */
    volatile @Nullable String metadataRedirect;
    /** The header {@code WWW-Authenticate} of responses with status 401, or null for the default. */
    public volatile @Nullable String challenge;
    /** Modifies the parameters of the redirect that ends the authorization. */
    volatile UnaryOperator<Map<String, String>> redirectParameters = parameters -> parameters;

    public SimulatedOAuthServer() throws IOException {
        server.createContext("/", this::serve);
        issuer.createContext("/", this::grant);
        String issuerUrl = issuer();
        resourceMetadata.put("resource", url().toString());
        resourceMetadata.put("authorization_servers", List.of(issuerUrl));
        resourceMetadata.put("scopes_supported", List.of("files:read", "files:write"));
        issuerMetadata.putAll(Map.of(
                "issuer", issuerUrl,
                "authorization_endpoint", issuerUrl + "/authorize?tenant=1",
                "token_endpoint", issuerUrl + "/token",
                "registration_endpoint", issuerUrl + "/register",
                "revocation_endpoint", issuerUrl + "/revoke",
                "code_challenge_methods_supported", List.of("plain", "S256"),
                "authorization_response_iss_parameter_supported", true));
        registrationResponse.put("client_id", "client-1");
    }

    private HttpServer startHttpServer() throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.start();
        return http;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    String issuer() {
        return "http://127.0.0.1:" + issuer.getAddress().getPort();
    }

    // --- the MCP server

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            if (path.startsWith("/.well-known/oauth-protected-resource")) {
                String redirectTarget = metadataRedirect;
                if (redirectTarget != null) {
                    exchange.getResponseHeaders().add("Location", redirectTarget);
                    exchange.sendResponseHeaders(302, -1);
                } else {
                    json(exchange, resourceMetadata.isEmpty() ? 404 : 200, resourceMetadata);
                }
                return;
            }
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            if (fixedStatus > 0) {
                exchange.sendResponseHeaders(fixedStatus, -1);
            } else if (authorization == null || !accessTokens.contains(authorization.replace("Bearer ", ""))) {
                String header = challenge;
                exchange.getResponseHeaders().add("WWW-Authenticate", header == null ? "Bearer realm=\"crm\"" : header);
                exchange.sendResponseHeaders(401, -1);
            } else if (!exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(405, -1);
            } else {
                respond(exchange, JSON.readTree(body), requiredScope);
            }
        }
    }

    private void respond(HttpExchange exchange, JsonNode request, @Nullable String scope) throws IOException {
        boolean isCall = request.path("method").asString("").equals("tools/call");
        if (isCall && scope != null && !List.of(grantedScopes.split(" ")).contains(scope)) {
            exchange.getResponseHeaders()
                    .add("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"" + scope + "\"");
            exchange.sendResponseHeaders(403, -1);
            return;
        }
        if (!request.has("id")) {
            exchange.sendResponseHeaders(202, -1);
            return;
        }
        String result = isCall
                ? "{\"content\":[{\"type\":\"text\",\"text\":\"" + "all the words ".repeat(10_000) + "\"}]}"
                : "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"tools\":[]}";
        text(exchange, 200, "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    // --- the authorization server

    private void grant(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            switch (exchange.getRequestURI().getPath()) {
                case "/.well-known/oauth-authorization-server" -> json(exchange, 200, issuerMetadata);
                case "/register" -> {
                    registrations.add(JSON.readTree(body));
                    json(exchange, registrationStatus, registrationResponse);
                }
                case "/authorize" ->
                    authorize(exchange, parse(exchange.getRequestURI().getRawQuery()));
                case "/token" -> token(exchange, form(exchange, "/token", body));
                case "/revoke" -> {
                    String token = form(exchange, "/revoke", body).getOrDefault("token", "");
                    accessTokens.remove(token);
                    refreshTokens.remove(token);
                    exchange.sendResponseHeaders(200, -1);
                }
                default -> exchange.sendResponseHeaders(404, -1);
            }
        }
    }

    private void authorize(HttpExchange exchange, Map<String, String> parameters) throws IOException {
        authorizationRequests.add(parameters);
        String code = "code-" + lastNumber.incrementAndGet();
        codes.put(code, parameters);
        Map<String, String> redirect = new LinkedHashMap<>();
        redirect.put("code", code);
        redirect.put("state", parameters.get("state"));
        redirect.put("iss", issuer());
        StringBuilder redirectUrl = new StringBuilder(parameters.get("redirect_uri") + "?via=browser");
        redirectParameters
                .apply(redirect)
                .forEach((name, value) -> redirectUrl
                        .append('&')
                        .append(name)
                        .append('=')
                        .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        exchange.getResponseHeaders().add("Location", redirectUrl.toString());
        exchange.sendResponseHeaders(302, -1);
    }

    private synchronized void token(HttpExchange exchange, Map<String, String> form) throws IOException {
        if (tokenStatus != 200) {
            exchange.sendResponseHeaders(tokenStatus, -1);
            return;
        }
        boolean isValid;
        String scope = "files:read";
        if ("authorization_code".equals(form.get("grant_type"))) {
            Map<String, String> parameters = codes.remove(form.getOrDefault("code", ""));
            isValid = parameters != null
                    && Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(Sha256.of(form.getOrDefault("code_verifier", "")))
                            .equals(parameters.get("code_challenge"))
                    && Objects.equals(form.get("redirect_uri"), parameters.get("redirect_uri"))
                    && Objects.equals(form.get("resource"), parameters.get("resource"));
            scope = parameters == null ? scope : parameters.getOrDefault("scope", scope);
        } else {
            // a refresh token can be used only once
            isValid = refreshTokens.remove(form.getOrDefault("refresh_token", ""));
        }
        if (!isValid) {
            json(exchange, 400, Map.of("error", "invalid_grant", "error_description", "secret words"));
            return;
        }
        grantedScopes = scope;
        int number = lastNumber.incrementAndGet();
        accessTokens.clear();
        accessTokens.add("access-" + number);
        refreshTokens.add("refresh-" + number);
        json(
                exchange,
                200,
                Map.of(
                        "access_token",
                        "access-" + number,
                        "token_type",
                        "bearer",
                        "refresh_token",
                        "refresh-" + number,
                        "expires_in",
                        lifetimeSeconds,
                        "scope",
                        scope));
    }

    /** Returns the number of requests with a refresh token. */
    public long refreshCount() {
        return forms.stream()
                .filter(form -> "refresh_token".equals(form.get("grant_type")))
                .count();
    }

    private Map<String, String> form(HttpExchange exchange, String path, String body) {
        Map<String, String> form = parse(body);
        form.put("path", path);
        form.put("authorization", String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        forms.add(form);
        return form;
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> form = new HashMap<>();
        for (String pairText : text.split("&", -1)) {
            String[] pair = pairText.split("=", 2);
            form.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return form;
    }

    private static void json(HttpExchange exchange, int status, Object body) throws IOException {
        text(exchange, status, JSON.writeValueAsString(body));
    }

    private static void text(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        issuer.stop(0);
        threads.shutdownNow();
    }
}
