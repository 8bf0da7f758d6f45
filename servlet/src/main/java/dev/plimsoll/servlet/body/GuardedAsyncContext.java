package dev.plimsoll.servlet.body;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Context of an asynchronous request. It finishes the guarded response before the request completes. */
final class GuardedAsyncContext implements AsyncContext {

    private final AsyncContext context;
    private final @Nullable GuardedResponse response;

    GuardedAsyncContext(AsyncContext context, @Nullable GuardedResponse response) {
        this.context = context;
        this.response = response;
        if (response != null) {
            context.addListener(new CompletionListener(response));
        }
    }

    @Override
    public void complete() {
        try {
            if (response != null) {
                response.finishQuietly();
            }
        } finally {
            context.complete();
        }
    }

    @Override
    public ServletRequest getRequest() {
        return context.getRequest();
    }

    @Override
    public ServletResponse getResponse() {
        return context.getResponse();
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return context.hasOriginalRequestAndResponse();
    }

    @Override
    public void dispatch() {
        context.dispatch();
    }

    @Override
    public void dispatch(String path) {
        context.dispatch(path);
    }

    @Override
    public void dispatch(ServletContext servletContext, String path) {
        context.dispatch(servletContext, path);
    }

    @Override
    public void start(Runnable run) {
        context.start(run);
    }

    @Override
    public void addListener(AsyncListener listener) {
        context.addListener(new ForwardingListener(listener, this));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse other) {
        context.addListener(new ForwardingListener(listener, this), request, other);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return context.createListener(type);
    }

    @Override
    public void setTimeout(long timeout) {
        context.setTimeout(timeout);
    }

    @Override
    public long getTimeout() {
        return context.getTimeout();
    }

    /** Finishes the response after completion if the filter did not see the last dispatch, and releases its memory. */
    private record CompletionListener(GuardedResponse response) implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            response.finishAfterCompletion();
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }

    /** Forwards events to a listener of the servlet, with this context in place of the container's. */
    private record ForwardingListener(AsyncListener listener, GuardedAsyncContext context) implements AsyncListener {

        private AsyncEvent withContext(AsyncEvent event) {
            return new AsyncEvent(
                    context, event.getSuppliedRequest(), event.getSuppliedResponse(), event.getThrowable());
        }

        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            listener.onComplete(withContext(event));
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            listener.onTimeout(withContext(event));
        }

        @Override
        public void onError(AsyncEvent event) throws IOException {
            listener.onError(withContext(event));
        }

        @Override
        public void onStartAsync(AsyncEvent event) throws IOException {
            listener.onStartAsync(event);
        }
    }
}
