package dev.plimsoll.gateway.run;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.gateway.cli.Exit;
import dev.plimsoll.gateway.cli.Terminal;
import dev.plimsoll.gateway.cli.UsageException;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.Fault;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.data.DataFolder;
import dev.plimsoll.gateway.data.ServerIdentity;
import dev.plimsoll.gateway.log.DecisionLog;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.proxy.Workers;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.wire.LinePeer;
import dev.plimsoll.json.LineFramer;
import dev.plimsoll.store.SnapshotStore;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
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
            return complain(
                    Exit.USAGE, e.faults().stream().map(Fault::toString).toList());
        } catch (IOException e) {
            return complain(Exit.FAILED, List.of(String.valueOf(e.getMessage())));
        }
    }
}
