package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.config.model.LoginConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plimsoll's registration as an OAuth client at an authorization server.
 *
 * @param secret the client secret; null if the client has none
 * @param isConfigured whether the client comes from the configuration, and was not registered during a login;
 *     the secret of a configured client is not stored
 */
record LoginClient(String id, @Nullable SecretValue secret, Method method, boolean isConfigured) {

    /** Authentication method of the client at the token endpoint. */
    enum Method {
        NONE("none"),
        BASIC("client_secret_basic"),
        POST("client_secret_post");

        private final String oauthName;

        Method(String oauthName) {
            this.oauthName = oauthName;
        }

        String oauthName() {
            return oauthName;
        }

        static @Nullable Method find(@Nullable String oauthName) {
            return Arrays.stream(values())
                    .filter(method -> method.oauthName.equals(oauthName))
                    .findFirst()
                    .orElse(null);
        }

        /**
         * Returns the first of the preferred methods that the authorization server supports. If it lists no
         * methods, returns the first preferred method.
         *
         * @param supported the methods that the authorization server lists; null if it lists none
         */
        static Method chooseSupported(@Nullable List<String> supported, Method... preferred) throws LoginException {
            for (Method method : preferred) {
                if (supported == null || supported.contains(method.oauthName)) {
                    return method;
                }
            }
            throw new LoginException("the authorization server supports none of Plimsoll's authentication methods");
        }
    }

    /** Creates the client that the configuration names. */
    static LoginClient ofConfiguration(String id, @Nullable SecretValue secretValue, OAuthIssuer oAuthIssuer)
            throws LoginException {
        return secretValue == null
                ? new LoginClient(id, null, Method.NONE, true)
                : new LoginClient(
                        id,
                        secretValue,
                        Method.chooseSupported(oAuthIssuer.authenticationMethods(), Method.BASIC, Method.POST),
                        true);
    }

    /** Returns a configured client with the secret that the configuration has now; any other client unchanged. */
    LoginClient withConfiguredSecret(@Nullable LoginConfig loginConfig) {
        boolean isSameClient = loginConfig != null && id.equals(loginConfig.clientId());
        return isConfigured && isSameClient && loginConfig != null
                ? new LoginClient(id, loginConfig.clientSecret(), method, true)
                : this;
    }
}
