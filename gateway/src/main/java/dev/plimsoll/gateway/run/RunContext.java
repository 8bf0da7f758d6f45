package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.upstream.process.ServerHost;
import java.io.OutputStream;

/**
 * Streams, environment, and hooks of one session of {@code plimsoll run}. A process such as the daemon may run several
 * sessions, each with its own context.
 *
 * @param terminal input, and output for people
 * @param protocolOut unbuffered standard output for the protocol
 * @param hostEnvironment environment, working folder, and home
 * @param serverHost starts the server
 * @param exitHooks receives work that must run before the process ends
 * @param resources memory and threads
 */
public record RunContext(
        Terminal terminal,
        OutputStream protocolOut,
        HostEnvironment hostEnvironment,
        ServerHost serverHost,
        ExitHooks exitHooks,
        RunResources resources) {}
