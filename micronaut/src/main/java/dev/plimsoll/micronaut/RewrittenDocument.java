package dev.plimsoll.micronaut;

import dev.plimsoll.servlet.body.BodySink;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.body.ClientResponse;
import dev.plimsoll.servlet.message.PostedMessages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** JSON response of the MCP server, rewritten as a whole. The server sends no event streams. */
final class RewrittenDocument implements ClientResponse {

    private static final int SUCCESS = 200;

    private final ByteArrayOutputStream rewritten = new ByteArrayOutputStream();

    private RewrittenDocument() {}

    /** Writes the document of the server. */
    @FunctionalInterface
    interface DocumentWriter {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Returns the rewritten document; null if it does not change. The document of the server is only stored within the quota: if it is too
     * large, the result is a document with an error.
     */
    static byte @Nullable [] rewrite(DocumentWriter document, PostedMessages messages, BufferQuota quota)
            throws IOException {
        RewrittenDocument response = new RewrittenDocument();
        BodySink sink = BodySink.of(response, messages, quota);
        MessageDigest original = createDigest();
        try {
            document.writeTo(new DigestOutputStream(new SinkOutput(sink), original));
            sink.finish();
        } finally {
            // if writeTo() fails, the sink still holds a part of the quota
            sink.reset();
        }
        byte[] bytes = response.rewritten.toByteArray();
        return MessageDigest.isEqual(original.digest(), createDigest().digest(bytes)) ? null : bytes;
    }

    private static MessageDigest createDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Stream into a sink. */
    private static final class SinkOutput extends OutputStream {

        private final BodySink sink;

        SinkOutput(BodySink sink) {
            this.sink = sink;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            sink.write(bytes, offset, length);
        }
    }

    /** Returns success for every response, so that errors, which the server sends with other statuses, are recorded, too. */
    @Override
    public int status() {
        return SUCCESS;
    }

    @Override
    public @Nullable String header(String name) {
        return name.equals("Content-Type") ? "application/json" : null;
    }

    @Override
    public void beginDocument(int length) {}

    @Override
    public void beginAnswers() {}

    @Override
    public void beginUnchanged() {}

    @Override
    public OutputStream output() {
        return rewritten;
    }
}
