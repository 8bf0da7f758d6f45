package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.LoginConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What we are at an authorization server.
 *
 * @param secret null where there is none
 * @param configured whether the secret is the configuration's, and stays there
 */
record LoginClient(String id, @Nullable SecretValue secret, Method method, boolean configured) {

    /** How a client proves who it is. */
    enum Method {
        NONE("none"),
        BASIC("client_secret_basic"),
        POST("client_secret_post");

        private final String word;

        Method(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        static @Nullable Method named(@Nullable String word) {
            return Arrays.stream(values())
                    .filter(one -> one.word.equals(word))
                    .findFirst()
                    .orElse(null);
        }

        /** The first of these that a server takes; one that does not say takes a secret as RFC 8414 has it. */
        static Method among(@Nullable List<String> taken, Method... wanted) throws LoginException {
            for (Method one : wanted) {
                if (taken == null || taken.contains(one.word)) {
                    return one;
                }
            }
            throw new LoginException("the authorization server takes none of our ways to say who we are");
        }
    }

    /** As the configuration has it. */
    static LoginClient configured(String id, @Nullable SecretValue secretValue, OAuthIssuer oAuthIssuer) throws LoginException {
        return secretValue == null
                ? new LoginClient(id, null, Method.NONE, true)
                : new LoginClient(id, secretValue, Method.among(oAuthIssuer.methods(), Method.BASIC, Method.POST), true);
    }

    /** The same with the secret that is configured now. */
    LoginClient with(@Nullable LoginConfig settings) {
        boolean same = settings != null && id.equals(settings.clientId());
        return configured && same && settings != null ? new LoginClient(id, settings.clientSecret(), method, true) : this;
    }
}
