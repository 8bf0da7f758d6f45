package dev.plimsoll.gateway.login;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the query of the URL to which an authorization server redirects the browser. */
final class RedirectParameters {

    private static final int MAX_QUERY_LENGTH = 1 << 14;

    private RedirectParameters() {}

    /** Returns the parameters; null if the query is missing, too long, or not valid, or if a parameter occurs twice. */
    static @Nullable Map<String, String> parse(@Nullable String query) {
        if (query == null || query.length() > MAX_QUERY_LENGTH) {
            return null;
        }
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : query.split("&", 100)) {
            int equals = parameter.indexOf('=');
            try {
                String name = URLDecoder.decode(
                        equals < 0 ? parameter : parameter.substring(0, equals), StandardCharsets.UTF_8);
                String value =
                        equals < 0 ? "" : URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8);
                if (parameters.put(name, value) != null) {
                    return null;
                }
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
        return parameters;
    }
}
