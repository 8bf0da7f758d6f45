package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Detects the era of a server and opens it. Legacy servers respond to {@code server/discover} with different errors, so
 * every response that is not modern means legacy.
 */
final class Handshake implements UpstreamListener {

    private static final String MODERN = "2026-07-28";
    private static final String LEGACY = "2025-11-25";
    private static final String CLIENT = "{\"name\":\"plimsoll\",\"version\":\""
            + Objects.requireNonNullElse(Handshake.class.getPackage().getImplementationVersion(), "development")
            + "\"}";

    private static final String DISCOVER = "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + MODERN
            + "\",\"io.modelcontextprotocol/clientInfo\":" + CLIENT
            + ",\"io.modelcontextprotocol/clientCapabilities\":";

    /** Timeout of {@code server/discover}: servers that support it answer quickly, others may never. */
    private static final Duration DISCOVERY = Duration.ofSeconds(10);

    private final SharedUpstream sharedUpstream;
    private final long deadline;
    private final Duration discovery;
    private volatile boolean gone;
    private volatile Question question = new Question(Slice.of("0"), new CompletableFuture<>());

    /** The current request. A late response to an earlier request is ignored. */
    private record Question(Slice id, CompletableFuture<Message> answer) {}

    Handshake(Upstream upstream, Duration timeout) {
        this.sharedUpstream = (SharedUpstream) upstream;
        this.deadline = System.nanoTime() + timeout.toNanos();
        Duration half = timeout.dividedBy(2);
        this.discovery = half.compareTo(DISCOVERY) < 0 ? half : DISCOVERY;
    }

    /**
     * Opens the server.
     *
     * @param modern the known era; null to detect it
     * @param clientAbilities the abilities of the clients, for a legacy server, and their extensions
     */
    HandshakeResult open(@Nullable Boolean modern, ClientAbilities clientAbilities) throws UpstreamException {
        sharedUpstream.start(this);
        try {
            HandshakeResult handshakeResult = Boolean.FALSE.equals(modern) ? null : discovered(clientAbilities);
            if (handshakeResult == null) {
                handshakeResult = initialized(clientAbilities);
            }
            // a server that was slow to start may have missed the first server/discover
            HandshakeResult known = handshakeResult == null ? discovered(clientAbilities) : handshakeResult;
            if (known == null) {
                throw new UpstreamException("starts, but responds to neither server/discover nor initialize");
            }
            return known;
        } finally {
            sharedUpstream.close();
        }
    }

    private @Nullable HandshakeResult discovered(ClientAbilities clientAbilities) throws UpstreamException {
        // a server may offer apps only to clients that show them
        Slice params = Slice.of(
                DISCOVER + clientAbilities.extensionsAlone().capabilities().utf8() + "}}");
        Slice result = result("server/discover", params, discovery);
        Slice versions = result == null ? null : Members.get(result, "supportedVersions");
        boolean supported = versions != null
                && Json.type(versions) == JsonType.ARRAY
                && versions.utf8().contains(MODERN);
        return result != null && supported ? new HandshakeResult(true, result) : null;
    }

    private @Nullable HandshakeResult initialized(ClientAbilities clientAbilities) throws UpstreamException {
        ByteSink params = new ByteSink(256).ascii("{\"protocolVersion\":").string(LEGACY);
        params.ascii(",\"capabilities\":").raw(clientAbilities.capabilities());
        params.ascii(",\"clientInfo\":").raw(Slice.of(CLIENT)).ascii("}");
        Slice result = result("initialize", params.slice(), Duration.ofDays(1));
        if (result == null || ObjectEdit.textIn(result, "protocolVersion", 64) == null) {
            return null;
        }
        try {
            sharedUpstream.initialized();
        } catch (IOException e) {
            throw new UpstreamException("starts, but no longer accepts messages", e);
        }
        return new HandshakeResult(false, Slice.of(result.toByteArray()));
    }

    /** Sends a request. Returns the result object; null for an error, or if there is no response in time. */
    private @Nullable Slice result(String method, Slice params, Duration limit) throws UpstreamException {
        CompletableFuture<Message> response = new CompletableFuture<>();
        Slice id = new ByteSink().string(method).slice();
        question = new Question(id, response);
        long remainingNanos = Math.min(limit.toNanos(), deadline - System.nanoTime());
        try {
            sharedUpstream.send(Message.request(id, method, params));
            Slice result = response.get(Math.max(1, remainingNanos), TimeUnit.NANOSECONDS).result();
            return result != null && Json.type(result) == JsonType.OBJECT ? result : null;
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException | IOException e) {
            Throwable cause = e.getCause();
            if (cause instanceof UpstreamException refused && method.equals("initialize")) {
                throw refused;
            }
            String why = String.valueOf((cause == null ? e : cause).getMessage());
            if (gone || method.equals("initialize")) {
                throw new UpstreamException(why, e);
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpstreamException("interrupted", e);
        }
    }

    @Override
    public void onMessage(Slice bytes) {
        Message message = Message.of(bytes);
        Question request = question;
        Slice id = message == null ? null : message.id();
        if (message != null && message.isResponse() && id != null && id.contentEquals(request.id())) {
            request.answer().complete(message);
        }
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why) {
        Question request = question;
        if (requestId.contentEquals(request.id())) {
            request.answer()
                    .completeExceptionally(
                            why.code() == ErrorCode.CREDENTIAL_NOT_FOUND
                                    ? new UpstreamException(why)
                                    : new IOException(why.getMessage()));
        }
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes) {
        // not the response to the handshake
    }

    @Override
    public void onWarning(String warning) {
        // the owner of the connection logs it
    }

    @Override
    public void onClosed(String reason) {
        gone = true;
        question.answer().completeExceptionally(new IOException("starts, but gives no answer: " + reason));
    }
}
