package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.daemon.SessionRequest.DeclinedException;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.run.RunCommand.ServerKind;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.gateway.trace.OtelVariables;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Settings of the daemon. The client that starts the daemon gives them on the command line.
 *
 * @param socket path of the socket
 * @param umask the umask of the process, in octal digits
 * @param processAttributes digest of the limits, namespaces, rights, and priority of the process
 * @param environment all variables of the daemon
 */
record DaemonSettings(Path socket, String umask, String processAttributes, Map<String, String> environment) {

    private static final String RUN = "run";

    /** Variables with options for the JVM. */
    private static final List<String> JAVA_VARIABLES =
            List.of("PLIMSOLL_JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    /**
     * Variables that select the Java installation, and so the trusted certificate authorities, or change how the system
     * resolves host names.
     */
    private static final List<String> NETWORK_VARIABLES =
            List.of("JAVA_HOME", "HOSTALIASES", "LOCALDOMAIN", "RES_OPTIONS");

    /** Parses the options of {@code plimsoll daemon listen}. */
    static DaemonSettings parse(List<String> options, Map<String, String> environment) {
        Map<String, String> values = new HashMap<>();
        for (String option : options) {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            if (equals < 0
                    || !List.of("--socket", "--umask", "--process-attributes").contains(name)) {
                throw new UsageException("unknown option '" + name
                        + "': clients start the daemon with --socket=FILE --umask=DIGITS --process-attributes=TEXT");
            }
            values.put(name, option.substring(equals + 1));
        }
        String socket = values.get("--socket");
        if (socket == null || !Path.of(socket).isAbsolute()) {
            throw new UsageException("--socket: needs the absolute path of a socket");
        }
        return new DaemonSettings(
                Path.of(socket),
                values.getOrDefault("--umask", ""),
                values.getOrDefault("--process-attributes", ""),
                environment);
    }

    /**
     * Checks that a session behaves in this daemon as in a process of its own.
     *
     * @throws DeclinedException if it does not; the client then starts a process
     */
    void requireSupported(SessionRequest request) throws DeclinedException {
        List<String> arguments = request.arguments();
        ServerKind serverKind = arguments.isEmpty() || !arguments.get(0).equals(RUN)
                ? ServerKind.NONE
                : RunCommand.serverKind(arguments.subList(1, arguments.size()));
        if (serverKind == ServerKind.NONE) {
            throw new DeclinedException("the daemon serves only 'run' with a server");
        }
        if (!request.origin().processAttributes().equals(processAttributes)) {
            throw new DeclinedException("the client has other limits or namespaces than the daemon");
        }
        Map<String, String> variables = request.environment();
        requireSame(JAVA_VARIABLES, variables);
        if (serverKind == ServerKind.URL_OR_CONFIGURED) {
            requireSame(NETWORK_VARIABLES, variables);
        }
        if (OtelVariables.hasSpansEnabled(variables)) {
            throw new DeclinedException("a session with spans needs a process of its own");
        }
        if (!LauncherEnvironment.isUtf8(variables)) {
            throw new DeclinedException("the locale of the client is not UTF-8");
        }
        if (!Path.of(request.folder()).isAbsolute()) {
            throw new DeclinedException("the working folder of the client is not known");
        }
    }

    private void requireSame(List<String> names, Map<String, String> variables) throws DeclinedException {
        for (String name : names) {
            if (!Objects.equals(variables.get(name), environment.get(name))) {
                throw new DeclinedException("the client has another " + name);
            }
        }
    }
}
