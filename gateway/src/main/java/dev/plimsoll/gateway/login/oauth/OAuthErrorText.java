package dev.plimsoll.gateway.login.oauth;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Explains OAuth error codes to people. */
final class OAuthErrorText {

    private OAuthErrorText() {}

    /** Returns whether the text is an error code, and not free text. */
    static boolean isErrorCode(@Nullable String error) {
        return error != null && error.matches("[a-z][a-z_]{2,50}");
    }

    static String describe(String error) {
        return switch (error.toLowerCase(Locale.ROOT)) {
            case "access_denied" -> "access was not granted (access_denied)";
            case "invalid_scope" -> "the authorization server does not know the scopes (invalid_scope)";
            case "invalid_target" -> "the authorization server does not know this server (invalid_target)";
            case "temporarily_unavailable", "server_error" ->
                "the authorization server has an error (" + error + "): try again later";
            default -> "the authorization server refused" + (isErrorCode(error) ? " (" + error + ")" : "");
        };
    }
}
