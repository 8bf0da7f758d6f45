package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.rollout.RollbackRule;
import dev.plimsoll.gateway.rollout.RollbackService;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll rollout back}: turns protection off immediately, in all processes that use the data folder. */
@Command(
        name = "back",
        description = "Turns protection off immediately: results and listings pass as the server sends them.")
final class RolloutBackCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private final DataFolderOptions options = new DataFolderOptions();

    @Parameters(arity = "0..1", paramLabel = "TOOLS", description = "tool or server/tool with * and ?; default all")
    private String tools = RollbackRule.ALL;

    @Option(names = "--why", paramLabel = "TEXT", description = "the reason, for other operators")
    private @Nullable String reason;

    RolloutBackCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() {
        try {
            Configuration configuration = options.readConfiguration(hostEnvironment);
            Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            String reasonText = reason == null ? "" : reason;
            RollbackService.forDataFolder(configuration.data(), terminal.err())
                    .rollBack(new RollbackRule(tools, now, DataFolderOptions.currentUser(), null, reasonText));
            terminal.out()
                    .println("rolled back: " + (tools.equals(RollbackRule.ALL) ? "all tools" : tools)
                            + ". Running processes follow within one second. To undo: plimsoll rollout resume");
            return ExitCode.SUCCESS;
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }
}
