package dev.plimsoll.gateway.cli.server;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.login.Logout;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll logout}: revokes and deletes the tokens that {@code login} obtained. */
@Command(
        name = "logout",
        description = "Logs out from a server: revokes its tokens, if possible, and deletes them.",
        footer = {"", "Examples:", "  plimsoll logout crm"})
public final class LogoutCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private ServerOptions options = new ServerOptions();

    public LogoutCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() throws IOException {
        try {
            ServerOptions.Selection selection = options.select(hostEnvironment);
            boolean isLoggedOut = Logout.create(selection.server(), selection.data(), terminal.out()::println)
                    .run();
            terminal.out().flush();
            if (!isLoggedOut) {
                ErrorPrinter.print(
                        terminal.err(), "not logged in to " + selection.server().name());
            }
            return isLoggedOut ? ExitCode.SUCCESS : ExitCode.FAILURE;
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        }
    }
}
