package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Detects the era of a server when its client initializes it. A server that does not support {@code initialize} gets
 * {@code server/discover} instead, and a translation if it is modern. Messages to and from a legacy server then pass
 * unchanged.
 */
final class ServerEraDetector implements Upstream {

    private static final Slice DISCOVER_ID = Slice.of("\"plimsoll-era\"");
    private static final Slice EMPTY_PARAMS = Slice.of("{}");

    private static final int UNSUPPORTED_REVISION = -32022;

    private final KnownEra knownEra;
    private final ServerRestart serverRestart;
    private volatile Upstream server;
    private volatile boolean isClosed;
    private volatile @Nullable UpstreamListener client;
    /** The target of the client's messages; null until the era is known. */
    private volatile @Nullable Upstream clientTarget;
    /** The target of the server's messages; null until the era is known. */
    private volatile @Nullable UpstreamListener serverTarget;

    private @Nullable Message initializeRequest;
    private @Nullable FailedAttempt firstFailure;
    private boolean hasTriedInitialize;
    private boolean hasTriedDiscover;
    /** True once the server has refused the client's revision. */
    private boolean hasRefusedRevision;

    private boolean hasRestarted;

    /** A failed attempt to open the server: its error, or the reason for no response. */
    private record FailedAttempt(
            @Nullable Message error, @Nullable RefusedException why) {}

    ServerEraDetector(Upstream server, KnownEra knownEra, ServerRestart serverRestart) {
        this.server = server;
        this.knownEra = knownEra;
        this.serverRestart = serverRestart;
    }

    @Override
    public void start(UpstreamListener listener) {
        client = listener;
        server.start(new DetectionListener(listener));
    }

    @Override
    public void send(Message message) throws IOException {
        Upstream target = clientTarget;
        if (target != null) {
            target.send(message);
            return;
        }
        if (!message.isRequest()) {
            server.send(message);
        } else if ("initialize".equals(message.method())) {
            startDetection(message);
        } else {
            if (RequestMeta.isModern(message)) {
                passUnchanged();
            }
            server.send(message);
        }
    }

    /**
     * Starts the detection. Nothing is sent under the lock, because the response may arrive before the method returns.
     */
    private void startDetection(Message initialize) throws IOException {
        boolean triesDiscover = knownEra.isModern();
        synchronized (this) {
            initializeRequest = initialize;
            firstFailure = null;
            hasTriedInitialize = !triesDiscover;
            hasTriedDiscover = triesDiscover;
        }
        server.send(triesDiscover ? discoverRequest(initialize) : initialize);
    }

    private static Message discoverRequest(Message initialize) {
        InitializeData initializeData = new InitializeData();
        initializeData.readParams(initialize.params());
        return Message.request(DISCOVER_ID, "server/discover", initializeData.withClientMetadata(EMPTY_PARAMS));
    }

    /** Passes all messages unchanged, because client and server have the same era. */
    private void passUnchanged() {
        serverTarget = client;
        clientTarget = server;
    }

    /** Ends the detection after a successful response. */
    private void onDetected(Slice result, boolean isDiscover) throws IOException {
        Message message = initializeRequest();
        UpstreamListener upstreamListener = client;
        knownEra.setModern(isDiscover);
        if (!isDiscover) {
            passUnchanged();
        } else if (message != null && upstreamListener != null) {
            LegacyOnModern translation = new LegacyOnModern(new TranslatedServer(), Slice.of(result.toByteArray()));
            translation.start(upstreamListener);
            clientTarget = translation;
            translation.send(message);
        }
    }

    private synchronized @Nullable Message initializeRequest() {
        return initializeRequest;
    }

    /** Tries the other method. If both have failed, the client gets the first failure. */
    private void onAttemptFailed(FailedAttempt failedAttempt) throws IOException {
        Message message = initializeRequest();
        Slice id = message == null ? null : message.id();
        if (message == null || id == null) {
            return;
        }
        boolean triesDiscover;
        boolean triesInitialize;
        FailedAttempt failureToReport;
        synchronized (this) {
            hasRefusedRevision |= isRevisionRefusal(failedAttempt.error());
            failureToReport = firstFailure == null ? failedAttempt : firstFailure;
            triesDiscover = !hasTriedDiscover && canTryDiscover(failedAttempt);
            triesInitialize = !hasTriedInitialize;
            hasTriedDiscover |= triesDiscover;
            hasTriedInitialize = true;
            firstFailure = failureToReport;
        }
        if (triesDiscover) {
            sendDiscover(message);
        } else if (triesInitialize) {
            // the known era was wrong, so its failure is not the one to report
            forgetKnownEra();
            server.send(message);
        } else {
            reportFailure(id, failureToReport);
        }
    }

    /**
     * Sends {@code server/discover}. If the server has closed, its reader notices that and {@link #restart} follows.
     */
    private void sendDiscover(Message message) {
        try {
            server.send(discoverRequest(message));
        } catch (IOException e) {
            UpstreamListener upstreamListener = client;
            if (upstreamListener != null) {
                upstreamListener.onWarning("the server no longer reads");
            }
        }
    }

    private static boolean isRevisionRefusal(@Nullable Message error) {
        Slice code = error == null ? null : error.errorCode();
        return code != null && code.utf8().equals(String.valueOf(UNSUPPORTED_REVISION));
    }

    /**
     * Restarts a server that closed during the detection, and tries the other method. Returns false if that cannot
     * help.
     */
    private boolean restart() throws IOException {
        Message message = initializeRequest();
        boolean triesDiscover;
        synchronized (this) {
            boolean hasEndedOnDiscover = hasTriedDiscover && !hasTriedInitialize;
            triesDiscover = hasRefusedRevision;
            if (hasRestarted || isClosed || message == null || !(triesDiscover || hasEndedOnDiscover)) {
                return false;
            }
            hasRestarted = true;
            hasTriedDiscover = true;
            hasTriedInitialize = true;
        }
        knownEra.setModern(triesDiscover);
        server.close();
        Upstream restarted = serverRestart.connect();
        UpstreamListener upstreamListener = client;
        if (restarted == null || upstreamListener == null) {
            return false;
        }
        server = restarted;
        restarted.start(new DetectionListener(upstreamListener));
        if (isClosed) {
            restarted.close();
        } else {
            restarted.send(triesDiscover ? discoverRequest(message) : message);
        }
        return true;
    }

    private synchronized void forgetKnownEra() {
        knownEra.setModern(false);
        firstFailure = null;
    }

    /** Returns whether to try {@code server/discover}. It cannot help if the server is silent or refuses the caller. */
    private static boolean canTryDiscover(FailedAttempt failedAttempt) {
        RefusedException why = failedAttempt.why();
        return why == null || why.code() == ErrorCode.UPSTREAM_UNAVAILABLE;
    }

    private void reportFailure(Slice id, FailedAttempt failedAttempt) throws IOException {
        UpstreamListener upstreamListener = client;
        Message error = failedAttempt.error();
        RefusedException why = failedAttempt.why();
        if (upstreamListener == null) {
            return;
        }
        if (why != null) {
            upstreamListener.onRequestFailed(id, why);
        } else if (error != null) {
            upstreamListener.onMessage(error);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        server.close();
    }

    /** Passes messages between the translation and the server. */
    private final class TranslatedServer implements Upstream {

        @Override
        public void start(UpstreamListener upstreamListener) {
            serverTarget = upstreamListener;
        }

        @Override
        public void send(Message message) throws IOException {
            server.send(message);
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** Handles the server's messages until the era is known. */
    private final class DetectionListener implements UpstreamListener {

        private final UpstreamListener client;

        DetectionListener(UpstreamListener client) {
            this.client = client;
        }

        @Override
        public void onMessage(Message message) throws IOException {
            UpstreamListener target = serverTarget;
            if (target == null) {
                detect(message);
            } else {
                target.onMessage(message);
            }
        }

        private void detect(Message message) throws IOException {
            Slice id = message.isResponse() ? message.id() : null;
            boolean isDiscover = id != null && isSameId(id, DISCOVER_ID);
            if (id == null || !(isDiscover || isInitializeId(id))) {
                client.onMessage(message);
                return;
            }
            Slice result = message.result();
            boolean isSupported = isDiscover ? InitializeResult.includesModernRevision(result) : result != null;
            if (!isSupported || result == null) {
                onAttemptFailed(new FailedAttempt(message, null));
                return;
            }
            onDetected(result, isDiscover);
            if (!isDiscover) {
                client.onMessage(message);
            }
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
            UpstreamListener target = serverTarget;
            if (target != null) {
                target.onRequestFailed(requestId, why);
            } else if (isSameId(requestId, DISCOVER_ID) || isInitializeId(requestId)) {
                onAttemptFailed(new FailedAttempt(null, why));
            } else {
                client.onRequestFailed(requestId, why);
            }
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException {
            currentTarget().onMessageTooLong(message, maxBytes);
        }

        @Override
        public void onWarning(String warning) {
            currentTarget().onWarning(warning);
        }

        @Override
        public void onClosed(String reason) {
            String why = reason;
            try {
                if (serverTarget == null && restart()) {
                    return;
                }
            } catch (IOException e) {
                why = reason + ", and " + e.getMessage();
            }
            currentTarget().onClosed(why);
        }

        private UpstreamListener currentTarget() {
            UpstreamListener target = serverTarget;
            return target == null ? client : target;
        }
    }

    private boolean isInitializeId(Slice id) {
        Message message = initializeRequest();
        Slice initializeId = message == null ? null : message.id();
        return initializeId != null && isSameId(id, initializeId);
    }

    private static boolean isSameId(Slice a, Slice b) {
        String key = RequestId.key(a);
        return key.equals(RequestId.key(b)) || RequestId.otherType(key).equals(RequestId.key(b));
    }
}
