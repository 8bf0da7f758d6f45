package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.Receipt;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;

/** A hub with simulated servers and clients. */
@NullMarked
public final class HubFixture implements AutoCloseable {

    public static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
    final List<Receipt> receipts = new CopyOnWriteArrayList<>();
    private final Plimsoll engine = Plimsoll.builder()
            .store(SnapshotStore.inMemory(
                    new StoreLimits(1L << 30, 1L << 30, 1000), InstantSource.system(), new SplittableRandom(7)))
            .keys(KeyRing.of(new byte[32]))
            .policy(Policy.defaults())
            .listener(receipts::add)
            .build();
    private final List<SimulatedBackend> backends = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final AtomicInteger sessionCount = new AtomicInteger();
    private final Hub hub;

    /** @param firstPause the pause after the first failure to start a server */
    HubFixture(Duration firstPause, String... names) {
        for (String name : names) {
            backends.add(new SimulatedBackend(name, engine, log));
        }
        hub = new Hub(backends, "test", firstPause, log);
    }

    /** Creates a hub that retries failed servers immediately. */
    public static HubFixture of(String... names) {
        return new HubFixture(Duration.ZERO, names);
    }

    public SimulatedBackend backend(String name) {
        return backends.stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    Hub hub() {
        return hub;
    }

    String logText() {
        return logBytes.toString(StandardCharsets.UTF_8);
    }

    /** Creates a client with an initialized session of 2025-06-18. */
    public Client newInitializedClient() throws Exception {
        Client client = newClient();
        client.initialize("2025-06-18");
        client.sendMessage("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return client;
    }

    Client newClient() {
        Client client = new Client(true);
        clients.add(client);
        return client;
    }

    /** Creates a client that sends one request of 2026-07-28. */
    public Client newModernClient() {
        Client client = new Client(false);
        clients.add(client);
        return client;
    }

    @Override
    public void close() {
        clients.forEach(client -> client.endpointSession.close());
    }

    /** A simulated client of the hub. */
    public final class Client implements Peer {

        public final BlockingQueue<JsonNode> receivedMessages = new LinkedBlockingQueue<>();
        final EndpointSession endpointSession;
        /** Runs before this client receives a message. */
        public volatile Runnable beforeReceive = () -> {};

        private final boolean hasSession;
        private final AtomicInteger lastId = new AtomicInteger();

        private Client(boolean hasSession) {
            this.hasSession = hasSession;
            endpointSession = hasSession
                    ? hub.open(
                            AuthenticatedCaller.ANONYMOUS,
                            "session-" + sessionCount.incrementAndGet(),
                            ClientAbilities.NONE,
                            this,
                            () -> {})
                    : hub.openForRequest(AuthenticatedCaller.ANONYMOUS, ClientAbilities.NONE, this);
        }

        JsonNode initialize(String revision) throws Exception {
            return result(
                    "initialize",
                    "{\"protocolVersion\":\"" + revision
                            + "\",\"capabilities\":{\"roots\":{}},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}");
        }

        public void sendMessage(String message) {
            endpointSession.handle(TestMessages.received(message), response -> {});
        }

        /** Sends a request, and returns its future response. */
        public CompletableFuture<JsonNode> sendRequest(String id, String method, String params) {
            return sendForResponse(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
        }

        /** Sends a request or a batch, and returns its future response. */
        public CompletableFuture<JsonNode> sendForResponse(String message) {
            CompletableFuture<JsonNode> answer = new CompletableFuture<>();
            endpointSession.handle(TestMessages.received(message), new Peer() {
                @Override
                public void send(Message response) {
                    answer.complete(
                            SimulatedHubServer.JSON.readTree(response.bytes().utf8()));
                }

                @Override
                public void onCancelled() {
                    answer.cancel(false);
                }
            });
            return answer;
        }

        /** Sends a request, and returns the response. */
        public JsonNode answer(String method, String params) throws Exception {
            return sendRequest(String.valueOf(lastId.incrementAndGet()), method, params)
                    .get(20, TimeUnit.SECONDS);
        }

        /** Sends a request, and returns the result. Fails if the response is an error. */
        public JsonNode result(String method, String params) throws Exception {
            JsonNode answer = answer(method, params);
            assertThat(answer.has("result")).as("%s: %s", method, answer).isTrue();
            return answer.get("result");
        }

        public JsonNode call(String tool, String arguments) throws Exception {
            String meta = hasSession ? "" : "," + META;
            return result("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + meta + "}");
        }

        public List<String> tools() throws Exception {
            return names(result("tools/list", "{}"), "tools", "name");
        }

        /** Returns the next notification or request that this client receives. */
        public JsonNode nextMessage() throws InterruptedException {
            JsonNode message = receivedMessages.poll(20, TimeUnit.SECONDS);
            assertThat(message).isNotNull();
            return Objects.requireNonNull(message);
        }

        @Override
        public void send(Message message) {
            beforeReceive.run();
            receivedMessages.add(
                    SimulatedHubServer.JSON.readTree(message.bytes().utf8()));
        }
    }

    public static List<String> names(JsonNode result, String listMember, String nameMember) {
        List<String> names = new ArrayList<>();
        result.get(listMember).forEach(entry -> names.add(entry.get(nameMember).asString()));
        return names;
    }

    public static String text(JsonNode result) {
        return result.at("/content/0/text").asString();
    }
}
