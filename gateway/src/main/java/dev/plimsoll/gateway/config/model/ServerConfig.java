package dev.plimsoll.gateway.config.model;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An upstream MCP server: a program to start, or a URL. An entry with neither has the settings for a program
 * that is given on the command line of {@code run}.
 *
 * @param name used in tool names, rules, and logs
 * @param command the program and its arguments; may be empty
 * @param env variables added to the environment of Plimsoll, in source order
 * @param cwd working folder of the program; null for that of Plimsoll
 * @param url URL of the server; null for a program
 * @param headers sent with every request to the URL
 * @param rateLimit maximum requests per minute to the server; null for no limit
 * @param login OAuth client settings; null if none are set
 * @param breaker settings of the circuit breaker
 */
public record ServerConfig(
        String name,
        List<String> command,
        Map<String, String> env,
        @Nullable Path cwd,
        @Nullable URI url,
        Map<String, String> headers,
        TimeoutConfig timeouts,
        @Nullable Integer rateLimit,
        @Nullable LoginConfig login,
        BreakerConfig breaker) {

    public ServerConfig {
        command = List.copyOf(command);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        if (!command.isEmpty() && url != null) {
            throw new IllegalArgumentException("servers." + name + ": has a command and a url; only one is allowed");
        }
    }

    /** Returns a server that is started as a process, with defaults for all other settings. */
    public static ServerConfig of(String name, List<String> command) {
        return new ServerConfig(
                name,
                command,
                Map.of(),
                null,
                null,
                Map.of(),
                TimeoutConfig.DEFAULT,
                null,
                null,
                BreakerConfig.DEFAULT);
    }

    public static ServerConfig of(String name, URI url) {
        return new ServerConfig(
                name,
                List.of(),
                Map.of(),
                null,
                url,
                Map.of(),
                TimeoutConfig.DEFAULT,
                null,
                null,
                BreakerConfig.DEFAULT);
    }

    /**
     * Returns a text with only the names of variables and headers, because values and arguments may be
     * secrets.
     */
    @Override
    public String toString() {
        String target = url != null ? "at a url" : command.isEmpty() ? "no command" : command.get(0);
        return "Server[" + name + ": " + target + ", env " + env.keySet() + ", headers " + headers.keySet() + "]";
    }
}
