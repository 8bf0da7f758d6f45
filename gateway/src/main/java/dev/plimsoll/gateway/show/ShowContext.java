package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.log.Log;
import java.util.concurrent.Executor;

/** Objects that the sessions of one endpoint share: the executor of calls, the log, and the views in memory. */
public final class ShowContext {

    private final Executor executor;
    private final Log log;
    private final ResultViews views;
    private volatile boolean hasServerApp;

    /**
     * Creates a context with no views in memory.
     *
     * @param executor runs calls, so that the threads that read messages do not wait for them
     */
    public ShowContext(Executor executor, Log log) {
        this(executor, log, new ResultViews(System::nanoTime));
    }

    private ShowContext(Executor executor, Log log, ResultViews views) {
        this.executor = executor;
        this.log = log;
        this.views = views;
    }

    /** Returns a context for one endpoint. All endpoints share the views in memory. */
    public ShowContext forEndpoint() {
        return new ShowContext(executor, log, views);
    }

    Executor executor() {
        return executor;
    }

    Log log() {
        return log;
    }

    ResultViews views() {
        return views;
    }

    /** Returns whether the server of this endpoint also uses Plimsoll, and lists the tools of the app. */
    boolean hasServerApp() {
        return hasServerApp;
    }

    void markServerApp() {
        hasServerApp = true;
    }
}
