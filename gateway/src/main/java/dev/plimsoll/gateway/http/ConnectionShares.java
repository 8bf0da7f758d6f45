package dev.plimsoll.gateway.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Connection;

/**
 * Chooses which connections to close when nine tenths of the limit are open: those without a request, of the address that has
 * the most of them, oldest first. An address that is alone keeps nine tenths of the limit. Otherwise, an address keeps an equal
 * part.
 *
 * @param limit the maximum number of open connections
 */
record ConnectionShares(int limit) {

    private static final int RESERVE = 10;

    /** Closes more than necessary, so that it need not search for each new connection. */
    private static final int PARTS_PER_SEARCH = 100;

    /** Returns whether so many connections are open that some should be closed. */
    boolean isCrowded(int openConnections) {
        return openConnections > limit - limit / RESERVE;
    }

    /**
     * Returns the connections to close.
     *
     * @param openConnections the number of all open connections
     * @param waiting those without a request whose address does not belong to a trusted proxy
     */
    List<Connection> findSurplus(int openConnections, Collection<WaitingConnection> waiting) {
        Map<String, List<WaitingConnection>> byAddress = new HashMap<>();
        for (WaitingConnection connection : waiting) {
            byAddress
                    .computeIfAbsent(connection.address(), name -> new ArrayList<>())
                    .add(connection);
        }
        List<WaitingConnection> largest = byAddress.values().stream()
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
        int surplus = openConnections - (limit - limit / RESERVE) + limit / PARTS_PER_SEARCH;
        int aboveShare = byAddress.size() > 1 ? largest.size() - limit / byAddress.size() : 0;
        return largest.stream()
                .sorted(Comparator.comparingLong(WaitingConnection::sinceNanos))
                .limit(Math.max(surplus, aboveShare))
                .map(WaitingConnection::connection)
                .toList();
    }

    /**
     * A connection without a request.
     *
     * @param address the address or network of the client
     * @param sinceNanos when it was opened, or its last response was sent
     */
    record WaitingConnection(Connection connection, String address, long sinceNanos) {}
}
