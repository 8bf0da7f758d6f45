package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.hub.server.AppTools;
import dev.plimsoll.gateway.hub.server.HubNames;
import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.server.ListingCache;
import dev.plimsoll.gateway.hub.server.Resources;
import dev.plimsoll.gateway.hub.server.RetryDelay;
import dev.plimsoll.gateway.log.Log;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The servers behind the hub, in configuration order, and the data about them that all clients share. A server keeps
 * its index until the gateway ends, even if it is removed and added again.
 */
public final class ServerGroup {

    private final String version;
    private final Duration firstRetryDelay;
    private final Log log;
    private final HubNames tools = new HubNames(List.of());
    private final HubNames prompts = new HubNames(List.of());
    private final ListingCache listingCache = new ListingCache();
    private final Resources resources = new Resources();
    private final Tasks tasks = new Tasks();
    private final AppTools appTools = new AppTools();
    private final Set<String> claimedListings = ConcurrentHashMap.newKeySet();
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private volatile List<Integer> indexes = List.of();

    /** A server that is or was behind the hub. */
    private static final class Member {

        private final ServerBackend backend;
        private final RetryDelay retryDelay;
        private volatile @Nullable HubServerInfo serverInfo;
        private volatile @Nullable Boolean hasReadTool;

        Member(ServerBackend backend, RetryDelay retryDelay) {
            this.backend = backend;
            this.retryDelay = retryDelay;
        }
    }

    /**
     * @param version the version of Plimsoll
     * @param firstRetryDelay the delay after the first failure
     */
    public ServerGroup(List<? extends ServerBackend> backends, String version, Duration firstRetryDelay, Log log) {
        this.version = version;
        this.firstRetryDelay = firstRetryDelay;
        this.log = log;
        setServers(backends, Set.of());
    }

    /**
     * Sets the servers.
     *
     * @param changedNames names of replaced servers
     * @return the indexes of the servers that are new, replaced, or no longer set
     */
    public synchronized Set<Integer> setServers(List<? extends ServerBackend> backends, Set<String> changedNames) {
        List<Integer> previousIndexes = indexes;
        List<Integer> currentIndexes = backends.stream().map(this::findOrAdd).toList();
        Set<Integer> unchangedIndexes = new HashSet<>(previousIndexes);
        unchangedIndexes.retainAll(currentIndexes);
        unchangedIndexes.removeIf(index -> changedNames.contains(backend(index).name()));
        Set<Integer> changedIndexes = new HashSet<>(previousIndexes);
        changedIndexes.addAll(currentIndexes);
        changedIndexes.removeAll(unchangedIndexes);
        resources.setOrder(currentIndexes);
        indexes = currentIndexes;
        changedIndexes.forEach(this::forget);
        return changedIndexes;
    }

    private int findOrAdd(ServerBackend backend) {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).backend.name().equals(backend.name())) {
                return i;
            }
        }
        tools.addServer(backend.name());
        prompts.addServer(backend.name());
        members.add(new Member(backend, new RetryDelay(firstRetryDelay)));
        return members.size() - 1;
    }

    /**
     * Removes the listings, the capabilities, and the retry delay of a server. The names of its tools and prompts stay,
     * because a name must not get another meaning.
     */
    private void forget(int index) {
        Member member = members.get(index);
        member.retryDelay.reset();
        member.serverInfo = null;
        member.hasReadTool = null;
        listingCache.removeServer(index);
        resources.removeServer(index);
        appTools.removeServer(index);
        claimedListings.removeIf(listing -> listing.endsWith(" " + index));
    }

    /** Returns the indexes of the current servers, in configuration order. */
    List<Integer> indexes() {
        return indexes;
    }

    /** Returns the number of servers that are or were behind the hub. Their indexes are below this number. */
    int size() {
        return members.size();
    }

    /** Returns the current servers. */
    public List<ServerBackend> backends() {
        return indexes.stream().map(this::backend).toList();
    }

    public ServerBackend backend(int index) {
        return members.get(index).backend;
    }

    public String version() {
        return version;
    }

    Duration firstRetryDelay() {
        return firstRetryDelay;
    }

    public Log log() {
        return log;
    }

    public HubNames tools() {
        return tools;
    }

    public HubNames prompts() {
        return prompts;
    }

    public ListingCache listingCache() {
        return listingCache;
    }

    public Resources resources() {
        return resources;
    }

    public Tasks tasks() {
        return tasks;
    }

    public AppTools appTools() {
        return appTools;
    }

    /** Returns the retry delay of a server, which applies to all clients. */
    RetryDelay retryDelay(int server) {
        return members.get(server).retryDelay;
    }

    /** Returns the server's latest capabilities and instructions; null before it has sent any. */
    @Nullable HubServerInfo serverInfo(int server) {
        return members.get(server).serverInfo;
    }

    public void setServerInfo(int server, HubServerInfo serverInfo) {
        members.get(server).serverInfo = serverInfo;
    }

    /** Returns true only for the first call for each server and kind, whose caller must then load the listing. */
    public boolean claimListing(int server, ListKind listKind) {
        return claimedListings.add(listKind + " " + server);
    }

    /** Returns whether the server lists its own read tool; null if not known. */
    public @Nullable Boolean hasReadTool(int server) {
        return members.get(server).hasReadTool;
    }

    void setHasReadTool(int server, boolean hasReadTool) {
        members.get(server).hasReadTool = hasReadTool;
    }
}
