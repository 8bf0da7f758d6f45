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
        for (String one : text.strip().split(" +", MAX_SCOPES + 1)) {
            if (scopes.size() < MAX_SCOPES && SCOPE_TOKEN.matcher(one).matches() && !scopes.contains(one)) {
                scopes.add(one);
            }
        }
        return scopes;
    }

    private Optional<String> findParameter(String name) {
        Pattern pattern = Pattern.compile(
                "(?:^|[\\s,])" + name + "\\s{0,5}=\\s{0,5}(?:\"([^\"]{1,2000})\"|([^\\s,\"]{1,2000}))",
                Pattern.CASE_INSENSITIVE);
        for (String header : headers) {
            Matcher found = pattern.matcher(header);
            if (header.length() <= 1 << 14 && found.find()) {
                return Optional.of(found.group(1) == null ? found.group(2) : found.group(1));
            }
        }
        return Optional.empty();
    }
}
