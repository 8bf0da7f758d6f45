package dev.plimsoll.json;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON value to a sink, without white space. Adds commas and escapes texts. A call in an impossible order
 * throws {@link IllegalStateException}. A method that takes a name writes a member of an object.
 */
public final class JsonWriter {

    private static final int NONE = -1;

    private final ByteSink out;
    private final int start;
    private final DepthStack openContainers = new DepthStack();
    /** True if the open container already has a value; at the root, whether the value has begun. */
    private boolean hasPrevious;

    /** True if a name was written whose value must follow. */
    private boolean isValueExpected;

    /** Size of the sink when a caller began to append a value to {@link #sink}; {@link #NONE} if no caller does. */
    private int callerValueStart = NONE;

    public JsonWriter() {
        this(new ByteSink());
    }

    public JsonWriter(int capacity) {
        this(new ByteSink(capacity));
    }

    /** Creates a writer that appends one value to the sink. */
    public JsonWriter(ByteSink out) {
        this.out = out;
        this.start = out.size();
    }

    public JsonWriter beginObject() {
        beginContainer('{', true);
        return this;
    }

    public JsonWriter beginObject(String name) {
        return name(name).beginObject();
    }

    public JsonWriter endObject() {
        endContainer('}', true);
        return this;
    }

    public JsonWriter beginArray() {
        beginContainer('[', false);
        return this;
    }

    public JsonWriter beginArray(String name) {
        return name(name).beginArray();
    }

    public JsonWriter endArray() {
        endContainer(']', false);
        return this;
    }

    /** Writes a name; its value must follow. */
    public JsonWriter name(String name) {
        beginMember();
        out.string(name);
        return endName();
    }

    /** Writes a name that is already escaped, such as {@link Members#key}; its value must follow. */
    public JsonWriter rawName(Slice escapedContent) {
        beginMember();
        out.rawString(escapedContent);
        return endName();
    }

    /** Writes a member as it is, such as {@link Members#member}. */
    public JsonWriter rawMember(Slice member) {
        beginMember();
        out.raw(member);
        hasPrevious = true;
        return this;
    }

    public JsonWriter string(String value) {
        beginValue();
        out.string(value);
        return this;
    }

    public JsonWriter string(String name, String value) {
        return name(name).string(value);
    }

    /** Writes a text as a string. */
    public JsonWriter string(Slice text) {
        beginValue();
        out.string(text);
        return this;
    }

    /** Writes a text as a string. */
    public JsonWriter string(String name, Slice text) {
        return name(name).string(text);
    }

    /** Writes a string, or {@code null}. */
    public JsonWriter stringOrNull(String name, @Nullable String value) {
        return value == null ? nullValue(name) : string(name, value);
    }

    /** Writes a string whose content is already escaped. */
    public JsonWriter rawString(Slice escapedContent) {
        beginValue();
        out.rawString(escapedContent);
        return this;
    }

    /** Writes a string whose content is already escaped. */
    public JsonWriter rawString(String name, Slice escapedContent) {
        return name(name).rawString(escapedContent);
    }

    public JsonWriter number(long value) {
        beginValue();
        out.number(value);
        return this;
    }

    public JsonWriter number(String name, long value) {
        return name(name).number(value);
    }

    public JsonWriter bool(boolean value) {
        return raw(value ? "true" : "false");
    }

    public JsonWriter bool(String name, boolean value) {
        return name(name).bool(value);
    }

    public JsonWriter nullValue() {
        return raw("null");
    }

    public JsonWriter nullValue(String name) {
        return name(name).nullValue();
    }

    /** Writes a value that is already JSON, as it is. */
    public JsonWriter raw(Slice json) {
        beginValue();
        out.raw(json);
        return this;
    }

    /** Writes a value that is already JSON, as it is. */
    public JsonWriter raw(String name, Slice json) {
        return name(name).raw(json);
    }

    /** Writes a value that is already JSON and ASCII, such as a formatted number. */
    public JsonWriter raw(String json) {
        beginValue();
        out.ascii(json);
        return this;
    }

    /** Writes a value that is already JSON and ASCII, such as a formatted number. */
    public JsonWriter raw(String name, String json) {
        return name(name).raw(json);
    }

    /** Writes an array of strings. */
    public JsonWriter strings(Iterable<String> texts) {
        beginArray();
        texts.forEach(this::string);
        return endArray();
    }

    /** Writes an array of strings. */
    public JsonWriter strings(String name, Iterable<String> texts) {
        return name(name).strings(texts);
    }

    /** Writes an array; {@code writer} writes one or more elements for each value. */
    public <T> JsonWriter array(Iterable<? extends T> values, BiConsumer<? super T, ? super JsonWriter> writer) {
        beginArray();
        int depth = openContainers.depth();
        for (T value : values) {
            writer.accept(value, this);
            check(openContainers.depth() == depth, "an element is not complete");
        }
        return endArray();
    }

    /** Writes an array; {@code writer} writes one or more elements for each value. */
    public <T> JsonWriter array(
            String name, Iterable<? extends T> values, BiConsumer<? super T, ? super JsonWriter> writer) {
        return name(name).array(values, writer);
    }

    /** Begins a value and returns the sink, to which the caller appends exactly this value before the next call. */
    public ByteSink sink() {
        beginValue();
        callerValueStart = out.size();
        return out;
    }

    /** Returns the complete value: a view, not a copy. */
    public Slice slice() {
        endCallerValue();
        check(openContainers.depth() == 0 && hasPrevious, "the value is not complete");
        return out.slice(start, out.size());
    }

    /** Returns a copy of the complete value. */
    public byte[] toByteArray() {
        return slice().toByteArray();
    }

    private void beginContainer(char bracket, boolean isObject) {
        beginValue();
        out.raw((byte) bracket);
        openContainers.push(isObject);
        hasPrevious = false;
    }

    private void endContainer(char bracket, boolean isObject) {
        endCallerValue();
        check(openContainers.depth() > 0 && openContainers.isInObject() == isObject, "no such container to end");
        check(!isValueExpected, "a name has no value");
        openContainers.pop();
        out.raw((byte) bracket);
        hasPrevious = true;
    }

    private void beginMember() {
        endCallerValue();
        check(openContainers.isInObject(), "only an object has members");
        check(!isValueExpected, "a name has no value");
        if (hasPrevious) {
            out.raw((byte) ',');
        }
    }

    private JsonWriter endName() {
        out.raw((byte) ':');
        isValueExpected = true;
        return this;
    }

    private void beginValue() {
        endCallerValue();
        if (openContainers.isInObject()) {
            check(isValueExpected, "a member needs a name");
            isValueExpected = false;
        } else if (hasPrevious) {
            check(openContainers.depth() > 0, "the value is already complete");
            out.raw((byte) ',');
        }
        hasPrevious = true;
    }

    private void endCallerValue() {
        check(callerValueStart != out.size(), "no value was appended to the sink");
        callerValueStart = NONE;
    }

    private static void check(boolean isAllowed, String message) {
        if (!isAllowed) {
            throw new IllegalStateException(message);
        }
    }
}
