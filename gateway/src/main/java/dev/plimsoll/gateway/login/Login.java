package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.LoginSettings;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.login.Web.Answer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Gets access to a server from whoever grants it: asks the server who that is, has the user agree in a browser, and keeps
 * what is given out then.
 */
public final class Login {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOCK = Duration.ofSeconds(30);
    private static final Slice FIRST = Slice.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"plimsoll-login\",\"version\":\"1\"}}}");
    private static final String RENEWAL = "offline_access";

    private final Server server;
    private final URI url;
    private final GrantFile file;
    private final Trust trust;
    private final Consumer<String> narrator;
    private final Web web = new Web();
    private Duration patience = PATIENCE;

    private Login(Server server, URI url, Path data, Consumer<String> narrator) {
        this.server = server;
        this.url = url;
        this.file = GrantFile.of(data, url);
        this.trust = Trust.of(url);
        this.narrator = narrator;
    }

    /**
     * A login at a server with a URL.
     *
     * @param narrator is told in sentences what happens, and the page to open
     */
    public static Login at(Server server, Path data, Consumer<String> narrator) throws LoginException {
        URI url = server.url();
        if (url == null) {
            throw new LoginException("the server " + server.name() + " has no url: nobody logs in at a program");
        }
        if (!Trust.isSecret(url)) {
            throw new LoginException("the server " + server.name()
                    + " is called by plain http: whoever is on the way could read the tokens");
        }
        return new Login(server, url, data, narrator);
    }

    Login within(Duration limit) {
        patience = limit;
        return this;
    }

    /**
     * Does it.
     *
     * @param more scopes besides those that are configured and were granted before
     * @param port where the browser comes back to; 0 for any that is free
     * @throws IOException in words for people
     */
    public void run(Browser browser, List<String> more, int port) throws IOException {
        Answer first = ask();
        Challenges challenges = new Challenges(first.header("www-authenticate"));
        Resource resource = resource(first, challenges);
        Issuer issuer = Issuer.any(web, trust, resource.issuers());
        List<String> scopes = scopes(more, challenges, resource, issuer);
        String state = Chance.text();
        try (Reception reception = Reception.open(port, state, narrator)) {
            URI redirect = reception.redirect();
            Client client = client(issuer, redirect, scopes);
            String verifier = Chance.text();
            URI page = page(issuer, client, scopes, redirect, resource, state, verifier);
            narrator.accept("Grant access to " + server.name() + " at " + Trust.origin(issuer.authorization()) + ":");
            narrator.accept(page.toString());
            narrator.accept(
                    browser.show(page) ? "A browser was asked to open it." : "Open it in a browser of this machine.");
            String code = code(reception.await(patience), issuer);
            Tokens tokens = new TokenEndpoint(web, InstantSource.system())
                    .exchange(issuer.token(), client, code, verifier, redirect, resource.name(), scopes);
            keep(new Grant(
                    Trust.canonical(url),
                    resource.name(),
                    issuer.name(),
                    issuer.token(),
                    issuer.revocation(),
                    client,
                    tokens));
        }
    }

    private Resource resource(Answer first, Challenges challenges) throws LoginException {
        Resource announced = Resource.announced(web, url, challenges);
        if (announced != null) {
            return announced;
        }
        if (first.isGood()) {
            throw new LoginException(
                    "the server " + server.name() + " lets everyone in: there is nothing to log in to");
        }
        if (first.status() != 401 && first.status() != 403) {
            throw new LoginException("the server " + server.name() + " asks for no login: it answers with status "
                    + first.status() + "; check its url");
        }
        return Resource.ofItself(url);
    }

    /** What a stranger is told; configured headers go along, for some servers are not found without. */
    private Answer ask() throws LoginException {
        Map<String, String> headers = new HashMap<>();
        server.headers().forEach((name, value) -> {
            if (!name.toLowerCase(Locale.ROOT)
                    .matches("authorization|accept|content-.*|connection|host|upgrade|expect")) {
                headers.put(name, value);
            }
        });
        headers.put("Accept", "application/json, text/event-stream");
        try {
            return web.postJson(url, FIRST, headers);
        } catch (IllegalArgumentException e) {
            throw new LoginException("the server " + server.name() + " has headers that cannot be sent");
        }
    }

    private List<String> scopes(List<String> more, Challenges challenges, Resource resource, Issuer issuer) {
        LoginSettings settings = server.login();
        Set<String> scopes = new LinkedHashSet<>();
        if (settings != null && !settings.scopes().isEmpty()) {
            scopes.addAll(settings.scopes());
        } else {
            scopes.addAll(challenges.scopes().isEmpty() ? resource.scopes() : challenges.scopes());
            if (issuer.offersRenewal() && !scopes.isEmpty()) {
                scopes.add(RENEWAL);
            }
        }
        if (!more.isEmpty()) {
            scopes.addAll(granted());
            scopes.addAll(more);
        }
        return new ArrayList<>(scopes);
    }

    private List<String> granted() {
        try {
            Grant before = file.read();
            return before == null ? List.of() : before.tokens().scopes();
        } catch (IOException e) {
            return List.of();
        }
    }

    private Client client(Issuer issuer, URI redirect, List<String> scopes) throws LoginException {
        LoginSettings settings = server.login();
        String id = settings == null ? null : settings.clientId();
        return id == null || settings == null
                ? Registration.at(web, issuer, redirect, scopes, server.name())
                : Client.configured(id, settings.clientSecret(), issuer);
    }

    private static URI page(
            Issuer issuer,
            Client client,
            List<String> scopes,
            URI redirect,
            Resource resource,
            String state,
            String verifier) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("response_type", "code");
        fields.put("client_id", client.id());
        fields.put("redirect_uri", redirect.toString());
        fields.put("state", state);
        fields.put("code_challenge", Chance.challenge(verifier));
        fields.put("code_challenge_method", "S256");
        fields.put("resource", resource.name());
        if (!scopes.isEmpty()) {
            fields.put("scope", String.join(" ", scopes));
        }
        if (scopes.contains(RENEWAL)) {
            fields.put("prompt", "consent");
        }
        StringBuilder page = new StringBuilder(issuer.authorization().toString());
        char before = issuer.authorization().getRawQuery() == null ? '?' : '&';
        for (Map.Entry<String, String> field : fields.entrySet()) {
            page.append(before).append(field.getKey()).append('=').append(Web.encoded(field.getValue()));
            before = '&';
        }
        return URI.create(page.toString());
    }

    /** Who speaks is looked at first: what a stranger says is neither used nor told. */
    private static String code(Map<String, String> answer, Issuer issuer) throws LoginException {
        String speaker = answer.get("iss");
        if (speaker == null ? issuer.namesItself() : !speaker.equals(issuer.name())) {
            throw LoginException.denied("the answer came from another authorization server than was asked");
        }
        String error = answer.get("error");
        if (error != null) {
            throw LoginException.denied(Denial.of(error));
        }
        String code = answer.get("code");
        if (code == null || code.isEmpty()) {
            throw LoginException.denied("the answer has no code");
        }
        return code;
    }

    private void keep(Grant grant) throws IOException {
        try (GrantFile.Lock lock = file.lock(LOCK)) {
            Objects.requireNonNull(lock);
            file.write(grant);
        }
        Tokens tokens = grant.tokens();
        narrator.accept("Logged in at " + server.name()
                + (tokens.scopes().isEmpty() ? "" : ", scope " + String.join(" ", tokens.scopes()))
                + (tokens.expires() == null ? "" : ", until " + tokens.expires())
                + (tokens.refresh() == null ? "" : ", renewed by itself") + ".");
    }
}
