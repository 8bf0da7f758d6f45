package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.saved.SavedView;
import dev.plimsoll.gateway.saved.ViewFiles;
import dev.plimsoll.gateway.saved.ViewName;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.gateway.watch.ChangePrinter;
import dev.plimsoll.gateway.watch.ViewClient;
import dev.plimsoll.gateway.watch.ViewReadException;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll watch}: reads a saved view regularly, and prints its changes. */
@Command(
        name = "watch",
        description = "Calls the tool of a saved view regularly, and prints what has changed, until Ctrl+C.",
        footer = {
            "",
            "Examples:",
            "  plimsoll watch open-issues",
            "  plimsoll watch open-issues --every 5m --json",
            "  plimsoll watch notes --name files -- npx -y @modelcontextprotocol/server-filesystem /data"
        })
public final class WatchCommand implements Callable<Integer> {

    private static final Pattern INTERVAL = Pattern.compile("([1-9][0-9]{0,4})([smh])");
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(2);
    private static final Duration MAX_INTERVAL = Duration.ofDays(1);

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Parameters(index = "0", paramLabel = "VIEW", description = "the name of the view, as in plimsoll://saved/NAME")
    private String viewName = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "the server's command, if the server is not in the configuration")
    private List<String> command = List.of();

    @Option(names = "--every", paramLabel = "TIME", description = "the interval, 2s to 24h (default: 30s)")
    private String every = "30s";

    @Option(names = "--once", description = "read the view once, print the value as JSON, and exit")
    private boolean isSingleRead;

    @Option(names = "--json", description = "print one JSON object for each change")
    private boolean isJsonOutput;

    @Option(names = "--name", paramLabel = "NAME", description = "the server's name (default: the server of the view)")
    private @Nullable String server;

    @Option(names = "--config", paramLabel = "FILE", description = "the configuration, as for plimsoll run")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the data folder")
    private @Nullable String data;

    public WatchCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    @Override
    public Integer call() throws IOException {
        if (!ViewName.isValid(viewName)) {
            throw new UsageException("'" + viewName
                    + "' cannot be the name of a view: use " + ViewName.ALLOWED
                    + " ('plimsoll saved list' shows the names)");
        }
        Duration interval = parseInterval();
        List<String> arguments;
        try {
            arguments = createRunArguments();
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        }
        Pipe toSession = Pipe.open();
        Pipe fromSession = Pipe.open();
        try (OutputStream out = Channels.newOutputStream(toSession.sink());
                InputStream in = Channels.newInputStream(fromSession.source())) {
            Thread session = Thread.ofPlatform()
                    .name("plimsoll-watch-session")
                    .start(() -> runSession(toSession, fromSession, arguments));
            int status = watch(new ViewClient(out, in, "plimsoll://saved/" + viewName), interval);
            toSession.sink().close();
            session.join(Duration.ofSeconds(3));
            return status;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILURE;
        }
    }

    private Duration parseInterval() {
        Matcher matcher = INTERVAL.matcher(every);
        Duration interval = !matcher.matches()
                ? Duration.ZERO
                : switch (matcher.group(2)) {
                    case "s" -> Duration.ofSeconds(Long.parseLong(matcher.group(1)));
                    case "m" -> Duration.ofMinutes(Long.parseLong(matcher.group(1)));
                    default -> Duration.ofHours(Long.parseLong(matcher.group(1)));
                };
        if (interval.compareTo(MIN_INTERVAL) < 0 || interval.compareTo(MAX_INTERVAL) > 0) {
            throw new UsageException("--every " + every + ": must be a time from 2s to 24h, such as 30s or 5m");
        }
        return interval;
    }

    /** Returns the arguments of {@code plimsoll run} with which the session starts. */
    private List<String> createRunArguments() throws ConfigurationException {
        List<String> arguments = new ArrayList<>();
        if (config != null) {
            arguments.add("--config=" + config);
        }
        if (data != null) {
            arguments.add("--data=" + data);
        }
        String serverName = server == null && command.isEmpty() ? findServerOfView() : server;
        if (serverName != null) {
            arguments.add("--name=" + serverName);
        }
        if (!command.isEmpty()) {
            arguments.add("--");
            arguments.addAll(command);
        }
        return arguments;
    }

    private String findServerOfView() throws ConfigurationException {
        List<CommandLineValue> flags = data == null ? List.of() : List.of(CommandLineValue.data(data));
        Configuration configuration = new ConfigurationReader(hostEnvironment)
                .read(DefaultFile.USER, config, flags)
                .configuration();
        List<String> servers = new ViewFiles(configuration.data())
                .readAll().stream()
                        .filter(view -> view.name().equals(viewName))
                        .filter(view -> configuration.server(view.server()).isPresent())
                        .map(SavedView::server)
                        .distinct()
                        .toList();
        if (servers.size() != 1) {
            throw new UsageException(
                    servers.isEmpty()
                            ? "there is no saved view " + viewName + " of a configured server in the data folder "
                                    + configuration.data()
                                    + "; see plimsoll saved list, or give the server's command after --"
                            : "several servers have a view " + viewName + ": give the server with --name, one of "
                                    + String.join(", ", servers));
        }
        return servers.getFirst();
    }

    private void runSession(Pipe toSession, Pipe fromSession, List<String> arguments) {
        try (InputStream in = Channels.newInputStream(toSession.source());
                OutputStream out = Channels.newOutputStream(fromSession.sink())) {
            Terminal sessionTerminal = new Terminal(in, terminal.err(), terminal.err(), false, false);
            new RunCommand(sessionTerminal, out, hostEnvironment).run(arguments.toArray(String[]::new));
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
        }
    }

    private int watch(ViewClient client, Duration interval) throws InterruptedException {
        ChangePrinter printer = new ChangePrinter(terminal.out(), viewName, isJsonOutput, ZoneId.systemDefault());
        Slice lastValue = null;
        try {
            client.initialize();
            while (true) {
                try {
                    Slice value = client.read();
                    if (isSingleRead) {
                        terminal.out().println(value.utf8());
                        return ExitCode.SUCCESS;
                    }
                    if (lastValue == null) {
                        printer.printInitialValue(value, Instant.now());
                    } else {
                        printer.printChanges(lastValue, value, Instant.now());
                    }
                    lastValue = value;
                } catch (ViewReadException e) {
                    if (e.isFinal() || isSingleRead) {
                        throw e;
                    }
                    ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
                }
                Thread.sleep(interval);
            }
        } catch (ViewReadException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }
}
