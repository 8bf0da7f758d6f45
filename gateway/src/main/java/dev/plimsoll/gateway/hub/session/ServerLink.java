package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.server.UnavailableMessage;
import dev.plimsoll.gateway.hub.session.ListPages.Page;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests.Origin;
import dev.plimsoll.gateway.rpc.OwnRequests.OwnRequest;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One client's link to a server. Opened on first use. */
public abstract class ServerLink {

    /** Extra time for the server's first response, added to the limit for opening the server. */
    private static final Duration RESPONSE_GRACE = Duration.ofSeconds(1);

    private final int index;
    private final ServerBackend backend;
    private final HubSession hubSession;
    private final Map<ListKind, ShownPage> shownPages = new ConcurrentHashMap<>();
    private @Nullable OpenLink snapshotLink;

    private record ShownPage(Slice entries, @Nullable OpenLink link) {}

    ServerLink(int index, HubSession hubSession) {
        this.index = index;
        this.backend = hubSession.serverGroup().backend(index);
        this.hubSession = hubSession;
    }

    public int index() {
        return index;
    }

    public String name() {
        return backend.name();
    }

    ServerBackend backend() {
        return backend;
    }

    public HubSession hubSession() {
        return hubSession;
    }

    public ServerGroup serverGroup() {
        return hubSession.serverGroup();
    }

    /**
     * Returns the link and starts opening it if needed. The future fails with the reason if the server is unavailable.
     */
    abstract CompletableFuture<OpenLink> openAsync();

    /** Returns the link if it is open already; otherwise null. */
    public abstract @Nullable OpenLink findOpenLink();

    /** Returns the server's capabilities and instructions; null if not known. */
    public @Nullable HubServerInfo serverInfo() {
        return serverGroup().serverInfo(index);
    }

    public abstract void close();

    /** Returns how long a server may take to open. */
    public Duration openTimeout() {
        return backend.startTimeout().plus(RESPONSE_GRACE);
    }

    ToolNames toolNames() {
        return tool -> serverGroup().tools().clientName(index, tool);
    }

    /**
     * Waits for the open link.
     *
     * @throws RefusedException if the server is unavailable or does not open in time
     */
    public OpenLink awaitOpen(Duration timeout) {
        try {
            return openAsync().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RefusedException refusal
                    ? refusal
                    : UnavailableMessage.forReason(name(), "it did not initialize in time");
        } catch (TimeoutException e) {
            throw UnavailableMessage.forReason(name(), "it is still starting");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw UnavailableMessage.forReason(name(), "the gateway is shutting down");
        }
    }

    public OpenLink awaitOpen() {
        return awaitOpen(openTimeout());
    }

    /** Sends a request of the hub and waits for the response; null if none arrives before the deadline. */
    public @Nullable Message sendAndWait(OpenLink openLink, String method, Slice params, long deadlineNanos) {
        return sendAndWait(openLink, method, params, deadlineNanos, Origin.GATEWAY);
    }

    /** Sends a request of the hub and waits for the response; null if none arrives before the deadline. */
    public @Nullable Message sendAndWait(
            OpenLink openLink, String method, Slice params, long deadlineNanos, Origin origin) {
        try {
            OwnRequest request = openLink.ownRequests().send(method, params, origin);
            Message response = request.await(deadlineNanos);
            if (response == null && request.response().cancel(false)) {
                openLink.send(Message.cancellation(request.id(), "no answer in time"));
            }
            return response;
        } catch (IOException e) {
            return null;
        }
    }

    // --- without the server

    /**
     * Returns the name that this server had when it stored the result of the cursor; null if another server stored
     * it.
     */
    public @Nullable String findOriginalServer(String cursor) {
        return backend.findServer(hubSession.caller(), hubSession.sessionId(), cursor);
    }

    /** Returns a link that only reads snapshots of the server. Opens it first if necessary. */
    public synchronized OpenLink getOrOpenSnapshotLink() {
        OpenLink link = snapshotLink;
        if (link == null) {
            ServerSession serverSession =
                    backend.openSnapshotSession(hubSession.caller(), hubSession.sessionId(), hubSession.client());
            serverSession.setToolNames(toolNames());
            link = new OpenLink(serverSession);
            snapshotLink = link;
            Slice initializeParams = hubSession.initializeParams();
            if (initializeParams != null) {
                sendAndWait(link, "initialize", initializeParams, System.nanoTime() + RESPONSE_GRACE.toNanos());
            }
        }
        return link;
    }

    /** Refuses a call of a tool of this server. */
    public void sendRefusal(Message call, RefusedException reason, HubRequest hubRequest) {
        getOrOpenSnapshotLink().session().sendRefusal(name(), call, reason, hubRequest);
    }

    /** Refuses a call of a tool whose server is unknown. */
    public void sendRefusalForUnknownServer(Message call, RefusedException reason, HubRequest hubRequest) {
        getOrOpenSnapshotLink().session().sendRefusal(Endpoint.ALL, call, reason, hubRequest);
    }

    synchronized void closeSnapshotLink() {
        if (snapshotLink != null) {
            snapshotLink.close();
        }
    }

    // --- entries that the client has seen

    /** Records the first page of a listing, which the client sees now. */
    public void recordShownPage(ListKind listKind, Page firstPage) {
        shownPages.put(listKind, new ShownPage(firstPage.entries(), firstPage.link()));
    }

    /** Copies the pages that the client has seen of this server over an earlier link. */
    void copyShownPages(ServerLink earlierLink) {
        shownPages.putAll(earlierLink.shownPages);
    }

    /** Returns whether the client has requested this listing. */
    boolean hasShownPage(ListKind listKind) {
        return shownPages.containsKey(listKind);
    }

    /** Returns the first page as the client last saw it; null if there is none, or if the page came over this link. */
    @Nullable Slice findPreviousPage(ListKind listKind, OpenLink currentLink) {
        ShownPage shownPage = shownPages.get(listKind);
        return shownPage == null || shownPage.link == currentLink ? null : shownPage.entries;
    }
}
