package dev.plimsoll.gateway.http.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A request and its response as the library of the HTTP server presents them. Only {@link HttpCall} uses it. */
public interface HttpExchange {

    String method();

    /** Returns the path with decoded characters, and without {@code .} and {@code ..} segments. */
    String path();

    /** Returns the path as the client has sent it, or null if there is none. */
    @Nullable String rawPath();

    /** Returns the query after the question mark, or null if there is none. */
    @Nullable String query();

    boolean isSecure();

    /** Returns the address of the connection, or null if it has none. */
    @Nullable InetAddress remoteAddress();

    /** Returns the certificate of the client, verified during the TLS handshake; null if it has none. */
    @Nullable X509Certificate clientCertificate();

    /** Returns the value of the first header with this name; null if there is none. */
    @Nullable String header(String name);

    List<String> headers(String name);

    /** Passes all headers to {@code consumer}, with names in lower case. */
    void forEachHeader(BiConsumer<String, String> consumer);

    int headerCount();

    /** Returns the length of the body that the client declares; negative if it declares none. */
    long bodyLength();

    /** Opens the stream of the body. A timeout of the connection is the cause of an exception of this stream. */
    InputStream openBody();

    /**
     * Returns whether the end of the body has arrived. Does not wait. Called only when all bytes that have arrived are
     * read.
     */
    boolean isBodyRead();

    /** Sets the longest pause in which the client sends and reads nothing, for this connection. */
    void setIdleTimeout(long millis);

    void setStatus(int status);

    /** Sets a header of the response, and replaces its former value. */
    void setHeader(String name, String value);

    /**
     * Writes a part of the response, and waits until it is written.
     *
     * @throws IOException if the client has disconnected
     */
    void write(boolean isLast, ByteBuffer bytes) throws IOException;

    /** Returns whether the status and the headers of the response are already sent. */
    boolean isCommitted();
}
