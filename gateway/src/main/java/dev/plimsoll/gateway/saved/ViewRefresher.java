package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.rpc.RequestTarget;
import dev.plimsoll.gateway.saved.CallerServers.ViewWithServer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.SavedKeys;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Calls the tool of a subscribed view at the interval in the policy, so that its value is updated. It skips a call if
 * the tool has returned a result for these arguments within the interval.
 */
final class ViewRefresher implements Runnable {

    private final SavedViewHost host;
    private final CallerServers servers;
    private final RequestTarget target;
    private final @Nullable Slice meta;
    private final String name;
    private final Thread thread;
    private volatile @Nullable InnerCalls runningCalls;

    private ViewRefresher(
            SavedViewHost host, CallerServers servers, RequestTarget target, @Nullable Slice meta, String name) {
        this.host = host;
        this.servers = servers;
        this.target = target;
        this.meta = meta;
        this.name = name;
        this.thread = Thread.ofVirtual().name("plimsoll-saved-refresh").unstarted(this);
    }

    /**
     * Starts to call the tool of a view. Returns null if the policy sets no interval.
     *
     * @param target the session of the client, through which the calls go
     * @param meta the {@code _meta} of the subscribing request; null if it has none
     */
    static @Nullable ViewRefresher start(
            SavedViewHost host,
            CallerServers servers,
            RequestTarget target,
            @Nullable Slice meta,
            ViewWithServer found) {
        if (findInterval(found) == null) {
            return null;
        }
        ViewRefresher refresher =
                new ViewRefresher(host, servers, target, meta, found.view().name());
        refresher.thread.start();
        return refresher;
    }

    private static @Nullable Duration findInterval(ViewWithServer found) {
        return found.server().policy(found.view().tool()).find(SavedKeys.SAVED_EVERY);
    }

    @Override
    public void run() {
        try {
            while (true) {
                ViewWithServer found = servers.find(host.views(), name);
                Duration interval = found == null ? null : findInterval(found);
                if (found == null || interval == null) {
                    return;
                }
                Thread.sleep(interval);
                if (!host.views().isObservedWithin(found.view(), interval)) {
                    callTool(found);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void callTool(ViewWithServer found) {
        InnerCalls calls = InnerCalls.bypassingCache(target, meta);
        runningCalls = calls;
        try {
            new ViewCalls(host, calls).read(found);
        } catch (RefusedException e) {
            host.log().log(LogSeverity.DEBUG, "a subscribed view could not be read", "code", e.code());
        } finally {
            runningCalls = null;
        }
    }

    void stop() {
        thread.interrupt();
        InnerCalls calls = runningCalls;
        if (calls != null) {
            calls.cancel("the subscription has ended");
        }
    }
}
