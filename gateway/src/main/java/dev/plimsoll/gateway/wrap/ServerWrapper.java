package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.syntax.SyntaxEditor;
import dev.plimsoll.gateway.wrap.syntax.SyntaxEditor.NewMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxMember;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode;
import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import dev.plimsoll.gateway.wrap.syntax.TextEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts servers behind plimsoll: replaces the command with the launcher, and inserts {@code run …, --, COMMAND} before
 * the arguments. It copies the command as written, so that {@link ServerUnwrapper} can restore it exactly.
 */
final class ServerWrapper {

    private final SyntaxEditor editor;
    private final String launcher;
    private final Map<String, String> options;
    private final RunNames names = new RunNames();

    /**
     * Creates a wrapper.
     *
     * @param options options of {@code run} by name; servers that are already behind plimsoll keep their other options
     */
    ServerWrapper(SyntaxEditor editor, String launcher, Map<String, String> options) {
        this.editor = editor;
        this.launcher = launcher;
        this.options = options;
    }

    /**
     * Returns one change for each selected server.
     *
     * @param all every server of the file, because new names must differ from the names of servers that are not
     *     selected
     */
    List<ServerChange> wrap(List<WrapServer> all, List<WrapServer> selected) {
        for (WrapServer wrapServer : all) {
            RunCommandLine runCommand = RunCommandLine.find(wrapServer, launcher);
            String name = runCommand == null ? null : runCommand.findValue("--name");
            if (name != null) {
                names.reserve(wrapServer.name(), name);
            }
        }
        return selected.stream().map(this::wrap).toList();
    }

    private ServerChange wrap(WrapServer wrapServer) {
        SyntaxMember list = wrapServer.commandList();
        SyntaxMember command = list == null ? wrapServer.command() : list;
        String readOnlyReason = wrapServer.entry().readOnlyReason();
        if (readOnlyReason != null) {
            return ServerChange.unchanged(wrapServer, "unchanged: " + readOnlyReason);
        } else if (wrapServer.isRemote()) {
            return wrapUrl(wrapServer);
        } else if (command == null) {
            return ServerChange.unchanged(wrapServer, "unchanged: no command");
        }
        RunCommandLine runCommand = RunCommandLine.find(wrapServer, launcher);
        if (runCommand != null) {
            return updateServer(wrapServer, command, runCommand);
        }
        String problem = findProblem(wrapServer, command);
        return problem == null
                ? wrapCommand(wrapServer, command)
                : ServerChange.unchanged(wrapServer, "unchanged: " + problem);
    }

    /** Returns why a command cannot be wrapped; null if it can be. */
    private static @Nullable String findProblem(WrapServer wrapServer, SyntaxMember command) {
        SyntaxMember arguments = wrapServer.arguments();
        boolean isList = command.value().is(Kind.ARRAY);
        if (command.value().readOnlyReason() != null) {
            return command.name() + ": " + command.value().readOnlyReason();
        } else if (!isList && arguments != null && arguments.value().readOnlyReason() != null) {
            return "args: " + arguments.value().readOnlyReason();
        } else if (!isList && arguments != null && !arguments.value().is(Kind.ARRAY)) {
            return "args is not a list";
        } else if (!isList && arguments == null && wrapServer.entry().member("<<") != null) {
            return "it gets members from another part of the file (<<)";
        } else if (!isList && !isOneLine(command.value())) {
            return "its command is on several lines";
        } else if (!isList
                && (arguments == null || arguments.value().isBracketed())
                && !isSafeInBrackets(command.value())) {
            return "write its command in quotes";
        }
        return null;
    }

    static boolean isOneLine(SyntaxNode value) {
        return value.raw().indexOf('\n') < 0;
    }

    /** Returns whether a value can be copied into brackets. In YAML, some texts without quotes cannot. */
    static boolean isSafeInBrackets(SyntaxNode value) {
        char firstCharacter = value.raw().charAt(0);
        return firstCharacter == '"'
                || firstCharacter == '\''
                || value.raw().chars().noneMatch(c -> ",[]{}".indexOf(c) >= 0);
    }

    private ServerChange wrapUrl(WrapServer wrapServer) {
        UrlWrapper urlWrapper = new UrlWrapper(editor, wrapServer);
        String problem = urlWrapper.findProblem();
        if (problem != null) {
            return ServerChange.unchanged(wrapServer, "unchanged: " + problem);
        }
        String name = names.nameFor(wrapServer.name());
        List<TextEdit> edits = urlWrapper.wrap(launcher, runOptions(name));
        return new ServerChange(wrapServer, describe(wrapServer, name), edits, urlWrapper.secrets());
    }

    private List<String> runOptions(String name) {
        List<String> runOptions = new ArrayList<>(List.of("run", "--name", name));
        options.forEach((option, value) -> runOptions.addAll(List.of(option, value)));
        return runOptions;
    }

    private static String describe(WrapServer wrapServer, String name) {
        return name.equals(wrapServer.name()) ? "wrapped" : "wrapped as " + name;
    }

    private ServerChange wrapCommand(WrapServer wrapServer, SyntaxMember command) {
        String name = names.nameFor(wrapServer.name());
        List<String> runArguments = runOptions(name);
        runArguments.add("--");
        List<String> literals = encode(runArguments);
        String description = describe(wrapServer, name);
        if (command.value().is(Kind.ARRAY)) {
            literals.add(0, editor.encode(launcher));
            return new ServerChange(
                    wrapServer, description, List.of(editor.insertItems(command.value(), 0, literals, command)));
        }
        literals.add(command.value().raw());
        SyntaxMember arguments = wrapServer.arguments();
        TextEdit added = arguments == null
                ? editor.insertAfter(
                        wrapServer.launchObject(),
                        command,
                        List.of(new NewMember("args", editor.markedList(literals, command))))
                : editor.insertItems(arguments.value(), 0, literals, command);
        return new ServerChange(wrapServer, description, List.of(replace(command.value(), launcher), added));
    }

    private List<String> encode(List<String> values) {
        return new ArrayList<>(values.stream().map(editor::encode).toList());
    }

    private ServerChange updateServer(WrapServer wrapServer, SyntaxMember command, RunCommandLine runCommand) {
        List<TextEdit> edits = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        SyntaxNode programItem =
                command.value().is(Kind.ARRAY) ? command.value().items().get(0) : command.value();
        String program = programItem.text();
        if (Launcher.isMissing(program)) {
            edits.add(replace(programItem, launcher));
            changed.add("the launcher's path");
        }
        // without a command or URL, the line was written by hand, and the end of its options is not known
        Map<String, String> applicableOptions =
                runCommand.hasCommand() || runCommand.hasUrlVariable() ? options : Map.of();
        List<String> missing = new ArrayList<>();
        applicableOptions.forEach((option, value) -> {
            if (!value.equals(runCommand.findValue(option))) {
                changed.add(option);
                SyntaxNode item = runCommand.options().get(option);
                if (item == null) {
                    missing.addAll(List.of(option, value));
                } else {
                    edits.add(replace(item, RunCommandLine.valueText(option, item, value)));
                }
            }
        });
        if (!missing.isEmpty()) {
            edits.add(editor.insertItems(runCommand.arguments(), runCommand.insertIndex(), encode(missing), command));
        }
        return edits.isEmpty()
                ? ServerChange.unchanged(
                        wrapServer, "already behind " + (program.equals(launcher) ? "plimsoll" : program))
                : new ServerChange(wrapServer, "updated: " + String.join(", ", changed), edits);
    }

    private TextEdit replace(SyntaxNode value, String text) {
        return new TextEdit(value.from(), value.to(), editor.encode(text));
    }
}
