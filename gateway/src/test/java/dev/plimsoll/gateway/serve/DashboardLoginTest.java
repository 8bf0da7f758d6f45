package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.login.SimulatedOAuthServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests logging in to a simulated server over the HTTP API of the dashboard, as a browser does. */
@Timeout(120)
class DashboardLoginTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String LOGIN = "/api/v1/servers/crm/login";

    @TempDir
    private Path folder;

    private SimulatedOAuthServer oauthServer;

    @BeforeEach
    void startServer() throws IOException {
        oauthServer = new SimulatedOAuthServer();
    }

    @AfterEach
    void stopServer() {
        oauthServer.close();
    }

    private ServeFixture gateway(String settings) throws Exception {
        return ServeFixture.withFile(
                folder,
                Files.writeString(
                        folder.resolve("plimsoll.yaml"),
                        settings + "servers:\n  crm: { url: \"" + oauthServer.url() + "\" }\n"));
    }

    /** A browser with the cookies of one site. */
    private static final class WebBrowser {

        private final ServeFixture gateway;
        private final String origin;
        private final List<String> cookies = new ArrayList<>();

        WebBrowser(ServeFixture gateway) {
            this(gateway, gateway.baseUrl());
        }

        WebBrowser(ServeFixture gateway, String origin) {
            this.gateway = gateway;
            this.origin = origin;
        }

        HttpResponse<String> post(String path, String... headers) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                    .header("Content-Type", "application/json");
            if (!origin.isEmpty()) {
                request.header("Origin", origin);
            }
            if (headers.length > 0) {
                request.headers(headers);
            }
            HttpResponse<String> response =
                    HTTP.send(request.POST(BodyPublishers.ofString("{}")).build(), BodyHandlers.ofString());
            response.headers().firstValue("Set-Cookie").ifPresent(cookie -> cookies.add(cookie.replaceAll(";.*", "")));
            return response;
        }

        HttpResponse<String> get(URI url) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(url);
            if (!cookies.isEmpty()) {
                request.header("Cookie", "other=1; " + String.join("; ", cookies));
            }
            return HTTP.send(request.build(), BodyHandlers.ofString());
        }

        /** Grants access on the page of the authorization server; returns the URL to which it redirects the browser. */
        static URI grant(HttpResponse<String> started) throws Exception {
            assertThat(started.statusCode()).as(started.body()).isEqualTo(200);
            URI page = URI.create(JSON.readTree(started.body()).get("page").asString());
            HttpResponse<String> response =
                    HTTP.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
            return URI.create(response.headers().firstValue("Location").orElseThrow());
        }
    }

    private static JsonNode get(ServeFixture gateway, String path) throws Exception {
        return JSON.readTree(HTTP.send(
                        HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                                .build(),
                        BodyHandlers.ofString())
                .body());
    }

    private static String call(ServeFixture gateway) throws Exception {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/tools/crm/big"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{}"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private List<Path> tokenFiles() throws IOException {
        Path credentials = folder.resolve("data/credentials");
        if (!Files.exists(credentials)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(credentials)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    @Test
    void logsInAndOut() throws Exception {
        try (ServeFixture gateway = gateway("management: local\n")) {
            assertThat(call(gateway)).contains("CREDENTIAL_NOT_FOUND");
            assertThat(get(gateway, "/api/v1/servers").at("/servers/0/login").asString())
                    .isEqualTo("possible");
            WebBrowser browser = new WebBrowser(gateway);
            HttpResponse<String> started = browser.post(LOGIN);
            assertThat(started.headers().firstValue("Set-Cookie").orElseThrow())
                    .matches("plimsoll-login-[0-9a-f]{16}=[\\w-]{43}; Path=/oauth/callback; Max-Age=600; HttpOnly;"
                            + " SameSite=Lax");

            HttpResponse<String> callbackResponse = browser.get(WebBrowser.grant(started));

            assertThat(callbackResponse.statusCode()).isEqualTo(303);
            assertThat(callbackResponse.headers().firstValue("Location")).hasValue("/#server?name=crm");
            assertThat(callbackResponse.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
            assertThat(oauthServer.authorizationRequests.get(0))
                    .containsEntry("redirect_uri", gateway.baseUrl() + "/oauth/callback")
                    .containsEntry("code_challenge_method", "S256");
            assertThat(tokenFiles())
                    .hasSize(1)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
            JsonNode state = get(gateway, LOGIN);
            assertThat(state.get("signedIn").asBoolean()).isTrue();
            assertThat(state.get("scopes").toString()).contains("files:read");
            assertThat(state.at("/last/error").asString()).isEmpty();
            assertThat(state.toString()).doesNotContain("access-", "refresh-");
            // no restart of the gateway is needed
            assertThat(call(gateway)).contains("plimsoll_read");
            assertThat(get(gateway, "/api/v1/servers").at("/servers/0/login").asString())
                    .isEqualTo("signed_in");

            HttpResponse<String> logoutResponse = browser.post("/api/v1/servers/crm/logout");
            assertThat(logoutResponse.body()).contains("deleted", "revoked", "\"restarted\":true");
            assertThat(tokenFiles()).isEmpty();
            assertThat(call(gateway)).contains("CREDENTIAL_NOT_FOUND");
            assertThat(browser.post("/api/v1/servers/crm/logout").statusCode()).isEqualTo(404);
            assertThat(Files.readString(folder.resolve("data/config-audit.jsonl")))
                    .contains("logged in", "logged out", "api, anyone");
            assertThat(gateway.log()).doesNotContain("access-", "refresh-", "code-");
        }
    }

    @Test
    void acceptsARedirectOnceAndOnlyFromTheBrowserThatStarted() throws Exception {
        try (ServeFixture gateway = gateway("management: local\n")) {
            WebBrowser browser = new WebBrowser(gateway);
            URI redirect = WebBrowser.grant(browser.post(LOGIN));

            HttpResponse<String> otherBrowserResponse = new WebBrowser(gateway).get(redirect);

            assertThat(otherBrowserResponse.statusCode()).isEqualTo(400);
            assertThat(otherBrowserResponse.body()).contains("does not belong to a login");
            URI otherState = URI.create(redirect.toString().replaceAll("state=[\\w-]+", "state=" + "x".repeat(43)));
            assertThat(browser.get(otherState).statusCode()).isEqualTo(400);
            URI noState = URI.create(redirect.toString().replaceAll("&state=[\\w-]+", ""));
            assertThat(browser.get(noState).statusCode()).isEqualTo(400);
            assertThat(browser.get(URI.create(redirect + "&state=twice")).statusCode())
                    .isEqualTo(400);
            assertThat(tokenFiles()).isEmpty();

            assertThat(browser.get(redirect).statusCode()).isEqualTo(303);
            assertThat(tokenFiles()).hasSize(1);
            assertThat(browser.get(redirect).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void injectedCodeOfAnotherLoginIsNotAccepted() throws Exception {
        try (ServeFixture gateway = gateway("management: local\n")) {
            URI stolenRedirect = WebBrowser.grant(new WebBrowser(gateway).post(LOGIN));
            WebBrowser browser = new WebBrowser(gateway);
            URI ownRedirect = WebBrowser.grant(browser.post(LOGIN));
            String code = stolenRedirect.getRawQuery().replaceAll(".*code=([\\w-]+).*", "$1");

            HttpResponse<String> callbackResponse =
                    browser.get(URI.create(ownRedirect.toString().replaceAll("code=[\\w-]+", "code=" + code)));

            assertThat(callbackResponse.statusCode()).isEqualTo(303);
            assertThat(tokenFiles()).isEmpty();
            assertThat(get(gateway, LOGIN).at("/last/error").asString()).contains("invalid_grant");
        }
    }

    @Test
    void failuresAreShown() throws Exception {
        try (ServeFixture gateway = gateway("management: local\n")) {
            WebBrowser browser = new WebBrowser(gateway);
            URI redirect = WebBrowser.grant(browser.post(LOGIN));
            // a mix-up attack: the redirect names another authorization server
            URI mixedUp = URI.create(redirect.toString().replaceAll("iss=[^&]+", "iss=https%3A%2F%2Fevil.example"));
            assertThat(browser.get(mixedUp).headers().firstValue("Location")).hasValue("/#server?name=crm");
            assertThat(get(gateway, LOGIN).at("/last/error").asString())
                    .isEqualTo("the response came from another authorization server");
            redirect = WebBrowser.grant(browser.post(LOGIN));
            var _ = browser.get(URI.create(redirect.toString().replaceAll("code=[\\w-]+", "error=access_denied")));
            assertThat(get(gateway, LOGIN).at("/last/error").asString()).contains("access_denied");
            assertThat(tokenFiles()).isEmpty();
        }
        oauthServer.close();
        try (ServeFixture gateway = gateway("management: local\n")) {
            HttpResponse<String> refused = new WebBrowser(gateway).post(LOGIN);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("the login at crm cannot start", "cannot be reached");
        }
    }

    @Test
    void returnsOnlyToTheGatewayItself() throws Exception {
        try (ServeFixture gateway = gateway("management: local\norigins: [\"https://app.example\"]\n")) {
            HttpResponse<String> other = new WebBrowser(gateway, "https://app.example").post(LOGIN);
            assertThat(other.statusCode()).isEqualTo(400);
            assertThat(other.body()).contains("not at the address of the gateway");
            assertThat(new WebBrowser(gateway, "").post(LOGIN).body()).contains("starts in a browser");
            assertThat(new WebBrowser(gateway, "https://evil.example")
                            .post(LOGIN)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(oauthServer.authorizationRequests).isEmpty();
        }
        try (ServeFixture gateway = gateway("management: local\npublicUrl: https://gate.example\n")) {
            HttpResponse<String> started = new WebBrowser(gateway, "https://gate.example").post(LOGIN);
            assertThat(started.body()).contains("\"callback\":\"https://gate.example/oauth/callback\"");
            assertThat(started.headers().firstValue("Set-Cookie").orElseThrow()).endsWith("; Secure");
        }
    }

    @Test
    void onlyAdministratorsMayLogInToServers() throws Exception {
        try (ServeFixture gateway = gateway("")) {
            assertThat(new WebBrowser(gateway).post(LOGIN).statusCode()).isEqualTo(403);
            assertThat(new WebBrowser(gateway)
                            .post("/api/v1/servers/crm/logout")
                            .statusCode())
                    .isEqualTo(403);
        }
        NewToken admin = NewToken.from(new SplittableRandom(1));
        NewToken writer = NewToken.from(new SplittableRandom(2));
        String auth = "auth:\n  tokens:\n    - {id: boss, hash: \"sha256:" + admin.hash()
                + "\", tier: admin}\n    - {id: other, hash: \"sha256:" + writer.hash() + "\", tier: read_write}\n";
        try (ServeFixture gateway = gateway(auth)) {
            WebBrowser browser = new WebBrowser(gateway);
            assertThat(browser.post(LOGIN).statusCode()).isEqualTo(401);
            assertThat(browser.post(LOGIN, "Authorization", "Bearer " + writer.text())
                            .statusCode())
                    .isEqualTo(403);
            HttpResponse<String> started = browser.post(LOGIN, "Authorization", "Bearer " + admin.text());
            // the redirect has no token, and needs none
            assertThat(browser.get(WebBrowser.grant(started)).statusCode()).isEqualTo(303);
            assertThat(tokenFiles()).hasSize(1);
            assertThat(Files.readString(folder.resolve("data/config-audit.jsonl")))
                    .contains("api, token boss", "logged in");
        }
    }
}
