package dev.plimsoll.servlet.body;

import dev.plimsoll.servlet.message.PostedMessages;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Response whose JSON document or events the filter rewrites. Other bodies pass byte for byte. */
public final class GuardedResponse extends HttpServletResponseWrapper {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");
    private static final String CONTENT_LENGTH = "Content-Length";
    private static final long UNKNOWN = -1;

    private final PostedMessages messages;
    private final BufferQuota quota;
    private final GuardedOutput output = new GuardedOutput(this::createSink, this::startOnContainerThread);
    private Executor containerThreads = Runnable::run;
    private @Nullable PrintWriter writer;
    private long contentLength = UNKNOWN;

    public GuardedResponse(HttpServletResponse response, PostedMessages messages, BufferQuota quota) {
        super(response);
        this.messages = messages;
        this.quota = quota;
    }

    /** Sets the executor that runs a task on a thread of the container. */
    void setContainerThreads(Executor executor) {
        containerThreads = executor;
    }

    private void startOnContainerThread(Runnable task) {
        containerThreads.execute(task);
    }

    private HttpServletResponse original() {
        return (HttpServletResponse) getResponse();
    }

    // --- body

    private BodySink createSink() throws IOException {
        return BodySink.of(new Original(), messages, quota);
    }

    /** Response of the container, with its current status and headers. */
    private final class Original implements ClientResponse {

        @Override
        public int status() {
            return getStatus();
        }

        @Override
        public @Nullable String header(String name) {
            return name.equals("Content-Type") ? getContentType() : getHeader(name);
        }

        @Override
        public void beginDocument(int length) {
            original().setContentLength(length);
        }

        @Override
        public void beginAnswers() {
            original().setStatus(SC_OK);
            original().setContentType("application/json");
        }

        @Override
        public void beginUnchanged() {
            if (contentLength != UNKNOWN) {
                original().setContentLengthLong(contentLength);
            }
        }

        @Override
        public ServletOutputStream output() throws IOException {
            return original().getOutputStream();
        }
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return output;
    }

    @Override
    public PrintWriter getWriter() {
        PrintWriter current = writer;
        if (current == null) {
            String type = BodySink.mediaType(getContentType());
            boolean isText = type.startsWith("text/") && !type.equals("text/event-stream");
            if (!isText) {
                super.setCharacterEncoding("UTF-8"); // JSON has no other encoding
            }
            Charset charset = isText ? Charset.forName(getCharacterEncoding()) : StandardCharsets.UTF_8;
            current = new PrintWriter(new OutputStreamWriter(output, charset));
            writer = current;
        }
        return current;
    }

    @Override
    public void flushBuffer() throws IOException {
        if (writer != null) {
            writer.flush();
        } else {
            output.flush();
        }
    }

    /** Writes the rest of the body to the client. Further calls have no effect. */
    public void finish() throws IOException {
        if (writer != null) {
            writer.flush();
        }
        output.finish();
    }

    /** Finishes the response of an asynchronous request, whose client may have disconnected. */
    void finishQuietly() {
        try {
            finish();
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "the client did not get the response", e);
            output.discard();
        }
    }

    /**
     * Finishes the response after the request has completed, if the filter did not see the last dispatch of the servlet. Some containers no
     * longer accept a body at that time.
     */
    void finishAfterCompletion() {
        if (output.isFinished()) {
            return;
        }
        try {
            finish();
        } catch (IOException | RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a response was lost: map the filter to the dispatcher type ASYNC as well as REQUEST",
                    e);
            output.discard();
        }
    }

    /** Discards the body after an error of the servlet. */
    public void discard() {
        output.discard();
    }

    // --- headers

    @Override
    public void setContentLength(int length) {
        contentLength = length;
    }

    @Override
    public void setContentLengthLong(long length) {
        contentLength = length;
    }

    @Override
    public void setHeader(String name, String value) {
        if (!recordIfContentLength(name, value)) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (!recordIfContentLength(name, value)) {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (!recordIfContentLength(name, Integer.toString(value))) {
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (!recordIfContentLength(name, Integer.toString(value))) {
            super.addIntHeader(name, value);
        }
    }

    /**
     * Records the value of the header {@code Content-Length}, which is the length of the servlet's body. Returns false, and
     * records nothing, for any other header.
     */
    private boolean recordIfContentLength(String name, @Nullable String value) {
        boolean isLength = CONTENT_LENGTH.equalsIgnoreCase(name);
        if (isLength) {
            try {
                contentLength = value == null ? UNKNOWN : Long.parseLong(value.strip());
            } catch (NumberFormatException e) {
                contentLength = UNKNOWN;
            }
        }
        return isLength;
    }

    // --- errors

    @Override
    public void reset() {
        super.reset();
        discardBody();
        contentLength = UNKNOWN;
    }

    @Override
    public void resetBuffer() {
        super.resetBuffer();
        discardBody();
    }

    private void discardBody() {
        output.reset();
        writer = null;
    }

    @Override
    public void sendError(int status) throws IOException {
        output.discard();
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        output.discard();
        super.sendError(status, message);
    }
}
