package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.trace.TraceSpans;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filters between the relay of a client and a server, from the client to the server:
 *
 * <ol>
 *   <li>the translation between the eras of client and server, made by {@code TranslationFactory}: above all others, so that they
 *       see messages of the server's era only
 *   <li>on a shared connection, {@code SharedConnection}: many clients above, one connection below
 *   <li>the spans of requests to the server: they have the ids of the connection, and include no wait for another client
 *   <li>the permit of a process, given back when the process has ended
 *   <li>the monitor of a process: next to it, so that its pings are no spans
 * </ol>
 *
 * The REST API and the endpoint for all servers use the same sessions, and thus the same filters.
 */
record ServerFilters(ServerConfig server, @Nullable TraceSpans traceSpans) {

    /** Returns the filters of one connection, below those of its clients. */
    List<MessageFilter> ofConnection() {
        TraceSpans spans = traceSpans;
        return spans == null ? List.of() : List.of(spans.filter(server.name(), server.url()));
    }

    /**
     * Returns the filters of a connection to a process.
     *
     * @param monitor null if a call may take any time
     */
    List<MessageFilter> ofProcess(PoolPermit permit, @Nullable LivenessMonitor monitor) {
        List<MessageFilter> filters = new ArrayList<>(ofConnection());
        filters.add(permit);
        if (monitor != null) {
            filters.add(monitor);
        }
        return filters;
    }
}
