package dev.plimsoll.micronaut;

import dev.plimsoll.servlet.body.BodySink;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.body.ClientResponse;
import dev.plimsoll.servlet.message.PostedMessages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** JSON response of the MCP server, rewritten as a whole. The server sends no event streams. */
final class RewrittenDocument implements ClientResponse {

    private static final int SUCCESS = 200;

    private final ByteArrayOutputStream rewritten = new ByteArrayOutputStream();

    private RewrittenDocument() {}

    /** Returns the rewritten document; null if it does not change. */
    static byte @Nullable [] rewrite(byte[] document, PostedMessages messages, BufferQuota quota) throws IOException {
        RewrittenDocument response = new RewrittenDocument();
        BodySink sink = BodySink.of(response, messages, quota);
        sink.write(document, 0, document.length);
        sink.finish();
        byte[] bytes = response.rewritten.toByteArray();
        return Arrays.equals(bytes, document) ? null : bytes;
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
