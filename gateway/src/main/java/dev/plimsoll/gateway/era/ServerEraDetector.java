package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Detects the era of a server when its client initializes it. A server that does not support {@code initialize} gets
 * {@code server/discover} instead, and a translation if it is modern. After that, messages pass without being parsed.
 */
final class ServerEraDetector implements Upstream {

    private static final Slice QUESTION = Slice.of("\"plimsoll-era\"");
    private static final Slice CLIENT = Slice.of("{}");

    private static final int UNSUPPORTED_REVISION = -32022;

    private final KnownEra known;
    private final ServerRestart serverRestart;
    private volatile Upstream server;
    private volatile boolean closed;
    private volatile @Nullable UpstreamListener client;
    /** The target of the client's messages; null until the era is known. */
    private volatile @Nullable Upstream to;
    /** The target of the server's messages; null until the era is known. */
    private volatile @Nullable UpstreamListener ear;

    private @Nullable Message opening;
    private @Nullable Answer refusal;
    private boolean initialized;
    private boolean discovered;
    /** True once the server has refused the client's revision. */
    private boolean refusesRevision;

    private boolean restarted;

    /** A failed attempt to open the server: its error, or the reason for no response. */
    private record Answer(@Nullable Message error, @Nullable RefusedException why) {}

    ServerEraDetector(Upstream server, KnownEra known, ServerRestart serverRestart) {
        this.server = server;
        this.known = known;
        this.serverRestart = serverRestart;
    }

    @Override
    public void start(UpstreamListener listener) {
        client = listener;
        server.start(new Undecided(listener));
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Upstream target = to;
        if (target != null) {
            target.send(pieces);
            return;
        }
        Message message = Message.of(Message.joined(pieces));
        if (message == null || !message.isRequest()) {
            server.send(pieces);
        } else if ("initialize".equals(message.method())) {
            open(message);
        } else {
            if (ModernMessages.speaks(message)) {
                asIs();
            }
            server.send(pieces);
        }
    }

    /** Starts the detection. Nothing is sent under the lock, because the response may arrive before the method returns. */
    private void open(Message initialize) throws IOException {
        Message own = Message.of(Slice.of(initialize.bytes().toByteArray()));
        Message message = own == null ? initialize : own;
        boolean triesDiscover = known.isModern();
        synchronized (this) {
            opening = message;
            refusal = null;
            initialized = !triesDiscover;
            discovered = triesDiscover;
        }
        server.send(triesDiscover ? discovery(message) : message.bytes());
    }

    private static Slice discovery(Message initialize) {
        InitializeData initializeData = new InitializeData();
        initializeData.opening(initialize.params());
        return Message.request(QUESTION, "server/discover", initializeData.said(CLIENT));
    }

    /** Passes all messages unchanged, because client and server have the same era. */
    private void asIs() {
        ear = client;
        to = server;
    }

    /** Ends the detection after a successful response. */
    private void opened(Slice result, boolean discovery) throws IOException {
        Message message = opening();
        UpstreamListener upstreamListener = client;
        known.found(discovery);
        if (!discovery) {
            asIs();
        } else if (message != null && upstreamListener != null) {
            LegacyOnModern translation = new LegacyOnModern(new Behind(), Slice.of(result.toByteArray()));
            translation.start(upstreamListener);
            to = translation;
            translation.send(message.bytes());
        }
    }

    private synchronized @Nullable Message opening() {
        return opening;
    }

    /** Tries the other method. If both have failed, the client gets the first failure. */
    private void refused(Answer answer) throws IOException {
        Message message = opening();
        Slice id = message == null ? null : message.id();
        if (message == null || id == null) {
            return;
        }
        boolean triesDiscover;
        boolean triesInitialize;
        Answer first;
        synchronized (this) {
            refusesRevision |= refusesRevision(answer.error());
            first = refusal == null ? answer : refusal;
            triesDiscover = !discovered && worthAsking(answer);
            triesInitialize = !initialized;
            discovered |= triesDiscover;
            initialized = true;
            refusal = first;
        }
        if (triesDiscover) {
            ask(message);
        } else if (triesInitialize) {
            // the known era was wrong, so its failure is not the one to report
            forget();
            server.send(message.bytes());
        } else {
            say(id, first);
        }
    }

    /** Sends {@code server/discover}. A server that has closed is detected by its reader, and restarted. */
    private void ask(Message message) {
        try {
            server.send(discovery(message));
        } catch (IOException e) {
            UpstreamListener upstreamListener = client;
            if (upstreamListener != null) {
                upstreamListener.onWarning("the server no longer reads");
            }
        }
    }

    private static boolean refusesRevision(@Nullable Message error) {
        Slice object = error == null ? null : ObjectEdit.objectIn(error.bytes(), "error");
        Slice code = object == null ? null : ObjectEdit.valueIn(object, "code");
        return code != null && code.utf8().equals(String.valueOf(UNSUPPORTED_REVISION));
    }

    /** Restarts a server that closed during the detection, and tries the other method. Returns false if that cannot help. */
    private boolean restarts() throws IOException {
        Message message = opening();
        boolean triesDiscover;
        synchronized (this) {
            boolean endedOnDiscover = discovered && !initialized;
            triesDiscover = refusesRevision;
            if (restarted || closed || message == null || !(triesDiscover || endedOnDiscover)) {
                return false;
            }
            restarted = true;
            discovered = true;
            initialized = true;
        }
        known.found(triesDiscover);
        server.close();
        Upstream next = serverRestart.connect();
        UpstreamListener upstreamListener = client;
        if (next == null || upstreamListener == null) {
            return false;
        }
        server = next;
        next.start(new Undecided(upstreamListener));
        if (closed) {
            next.close();
        } else {
            next.send(triesDiscover ? discovery(message) : message.bytes());
        }
        return true;
    }

    private synchronized void forget() {
        known.found(false);
        refusal = null;
    }

    /** Returns whether to try {@code server/discover}. It cannot help if the server is silent or refuses the caller. */
    private static boolean worthAsking(Answer answer) {
        RefusedException why = answer.why();
        return why == null || why.code() == ErrorCode.UPSTREAM_UNAVAILABLE;
    }

    private void say(Slice id, Answer answer) throws IOException {
        UpstreamListener upstreamListener = client;
        Message error = answer.error();
        RefusedException why = answer.why();
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
        closed = true;
        server.close();
    }

    /** Passes messages between the translation and the server. */
    private final class Behind implements Upstream {

        @Override
        public void start(UpstreamListener upstreamListener) {
            ear = upstreamListener;
        }

        @Override
        public void send(Slice... pieces) throws IOException {
            server.send(pieces);
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** Handles the server's messages until the era is known. */
    private final class Undecided implements UpstreamListener {

        private final UpstreamListener client;

        Undecided(UpstreamListener client) {
            this.client = client;
        }

        @Override
        public void onMessage(Slice bytes) throws IOException {
            UpstreamListener target = ear;
            Message message = target == null ? Message.of(bytes) : null;
            if (message != null) {
                undecided(message);
            } else {
                (target == null ? client : target).onMessage(bytes);
            }
        }

        @Override
        public void onMessage(Message message) throws IOException {
            UpstreamListener target = ear;
            if (target == null) {
                undecided(message);
            } else {
                target.onMessage(message);
            }
        }

        private void undecided(Message message) throws IOException {
            Slice id = message.isResponse() ? message.id() : null;
            boolean discovery = id != null && same(id, QUESTION);
            if (id == null || !(discovery || opens(id))) {
                client.onMessage(message);
                return;
            }
            Slice result = message.result();
            boolean supported = discovery ? InitializeResult.speaks(result) : result != null;
            if (!supported || result == null) {
                refused(new Answer(message, null));
                return;
            }
            opened(result, discovery);
            if (!discovery) {
                client.onMessage(message);
            }
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
            UpstreamListener target = ear;
            if (target != null) {
                target.onRequestFailed(requestId, why);
            } else if (same(requestId, QUESTION) || opens(requestId)) {
                refused(new Answer(null, why));
            } else {
                client.onRequestFailed(requestId, why);
            }
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException {
            heardBy().onMessageTooLong(message, maxBytes);
        }

        @Override
        public void onWarning(String warning) {
            heardBy().onWarning(warning);
        }

        @Override
        public void onClosed(String reason) {
            String why = reason;
            try {
                if (ear == null && restarts()) {
                    return;
                }
            } catch (IOException e) {
                why = reason + ", and " + e.getMessage();
            }
            heardBy().onClosed(why);
        }

        private UpstreamListener heardBy() {
            UpstreamListener target = ear;
            return target == null ? client : target;
        }
    }

    private boolean opens(Slice id) {
        Message message = opening();
        Slice own = message == null ? null : message.id();
        return own != null && same(id, own);
    }

    private static boolean same(Slice a, Slice b) {
        String key = RequestId.key(a);
        return key.equals(RequestId.key(b)) || RequestId.otherType(key).equals(RequestId.key(b));
    }
}
