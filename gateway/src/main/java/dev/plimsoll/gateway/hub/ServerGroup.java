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
    private final Duration firstPause;
    private final Log log;
    private final HubNames tools;
    private final HubNames prompts;
    private final ListingCache listingCache = new ListingCache();
    private final Resources resources = new Resources();
    private final Tasks tasks = new Tasks();
    private final AppTools appTools = new AppTools();
    private final Set<String> learned = ConcurrentHashMap.newKeySet();
    private final List<RetryDelay> starts;
    private final AtomicReferenceArray<@Nullable HubServerInfo> opened;
    private final AtomicReferenceArray<@Nullable Boolean> readers;

    /**
     * @param version of this program
     * @param firstPause delay after the first failure
     */
    ServerGroup(List<? extends ServerBackend> backends, String version, Duration firstPause, Log log) {
        this.backends = List.copyOf(backends);
        this.version = version;
        this.firstPause = firstPause;
        this.log = log;
        List<String> names = backends.stream().map(Endpoint::name).toList();
        this.tools = new HubNames(names);
        this.prompts = new HubNames(names);
        this.starts = backends.stream().map(any -> new RetryDelay(firstPause)).toList();
        this.opened = new AtomicReferenceArray<>(names.size());
        this.readers = new AtomicReferenceArray<>(names.size());
    }

    List<ServerBackend> backends() {
        return backends;
    }

    String version() {
        return version;
    }

    Duration firstPause() {
        return firstPause;
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

    ListingCache seen() {
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
    RetryDelay starts(int server) {
        return starts.get(server);
    }

    /** Returns the server's latest capabilities and instructions; null before it has sent any. */
    @Nullable HubServerInfo opened(int server) {
        return opened.get(server);
    }

    void setServerInfo(int server, HubServerInfo serverInfo) {
        opened.set(server, serverInfo);
    }

    /** Returns whether the caller must load this listing: true only for the first call for each server and kind. */
    boolean learns(int server, ListKind listKind) {
        return learned.add(listKind + " " + server);
    }

    /** Returns whether the server lists its own read tool; null if not known. */
    @Nullable Boolean reads(int server) {
        return readers.get(server);
    }

    void setHasReadTool(int server, boolean listed) {
        readers.set(server, listed);
    }
}
