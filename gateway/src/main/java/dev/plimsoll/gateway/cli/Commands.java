package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.wrap.KnownFiles;
import dev.plimsoll.gateway.wrap.Launcher;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.HelpCommand;

/** All commands, in the order that {@code --help} shows. To add one: write its class, name it here. */
final class Commands {

    private Commands() {}

    static List<Object> all(Terminal terminal) {
        Surroundings surroundings = Surroundings.ofThisProcess();
        KnownFiles known = new KnownFiles(surroundings.home(), Path.of(""));
        String launcher = System.getProperty(Launcher.PROPERTY);
        return List.of(
                new RunHelp(),
                new ServeCommand(terminal, surroundings),
                new DemoCommand(terminal, surroundings, DemoCommand.besideThisProgram()),
                new TryCommand(terminal),
                new ReportCommand(terminal, surroundings),
                RolloutCommand.line(terminal, surroundings),
                new WrapCommand(terminal, known, launcher),
                new UnwrapCommand(terminal, known, launcher),
                ConfigCommand.line(terminal, surroundings),
                TokenCommand.line(terminal),
                new LoginCommand(terminal, surroundings),
                new LogoutCommand(terminal, surroundings),
                new DoctorCommand(terminal, surroundings),
                new CompletionCommand(terminal),
                new ManualCommand(terminal),
                new HelpCommand());
    }
}
