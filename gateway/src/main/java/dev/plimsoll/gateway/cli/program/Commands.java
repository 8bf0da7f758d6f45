package dev.plimsoll.gateway.cli.program;

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
import dev.plimsoll.gateway.terminal.Terminal;
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

    private final Map<String, Supplier<Object>> commandsByName = new LinkedHashMap<>();

    Commands(Terminal terminal) {
        HostEnvironment hostEnvironment = HostEnvironment.current();
        Supplier<KnownFiles> knownFiles = () -> new KnownFiles(hostEnvironment.home(), Path.of(""));
        String launcher = System.getProperty(Launcher.PROPERTY);
        String programName =
                ProgramName.resolve(System.getProperty(ProgramName.PROPERTY), hostEnvironment.environment());
        commandsByName.put("run", RunHelp::new);
        commandsByName.put("serve", () -> new ServeCommand(terminal, hostEnvironment));
        commandsByName.put("demo", () -> new DemoCommand(terminal, hostEnvironment, DemoCommand.findSampleServer()));
        commandsByName.put("try", () -> new TryCommand(terminal, programName));
        commandsByName.put("report", () -> new ReportCommand(terminal, hostEnvironment));
        commandsByName.put("rollout", () -> RolloutCommand.createCommandLine(terminal, hostEnvironment));
        commandsByName.put("pin", () -> PinCommands.createCommandLine(terminal, hostEnvironment));
        commandsByName.put("saved", () -> SavedCommands.createCommandLine(terminal, hostEnvironment));
        commandsByName.put("watch", () -> new WatchCommand(terminal, hostEnvironment));
        commandsByName.put("server", () -> ServerCommands.createCommandLine(terminal, hostEnvironment));
        commandsByName.put("wrap", () -> new WrapCommand(terminal, knownFiles.get(), launcher));
        commandsByName.put("unwrap", () -> new UnwrapCommand(terminal, knownFiles.get(), launcher));
        commandsByName.put("config", () -> ConfigCommand.createCommandLine(terminal, hostEnvironment));
        commandsByName.put("token", () -> TokenCommand.createCommandLine(terminal));
        commandsByName.put("login", () -> new LoginCommand(terminal, hostEnvironment));
        commandsByName.put("logout", () -> new LogoutCommand(terminal, hostEnvironment));
        commandsByName.put("daemon", () -> DaemonCommands.createCommandLine(terminal, hostEnvironment));
        commandsByName.put("doctor", () -> new DoctorCommand(terminal, hostEnvironment));
        commandsByName.put("completion", () -> new CompletionCommand(terminal));
        commandsByName.put("manual", () -> new ManualCommand(terminal));
        commandsByName.put("warm", LauncherCommands::warm);
        commandsByName.put("bench", LauncherCommands::bench);
        commandsByName.put("dist", LauncherCommands::dist);
        // not HelpCommand::new: Java 25 cannot create an AOT cache with a method reference to a class file as old as
        // picocli's
        commandsByName.put("help", () -> new HelpCommand());
    }

    /**
     * Creates only the command that these arguments name, because creating all commands takes time. Creates all
     * commands if the arguments name no command, or a command that describes the others.
     */
    List<Object> createNeeded(String... args) {
        Supplier<Object> namedCommand =
                args.length == 0 || NEEDS_ALL_COMMANDS.contains(args[0]) ? null : commandsByName.get(args[0]);
        return namedCommand == null
                ? commandsByName.values().stream().map(Supplier::get).toList()
                : List.of(namedCommand.get());
    }
}
