package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.view.Effective;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll config show}. */
@Command(
        name = "show",
        description = "Prints the configuration in force, secrets masked, with the source of what is no default.",
        sortOptions = false)
final class ConfigShowCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Surroundings surroundings;

    @Mixin
    private ConfigOptions options = new ConfigOptions();

    @Option(names = "--json", description = "print one JSON object for programs")
    private boolean json;

    ConfigShowCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return options.with(surroundings, terminal, loaded -> {
            Effective effective = new Effective(loaded);
            terminal.out().print(json ? effective.json() : effective.yaml());
        });
    }
}
