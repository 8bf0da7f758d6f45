package dev.plimsoll.gateway.http.jetty;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Connection;

/**
 * Chooses which connections to close when nine tenths of the limit are open. Only connections without a request are
 * closed, and only those of the address that has the most of them, oldest first. If only one address has such
 * connections, it keeps nine tenths of the limit. Otherwise, the address with the most of them may be reduced to an
 * equal share of the limit.
 *
 * @param limit the maximum number of open connections
 */
record ConnectionShares(int limit) {

    /** One connection in this many is kept free for new clients. */
    private static final int RESERVE_DIVISOR = 10;

    /** One connection in this many is closed in addition, so that not every new connection needs a search. */
    private static final int EXTRA_DIVISOR = 100;

    /** Returns whether so many connections are open that some should be closed. */
    boolean isCrowded(int openConnections) {
        return openConnections > limit - limit / RESERVE_DIVISOR;
    }

    /**
     * Returns the connections to close.
     *
     * @param openConnections the number of all open connections
     * @param waiting the connections without a request whose address does not belong to a trusted proxy
     */
    List<Connection> findSurplus(int openConnections, Collection<WaitingConnection> waiting) {
        Map<String, List<WaitingConnection>> connectionsByAddress = new HashMap<>();
        for (WaitingConnection connection : waiting) {
            connectionsByAddress
                    .computeIfAbsent(connection.address(), name -> new ArrayList<>())
                    .add(connection);
        }
        List<WaitingConnection> longestList = connectionsByAddress.values().stream()
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
        int surplus = openConnections - (limit - limit / RESERVE_DIVISOR) + limit / EXTRA_DIVISOR;
        int surplusAboveShare =
                connectionsByAddress.size() > 1 ? longestList.size() - limit / connectionsByAddress.size() : 0;
        return longestList.stream()
                .sorted(Comparator.comparingLong(WaitingConnection::sinceNanos))
                .limit(Math.max(surplus, surplusAboveShare))
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
