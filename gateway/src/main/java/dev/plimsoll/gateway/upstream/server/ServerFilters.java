package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.trace.TraceSpans;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Filters between the relay of a client and a server, in the order from the client to the server:
 *
 * <ol>
 *   <li>the translation between the eras of client and server ({@code TranslationFactory}); the other filters see only messages
 *       of the server's era
 *   <li>on a shared connection, {@code SharedConnection}: the filters before it belong to one client, those after it to the
 *       connection
 *   <li>the spans of requests to the server, with the ids of the connection
 *   <li>the permit of a process, which is returned to the pool when the process has ended
 *   <li>the monitor of a process; it is last, so that its pings create no spans
 * </ol>
 *
 * The REST API and the endpoint for all servers use the same sessions, and thus the same filters.
 */
record ServerFilters(ServerConfig server, @Nullable TraceSpans traceSpans) {

    /** Returns the filters of one connection, without those of its clients. */
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
