package dev.plimsoll.gateway.show;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;

/** The app page of {@code plimsoll_show}: one HTML file, which loads no other files. */
public final class AppPageFile {

    public static final String URI = "ui://plimsoll/result";

    private static final String FILE = "result.html";
    private static final String MIME_TYPE = "text/html;profile=mcp-app";
    private static final long TTL_MILLIS = Duration.ofHours(1).toMillis();

    private AppPageFile() {}

    /** Returns the page as HTML. */
    public static Slice html() {
        return Holder.HTML;
    }

    /** Returns the result of {@code resources/read}. */
    static Slice toReadResult(boolean isModern) {
        JsonWriter json = new JsonWriter(html().length() + 4_096).beginObject();
        json.beginArray("contents").beginObject();
        json.string("uri", URI).string("mimeType", MIME_TYPE).string("text", html());
        json.beginObject("_meta").beginObject("ui").beginObject("permissions");
        json.beginObject("clipboardWrite").endObject().endObject();
        json.bool("prefersBorder", false).endObject().endObject();
        json.endObject().endArray();
        if (isModern) {
            json.string("resultType", "complete").number("ttlMs", TTL_MILLIS).string("cacheScope", "public");
        }
        return json.endObject().slice();
    }

    /** Holder of the page, which is read at its first use. */
    private static final class Holder {

        static final Slice HTML = read();

        private static Slice read() {
            try (InputStream in = AppPageFile.class.getResourceAsStream(FILE)) {
                return Slice.of(Objects.requireNonNull(in, FILE).readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
