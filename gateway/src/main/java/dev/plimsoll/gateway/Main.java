package dev.plimsoll.gateway;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.cli.serve.QuickServeCommand;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.daemon.Daemon;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.Version;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Arrays;

/** Entry point of the program. Exit codes: 0 success, 1 failure, 2 wrong usage or configuration. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        Terminal terminal = Terminal.system();
        int status = terminal.finish(run(terminal, args));
        // System.exit takes 5 ms, because it looks for a logger first. After success, main returns instead:
        // the exit code is 0
        if (status != ExitCode.SUCCESS) {
            System.exit(status);
        }
    }

    /**
     * Runs a command. Handles the commands that must start fast here, because loading the parser of the other commands
     * takes long.
     */
    public static int run(Terminal terminal, String... args) {
        return switch (args.length == 0 ? "" : args[0]) {
            case "--version", "-V" -> Version.print(terminal);
            case "run" ->
                new RunCommand(terminal, new FileOutputStream(FileDescriptor.out), HostEnvironment.current())
                        .run(Arrays.copyOfRange(args, 1, args.length));
            case "serve" -> serve(terminal, args);
            case "daemon" -> daemon(terminal, args);
            default -> CommandLineProgram.run(terminal, args);
        };
    }

    /**
     * Runs {@code daemon listen} without the parser, because it must start fast. The other daemon commands need no fast
     * start.
     */
    private static int daemon(Terminal terminal, String... args) {
        return args.length > 1 && args[1].equals(Daemon.LISTEN)
                ? Daemon.listen(terminal, Arrays.asList(args).subList(2, args.length))
                : CommandLineProgram.run(terminal, args);
    }

    private static int serve(Terminal terminal, String... args) {
        QuickServeCommand quickServe =
                QuickServeCommand.parse(Arrays.asList(args).subList(1, args.length));
        return quickServe == null ? CommandLineProgram.run(terminal, args) : quickServe.run(terminal);
    }
}
