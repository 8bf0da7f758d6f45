package dev.plimsoll.gateway.config.model;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An upstream MCP server: a program that is started, or a URL. With neither it says how a program is started that the
 * command line of {@code run} names.
 *
 * @param name what it is called in tool names, rules and logs
 * @param command the program and its arguments; may be empty
 * @param env what the program's environment has besides ours, in the order it was written
 * @param cwd where the program starts; null: where we did
 * @param url where it listens; null for a program
 * @param headers sent with every request to the URL
 * @param rateLimit requests a minute that it gets at most; null for any number
 * @param login how to log in there; null where nothing is set
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
        @Nullable LoginConfig login) {

    public ServerConfig {
        command = List.copyOf(command);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        if (!command.isEmpty() && url != null) {
            throw new IllegalArgumentException("servers." + name + ": has either a command or a url");
        }
    }

    /** One without settings of its own for logging in. */
    public ServerConfig(
            String name,
            List<String> command,
            Map<String, String> env,
            @Nullable Path cwd,
            @Nullable URI url,
            Map<String, String> headers,
            TimeoutConfig timeouts,
            @Nullable Integer rateLimit) {
        this(name, command, env, cwd, url, headers, timeouts, rateLimit, null);
    }

    /** A program with nothing else set. */
    public static ServerConfig of(String name, List<String> command) {
        return new ServerConfig(name, command, Map.of(), null, null, Map.of(), TimeoutConfig.DEFAULT, null);
    }

    public static ServerConfig of(String name, URI url) {
        return new ServerConfig(name, List.of(), Map.of(), null, url, Map.of(), TimeoutConfig.DEFAULT, null);
    }

    /** Names only: arguments, environment and headers carry secrets. */
    @Override
    public String toString() {
        String what = url != null ? "at a url" : command.isEmpty() ? "no command" : command.get(0);
        return "Server[" + name + ": " + what + ", env " + env.keySet() + ", headers " + headers.keySet() + "]";
    }
}
