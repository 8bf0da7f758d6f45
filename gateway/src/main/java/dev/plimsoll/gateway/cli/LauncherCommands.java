package dev.plimsoll.gateway.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Commands that the launcher itself runs. They are here for help texts and completion. */
final class LauncherCommands {

    private static final String IN_A_CLONE = " needs the sources: start ./plimsoll %s in a clone of the project";

    private LauncherCommands() {}

    static CommandSpec warm() {
        return of(
                "warm",
                "Makes the caches with which the program starts faster; a build makes them by itself.",
                " is a command of the launcher: start ./plimsoll %s",
                List.of());
    }

    static CommandSpec bench() {
        List<String> examples = List.of(
                "",
                "Examples:",
                "  ./plimsoll bench                  the engine, in two minutes",
                "  ./plimsoll bench --only TEXT      the rows that have this in their name",
                "  ./plimsoll bench stdio            what run adds to round trips and to a start",
                "  ./plimsoll bench http [OPTIONS]   what serve adds to calls, its start, its sessions",
                "  ./plimsoll bench redis            what a store in Redis takes",
                "  ./plimsoll bench growth [FOLDER]  curves, as pictures",
                "  ./plimsoll bench jmh [REGEX]      the same work under JMH");
        return of("bench", "Measures how fast it is (in a clone, with Maven).", IN_A_CLONE, examples);
    }

    static CommandSpec dist() {
        return of(
                "dist", "Makes archives and packages in target/dist (in a clone, with Maven).", IN_A_CLONE, List.of());
    }

    private static CommandSpec of(String name, String description, String otherwise, List<String> footer) {
        Runnable reached = () -> {
            throw new UsageException(name + otherwise.formatted(name));
        };
        CommandSpec spec = CommandSpec.wrapWithoutInspection(reached).name(name);
        spec.usageMessage().description(description).footer(footer.toArray(String[]::new));
        return spec;
    }
}
