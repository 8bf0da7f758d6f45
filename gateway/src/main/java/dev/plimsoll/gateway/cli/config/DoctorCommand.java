package dev.plimsoll.gateway.cli.config;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.doctor.Doctor;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll doctor}: finds problems and says how to fix them. */
@Command(
        name = "doctor",
        description = "Checks Java, configuration, data folder, store, and servers, and shows fixes.",
        footer = {
            "",
            "Examples:",
            "  plimsoll doctor",
            "  plimsoll doctor --config plimsoll.yaml",
            "  plimsoll doctor -- npx -y @modelcontextprotocol/server-everything"
        })
public final class DoctorCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Option(names = "--config", paramLabel = "FILE", description = "the configuration to check")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the data folder to check")
    private @Nullable String data;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "another server to start and check")
    private List<String> command = new ArrayList<>();

    public DoctorCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() {
        List<CommandLineValue> flags = data == null ? List.of() : List.of(CommandLineValue.data(data));
        ServerConfig extraServer = command.isEmpty() ? null : ServerConfig.of("main", command);
        boolean hasNoErrors = new Doctor(hostEnvironment, terminal.out()).run(config, flags, extraServer);
        return hasNoErrors ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }
}
