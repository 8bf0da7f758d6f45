package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.config.model.LoginConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.login.oauth.LoginHttpClient.Response;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * OAuth client for one MCP server: finds the authorization server, and requests, renews, and revokes access there. The
 * messages of its exceptions are written for people.
 */
public final class OAuthClient {

    private static final Slice INITIALIZE = initializeRequest();

    private final ServerConfig serverConfig;
    private final URI url;
    private final LoginHttpClient loginHttpClient = new LoginHttpClient();
    private final TokenEndpoint tokenEndpoint;

    /** Creates a client for a server with this URL. */
    public OAuthClient(ServerConfig serverConfig, URI url, InstantSource clock) {
        this.serverConfig = serverConfig;
        this.url = url;
        this.tokenEndpoint = new TokenEndpoint(loginHttpClient, clock);
    }

    /** Finds the authorization server at which users of the server log in. */
    public AvailableLogin discover() throws LoginException {
        Response initializeResponse = sendInitialize();
        Challenges challenges = new Challenges(initializeResponse.header("www-authenticate"));
        ProtectedResource protectedResource = findResource(initializeResponse, challenges);
        OAuthIssuer oAuthIssuer =
                OAuthIssuer.findFirst(loginHttpClient, TrustedOrigins.of(url), protectedResource.issuers());
        return new AvailableLogin(challenges, protectedResource, oAuthIssuer);
    }

    /** Authorization server of an MCP server, with the scopes that can be requested. */
    public final class AvailableLogin {

        private final Challenges challenges;
        private final ProtectedResource protectedResource;
        private final OAuthIssuer oAuthIssuer;

        private AvailableLogin(Challenges challenges, ProtectedResource protectedResource, OAuthIssuer oAuthIssuer) {
            this.challenges = challenges;
            this.protectedResource = protectedResource;
            this.oAuthIssuer = oAuthIssuer;
        }

        /**
         * Creates a request for access. Registers a client at the authorization server if the configuration names none.
         *
         * @param redirectUri address to which the authorization server redirects the browser
         * @param state random text that the redirect repeats
         * @param additionalScopes scopes in addition to those of the configuration or of the server
         */
        public LoginRequest begin(URI redirectUri, String state, List<String> additionalScopes) throws LoginException {
            List<String> scopes = chooseScopes(additionalScopes, challenges, protectedResource, oAuthIssuer);
            LoginClient loginClient = createClient(oAuthIssuer, redirectUri, scopes);
            return new LoginRequest(
                    oAuthIssuer,
                    loginClient,
                    redirectUri,
                    protectedResource.name(),
                    scopes,
                    RandomText.create(),
                    state);
        }
    }

    private ProtectedResource findResource(Response initializeResponse, Challenges challenges) throws LoginException {
        ProtectedResource announced = ProtectedResource.find(loginHttpClient, url, challenges);
        if (announced != null) {
            return announced;
        }
        if (initializeResponse.isSuccess()) {
            throw new LoginException("the server " + serverConfig.name() + " needs no login");
        }
        if (initializeResponse.status() != 401 && initializeResponse.status() != 403) {
            throw new LoginException("the server " + serverConfig.name()
                    + " does not ask for a login: it responds with status "
                    + initializeResponse.status() + "; check its url");
        }
        return ProtectedResource.withoutMetadata(url);
    }

    /**
     * Sends an initialize request without credentials. Other configured headers are sent, because some servers cannot
     * be reached without them.
     */
    private Response sendInitialize() throws LoginException {
        Map<String, String> headers = new HashMap<>();
        serverConfig.headers().forEach((name, value) -> {
            if (!name.toLowerCase(Locale.ROOT)
                    .matches("authorization|accept|content-.*|connection|host|upgrade|expect")) {
                headers.put(name, value);
            }
        });
        headers.put("Accept", "application/json, text/event-stream");
        try {
            return loginHttpClient.postJson(url, INITIALIZE, headers);
        } catch (IllegalArgumentException e) {
            throw new LoginException("the server " + serverConfig.name() + " has headers that cannot be sent");
        }
    }

    /**
     * Returns the scopes to request: those of the configuration, or those that the server asks for if the configuration
     * has none. The additional scopes are always added.
     */
    private List<String> chooseScopes(
            List<String> additionalScopes,
            Challenges challenges,
            ProtectedResource protectedResource,
            OAuthIssuer oAuthIssuer) {
        LoginConfig loginConfig = serverConfig.login();
        Set<String> scopes = new LinkedHashSet<>();
        if (loginConfig != null && !loginConfig.scopes().isEmpty()) {
            scopes.addAll(loginConfig.scopes());
        } else {
            scopes.addAll(challenges.scopes().isEmpty() ? protectedResource.scopes() : challenges.scopes());
            if (oAuthIssuer.hasOfflineAccess() && !scopes.isEmpty()) {
                scopes.add(LoginRequest.OFFLINE_ACCESS);
            }
        }
        scopes.addAll(additionalScopes);
        return new ArrayList<>(scopes);
    }

    private LoginClient createClient(OAuthIssuer oAuthIssuer, URI redirect, List<String> scopes) throws LoginException {
        LoginConfig loginConfig = serverConfig.login();
        String id = loginConfig == null ? null : loginConfig.clientId();
        return id == null || loginConfig == null
                ? Registration.register(loginHttpClient, oAuthIssuer, redirect, scopes, serverConfig.name())
                : LoginClient.ofConfiguration(id, loginConfig.clientSecret(), oAuthIssuer);
    }

    private static Slice initializeRequest() {
        JsonWriter json =
                new JsonWriter().beginObject().string("jsonrpc", "2.0").number("id", 1);
        json.string("method", "initialize")
                .beginObject("params")
                .string("protocolVersion", Revision.LATEST_LEGACY.text());
        json.beginObject("capabilities").endObject().beginObject("clientInfo");
        json.string("name", "plimsoll-login").string("version", "1").endObject();
        return json.endObject().endObject().slice();
    }

    /**
     * Exchanges the code of a redirect for tokens.
     *
     * @param parameters the parameters of the redirect; the caller has checked that their {@code state} is
     *     the state of this request
     */
    public ServerGrant finish(LoginRequest loginRequest, Map<String, String> parameters) throws LoginException {
        OAuthTokens oAuthTokens = tokenEndpoint.exchangeCode(loginRequest, loginRequest.parseCode(parameters));
        OAuthIssuer oAuthIssuer = loginRequest.oAuthIssuer();
        return new ServerGrant(
                TrustedOrigins.canonicalUrl(url),
                loginRequest.resource(),
                oAuthIssuer.name(),
                oAuthIssuer.tokenEndpoint(),
                oAuthIssuer.revocationEndpoint(),
                loginRequest.loginClient(),
                oAuthTokens);
    }

    /** Renews the tokens of a grant. The old tokens may be invalid afterwards. */
    public ServerGrant renew(ServerGrant serverGrant) throws LoginException {
        return serverGrant.withTokens(tokenEndpoint.refresh(serverGrant, clientWithCurrentSecret(serverGrant)));
    }

    /**
     * Revokes the refresh token of a grant, then the access token, and returns whether both are revoked. With the
     * refresh token, most authorization servers revoke the access token too.
     */
    public boolean revoke(ServerGrant serverGrant) throws LoginException {
        URI revocationUrl = serverGrant.revocationEndpoint();
        if (revocationUrl == null) {
            return false;
        }
        LoginClient loginClient = clientWithCurrentSecret(serverGrant);
        SecretValue refresh = serverGrant.tokens().refreshToken();
        boolean isRefreshRevoked =
                refresh == null || tokenEndpoint.revoke(revocationUrl, loginClient, refresh, "refresh_token");
        return tokenEndpoint.revoke(
                        revocationUrl, loginClient, serverGrant.tokens().accessToken(), "access_token")
                && isRefreshRevoked;
    }

    /** Returns the client of a grant with the secret that the configuration has now. */
    private LoginClient clientWithCurrentSecret(ServerGrant serverGrant) {
        return serverGrant.client().withConfiguredSecret(serverConfig.login());
    }
}
