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
 * Saves the views of all callers, and holds the subscriptions of this process. When a tool returns a result, this
 * class updates the state of the views with the same tool and the same arguments. It checks the files regularly,
 * because other processes may change them.
 */
public final class SavedViews implements ResultObserver {

    /** Maximum number of views of a caller. */
    static final int MAX_VIEWS = 100;

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

    private final ViewFiles files;
    private final Log log;
    private final Map<String, ViewList> listByCaller = new ConcurrentHashMap<>();
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
    List<SavedView> listOfCaller(String caller) {
        ViewList cachedList = listByCaller.get(caller);
        long nowNanos = System.nanoTime();
        if (cachedList != null && nowNanos - cachedList.readNanos < CHECK_INTERVAL.toNanos()) {
            return cachedList.views;
        }
        long changedAt = files.lastChangeMillis(caller);
        // a folder that has just changed may change again within the resolution of its time
        boolean isSettled = System.currentTimeMillis() - changedAt > 2 * CHECK_INTERVAL.toMillis();
        ViewList current = cachedList != null && cachedList.changedAt == changedAt && isSettled
                ? new ViewList(cachedList.views, changedAt, nowNanos)
                : new ViewList(files.readViews(caller), changedAt, nowNanos);
        listByCaller.put(caller, current);
        return current.views;
    }

    /** Returns the views of one server of a caller. */
    List<SavedView> list(ViewOwner owner) {
        return listOfCaller(owner.caller()).stream()
                .filter(view -> view.owner().equals(owner))
                .toList();
    }

    /** Returns a view; null if the owner has none with this name. */
    @Nullable SavedView find(ViewOwner owner, String name) {
        return list(owner).stream()
                .filter(view -> view.name().equals(name))
                .filter(view -> files.hasView(owner.caller(), name))
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
            listByCaller.remove(caller);
            List<SavedView> views = listOfCaller(caller);
            SavedView existing = views.stream()
                    .filter(other -> other.name().equals(view.name()))
                    .findFirst()
                    .orElse(null);
            requireSavable(view, views, existing);
            try {
                files.save(view);
                files.saveState(
                        caller,
                        view.name(),
                        files.readState(caller, view.name()).withValue(fingerprint));
            } catch (IOException e) {
                log.log(LogSeverity.WARN, "a view could not be saved", "error", String.valueOf(e.getMessage()));
                throw new RefusedException(
                        ErrorCode.INTERNAL_ERROR,
                        "save: the view could not be written to the data folder",
                        "query the result without save");
            } finally {
                listByCaller.remove(caller);
            }
        }
        notifySubscriptions(caller, view.name());
    }

    private static void requireSavable(SavedView view, List<SavedView> views, @Nullable SavedView existing) {
        if (existing != null && !existing.owner().equals(view.owner())) {
            throw refusal(
                    "save: your view " + view.name() + " belongs to the server " + existing.server()
                            + ", whose command or URL may have changed",
                    "another name");
        }
        if (existing == null && views.size() >= MAX_VIEWS) {
            throw refusal(
                            "save: you have " + views.size() + " views",
                            "use the name of an existing view, or remove a view with save: \"-\" and its URI as cursor")
                    .detail("allowed", "at most " + MAX_VIEWS + " views");
        }
        int bytes = view.toJson().length();
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
            boolean isRemoved = files.remove(owner.caller(), name);
            listByCaller.remove(owner.caller());
            notifySubscriptions(owner.caller(), name);
            return isRemoved;
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
        boolean canHaveViews =
                caller.policies().forTool(call.server(), call.tool()).policy().get(SavedKeys.SAVED);
        if (!canHaveViews || arguments == null) {
            return;
        }
        List<SavedView> views = list(ViewOwner.of(caller)).stream()
                .filter(view -> view.tool().equals(call.tool()))
                .filter(view -> Fingerprint.compute(view.arguments()).equals(Fingerprint.compute(arguments)))
                .toList();
        ToolResult parsed = views.isEmpty() ? null : ToolResult.parse(result);
        if (parsed == null || parsed.isError() || !parsed.isCompleteFor(ClientFeatures.current())) {
            return;
        }
        for (SavedView view : views) {
            String fingerprint = ViewValue.fingerprint(caller, call.server(), view, result);
            if (fingerprint != null) {
                recordValue(view, fingerprint);
            }
        }
    }

    private void recordValue(SavedView view, String fingerprint) {
        String caller = view.owner().caller();
        synchronized (this) {
            if (!files.hasView(caller, view.name())) {
                // the view was removed in the meantime: do not save its state again
                return;
            }
            observedNanos.put(key(view), System.nanoTime());
            ViewState oldState = files.readState(caller, view.name());
            ViewState newState = oldState.withValue(fingerprint);
            if (newState.equals(oldState)) {
                return;
            }
            try {
                files.saveState(caller, view.name(), newState);
            } catch (IOException e) {
                log.log(LogSeverity.WARN, "a change of a view was not saved", "error", String.valueOf(e.getMessage()));
                return;
            }
        }
        notifySubscriptions(caller, view.name());
    }

    /** Returns whether the view's tool has returned a result for its arguments within this time. */
    boolean isObservedWithin(SavedView view, Duration time) {
        Long nanos = observedNanos.get(key(view));
        return nanos != null && System.nanoTime() - nanos < time.toNanos();
    }

    private static String key(SavedView view) {
        return view.name() + " " + view.owner().caller();
    }

    // --- subscriptions

    /** Subscribes to a view. Reports changes from now on. */
    ViewSubscription subscribe(SavedView view, Runnable onChange) {
        ViewSubscription subscription =
                new ViewSubscription(view, readState(view.owner().caller(), view.name()), onChange);
        subscriptions.add(subscription);
        startChecking();
        return subscription;
    }

    void unsubscribe(ViewSubscription subscription) {
        subscriptions.remove(subscription);
    }

    private ViewSubscription.ObservedState readState(String caller, String name) {
        return new ViewSubscription.ObservedState(files.hasView(caller, name), files.readState(caller, name));
    }

    /** Lets the subscriptions to a view check it, and report a change. */
    private void notifySubscriptions(String caller, String name) {
        for (ViewSubscription subscription : subscriptions) {
            if (subscription.name().equals(name) && subscription.caller().equals(caller)) {
                subscription.check(() -> readState(caller, name));
            }
        }
    }

    /** Starts to check the files of subscribed views regularly, until no subscription is left. */
    private synchronized void startChecking() {
        if (!isChecking) {
            isChecking = true;
            Thread.ofVirtual().name("plimsoll-saved").start(this::checkFiles);
        }
    }

    private void checkFiles() {
        try {
            while (hasSubscriptions()) {
                Thread.sleep(CHECK_INTERVAL);
                subscriptions.forEach(subscription ->
                        subscription.check(() -> readState(subscription.caller(), subscription.name())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns whether there are subscriptions. If there are none, records that the thread ends, so that
     * {@link #startChecking} starts another one.
     */
    private synchronized boolean hasSubscriptions() {
        isChecking = !subscriptions.isEmpty();
        return isChecking;
    }
}
