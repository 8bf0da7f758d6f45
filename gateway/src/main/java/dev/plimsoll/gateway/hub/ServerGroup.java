package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.log.Log;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The servers behind the hub, in configuration order, and the data about them that all clients share. */
final class ServerGroup {

    private final List<ServerBackend> backends;
    private final String version;
    private final Duration firstRetryDelay;
    private final Log log;
    private final HubNames tools;
    private final HubNames prompts;
    private final ListingCache listingCache = new ListingCache();
    private final Resources resources = new Resources();
    private final Tasks tasks = new Tasks();
    private final AppTools appTools = new AppTools();
    private final Set<String> claimedListings = ConcurrentHashMap.newKeySet();
    private final List<RetryDelay> retryDelays;
    private final AtomicReferenceArray<@Nullable HubServerInfo> serverInfos;
    private final AtomicReferenceArray<@Nullable Boolean> readTools;

    /**
     * @param version the version of Plimsoll
     * @param firstRetryDelay the delay after the first failure
     */
    ServerGroup(List<? extends ServerBackend> backends, String version, Duration firstRetryDelay, Log log) {
        this.backends = List.copyOf(backends);
        this.version = version;
        this.firstRetryDelay = firstRetryDelay;
        this.log = log;
        List<String> names = backends.stream().map(Endpoint::name).toList();
        this.tools = new HubNames(names);
        this.prompts = new HubNames(names);
        this.retryDelays =
                backends.stream().map(_ -> new RetryDelay(firstRetryDelay)).toList();
        this.serverInfos = new AtomicReferenceArray<>(names.size());
        this.readTools = new AtomicReferenceArray<>(names.size());
    }

    List<ServerBackend> backends() {
        return backends;
    }

    String version() {
        return version;
    }

    Duration firstRetryDelay() {
        return firstRetryDelay;
    }

    Log log() {
        return log;
    }

    HubNames tools() {
        return tools;
    }

    HubNames prompts() {
        return prompts;
    }

    ListingCache listingCache() {
        return listingCache;
    }

    Resources resources() {
        return resources;
    }

    Tasks tasks() {
        return tasks;
    }

    AppTools appTools() {
        return appTools;
    }

    /** Returns the retry delay of a server, which applies to all clients. */
    RetryDelay retryDelay(int server) {
        return retryDelays.get(server);
    }

    /** Returns the server's latest capabilities and instructions; null before it has sent any. */
    @Nullable HubServerInfo serverInfo(int server) {
        return serverInfos.get(server);
    }

    void setServerInfo(int server, HubServerInfo serverInfo) {
        serverInfos.set(server, serverInfo);
    }

    /** Returns whether the caller must load this listing: true only for the first call for each server and kind. */
    boolean claimListing(int server, ListKind listKind) {
        return claimedListings.add(listKind + " " + server);
    }

    /** Returns whether the server lists its own read tool; null if not known. */
    @Nullable Boolean hasReadTool(int server) {
        return readTools.get(server);
    }

    void setHasReadTool(int server, boolean hasReadTool) {
        readTools.set(server, hasReadTool);
    }
}
