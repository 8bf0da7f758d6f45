package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncMember;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server as a client's configuration has it.
 *
 * @param scope where it stands among several lists of servers, such as a project's folder; empty for the only or first
 */
record WrapServer(String name, String scope, JsoncNode entry) {

    private static final List<String> ADDRESSES = List.of("url", "serverUrl", "httpUrl");
    private static final Set<String> REMOTE = Set.of("http", "sse", "ws");

    /** How it is started, {@code null} if it is not: its {@code command}, or in older files of Zed that one's {@code path}. */
    @Nullable JsoncMember command() {
        JsoncMember command = starter().member(starter().equals(entry) ? "command" : "path");
        return command != null && command.value().is(Kind.STRING) && !isRemote() ? command : null;
    }

    @Nullable JsoncMember arguments() {
        return starter().member("args");
    }

    /** The object that holds command and arguments. */
    JsoncNode starter() {
        JsoncMember command = entry.member("command");
        return command != null && command.value().is(Kind.OBJECT) ? command.value() : entry;
    }

    /** Something at the other end of a URL, which nobody starts. */
    boolean isRemote() {
        JsoncMember type = entry.member("type");
        String said = type == null ? "" : type.value().text().toLowerCase(Locale.ROOT);
        boolean addressed = ADDRESSES.stream().anyMatch(name -> entry.member(name) != null);
        return addressed && (entry.member("command") == null || REMOTE.contains(said) || said.startsWith("streamable"));
    }

    String label() {
        return TerminalText.plain(scope.isEmpty() ? name : name + " (" + scope + ")");
    }
}
