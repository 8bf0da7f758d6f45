package dev.plimsoll.gateway.replica;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * The other replicas, for requests that only one of them can answer: those that continue a call that is parked there.
 * Requests are forwarded as the client sent them, so each replica authenticates the caller itself.
 */
public final class ReplicaPeers implements AutoCloseable {

    /** Header that marks a forwarded request, which is not forwarded again. A client gains nothing by sending it. */
    public static final String FORWARDED = "Plimsoll-Forwarded";

    /** Response header with the name of the replica. */
    public static final String REPLICA = "Plimsoll-Replica";

    /** Status for a forwarded request that this replica cannot answer. */
    public static final int MISDIRECTED = 421;

    private static final Duration CONNECTING = Duration.ofSeconds(2);

    /** Maximum time that a call may be parked. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final List<String> peers;
    private final ParkedCallIds parkedCallIds;
    private final Log log;
    private final Map<String, String> known = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor ends;
    private final Object lock = new Object();
    private @Nullable HttpClient client;

    /** @param peers their URLs, of which one may be our own */
    public ReplicaPeers(List<String> peers, ParkedCallIds parkedCallIds, Log log) {
        this.peers = peers.stream()
                .map(each -> each.endsWith("/") ? each.substring(0, each.length() - 1) : each)
                .toList();
        this.parkedCallIds = parkedCallIds;
        this.log = log;
        this.ends = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("plimsoll-peers").factory());
        ends.setRemoveOnCancelPolicy(true);
    }

    /** Creates an instance without other replicas. */
    public static ReplicaPeers none() {
        return new ReplicaPeers(List.of(), ParkedCallIds.alone(), new Log(System.err, LogSeverity.OFF));
    }

    /** Returns whether there are other replicas. */
    public boolean any() {
        return !peers.isEmpty();
    }

    /** Returns the name of this replica. */
    public String replica() {
        return parkedCallIds.replica();
    }

    /** Returns the name of the other replica that issued a request state; null if it is this replica's or not valid. */
    public @Nullable String elsewhere(@Nullable String state) {
        return parkedCallIds.elsewhere(state);
    }

    /**
     * A request as the client sent it.
     *
     * @param path path with query
     * @param headers headers that identify the caller and the request
     */
    public record Sent(String path, Map<String, String> headers, Slice body) {}

    /** Response of a replica; must be closed. */
    public record Reply(HttpResponse<InputStream> response, Runnable over) implements AutoCloseable {

        public @Nullable String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        @Override
        public void close() throws IOException {
            over.run();
            response.body().close();
        }
    }

    /** Forwards a request to a replica, and returns its response; null if no peer is that replica. */
    public @Nullable Reply ask(String replica, Sent request) throws InterruptedException {
        for (String peer : inOrder(replica)) {
            Reply reply = askOne(peer, request);
            if (reply != null && reply.response().statusCode() != MISDIRECTED) {
                return reply;
            }
            if (reply != null) {
                closed(reply);
            }
        }
        return null;
    }

    /** Returns the peers' addresses, first the last known address of the replica. */
    private List<String> inOrder(String replica) {
        List<String> order = new ArrayList<>();
        peers.forEach(peer -> order.addAll(addresses(peer)));
        String first = known.get(replica);
        if (first != null && order.remove(first)) {
            order.addFirst(first);
        }
        return order;
    }

    /**
     * Returns all addresses of a peer, because a host name may stand for several replicas. With https only the name,
     * which the certificate needs.
     */
    static List<String> addresses(String peer) {
        URI uri = URI.create(peer);
        try {
            InetAddress[] all = InetAddress.getAllByName(uri.getHost());
            if (all.length < 2 || !"http".equalsIgnoreCase(uri.getScheme())) {
                return List.of(peer);
            }
            List<String> each = new ArrayList<>(all.length);
            for (InetAddress one : all) {
                String host = one instanceof Inet6Address ? "[" + one.getHostAddress() + "]" : one.getHostAddress();
                each.add(peer.replaceFirst("(?<=://)[^/]*?(?=(:\\d+)?(/|$))", Matcher.quoteReplacement(host)));
            }
            return each;
        } catch (UnknownHostException e) {
            return List.of(peer);
        }
    }

    private @Nullable Reply askOne(String peer, Sent request) throws InterruptedException {
        HttpRequest.Builder forwarded = HttpRequest.newBuilder(URI.create(peer + request.path()))
                .timeout(LONGEST)
                .POST(HttpRequest.BodyPublishers.ofByteArray(request.body().toByteArray()))
                .header(FORWARDED, "1");
        request.headers().forEach(forwarded::header);
        try {
            HttpResponse<InputStream> response =
                    client().send(forwarded.build(), HttpResponse.BodyHandlers.ofInputStream());
            var timeout = ends.schedule(() -> close(response.body()), LONGEST.toMillis(), TimeUnit.MILLISECONDS);
            Reply reply = new Reply(response, () -> timeout.cancel(false));
            String name = reply.header(REPLICA);
            if (name != null) {
                known.values().remove(peer);
                known.put(name, peer);
            }
            return reply;
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "a peer is not reachable", "peer", peer, "why", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private HttpClient client() {
        synchronized (lock) {
            HttpClient created = client;
            if (created == null) {
                created = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECTING)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .build();
                client = created;
            }
            return created;
        }
    }

    private static void closed(Reply reply) {
        try {
            reply.close();
        } catch (IOException e) {
            // its body is not needed
        }
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // the reader of the body notices the error
        }
    }

    @Override
    public void close() {
        ends.shutdownNow();
        synchronized (lock) {
            if (client != null) {
                client.shutdownNow();
            }
        }
    }
}
