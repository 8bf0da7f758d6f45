package dev.plimsoll.gateway.wrap;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Assigns names for {@code run --name}, which policies and metrics use: {@code [a-z0-9-]{1,20}}. Servers with the same
 * name in several lists of a file get the same name; other servers get different names.
 */
final class RunNames {

    private static final int MAX_LENGTH = 20;

    /** Name of Plimsoll itself, which no server can have. */
    private static final String RESERVED = "plimsoll";

    private final Map<String, String> ownerByName = new HashMap<>();
    private final Map<String, String> nameByOwner = new HashMap<>();

    /** Reserves a name that a server behind plimsoll already has. */
    void reserve(String server, String name) {
        ownerByName.putIfAbsent(name, server);
        nameByOwner.putIfAbsent(server, name);
    }

    String nameFor(String server) {
        String existing = nameByOwner.get(server);
        if (existing != null) {
            return existing;
        }
        String clean = normalize(server, MAX_LENGTH);
        String name = clean;
        for (int i = 2; ownerByName.containsKey(name) || name.equals(RESERVED); i++) {
            name = normalize(clean, MAX_LENGTH - 1 - String.valueOf(i).length()) + "-" + i;
        }
        reserve(server, name);
        return name;
    }

    private static String normalize(String name, int maxLength) {
        String sanitized = Normalizer.normalize(name, Normalizer.Form.NFD)
                .replaceAll("\\p{M}", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-", "");
        String shortened =
                sanitized.substring(0, Math.min(maxLength, sanitized.length())).replaceAll("-$", "");
        return shortened.isEmpty() ? "server" : shortened;
    }
}
