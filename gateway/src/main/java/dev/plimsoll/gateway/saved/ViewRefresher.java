package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.rpc.RequestTarget;
import dev.plimsoll.gateway.saved.SavedSources.Found;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.SavedKeys;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Calls the tool of a subscribed view regularly, if the policy sets an interval. Its results are compared like all
 * others. A view whose call was made by anybody within the interval is not called.
 */
final class ViewRefresher implements Runnable {

    private final SavedHost host;
    private final SavedSources sources;
    private final RequestTarget target;
    private final @Nullable Slice meta;
    private final String name;
    private final Thread thread;
    private volatile @Nullable InnerCalls running;

    private ViewRefresher(
            SavedHost host, SavedSources sources, RequestTarget target, @Nullable Slice meta, String name) {
        this.host = host;
        this.sources = sources;
        this.target = target;
        this.meta = meta;
        this.name = name;
        this.thread = Thread.ofVirtual().name("plimsoll-saved-refresh").unstarted(this);
    }

    /**
     * Starts to call a view's tool; returns null if the policy sets no interval.
     *
     * @param target the session of the client, through which the calls go
     * @param meta the {@code _meta} of the subscribing request; null if it has none
     */
    static @Nullable ViewRefresher start(
            SavedHost host, SavedSources sources, RequestTarget target, @Nullable Slice meta, Found found) {
        if (interval(found) == null) {
            return null;
        }
        ViewRefresher refresher =
                new ViewRefresher(host, sources, target, meta, found.view().name());
        refresher.thread.start();
        return refresher;
    }

    private static @Nullable Duration interval(Found found) {
        return found.source().policy(found.view().tool()).find(SavedKeys.SAVED_EVERY);
    }

    @Override
    public void run() {
        try {
            while (true) {
                Found found = sources.find(host.views(), name);
                Duration interval = found == null ? null : interval(found);
                if (found == null || interval == null) {
                    return;
                }
                Thread.sleep(interval);
                if (!host.views().isObservedWithin(found.view(), interval)) {
                    read(found);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(Found found) {
        InnerCalls calls = InnerCalls.fresh(target, meta);
        running = calls;
        try {
            new ViewCalls(host, calls).read(found);
        } catch (RefusedException e) {
            host.log().log(LogSeverity.DEBUG, "a subscribed view could not be read", "code", e.code());
        } finally {
            running = null;
        }
    }

    void stop() {
        thread.interrupt();
        InnerCalls calls = running;
        if (calls != null) {
            calls.cancel("the subscription has ended");
        }
    }
}
