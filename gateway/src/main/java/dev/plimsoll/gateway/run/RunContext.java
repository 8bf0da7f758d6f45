package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.cli.Terminal;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.upstream.process.ServerHost;
import java.io.OutputStream;

/**
 * Everything of a process that a run of {@code plimsoll run} reads, writes, or changes. One process may contain several.
 *
 * @param terminal input, and output for people
 * @param protocolOut unbuffered standard output for the protocol
 * @param hostEnvironment environment, working folder, and home
 * @param serverHost starts the server
 * @param exitHooks work for a signal to end
 * @param resources memory and threads
 */
public record RunContext(
        Terminal terminal,
        OutputStream protocolOut,
        HostEnvironment hostEnvironment,
        ServerHost serverHost,
        ExitHooks exitHooks,
        RunResources resources) {}
