package dev.plimsoll.gateway.upstream.http.pool;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.io.EofSensorInputStream;
import org.apache.hc.core5.http.io.EofSensorWatcher;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * Sends requests on connections without a proxy. Replaces a step of the HTTP library that handles authentication, and
 * parses the URL of each request for this.
 */
final class DirectExecHandler implements ExecChainHandler {

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        ExecRuntime connection = scope.execRuntime;
        boolean hasResponse = false;
        try {
            if (request.getAuthority().getUserInfo() != null) {
                throw new ProtocolException("the URL contains credentials");
            }
            ClassicHttpResponse response = chain.proceed(request, scope);
            HttpEntity body = response.getEntity();
            if (body != null) {
                response.setEntity(new ConnectionBody(body, connection));
            }
            hasResponse = true;
            return response;
        } finally {
            if (!hasResponse) {
                connection.discardEndpoint();
            }
        }
    }

    /** Body of a response. Returns the connection to the pool at the end of the body. */
    private static final class ConnectionBody extends HttpEntityWrapper implements EofSensorWatcher {

        private final ExecRuntime connection;

        ConnectionBody(HttpEntity body, ExecRuntime connection) {
            super(body);
            this.connection = connection;
        }

        @Override
        public InputStream getContent() throws IOException {
            return new EofSensorInputStream(super.getContent(), this);
        }

        @Override
        public boolean eofDetected(InputStream in) {
            connection.releaseEndpoint();
            return false;
        }

        @Override
        public boolean streamClosed(InputStream in) {
            connection.discardEndpoint();
            return false;
        }

        @Override
        public boolean streamAbort(InputStream in) {
            connection.discardEndpoint();
            return false;
        }
    }
}
