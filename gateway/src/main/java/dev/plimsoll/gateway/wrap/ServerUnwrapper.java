package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncMember;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode;
import dev.plimsoll.gateway.wrap.jsonc.JsoncParser;
import dev.plimsoll.gateway.wrap.jsonc.TextEdit;
import java.util.ArrayList;
import java.util.List;

/** Removes plimsoll from servers. Needs only the text of the file, which still has each command with its arguments. */
final class ServerUnwrapper {

    private final String text;
    private final TextLayout textLayout;
    private final String launcher;

    ServerUnwrapper(String text, String launcher) {
        this.text = text;
        this.textLayout = new TextLayout(text);
        this.launcher = launcher;
    }

    /** Returns one change for each server. */
    List<ServerChange> unwrap(List<WrapServer> servers) {
        return servers.stream().map(this::unwrap).toList();
    }

    private ServerChange unwrap(WrapServer wrapServer) {
        JsoncMember command = wrapServer.command();
        JsoncMember arguments = wrapServer.arguments();
        RunLine runLine = RunLine.find(wrapServer, launcher);
        if (runLine == null) {
            return ServerChange.unchanged(wrapServer, "not behind plimsoll");
        } else if (!runLine.canBeUndone()) {
            return ServerChange.unchanged(wrapServer, "unchanged: plimsoll run without a command, not written by wrap");
        } else if (command == null || arguments == null) {
            // the list also contains the command
            int from = runLine.firstItem().from();
            TextEdit removed = TextEdit.delete(from, runLine.originalCommand().from());
            return new ServerChange(wrapServer, "unwrapped", List.of(removed));
        }
        List<TextEdit> edits = new ArrayList<>();
        edits.add(new TextEdit(
                command.value().from(),
                command.value().to(),
                runLine.originalCommand().raw()));
        edits.addAll(removeRunArguments(wrapServer.launchObject(), arguments, runLine));
        return new ServerChange(wrapServer, "unwrapped", edits);
    }

    private List<TextEdit> removeRunArguments(JsoncNode starter, JsoncMember arguments, RunLine runLine) {
        int from = runLine.firstItem().from();
        List<JsoncNode> originals = runLine.originalArguments();
        if (!originals.isEmpty()) {
            return List.of(TextEdit.delete(from, originals.get(0).from()));
        }
        if (JsoncParser.isSpace(text.charAt(arguments.value().from() + 1))) {
            return removeMember(starter, arguments);
        }
        return List.of(
                TextEdit.delete(from, afterComma(runLine.originalCommand().to())));
    }

    /** Deletes a member, with the comma before it, or the one after it for the first member. */
    private List<TextEdit> removeMember(JsoncNode object, JsoncMember jsoncMember) {
        int index = object.members().indexOf(jsoncMember);
        int end = jsoncMember.value().to();
        if (index == 0) {
            return List.of(TextEdit.delete(jsoncMember.nameFrom(), afterComma(end)));
        }
        int comma = JsoncParser.skipSpaceAndComments(
                text, object.members().get(index - 1).value().to());
        int space = Math.max(comma + 1, textLayout.whitespaceStart(jsoncMember.nameFrom()));
        return List.of(TextEdit.delete(comma, comma + 1), TextEdit.delete(space, end));
    }

    /** Returns the position after the comma that follows a value, or after the value if there is none. */
    private int afterComma(int end) {
        int next = JsoncParser.skipSpaceAndComments(text, end);
        return text.charAt(next) == ',' ? next + 1 : end;
    }
}
