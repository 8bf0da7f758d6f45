package dev.plimsoll.gateway.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completion script for fish: one line for each command and each option. */
final class FishCompletion {

    private final String program;
    private final StringBuilder script = new StringBuilder();

    private FishCompletion(String program) {
        this.program = program;
    }

    static String generate(CommandLine program) {
        FishCompletion fishCompletion = new FishCompletion(program.getCommandName());
        fishCompletion
                .script
                .append("complete -c ")
                .append(fishCompletion.program)
                .append(" -f\n");
        fishCompletion.appendCommand(program, List.of());
        return fishCompletion.script.toString();
    }

    private void appendCommand(CommandLine command, List<String> parents) {
        String condition = condition(parents, command.getSubcommands());
        for (Map.Entry<String, CommandLine> subcommand :
                command.getSubcommands().entrySet()) {
            appendLine(
                    condition,
                    " -a " + subcommand.getKey(),
                    Descriptions.describe(subcommand.getValue().getCommandSpec()));
        }
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (!option.hidden()) {
                appendLine(
                        condition,
                        optionNames(option) + (option.arity().max() > 0 ? valueFlags(option.paramLabel()) : ""),
                        Descriptions.describe(option));
            }
        }
        if (command.getCommandSpec().positionalParameters().stream().anyMatch(FishCompletion::isFile)) {
            appendLine(condition, " -F", "");
        }
        for (Map.Entry<String, CommandLine> subcommand :
                command.getSubcommands().entrySet()) {
            List<String> path = new ArrayList<>(parents);
            path.add(subcommand.getKey());
            appendCommand(subcommand.getValue(), path);
        }
    }

    private void appendLine(String condition, String arguments, String description) {
        script.append("complete -c ")
                .append(program)
                .append(" -n '")
                .append(condition)
                .append('\'')
                .append(arguments);
        if (!description.isEmpty()) {
            script.append(" -d '")
                    .append(description.replace("\\", "\\\\").replace("'", "\\'"))
                    .append('\'');
        }
        script.append('\n');
    }

    /** Returns the condition of a line: the command line contains all parent commands, and no subcommand yet. */
    private static String condition(List<String> parents, Map<String, CommandLine> subcommands) {
        List<String> conditions = new ArrayList<>();
        parents.forEach(word -> conditions.add("__fish_seen_subcommand_from " + word));
        if (parents.isEmpty()) {
            return "__fish_use_subcommand";
        }
        if (!subcommands.isEmpty()) {
            conditions.add("not __fish_seen_subcommand_from " + String.join(" ", subcommands.keySet()));
        }
        return String.join("; and ", conditions);
    }

    private static String optionNames(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            names.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
        }
        return names.toString();
    }

    private static String valueFlags(String label) {
        return isFile(label) ? " -r -F" : " -x";
    }

    private static boolean isFile(PositionalParamSpec parameter) {
        return isFile(parameter.paramLabel());
    }

    private static boolean isFile(String label) {
        return label.contains("FILE") || label.contains("FOLDER");
    }

    /** Returns descriptions of commands and options. */
    private static final class Descriptions {

        static String describe(CommandSpec command) {
            return join(command.usageMessage().description());
        }

        static String describe(OptionSpec option) {
            return join(option.description());
        }

        private static String join(String[] lines) {
            return lines.length == 0
                    ? ""
                    : String.join(" ", lines).replace("%n", " ").replace("%%", "%");
        }
    }
}
