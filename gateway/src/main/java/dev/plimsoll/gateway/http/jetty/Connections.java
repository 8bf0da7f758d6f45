package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.http.check.TrustedProxies;
import dev.plimsoll.gateway.http.jetty.ConnectionShares.WaitingConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose client takes too long to send a request. Jetty limits only the pause between bytes, so a
 * client that sends a byte now and then could hold a connection forever. Also closes connections without a request when
 * their number nears the limit, so that one address cannot keep all other addresses away.
 */
final class Connections implements Connection.Listener {

    /**
     * Value of {@code sendStartNanos} between requests: no byte of the next request has arrived. Jetty limits this idle
     * time.
     */
    private static final long IDLE = Long.MAX_VALUE;

    /** A connection is not closed as surplus before it has waited this long for a request. */
    private static final long MIN_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SEARCH_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Time for which the reported usage mentions that connections were closed. */
    private static final long REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Map<Connection, RequestTimer> timers = new ConcurrentHashMap<>();
    private final Duration maxSendTime;
    private final ConnectionShares connectionShares;
    private final TrustedProxies trustedProxies;
    private final AtomicLong nextSearchNanos = new AtomicLong(System.nanoTime());
    private final AtomicLong closedConnections = new AtomicLong();
    private volatile long lastClosedNanos;

    Connections(Duration maxSendTime, int maxConnections, TrustedProxies trustedProxies) {
        this.maxSendTime = maxSendTime;
        this.connectionShares = new ConnectionShares(maxConnections);
        this.trustedProxies = trustedProxies;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection) {
            long nowNanos = System.nanoTime();
            timers.put(connection, new RequestTimer(nowNanos, nowNanos, 0));
            closeSurplus(nowNanos);
        }
    }

    @Override
    public void onClosed(Connection connection) {
        timers.remove(connection);
    }

    /** Records that the header of a request has arrived. The body has its own time limit. */
    void onRequestReceived(Connection connection) {
        timers.computeIfPresent(connection, (key, requestTimer) -> requestTimer.markReceived());
    }

    /** Records that a response has been sent. From now on, the connection waits for the next request. */
    void onResponseSent(Connection connection) {
        RequestTimer requestTimer = timers.get(connection);
        if (requestTimer != null) {
            requestTimer.end(connection.getEndPoint());
            timers.replace(
                    connection, requestTimer, new RequestTimer(System.nanoTime(), IDLE, connection.getBytesIn()));
        }
    }

    /** Closes connections that are too slow, or too many. Limits the pauses of requests that take longer. */
    void runMaintenance() {
        long nowNanos = System.nanoTime();
        closeSurplus(nowNanos);
        timers.forEach((connection, requestTimer) -> {
            if (requestTimer.isExpired(nowNanos, connection.getBytesIn(), maxSendTime.toNanos())) {
                connection.close();
            } else {
                requestTimer.limitPauses(connection.getEndPoint(), maxSendTime);
            }
        });
    }

    private void closeSurplus(long nowNanos) {
        long dueNanos = nextSearchNanos.get();
        if (!connectionShares.isCrowded(timers.size())
                || nowNanos - dueNanos < 0
                || !nextSearchNanos.compareAndSet(dueNanos, nowNanos + SEARCH_INTERVAL_NANOS)) {
            return;
        }
        List<WaitingConnection> waitingConnections = new ArrayList<>();
        timers.forEach((connection, requestTimer) -> {
            InetAddress address = address(connection);
            if (address != null
                    && requestTimer.isWaitingSinceBefore(nowNanos - MIN_WAIT_NANOS)
                    && !trustedProxies.isTrusted(address)) {
                waitingConnections.add(
                        new WaitingConnection(connection, addressOrNetwork(address), requestTimer.waitStartNanos));
            }
        });
        List<Connection> surplus = connectionShares.findSurplus(timers.size(), waitingConnections);
        if (!surplus.isEmpty()) {
            closedConnections.addAndGet(surplus.size());
            lastClosedNanos = nowNanos;
            surplus.forEach(Connection::close);
        }
    }

    private static @Nullable InetAddress address(Connection connection) {
        return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress socketAddress
                ? socketAddress.getAddress()
                : null;
    }

    /** Returns an IPv4 address, or the network of an IPv6 address, because an IPv6 host can choose the other bits. */
    private static String addressOrNetwork(InetAddress address) {
        return AuthenticatedCaller.anonymousAt(address).holder();
    }

    /** Returns how many of {@code maxConnections} connections are open. All addresses share this limit. */
    PoolUsage usage() {
        Set<String> addresses = new HashSet<>();
        for (Connection connection : timers.keySet()) {
            InetAddress address = address(connection);
            if (address != null) {
                addresses.add(addressOrNetwork(address));
            }
        }
        long closedCount = closedConnections.get();
        boolean isRecent = closedCount > 0 && System.nanoTime() - lastClosedNanos < REPORT_NANOS;
        return new PoolUsage(
                "maxConnections",
                connectionShares.limit(),
                timers.size(),
                addresses.size(),
                0,
                closedCount,
                isRecent
                        ? "nine tenths of maxConnections (" + connectionShares.limit()
                                + ") were open, and connections without a request were closed"
                        : null);
    }

    /** Measures how long a client has been sending a request. */
    private static final class RequestTimer {

        private final long waitStartNanos;
        private long sendStartNanos;
        private final long bytesBefore;
        private boolean isReceived;
        private boolean isEnded;
        /** The idle timeout of the connection without a request; 0 if it was not changed. */
        private long usualIdleMillis;

        /**
         * @param waitStartNanos when the connection was opened, or its last response was sent
         * @param sendStartNanos when the connection was opened, or the client began to send a later request;
         * {@code IDLE} between requests
         * @param bytesBefore the number of bytes that had arrived before this request
         */
        RequestTimer(long waitStartNanos, long sendStartNanos, long bytesBefore) {
            this.waitStartNanos = waitStartNanos;
            this.sendStartNanos = sendStartNanos;
            this.bytesBefore = bytesBefore;
        }

        synchronized RequestTimer markReceived() {
            isReceived = true;
            return this;
        }

        /**
         * Limits the pauses while the client sends the body or reads the response. Jetty could do so at the start of each
         * request, but a new timeout wakes a thread, and most requests end within a millisecond.
         */
        synchronized void limitPauses(EndPoint endPoint, Duration maxPause) {
            long idleMillis = endPoint.getIdleTimeout();
            // a refused body has an even shorter timeout
            if (isReceived && !isEnded && idleMillis > maxPause.toMillis()) {
                usualIdleMillis = idleMillis;
                endPoint.setIdleTimeout(maxPause.toMillis());
            }
        }

        /** Records that the response has been sent, and restores the idle timeout of the connection. */
        synchronized void end(EndPoint endPoint) {
            isEnded = true;
            if (usualIdleMillis != 0) {
                endPoint.setIdleTimeout(usualIdleMillis);
            }
        }

        /** Returns whether the connection waits for a request, and began to wait before the given time. */
        synchronized boolean isWaitingSinceBefore(long timeNanos) {
            return !isReceived && waitStartNanos - timeNanos < 0;
        }

        synchronized boolean isExpired(long nowNanos, long bytes, long maxSendNanos) {
            if (isReceived) {
                return false;
            }
            if (sendStartNanos == IDLE) {
                sendStartNanos = bytes > bytesBefore ? nowNanos : IDLE;
                return false;
            }
            return nowNanos - sendStartNanos > maxSendNanos;
        }
    }
}
