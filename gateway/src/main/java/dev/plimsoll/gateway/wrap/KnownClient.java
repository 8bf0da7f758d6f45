package dev.plimsoll.gateway.wrap;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The clients whose configuration files {@code wrap} finds. */
enum KnownClient {
    AMAZON_Q("amazon-q", "Amazon Q", List.of(".aws/amazonq/mcp.json"), List.of(".amazonq/mcp.json")),
    CLAUDE_CODE("claude-code", "Claude Code", List.of(".claude.json"), List.of(".mcp.json")),
    CLAUDE_DESKTOP(
            "claude-desktop",
            "Claude Desktop",
            List.of(
                    ".config/Claude/claude_desktop_config.json",
                    "Library/Application Support/Claude/claude_desktop_config.json",
                    "AppData/Roaming/Claude/claude_desktop_config.json"),
            List.of()),
    CLINE(
            "cline",
            "Cline",
            inEditors("globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
            List.of()),
    COPILOT_CLI("copilot-cli", "Copilot CLI", List.of(".copilot/mcp-config.json"), List.of()),
    COPILOT_JETBRAINS(
            "copilot-jetbrains",
            "Copilot for JetBrains",
            List.of(".config/github-copilot/intellij/mcp.json", "AppData/Local/github-copilot/intellij/mcp.json"),
            List.of()),
    CRUSH("crush", "Crush", List.of(".config/crush/crush.json"), List.of("crush.json", ".crush.json")),
    CURSOR("cursor", "Cursor", List.of(".cursor/mcp.json"), List.of(".cursor/mcp.json")),
    FACTORY("factory", "Factory", List.of(".factory/mcp.json"), List.of(".factory/mcp.json")),
    GEMINI("gemini", "Gemini CLI", List.of(".gemini/settings.json"), List.of(".gemini/settings.json")),
    JUNIE("junie", "Junie", List.of(".junie/mcp/mcp.json"), List.of(".junie/mcp/mcp.json")),
    KIRO("kiro", "Kiro", List.of(".kiro/settings/mcp.json"), List.of(".kiro/settings/mcp.json")),
    LM_STUDIO("lm-studio", "LM Studio", List.of(".lmstudio/mcp.json"), List.of()),
    OPENCODE(
            "opencode",
            "OpenCode",
            List.of(".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"),
            List.of("opencode.json", "opencode.jsonc")),
    QWEN("qwen", "Qwen Code", List.of(".qwen/settings.json"), List.of(".qwen/settings.json")),
    ROO(
            "roo",
            "Roo Code",
            inEditors("globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
            List.of(".roo/mcp.json")),
    VS_CODE("vscode", "VS Code", inEditors("mcp.json", "settings.json"), List.of(".vscode/mcp.json")),
    WARP("warp", "Warp", List.of(".warp/.mcp.json"), List.of(".warp/.mcp.json")),
    WINDSURF("windsurf", "Windsurf", List.of(".codeium/windsurf/mcp_config.json"), List.of()),
    ZED(
            "zed",
            "Zed",
            List.of(".config/zed/settings.json", "AppData/Roaming/Zed/settings.json"),
            List.of(".zed/settings.json"));

    private final String id;
    private final String label;
    private final List<String> homeFiles;
    private final List<String> projectFiles;

    KnownClient(String id, String label, List<String> homeFiles, List<String> projectFiles) {
        this.id = id;
        this.label = label;
        this.homeFiles = homeFiles;
        this.projectFiles = projectFiles;
    }

    /** Returns the paths of files in the folder of VS Code's user settings, on each system. */
    private static List<String> inEditors(String... files) {
        return List.of(".config/Code", "Library/Application Support/Code", "AppData/Roaming/Code").stream()
                .flatMap(folder -> Arrays.stream(files).map(file -> folder + "/User/" + file))
                .toList();
    }

    static Optional<KnownClient> find(String id) {
        return Arrays.stream(values()).filter(client -> client.id.equals(id)).findFirst();
    }

    /** Returns all ids, for people. */
    static String ids() {
        return Arrays.stream(values()).map(client -> client.id).collect(Collectors.joining(", "));
    }

    /** Returns the name for people. */
    String label() {
        return label;
    }

    /** Returns the paths in the home folder. */
    List<String> homeFiles() {
        return homeFiles;
    }

    /** Returns the paths in the folder of a project. */
    List<String> projectFiles() {
        return projectFiles;
    }
}
