package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.login.LoginClient.Method;
import dev.plimsoll.gateway.login.LoginHttpClient.Response;
import dev.plimsoll.json.ByteSink;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Registers a client at an authorization server (RFC 7591). */
final class Registration {

    private Registration() {}

    static LoginClient register(
            LoginHttpClient loginHttpClient, OAuthIssuer oAuthIssuer, URI redirect, List<String> scopes, String server)
            throws LoginException {
        URI url = oAuthIssuer.registration();
        if (url == null) {
            throw new LoginException("the authorization server " + TrustedOrigins.origin(oAuthIssuer.token())
                    + " accepts only registered clients: register one there and set servers." + server
                    + ".oauth.clientId");
        }
        Method method = Method.choose(oAuthIssuer.methods(), Method.NONE, Method.BASIC, Method.POST);
        ByteSink body = new ByteSink(512)
                .ascii("{\"client_name\":\"Plimsoll\",\"application_type\":\"native\",\"redirect_uris\":[")
                .string(redirect.toString())
                .ascii("],\"grant_types\":[\"authorization_code\",\"refresh_token\"],\"response_types\":[\"code\"],"
                        + "\"token_endpoint_auth_method\":")
                .string(method.oauthName());
        if (!scopes.isEmpty()) {
            body.ascii(",\"scope\":").string(String.join(" ", scopes));
        }
        Response response =
                loginHttpClient.postJson(url, body.ascii("}").slice(), Map.of("Accept", "application/json"));
        OAuthDocument oAuthDocument = response.isSuccess() ? response.findDocument() : null;
        String id = oAuthDocument == null ? null : oAuthDocument.findText("client_id");
        if (oAuthDocument == null || id == null || id.isEmpty()) {
            throw LoginException.denied("the authorization server " + TrustedOrigins.origin(url)
                    + " did not register us (status " + response.status()
                    + "): register a client there and set servers."
                    + server + ".oauth.clientId");
        }
        String secret = oAuthDocument.findText("client_secret");
        Method returnedMethod = Method.find(oAuthDocument.findText("token_endpoint_auth_method"));
        if (secret == null || returnedMethod == Method.NONE) {
            return new LoginClient(id, null, Method.NONE, false);
        }
        Method defaultMethod = method == Method.NONE ? Method.BASIC : method;
        return new LoginClient(
                id, new SecretValue(secret), returnedMethod == null ? defaultMethod : returnedMethod, false);
    }
}
