package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.Edit;
import dev.plimsoll.gateway.wrap.jsonc.Jsonc;
import dev.plimsoll.gateway.wrap.jsonc.Member;
import dev.plimsoll.gateway.wrap.jsonc.Node;
import java.util.ArrayList;
import java.util.List;

/** Takes servers out from behind plimsoll, from what stands in the file alone: the command and arguments after {@code --}. */
final class Unwrapping {

    private final String text;
    private final Layout layout;
    private final String launcher;

    Unwrapping(String text, String launcher) {
        this.text = text;
        this.layout = new Layout(text);
        this.launcher = launcher;
    }

    /** One change for each. */
    List<Change> of(List<Server> servers) {
        return servers.stream().map(this::of).toList();
    }

    private Change of(Server server) {
        Member command = server.command();
        Member arguments = server.arguments();
        RunLine line = RunLine.of(server, launcher);
        if (command == null || arguments == null || line == null) {
            return Change.none(server, "not behind plimsoll");
        } else if (!line.canBeUndone()) {
            return Change.none(server, "left as it is: plimsoll run without a command, which wrap has not written");
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(new Edit(
                command.value().from(),
                command.value().to(),
                line.originalCommand().raw()));
        edits.addAll(withoutOurs(server.starter(), arguments, line));
        return new Change(server, "unwrapped", edits);
    }

    private List<Edit> withoutOurs(Node starter, Member arguments, RunLine line) {
        int from = line.first().from();
        List<Node> originals = line.originalArguments();
        if (!originals.isEmpty()) {
            return List.of(Edit.delete(from, originals.get(0).from()));
        }
        if (Jsonc.isSpace(text.charAt(arguments.value().from() + 1))) {
            return withoutMember(starter, arguments);
        }
        return List.of(Edit.delete(from, afterComma(line.originalCommand().to())));
    }

    /** The comma in front goes too, or the one behind if it is the first. */
    private List<Edit> withoutMember(Node object, Member member) {
        int place = object.members().indexOf(member);
        int end = member.value().to();
        if (place == 0) {
            return List.of(Edit.delete(member.nameFrom(), afterComma(end)));
        }
        int comma = Jsonc.skip(text, object.members().get(place - 1).value().to());
        int space = Math.max(comma + 1, layout.spaceBefore(member.nameFrom()));
        return List.of(Edit.delete(comma, comma + 1), Edit.delete(space, end));
    }

    /** After the comma that follows a value, after the value if none does. */
    private int afterComma(int end) {
        int next = Jsonc.skip(text, end);
        return text.charAt(next) == ',' ? next + 1 : end;
    }
}
