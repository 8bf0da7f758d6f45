package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxEditor;
import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes plimsoll from servers. Needs only the text of the file, which still has each command with its arguments, or
 * the URL and the headers.
 */
final class ServerUnwrapper {

    private final SyntaxEditor editor;
    private final String launcher;

    ServerUnwrapper(SyntaxEditor editor, String launcher) {
        this.editor = editor;
        this.launcher = launcher;
    }

    /** Returns one change for each server. */
    List<ServerChange> unwrap(List<WrapServer> servers) {
        return servers.stream().map(this::unwrap).toList();
    }

    private ServerChange unwrap(WrapServer wrapServer) {
        RunLine runLine = RunLine.find(wrapServer, launcher);
        if (runLine == null) {
            return ServerChange.unchanged(wrapServer, "not behind plimsoll");
        } else if (runLine.hasUrl()) {
            return unwrapUrl(wrapServer, runLine);
        } else if (!runLine.hasCommand()) {
            return ServerChange.unchanged(wrapServer, "unchanged: plimsoll run without a command, not written by wrap");
        }
        return new ServerChange(wrapServer, "unwrapped", unwrapCommand(wrapServer, runLine));
    }

    private ServerChange unwrapUrl(WrapServer wrapServer, RunLine runLine) {
        UrlUnwrapper urlUnwrapper = new UrlUnwrapper(editor, wrapServer, runLine);
        String problem = urlUnwrapper.findProblem();
        return problem == null
                ? new ServerChange(wrapServer, "unwrapped", urlUnwrapper.unwrap(), urlUnwrapper.secrets())
                : ServerChange.unchanged(wrapServer, "unchanged: " + problem);
    }

    private List<TextEdit> unwrapCommand(WrapServer wrapServer, RunLine runLine) {
        SyntaxMember command = wrapServer.command();
        SyntaxMember arguments = wrapServer.arguments();
        if (command == null || arguments == null) {
            // the list also contains the command
            return List.of(editor.removeItems(runLine.arguments(), 0, runLine.commandIndex()));
        }
        List<TextEdit> edits = new ArrayList<>();
        edits.add(new TextEdit(
                command.value().from(),
                command.value().to(),
                runLine.originalCommand().raw()));
        if (!runLine.hasOriginalArguments() && editor.isMarked(arguments.value())) {
            edits.addAll(editor.remove(wrapServer.launchObject(), List.of(arguments)));
        } else {
            edits.add(editor.removeItems(runLine.arguments(), 0, runLine.commandIndex() + 1));
        }
        return edits;
    }
}
