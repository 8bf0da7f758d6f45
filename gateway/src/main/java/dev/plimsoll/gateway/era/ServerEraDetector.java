package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.era.legacy.LegacyOnModern;
import dev.plimsoll.gateway.filter.FilterLink;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestMeta;
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
final class ServerEraDetector implements MessageFilter {

    private static final Slice DISCOVER_ID = Slice.of("\"plimsoll-era\"");

    /** Filter that passes all messages unchanged, for a client and a server of the same era. */
    private static final MessageFilter UNCHANGED = new MessageFilter() {};

    private final KnownEra knownEra;
    private final RestartableServer server;
    /** The filter for all messages once the era is known; null until then. */
    private volatile @Nullable MessageFilter translation;

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

    /** @param server the server below all filters */
    ServerEraDetector(KnownEra knownEra, RestartableServer server) {
        this.knownEra = knownEra;
        this.server = server;
    }

    @Override
    public void onClientMessage(Message message, FilterLink link) throws IOException {
        MessageFilter knownTranslation = translation;
        if (knownTranslation != null) {
            knownTranslation.onClientMessage(message, link);
        } else if (!message.isRequest()) {
            link.server().send(message);
        } else if ("initialize".equals(message.method())) {
            startDetection(message, link);
        } else {
            if (RequestMeta.isModern(message)) {
                translation = UNCHANGED;
            }
            link.server().send(message);
        }
    }

    /**
     * Starts the detection. Nothing is sent under the lock, because the response may arrive before the method returns.
     */
    private void startDetection(Message initialize, FilterLink link) throws IOException {
        boolean triesDiscover = knownEra.isModern();
        synchronized (this) {
            initializeRequest = initialize;
            firstFailure = null;
            hasTriedInitialize = !triesDiscover;
            hasTriedDiscover = triesDiscover;
        }
        link.server().send(triesDiscover ? discoverRequest(initialize) : initialize);
    }

    private static Message discoverRequest(Message initialize) {
        return Message.request(DISCOVER_ID, "server/discover", LegacyOnModern.discoverParams(initialize.params()));
    }

    /** Ends the detection after a successful response. */
    private void onDetected(Slice result, boolean isDiscover, FilterLink link) throws IOException {
        Message message = initializeRequest();
        knownEra.setModern(isDiscover);
        if (!isDiscover) {
            translation = UNCHANGED;
        } else if (message != null) {
            LegacyOnModern legacyOnModern = new LegacyOnModern(Slice.of(result.toByteArray()));
            legacyOnModern.start(link);
            translation = legacyOnModern;
            legacyOnModern.onClientMessage(message, link);
        }
    }

    private synchronized @Nullable Message initializeRequest() {
        return initializeRequest;
    }

    /** Tries the other method. If both have failed, the client gets the first failure. */
    private void onAttemptFailed(FailedAttempt failedAttempt, FilterLink link) throws IOException {
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
            sendDiscover(message, link);
        } else if (triesInitialize) {
            // the known era was wrong, so the failure of its method is not the one to report
            resetKnownEra();
            link.server().send(message);
        } else {
            reportFailure(id, failureToReport, link);
        }
    }

    /**
     * Sends {@code server/discover}. If the server has closed, its reader notices that and {@link #restart} follows.
     */
    private void sendDiscover(Message message, FilterLink link) {
        try {
            link.server().send(discoverRequest(message));
        } catch (IOException e) {
            link.client().onWarning("the server no longer reads");
        }
    }

    private static boolean isRevisionRefusal(@Nullable Message error) {
        return error != null && ErrorObject.codeOf(error) == ErrorObject.UNSUPPORTED_REVISION;
    }

    /**
     * Restarts a server that closed during the detection. If it has refused the revision of {@code initialize}, it gets
     * {@code server/discover}. If it closed on {@code server/discover}, it gets {@code initialize}. Returns false in
     * all other cases, and if it cannot be restarted.
     */
    private boolean restart() throws IOException {
        Message message = initializeRequest();
        boolean triesDiscover;
        synchronized (this) {
            boolean hasEndedOnDiscover = hasTriedDiscover && !hasTriedInitialize;
            triesDiscover = hasRefusedRevision;
            if (hasRestarted || server.isClosed() || message == null || !(triesDiscover || hasEndedOnDiscover)) {
                return false;
            }
            hasRestarted = true;
            hasTriedDiscover = true;
            hasTriedInitialize = true;
        }
        knownEra.setModern(triesDiscover);
        return server.restart(triesDiscover ? discoverRequest(message) : message);
    }

    private synchronized void resetKnownEra() {
        knownEra.setModern(false);
        firstFailure = null;
    }

    /** Returns whether to try {@code server/discover}. It cannot help if the server is silent or refuses the caller. */
    private static boolean canTryDiscover(FailedAttempt failedAttempt) {
        RefusedException why = failedAttempt.why();
        return why == null || why.code() == ErrorCode.UPSTREAM_UNAVAILABLE;
    }

    private static void reportFailure(Slice id, FailedAttempt failedAttempt, FilterLink link) throws IOException {
        Message error = failedAttempt.error();
        RefusedException why = failedAttempt.why();
        if (why != null) {
            link.client().onRequestFailed(id, why);
        } else if (error != null) {
            link.client().onMessage(error);
        }
    }

    @Override
    public void onServerMessage(Message message, FilterLink link) throws IOException {
        MessageFilter knownTranslation = translation;
        if (knownTranslation == null) {
            detect(message, link);
        } else {
            knownTranslation.onServerMessage(message, link);
        }
    }

    private void detect(Message message, FilterLink link) throws IOException {
        Slice id = message.isResponse() ? message.id() : null;
        boolean isDiscover = id != null && isSameId(id, DISCOVER_ID);
        if (id == null || !(isDiscover || isInitializeId(id))) {
            link.client().onMessage(message);
            return;
        }
        Slice result = message.result();
        boolean isSupported = isDiscover ? LegacyOnModern.canTranslate(result) : result != null;
        if (!isSupported || result == null) {
            onAttemptFailed(new FailedAttempt(message, null), link);
            return;
        }
        onDetected(result, isDiscover, link);
        if (!isDiscover) {
            link.client().onMessage(message);
        }
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why, FilterLink link) throws IOException {
        MessageFilter knownTranslation = translation;
        if (knownTranslation != null) {
            knownTranslation.onRequestFailed(requestId, why, link);
        } else if (isSameId(requestId, DISCOVER_ID) || isInitializeId(requestId)) {
            onAttemptFailed(new FailedAttempt(null, why), link);
        } else {
            link.client().onRequestFailed(requestId, why);
        }
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes, FilterLink link) throws IOException {
        translationOrUnchanged().onMessageTooLong(message, maxBytes, link);
    }

    @Override
    public void onWarning(String warning, FilterLink link) {
        translationOrUnchanged().onWarning(warning, link);
    }

    @Override
    public void onClosed(String reason, FilterLink link) {
        String why = reason;
        try {
            if (translation == null && restart()) {
                return;
            }
        } catch (IOException e) {
            why = reason + ", and " + e.getMessage();
        }
        translationOrUnchanged().onClosed(why, link);
    }

    private MessageFilter translationOrUnchanged() {
        MessageFilter knownTranslation = translation;
        return knownTranslation == null ? UNCHANGED : knownTranslation;
    }

    @Override
    public void beforeClose() {
        translationOrUnchanged().beforeClose();
    }

    private boolean isInitializeId(Slice id) {
        Message message = initializeRequest();
        Slice initializeId = message == null ? null : message.id();
        return initializeId != null && isSameId(id, initializeId);
    }

    private static boolean isSameId(Slice first, Slice second) {
        // some servers respond to the request 1 with the id "1"
        String key = RequestId.key(first);
        return key.equals(RequestId.key(second))
                || RequestId.keyOfOtherType(key).equals(RequestId.key(second));
    }
}
