package dev.plimsoll.gateway.replica;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.log.Log;
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
 * The other replicas, for requests that only one of them can answer: those that go on with a call that is parked there. Each is
 * asked as its client would ask it, so it decides for itself whom it serves.
 */
public final class ReplicaPeers implements AutoCloseable {

    /** Says of a request that a replica has sent it on: it goes no further. Nobody gains anything by saying so. */
    public static final String FORWARDED = "Plimsoll-Forwarded";

    /** Says of an answer which replica has given it. */
    public static final String REPLICA = "Plimsoll-Replica";

    /** Of a request that was sent on to a replica that cannot answer it. */
    public static final int MISDIRECTED = 421;

    private static final Duration CONNECTING = Duration.ofSeconds(2);

    /** As long as a call may be parked. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final List<String> peers;
    private final ParkedCallIds parkedCallIds;
    private final Log log;
    private final Map<String, String> known = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor ends;
    private final Object lock = new Object();
    private @Nullable HttpClient client;

    /** @param peers their addresses, of which one may be our own */
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

    /** One that stands alone. */
    public static ReplicaPeers none() {
        return new ReplicaPeers(List.of(), ParkedCallIds.alone(), new Log(System.err, LogSeverity.OFF));
    }

    /** Whether there is any. */
    public boolean any() {
        return !peers.isEmpty();
    }

    /** What this replica is called. */
    public String replica() {
        return parkedCallIds.replica();
    }

    /** Which other replica a state is of; null when it is of this one, or of none. */
    public @Nullable String elsewhere(@Nullable String state) {
        return parkedCallIds.elsewhere(state);
    }

    /**
     * A request as its client has made it.
     *
     * @param path with what stands behind the question mark
     * @param headers that say who calls, and what
     */
    public record Sent(String path, Map<String, String> headers, Slice body) {}

    /** What a replica answers; to be closed. */
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

    /** The answer of that replica; null when none of the peers is it. */
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

    /** First the one that was it before. */
    private List<String> inOrder(String replica) {
        List<String> order = new ArrayList<>();
        peers.forEach(peer -> order.addAll(addresses(peer)));
        String first = known.get(replica);
        if (first != null && order.remove(first)) {
            order.addFirst(first);
        }
        return order;
    }

    /** A name may stand for several; one that is encrypted has to be called by its name. */
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
        HttpRequest.Builder asked = HttpRequest.newBuilder(URI.create(peer + request.path()))
                .timeout(LONGEST)
                .POST(HttpRequest.BodyPublishers.ofByteArray(request.body().toByteArray()))
                .header(FORWARDED, "1");
        request.headers().forEach(asked::header);
        try {
            HttpResponse<InputStream> response =
                    client().send(asked.build(), HttpResponse.BodyHandlers.ofInputStream());
            var end = ends.schedule(() -> close(response.body()), LONGEST.toMillis(), TimeUnit.MILLISECONDS);
            Reply reply = new Reply(response, () -> end.cancel(false));
            String name = reply.header(REPLICA);
            if (name != null) {
                known.values().remove(peer);
                known.put(name, peer);
            }
            return reply;
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "a peer cannot be asked", "peer", peer, "why", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private HttpClient client() {
        synchronized (lock) {
            HttpClient made = client;
            if (made == null) {
                made = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECTING)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .build();
                client = made;
            }
            return made;
        }
    }

    private static void closed(Reply reply) {
        try {
            reply.close();
        } catch (IOException e) {
            // there is nothing to be read from it
        }
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // whoever reads it will notice
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
