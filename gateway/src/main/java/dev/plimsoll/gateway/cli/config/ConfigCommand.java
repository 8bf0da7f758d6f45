package dev.plimsoll.gateway.cli.config;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code plimsoll config}: validates and shows the configuration. */
@Command(
        name = "config",
        description = "Checks the configuration, shows the active one, or prints its JSON Schema.",
        synopsisSubcommandLabel = "(check | show | schema)",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  plimsoll config check plimsoll.yaml",
            "  plimsoll config check new.yaml --replay --since 7d",
            "  plimsoll config show --preset strict",
            "  plimsoll config schema > plimsoll.schema.json"
        })
public final class ConfigCommand implements Runnable {

    private ConfigCommand() {}

    /** Creates the command line with its subcommands. */
    public static CommandLine createCommandLine(Terminal terminal, HostEnvironment hostEnvironment) {
        return new CommandLine(new ConfigCommand())
                .addSubcommand(new ConfigCheckCommand(terminal, hostEnvironment))
                .addSubcommand(new ConfigShowCommand(terminal, hostEnvironment))
                .addSubcommand(new ConfigSchemaCommand(terminal));
    }

    @Override
    public void run() {
        throw new UsageException("no command given; use config check, config show, or config schema");
    }
}
