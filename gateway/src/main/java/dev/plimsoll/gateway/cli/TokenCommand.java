package dev.plimsoll.gateway.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code plimsoll token}: tokens for callers of {@code serve}. */
@Command(
        name = "token",
        description = "Makes tokens for callers of serve.",
        synopsisSubcommandLabel = "(new)",
        commandListHeading = "%nCommands:%n",
        footer = {"", "Examples:", "  plimsoll token new --id ci --tier read --expires 90d"})
final class TokenCommand implements Runnable {

    private TokenCommand() {}

    /** With its own commands below it. */
    static CommandLine line(Terminal terminal) {
        return new CommandLine(new TokenCommand()).addSubcommand(new TokenNewCommand(terminal));
    }

    @Override
    public void run() {
        throw new UsageException("no command given: token new");
    }
}
