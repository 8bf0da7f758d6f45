package dev.plimsoll.gateway.cli.serve;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll serve}: serves the configured servers over HTTP. */
@Command(
        name = "serve",
        description = "Serves the configured servers over HTTP: all at /mcp, each at /mcp/NAME.",
        footer = {"", "Examples:", "  plimsoll serve", "  plimsoll serve --config plimsoll.yaml --listen 127.0.0.1:9000"
        })
public final class ServeCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration (default: plimsoll.yaml or plimsoll.json, if one exists)")
    private @Nullable String config;

    @Mixin
    private ListenOptions options = new ListenOptions();

    public ServeCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() throws InterruptedException {
        return serve(terminal, hostEnvironment, config, options.flags());
    }

    /** @param config the configuration file; null for the default file in the working folder, which need not exist */
    static int serve(
            Terminal terminal, HostEnvironment hostEnvironment, @Nullable String config, List<CommandLineValue> flags)
            throws InterruptedException {
        ConfigurationReader reader = new ConfigurationReader(hostEnvironment);
        return ServeLoop.run(
                new FileSource(reader, DefaultFile.WORKING_FOLDER, config, flags),
                terminal,
                gatewayServer -> {},
                () -> {});
    }
}
