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
        String[] fields = text.split(SEPARATOR, -1);
        Map<String, String> environment = new LinkedHashMap<>();
        for (int i = 1; i < fields.length; i++) {
            int equalsSign = fields[i].indexOf('=', 1);
            if (equalsSign > 0) {
                environment.put(fields[i].substring(0, equalsSign), fields[i].substring(equalsSign + 1));
            }
        }
        return new ControlRequest(fields[0], environment);
    }

    /** Returns the request as a text. */
    String toText() {
        List<String> fields = new ArrayList<>(List.of(name));
        environment.forEach((variable, value) -> fields.add(variable + "=" + value));
        return String.join(SEPARATOR, fields);
    }
}
