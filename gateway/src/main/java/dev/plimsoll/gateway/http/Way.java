package dev.plimsoll.gateway.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

    Way(Dispatch dispatch, Connections connections, BodyRoom room, Duration patience) {
        this.dispatch = dispatch;
        this.connections = connections;
        this.room = room;
        this.patience = patience;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        count(1);
        Connection connection = request.getConnectionMetaData().getConnection();
        connections.began(connection);
        HttpCall call = new HttpCall(request, response, patience, room);
        Answer answer;
        try {
            answer = dispatch.begin(call);
        } catch (IOException e) {
            end(call, connection, () -> callback.failed(e));
            return true;
        } catch (RuntimeException | Error e) {
            end(call, connection, () -> {});
            throw e;
        }
        if (answer == null) {
            end(call, connection, callback::succeeded);
        } else {
            new Turn(() -> finish(call, answer, connection, callback)).run(answer::ask, overdue);
        }
        return true;
    }

    private void finish(HttpCall call, Answer answer, Connection connection, Callback callback) {
        Runnable told = () -> callback.failed(new IOException("the answer could not be finished"));
        try {
            dispatch.finish(call, answer);
            told = callback::succeeded;
        } catch (IOException e) {
            told = () -> callback.failed(e);
        } finally {
            end(call, connection, told);
        }
    }

    private void end(HttpCall call, Connection connection, Runnable telling) {
        call.end();
        // while the connection's next request cannot have begun yet
        connections.ended(connection);
        try {
            telling.run();
        } finally {
            count(-1);
        }
    }

    private synchronized void count(int more) {
        busy += more;
        notifyAll();
    }

    /** Lets answers that are being written be finished. */
    synchronized void awaitIdle(Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        long left = most.toMillis();
        while (busy > 0 && left > 0) {
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
