package dev.plimsoll.gateway.cli.server;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor.TextChange;
import dev.plimsoll.gateway.manage.file.FileEditor;
import dev.plimsoll.gateway.manage.file.ServerEdits;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.gateway.upstream.ServerProbe.ServerFacts;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.server.ServerTrial;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll server add}: adds a server to the configuration. */
@Command(
        name = "add",
        description = "Starts or calls a server once to check that it works, and adds it.",
        footer = {
            "",
            "Examples:",
            "  plimsoll server add files -- npx -y @modelcontextprotocol/server-filesystem /data",
            "  plimsoll server add crm --url https://crm.example/mcp --header 'Authorization=Bearer $${CRM_TOKEN}'"
        })
final class ServerAddCommand extends ServerAction {

    @Parameters(index = "0", paramLabel = "NAME", description = "the name: a-z, 0-9, and -, at most 20 characters")
    private String name = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "COMMAND", description = "the program and its arguments")
    private List<String> command = List.of();

    @Option(names = "--url", paramLabel = "URL", description = "the URL of a running server, instead of a command")
    private @Nullable String url;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "a variable of the program; a value such as $${NAME} refers to a variable of serve")
    private Map<String, String> variables = new LinkedHashMap<>();

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "a header of every request to the URL; $${NAME} refers to a variable of serve")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(names = "--cwd", paramLabel = "FOLDER", description = "the working folder of the program")
    private @Nullable String cwd;

    @Option(names = "--no-check", description = "do not start the server before adding it")
    private boolean isUnchecked;

    ServerAddCommand(Terminal terminal, HostEnvironment hostEnvironment) {
        super(terminal, hostEnvironment);
    }

    @Override
    int run(LoadedConfiguration current, FileEditor editor) throws ConfigurationException, ConfigEditException {
        if (command.isEmpty() == (url == null)) {
            throw new UsageException(
                    url == null
                            ? "give the command of the server after --, or its --url"
                            : "give either a command or --url, not both");
        }
        TextChange change = ServerEdits.add(name, settings());
        LoadedConfiguration candidate = editor.parseCandidate(change);
        String probeSummary = "";
        if (!isUnchecked) {
            try {
                ServerFacts facts = probeServer(candidate);
                probeSummary =
                        " (" + facts.name() + ": " + facts.tools() + " tools of " + facts.toolTokens() + " tokens)";
            } catch (UpstreamException e) {
                ErrorPrinter.print(
                        terminal().err(),
                        "the server does not work, so it was not added: " + e.getMessage()
                                + ". --no-check adds it without this check");
                return ExitCode.FAILURE;
            }
        }
        return edit(editor, change, "added " + name + probeSummary);
    }

    private ServerFacts probeServer(LoadedConfiguration candidate) throws UpstreamException {
        ServerConfig added = ServerManager.findServable(candidate.configuration()).stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("the server has neither a command nor a URL"));
        return ServerTrial.probe(added, candidate.configuration());
    }

    private Slice settings() {
        JsonWriter json = new JsonWriter(256).beginObject();
        if (url != null) {
            json.string("url", url);
        } else {
            json.strings("command", command);
        }
        writeTexts(json, "env", variables);
        writeTexts(json, "headers", headers);
        if (cwd != null) {
            json.string("cwd", cwd);
        }
        return json.endObject().slice();
    }

    private static void writeTexts(JsonWriter json, String name, Map<String, String> texts) {
        if (!texts.isEmpty()) {
            json.beginObject(name);
            texts.forEach(json::string);
            json.endObject();
        }
    }
}
