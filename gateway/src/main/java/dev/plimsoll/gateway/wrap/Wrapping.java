package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.Edit;
import dev.plimsoll.gateway.wrap.jsonc.Literals;
import dev.plimsoll.gateway.wrap.jsonc.Member;
import dev.plimsoll.gateway.wrap.jsonc.Node;
import dev.plimsoll.gateway.wrap.jsonc.Node.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Puts servers behind plimsoll. The launcher takes the command's place; {@code run …, --, COMMAND} goes in front of the
 * arguments. The command keeps its spelling, so that {@link Unwrapping} can give it back as it was.
 */
final class Wrapping {

    private final Layout layout;
    private final String launcher;
    private final Map<String, String> options;
    private final RunNames names = new RunNames();

    /** Options by name; those not given stay as they are where a server is behind plimsoll already. */
    Wrapping(String text, String launcher, Map<String, String> options) {
        this.layout = new Layout(text);
        this.launcher = launcher;
        this.options = options;
    }

    /**
     * One change for each chosen server.
     *
     * @param all every server of the file: names must not meet those of servers that are not chosen
     */
    List<Change> of(List<Server> all, List<Server> chosen) {
        for (Server server : all) {
            RunLine line = RunLine.of(server, launcher);
            String name = line == null ? null : line.value("--name");
            if (name != null) {
                names.reserve(server.name(), name);
            }
        }
        return chosen.stream().map(this::of).toList();
    }

    private Change of(Server server) {
        Member command = server.command();
        if (server.isRemote()) {
            return Change.none(server, "left as it is: an HTTP server; for these write plimsoll run --url by hand");
        } else if (command == null) {
            return Change.none(server, "left as it is: it has no command");
        }
        Member arguments = server.arguments();
        if (arguments != null && !arguments.value().is(Kind.ARRAY)) {
            return Change.none(server, "left as it is: its args are no list");
        }
        RunLine line = RunLine.of(server, launcher);
        return line == null ? wrapped(server, command) : updated(server, command, line);
    }

    private Change wrapped(Server server, Member command) {
        String name = names.of(server.name());
        List<String> words = new ArrayList<>(List.of("run", "--name", name));
        options.forEach((option, value) -> words.addAll(List.of(option, value)));
        words.add("--");
        List<String> literals =
                new ArrayList<>(words.stream().map(Literals::encode).toList());
        literals.add(command.value().raw());

        Member arguments = server.arguments();
        Edit added = arguments == null ? newMember(command, literals) : inFront(arguments.value(), command, literals);
        String what = name.equals(server.name()) ? "wrapped" : "wrapped as " + name;
        return new Change(server, what, List.of(replaced(command.value(), launcher), added));
    }

    private Edit inFront(Node array, Member command, List<String> literals) {
        String gap = "," + layout.betweenItems(array, command);
        String joined = String.join(gap, literals);
        return array.items().isEmpty()
                ? Edit.insert(array.from() + 1, joined)
                : Edit.insert(array.items().get(0).from(), joined + gap);
    }

    /** The space after the bracket is how {@link Unwrapping} knows that there were no arguments, not even none. */
    private Edit newMember(Member command, List<String> literals) {
        String space = layout.betweenNameAndValue(command);
        String array = "[ " + String.join("," + space, literals) + " ]";
        String member = layout.before(command.nameFrom()) + "\"args\":" + space + array;
        return Edit.insert(command.value().to(), "," + member);
    }

    private Change updated(Server server, Member command, RunLine line) {
        List<Edit> edits = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        String program = command.value().text();
        if (Launcher.isGone(program)) {
            edits.add(replaced(command.value(), launcher));
            changed.add("the launcher's path");
        }
        // without a separator it was written by hand, and where options end is a guess
        Map<String, String> wanted = line.canBeUndone() ? options : Map.of();
        List<String> missing = new ArrayList<>();
        wanted.forEach((option, value) -> {
            if (!value.equals(line.value(option))) {
                changed.add(option);
                Node item = line.options().get(option);
                if (item == null) {
                    missing.addAll(List.of(option, value));
                } else {
                    edits.add(replaced(item, RunLine.valueText(option, item, value)));
                }
            }
        });
        if (!missing.isEmpty()) {
            String gap = "," + layout.betweenItems(line.arguments(), command);
            String added =
                    missing.stream().map(word -> Literals.encode(word) + gap).collect(Collectors.joining());
            edits.add(Edit.insert(line.optionsEnd().from(), added));
        }
        return edits.isEmpty()
                ? Change.none(server, "already behind " + (program.equals(launcher) ? "plimsoll" : program))
                : new Change(server, "updated: " + String.join(", ", changed), edits);
    }

    private static Edit replaced(Node value, String text) {
        return new Edit(value.from(), value.to(), Literals.encode(text));
    }
}
