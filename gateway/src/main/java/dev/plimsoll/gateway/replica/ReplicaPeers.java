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
 * Forwards requests to other replicas. Only the replica that holds a parked call can handle a request that continues
 * the call. Requests are forwarded as the client sent them, so each replica authenticates the caller itself.
 */
public final class ReplicaPeers implements AutoCloseable {

    /**
     * Header that marks a forwarded request, so that it is not forwarded again. A client that sends it gets
     * no additional rights.
     */
    public static final String FORWARDED_HEADER = "Plimsoll-Forwarded";

    /** Response header with the name of the replica. */
    public static final String REPLICA_HEADER = "Plimsoll-Replica";

    /** HTTP status of the response to a forwarded request that this replica cannot answer. */
    public static final int MISDIRECTED = 421;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** Timeout of a forwarded request. It must be as long as a call can be parked. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

    private final List<String> peerUrls;
    private final ParkedCallIds parkedCallIds;
    private final Log log;
    private final Map<String, String> urlByReplica = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timeouts;
    private final Object lock = new Object();
    private @Nullable HttpClient client;

    /** @param peerUrls URLs of the replicas; they may include the URL of this replica */
    public ReplicaPeers(List<String> peerUrls, ParkedCallIds parkedCallIds, Log log) {
        this.peerUrls = peerUrls.stream()
                .map(url -> url.endsWith("/") ? url.substring(0, url.length() - 1) : url)
                .toList();
        this.parkedCallIds = parkedCallIds;
        this.log = log;
        this.timeouts = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("plimsoll-peers").factory());
        timeouts.setRemoveOnCancelPolicy(true);
    }

    /** Creates an instance without other replicas. */
    public static ReplicaPeers none() {
        return new ReplicaPeers(List.of(), ParkedCallIds.forSingleReplica(), new Log(System.err, LogSeverity.OFF));
    }

    /** Returns whether URLs of replicas are configured. */
    public boolean hasPeers() {
        return !peerUrls.isEmpty();
    }

    /** Returns the name of this replica. */
    public String replica() {
        return parkedCallIds.replica();
    }

    /**
     * Returns the name of the other replica that issued a request state; null if this replica issued it, or
     * if it is not valid.
     */
    public @Nullable String findOtherReplica(@Nullable String state) {
        return parkedCallIds.findOtherReplica(state);
    }

    /**
     * A request to forward.
     *
     * @param path the path, with the query
     * @param headers the client's headers that identify the caller and the request
     */
    public record ForwardedRequest(String path, Map<String, String> headers, Slice body) {}

    /** Response of a replica. The receiver must close it. */
    public record ReplicaResponse(HttpResponse<InputStream> response, Runnable cancelTimeout) implements AutoCloseable {

        public @Nullable String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        @Override
        public void close() throws IOException {
            cancelTimeout.run();
            response.body().close();
        }
    }

    /**
     * Forwards a request to a replica, and returns its response; null if no peer is the replica. Tries the URLs
     * of the peers one after another.
     */
    public @Nullable ReplicaResponse forward(String replica, ForwardedRequest request) throws InterruptedException {
        for (String peerUrl : orderedUrls(replica)) {
            ReplicaResponse replicaResponse = forwardTo(peerUrl, request);
            if (replicaResponse != null && replicaResponse.response().statusCode() != MISDIRECTED) {
                return replicaResponse;
            }
            if (replicaResponse != null) {
                closeQuietly(replicaResponse);
            }
        }
        return null;
    }

    /** Returns the URLs of the peers. The URL at which the replica was found last comes first. */
    private List<String> orderedUrls(String replica) {
        List<String> urls = new ArrayList<>();
        peerUrls.forEach(peerUrl -> urls.addAll(resolveUrls(peerUrl)));
        String lastKnownUrl = urlByReplica.get(replica);
        if (lastKnownUrl != null && urls.remove(lastKnownUrl)) {
            urls.addFirst(lastKnownUrl);
        }
        return urls;
    }

    /**
     * Returns a URL for each address of a peer's host, because a host name may stand for several replicas.
     * With https, only returns the URL with the host name: the certificate is for the name.
     */
    static List<String> resolveUrls(String peerUrl) {
        URI uri = URI.create(peerUrl);
        try {
            InetAddress[] addresses = InetAddress.getAllByName(uri.getHost());
            if (addresses.length < 2 || !"http".equalsIgnoreCase(uri.getScheme())) {
                return List.of(peerUrl);
            }
            List<String> urls = new ArrayList<>(addresses.length);
            for (InetAddress address : addresses) {
                String host = address instanceof Inet6Address
                        ? "[" + address.getHostAddress() + "]"
                        : address.getHostAddress();
                urls.add(peerUrl.replaceFirst("(?<=://)[^/]*?(?=(:\\d+)?(/|$))", Matcher.quoteReplacement(host)));
            }
            return urls;
        } catch (UnknownHostException e) {
            return List.of(peerUrl);
        }
    }

    private @Nullable ReplicaResponse forwardTo(String peerUrl, ForwardedRequest request) throws InterruptedException {
        HttpRequest.Builder httpRequest = HttpRequest.newBuilder(URI.create(peerUrl + request.path()))
                .timeout(REQUEST_TIMEOUT)
                .POST(HttpRequest.BodyPublishers.ofByteArray(request.body().toByteArray()))
                .header(FORWARDED_HEADER, "1");
        request.headers().forEach(httpRequest::header);
        try {
            HttpResponse<InputStream> response =
                    client().send(httpRequest.build(), HttpResponse.BodyHandlers.ofInputStream());
            var timeout =
                    timeouts.schedule(() -> close(response.body()), REQUEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            ReplicaResponse replicaResponse = new ReplicaResponse(response, () -> timeout.cancel(false));
            String name = replicaResponse.header(REPLICA_HEADER);
            if (name != null) {
                urlByReplica.values().remove(peerUrl);
                urlByReplica.put(name, peerUrl);
            }
            return replicaResponse;
        } catch (IOException e) {
            log.log(
                    LogSeverity.WARN,
                    "a peer is not reachable",
                    "peer",
                    peerUrl,
                    "why",
                    String.valueOf(e.getMessage()));
            return null;
        }
    }

    private HttpClient client() {
        synchronized (lock) {
            HttpClient httpClient = client;
            if (httpClient == null) {
                httpClient = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .build();
                client = httpClient;
            }
            return httpClient;
        }
    }

    private static void closeQuietly(ReplicaResponse replicaResponse) {
        try {
            replicaResponse.close();
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
        timeouts.shutdownNow();
        synchronized (lock) {
            if (client != null) {
                client.shutdownNow();
            }
        }
    }
}
