package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.Secret;
import dev.plimsoll.gateway.login.Client.Method;
import dev.plimsoll.gateway.login.Web.Answer;
import dev.plimsoll.json.ByteSink;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Makes us known at an authorization server that has not heard of us (RFC 7591). */
final class Registration {

    private Registration() {}

    static Client at(Web web, Issuer issuer, URI redirect, List<String> scopes, String server) throws LoginException {
        URI place = issuer.registration();
        if (place == null) {
            throw new LoginException("the authorization server " + Trust.origin(issuer.token())
                    + " takes registered clients only: register one there and set servers." + server
                    + ".oauth.clientId");
        }
        Method method = Method.among(issuer.methods(), Method.NONE, Method.BASIC, Method.POST);
        ByteSink body = new ByteSink(512)
                .ascii("{\"client_name\":\"Plimsoll\",\"application_type\":\"native\",\"redirect_uris\":[")
                .string(redirect.toString())
                .ascii("],\"grant_types\":[\"authorization_code\",\"refresh_token\"],\"response_types\":[\"code\"],"
                        + "\"token_endpoint_auth_method\":")
                .string(method.word());
        if (!scopes.isEmpty()) {
            body.ascii(",\"scope\":").string(String.join(" ", scopes));
        }
        Answer answer = web.postJson(place, body.ascii("}").slice(), Map.of("Accept", "application/json"));
        Document document = answer.isGood() ? answer.document() : null;
        String id = document == null ? null : document.text("client_id");
        if (document == null || id == null || id.isEmpty()) {
            throw LoginException.denied("the authorization server " + Trust.origin(place)
                    + " did not register us (status " + answer.status() + "): register a client there and set servers."
                    + server + ".oauth.clientId");
        }
        String secret = document.text("client_secret");
        Method given = Method.named(document.text("token_endpoint_auth_method"));
        if (secret == null || given == Method.NONE) {
            return new Client(id, null, Method.NONE, false);
        }
        Method otherwise = method == Method.NONE ? Method.BASIC : method;
        return new Client(id, new Secret(secret), given == null ? otherwise : given, false);
    }
}
