package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Server in a client's configuration file.
 *
 * @param scope name of the server list that contains it, such as the folder of a project; empty for the main list
 */
record WrapServer(String name, String scope, SyntaxNode entry, EntryNames names) {

    /** Names of the member with the URL. */
    static final List<String> URL_MEMBERS = List.of("url", "serverUrl", "httpUrl", "uri");

    private static final Set<String> REMOTE_TYPES = Set.of("http", "sse", "ws", "websocket", "remote");

    /**
     * Returns the member with the command; null if the client does not start the server, or the command is in a list.
     * In older files of Zed, the member is {@code path} in the object {@code command}.
     */
    @Nullable SyntaxMember command() {
        SyntaxMember command = launchObject().member(launchObject().equals(entry) ? names.command() : "path");
        return command != null && command.value().is(Kind.STRING) && !isRemote() ? command : null;
    }

    /**
     * Returns the member with a list of the command and its arguments, as in files of OpenCode; null if there is none.
     */
    @Nullable SyntaxMember commandList() {
        SyntaxMember command = entry.member(names.command());
        if (command == null || !command.value().is(Kind.ARRAY) || isRemote()) {
            return null;
        }
        List<SyntaxNode> items = command.value().items();
        return !items.isEmpty() && items.get(0).is(Kind.STRING) ? command : null;
    }

    @Nullable SyntaxMember arguments() {
        return launchObject().member("args");
    }

    /** Returns the object with the environment variables; null if there is none. */
    @Nullable SyntaxMember environment() {
        SyntaxMember environment = entry.member(names.environment());
        return environment != null && environment.value().is(Kind.OBJECT) ? environment : null;
    }

    /** Returns the object that contains command and arguments. */
    SyntaxNode launchObject() {
        SyntaxMember command = entry.member(names.command());
        return command != null && command.value().is(Kind.OBJECT) ? command.value() : entry;
    }

    @Nullable SyntaxMember url() {
        return URL_MEMBERS.stream()
                .map(entry::member)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether the client calls the server by its URL. */
    boolean isRemote() {
        String typeName = type();
        return url() != null
                && (entry.member(names.command()) == null
                        || REMOTE_TYPES.contains(typeName)
                        || typeName.startsWith("streamable"));
    }

    /** Returns the type in lower case; empty if there is none. */
    String type() {
        SyntaxMember type = entry.member("type");
        return type == null ? "" : type.value().text().toLowerCase(Locale.ROOT);
    }

    String label() {
        return TerminalText.withoutControls(scope.isEmpty() ? name : name + " (" + scope + ")");
    }
}
