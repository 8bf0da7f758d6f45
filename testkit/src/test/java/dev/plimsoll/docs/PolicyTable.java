package dev.plimsoll.docs;

import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.shape.style.StyleRegistry;
import java.util.stream.Collectors;

/** Creates the reference table of all policy keys. */
final class PolicyTable {

    private PolicyTable() {}

    static String markdown() {
        return StyleRegistry.standard().keys().stream()
                .map(PolicyTable::row)
                .collect(Collectors.joining(
                        "\n", "| key | allowed | default | what it does |\n|---|---|---|---|\n", ""));
    }

    private static String row(PolicyKey<?> key) {
        return "| `" + key.name() + "` | " + key.allowed() + " | " + defaultText(key) + " | " + key.description()
                + " |";
    }

    private static String defaultText(PolicyKey<?> key) {
        return key.defaultText().isEmpty() ? "none" : "`" + key.defaultText() + "`";
    }
}
