package dev.plimsoll.gateway.cli.program;

import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.cli.client.TryCommand;
import dev.plimsoll.gateway.cli.client.UnwrapCommand;
import dev.plimsoll.gateway.cli.client.WrapCommand;
import dev.plimsoll.gateway.cli.config.ConfigCommand;
import dev.plimsoll.gateway.cli.config.DoctorCommand;
import dev.plimsoll.gateway.cli.config.TokenCommand;
import dev.plimsoll.gateway.cli.operate.DaemonCommands;
import dev.plimsoll.gateway.cli.operate.PinCommands;
import dev.plimsoll.gateway.cli.operate.ReportCommand;
import dev.plimsoll.gateway.cli.operate.RolloutCommand;
import dev.plimsoll.gateway.cli.operate.SavedCommands;
import dev.plimsoll.gateway.cli.operate.WatchCommand;
import dev.plimsoll.gateway.cli.serve.DemoCommand;
import dev.plimsoll.gateway.cli.serve.ServeCommand;
import dev.plimsoll.gateway.cli.server.LoginCommand;
import dev.plimsoll.gateway.cli.server.LogoutCommand;
import dev.plimsoll.gateway.cli.server.ServerCommands;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.wrap.KnownFiles;
import dev.plimsoll.gateway.wrap.Launcher;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.HelpCommand;

/** All commands, in the order of {@code --help}. To add a command, write its class and register it here. */
final class Commands {

    private static final Set<String> NEEDS_ALL_COMMANDS = Set.of("help", "completion", "manual");

    private final Map<String, Supplier<Object>> byName = new LinkedHashMap<>();

    Commands(Terminal terminal) {
        HostEnvironment hostEnvironment = HostEnvironment.current();
        Supplier<KnownFiles> knownFiles = () -> new KnownFiles(hostEnvironment.home(), Path.of(""));
        String launcher = System.getProperty(Launcher.PROPERTY);
        String programName =
                NameArgument.resolve(System.getProperty(NameArgument.PROPERTY), hostEnvironment.environment());
        byName.put("run", RunHelp::new);
        byName.put("serve", () -> new ServeCommand(terminal, hostEnvironment));
        byName.put("demo", () -> new DemoCommand(terminal, hostEnvironment, DemoCommand.findSampleServer()));
        byName.put("try", () -> new TryCommand(terminal, programName));
        byName.put("report", () -> new ReportCommand(terminal, hostEnvironment));
        byName.put("rollout", () -> RolloutCommand.createCommandLine(terminal, hostEnvironment));
        byName.put("pin", () -> PinCommands.createCommandLine(terminal, hostEnvironment));
        byName.put("saved", () -> SavedCommands.createCommandLine(terminal, hostEnvironment));
        byName.put("watch", () -> new WatchCommand(terminal, hostEnvironment));
        byName.put("server", () -> ServerCommands.createCommandLine(terminal, hostEnvironment));
        byName.put("wrap", () -> new WrapCommand(terminal, knownFiles.get(), launcher));
        byName.put("unwrap", () -> new UnwrapCommand(terminal, knownFiles.get(), launcher));
        byName.put("config", () -> ConfigCommand.createCommandLine(terminal, hostEnvironment));
        byName.put("token", () -> TokenCommand.createCommandLine(terminal));
        byName.put("login", () -> new LoginCommand(terminal, hostEnvironment));
        byName.put("logout", () -> new LogoutCommand(terminal, hostEnvironment));
        byName.put("daemon", () -> DaemonCommands.createCommandLine(terminal, hostEnvironment));
        byName.put("doctor", () -> new DoctorCommand(terminal, hostEnvironment));
        byName.put("completion", () -> new CompletionCommand(terminal));
        byName.put("manual", () -> new ManualCommand(terminal));
        byName.put("warm", LauncherCommands::warm);
        byName.put("bench", LauncherCommands::bench);
        byName.put("dist", LauncherCommands::dist);
        // not HelpCommand::new: Java 25 cannot create an AOT cache with a method reference to a class file as old as
        // picocli's
        byName.put("help", () -> new HelpCommand());
    }

    /**
     * Creates only the command that these arguments name, because creating all commands takes time. If the
     * arguments name no command, creates all of them.
     */
    List<Object> select(String... args) {
        Supplier<Object> named = args.length == 0 || NEEDS_ALL_COMMANDS.contains(args[0]) ? null : byName.get(args[0]);
        return named == null ? byName.values().stream().map(Supplier::get).toList() : List.of(named.get());
    }
}
