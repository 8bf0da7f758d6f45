package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Trace context of a message by the W3C specification: in headers over HTTP, in {@code _meta} inside the protocol.
 *
 * @param parent the trace, and the span of the sender
 * @param state state of the tracing systems involved
 * @param baggage other data that travels with the trace
 */
public record TraceContext(
        String parent, @Nullable String state, @Nullable String baggage) {

    public static final String PARENT = "traceparent";
    public static final String STATE = "tracestate";
    public static final String BAGGAGE = "baggage";

    private static final int TRACE = 3;
    private static final int SPAN = 36;
    private static final int FLAGS = 53;
    private static final int LENGTH = 55;
    private static final int LONGEST_PARENT = 128;
    private static final int LONGEST_STATE = 512;
    private static final int LONGEST_BAGGAGE = 8192;

    /** Source of the parts. */
    @FunctionalInterface
    public interface Parts {
        /** Returns the part of that name; null if there is none. */
        @Nullable String get(String name);
    }

    /** Returns the context of a request; null if it has none, or one that is not valid. */
    public static @Nullable TraceContext of(Message request) {
        Slice params = request.params();
        Slice meta = params == null ? null : ObjectEdit.objectIn(params, "_meta");
        // most requests have no trace context
        if (meta == null || ObjectEdit.valueIn(meta, PARENT) == null) {
            return null;
        }
        return of(name -> ObjectEdit.textIn(meta, name, LONGEST_BAGGAGE));
    }

    /** Returns the context of parts with these names, such as headers. */
    public static @Nullable TraceContext of(Parts parts) {
        String parent = parts.get(PARENT);
        if (parent == null || !names(parent)) {
            return null;
        }
        return new TraceContext(
                parent, sound(parts.get(STATE), LONGEST_STATE), sound(parts.get(BAGGAGE), LONGEST_BAGGAGE));
    }

    /** Returns the text, or null if it is not a valid header value. */
    private static @Nullable String sound(@Nullable String text, int maxLength) {
        boolean valid = text != null
                && !text.isBlank()
                && text.length() <= maxLength
                && text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        return valid ? text : null;
    }

    private static boolean names(String parent) {
        boolean laterVersion = parent.length() > LENGTH && parent.charAt(LENGTH) == '-' && !parent.startsWith("00");
        if ((parent.length() != LENGTH && !laterVersion) || sound(parent, LONGEST_PARENT) == null) {
            return false;
        }
        boolean dashes =
                parent.charAt(TRACE - 1) == '-' && parent.charAt(SPAN - 1) == '-' && parent.charAt(FLAGS - 1) == '-';
        return dashes
                && !parent.startsWith("ff")
                && hex(parent, 0, TRACE - 1)
                && hex(parent, TRACE, SPAN - 1)
                && hex(parent, SPAN, FLAGS - 1)
                && hex(parent, FLAGS, LENGTH)
                && !parent.regionMatches(TRACE, "0".repeat(32), 0, 32)
                && !parent.regionMatches(SPAN, "0".repeat(16), 0, 16);
    }

    private static boolean hex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    public String traceId() {
        return parent.substring(TRACE, SPAN - 1);
    }

    public String spanId() {
        return parent.substring(SPAN, FLAGS - 1);
    }

    public String flags() {
        return parent.substring(FLAGS, LENGTH);
    }

    /** Returns the request with this context in place of its own; unchanged if its parameters cannot hold one. */
    public Slice[] carriedBy(Message request) {
        Slice params = request.params();
        if (params == null) {
            return new Slice[] {
                ObjectEdit.with(
                        request.bytes(), "params", ObjectEdit.with(Slice.of("{}"), "_meta", into(Slice.of("{}"))))
            };
        }
        Slice meta = Json.type(params) == JsonType.OBJECT ? ObjectEdit.valueIn(params, "_meta") : null;
        boolean canHoldMeta = Json.type(params) == JsonType.OBJECT && (meta == null || Json.type(meta) == JsonType.OBJECT);
        if (!canHoldMeta) {
            return new Slice[] {request.bytes()};
        }
        if (meta != null) {
            return request.with(meta, List.of(into(meta)));
        }
        return request.with(params, List.of(ObjectEdit.with(params, "_meta", into(Slice.of("{}")))));
    }

    private Slice into(Slice meta) {
        return put(put(put(meta, PARENT, parent), STATE, state), BAGGAGE, baggage);
    }

    /** Sets or removes a part. A state belongs to its parent, so the state of another context is removed. */
    private static Slice put(Slice meta, String name, @Nullable String value) {
        if (value != null) {
            return ObjectEdit.with(meta, name, new ByteSink().string(value).slice());
        }
        return ObjectEdit.valueIn(meta, name) == null ? meta : ObjectEdit.without(meta, name);
    }
}
