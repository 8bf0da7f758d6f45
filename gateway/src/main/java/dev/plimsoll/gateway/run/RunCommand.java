package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.cli.Exit;
import dev.plimsoll.gateway.cli.Terminal;
import dev.plimsoll.gateway.cli.UsageException;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.Fault;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Reads options and configuration, starts the server, relays until the end. */
public final class RunCommand {

    private static final Patience PATIENCE = new Patience(Duration.ofMillis(1_000), Duration.ofMillis(400));
    private static final int WORKERS = 4;

    private final Terminal terminal;
    private final Surroundings surroundings;

    public RunCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    /** Takes what stands behind {@code run}; the exit code. */
    public int run(String... arguments) {
        try {
            RunOptions options = RunOptions.of(Arrays.asList(arguments));
            if (options.help()) {
                terminal.out().print(RunOptions.HELP);
                return Exit.GOOD;
            }
            Path file = options.config() == null
                    ? surroundings.userFile()
                    : surroundings.workingFolder().resolve(options.config());
            Loaded loaded = new ConfigurationReader(surroundings).read(file, options.flags());
            return run(server(options, loaded.configuration()), loaded);
        } catch (UsageException e) {
            return complain(Exit.USAGE, List.of(String.valueOf(e.getMessage()), "try 'plimsoll run --help'"));
        } catch (ConfigurationException e) {
            return complain(Exit.USAGE, e.faults().stream().map(Fault::toString).toList());
        } catch (IOException e) {
            return complain(Exit.FAILED, List.of(String.valueOf(e.getMessage())));
        }
    }
}
