package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.rollout.RolloutOverview;
import dev.plimsoll.gateway.rollout.RolloutStateFile;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll rollout}: shows the state of the rollouts. */
@Command(
        name = "rollout",
        description = "Shows the state of rollouts; turns protection off and on again.",
        synopsisSubcommandLabel = "[back|resume]",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  plimsoll rollout",
            "  plimsoll rollout back",
            "  plimsoll rollout back 'crm/list_*' --why 'customers complain'",
            "  plimsoll rollout resume 'crm/list_*'"
        })
public final class RolloutCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private final DataFolderOptions options = new DataFolderOptions();

    @Option(names = "--json", description = "print one JSON object for programs")
    private boolean isJsonOutput;

    private RolloutCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    /** Creates the command line with its subcommands. */
    public static CommandLine createCommandLine(Terminal terminal, HostEnvironment hostEnvironment) {
        return new CommandLine(new RolloutCommand(terminal, hostEnvironment))
                .addSubcommand(new RolloutBackCommand(terminal, hostEnvironment))
                .addSubcommand(new RolloutResumeCommand(terminal, hostEnvironment));
    }

    @Override
    public Integer call() {
        try {
            Configuration configuration = options.readConfiguration(hostEnvironment);
            RolloutOverview rolloutOverview =
                    RolloutOverview.of(configuration, new RolloutStateFile(configuration.data()).read(), Instant.now());
            terminal.out().print(isJsonOutput ? rolloutOverview.json() : rolloutOverview.text());
            return ExitCode.SUCCESS;
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }
}
