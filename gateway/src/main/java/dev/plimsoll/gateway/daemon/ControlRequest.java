package dev.plimsoll.gateway.daemon;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Request of {@code plimsoll daemon} to a daemon.
 *
 * @param environment variables of the requesting process that the request needs
 */
record ControlRequest(String name, Map<String, String> environment) {

    /** Separates the name from the variables. No variable can contain it. */
    private static final String SEPARATOR = "\0";

    static ControlRequest of(String name) {
        return new ControlRequest(name, Map.of());
    }

    /** Parses the text of a request. */
    static ControlRequest parse(String text) {
        String[] parts = text.split(SEPARATOR, -1);
        Map<String, String> environment = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=', 1);
            if (equals > 0) {
                environment.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
            }
        }
        return new ControlRequest(parts[0], environment);
    }

    /** Returns the request as a text. */
    String text() {
        List<String> parts = new ArrayList<>(List.of(name));
        environment.forEach((variable, value) -> parts.add(variable + "=" + value));
        return String.join(SEPARATOR, parts);
    }
}
