package dev.plimsoll.gateway.login;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of {@code WWW-Authenticate} headers, as far as a login needs them. */
record Challenges(List<String> headers) {

    private static final Pattern SCOPE_TOKEN = Pattern.compile("[!#-\\[\\]-~]{1,200}");
    private static final int MAX_SCOPES = 100;

    Optional<String> resourceMetadata() {
        return findParameter("resource_metadata");
    }

    /** Returns the requested scopes; empty if the headers name none. */
    List<String> scopes() {
        return findParameter("scope").map(Challenges::scopes).orElse(List.of());
    }

    /** Returns the valid scopes of a text that separates them by blanks. */
    static List<String> scopes(String text) {
        List<String> scopes = new ArrayList<>();
        for (String scope : text.strip().split(" +", MAX_SCOPES + 1)) {
            if (scopes.size() < MAX_SCOPES && SCOPE_TOKEN.matcher(scope).matches() && !scopes.contains(scope)) {
                scopes.add(scope);
            }
        }
        return scopes;
    }

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
