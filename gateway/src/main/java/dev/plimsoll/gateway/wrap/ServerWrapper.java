package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncMember;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode.Kind;
import dev.plimsoll.gateway.wrap.jsonc.JsoncStrings;
import dev.plimsoll.gateway.wrap.jsonc.TextEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Puts servers behind plimsoll: the launcher replaces the command, and {@code run …, --, COMMAND} is added before the
 * arguments. The command keeps its spelling, so that {@link ServerUnwrapper} can restore it exactly.
 */
final class ServerWrapper {

    private final TextLayout textLayout;
    private final String launcher;
    private final Map<String, String> options;
    private final RunNames names = new RunNames();

    /**
     * Creates a wrapper.
     *
     * @param options options by name; others keep their values for servers that are already behind plimsoll
     */
    ServerWrapper(String text, String launcher, Map<String, String> options) {
        this.textLayout = new TextLayout(text);
        this.launcher = launcher;
        this.options = options;
    }

    /**
     * Returns one change for each chosen server.
     *
     * @param all every server of the file, because new names must differ from the names of servers that are not chosen
     */
    List<ServerChange> wrap(List<WrapServer> all, List<WrapServer> chosen) {
        for (WrapServer wrapServer : all) {
            RunLine runLine = RunLine.find(wrapServer, launcher);
            String name = runLine == null ? null : runLine.value("--name");
            if (name != null) {
                names.reserve(wrapServer.name(), name);
            }
        }
        return chosen.stream().map(this::wrap).toList();
    }

    private ServerChange wrap(WrapServer wrapServer) {
        JsoncMember list = wrapServer.commandList();
        JsoncMember command = list == null ? wrapServer.command() : list;
        if (wrapServer.isRemote()) {
            return ServerChange.unchanged(wrapServer, "unchanged: an HTTP server; use plimsoll run --url for it");
        } else if (command == null) {
            return ServerChange.unchanged(wrapServer, "unchanged: no command");
        }
        JsoncMember arguments = wrapServer.arguments();
        if (list == null && arguments != null && !arguments.value().is(Kind.ARRAY)) {
            return ServerChange.unchanged(wrapServer, "unchanged: args is not a list");
        }
        RunLine runLine = RunLine.find(wrapServer, launcher);
        return runLine == null ? wrapNew(wrapServer, command) : updateServer(wrapServer, command, runLine);
    }

    private ServerChange wrapNew(WrapServer wrapServer, JsoncMember command) {
        String name = names.nameFor(wrapServer.name());
        List<String> runArguments = new ArrayList<>(List.of("run", "--name", name));
        options.forEach((option, value) -> runArguments.addAll(List.of(option, value)));
        runArguments.add("--");
        List<String> literals =
                new ArrayList<>(runArguments.stream().map(JsoncStrings::encode).toList());
        String description = name.equals(wrapServer.name()) ? "wrapped" : "wrapped as " + name;
        if (command.value().is(Kind.ARRAY)) {
            literals.add(0, JsoncStrings.encode(launcher));
            return new ServerChange(
                    wrapServer, description, List.of(insertArguments(command.value(), command, literals)));
        }
        literals.add(command.value().raw());
        JsoncMember arguments = wrapServer.arguments();
        TextEdit added = arguments == null
                ? insertMember(command, literals)
                : insertArguments(arguments.value(), command, literals);
        return new ServerChange(wrapServer, description, List.of(replace(command.value(), launcher), added));
    }

    private TextEdit insertArguments(JsoncNode array, JsoncMember command, List<String> literals) {
        String separator = "," + textLayout.betweenItems(array, command);
        String joined = String.join(separator, literals);
        return array.items().isEmpty()
                ? TextEdit.insert(array.from() + 1, joined)
                : TextEdit.insert(array.items().get(0).from(), joined + separator);
    }

    /**
     * Returns a new member for the arguments. The space after its bracket shows {@link ServerUnwrapper} that the server
     * had no such member, not even an empty one.
     */
    private TextEdit insertMember(JsoncMember command, List<String> literals) {
        String space = textLayout.betweenNameAndValue(command);
        String array = "[ " + String.join("," + space, literals) + " ]";
        String member = textLayout.whitespaceBefore(command.nameFrom()) + "\"args\":" + space + array;
        return TextEdit.insert(command.value().to(), "," + member);
    }

    private ServerChange updateServer(WrapServer wrapServer, JsoncMember command, RunLine runLine) {
        List<TextEdit> edits = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        JsoncNode programItem =
                command.value().is(Kind.ARRAY) ? command.value().items().get(0) : command.value();
        String program = programItem.text();
        if (Launcher.isMissing(program)) {
            edits.add(replace(programItem, launcher));
            changed.add("the launcher's path");
        }
        // without a command to restore, the line was written by hand, and where its options end is only a guess
        Map<String, String> applicableOptions = runLine.canBeUndone() ? options : Map.of();
        List<String> missing = new ArrayList<>();
        applicableOptions.forEach((option, value) -> {
            if (!value.equals(runLine.value(option))) {
                changed.add(option);
                JsoncNode item = runLine.options().get(option);
                if (item == null) {
                    missing.addAll(List.of(option, value));
                } else {
                    edits.add(replace(item, RunLine.valueText(option, item, value)));
                }
            }
        });
        if (!missing.isEmpty()) {
            String separator = "," + textLayout.betweenItems(runLine.arguments(), command);
            String added = missing.stream()
                    .map(argument -> JsoncStrings.encode(argument) + separator)
                    .collect(Collectors.joining());
            edits.add(TextEdit.insert(runLine.optionsEnd().from(), added));
        }
        return edits.isEmpty()
                ? ServerChange.unchanged(
                        wrapServer, "already behind " + (program.equals(launcher) ? "plimsoll" : program))
                : new ServerChange(wrapServer, "updated: " + String.join(", ", changed), edits);
    }

    private static TextEdit replace(JsoncNode value, String text) {
        return new TextEdit(value.from(), value.to(), JsoncStrings.encode(text));
    }
}
