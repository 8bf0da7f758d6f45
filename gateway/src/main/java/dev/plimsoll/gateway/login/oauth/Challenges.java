package dev.plimsoll.gateway.login.oauth;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code WWW-Authenticate} headers of a response. They can contain the URL of the server's metadata and the
 * scopes that a login must request.
 */
record Challenges(List<String> headers) {

    private static final Pattern SCOPE_TOKEN = Pattern.compile("[!#-\\[\\]-~]{1,200}");
    private static final int MAX_SCOPES = 100;

    /** Returns the URL of the server's metadata (RFC 9728), if a header has it. */
    Optional<String> resourceMetadata() {
        return findParameter("resource_metadata");
    }

    /** Returns the scopes that a login must request; empty if the headers name none. */
    List<String> scopes() {
        return findParameter("scope").map(Challenges::parseScopes).orElse(List.of());
    }

    /** Parses scopes that are separated by blanks. Leaves out invalid scopes and duplicates. */
    static List<String> parseScopes(String text) {
        List<String> scopes = new ArrayList<>();
        for (String scope : text.strip().split(" +", MAX_SCOPES + 1)) {
            if (scopes.size() < MAX_SCOPES && SCOPE_TOKEN.matcher(scope).matches() && !scopes.contains(scope)) {
                scopes.add(scope);
            }
        }
        return scopes;
    }

    /**
     * Returns the value of a parameter in the first header that has it: for {@code Bearer scope="a b"}, {@code scope}
     * is "a b".
     */
    private Optional<String> findParameter(String name) {
        Pattern pattern = Pattern.compile(
                "(?:^|[\\s,])" + name + "\\s{0,5}=\\s{0,5}(?:\"([^\"]{1,2000})\"|([^\\s,\"]{1,2000}))",
                Pattern.CASE_INSENSITIVE);
        for (String header : headers) {
            Matcher matcher = pattern.matcher(header);
            if (header.length() <= 1 << 14 && matcher.find()) {
                return Optional.of(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
            }
        }
        return Optional.empty();
    }
}
