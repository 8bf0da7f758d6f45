package dev.plimsoll.policy;

import dev.plimsoll.policy.setting.Glob;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Policy change for some tools.
 *
 * @param glob {@code server/tool} with {@code *} and {@code ?}; without a slash, the tool on any server
 * @param change settings to change; other keys keep the values of earlier rules
 */
public record PolicyRule(String glob, UnaryOperator<Policy> change) {

    public PolicyRule {
        Objects.requireNonNull(change, "change");
        if (glob.isEmpty() || glob.indexOf('/') != glob.lastIndexOf('/')) {
            throw new IllegalArgumentException("tools: a glob must be tool or server/tool, got " + glob);
        }
    }

    boolean matches(String server, String tool) {
        int slash = glob.indexOf('/');
        return slash < 0
                ? Glob.matches(glob, tool)
                : Glob.matches(glob.substring(0, slash), server) && Glob.matches(glob.substring(slash + 1), tool);
    }
}
