package dev.plimsoll.gateway.wrap;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Client whose configuration files {@code wrap} can find.
 *
 * @param id the name in commands
 * @param label the name for people
 * @param homeFiles paths in the home folder; one that ends with {@code /*} stands for the files of a folder
 * @param projectFiles paths in the folder of a project
 */
record KnownClient(String id, String label, List<String> homeFiles, List<String> projectFiles) {

    static final List<KnownClient> ALL = List.of(
            new KnownClient("amazon-q", "Amazon Q", List.of(".aws/amazonq/mcp.json"), List.of(".amazonq/mcp.json")),
            new KnownClient("claude-code", "Claude Code", List.of(".claude.json"), List.of(".mcp.json")),
            new KnownClient(
                    "claude-desktop",
                    "Claude Desktop",
                    List.of(
                            ".config/Claude/claude_desktop_config.json",
                            "Library/Application Support/Claude/claude_desktop_config.json",
                            "AppData/Roaming/Claude/claude_desktop_config.json"),
                    List.of()),
            new KnownClient(
                    "cline",
                    "Cline",
                    vsCodeUserFiles("globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
                    List.of()),
            new KnownClient("codex", "Codex", List.of(".codex/config.toml"), List.of(".codex/config.toml")),
            new KnownClient(
                    "continue",
                    "Continue",
                    List.of(".continue/config.yaml", ".continue/mcpServers/*"),
                    List.of(".continue/mcpServers/*")),
            new KnownClient("copilot-cli", "Copilot CLI", List.of(".copilot/mcp-config.json"), List.of()),
            new KnownClient(
                    "copilot-jetbrains",
                    "Copilot for JetBrains",
                    List.of(
                            ".config/github-copilot/intellij/mcp.json",
                            "AppData/Local/github-copilot/intellij/mcp.json"),
                    List.of()),
            new KnownClient(
                    "crush", "Crush", List.of(".config/crush/crush.json"), List.of("crush.json", ".crush.json")),
            new KnownClient("cursor", "Cursor", List.of(".cursor/mcp.json"), List.of(".cursor/mcp.json")),
            new KnownClient("factory", "Factory", List.of(".factory/mcp.json"), List.of(".factory/mcp.json")),
            new KnownClient("gemini", "Gemini CLI", List.of(".gemini/settings.json"), List.of(".gemini/settings.json")),
            new KnownClient(
                    "goose",
                    "Goose",
                    List.of(".config/goose/config.yaml", "AppData/Roaming/Block/goose/config/config.yaml"),
                    List.of()),
            new KnownClient("junie", "Junie", List.of(".junie/mcp/mcp.json"), List.of(".junie/mcp/mcp.json")),
            new KnownClient("kiro", "Kiro", List.of(".kiro/settings/mcp.json"), List.of(".kiro/settings/mcp.json")),
            new KnownClient("librechat", "LibreChat", List.of(), List.of("librechat.yaml")),
            new KnownClient("lm-studio", "LM Studio", List.of(".lmstudio/mcp.json"), List.of()),
            new KnownClient(
                    "opencode",
                    "OpenCode",
                    List.of(".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"),
                    List.of("opencode.json", "opencode.jsonc")),
            new KnownClient("qwen", "Qwen Code", List.of(".qwen/settings.json"), List.of(".qwen/settings.json")),
            new KnownClient(
                    "roo",
                    "Roo Code",
                    vsCodeUserFiles("globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
                    List.of(".roo/mcp.json")),
            new KnownClient(
                    "vscode", "VS Code", vsCodeUserFiles("mcp.json", "settings.json"), List.of(".vscode/mcp.json")),
            new KnownClient("warp", "Warp", List.of(".warp/.mcp.json"), List.of(".warp/.mcp.json")),
            new KnownClient("windsurf", "Windsurf", List.of(".codeium/windsurf/mcp_config.json"), List.of()),
            new KnownClient(
                    "zed",
                    "Zed",
                    List.of(".config/zed/settings.json", "AppData/Roaming/Zed/settings.json"),
                    List.of(".zed/settings.json")));

    KnownClient {
        homeFiles = List.copyOf(homeFiles);
        projectFiles = List.copyOf(projectFiles);
    }

    /** Returns the paths of files in the folder of VS Code's user settings, on each system. */
    private static List<String> vsCodeUserFiles(String... files) {
        return List.of(".config/Code", "Library/Application Support/Code", "AppData/Roaming/Code").stream()
                .flatMap(folder -> Arrays.stream(files).map(file -> folder + "/User/" + file))
                .toList();
    }

    static Optional<KnownClient> find(String id) {
        return ALL.stream().filter(client -> client.id().equals(id)).findFirst();
    }

    /** Returns all ids, for people. */
    static String joinIds() {
        return ALL.stream().map(client -> client.id()).collect(Collectors.joining(", "));
    }
}
