package dev.plimsoll.gateway.cli.program;

import dev.plimsoll.gateway.terminal.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Description of {@code run} for help texts, completion scripts, and the manual. {@code plimsoll run} itself
 * is started by {@code Main}, before the parser of the other commands is loaded.
 */
@Command(
        name = "run",
        customSynopsis = "plimsoll run [OPTIONS] [--] COMMAND [ARGUMENT...]",
        description = "Starts an MCP server and relays its messages on standard input and output.",
        footer = {"", "Examples:", "  plimsoll run npx -y @modelcontextprotocol/server-everything"})
@SuppressWarnings("UnusedVariable")
final class RunHelp implements Runnable {

    @Option(names = "--url", paramLabel = "URL", description = "the URL of a running server, instead of a command")
    private @Nullable String url;

    @Option(
            names = "--url-env",
            paramLabel = "VARIABLE",
            description = "the environment variable that contains the URL")
    private @Nullable String urlVariable;

    @Option(
            names = "--header-env",
            paramLabel = "HEADER=VARIABLE",
            description = "a header, and the environment variable that contains its value")
    private @Nullable String headerVariable;

    @Option(
            names = "--bearer-env",
            paramLabel = "VARIABLE",
            description = "the environment variable that contains a bearer token")
    private @Nullable String bearerVariable;

    @Option(names = "--name", paramLabel = "NAME", description = "the server's name (default: main)")
    private @Nullable String name;

    @Option(
            names = "--budget",
            paramLabel = "TOKENS",
            description = "the budget of an answer, in tokens (default: 4000)")
    private @Nullable String budget;

    @Option(names = "--preset", paramLabel = "PRESET", description = "a named set of defaults for policy")
    private @Nullable String preset;

    @Option(names = "--bridge", description = "translate between clients of 2026-07-28 and an older server")
    private boolean isBridge;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration (default: the user's file, if any)")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the folder for keys and stored results")
    private @Nullable String data;

    @Option(names = "--log-level", paramLabel = "LEVEL", description = "off, error, warn, info, debug")
    private @Nullable String logLevel;

    @Option(names = "--daemon", paramLabel = "MODE", description = "auto or off: use the shared process of the user")
    private @Nullable String daemon;

    @Override
    public void run() {
        throw new UsageException("run must be the first argument");
    }
}
