package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Trace context by the W3C specification. HTTP requests have it in headers, MCP messages in {@code _meta}.
 *
 * @param parent the value of {@code traceparent}: the ID of the trace, and of the sender's span
 * @param state the value of {@code tracestate}: data of tracing systems; null if there is none
 * @param baggage the value of {@code baggage}: other data that is passed along with the trace; null if there
 *     is none
 */
public record TraceContext(
        String parent, @Nullable String state, @Nullable String baggage) {

    public static final String PARENT = "traceparent";
    public static final String STATE = "tracestate";
    public static final String BAGGAGE = "baggage";

    // positions in a traceparent: VERSION-TRACE-SPAN-FLAGS, with 2, 32, 16, and 2 hexadecimal digits
    private static final int TRACE_START = 3;
    private static final int SPAN_START = 36;
    private static final int FLAGS_START = 53;
    private static final int LENGTH = 55;
    private static final int MAX_PARENT_LENGTH = 128;
    private static final int MAX_STATE_LENGTH = 512;
    private static final int MAX_BAGGAGE_LENGTH = 8192;

    /** Source of the values, such as headers. */
    @FunctionalInterface
    public interface Source {

        /** Returns the value of that name; null if there is none. */
        @Nullable String get(String name);
    }

    /** Returns the context in the {@code _meta} of a request; null if there is none, or if it is not valid. */
    public static @Nullable TraceContext of(Message request) {
        return of(name -> ObjectEdit.shortText(request.metaMember(name), MAX_BAGGAGE_LENGTH));
    }

    /** Returns the context of values such as headers; null if there is none, or if it is not valid. */
    public static @Nullable TraceContext of(Source source) {
        String parent = source.get(PARENT);
        if (parent == null || !isValidParent(parent)) {
            return null;
        }
        return new TraceContext(
                parent,
                validOrNull(source.get(STATE), MAX_STATE_LENGTH),
                validOrNull(source.get(BAGGAGE), MAX_BAGGAGE_LENGTH));
    }

    /** Returns the text; null if it is missing, too long, or not a valid header value. */
    private static @Nullable String validOrNull(@Nullable String text, int maxLength) {
        boolean isValid = text != null
                && !text.isBlank()
                && text.length() <= maxLength
                && text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        return isValid ? text : null;
    }

    private static boolean isValidParent(String parent) {
        boolean isLaterVersion = parent.length() > LENGTH && parent.charAt(LENGTH) == '-' && !parent.startsWith("00");
        if ((parent.length() != LENGTH && !isLaterVersion) || validOrNull(parent, MAX_PARENT_LENGTH) == null) {
            return false;
        }
        boolean hasDashes = parent.charAt(TRACE_START - 1) == '-'
                && parent.charAt(SPAN_START - 1) == '-'
                && parent.charAt(FLAGS_START - 1) == '-';
        return hasDashes
                && !parent.startsWith("ff")
                && isHex(parent, 0, TRACE_START - 1)
                && isHex(parent, TRACE_START, SPAN_START - 1)
                && isHex(parent, SPAN_START, FLAGS_START - 1)
                && isHex(parent, FLAGS_START, LENGTH)
                && !parent.regionMatches(TRACE_START, "0".repeat(32), 0, 32)
                && !parent.regionMatches(SPAN_START, "0".repeat(16), 0, 16);
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    public String traceId() {
        return parent.substring(TRACE_START, SPAN_START - 1);
    }

    public String spanId() {
        return parent.substring(SPAN_START, FLAGS_START - 1);
    }

    public String flags() {
        return parent.substring(FLAGS_START, LENGTH);
    }

    /**
     * Returns the request with this context instead of its own; unchanged if its parameters or their {@code
     * _meta} are not objects.
     */
    public Message applyTo(Message request) {
        Slice params = request.params();
        Slice meta = params == null ? null : ObjectEdit.valueIn(params, "_meta");
        if (meta != null && Json.type(meta) == JsonType.OBJECT) {
            return request.withinParams(meta, writeTo(meta));
        }
        boolean canHoldMeta = meta == null && (params == null || Json.type(params) == JsonType.OBJECT);
        if (!canHoldMeta) {
            return request;
        }
        Slice object = params == null ? Slice.of("{}") : params;
        return request.withParams(ObjectEdit.with(object, "_meta", writeTo(Slice.of("{}"))));
    }

    private Slice writeTo(Slice meta) {
        return setOrRemove(setOrRemove(setOrRemove(meta, PARENT, parent), STATE, state), BAGGAGE, baggage);
    }

    /** Sets a value, or removes it if this context has none: the value of another context must not stay. */
    private static Slice setOrRemove(Slice meta, String name, @Nullable String value) {
        if (value != null) {
            return ObjectEdit.with(meta, name, new ByteSink().string(value).slice());
        }
        return ObjectEdit.valueIn(meta, name) == null ? meta : ObjectEdit.without(meta, name);
    }
}
