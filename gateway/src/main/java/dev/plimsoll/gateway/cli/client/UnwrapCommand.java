package dev.plimsoll.gateway.cli.client;

import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.wrap.ClientFileRewriter;
import dev.plimsoll.gateway.wrap.KnownFiles;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll unwrap}: removes {@code plimsoll run} from the server commands of a client's configuration. */
@Command(
        name = "unwrap",
        description = "Undoes wrap: restores the command or the URL of each server.",
        sortOptions = false,
        footer = {
            "",
            "It needs no backup: FILE still has each command and URL. Other changes to FILE stay.",
            "",
            "Examples:",
            "  plimsoll unwrap cursor",
            "  plimsoll unwrap --all",
            "  plimsoll unwrap .mcp.json --server github"
        })
public final class UnwrapCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final KnownFiles knownFiles;
    private final @Nullable String launcher;

    @Mixin
    private WrapOptions options = new WrapOptions();

    public UnwrapCommand(Terminal terminal, KnownFiles knownFiles, @Nullable String launcher) {
        this.terminal = terminal;
        this.knownFiles = knownFiles;
        this.launcher = launcher;
    }

    @Override
    public Integer call() throws Exception {
        return options.run(
                terminal, knownFiles, wrapRequest -> ClientFileRewriter.unwrap(wrapRequest, launcher, terminal.out()));
    }
}
