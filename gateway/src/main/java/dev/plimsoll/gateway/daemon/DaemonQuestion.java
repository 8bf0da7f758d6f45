package dev.plimsoll.gateway.daemon;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Question of {@code plimsoll daemon} to a daemon.
 *
 * @param environment variables of the person who asks, as far as the question needs them
 */
record DaemonQuestion(String name, Map<String, String> environment) {

    /** Separates the name and the variables; no variable can contain it. */
    private static final String SEPARATOR = "\0";

    static DaemonQuestion of(String name) {
        return new DaemonQuestion(name, Map.of());
    }

    /** Parses the text of a question. */
    static DaemonQuestion parse(String text) {
        String[] parts = text.split(SEPARATOR, -1);
        Map<String, String> environment = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=', 1);
            if (equals > 0) {
                environment.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
            }
        }
        return new DaemonQuestion(parts[0], environment);
    }

    /** Returns the question as a text. */
    String text() {
        List<String> parts = new ArrayList<>(List.of(name));
        environment.forEach((variable, value) -> parts.add(variable + "=" + value));
        return String.join(SEPARATOR, parts);
    }
}
