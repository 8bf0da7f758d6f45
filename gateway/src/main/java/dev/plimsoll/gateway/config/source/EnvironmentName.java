package dev.plimsoll.gateway.config.source;

import java.util.Locale;

/** Converts keys to names of environment variables: {@code policy.maxTtl} is {@code PLIMSOLL_POLICY_MAX_TTL}. */
public final class EnvironmentName {

    public static final String PREFIX = "PLIMSOLL_";

    private EnvironmentName() {}

    public static String of(String path) {
        return PREFIX + upperSnake(path);
    }

    /** Converts camel case, dots, and hyphens to upper snake case. */
    public static String upperSnake(String path) {
        StringBuilder name = new StringBuilder(path.length() + 8);
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                name.append('_');
            }
            name.append(c == '.' || c == '-' ? '_' : c);
        }
        return name.toString().toUpperCase(Locale.ROOT);
    }
}
