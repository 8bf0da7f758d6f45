package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.pin.PinFolder;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command on the pins in the configured data folder. */
abstract class PinAction implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private final DataFolderOptions options = new DataFolderOptions();

    PinAction(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    /** Runs the command and returns its exit code. */
    abstract int run(PinFolder folder) throws IOException;

    @Override
    public final Integer call() {
        try {
            return run(new PinFolder(options.readConfiguration(hostEnvironment).data()));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        } catch (IOException e) {
            return fail(String.valueOf(e.getMessage()));
        }
    }

    final void print(String text) {
        terminal.out().print(text);
    }

    final int succeed(String line) {
        terminal.out().println(line);
        return ExitCode.SUCCESS;
    }

    final int fail(String problem) {
        ErrorPrinter.print(terminal.err(), problem);
        return ExitCode.FAILURE;
    }
}
