package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.LoginConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.login.LoginHttpClient.Response;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Logs in to a server: asks the server for its authorization server, lets the user grant access in a browser,
 * and stores the tokens.
 */
public final class Login {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);
    private static final Slice INITIALIZE = initializeRequest();

    private final ServerConfig serverConfig;
    private final URI url;
    private final GrantFile file;
    private final TrustedOrigins trustedOrigins;
    private final Consumer<String> progress;
    private final LoginHttpClient loginHttpClient = new LoginHttpClient();
    private boolean usesKeyring;
    private Duration timeout = DEFAULT_TIMEOUT;

    private Login(ServerConfig serverConfig, URI url, GrantFile file, Consumer<String> progress) {
        this.serverConfig = serverConfig;
        this.url = url;
        this.file = file;
        this.trustedOrigins = TrustedOrigins.of(url);
        this.progress = progress;
    }

    /**
     * Creates a login to a server.
     *
     * @param data the data folder, where the tokens are stored
     * @param progress receives sentences about the progress, and the URL of the page to open
     * @throws LoginException if the server has no URL, or others could read what is sent to it
     */
    public static Login create(ServerConfig serverConfig, Path data, Consumer<String> progress) throws LoginException {
        return create(serverConfig, data, LoginKey.ofUser(), progress);
    }

    static Login create(ServerConfig serverConfig, Path data, LoginKey loginKey, Consumer<String> progress)
            throws LoginException {
        URI url = serverConfig.url();
        if (url == null) {
            throw new LoginException(
                    "the server " + serverConfig.name() + " has no url: login needs a server with a url");
        }
        if (!TrustedOrigins.isConfidential(url)) {
            throw new LoginException("the server " + serverConfig.name()
                    + " uses plain http: anyone on the network could read the tokens");
        }
        return new Login(serverConfig, url, GrantFile.of(data, url, loginKey), progress);
    }

    /** Encrypts the tokens with a key in the user's keyring, if this system has a keyring that works. */
    public Login withKeyring() {
        usesKeyring = file.hasKeyring();
        return this;
    }

    Login withTimeout(Duration limit) {
        timeout = limit;
        return this;
    }

    /**
     * Runs the login.
     *
     * @param additionalScopes scopes in addition to those configured and granted before
     * @param port port of the redirect URL; 0 for any free port
     * @throws IOException if it fails; the message is written for people
     */
    public void run(Browser browser, List<String> additionalScopes, int port) throws IOException {
        Issuer issuer = findIssuer(additionalScopes);
        String state = PkceVerifier.createVerifier();
        try (RedirectListener redirectListener = RedirectListener.open(port, state, progress)) {
            LoginRequest loginRequest = createRequest(issuer, redirectListener.redirectUri(), state);
            URI page = loginRequest.page();
            progress.accept("Grant access to " + serverConfig.name() + " at "
                    + TrustedOrigins.origin(issuer.oAuthIssuer().authorization()) + ":");
            progress.accept(page.toString());
            progress.accept(
                    browser.open(page) ? "A browser was asked to open it." : "Open it in a browser on this machine.");
            finish(loginRequest, redirectListener.await(timeout));
        }
    }

    /**
     * Begins a login. The caller receives the redirect at {@code redirectUri}, and passes its parameters to
     * {@code finish}.
     *
     * @throws IOException if it fails; the message is written for people
     */
    LoginRequest begin(URI redirectUri) throws IOException {
        return createRequest(findIssuer(List.of()), redirectUri, PkceVerifier.createVerifier());
    }

    /**
     * Ends a login: exchanges the code of the redirect for tokens, and stores them.
     *
     * @param parameters the parameters of the redirect; the caller has checked that their {@code state} is
     *     the state of this request
     *
     * @throws IOException if it fails; the message is written for people
     */
    void finish(LoginRequest loginRequest, Map<String, String> parameters) throws IOException {
        OAuthIssuer oAuthIssuer = loginRequest.oAuthIssuer();
        OAuthTokens oAuthTokens = new TokenEndpoint(loginHttpClient, InstantSource.system())
                .exchange(oAuthIssuer.token(), loginRequest.codeRequest(), loginRequest.parseCode(parameters));
        store(new ServerGrant(
                TrustedOrigins.canonical(url),
                loginRequest.codeRequest().resource(),
                oAuthIssuer.name(),
                oAuthIssuer.token(),
                oAuthIssuer.revocation(),
                loginRequest.codeRequest().loginClient(),
                oAuthTokens));
    }

    /** The authorization server of a server, and the resource and scopes that are requested there. */
    private record Issuer(OAuthIssuer oAuthIssuer, String resource, List<String> scopes) {}

    private Issuer findIssuer(List<String> additionalScopes) throws LoginException {
        Response initializeResponse = sendInitialize();
        Challenges challenges = new Challenges(initializeResponse.header("www-authenticate"));
        ProtectedResource protectedResource = findResource(initializeResponse, challenges);
        OAuthIssuer oAuthIssuer = OAuthIssuer.findFirst(loginHttpClient, trustedOrigins, protectedResource.issuers());
        return new Issuer(
                oAuthIssuer,
                protectedResource.name(),
                scopes(additionalScopes, challenges, protectedResource, oAuthIssuer));
    }

    private LoginRequest createRequest(Issuer issuer, URI redirectUri, String state) throws LoginException {
        LoginClient loginClient = createClient(issuer.oAuthIssuer(), redirectUri, issuer.scopes());
        CodeRequest codeRequest = new CodeRequest(
                loginClient, redirectUri, issuer.resource(), issuer.scopes(), PkceVerifier.createVerifier());
        return new LoginRequest(issuer.oAuthIssuer(), codeRequest, state);
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
     * Returns the scopes to request: those of the configuration, or else those that the server asks for. If
     * there are additional scopes, those that were granted before are requested again, so that the new tokens
     * do not lose them.
     */
    private List<String> scopes(
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
            if (oAuthIssuer.supportsOfflineAccess() && !scopes.isEmpty()) {
                scopes.add(LoginRequest.OFFLINE_ACCESS);
            }
        }
        if (!additionalScopes.isEmpty()) {
            scopes.addAll(grantedScopes());
            scopes.addAll(additionalScopes);
        }
        return new ArrayList<>(scopes);
    }

    private List<String> grantedScopes() {
        try {
            ServerGrant serverGrant = file.read();
            return serverGrant == null ? List.of() : serverGrant.tokens().scopes();
        } catch (IOException e) {
            return List.of();
        }
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

    private void store(ServerGrant serverGrant) throws IOException {
        try (GrantFile.Lock lock = file.lock(LOCK_TIMEOUT)) {
            Objects.requireNonNull(lock);
            chooseEncryption();
            file.write(serverGrant);
        }
        OAuthTokens oAuthTokens = serverGrant.tokens();
        progress.accept("Logged in at " + serverConfig.name()
                + (oAuthTokens.scopes().isEmpty() ? "" : ", scope " + String.join(" ", oAuthTokens.scopes()))
                + (oAuthTokens.expires() == null ? "" : ", until " + oAuthTokens.expires())
                + (oAuthTokens.refresh() == null ? "" : ", renewed automatically") + ".");
    }

    /** Turns encryption on if a keyring is to be used and works. If it does not work, tells the user why. */
    private void chooseEncryption() {
        file.stopEncryption();
        if (!usesKeyring) {
            return;
        }
        try {
            file.startEncryption();
        } catch (IOException e) {
            progress.accept(
                    "The tokens are not encrypted, because " + e.getMessage() + ". Only you can read their file.");
        }
    }
}
