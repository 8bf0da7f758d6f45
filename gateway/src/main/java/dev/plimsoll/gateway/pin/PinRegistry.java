package dev.plimsoll.gateway.pin;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/** The pins of all servers of a running gateway. */
public final class PinRegistry {

    private final Path data;
    private final InstantSource clock;
    private final Log log;
    private final Map<String, ServerPins> pinsByFile = new ConcurrentHashMap<>();

    /** Creates the registry of a data folder. Files are read when a server lists its tools. */
    public PinRegistry(Path data, InstantSource clock, Log log) {
        this.data = data;
        this.clock = clock;
        this.log = log;
    }

    /** Returns the pins for a new connection to the server. */
    public ToolPins forConnection(ServerConfig serverConfig) {
        return new ToolPins(() -> open(serverConfig));
    }

    private ServerPins open(ServerConfig serverConfig) {
        PinFile file = PinFile.of(data, serverConfig);
        return pinsByFile.computeIfAbsent(
                file.id(), id -> new ServerPins(serverConfig.name(), file, new PinFolder(data)::readValid, clock, log));
    }

    /** Returns the stored pins, including those of servers that other gateways with the same data folder use. */
    public PinFolder folder() {
        return new PinFolder(data);
    }

    /**
     * Approves the pending entries with a hash, and returns the names of their tools: usually one.
     *
     * @param id the name of the file without its suffix
     * @param hash the hash of the pending entry
     * @param caller the caller who approves, for the log
     * @throws IOException if the pins cannot be read or changed; the message is written for people
     */
    public List<String> approve(String id, String hash, String caller) throws IOException {
        List<String> approved = folder().approve(id, List.of(), hash);
        for (String tool : approved) {
            log.log(
                    LogSeverity.INFO,
                    "approved a change of a tool",
                    "pins",
                    id,
                    "tool",
                    tool,
                    "hash",
                    hash,
                    "by",
                    caller);
        }
        return approved;
    }

    /** Returns the number of pending entries by server. */
    public Map<String, Long> changes() {
        return sumByServer(pins -> pins.refresh().pendingPins().size());
    }

    /** Returns the number of refused calls of held tools since the start, by server. */
    public Map<String, Long> heldCalls() {
        return sumByServer(pins -> pins.heldCalls().get());
    }

    private Map<String, Long> sumByServer(ToLongFunction<ServerPins> value) {
        Map<String, Long> sums = new TreeMap<>();
        pinsByFile.values().forEach(pins -> sums.merge(pins.server(), value.applyAsLong(pins), Long::sum));
        return sums;
    }
}
