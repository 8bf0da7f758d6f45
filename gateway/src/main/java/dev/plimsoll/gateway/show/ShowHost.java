package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.log.Log;
import java.util.concurrent.Executor;

/** Parts of the gateway that the app uses at one endpoint: where its calls run, and the views that people look at. */
public final class ShowHost {

    private final Executor executor;
    private final Log log;
    private final ResultViews views;
    private volatile boolean isAppOfServer;

    /**
     * Creates a host with no views yet.
     *
     * @param executor runs calls, so that no thread that reads messages waits for them
     */
    public ShowHost(Executor executor, Log log) {
        this(executor, log, new ResultViews(System::nanoTime));
    }

    private ShowHost(Executor executor, Log log, ResultViews views) {
        this.executor = executor;
        this.log = log;
        this.views = views;
    }

    /** Returns a host for another endpoint, with the same memory for views. */
    public ShowHost forEndpoint() {
        return new ShowHost(executor, log, views);
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

    /** Returns whether the server behind the endpoint is Plimsoll too, and lists the tools of the app itself. */
    boolean isAppOfServer() {
        return isAppOfServer;
    }

    void setAppOfServer() {
        isAppOfServer = true;
    }
}
