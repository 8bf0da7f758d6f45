package dev.plimsoll.gateway.cli.config;

import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code plimsoll token}: creates tokens for callers of {@code serve}. */
@Command(
        name = "token",
        description = "Creates tokens for callers of serve.",
        synopsisSubcommandLabel = "(new)",
        commandListHeading = "%nCommands:%n",
        footer = {"", "Examples:", "  plimsoll token new --id ci --tier read --expires 90d"})
public final class TokenCommand implements Runnable {

    private TokenCommand() {}

    /** Creates the command line with its subcommands. */
    public static CommandLine createCommandLine(Terminal terminal) {
        return new CommandLine(new TokenCommand()).addSubcommand(new TokenNewCommand(terminal));
    }

    @Override
    public void run() {
        throw new UsageException("no command given; use token new");
    }
}
