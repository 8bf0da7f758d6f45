package dev.plimsoll.gateway.cli.program;

import dev.plimsoll.gateway.terminal.UsageException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Commands that the launcher script runs itself. This class describes them for help texts and completion. */
final class LauncherCommands {

    private static final String NEEDS_SOURCES = " needs the sources: start ./plimsoll %s in a clone of the project";

    private LauncherCommands() {}

    static CommandSpec warm() {
        return createSpec(
                "warm",
                "Creates the caches that make the program start faster; a build creates them, too.",
                " is a command of the launcher: start ./plimsoll %s",
                List.of());
    }

    static CommandSpec bench() {
        List<String> examples = List.of(
                "",
                "Examples:",
                "  ./plimsoll bench                  the engine, in two minutes",
                "  ./plimsoll bench --only TEXT      only rows with TEXT in their name",
                "  ./plimsoll bench answers          tokens and solutions of 100 tasks",
                "  ./plimsoll bench stdio            what run adds to round trips and startup",
                "  ./plimsoll bench http [OPTIONS]   what serve adds to calls; startup; sessions",
                "  ./plimsoll bench redis            what a store in Redis costs",
                "  ./plimsoll bench growth [FOLDER]  growth curves as images",
                "  ./plimsoll bench jmh [REGEX]      the same work under JMH");
        return createSpec("bench", "Measures the performance (in a clone, with Maven).", NEEDS_SOURCES, examples);
    }

    static CommandSpec dist() {
        return createSpec(
                "dist",
                "Builds archives and packages in target/dist (in a clone, with Maven).",
                NEEDS_SOURCES,
                List.of());
    }

    private static CommandSpec createSpec(String name, String description, String message, List<String> footer) {
        Runnable command = () -> {
            throw new UsageException(name + message.formatted(name));
        };
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(name);
        spec.usageMessage().description(description).footer(footer.toArray(String[]::new));
        return spec;
    }
}
