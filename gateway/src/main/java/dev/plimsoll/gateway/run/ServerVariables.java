package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of environment variables that contain the URL and the headers of a server. They keep secrets off the command
 * line.
 *
 * @param url name of the variable with the URL; null if there is none
 * @param bearer name of the variable with the token of the header {@code Authorization}; null if there is
 *     none
 * @param headers names of the variables with the values of headers, by the names of the headers
 */
record ServerVariables(@Nullable String url, @Nullable String bearer, Map<String, String> headers) {

    static final String URL = "--url-env";
    static final String HEADER = "--header-env";
    static final String BEARER = "--bearer-env";

    private static final String AUTHORIZATION = "Authorization";

    static final ServerVariables NONE = new ServerVariables(null, null, Map.of());

    ServerVariables {
        headers = Map.copyOf(headers);
    }

    static boolean isOption(String option) {
        return option.equals(URL) || option.equals(HEADER) || option.equals(BEARER);
    }

    /** Returns a copy with the variable of one more option. */
    ServerVariables withOption(String option, String value) {
        if (option.equals(HEADER)) {
            int equalsSign = value.indexOf('=');
            if (equalsSign < 1 || equalsSign == value.length() - 1) {
                // the value may be a secret, so the message does not repeat it
                throw new UsageException(
                        HEADER + ": must be HEADER=VARIABLE, with the name of an environment variable");
            }
            String header = value.substring(0, equalsSign);
            String problem = HttpUpstream.findHeaderProblem(header);
            if (problem != null) {
                // the text may be a secret instead of a header name, so the message does not repeat it
                throw new UsageException(HEADER + ": this header cannot be sent: " + problem);
            }
            requireNew(header);
            Map<String, String> newHeaders = new HashMap<>(headers);
            newHeaders.put(header, value.substring(equalsSign + 1));
            return new ServerVariables(url, bearer, newHeaders);
        }
        if (option.equals(URL)) {
            return new ServerVariables(value, bearer, headers);
        }
        requireNew(AUTHORIZATION);
        return new ServerVariables(url, value, headers);
    }

    /** Throws if a header is already given, in upper or lower case. */
    private void requireNew(String header) {
        boolean isGiven = headers.keySet().stream().anyMatch(header::equalsIgnoreCase)
                || (bearer != null && header.equalsIgnoreCase(AUTHORIZATION));
        if (isGiven) {
            throw new UsageException(HEADER + ": the header " + header + " is given twice");
        }
    }

    boolean hasHeaders() {
        return bearer != null || !headers.isEmpty();
    }

    /** Returns the headers with their values. Throws {@link UsageException} if a variable is not set. */
    Map<String, String> readHeaders(Map<String, String> environment) {
        Map<String, String> values = new LinkedHashMap<>();
        headers.forEach((header, variable) -> values.put(header, readVariable(HEADER, variable, environment)));
        if (bearer != null) {
            values.put(AUTHORIZATION, "Bearer " + readVariable(BEARER, bearer, environment));
        }
        return values;
    }

    /** Returns the URL as text; null if no variable contains it. */
    @Nullable String readUrl(Map<String, String> environment) {
        return url == null ? null : readVariable(URL, url, environment);
    }

    private static String readVariable(String option, String variable, Map<String, String> environment) {
        String value = environment.get(variable);
        if (value != null) {
            return value;
        }
        boolean isName = variable.matches("[A-Za-z_][A-Za-z0-9_]*");
        throw new UsageException(option
                + (isName
                        ? ": the environment variable " + variable + " is not set"
                        : ": must name an environment variable"));
    }
}
