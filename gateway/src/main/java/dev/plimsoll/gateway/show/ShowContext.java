package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.log.Log;
import java.util.concurrent.Executor;

/** Resources of the gateway that the sessions of one endpoint share: the executor, the log, and the views in memory. */
public final class ShowContext {

    private final Executor executor;
    private final Log log;
    private final ResultViews views;
    private volatile boolean hasServerApp;

    /**
     * Creates a context without views.
     *
     * @param executor runs calls, so that no thread that reads messages waits for them
     */
    public ShowContext(Executor executor, Log log) {
        this(executor, log, new ResultViews(System::nanoTime));
    }

    private ShowContext(Executor executor, Log log, ResultViews views) {
        this.executor = executor;
        this.log = log;
        this.views = views;
    }

    /** Returns a context for another endpoint, with the same memory for views. */
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

    /** Returns whether the server of this endpoint is another Plimsoll, which lists the tools of the app. */
    boolean hasServerApp() {
        return hasServerApp;
    }

    void markServerApp() {
        hasServerApp = true;
    }
}
