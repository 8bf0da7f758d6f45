package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.access.CallerRules;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.handle.HandleReplacer;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.pin.ToolPins;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A relay between a client and a server that the test simulates. Records the messages to each of them in order. */
@NullMarked
public final class RelayFixture implements AutoCloseable {

    public static final JsonMapper JSON = JsonMapper.shared();

    private final RecordingPeer client = new RecordingPeer();
    private final RecordingPeer server = new RecordingPeer();
    private static final int WORKERS = 2;

    private final WorkerPool workerPool = new WorkerPool(WORKERS);
    private final Relay relay;
    private volatile CallerContext callerContext;

    private static final class RecordingPeer implements Peer {
        final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        final List<String> relatedIds = new CopyOnWriteArrayList<>();

        @Override
        public void send(Message message) {
            Slice relatedId = message.relatedRequestId();
            if (relatedId != null) {
                relatedIds.add(relatedId.utf8());
            }
            messages.add(message.bytes().utf8());
        }
    }

    public RelayFixture(Policies policies) {
        this(policies, "caller");
    }

    public RelayFixture(Policies policies, String caller) {
        this(policies, caller, Tier.ADMIN);
    }

    public RelayFixture(Policies policies, String caller, Tier tier) {
        this(policies, caller, tier, Catalog.FULL);
    }

    public RelayFixture(Policies policies, String caller, Tier tier, Catalog catalog) {
        SnapshotStore store = SnapshotStore.inMemory(
                new StoreLimits(1L << 30, 1L << 30, 1000), InstantSource.system(), new SplittableRandom(7));
        Plimsoll engine = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policies(policies)
                .build();
        PrintStream discarded = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        callerContext = new CallerContext(engine, caller, tier);
        Log log = new Log(discarded, LogSeverity.DEBUG);
        relay = new Relay(
                client,
                server,
                () -> callerContext,
                "main",
                new ServerKnowledge(catalog, ToolPins.NONE),
                workerPool,
                log);
    }

    /** Creates a relay whose caller also uses results of other servers. */
    public RelayFixture(Policies policies, HandleReplacer.TargetFinder targets) {
        Plimsoll engine = Plimsoll.builder().policies(policies).build();
        callerContext = new CallerContext(engine, "ann", Tier.ADMIN);
        CallerContexts callerContexts = new CallerContexts() {
            @Override
            public CallerContext get() {
                return callerContext;
            }

            @Override
            public HandleReplacer.Target findTarget(String server, String cursor) {
                return targets.find(cursor);
            }
        };
        PrintStream discarded = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        relay = new Relay(
                client,
                server,
                callerContexts,
                "main",
                new ServerKnowledge(Catalog.FULL, ToolPins.NONE),
                workerPool,
                new Log(discarded, LogSeverity.DEBUG));
    }

    /** Creates a relay whose caller has access rules. */
    public RelayFixture(Policies policies, CallerRules rules) {
        Plimsoll engine = Plimsoll.builder().policies(policies).build();
        callerContext = new CallerContext(engine, "ann", Tier.ADMIN);
        CallerContexts callerContexts = new CallerContexts() {
            @Override
            public CallerContext get() {
                return callerContext;
            }

            @Override
            public CallerRules access() {
                return rules;
            }
        };
        PrintStream discarded = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        relay = new Relay(
                client,
                server,
                callerContexts,
                "main",
                new ServerKnowledge(Catalog.FULL, ToolPins.NONE),
                workerPool,
                new Log(discarded, LogSeverity.DEBUG));
    }

    /** Creates a relay with a response cache that it shares with other relays. */
    public RelayFixture(Plimsoll engine, String caller, ResponseCache responses, Catalog catalog) {
        PrintStream discarded = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        callerContext = new CallerContext(engine, caller, Tier.ADMIN);
        CallerContexts callerContexts = new CallerContexts() {
            @Override
            public CallerContext get() {
                return callerContext;
            }

            @Override
            public ResponseCache cache() {
                return responses;
            }
        };
        relay = new Relay(
                client,
                server,
                callerContexts,
                "main",
                new ServerKnowledge(catalog, ToolPins.NONE),
                workerPool,
                new Log(discarded, LogSeverity.DEBUG));
    }

    /** Changes the caller of all following requests on the same connection. */
    RelayFixture setCaller(String caller) {
        callerContext = new CallerContext(
                callerContext.engine(), caller, callerContext.settings().tier());
        return this;
    }

    /** Changes the tier of the caller for all following requests. */
    public RelayFixture setTier(Tier tier) {
        return setSettings(callerContext.settings().withTier(tier), callerContext.limits());
    }

    /** Changes the policies for all following requests. */
    public RelayFixture setPolicies(Policies policies) {
        return setSettings(callerContext.settings().withPolicies(policies), callerContext.limits());
    }

    /** Changes the requests per minute that each server allows, for all following requests. */
    public RelayFixture setServerLimits(Map<String, Integer> servers) {
        return setSettings(callerContext.settings(), RateLimits.of(servers));
    }

    private RelayFixture setSettings(CallerSettings settings, RateLimits limits) {
        callerContext = new CallerContext(
                callerContext.engine(),
                callerContext.caller(),
                settings,
                callerContext.rateLimitKey(),
                callerContext.session(),
                limits);
        return this;
    }

    /** Sends a message or a batch as the client. */
    public RelayFixture fromClient(String message) throws IOException {
        relay.onClientMessages(TestMessages.received(message));
        return this;
    }

    /** Sends a message or a batch as the server. */
    public RelayFixture fromServer(String message) throws IOException {
        for (Message singleMessage : TestMessages.received(message).messages()) {
            relay.onServerMessage(singleMessage);
        }
        return this;
    }

    /** Sends a request as the client. */
    public RelayFixture request(int id, String method, String params) throws IOException {
        return fromClient(
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    /** Answers a request as the server. */
    public RelayFixture result(int id, String result) throws IOException {
        return fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    /** Sends a request, answers it as the server, and returns the result that the client receives. */
    public JsonNode exchange(int id, String method, String params, String result) throws Exception {
        request(id, method, params);
        assertThat(nextAtServer()).contains("\"" + method + "\"");
        result(id, result);
        return nextResult();
    }

    /** Sends a request that the relay answers without the server, and returns the result that the client receives. */
    public JsonNode exchangeLocally(int id, String method, String params) throws Exception {
        return request(id, method, params).nextResult();
    }

    /** Initializes the connection with a revision and the server's capabilities. */
    public RelayFixture open(String revision, String capabilities) throws Exception {
        exchange(
                0,
                "initialize",
                "{\"protocolVersion\":\"" + revision + "\"}",
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilities + "}");
        return this;
    }

    /** Returns the next message that the server receives. */
    public String nextAtServer() throws InterruptedException {
        return next(server);
    }

    /** Returns the next message that the client receives. */
    public String nextAtClient() throws InterruptedException {
        return next(client);
    }

    /** Returns the ids of the requests to which messages at the client belong, for the messages that say so. */
    public List<String> relatedIdsAtClient() {
        return client.relatedIds;
    }

    /** Returns the next result or error that the client receives. */
    public JsonNode nextResult() throws InterruptedException {
        JsonNode message = JSON.readTree(nextAtClient());
        return message.has("result") ? message.get("result") : message.get("error");
    }

    public boolean serverReceivedNothing() {
        return server.messages.isEmpty();
    }

    public boolean clientReceivedNothing() {
        return client.messages.isEmpty();
    }

    /** Expires all pending requests immediately. */
    void failAllAsOverdue() {
        relay.failOverdueRequests(Duration.ofNanos(0));
    }

    /** Cancels all pending requests. */
    void cancelAll() {
        relay.cancelAll();
    }

    boolean isIdle() {
        return relay.isIdle();
    }

    public void closeServer() {
        relay.onServerClosed("it has closed");
    }

    /** Closes the client's input, as a client does that leaves. */
    void closeClient() {
        relay.onClientClosed();
    }

    /** Waits until the workers have finished their work, and the work that follows from it. */
    void awaitWorkers() throws InterruptedException {
        // a decision can add the work that answers the request
        for (int round = 0; round < 3; round++) {
            CountDownLatch workersWithoutWork = new CountDownLatch(WORKERS);
            for (int i = 0; i < WORKERS; i++) {
                workerPool.run(() -> {
                    workersWithoutWork.countDown();
                    try {
                        workersWithoutWork.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            assertThat(workersWithoutWork.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static String next(RecordingPeer peer) throws InterruptedException {
        String message = peer.messages.poll(20, TimeUnit.SECONDS);
        assertThat(message).as("a message within 20 seconds").isNotNull();
        return String.valueOf(message);
    }

    public static String text(JsonNode result) {
        return result.get("content").get(0).get("text").asString();
    }

    @Override
    public void close() {
        workerPool.close();
    }

    public static String textResult(String text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":" + JSON.writeValueAsString(text) + "}]}";
    }

    public static String records(int count) {
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            list.append(i == 0 ? "" : ",").append("{\"id\":").append(i).append(",\"name\":\"record number ");
            list.append(i).append("\"}");
        }
        return list.append("]").toString();
    }
}
