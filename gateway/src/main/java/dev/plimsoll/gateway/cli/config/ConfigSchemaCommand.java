package dev.plimsoll.gateway.cli.config;

import dev.plimsoll.gateway.config.view.ConfigSchema;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code plimsoll config schema}: prints the JSON Schema of the configuration. */
@Command(name = "schema", description = "Prints the JSON Schema of the configuration, for editors.")
final class ConfigSchemaCommand implements Callable<Integer> {

    private final Terminal terminal;

    ConfigSchemaCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().print(ConfigSchema.json());
        return ExitCode.SUCCESS;
    }
}
