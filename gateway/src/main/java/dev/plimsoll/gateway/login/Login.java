package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.login.oauth.LoginException;
import dev.plimsoll.gateway.login.oauth.LoginRequest;
import dev.plimsoll.gateway.login.oauth.OAuthClient;
import dev.plimsoll.gateway.login.oauth.OAuthClient.AvailableLogin;
import dev.plimsoll.gateway.login.oauth.OAuthTokens;
import dev.plimsoll.gateway.login.oauth.RandomText;
import dev.plimsoll.gateway.login.oauth.ServerGrant;
import dev.plimsoll.gateway.login.oauth.TrustedOrigins;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Logs in to a server: lets the user grant access in a browser, and stores the tokens. */
public final class Login {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

    private final ServerConfig serverConfig;
    private final GrantFile file;
    private final OAuthClient oAuthClient;
    private final Consumer<String> progress;
    private boolean isKeyringWanted;
    private Duration timeout = DEFAULT_TIMEOUT;

    private Login(ServerConfig serverConfig, URI url, GrantFile file, Consumer<String> progress) {
        this.serverConfig = serverConfig;
        this.file = file;
        this.oAuthClient = new OAuthClient(serverConfig, url, InstantSource.system());
        this.progress = progress;
    }

    /**
     * Creates a login to a server.
     *
     * @param data the data folder, where the tokens are stored
     * @param progress receives messages about the progress, and the URL of the page to open
     * @throws LoginException if the server has no URL, or other parties could read what is sent to the server
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
        isKeyringWanted = file.hasKeyring();
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
        // before the port is opened, which is not needed if the server needs no login
        AvailableLogin login = oAuthClient.discover();
        String state = RandomText.create();
        try (RedirectListener redirectListener = RedirectListener.open(port, state, progress)) {
            LoginRequest loginRequest =
                    login.begin(redirectListener.redirectUri(), state, mergeScopes(additionalScopes));
            URI page = loginRequest.page();
            progress.accept("Grant access to " + serverConfig.name() + " at " + loginRequest.origin() + ":");
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
        return oAuthClient.discover().begin(redirectUri, RandomText.create(), List.of());
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
        store(oAuthClient.finish(loginRequest, parameters));
    }

    /**
     * Adds the scopes that were granted before, if there are additional scopes, so that the new tokens do not lose
     * them.
     */
    private List<String> mergeScopes(List<String> additionalScopes) {
        if (additionalScopes.isEmpty()) {
            return List.of();
        }
        List<String> scopes = new ArrayList<>(grantedScopes());
        scopes.addAll(additionalScopes);
        return scopes;
    }

    private List<String> grantedScopes() {
        try {
            ServerGrant serverGrant = file.read();
            return serverGrant == null ? List.of() : serverGrant.tokens().scopes();
        } catch (IOException e) {
            return List.of();
        }
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
                + (oAuthTokens.expiresAt() == null ? "" : ", until " + oAuthTokens.expiresAt())
                + (oAuthTokens.refreshToken() == null ? "" : ", renewed automatically") + ".");
    }

    /** Turns encryption on if a keyring is requested and works. If it does not work, tells the user the reason. */
    private void chooseEncryption() {
        file.stopEncryption();
        if (!isKeyringWanted) {
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
