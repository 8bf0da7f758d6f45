package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.hub.server.AppAddresses;
import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Holds the state of one client session on the hub: revision, server links, and pending requests. */
public final class HubSession {

    /** A client counts as active for this time after its last activity: 5 minutes. */
    private static final long ACTIVE_NANOS = 300_000_000_000L;

    private static final int MAX_SUBSCRIPTIONS = 1_000;

    private final ServerGroup serverGroup;
    private final AuthenticatedCaller authenticatedCaller;
    private final @Nullable String sessionId;
    private final ClientAbilities clientAbilities;
    private final Peer client;
    private final HubRequests hubRequests;
    private final ServerRequestTable serverRequestTable = new ServerRequestTable();
    private final Map<Integer, ServerLink> linksByIndex = new ConcurrentHashMap<>();
    private volatile List<ServerLink> serverLinks = List.of();
    private final Map<String, ServerLink> subscribedServerByUri = new ConcurrentHashMap<>();
    private volatile @Nullable Slice initializeParams;
    private volatile @Nullable Slice logLevel;
    private volatile @Nullable HubSubscription hubSubscription;
    private volatile String revision = "";
    private volatile boolean isInitialized;
    private volatile boolean isEnded;
    private volatile long lastActivityNanos = System.nanoTime();

    /**
     * Creates the state for one client.
     *
     * @param sessionId null for a request without a session
     * @param clientAbilities the input requests and extensions that the client supports
     */
    public HubSession(
            ServerGroup serverGroup,
            AuthenticatedCaller authenticatedCaller,
            @Nullable String sessionId,
            ClientAbilities clientAbilities,
            Peer client) {
        this.serverGroup = serverGroup;
        this.authenticatedCaller = authenticatedCaller;
        this.sessionId = sessionId;
        this.clientAbilities = clientAbilities;
        this.client = client;
        this.hubRequests = new HubRequests(sessionId == null);
        refreshLinks();
    }

    private ServerLink newLink(int index) {
        return sessionId == null ? new RequestServerLink(index, this) : new SessionServerLink(index, this);
    }

    /** Updates the links to those of the current servers. */
    public void refreshLinks() {
        serverLinks = serverGroup.indexes().stream().map(this::serverLink).toList();
    }

    /**
     * Replaces the links to changed servers, and notifies the client that the lists have changed. Requests to the other
     * servers go on.
     */
    public void onServersChanged(Set<Integer> changed) {
        if (isEnded) {
            return;
        }
        Map<ServerLink, ServerLink> replaced = new HashMap<>();
        for (int index : changed) {
            ServerLink earlierLink = linksByIndex.get(index);
            ServerLink newLink = newLink(index);
            if (earlierLink != null) {
                newLink.copyShownPages(earlierLink);
                replaced.put(earlierLink, newLink);
            }
            linksByIndex.put(index, newLink);
        }
        refreshLinks();
        subscribedServerByUri.replaceAll((uri, owner) -> replaced.getOrDefault(owner, owner));
        HubSubscription subscription = hubSubscription;
        if (subscription != null) {
            serverLinks.stream().filter(link -> changed.contains(link.index())).forEach(subscription::subscribeTo);
        }
        replaced.keySet()
                .forEach(link -> Thread.ofVirtual().name("plimsoll-hub-close").start(link::close));
        if (isInitialized || subscription != null) {
            for (ListKind listKind : ListKind.WITH_LIST_CHANGED) {
                String method = "notifications/" + listKind.capability() + "/list_changed";
                Message notification = subscription == null
                        ? Message.notification(method, Slice.of("{}"))
                        : subscription.createNotification(method);
                if (notification != null) {
                    notifyClient(notification);
                }
            }
        }
    }

    /** Ends the session: later changes of the servers no longer matter. */
    public void end() {
        isEnded = true;
    }

    public ServerGroup serverGroup() {
        return serverGroup;
    }

    public AuthenticatedCaller caller() {
        return authenticatedCaller;
    }

    @Nullable String sessionId() {
        return sessionId;
    }

    ClientAbilities clientAbilities() {
        return clientAbilities;
    }

    /** Returns whether this is a modern request, which has no session. */
    public boolean isModern() {
        return sessionId == null;
    }

    Peer client() {
        return client;
    }

    public HubRequests requests() {
        return hubRequests;
    }

    public ServerRequestTable serverRequests() {
        return serverRequestTable;
    }

    /** Returns the links to the current servers, in configuration order. */
    public List<ServerLink> serverLinks() {
        return serverLinks;
    }

    /** Returns the links to all servers, also to those that were removed or stopped. */
    public List<ServerLink> allServerLinks() {
        return IntStream.range(0, serverGroup.size()).mapToObj(this::serverLink).toList();
    }

    /** Returns all links that this session has created, to be closed. */
    public List<ServerLink> createdLinks() {
        return List.copyOf(linksByIndex.values());
    }

    /**
     * Returns the link to a server. A server that was removed or stopped refuses everything but reads of its results.
     */
    public ServerLink serverLink(int index) {
        return linksByIndex.computeIfAbsent(index, this::newLink);
    }

    // --- initialization

    /** Returns the parameters with which every server is initialized; null before the client's {@code initialize}. */
    public @Nullable Slice initializeParams() {
        return initializeParams;
    }

    public void initialize(Slice params, String agreedRevision) {
        initializeParams = Slice.of(params.toByteArray());
        revision = agreedRevision;
    }

    /**
     * Returns the revision of the session; empty before {@code initialize}, and for modern requests, which
     * contain their revision.
     */
    String revision() {
        return revision;
    }

    boolean isInitialized() {
        return isInitialized;
    }

    /**
     * Records that the client is active. In a session, the first call also tells the open servers that the client is
     * ready.
     */
    public void recordActivity() {
        lastActivityNanos = System.nanoTime();
        if (isInitialized || isModern()) {
            return;
        }
        isInitialized = true;
        for (ServerLink serverLink : serverLinks) {
            OpenLink openLink = serverLink.findOpenLink();
            if (openLink != null && serverLink instanceof SessionServerLink sessionLink) {
                sessionLink.sendInitialized(openLink);
            }
        }
    }

    /** Sends {@code list_changed} for each list that differs from what the client saw before this server was opened. */
    void notifyListChanges(ServerLink serverLink, OpenLink openLink) {
        for (ListKind listKind : ListKind.WITH_LIST_CHANGED) {
            Slice previousPage = serverLink.findPreviousPage(listKind, openLink);
            if (previousPage != null) {
                Slice currentPage = ListPages.fetchFirst(serverLink, openLink, listKind);
                if (currentPage != null && !currentPage.equals(previousPage)) {
                    notifyClient(Message.notification(
                            "notifications/" + listKind.capability() + "/list_changed", Slice.of("{}")));
                }
            }
        }
    }

    /** Sends the client's log level and resource subscriptions to a server that was just opened. */
    void restoreState(ServerLink serverLink, OpenLink openLink, HubServerInfo serverInfo) {
        Slice level = logLevel;
        if (level != null && serverInfo.supports("logging")) {
            resend(openLink, "logging/setLevel", level);
        }
        subscribedServerByUri.forEach((uri, owner) -> {
            if (owner.equals(serverLink)) {
                String serverUri =
                        Objects.requireNonNullElse(new AppAddresses(serverLink.name()).toServerUri(uri), uri);
                JsonWriter params = new JsonWriter().beginObject().string("uri", serverUri);
                resend(openLink, "resources/subscribe", params.endObject().slice());
            }
        });
    }

    private void resend(OpenLink openLink, String method, Slice params) {
        try {
            openLink.ownRequests().sendIgnoringResponse(method, params);
        } catch (IOException e) {
            // the link has closed; the next one sends it again
        }
    }

    public void setLogLevel(Slice params) {
        logLevel = Slice.of(params.toByteArray());
    }

    public void addSubscription(String uri, ServerLink serverLink) {
        if (subscribedServerByUri.size() < MAX_SUBSCRIPTIONS) {
            subscribedServerByUri.put(uri, serverLink);
        }
    }

    /** Returns the server that reports changes of this resource to the client; null if there is no subscription. */
    public @Nullable ServerLink findSubscribedServer(String uri) {
        return subscribedServerByUri.get(uri);
    }

    public void removeSubscription(String uri) {
        subscribedServerByUri.remove(uri);
    }

    // --- messages that servers send on their own

    void notifyClient(Message notification) {
        HubSubscription subscription = hubSubscription;
        if (subscription != null && subscription.enqueue(notification)) {
            return;
        }
        sendToClient(notification);
    }

    /** Sends a notification immediately, even while a subscription starts. */
    void sendToClient(Message notification) {
        try {
            client.send(notification);
        } catch (IOException e) {
            // the client has disconnected, so the session ends soon
        }
    }

    public void setHubSubscription(HubSubscription newSubscription) {
        hubSubscription = newSubscription;
    }

    void recordAcknowledgment(ServerLink serverLink, Message notification) {
        HubSubscription subscription = hubSubscription;
        if (subscription != null) {
            subscription.recordAcknowledgment(serverLink, notification);
        }
    }

    /** Cancels all input requests that arrived over this link. */
    void cancelServerRequests(OpenLink openLink) {
        serverRequestTable.cancelAll(openLink).forEach(this::notifyClient);
    }

    // --- maintenance

    /** Runs the maintenance of the open links, and reopens unavailable servers while the client is active. */
    public void runMaintenance() {
        boolean isActive = System.nanoTime() - lastActivityNanos < ACTIVE_NANOS;
        for (ServerLink serverLink : serverLinks) {
            OpenLink openLink = serverLink.findOpenLink();
            if (openLink != null) {
                openLink.session().runMaintenance();
            } else if (isActive
                    && serverLink instanceof SessionServerLink sessionLink
                    && serverLink.hasShownPage(ListKind.TOOLS)) {
                if (sessionLink.canReopen()) {
                    var _ = serverLink.openAsync();
                }
            }
        }
    }
}
