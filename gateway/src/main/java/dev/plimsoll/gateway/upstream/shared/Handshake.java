package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Detects the era of a server and initializes it. Legacy servers respond to {@code server/discover} with different
 * errors, so every response other than that of a modern server means legacy.
 */
final class Handshake implements UpstreamListener {

    private static final Slice CLIENT_INFO = new JsonWriter()
            .beginObject()
            .string("name", "plimsoll")
            .string(
                    "version",
                    Objects.requireNonNullElse(Handshake.class.getPackage().getImplementationVersion(), "development"))
            .endObject()
            .slice();

    /** Timeout of {@code server/discover}: servers that support it answer quickly, other servers may never answer. */
    private static final Duration MAX_DISCOVER_TIMEOUT = Duration.ofSeconds(10);

    private final SharedUpstream sharedUpstream;
    private final long deadlineNanos;
    private final Duration discoverTimeout;
    private final OwnRequests ownRequests;
    private volatile boolean isClosed;

    Handshake(Upstream upstream, Duration timeout) {
        this.sharedUpstream = (SharedUpstream) upstream;
        this.ownRequests = new OwnRequests(upstream);
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
        Duration halfTimeout = timeout.dividedBy(2);
        this.discoverTimeout = halfTimeout.compareTo(MAX_DISCOVER_TIMEOUT) < 0 ? halfTimeout : MAX_DISCOVER_TIMEOUT;
    }

    /**
     * Runs the handshake.
     *
     * @param isModern the known era; null to detect it
     * @param clientAbilities the abilities of the clients; a modern server gets only the extensions in them
     */
    HandshakeResult open(@Nullable Boolean isModern, ClientAbilities clientAbilities) throws UpstreamException {
        sharedUpstream.start(this);
        try {
            HandshakeResult handshakeResult = Boolean.FALSE.equals(isModern) ? null : discover(clientAbilities);
            if (handshakeResult == null) {
                handshakeResult = initialize(clientAbilities);
            }
            // a modern server that was slow to start may have missed the first server/discover
            HandshakeResult finalResult = handshakeResult == null ? discover(clientAbilities) : handshakeResult;
            if (finalResult == null) {
                throw new UpstreamException("starts, but responds to neither server/discover nor initialize");
            }
            return finalResult;
        } finally {
            sharedUpstream.close();
        }
    }

    private @Nullable HandshakeResult discover(ClientAbilities clientAbilities) throws UpstreamException {
        // a server may offer apps only to clients that show them
        Slice capabilities = clientAbilities.withExtensionsOnly().capabilities();
        JsonWriter params = new JsonWriter(512).beginObject().beginObject("_meta");
        params.string(RequestMeta.PROTOCOL_VERSION, Revision.MODERN.text()).raw(RequestMeta.CLIENT_INFO, CLIENT_INFO);
        params.raw(RequestMeta.CLIENT_CAPABILITIES, capabilities).endObject().endObject();
        Slice result = requestResult("server/discover", params.slice(), discoverTimeout);
        Slice versions = result == null ? null : Members.get(result, "supportedVersions");
        boolean isSupported = versions != null
                && Json.type(versions) == JsonType.ARRAY
                && versions.utf8().contains(Revision.MODERN.text());
        return result != null && isSupported ? new HandshakeResult(true, result) : null;
    }

    private @Nullable HandshakeResult initialize(ClientAbilities clientAbilities) throws UpstreamException {
        JsonWriter params = new JsonWriter().beginObject().string("protocolVersion", Revision.LATEST_LEGACY.text());
        params.raw("capabilities", clientAbilities.capabilities()).raw("clientInfo", CLIENT_INFO);
        params.endObject();
        Slice result = requestResult("initialize", params.slice(), Duration.ofDays(1));
        if (result == null || ObjectEdit.textIn(result, "protocolVersion", 64) == null) {
            return null;
        }
        try {
            sharedUpstream.sendInitialized();
        } catch (IOException e) {
            throw new UpstreamException("starts, but no longer accepts messages", e);
        }
        return new HandshakeResult(false, Slice.of(result.toByteArray()));
    }

    /** Sends a request. Returns the result object; null for an error, or if there is no response in time. */
    private @Nullable Slice requestResult(String method, Slice params, Duration timeout) throws UpstreamException {
        long remainingNanos = Math.min(timeout.toNanos(), deadlineNanos - System.nanoTime());
        try {
            Slice result = ownRequests
                    .send(method, params)
                    .response()
                    .get(Math.max(1, remainingNanos), TimeUnit.NANOSECONDS)
                    .result();
            return result != null && Json.type(result) == JsonType.OBJECT ? result : null;
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException | IOException e) {
            Throwable cause = e.getCause();
            if (cause instanceof UpstreamException refusalFailure && endsHandshake(refusalFailure, method)) {
                throw refusalFailure;
            }
            String why = String.valueOf((cause == null ? e : cause).getMessage());
            if (isClosed || method.equals("initialize")) {
                throw new UpstreamException(why, e);
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpstreamException("interrupted", e);
        }
    }

    /**
     * Returns whether a refusal ends the handshake. A refusal of {@code server/discover} usually does not, because
     * some servers refuse only unknown methods.
     */
    private static boolean endsHandshake(UpstreamException refusalFailure, String method) {
        RefusedException why = refusalFailure.refusal();
        return method.equals("initialize") || (why != null && why.code() == ErrorCode.RATE_LIMITED);
    }

    @Override
    public void onMessage(Message message) {
        // other messages are for clients, and a late response to an earlier request is ignored
        var _ = ownRequests.accept(message);
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why) {
        ownRequests.fail(
                requestId,
                UpstreamException.isPassedToCallers(why)
                        ? new UpstreamException(why)
                        : new IOException(why.getMessage()));
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes) {
        // the connection reports a response to the handshake that is too long as a failed request
    }

    @Override
    public void onWarning(String warning) {
        // the owner of the connection logs it
    }

    @Override
    public void onClosed(String reason) {
        isClosed = true;
        ownRequests.close(() -> new IOException("starts, but does not respond: " + reason));
    }
}
