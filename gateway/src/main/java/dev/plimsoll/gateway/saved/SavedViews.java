package dev.plimsoll.gateway.saved;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.ResultObserver;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.Fingerprint;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.SavedKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The saved views of all callers, and the subscriptions of this process. It compares each result that passes with
 * the views of its call. Other processes may use the same files; their changes are noticed by looking at the files.
 */
public final class SavedViews implements ResultObserver {

    /** Most views of one caller. */
    static final int MAX_VIEWS = 100;

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    private final ViewFiles files;
    private final Log log;
    private final Map<String, ViewList> listings = new ConcurrentHashMap<>();
    private final Set<ViewSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> observedNanos = new ConcurrentHashMap<>();
    private boolean isChecking;

    /** The views of a caller, and when they were read. */
    private record ViewList(List<SavedView> views, long changedAt, long readNanos) {}

    public SavedViews(ViewFiles files, Log log) {
        this.files = files;
        this.log = log;
    }

    // --- views

    /** Returns the views of all servers of a caller. */
    List<SavedView> ofCaller(String caller) {
        ViewList known = listings.get(caller);
        long now = System.nanoTime();
        if (known != null && now - known.readNanos < CHECK_INTERVAL.toNanos()) {
            return known.views;
        }
        long changedAt = files.changedAt(caller);
        // a folder that has just changed may change again within the resolution of its time
        boolean isSettled = System.currentTimeMillis() - changedAt > 2 * CHECK_INTERVAL.toMillis();
        ViewList current = known != null && known.changedAt == changedAt && isSettled
                ? new ViewList(known.views, changedAt, now)
                : new ViewList(files.list(caller), changedAt, now);
        listings.put(caller, current);
        return current.views;
    }

    /** Returns the views of one server of a caller. */
    List<SavedView> of(ViewOwner owner) {
        return ofCaller(owner.caller()).stream()
                .filter(view -> view.owner().equals(owner))
                .toList();
    }

    /** Returns a view; null if the owner has none with this name. */
    @Nullable SavedView find(ViewOwner owner, String name) {
        return of(owner).stream()
                .filter(view -> view.name().equals(name))
                .filter(view -> files.exists(owner.caller(), name))
                .findFirst()
                .orElse(null);
    }

    /**
     * Saves a view.
     *
     * @param fingerprint the fingerprint of its value
     * @throws RefusedException if a limit is reached, or the view cannot be written
     */
    void save(SavedView view, String fingerprint) {
        String caller = view.owner().caller();
        synchronized (this) {
            listings.remove(caller);
            List<SavedView> views = ofCaller(caller);
            SavedView other = views.stream()
                    .filter(each -> each.name().equals(view.name()))
                    .findFirst()
                    .orElse(null);
            requireRoom(view, views, other);
            try {
                files.save(view);
                files.saveState(
                        caller, view.name(), files.state(caller, view.name()).next(fingerprint));
            } catch (IOException e) {
                log.log(LogSeverity.WARN, "a view could not be saved", "error", String.valueOf(e.getMessage()));
                throw new RefusedException(
                        ErrorCode.INTERNAL_ERROR,
                        "save: the view could not be written to the data folder",
                        "query the result without save");
            } finally {
                listings.remove(caller);
            }
        }
        update(caller, view.name());
    }

    private static void requireRoom(SavedView view, List<SavedView> views, @Nullable SavedView other) {
        if (other != null && !other.owner().equals(view.owner())) {
            throw refusal(
                    "save: your view " + view.name() + " is one of the server " + other.server()
                            + ", or of another command with that name",
                    "another name");
        }
        if (other == null && views.size() >= MAX_VIEWS) {
            throw refusal(
                            "save: you have " + views.size() + " views",
                            "save under a name that you use already, or remove a view with save: \"\" and its URI as cursor")
                    .detail("allowed", "at most " + MAX_VIEWS + " views");
        }
        int bytes = view.json().length();
        if (bytes > ViewFiles.MAX_BYTES) {
            throw refusal(
                            "save: the arguments of the call and the query have " + bytes + " bytes",
                            "a shorter query, or a call with shorter arguments")
                    .detail("allowed", "at most " + ViewFiles.MAX_BYTES + " bytes");
        }
    }

    private static RefusedException refusal(String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion).detail("argument", "save");
    }

    /** Removes a view. Returns whether it existed. */
    boolean remove(ViewOwner owner, String name) {
        if (find(owner, name) == null) {
            return false;
        }
        try {
            boolean existed = files.remove(owner.caller(), name);
            listings.remove(owner.caller());
            update(owner.caller(), name);
            return existed;
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "a view could not be removed", "error", String.valueOf(e.getMessage()));
            throw new RefusedException(
                    ErrorCode.INTERNAL_ERROR, "the view could not be removed from the data folder", "try again later");
        }
    }

    // --- results

    @Override
    public void onResult(CallerContext caller, ToolCall call, Slice result) {
        Slice arguments = call.facts().sentArguments();
        boolean isSaved =
                caller.policies().of(call.server(), call.tool()).policy().get(SavedKeys.SAVED);
        if (!isSaved || arguments == null) {
            return;
        }
        List<SavedView> views = of(ViewOwner.of(caller)).stream()
                .filter(view -> view.tool().equals(call.tool()))
                .filter(view -> Fingerprint.of(view.arguments()).equals(Fingerprint.of(arguments)))
                .toList();
        ToolResult parsed = views.isEmpty() ? null : ToolResult.parse(result);
        if (parsed == null || parsed.isError() || !parsed.isCompleteFor(ClientFeatures.current())) {
            return;
        }
        for (SavedView view : views) {
            String fingerprint = ViewValue.fingerprint(caller, call.server(), view, result);
            if (fingerprint != null) {
                record(view, fingerprint);
            }
        }
    }

    private void record(SavedView view, String fingerprint) {
        String caller = view.owner().caller();
        synchronized (this) {
            if (!files.exists(caller, view.name())) {
                // it was removed meanwhile: its state must not come back
                return;
            }
            observedNanos.put(key(view), System.nanoTime());
            ViewState before = files.state(caller, view.name());
            ViewState now = before.next(fingerprint);
            if (now.equals(before)) {
                return;
            }
            try {
                files.saveState(caller, view.name(), now);
            } catch (IOException e) {
                log.log(LogSeverity.WARN, "a change of a view was not saved", "error", String.valueOf(e.getMessage()));
                return;
            }
        }
        update(caller, view.name());
    }

    /** Returns whether a result of the view's call has passed within this time. */
    boolean isObservedWithin(SavedView view, Duration time) {
        Long nanos = observedNanos.get(key(view));
        return nanos != null && System.nanoTime() - nanos < time.toNanos();
    }

    private static String key(SavedView view) {
        return view.name() + " " + view.owner().caller();
    }

    // --- subscriptions

    /** Begins a subscription. Changes from now on are reported. */
    ViewSubscription subscribe(SavedView view, Runnable onChange) {
        ViewSubscription subscription =
                new ViewSubscription(view, look(view.owner().caller(), view.name()), onChange);
        subscriptions.add(subscription);
        startChecking();
        return subscription;
    }

    void unsubscribe(ViewSubscription subscription) {
        subscriptions.remove(subscription);
    }

    private ViewSubscription.Seen look(String caller, String name) {
        return new ViewSubscription.Seen(files.exists(caller, name), files.state(caller, name));
    }

    private void update(String caller, String name) {
        for (ViewSubscription subscription : subscriptions) {
            if (subscription.name().equals(name) && subscription.caller().equals(caller)) {
                subscription.update(() -> look(caller, name));
            }
        }
    }

    /** Looks at the files of subscribed views regularly, until there is no subscription. */
    private synchronized void startChecking() {
        if (!isChecking) {
            isChecking = true;
            Thread.ofVirtual().name("plimsoll-saved").start(this::check);
        }
    }

    private void check() {
        try {
            while (hasSubscriptions()) {
                Thread.sleep(CHECK_INTERVAL);
                subscriptions.forEach(
                        subscription -> subscription.update(() -> look(subscription.caller(), subscription.name())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean hasSubscriptions() {
        isChecking = !subscriptions.isEmpty();
        return isChecking;
    }
}
