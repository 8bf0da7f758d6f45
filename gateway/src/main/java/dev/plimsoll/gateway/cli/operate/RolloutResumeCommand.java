package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.rollout.RollbackService;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code plimsoll rollout resume}: turns protection on again after {@code rollout back}. */
@Command(name = "resume", description = "Turns protection on again after a manual or automatic rollback.")
final class RolloutResumeCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private final DataFolderOptions options = new DataFolderOptions();

    @Parameters(arity = "0..1", paramLabel = "TOOLS", description = "the TOOLS of a rollback; default: all rollbacks")
    private @Nullable String tools;

    RolloutResumeCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() {
        try {
            Configuration configuration = options.readConfiguration(hostEnvironment);
            List<String> resumed = RollbackService.forDataFolder(configuration.data(), terminal.err())
                    .resume(tools, DataFolderOptions.currentUser());
            if (resumed.isEmpty()) {
                ErrorPrinter.print(terminal.err(), "no rollback is active" + (tools == null ? "" : " for " + tools));
                return tools == null ? ExitCode.SUCCESS : ExitCode.FAILURE;
            }
            terminal.out().println("resumed: " + String.join(", ", resumed));
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
