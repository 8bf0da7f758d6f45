package dev.plimsoll.gateway.cli.server;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.cli.server.ServerCommands.NamedServerAction;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.FileEditor;
import dev.plimsoll.gateway.manage.file.ToolSwitch;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.manage.server.ToolSize;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.server.ServerTrial;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.schema.ListedTool;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plimsoll server tools}: lists the tools of a server with their sizes, and switches them on and off. */
@Command(
        name = "tools",
        description = "Lists the tools of a server with the size of their definitions, or switches a tool on or off.",
        footer = {
            "",
            "Examples:",
            "  plimsoll server tools files",
            "  plimsoll server tools files --off write_file",
            "  plimsoll server tools files --on write_file"
        })
final class ServerToolsCommand extends NamedServerAction {

    @Option(names = "--off", paramLabel = "TOOL", description = "switch this tool off: callers cannot use it")
    private @Nullable String toolToSwitchOff;

    @Option(names = "--on", paramLabel = "TOOL", description = "switch this tool on again")
    private @Nullable String toolToSwitchOn;

    @Option(names = "--json", description = "print one JSON object for programs")
    private boolean isJsonOutput;

    ServerToolsCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        super(terminal, hostEnvironment);
    }

    @Override
    int run(LoadedConfiguration current, FileEditor editor) throws ConfigurationException, ConfigEditException {
        ServerConfig server = ServerManager.findServable(current.configuration()).stream()
                .filter(candidate -> candidate.name().equals(name()))
                .findFirst()
                .orElseThrow(() ->
                        new UsageException("there is no server named '" + name() + "'; see plimsoll server list"));
        if (toolToSwitchOff != null && toolToSwitchOn != null) {
            throw new UsageException("give either --off or --on, not both");
        }
        String tool = toolToSwitchOff == null ? toolToSwitchOn : toolToSwitchOff;
        if (tool != null) {
            requireTool(server, tool, current);
            ToolSwitch toolSwitch = new ToolSwitch(name(), tool, toolToSwitchOff == null);
            return edit(editor, toolSwitch.find(current, editor::parseCandidate), toolSwitch.description());
        }
        Configuration configuration = current.configuration();
        Catalog catalog = configuration.catalogs().forServer(name());
        List<ToolSize> tools;
        try {
            tools = ToolSize.of(
                    ServerTrial.listTools(server, configuration), name(), configuration.policies(), catalog);
        } catch (UpstreamException e) {
            ErrorPrinter.print(terminal().err(), name() + " does not list its tools: " + e.getMessage());
            return ExitCode.FAILURE;
        }
        terminal()
                .out()
                .print(isJsonOutput ? toJson(tools, catalog) + System.lineSeparator() : formatTable(tools, catalog));
        return ExitCode.SUCCESS;
    }

    /**
     * Throws a usage error if the server does not list the tool. If the server does not work, only prints
     * that the name was not checked.
     */
    private void requireTool(ServerConfig server, String tool, LoadedConfiguration current) {
        List<String> names;
        try {
            names = ServerTrial.listTools(server, current.configuration()).stream()
                    .map(entry -> ListedTool.of(entry).name())
                    .toList();
        } catch (UpstreamException e) {
            ErrorPrinter.print(
                    terminal().err(),
                    name() + " does not list its tools, so the name is not checked: " + e.getMessage());
            return;
        }
        if (!names.contains(tool)) {
            throw new UsageException(name() + " has no tool '" + tool + "'; "
                    + NameSuggestions.suggestion(tool, names, "", "see plimsoll server tools " + name()));
        }
    }

    private String toJson(List<ToolSize> tools, Catalog catalog) {
        JsonWriter json = new JsonWriter(1024).beginObject().string("server", name());
        json.string("catalog", catalog.name().toLowerCase(Locale.ROOT));
        json.number("listedTokens", ToolSize.sumTokens(tools, false))
                .number("blockedTokens", ToolSize.sumTokens(tools, true));
        json.array(
                "tools",
                tools,
                (ToolSize tool, JsonWriter item) -> item.beginObject()
                        .string("name", tool.name())
                        .number("tokens", tool.tokens())
                        .bool("blocked", tool.isBlocked())
                        .string("tier", tool.tier().toString())
                        .endObject());
        return json.endObject().slice().utf8();
    }

    /**
     * Returns the tool's name with control characters replaced, because the server has chosen the name and
     * the terminal would obey them.
     */
    private static String printableName(ToolSize tool) {
        return tool.name().replaceAll("\\p{C}", "?");
    }

    private static String formatTable(List<ToolSize> tools, Catalog catalog) {
        StringBuilder table = new StringBuilder();
        String lineSeparator = System.lineSeparator();
        int width = tools.stream()
                .mapToInt(tool -> printableName(tool).length())
                .max()
                .orElse(0);
        tools.stream()
                .sorted(Comparator.comparingInt(ToolSize::tokens).reversed())
                .forEach(tool -> table.append(printableName(tool))
                        .append(" ".repeat(width - printableName(tool).length() + 2))
                        .append(String.format(Locale.ROOT, "%,7d tokens", tool.tokens()))
                        .append(tool.isBlocked() ? "  off" : "")
                        .append(lineSeparator));
        table.append(String.format(
                Locale.ROOT,
                "%,d tokens in listings, from %d tools",
                ToolSize.sumTokens(tools, false),
                tools.stream().filter(tool -> !tool.isBlocked()).count()));
        if (ToolSize.sumTokens(tools, true) > 0) {
            table.append(
                    String.format(Locale.ROOT, "; %,d tokens of tools that are off", ToolSize.sumTokens(tools, true)));
        }
        table.append(lineSeparator);
        if (catalog == Catalog.DISPATCH) {
            table.append("catalog: dispatch: clients get one tool in place of these")
                    .append(lineSeparator);
        }
        return table.toString();
    }
}
