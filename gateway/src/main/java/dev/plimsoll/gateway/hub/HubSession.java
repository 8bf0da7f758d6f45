package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.apps.AppAddresses;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
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
final class HubSession {

    private static final long AWAKE_NANOS = 300_000_000_000L;
    private static final int MOST_SUBSCRIPTIONS = 1_000;

    private final ServerGroup serverGroup;
    private final AuthenticatedCaller authenticatedCaller;
    private final @Nullable String session;
    private final ClientAbilities clientAbilities;
    private final Peer client;
    private final HubRequests hubRequests;
    private final ServerRequestTable serverRequestTable = new ServerRequestTable();
    private final List<? extends ServerLink> spokes;
    private final Map<String, ServerLink> subscriptions = new ConcurrentHashMap<>();
    // needs to be improbable, not secret
    private final String prefix =
            "plimsoll-hub-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    private final AtomicLong number = new AtomicLong();
    private volatile @Nullable Slice opening;
    private volatile @Nullable Slice logLevel;
    private volatile @Nullable HubSubscription hubSubscription;
    private volatile String revision = "";
    private volatile boolean ready;
    private volatile long usedNanos = System.nanoTime();

    /**
     * The talk of one client.
     *
     * @param session null for a request without one
     * @param clientAbilities what the client says that it can be asked, and its extensions
     */
    HubSession(ServerGroup serverGroup, AuthenticatedCaller authenticatedCaller, @Nullable String session, ClientAbilities clientAbilities, Peer client) {
        this.serverGroup = serverGroup;
        this.authenticatedCaller = authenticatedCaller;
        this.session = session;
        this.clientAbilities = clientAbilities;
        this.client = client;
        this.hubRequests = new HubRequests(session == null);
        this.spokes = IntStream.range(0, serverGroup.backends().size())
                .mapToObj(i -> session == null ? new RequestServerLink(i, this) : new SessionServerLink(i, this))
                .toList();
    }

    ServerGroup circle() {
        return serverGroup;
    }

    AuthenticatedCaller caller() {
        return authenticatedCaller;
    }

    @Nullable String session() {
        return session;
    }

    ClientAbilities abilities() {
        return clientAbilities;
    }

    /** Whether it is a request that says all about itself. */
    boolean modern() {
        return session == null;
    }

    Peer client() {
        return client;
    }

    HubRequests flights() {
        return hubRequests;
    }

    ServerRequestTable asked() {
        return serverRequestTable;
    }

    List<? extends ServerLink> spokes() {
        return spokes;
    }

    ServerLink spoke(int index) {
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
        for (ServerLink serverLink : spokes) {
            OpenLink openLink = serverLink.open();
            if (openLink != null && serverLink instanceof SessionServerLink one) {
                one.tell(openLink);
            }
        }
    }

    /** A server was opened that the client may have been told is not there. */
    void opened(ServerLink serverLink, OpenLink openLink) {
        for (ListKind listKind : ListKind.CHANGING) {
            Slice before = serverLink.shownBefore(listKind, openLink);
            if (before != null) {
                Slice now = ListPages.first(serverLink, openLink, listKind);
                if (now != null && !now.equals(before)) {
                    told(Message.notification("notifications/" + listKind.capability() + "/list_changed", Slice.of("{}")));
                }
            }
        }
    }

    /** A server that begins anew gets what the client has told it before. */
    void restore(ServerLink serverLink, OpenLink openLink, HubServerInfo how) {
        Slice level = logLevel;
        if (level != null && how.offers("logging")) {
            again(openLink, "logging/setLevel", level);
        }
        subscriptions.forEach((uri, owner) -> {
            if (owner.equals(serverLink)) {
                String real = Objects.requireNonNullElse(new AppAddresses(serverLink.name()).real(uri), uri);
                ByteSink params = new ByteSink().ascii("{\"uri\":").string(real).ascii("}");
                again(openLink, "resources/subscribe", params.slice());
            }
        });
    }

    private void again(OpenLink openLink, String method, Slice params) {
        Slice id = new ByteSink().string(ownId()).slice();
        openLink.hear(Message.request(id, method, params), new UpstreamResponse());
    }

    void logs(Slice params) {
        logLevel = Slice.of(params.toByteArray());
    }

    void subscribed(String uri, ServerLink serverLink) {
        if (subscriptions.size() < MOST_SUBSCRIPTIONS) {
            subscriptions.put(uri, serverLink);
        }
    }

    /** Who was asked to tell of changes of this resource. */
    @Nullable ServerLink subscription(String uri) {
        return subscriptions.get(uri);
    }

    void unsubscribed(String uri) {
        subscriptions.remove(uri);
    }

    // --- what servers say by themselves

    void told(Slice notification) {
        HubSubscription listening = hubSubscription;
        if (listening != null && listening.keeps(notification)) {
            return;
        }
        try {
            client.send(notification);
        } catch (IOException e) {
            // the client is gone, and the session will end with it
        }
    }

    void listens(HubSubscription how) {
        hubSubscription = how;
    }

    void acknowledged(ServerLink serverLink, Message notification) {
        HubSubscription listening = hubSubscription;
        if (listening != null) {
            listening.acknowledged(serverLink, notification);
        }
    }

    /** Who asked over this line gets no answers any more. */
    void lost(OpenLink openLink) {
        serverRequestTable.gone(openLink).forEach(this::told);
    }

    // --- now and then

    /** Looks for servers that were not there, as long as the client is. */
    void tend() {
        boolean awake = System.nanoTime() - usedNanos < AWAKE_NANOS;
        for (ServerLink serverLink : spokes) {
            OpenLink openLink = serverLink.open();
            if (openLink != null) {
                openLink.line().expire();
            } else if (awake && serverLink instanceof SessionServerLink one && serverLink.hasShown(ListKind.TOOLS)) {
                if (one.isMissing()) {
                    var _ = serverLink.live();
                }
            }
        }
    }
}
