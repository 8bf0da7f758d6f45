package dev.plimsoll.gateway.cli.client;

import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.wrap.ClientFileRewriter;
import dev.plimsoll.gateway.wrap.KnownFiles;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll wrap}: puts the servers of a client's configuration behind {@code plimsoll run}. */
@Command(
        name = "wrap",
        description = "Puts the servers of a client's configuration behind plimsoll run, with a backup.",
        sortOptions = false,
        footer = {
            "",
            "CLIENT is amazon-q, claude-code, claude-desktop, cline, codex, continue,",
            "copilot-cli, copilot-jetbrains, crush, cursor, factory, gemini, goose, junie,",
            "kiro, librechat, lm-studio, opencode, qwen, roo, vscode, warp, windsurf, or zed.",
            "FILE can also be of another client: JSON, .toml, or .yaml. Comments, order, and",
            "everything else in FILE stay unchanged.",
            "Without FILE, the command lists the files that it finds.",
            "",
            "Examples:",
            "  plimsoll wrap cursor --dry-run",
            "  plimsoll wrap --all --dry-run",
            "  plimsoll wrap .mcp.json --server github --budget 2000",
            "  plimsoll unwrap .mcp.json"
        })
public final class WrapCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final KnownFiles knownFiles;
    private final @Nullable String launcher;

    @Mixin
    private WrapOptions options = new WrapOptions();

    @Mixin
    private ForwardedOptions forwardedOptions = new ForwardedOptions();

    /**
     * Creates the command.
     *
     * @param launcher the program that clients start; null if unknown
     */
    public WrapCommand(Terminal terminal, KnownFiles knownFiles, @Nullable String launcher) {
        this.terminal = terminal;
        this.knownFiles = knownFiles;
        this.launcher = launcher;
    }

    @Override
    public Integer call() throws Exception {
        return options.run(
                terminal,
                knownFiles,
                wrapRequest -> ClientFileRewriter.wrap(
                        wrapRequest, launcher, forwardedOptions.validate(terminal.err()), terminal.out()));
    }
}
