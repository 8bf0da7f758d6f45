package dev.plimsoll.gateway.cli.server;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.login.Browser;
import dev.plimsoll.gateway.login.Login;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll login}: lets the user grant access to an upstream server. */
@Command(
        name = "login",
        description = "Logs in to a server that uses OAuth. The commands run and serve use and renew the tokens.",
        footer = {
            "",
            "Examples:",
            "  plimsoll login crm",
            "  plimsoll login crm --scope files:write",
            "  plimsoll login https://mcp.example/mcp --no-browser"
        })
public final class LoginCommand implements Callable<Integer> {

    private static final int PORT_COUNT = 65_536;

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private ServerOptions options = new ServerOptions();

    @Option(names = "--scope", paramLabel = "SCOPE", description = "also request this scope; repeatable")
    private List<String> scopes = new ArrayList<>();

    @Option(names = "--no-browser", description = "print the URL of the login page instead of opening it")
    private boolean isBrowserDisabled;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "the port for the redirect to 127.0.0.1 (default: a free port)")
    private int port;

    @Option(names = "--no-keyring", description = "do not encrypt the tokens with a key in the user's keyring")
    private boolean isKeyringDisabled;

    public LoginCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() throws IOException {
        if (port < 0 || port >= PORT_COUNT) {
            throw new UsageException("--port: must be below " + PORT_COUNT + ", got " + port);
        }
        try {
            ServerOptions.Selection selection = options.select(hostEnvironment);
            requireNoAuthorizationHeader(selection);
            Browser browser = isBrowserDisabled
                    ? Browser.NONE
                    : Browser.ofSystem(hostEnvironment.environment(), System.getProperty("os.name", ""));
            Login login = Login.create(selection.server(), selection.data(), this::print);
            (isKeyringDisabled ? login : login.withKeyring()).run(browser, parseScopes(), port);
            return ExitCode.SUCCESS;
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        }
    }

    private static void requireNoAuthorizationHeader(ServerOptions.Selection selection) {
        for (String header : selection.server().headers().keySet()) {
            if (header.toLowerCase(Locale.ROOT).equals("authorization")) {
                throw new UsageException("servers." + selection.server().name()
                        + ".headers.Authorization is set and would override the login; remove it first");
            }
        }
    }

    private List<String> parseScopes() {
        List<String> names = new ArrayList<>();
        for (String scope : scopes) {
            for (String name : scope.strip().split(" +", -1)) {
                if (!name.matches("[!#-\\[\\]-~]{1,200}")) {
                    throw new UsageException("--scope: must be scope names, separated by spaces");
                }
                names.add(name);
            }
        }
        return names;
    }

    private void print(String line) {
        terminal.out().println(line.replaceAll("\\p{Cntrl}+", " "));
        terminal.out().flush();
    }
}
