package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.reload.FileSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll serve}: the servers of the configuration, over HTTP. */
@Command(
        name = "serve",
        description = "Serves the configuration's servers over HTTP: all at /mcp, each at /mcp/NAME.",
        footer = {"", "Examples:", "  plimsoll serve", "  plimsoll serve --config plimsoll.yaml --listen 127.0.0.1:9000"
        })
final class ServeCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Surroundings surroundings;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration (default: plimsoll.yaml or plimsoll.json, if there is one)")
    private @Nullable String config;

    @Mixin
    private ListenOptions options = new ListenOptions();

    ServeCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        return serve(terminal, surroundings, config, options.flags());
    }

    /** @param config the file; null: the one in the working folder, if there is one */
    static int serve(Terminal terminal, Surroundings surroundings, @Nullable String config, List<Flag> flags)
            throws InterruptedException {
        ConfigurationReader reader = new ConfigurationReader(surroundings);
        return Serving.of(
                new FileSource(reader, DefaultFile.WORKING_FOLDER, config, flags), terminal, gateway -> {}, () -> {});
    }
}
