package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.BreakerConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TimeoutConfig;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.MessageMemory;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A connection of the gateway to a simulated server. Records the messages, failures, and warnings that it receives. */
final class RecordingConnection implements UpstreamListener, AutoCloseable {

    static final int MAX_MESSAGE_BYTES = 1 << 20;

    private static final TimeoutConfig TIMEOUTS =
            new TimeoutConfig(Duration.ofSeconds(2), null, Duration.ofMillis(200));

    private final ByteArrayOutputStream logBytes;
    private final HttpUpstream httpUpstream;
    private final Upstream upstream;
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<RefusedException> failures = new LinkedBlockingQueue<>();
    private final BlockingQueue<LineTooLongException> tooLongMessages = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> closeReasons = new LinkedBlockingQueue<>();

    RecordingConnection(URI url) {
        this(url, Map.of(), UpstreamCredentials.NONE);
    }

    RecordingConnection(URI url, Map<String, String> headers, UpstreamCredentials upstreamCredentials) {
        this(url, headers, upstreamCredentials, MAX_MESSAGE_BYTES, MessageMemory.HEAP);
    }

    /** Creates a connection that reserves memory for messages of up to 16 MB. */
    RecordingConnection(URI url, MessageMemory messageMemory) {
        this(url, Map.of(), UpstreamCredentials.NONE, 1 << 24, messageMemory);
    }

    private RecordingConnection(
            URI url,
            Map<String, String> headers,
            UpstreamCredentials upstreamCredentials,
            int maxMessageBytes,
            MessageMemory messageMemory) {
        ServerConfig configured = new ServerConfig(
                "crm", List.of(), Map.of(), null, url, headers, TIMEOUTS, null, null, BreakerConfig.DEFAULT);
        ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
        Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        this(new HttpUpstream(configured, maxMessageBytes, upstreamCredentials, messageMemory, log), logBytes);
    }

    private RecordingConnection(HttpUpstream httpUpstream, ByteArrayOutputStream logBytes) {
        this.httpUpstream = httpUpstream;
        this.logBytes = logBytes;
        upstream = httpUpstream.connect();
        upstream.start(this);
    }

    /** Closes the idle TCP connections of all clients if there are more than the maximum. */
    void closeIdle(int maxIdleCount) {
        httpUpstream.closeIdle(maxIdleCount, Duration.ZERO);
    }

    /** Creates a connection of another client to the same server. */
    RecordingConnection connectAnotherClient() {
        return new RecordingConnection(httpUpstream, logBytes);
    }

    /** Creates a connection with an open session. */
    static RecordingConnection openSession(SimulatedHttpServer simulatedServer) throws IOException {
        RecordingConnection recordingConnection = new RecordingConnection(simulatedServer.url());
        recordingConnection.initialize();
        return recordingConnection;
    }

    void holdResponses() {
        upstream.holdResponses();
    }

    void initialize() throws IOException {
        request(0, "initialize", "{\"protocolVersion\":\"2025-11-25\"}");
        assertThat(next()).contains("\"id\":0");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    void request(int id, String method, String params) throws IOException {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    /** Sends a request of 2026-07-28. */
    void modernRequest(int id, String method, String params) throws IOException {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
        request(id, method, "{" + params + (params.isEmpty() ? "" : ",") + meta + "}");
    }

    void call(int id) throws IOException {
        request(id, "tools/call", "{\"name\":\"t\"}");
    }

    void send(String message) throws IOException {
        upstream.send(TestMessages.message(message));
    }

    /** Returns the next message. */
    String next() {
        return nextMessage().bytes().utf8();
    }

    Message nextMessage() {
        return await(received, "a message");
    }

    RefusedException failure() {
        return await(failures, "a failure");
    }

    LineTooLongException tooLongMessage() {
        return await(tooLongMessages, "a message that is too long");
    }

    String nextWarning() {
        return await(warnings, "a warning");
    }

    String closeReason() {
        return await(closeReasons, "the end of the connection");
    }

    boolean isSilent() {
        return received.isEmpty() && failures.isEmpty() && closeReasons.isEmpty();
    }

    String log() {
        return logBytes.toString(StandardCharsets.UTF_8);
    }

    /** Creates a connection to the same server, which the test starts. */
    Upstream newConnection() {
        return httpUpstream.connect();
    }

    /** Returns a listener that runs out of memory on each message, and forwards everything else to this connection. */
    UpstreamListener withoutMemory() {
        return new UpstreamListener() {
            @Override
            public void onMessage(Message message) {
                throw new OutOfMemoryError("simulated");
            }

            @Override
            public void onRequestFailed(Slice requestId, RefusedException why) {
                RecordingConnection.this.onRequestFailed(requestId, why);
            }

            @Override
            public void onMessageTooLong(LineTooLongException message, int maxBytes) {
                RecordingConnection.this.onMessageTooLong(message, maxBytes);
            }

            @Override
            public void onWarning(String warning) {
                RecordingConnection.this.onWarning(warning);
            }

            @Override
            public void onClosed(String reason) {
                RecordingConnection.this.onClosed(reason);
            }
        };
    }

    private <T> T await(BlockingQueue<T> queue, String expected) {
        try {
            @Nullable T first = queue.poll(10, TimeUnit.SECONDS);
            if (first == null) {
                throw new AssertionError(expected + " did not arrive; received " + received + ", failures " + failures
                        + ", warnings " + warnings + ", closed " + closeReasons);
            }
            return first;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void onMessage(Message message) {
        received.add(message);
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why) {
        failures.add(why.detail("id", requestId.utf8()));
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes) {
        tooLongMessages.add(message);
    }

    @Override
    public void onWarning(String warning) {
        warnings.add(warning);
    }

    @Override
    public void onClosed(String reason) {
        closeReasons.add(reason);
    }

    /** Closes the connection as a client does. */
    void finish() {
        upstream.close();
    }

    @Override
    public void close() {
        upstream.close();
        httpUpstream.close();
    }
}
