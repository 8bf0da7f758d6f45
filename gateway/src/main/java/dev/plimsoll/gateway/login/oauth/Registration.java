package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.config.key.LoopbackAddress;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.login.oauth.LoginClient.Method;
import dev.plimsoll.gateway.login.oauth.LoginHttpClient.Response;
import dev.plimsoll.json.JsonWriter;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Registers a client at an authorization server (RFC 7591). */
final class Registration {

    private Registration() {}

    /** @param server name of the MCP server in the configuration, for error messages */
    static LoginClient register(
            LoginHttpClient loginHttpClient, OAuthIssuer oAuthIssuer, URI redirect, List<String> scopes, String server)
            throws LoginException {
        URI url = oAuthIssuer.registrationEndpoint();
        if (url == null) {
            throw new LoginException("the authorization server " + TrustedOrigins.originOf(oAuthIssuer.tokenEndpoint())
                    + " accepts only registered clients: register one there and set servers." + server
                    + ".oauth.clientId");
        }
        Method method =
                Method.chooseSupported(oAuthIssuer.authenticationMethods(), Method.NONE, Method.BASIC, Method.POST);
        JsonWriter body = new JsonWriter(512).beginObject();
        body.string("client_name", "Plimsoll").string("application_type", isLocal(redirect) ? "native" : "web");
        body.strings("redirect_uris", List.of(redirect.toString()));
        body.strings("grant_types", List.of("authorization_code", "refresh_token"));
        body.strings("response_types", List.of("code")).string("token_endpoint_auth_method", method.oauthName());
        if (!scopes.isEmpty()) {
            body.string("scope", String.join(" ", scopes));
        }
        Response response =
                loginHttpClient.postJson(url, body.endObject().slice(), Map.of("Accept", "application/json"));
        OAuthDocument oAuthDocument = response.isSuccess() ? response.findDocument() : null;
        String id = oAuthDocument == null ? null : oAuthDocument.findText("client_id");
        if (oAuthDocument == null || id == null || id.isEmpty()) {
            throw LoginException.permanent("the authorization server " + TrustedOrigins.originOf(url)
                    + " did not register Plimsoll (status " + response.status()
                    + "): register a client there and set servers."
                    + server + ".oauth.clientId");
        }
        String secret = oAuthDocument.findText("client_secret");
        Method returnedMethod = Method.find(oAuthDocument.findText("token_endpoint_auth_method"));
        if (secret == null || returnedMethod == Method.NONE) {
            return new LoginClient(id, null, Method.NONE, false);
        }
        // a server may issue a secret although none was requested; without a method, RFC 7591 prescribes Basic
        Method defaultMethod = method == Method.NONE ? Method.BASIC : method;
        return new LoginClient(
                id, new SecretValue(secret), returnedMethod == null ? defaultMethod : returnedMethod, false);
    }

    private static boolean isLocal(URI redirect) {
        return redirect.getHost() != null && LoopbackAddress.matches(redirect.getHost());
    }
}
