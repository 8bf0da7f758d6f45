package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.Surroundings;
import java.util.List;
import picocli.CommandLine.HelpCommand;

/** All commands, in the order that {@code --help} shows. To add one: write its class, name it here. */
final class Commands {

    private Commands() {}

    static List<Object> all(Terminal terminal) {
        return List.of(new TryCommand(terminal), ConfigCommand.line(terminal, Surroundings.ofThisProcess()), new HelpCommand());
    }
}
