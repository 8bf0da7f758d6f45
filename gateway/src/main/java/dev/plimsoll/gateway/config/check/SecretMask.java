package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.model.SecretValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Masks likely secrets in texts that are shown, because users write secrets there against all advice. */
final class SecretMask {

    private static final List<String> SECRET_WORDS =
            List.of("token", "secret", "password", "passwd", "apikey", "credential", "authorization", "bearer");

    private SecretMask() {}

    /** Returns the URL with the user, the password, and the query values masked. */
    static String maskUrl(String url) {
        int query = url.indexOf('?');
        String start = query < 0 ? url : url.substring(0, query);
        int slashes = start.indexOf("//");
        int at = start.indexOf('@', Math.max(0, slashes));
        int path = start.indexOf('/', slashes < 0 ? 0 : slashes + 2);
        if (slashes >= 0 && at > 0 && (path < 0 || at < path)) {
            start = start.substring(0, slashes + 2) + SecretValue.MASK + start.substring(at);
        }
        return query < 0 ? start : start + "?" + SecretValue.MASK;
    }

    /**
     * Returns the arguments with values masked if their names indicate a secret: {@code --api-key=X},
     * {@code --token X}, {@code TOKEN=X}.
     */
    static List<String> maskArguments(List<String> arguments) {
        List<String> masked = new ArrayList<>();
        boolean isNextSecret = false;
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            boolean isOption = argument.startsWith("-");
            if (equals > 0 && suggestsSecret(argument.substring(0, equals))) {
                masked.add(argument.substring(0, equals + 1) + SecretValue.MASK);
            } else if (isNextSecret && !isOption) {
                masked.add(SecretValue.MASK);
            } else {
                masked.add(argument.contains("://") ? maskUrl(argument) : argument);
            }
            isNextSecret = isOption && equals < 0 && suggestsSecret(argument);
        }
        return masked;
    }

    private static boolean suggestsSecret(String name) {
        String normalized = name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
        return SECRET_WORDS.stream().anyMatch(normalized::contains);
    }
}
