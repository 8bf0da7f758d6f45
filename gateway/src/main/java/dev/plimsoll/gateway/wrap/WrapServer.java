package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncMember;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server in a client's configuration.
 *
 * @param scope which of several server lists contains it, such as a project's folder; empty for the only or first list
 */
record WrapServer(String name, String scope, JsoncNode entry) {

    private static final List<String> URL_MEMBERS = List.of("url", "serverUrl", "httpUrl");
    private static final Set<String> REMOTE_TYPES = Set.of("http", "sse", "ws");

    /**
     * Returns the command; null if the server is not started. It is {@code command}, or in older files of Zed its
     * {@code path}.
     */
    @Nullable JsoncMember command() {
        JsoncMember command = launchObject().member(launchObject().equals(entry) ? "command" : "path");
        return command != null && command.value().is(Kind.STRING) && !isRemote() ? command : null;
    }

    /** Returns the list of the command and its arguments, as OpenCode writes it; null if the server has no such list. */
    @Nullable JsoncMember commandList() {
        JsoncMember command = entry.member("command");
        if (command == null || !command.value().is(Kind.ARRAY) || isRemote()) {
            return null;
        }
        List<JsoncNode> items = command.value().items();
        return !items.isEmpty() && items.get(0).is(Kind.STRING) ? command : null;
    }

    @Nullable JsoncMember arguments() {
        return launchObject().member("args");
    }

    /** Returns the object that contains command and arguments. */
    JsoncNode launchObject() {
        JsoncMember command = entry.member("command");
        return command != null && command.value().is(Kind.OBJECT) ? command.value() : entry;
    }

    /** Returns whether the server has a URL and is not started. */
    boolean isRemote() {
        JsoncMember type = entry.member("type");
        String typeName = type == null ? "" : type.value().text().toLowerCase(Locale.ROOT);
        boolean hasUrl = URL_MEMBERS.stream().anyMatch(name -> entry.member(name) != null);
        return hasUrl
                && (entry.member("command") == null
                        || REMOTE_TYPES.contains(typeName)
                        || typeName.startsWith("streamable"));
    }

    String label() {
        return TerminalText.withoutControls(scope.isEmpty() ? name : name + " (" + scope + ")");
    }
}
