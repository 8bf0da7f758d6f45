package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncException;
import dev.plimsoll.gateway.wrap.jsonc.JsoncParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Known configuration files of clients, in the home folder and in the current project. */
public final class KnownFiles {

    private static final List<String> EDITOR_FOLDERS = List.of(".config/Code", "Library/Application Support/Code");
    private static final String CLINE = "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json";

    private final Path home;
    private final Path project;

    public KnownFiles(Path home, Path project) {
        this.home = home;
        this.project = project;
    }

    /** Returns a line for each existing file with servers: path, client, and number of servers. */
    public List<String> lines() {
        Map<Path, String> clients = new TreeMap<>();
        addProjectFiles(clients);
        addHomeFiles(clients);
        List<String> lines = new ArrayList<>();
        clients.forEach((path, client) -> {
            if (Files.isRegularFile(path)) {
                describe(path, client, lines);
            }
        });
        return lines;
    }

    private static void describe(Path path, String client, List<String> lines) {
        try {
            int count = WrapServers.findAll(
                            JsoncParser.parse(ConfigFile.read(path).text()))
                    .size();
            if (count > 0) {
                lines.add(TerminalText.shellWord(path.toString()) + "  " + client + ", " + count
                        + (count == 1 ? " server" : " servers"));
            }
        } catch (IOException | WrapException e) {
            lines.add(TerminalText.shellWord(path.toString()) + "  " + client + ", cannot be read");
        } catch (JsoncException e) {
            lines.add(TerminalText.shellWord(path.toString()) + "  " + client + ", not JSON: " + e.getMessage());
        }
    }

    private void addProjectFiles(Map<Path, String> clients) {
        clients.put(project.resolve(".mcp.json"), "Claude Code, this project");
        clients.put(project.resolve(".cursor/mcp.json"), "Cursor, this project");
        clients.put(project.resolve(".vscode/mcp.json"), "VS Code, this project");
        clients.put(project.resolve(".gemini/settings.json"), "Gemini CLI, this project");
    }

    private void addHomeFiles(Map<Path, String> clients) {
        clients.put(home.resolve(".claude.json"), "Claude Code");
        clients.put(home.resolve(".config/Claude/claude_desktop_config.json"), "Claude Desktop");
        clients.put(home.resolve("Library/Application Support/Claude/claude_desktop_config.json"), "Claude Desktop");
        clients.put(home.resolve(".cursor/mcp.json"), "Cursor");
        for (String editor : EDITOR_FOLDERS) {
            Path user = home.resolve(editor).resolve("User");
            clients.put(user.resolve("mcp.json"), "VS Code");
            clients.put(user.resolve("settings.json"), "VS Code");
            clients.put(user.resolve(CLINE), "Cline");
        }
        clients.put(home.resolve(".codeium/windsurf/mcp_config.json"), "Windsurf");
        clients.put(home.resolve(".config/zed/settings.json"), "Zed");
        clients.put(home.resolve(".gemini/settings.json"), "Gemini CLI");
        clients.put(home.resolve(".copilot/mcp-config.json"), "Copilot CLI");
    }
}
