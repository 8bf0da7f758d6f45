package dev.plimsoll.gateway.cli.server;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.view.FlatConfig;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.FileEditor;
import dev.plimsoll.gateway.manage.file.ServerEdits;
import dev.plimsoll.gateway.manage.server.RestartRequests;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.json.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll server}: changes the servers of {@code serve}, also while it runs. */
@Command(
        name = "server",
        description = "Changes the servers of plimsoll serve, also while it runs.",
        synopsisSubcommandLabel = "[list|add|tools|remove|stop|start|restart]",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  plimsoll server list",
            "  plimsoll server add files -- npx -y @modelcontextprotocol/server-filesystem /data",
            "  plimsoll server tools files",
            "  plimsoll server restart files",
            "  plimsoll server stop files",
            "  plimsoll server remove files"
        })
public final class ServerCommands extends ServerAction {

    private ServerCommands(Terminal terminal, HostEnvironment hostEnvironment) {
        super(terminal, hostEnvironment);
    }

    /** Creates the command line with its subcommands. */
    public static CommandLine createCommandLine(Terminal terminal, HostEnvironment hostEnvironment) {
        return new CommandLine(new ServerCommands(terminal, hostEnvironment))
                .addSubcommand(new ServerListCommand(terminal, hostEnvironment))
                .addSubcommand(new ServerAddCommand(terminal, hostEnvironment))
                .addSubcommand(new ServerToolsCommand(terminal, hostEnvironment))
                .addSubcommand(new RemoveCommand(terminal, hostEnvironment))
                .addSubcommand(new StopCommand(terminal, hostEnvironment))
                .addSubcommand(new StartCommand(terminal, hostEnvironment))
                .addSubcommand(new RestartCommand(terminal, hostEnvironment));
    }

    @Override
    int run(LoadedConfiguration current, FileEditor editor) {
        terminal().out().print(formatTable(current));
        return ExitCode.SUCCESS;
    }

    private static String describeTarget(Map<String, FlatConfig.Value> values, ServerConfig server) {
        String prefix = "servers.\"" + server.name() + "\".";
        FlatConfig.Value value = values.get(prefix + (server.url() == null ? "command" : "url"));
        FlatConfig.Value arguments = values.get(prefix + "args");
        return (value == null ? "" : value.displayText()) + (arguments == null ? "" : " " + arguments.displayText());
    }

    private static boolean isStopped(LoadedConfiguration current, ServerConfig server) {
        return current.configuration().serving().management().stopped().contains(server.name());
    }

    private static String formatTable(LoadedConfiguration current) {
        Map<String, FlatConfig.Value> values = FlatConfig.of(current);
        StringBuilder table = new StringBuilder();
        List<ServerConfig> servers = ServerManager.findServable(current.configuration());
        int width = servers.stream()
                .mapToInt(server -> server.name().length())
                .max()
                .orElse(0);
        for (ServerConfig server : servers) {
            table.append(server.name())
                    .append(" ".repeat(width - server.name().length() + 2))
                    .append(isStopped(current, server) ? "stopped  " : "enabled  ")
                    .append(describeTarget(values, server))
                    .append(System.lineSeparator());
        }
        return table.isEmpty() ? "no servers" + System.lineSeparator() : table.toString();
    }

    /** {@code plimsoll server list}: lists the servers of the configuration. */
    @Command(name = "list", description = "Lists the servers of the configuration. Secrets are masked.")
    static final class ServerListCommand extends ServerAction {

        @Option(names = "--json", description = "print one JSON object for programs")
        private boolean isJsonOutput;

        ServerListCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(LoadedConfiguration current, FileEditor editor) {
            if (!isJsonOutput) {
                terminal().out().print(formatTable(current));
                return ExitCode.SUCCESS;
            }
            Map<String, FlatConfig.Value> values = FlatConfig.of(current);
            JsonWriter json = new JsonWriter(512).beginObject();
            json.array(
                    "servers",
                    ServerManager.findServable(current.configuration()),
                    (ServerConfig server, JsonWriter item) -> item.beginObject()
                            .string("name", server.name())
                            .bool("enabled", !isStopped(current, server))
                            .string("transport", server.url() == null ? "process" : "url")
                            .string("target", describeTarget(values, server))
                            .endObject());
            terminal().out().println(json.endObject().slice().utf8());
            return ExitCode.SUCCESS;
        }
    }

    /** A command on one server. */
    abstract static class NamedServerAction extends ServerAction {

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the server")
        private String name = "";

        NamedServerAction(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        final String name() {
            return name;
        }
    }

    /** {@code plimsoll server remove}: removes a server from the configuration. */
    @Command(name = "remove", description = "Removes a server. The file keeps its comments and its order.")
    static final class RemoveCommand extends NamedServerAction {

        RemoveCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(LoadedConfiguration current, FileEditor editor) throws ConfigurationException, ConfigEditException {
            return edit(editor, ServerEdits.remove(name()), "removed " + name());
        }
    }

    /** {@code plimsoll server stop}: ends a server until it is started again. */
    @Command(name = "stop", description = "Stops a server until plimsoll server start (enabled: false).")
    static final class StopCommand extends NamedServerAction {

        StopCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(LoadedConfiguration current, FileEditor editor) throws ConfigurationException, ConfigEditException {
            return edit(editor, ServerEdits.setEnabled(name(), false), "stopped " + name());
        }
    }

    /** {@code plimsoll server start}: offers a stopped server again. */
    @Command(name = "start", description = "Makes a stopped server available again. Its next call starts it.")
    static final class StartCommand extends NamedServerAction {

        StartCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(LoadedConfiguration current, FileEditor editor) throws ConfigurationException, ConfigEditException {
            return edit(editor, ServerEdits.setEnabled(name(), true), "started " + name());
        }
    }

    /** {@code plimsoll server restart}: ends a server; its next call starts it again. */
    @Command(name = "restart", description = "Ends the processes of a server. Its next call starts it again.")
    static final class RestartCommand extends NamedServerAction {

        RestartCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(LoadedConfiguration current, FileEditor editor) throws IOException {
            boolean isEnabled = ServerManager.findServable(current.configuration()).stream()
                    .anyMatch(server -> server.name().equals(name()) && !isStopped(current, server));
            if (!isEnabled) {
                throw new UsageException("no server named '" + name() + "' is enabled; see plimsoll server list");
            }
            RestartRequests.request(current.configuration().data(), name());
            terminal()
                    .out()
                    .println("requested a restart of " + name() + ". A running plimsoll serve that uses "
                            + current.configuration().data() + " follows within one second.");
            return ExitCode.SUCCESS;
        }
    }
}
