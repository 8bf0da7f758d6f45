package dev.plimsoll.bench.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The baseline with which {@link HttpBench} compares {@code plimsoll serve}: a proxy with the same HTTP
 * server and client. Like {@code serve}, it buffers complete bodies, but it never parses them.
 */
final class BlindHttpProxy extends Handler.Abstract {

    private static final int MAX_CONNECTIONS = 100_000;

    /** Headers that concern only one connection, and are therefore not forwarded. */
    private static final Set<String> CONNECTION_HEADERS =
            Set.of("host", "connection", "keep-alive", "content-length", "transfer-encoding");

    private final HttpHost target;
    private final CloseableHttpClient client;

    private BlindHttpProxy(HttpHost target) {
        this.target = target;
        this.client = HttpClientBuilder.create()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                        .setMaxConnPerRoute(MAX_CONNECTIONS)
                        .setMaxConnTotal(MAX_CONNECTIONS)
                        .setDefaultSocketConfig(
                                SocketConfig.custom().setTcpNoDelay(true).build())
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                                .build())
                        .build())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableConnectionState()
                .build();
    }

    /** Starts the proxy. The only argument is the port of the server. */
    public static void main(String[] args) throws Exception {
        Jetty.startServer(new BlindHttpProxy(new HttpHost("http", "127.0.0.1", Integer.parseInt(args[0]))));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        HttpUriRequestBase forwardedRequest = new HttpUriRequestBase(
                request.getMethod(), URI.create(target.toURI() + Request.getPathInContext(request)));
        for (HttpField field : request.getHeaders()) {
            if (isForwarded(field.getName())) {
                forwardedRequest.addHeader(field.getName(), field.getValue());
            }
        }
        byte[] body;
        try (InputStream in = Content.Source.asInputStream(request)) {
            body = in.readAllBytes();
        }
        if (body.length > 0) {
            forwardedRequest.setEntity(new ByteArrayEntity(body, null));
        }
        byte[] responseBody;
        try (ClassicHttpResponse serverResponse =
                client.executeOpen(target, forwardedRequest, HttpClientContext.create())) {
            responseBody = readBody(serverResponse.getEntity());
            response.setStatus(serverResponse.getCode());
            for (Header header : serverResponse.getHeaders()) {
                if (isForwarded(header.getName())) {
                    response.getHeaders().add(header.getName(), header.getValue());
                }
            }
        }
        Jetty.answer(response, response.getStatus(), responseBody, callback);
        return true;
    }

    private static boolean isForwarded(String header) {
        return !CONNECTION_HEADERS.contains(header.toLowerCase(Locale.ROOT));
    }

    private static byte[] readBody(@Nullable HttpEntity entity) throws IOException {
        if (entity == null) {
            return new byte[0];
        }
        try (InputStream in = entity.getContent()) {
            int length = (int) entity.getContentLength();
            return length < 0 ? in.readAllBytes() : in.readNBytes(length);
        }
    }
}
