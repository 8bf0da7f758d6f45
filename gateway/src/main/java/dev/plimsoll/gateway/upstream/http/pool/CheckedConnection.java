package dev.plimsoll.gateway.upstream.http.pool;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * A connection that sends no request while it has unread bytes. Otherwise, the unread bytes would be taken
 * for the response to the next request, which may be of another caller.
 */
final class CheckedConnection extends DefaultManagedHttpClientConnection {

    private @Nullable SessionInputBuffer receiveBuffer;

    private CheckedConnection(Http1Config config) {
        super("upstream", null, null, config, null, null, null, null);
    }

    static HttpConnectionFactory<ManagedHttpClientConnection> factory(Http1Config config) {
        return socket -> open(socket, config);
    }

    private static ManagedHttpClientConnection open(@Nullable Socket socket, Http1Config config) throws IOException {
        CheckedConnection connection = new CheckedConnection(config);
        if (socket != null) {
            connection.bind(socket);
        }
        return connection;
    }

    @Override
    protected InputStream createContentInputStream(long length, SessionInputBuffer buffer, InputStream in) {
        receiveBuffer = buffer;
        return super.createContentInputStream(length, buffer, in);
    }

    @Override
    public void sendRequestHeader(ClassicHttpRequest request) throws HttpException, IOException {
        if (hasUnreadBytes()) {
            close(CloseMode.IMMEDIATE);
            throw new SocketException("the server has sent more than its response");
        }
        super.sendRequestHeader(request);
    }

    private boolean hasUnreadBytes() throws IOException {
        SessionInputBuffer buffer = receiveBuffer;
        SocketHolder holder = getSocketHolder();
        return (buffer != null && buffer.length() > 0)
                || (holder != null && holder.getSocket().getInputStream().available() > 0);
    }
}
