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

/** Holds the state of one client session on the hub: revision, server links, and pending requests. */
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
    // must be unlikely to repeat, need not be secret
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
     * Creates the state for one client.
     *
     * @param session null for a request without a session
     * @param clientAbilities the input requests and extensions that the client supports
     */
    HubSession(
            ServerGroup serverGroup,
            AuthenticatedCaller authenticatedCaller,
            @Nullable String session,
            ClientAbilities clientAbilities,
            Peer client) {
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

    /** Returns whether this is a modern request, which has no session. */
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

    // --- initialization

    /** Returns the parameters that every server is initialized with; null before the client's {@code initialize}. */
    @Nullable Slice opening() {
        return opening;
    }

    void opens(Slice params, String agreedRevision) {
        opening = Slice.of(params.toByteArray());
        revision = agreedRevision;
    }

    /** Returns the revision of the session; empty for requests that state their own. */
    String revision() {
        return revision;
    }

    boolean isReady() {
        return ready;
    }

    /**
     * Records that the client is active. In a session, the first call also tells the open servers that the client is
     * ready.
     */
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

    /** Sends {@code list_changed} for each list that differs from what the client saw before this server was opened. */
    void opened(ServerLink serverLink, OpenLink openLink) {
        for (ListKind listKind : ListKind.CHANGING) {
            Slice before = serverLink.shownBefore(listKind, openLink);
            if (before != null) {
                Slice now = ListPages.first(serverLink, openLink, listKind);
                if (now != null && !now.equals(before)) {
                    told(Message.notification(
                            "notifications/" + listKind.capability() + "/list_changed", Slice.of("{}")));
                }
            }
        }
    }

    /** Repeats the client's log level and subscriptions for a server that was restarted. */
    void restore(ServerLink serverLink, OpenLink openLink, HubServerInfo serverInfo) {
        Slice level = logLevel;
        if (level != null && serverInfo.offers("logging")) {
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

    /** Returns the server that reports changes of this resource to the client; null if there is no subscription. */
    @Nullable ServerLink subscription(String uri) {
        return subscriptions.get(uri);
    }

    void unsubscribed(String uri) {
        subscriptions.remove(uri);
    }

    // --- messages that servers send on their own

    void told(Slice notification) {
        HubSubscription listening = hubSubscription;
        if (listening != null && listening.keeps(notification)) {
            return;
        }
        try {
            client.send(notification);
        } catch (IOException e) {
            // the client has disconnected, so the session ends soon
        }
    }

    void listens(HubSubscription newSubscription) {
        hubSubscription = newSubscription;
    }

    void acknowledged(ServerLink serverLink, Message notification) {
        HubSubscription listening = hubSubscription;
        if (listening != null) {
            listening.acknowledged(serverLink, notification);
        }
    }

    /** Cancels all input requests that arrived over this link. */
    void lost(OpenLink openLink) {
        serverRequestTable.gone(openLink).forEach(this::told);
    }

    // --- maintenance

    /** Expires idle links and reopens unavailable servers while the client is active. */
    void tend() {
        boolean active = System.nanoTime() - usedNanos < AWAKE_NANOS;
        for (ServerLink serverLink : spokes) {
            OpenLink openLink = serverLink.open();
            if (openLink != null) {
                openLink.line().expire();
            } else if (active && serverLink instanceof SessionServerLink one && serverLink.hasShown(ListKind.TOOLS)) {
                if (one.isMissing()) {
                    var _ = serverLink.live();
                }
            }
        }
    }
}
