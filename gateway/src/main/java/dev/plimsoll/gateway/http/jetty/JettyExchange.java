package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.http.exchange.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** A request of Jetty and its response. */
record JettyExchange(Request request, Response response) implements HttpExchange {

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return Request.getPathInContext(request);
    }

    @Override
    public @Nullable String rawPath() {
        return request.getHttpURI().getPath();
    }

    @Override
    public @Nullable String query() {
        return request.getHttpURI().getQuery();
    }

    @Override
    public boolean isSecure() {
        return request.isSecure();
    }

    @Override
    public @Nullable InetAddress remoteAddress() {
        return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress()
                : null;
    }

    @Override
    public @Nullable X509Certificate clientCertificate() {
        EndPoint.SslSessionData tls = endPoint().getSslSessionData();
        X509Certificate[] chain = tls == null ? null : tls.peerCertificates();
        return chain == null || chain.length == 0 ? null : chain[0];
    }

    @Override
    public @Nullable String header(String name) {
        return request.getHeaders().get(name);
    }

    @Override
    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    @Override
    public void forEachHeader(BiConsumer<String, String> consumer) {
        request.getHeaders()
                .forEach(field ->
                        consumer.accept(field.getLowerCaseName(), Objects.requireNonNullElse(field.getValue(), "")));
    }

    @Override
    public int headerCount() {
        return request.getHeaders().size();
    }

    @Override
    public long bodyLength() {
        return request.getLength();
    }

    @Override
    public InputStream openBody() {
        return Content.Source.asInputStream(request);
    }

    /** Reads one chunk, because Jetty's {@code consumeAvailable} would make the rest of the body unreadable. */
    @Override
    public boolean isBodyRead() {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
            return false;
        }
        chunk.release();
        return chunk.isLast() && !Content.Chunk.isFailure(chunk);
    }

    @Override
    public void setIdleTimeout(long millis) {
        endPoint().setIdleTimeout(millis);
    }

    private EndPoint endPoint() {
        return request.getConnectionMetaData().getConnection().getEndPoint();
    }

    @Override
    public void setStatus(int status) {
        response.setStatus(status);
    }

    @Override
    public void setHeader(String name, String value) {
        response.getHeaders().put(name, value);
    }

    @Override
    public void write(boolean isLast, ByteBuffer bytes) throws IOException {
        Content.Sink.write(response, isLast, bytes);
    }

    @Override
    public boolean isCommitted() {
        return response.isCommitted();
    }
}
