package dev.plimsoll.gateway.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Jetty's way to us. */
final class Way extends Handler.Abstract {

    /** An answer that is not here by then is waited for in another thread. */
    private static final long SOON_NANOS = 20_000_000;

    private final Dispatch dispatch;
    private final Connections connections;
    private final BodyRoom room;
    private final Duration patience;
    private final Overdue overdue = new Overdue(SOON_NANOS);
    private int busy;
    private int asked;

    Way(Dispatch dispatch, Connections connections, BodyRoom room, Duration patience) {
        this.dispatch = dispatch;
        this.connections = connections;
        this.room = room;
        this.patience = patience;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        count(asks(request), 1);
        Connection connection = request.getConnectionMetaData().getConnection();
        connections.began(connection);
        HttpCall call = new HttpCall(request, response, patience, room);
        Answer answer;
        try {
            answer = dispatch.begin(call);
        } catch (IOException e) {
            end(call, request, () -> callback.failed(e));
            return true;
        } catch (RuntimeException | Error e) {
            end(call, request, () -> {});
            throw e;
        }
        if (answer == null) {
            end(call, request, callback::succeeded);
        } else {
            new Turn(() -> finish(call, answer, request, callback)).run(answer::ask, overdue);
        }
        return true;
    }

    private void finish(HttpCall call, Answer answer, Request request, Callback callback) {
        Runnable told = () -> callback.failed(new IOException("the answer could not be finished"));
        try {
            dispatch.finish(call, answer);
            told = callback::succeeded;
        } catch (IOException e) {
            told = () -> callback.failed(e);
        } finally {
            end(call, request, told);
        }
    }

    private void end(HttpCall call, Request request, Runnable telling) {
        call.end();
        // while the connection's next request cannot have begun yet
        connections.ended(request.getConnectionMetaData().getConnection());
        boolean asks = asks(request);
        try {
            telling.run();
        } finally {
            count(asks, -1);
        }
    }

    /** What is read may be a stream without an end. */
    private static boolean asks(Request request) {
        return request.getMethod().equals("POST");
    }

    private synchronized void count(boolean asks, int more) {
        busy += more;
        asked += asks ? more : 0;
        notifyAll();
    }

    /** Lets answers that are being written be finished. */
    void awaitIdle(Duration most) throws InterruptedException {
        await(() -> busy == 0, most);
    }

    /** Lets what was asked be answered. */
    void awaitAnswers(Duration most) throws InterruptedException {
        await(() -> asked == 0, most);
    }

    private synchronized void await(BooleanSupplier over, Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        long left = most.toMillis();
        while (!over.getAsBoolean() && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        overdue.begin();
    }

    @Override
    protected void doStop() throws Exception {
        overdue.close();
        super.doStop();
    }
}
