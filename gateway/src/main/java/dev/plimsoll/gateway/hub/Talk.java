package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.apps.AppAddresses;
import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One client and all servers: what they have agreed on, and who waits for what. */
final class Talk {

    private static final long AWAKE_NANOS = 300_000_000_000L;
    private static final int MOST_SUBSCRIPTIONS = 1_000;

    private final Circle circle;
    private final Caller caller;
    private final @Nullable String session;
    private final Abilities abilities;
    private final Peer client;
    private final Flights flights;
    private final Asked asked = new Asked();
    private final List<? extends Spoke> spokes;
    private final Map<String, Spoke> subscriptions = new ConcurrentHashMap<>();
    // needs to be improbable, not secret
    private final String prefix =
            "plimsoll-hub-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    private final AtomicLong number = new AtomicLong();
    private volatile @Nullable Slice opening;
    private volatile @Nullable Slice logLevel;
    private volatile @Nullable Listen listen;
    private volatile String revision = "";
    private volatile boolean ready;
    private volatile long usedNanos = System.nanoTime();

    /**
     * The talk of one client.
     *
     * @param session null for a request without one
     * @param abilities what the client says that it can be asked, and its extensions
     */
    Talk(Circle circle, Caller caller, @Nullable String session, Abilities abilities, Peer client) {
        this.circle = circle;
        this.caller = caller;
        this.session = session;
        this.abilities = abilities;
        this.client = client;
        this.flights = new Flights(session == null);
        this.spokes = IntStream.range(0, circle.backends().size())
                .mapToObj(i -> session == null ? new OnceSpoke(i, this) : new SessionSpoke(i, this))
                .toList();
    }

    Circle circle() {
        return circle;
    }

    Caller caller() {
        return caller;
    }

    @Nullable String session() {
        return session;
    }

    Abilities abilities() {
        return abilities;
    }

    /** Whether it is a request that says all about itself. */
    boolean modern() {
        return session == null;
    }

    Peer client() {
        return client;
    }

    Flights flights() {
        return flights;
    }

    Asked asked() {
        return asked;
    }

    List<? extends Spoke> spokes() {
        return spokes;
    }

    Spoke spoke(int index) {
        return spokes.get(index);
    }

    String ownId() {
        return prefix + number.incrementAndGet();
    }

    // --- the opening

    /** What every server is initialized with; null while the client has said nothing. */
    @Nullable Slice opening() {
        return opening;
    }

    void opens(Slice params, String agreed) {
        opening = Slice.of(params.toByteArray());
        revision = agreed;
    }

    /** The revision of the session; empty for requests that name theirs themselves. */
    String revision() {
        return revision;
    }

    boolean isReady() {
        return ready;
    }

    /** The client has had our answer to its opening, and goes on. */
    void ready() {
        usedNanos = System.nanoTime();
        if (ready || modern()) {
            return;
        }
        ready = true;
        for (Spoke spoke : spokes) {
            Live live = spoke.open();
            if (live != null && spoke instanceof SessionSpoke one) {
                one.tell(live);
            }
        }
    }

    /** A server was opened that the client may have been told is not there. */
    void opened(Spoke spoke, Live live) {
        for (Kind kind : Kind.CHANGING) {
            Slice before = spoke.shownBefore(kind, live);
            if (before != null) {
                Slice now = Pages.first(spoke, live, kind);
                if (now != null && !now.equals(before)) {
                    told(Message.notification("notifications/" + kind.capability() + "/list_changed", Slice.of("{}")));
                }
            }
        }
    }

    /** A server that begins anew gets what the client has told it before. */
    void restore(Spoke spoke, Live live, Opened how) {
        Slice level = logLevel;
        if (level != null && how.offers("logging")) {
            again(live, "logging/setLevel", level);
        }
        subscriptions.forEach((uri, owner) -> {
            if (owner.equals(spoke)) {
                String real = Objects.requireNonNullElse(new AppAddresses(spoke.name()).real(uri), uri);
                ByteSink params = new ByteSink().ascii("{\"uri\":").string(real).ascii("}");
                again(live, "resources/subscribe", params.slice());
            }
        });
    }

    private void again(Live live, String method, Slice params) {
        Slice id = new ByteSink().string(ownId()).slice();
        live.hear(Message.request(id, method, params), new Reply());
    }

    void logs(Slice params) {
        logLevel = Slice.of(params.toByteArray());
    }

    void subscribed(String uri, Spoke spoke) {
        if (subscriptions.size() < MOST_SUBSCRIPTIONS) {
            subscriptions.put(uri, spoke);
        }
    }

    /** Who was asked to tell of changes of this resource. */
    @Nullable Spoke subscription(String uri) {
        return subscriptions.get(uri);
    }

    void unsubscribed(String uri) {
        subscriptions.remove(uri);
    }

    // --- what servers say by themselves

    void told(Slice notification) {
        Listen listening = listen;
        if (listening != null && listening.keeps(notification)) {
            return;
        }
        try {
            client.send(notification);
        } catch (IOException e) {
            // the client is gone, and the session will end with it
        }
    }

    void listens(Listen how) {
        listen = how;
    }

    void acknowledged(Spoke spoke, Message notification) {
        Listen listening = listen;
        if (listening != null) {
            listening.acknowledged(spoke, notification);
        }
    }

    /** Who asked over this line gets no answers any more. */
    void lost(Live live) {
        asked.gone(live).forEach(this::told);
    }

    // --- now and then

    /** Looks for servers that were not there, as long as the client is. */
    void tend() {
        boolean awake = System.nanoTime() - usedNanos < AWAKE_NANOS;
        for (Spoke spoke : spokes) {
            Live live = spoke.open();
            if (live != null) {
                live.line().expire();
            } else if (awake && spoke instanceof SessionSpoke one && spoke.hasShown(Kind.TOOLS)) {
                if (one.isMissing()) {
                    var _ = spoke.live();
                }
            }
        }
    }
}
