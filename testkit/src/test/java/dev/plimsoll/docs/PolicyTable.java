package dev.plimsoll.docs;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reference of all keys, from the keys themselves. */
final class PolicyTable {

    private PolicyTable() {}

    static String markdown() {
        return Policy.keys().stream()
                .map(PolicyTable::row)
                .collect(Collectors.joining(
                        "\n", "| key | allowed | default | what it does |\n|---|---|---|---|\n", ""));
    }

    private static String row(PolicyKey<?> key) {
        return "| `" + key.name() + "` | " + key.allowed() + " | " + shown(key.unset()) + " | " + key.about() + " |";
    }

    private static String shown(@Nullable Object value) {
        if (value instanceof List<?> list && list.isEmpty()) {
            return "none";
        }
        return "`" + (value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : String.valueOf(value))
                + "`";
    }
}
