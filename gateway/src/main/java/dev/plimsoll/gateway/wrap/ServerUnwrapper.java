package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxEditor;
import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes plimsoll from servers. It needs only the wrapped file, which still contains each command with its arguments,
 * or the URL and the headers.
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
        RunCommandLine runCommand = RunCommandLine.find(wrapServer, launcher);
        if (runCommand == null) {
            return ServerChange.unchanged(wrapServer, "not behind plimsoll");
        } else if (runCommand.hasUrlVariable()) {
            return unwrapUrl(wrapServer, runCommand);
        } else if (!runCommand.hasCommand()) {
            return ServerChange.unchanged(wrapServer, "unchanged: plimsoll run without a command, not written by wrap");
        }
        return new ServerChange(wrapServer, "unwrapped", unwrapCommand(wrapServer, runCommand));
    }

    private ServerChange unwrapUrl(WrapServer wrapServer, RunCommandLine runCommand) {
        UrlUnwrapper urlUnwrapper = new UrlUnwrapper(editor, wrapServer, runCommand);
        String problem = urlUnwrapper.findProblem();
        return problem == null
                ? new ServerChange(wrapServer, "unwrapped", urlUnwrapper.unwrap(), urlUnwrapper.secrets())
                : ServerChange.unchanged(wrapServer, "unchanged: " + problem);
    }

    private List<TextEdit> unwrapCommand(WrapServer wrapServer, RunCommandLine runCommand) {
        SyntaxMember command = wrapServer.command();
        SyntaxMember arguments = wrapServer.arguments();
        if (command == null || arguments == null) {
            // the list of the arguments also contains the command
            return List.of(editor.removeItems(runCommand.arguments(), 0, runCommand.commandIndex()));
        }
        List<TextEdit> edits = new ArrayList<>();
        edits.add(new TextEdit(
                command.value().from(),
                command.value().to(),
                runCommand.originalCommand().raw()));
        if (!runCommand.hasOriginalArguments() && editor.isMarked(arguments.value())) {
            edits.addAll(editor.remove(wrapServer.launchObject(), List.of(arguments)));
        } else {
            edits.add(editor.removeItems(runCommand.arguments(), 0, runCommand.commandIndex() + 1));
        }
        return edits;
    }
}
