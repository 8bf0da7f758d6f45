package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxException;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks changes by undoing them, and accepts only changes that {@link ServerUnwrapper} undoes exactly. Rules alone
 * would not be safe, because files can have too many different layouts.
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

    /**
     * Returns the changes, without the edits of those that cannot be undone. Does not check changes of servers that are
     * already behind plimsoll.
     */
    List<ServerChange> keepReversible(List<ServerChange> changes) {
        if (isReversible(changes)) {
            return changes;
        }
        return changes.stream()
                .map(change -> isReversible(List.of(change))
                        ? change
                        : ServerChange.unchanged(
                                change.server(), "unchanged: unwrap could not restore its layout; change it by hand"))
                .toList();
    }

    private boolean isReversible(List<ServerChange> changes) {
        List<ServerChange> wrappedNow = changes.stream()
                .filter(change -> !change.edits().isEmpty())
                .filter(change -> RunCommandLine.find(change.server(), launcher) == null)
                .toList();
        try {
            String wrapped = TextEdit.apply(text, collectEdits(wrappedNow.stream()));
            List<WrapServer> foundServers = WrapServers.findAll(format.parse(wrapped));
            if (foundServers.size() != servers.size()) {
                return false;
            }
            List<WrapServer> wrappedServers = new ArrayList<>();
            for (ServerChange change : wrappedNow) {
                wrappedServers.add(foundServers.get(servers.indexOf(change.server())));
            }
            ServerUnwrapper unwrapper = new ServerUnwrapper(format.editor(wrapped), launcher);
            return TextEdit.apply(wrapped, collectEdits(unwrapper.unwrap(wrappedServers).stream()))
                    .equals(text);
        } catch (SyntaxException | IllegalArgumentException e) {
            return false;
        }
    }

    private static List<TextEdit> collectEdits(Stream<ServerChange> changes) {
        return changes.flatMap(change -> change.edits().stream()).toList();
    }
}
