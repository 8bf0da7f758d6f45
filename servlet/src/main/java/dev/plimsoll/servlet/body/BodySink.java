package dev.plimsoll.servlet.body;

import dev.plimsoll.servlet.message.PostedMessages;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sink that receives the body of a response from the server, and writes the guarded body to the client. */
public interface BodySink {

    /**
     * Creates the sink for a response whose status and headers are set. JSON documents and server-sent events are rewritten. Other bodies pass byte for byte.
     */
    static BodySink of(ClientResponse response, PostedMessages messages, BufferQuota quota) throws IOException {
        String type = mediaType(response.header("Content-Type"));
        String encoding = encoding(response.header("Content-Encoding"));
        boolean isSuccess = response.status() >= 200 && response.status() < 300;
        messages.pending().setSession(response.header("Mcp-Session-Id"));
        if (isSuccess && encoding.isEmpty() && type.equals("text/event-stream")) {
            return new EventStreamSink(response.output(), messages, quota);
        }
        boolean isDocument = isSuccess && encoding.isEmpty() && type.equals("application/json");
        // a response without a type has no body, so that Plimsoll's own answers become its body
        if (isDocument || (isSuccess && type.isEmpty() && !messages.answers().isEmpty())) {
            return new DocumentSink(response, messages, quota);
        }
        if (!encoding.isEmpty()) {
            System.getLogger("dev.plimsoll")
                    .log(
                            System.Logger.Level.WARNING,
                            "a response is not guarded because the MCP server compressed it ({0}): let the HTTP server or a proxy compress it",
                            encoding);
        }
        response.beginUnchanged();
        return new UnchangedSink(response.output());
    }

    /** Returns a media type in lower case, without parameters; empty if there is none. */
    static String mediaType(@Nullable String contentType) {
        int end = contentType == null ? 0 : contentType.indexOf(';');
        return contentType == null
                ? ""
                : contentType
                        .substring(0, end < 0 ? contentType.length() : end)
                        .strip()
                        .toLowerCase(Locale.ROOT);
    }

    /** Returns the encodings of a body, separated by commas; empty if the body is neither compressed nor otherwise encoded. */
    static String encoding(@Nullable String contentEncoding) {
        return contentEncoding == null
                ? ""
                : Arrays.stream(contentEncoding.split(","))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty() && !name.equalsIgnoreCase("identity"))
                        .collect(Collectors.joining(", "));
    }

    void write(byte[] bytes, int offset, int length) throws IOException;

    void flush() throws IOException;

    /** Ends the body. */
    void finish() throws IOException;

    /** Discards the bytes that are not written to the client yet. */
    void reset();
}
