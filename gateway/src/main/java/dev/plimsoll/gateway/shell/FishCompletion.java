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

    static String of(CommandLine program) {
        FishCompletion fishCompletion = new FishCompletion(program.getCommandName());
        fishCompletion
                .script
                .append("complete -c ")
                .append(fishCompletion.program)
                .append(" -f\n");
        fishCompletion.add(program, List.of());
        return fishCompletion.script.toString();
    }

    private void add(CommandLine command, List<String> above) {
        String here = condition(above, command.getSubcommands());
        for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
            line(here, " -a " + below.getKey(), About.of(below.getValue().getCommandSpec()));
        }
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (!option.hidden()) {
                line(
                        here,
                        names(option) + (option.arity().max() > 0 ? value(option.paramLabel()) : ""),
                        About.of(option));
            }
        }
        if (command.getCommandSpec().positionalParameters().stream().anyMatch(FishCompletion::isFile)) {
            line(here, " -F", "");
        }
        for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
            List<String> path = new ArrayList<>(above);
            path.add(below.getKey());
            add(below.getValue(), path);
        }
    }

    private void line(String condition, String what, String about) {
        script.append("complete -c ")
                .append(program)
                .append(" -n '")
                .append(condition)
                .append('\'')
                .append(what);
        if (!about.isEmpty()) {
            script.append(" -d '")
                    .append(about.replace("\\", "\\\\").replace("'", "\\'"))
                    .append('\'');
        }
        script.append('\n');
    }

    /** Returns the condition of a line: after these words, and before the next command. */
    private static String condition(List<String> above, Map<String, CommandLine> below) {
        List<String> parts = new ArrayList<>();
        above.forEach(word -> parts.add("__fish_seen_subcommand_from " + word));
        if (above.isEmpty()) {
            return "__fish_use_subcommand";
        }
        if (!below.isEmpty()) {
            parts.add("not __fish_seen_subcommand_from " + String.join(" ", below.keySet()));
        }
        return String.join("; and ", parts);
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            names.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
        }
        return names.toString();
    }

    private static String value(String label) {
        return isFile(label) ? " -r -F" : " -x";
    }

    private static boolean isFile(PositionalParamSpec parameter) {
        return isFile(parameter.paramLabel());
    }

    private static boolean isFile(String label) {
        return label.contains("FILE") || label.contains("FOLDER");
    }

    /** Returns descriptions of commands and options. */
    private static final class About {

        static String of(CommandSpec command) {
            return first(command.usageMessage().description());
        }

        static String of(OptionSpec option) {
            return first(option.description());
        }

        private static String first(String[] lines) {
            return lines.length == 0
                    ? ""
                    : String.join(" ", lines).replace("%n", " ").replace("%%", "%");
        }
    }
}
