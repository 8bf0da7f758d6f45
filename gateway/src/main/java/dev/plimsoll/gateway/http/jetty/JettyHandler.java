package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.http.exchange.BodyMemory;
import dev.plimsoll.gateway.http.exchange.DeferredResponse;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpCallHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Passes requests from Jetty to the handler of the gateway. */
final class JettyHandler extends Handler.Abstract {

    /** The time in nanoseconds after which another thread waits for the response and writes it. */
    private static final long MAX_FAST_NANOS = 20_000_000;

    private final HttpCallHandler handler;
    private final Connections connections;
    private final BodyMemory bodyMemory;
    private final Duration readTimeout;
    private final SlowResponseWatch slowResponseWatch = new SlowResponseWatch(MAX_FAST_NANOS);
    private int activeRequests;
    private int activePosts;

    JettyHandler(HttpCallHandler handler, Connections connections, BodyMemory bodyMemory, Duration readTimeout) {
        this.handler = handler;
        this.connections = connections;
        this.bodyMemory = bodyMemory;
        this.readTimeout = readTimeout;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        countRequest(isPost(request), 1);
        Connection connection = request.getConnectionMetaData().getConnection();
        connections.onRequestReceived(connection);
        HttpCall call = new HttpCall(new JettyExchange(request, response), readTimeout, bodyMemory);
        DeferredResponse deferredResponse;
        try {
            deferredResponse = handler.begin(call);
        } catch (IOException e) {
            end(call, request, () -> callback.failed(e));
            return true;
        } catch (RuntimeException | Error e) {
            end(call, request, () -> {});
            throw e;
        }
        if (deferredResponse == null) {
            end(call, request, callback::succeeded);
        } else {
            new WatchedResponse(() -> finish(call, deferredResponse, request, callback))
                    .run(deferredResponse::sendRequest, slowResponseWatch);
        }
        return true;
    }

    private void finish(HttpCall call, DeferredResponse deferredResponse, Request request, Callback callback) {
        Runnable completion = () -> callback.failed(new IOException("the response could not be completed"));
        try {
            handler.finish(call, deferredResponse);
            completion = callback::succeeded;
        } catch (IOException e) {
            completion = () -> callback.failed(e);
        } finally {
            end(call, request, completion);
        }
    }

    private void end(HttpCall call, Request request, Runnable complete) {
        call.releaseMemory();
        // before the response ends: after that, the next request on this connection can begin
        connections.onResponseSent(request.getConnectionMetaData().getConnection());
        boolean isPostRequest = isPost(request);
        try {
            complete.run();
        } finally {
            countRequest(isPostRequest, -1);
        }
    }

    /** Returns whether the request is a {@code POST}. Most end soon; a {@code GET} may be an endless stream. */
    private static boolean isPost(Request request) {
        return request.getMethod().equals("POST");
    }

    private synchronized void countRequest(boolean isPostRequest, int change) {
        activeRequests += change;
        activePosts += isPostRequest ? change : 0;
        notifyAll();
    }

    /** Waits until all requests are answered, at most the given time. */
    void awaitIdle(Duration maxWait) throws InterruptedException {
        await(() -> activeRequests == 0, maxWait);
    }

    /** Waits until all {@code POST} requests are answered, at most the given time. */
    void awaitPosts(Duration maxWait) throws InterruptedException {
        await(() -> activePosts == 0, maxWait);
    }

    private synchronized void await(BooleanSupplier isDone, Duration maxWait) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + maxWait.toNanos();
        long remainingMillis = maxWait.toMillis();
        while (!isDone.getAsBoolean() && remainingMillis > 0) {
            wait(remainingMillis);
            remainingMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        slowResponseWatch.start();
    }

    @Override
    protected void doStop() throws Exception {
        slowResponseWatch.close();
        super.doStop();
    }
}
