package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxException;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Wraps on trial: only a change that {@link ServerUnwrapper} undoes exactly is kept. Formats leave so much freedom of layout
 * that a trial proves more than rules.
 */
final class UndoCheck {

    private final FileFormat format;
    private final String text;
    private final String launcher;
    private final List<WrapServer> servers;

    UndoCheck(FileFormat format, String text, String launcher, List<WrapServer> servers) {
        this.format = format;
        this.text = text;
        this.launcher = launcher;
        this.servers = servers;
    }

    /** Replaces the changes that cannot be undone. Changes of servers that are already behind plimsoll stay as they are. */
    List<ServerChange> check(List<ServerChange> changes) {
        if (isUndone(changes)) {
            return changes;
        }
        return changes.stream()
                .map(change -> isUndone(List.of(change))
                        ? change
                        : ServerChange.unchanged(
                                change.server(), "unchanged: unwrap could not restore its layout; change it by hand"))
                .toList();
    }

    private boolean isUndone(List<ServerChange> changes) {
        List<ServerChange> added = changes.stream()
                .filter(change -> !change.edits().isEmpty())
                .filter(change -> RunLine.find(change.server(), launcher) == null)
                .toList();
        try {
            String wrapped = TextEdit.apply(text, edits(added.stream()));
            List<WrapServer> found = WrapServers.findAll(format.parse(wrapped));
            if (found.size() != servers.size()) {
                return false;
            }
            List<WrapServer> chosen = new ArrayList<>();
            for (ServerChange change : added) {
                chosen.add(found.get(servers.indexOf(change.server())));
            }
            ServerUnwrapper unwrapper = new ServerUnwrapper(format.editor(wrapped), launcher);
            return TextEdit.apply(wrapped, edits(unwrapper.unwrap(chosen).stream()))
                    .equals(text);
        } catch (SyntaxException | IllegalArgumentException e) {
            return false;
        }
    }

    private static List<TextEdit> edits(Stream<ServerChange> changes) {
        return changes.flatMap(change -> change.edits().stream()).toList();
    }
}
