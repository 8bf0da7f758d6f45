package dev.plimsoll.gateway.cli;

import picocli.CommandLine.Command;

/** {@code run} in the lists of commands; it is answered before the parser of the others is loaded. */
@Command(
        name = "run",
        customSynopsis = "plimsoll run [OPTIONS] -- COMMAND [ARGUMENT...]",
        description = {
            "Starts an MCP server and stands in front of it on standard input and output.",
            "'plimsoll run --help' lists its options."
        })
final class RunHelp implements Runnable {

    @Override
    public void run() {
        throw new UsageException("run has to be the first word");
    }
}
