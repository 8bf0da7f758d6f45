package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.SegmentedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JSON-RPC message: its original bytes, and the ranges of its members in them. It is parsed once, when it
 * arrives. A change replaces one member and keeps all other bytes: the message then consists of several
 * segments, which are only joined if they are needed as one array.
 */
public final class Message {

    private static final Slice NULL = Slice.of("null");
    private static final Slice OPENING_BRACKET = Slice.of("[");
    private static final Slice COMMA = Slice.of(",");
    private static final Slice CLOSING_BRACKET = Slice.of("]");
    private static final Slice CLOSING_BRACE = Slice.of("}");

    private final SegmentedText text;
    private final Parts parts;
    private final @Nullable MessageFault fault;

    /**
     * The members of a message, and the related request, which makes no message larger here.
     *
     * @param id the ID; null if there is none, or if it is a JSON null
     * @param checked validated structure of the result; null if the result is short
     */
    private record Parts(
            @Nullable Slice id,
            @Nullable String method,
            @Nullable MessageParams params,
            @Nullable SegmentedText result,
            @Nullable CheckedJson checked,
            @Nullable Slice error,
            @Nullable Slice relatedRequestId) {

        private static final Parts NONE = new Parts(null, null, null);

        Parts(@Nullable Slice id, @Nullable String method, @Nullable Slice error) {
            this(id, method, null, null, null, error, null);
        }

        Parts withId(@Nullable Slice newId) {
            return new Parts(newId, method, params, result, checked, error, relatedRequestId);
        }

        Parts withRelatedRequest(@Nullable Slice requestId) {
            return new Parts(id, method, params, result, checked, error, requestId);
        }

        Parts withParams(SegmentedText newParams) {
            return new Parts(id, method, new MessageParams(newParams), result, checked, error, relatedRequestId);
        }

        Parts withResult(SegmentedText newResult, @Nullable CheckedJson newChecked) {
            return new Parts(id, method, params, newResult, newChecked, error, relatedRequestId);
        }
    }

    private Message(SegmentedText text, Parts parts, @Nullable MessageFault fault) {
        this.text = text;
        this.parts = parts;
        this.fault = fault;
    }

    /** Parses a message; returns null if the bytes are not one valid JSON object. */
    public static @Nullable Message parse(Slice bytes) {
        Envelope envelope = Envelope.parse(bytes);
        if (envelope == null) {
            return null;
        }
        Slice id = envelope.id();
        Slice params = envelope.params();
        Slice result = envelope.result();
        Parts parts = new Parts(
                id == null || Json.type(id) == JsonType.NULL ? null : id,
                envelope.method(),
                params == null ? null : new MessageParams(SegmentedText.of(params)),
                result == null ? null : SegmentedText.of(result),
                envelope.checkedResult(),
                envelope.error(),
                null);
        return new Message(SegmentedText.of(bytes), parts, MessageFault.find(envelope));
    }

    /**
     * Returns an equal message with a copy of the bytes. Copy a message before you store it, because the original may
     * be a range of a large buffer.
     */
    public Message copy() {
        Message copy = parse(Slice.of(bytes().toByteArray()));
        if (copy == null) {
            throw new IllegalStateException("a message is one JSON object");
        }
        return copy.withRelatedRequest(parts.relatedRequestId);
    }

    /** Returns all bytes in one slice. Copies them if the message was changed. */
    public Slice bytes() {
        return text.joined();
    }

    /** Returns all bytes in order. */
    public List<Slice> segments() {
        return text.segments();
    }

    public int length() {
        return text.length();
    }

    /** Returns the ID; null if there is none, or if it is a JSON null. */
    public @Nullable Slice id() {
        return parts.id;
    }

    /** Returns the method; null in a response. */
    public @Nullable String method() {
        return parts.method;
    }

    public @Nullable Slice params() {
        return parts.params == null ? null : parts.params.text().joined();
    }

    /** Returns the last parameter of that name; null if there is none, or if the parameters are not an object. */
    public @Nullable Slice param(String name) {
        return parts.params == null ? null : parts.params.find(name);
    }

    /** Returns the {@code _meta} of the parameters, even if it is not an object; null if there is none. */
    public @Nullable Slice meta() {
        return param("_meta");
    }

    /** Returns the last member of that name in the {@code _meta} of the parameters; null if there is none. */
    public @Nullable Slice metaMember(String name) {
        return parts.params == null ? null : parts.params.findInMeta(name);
    }

    public @Nullable Slice result() {
        return parts.result == null ? null : parts.result.joined();
    }

    /** Returns the validated structure of the result; null if the result is short, or if there is none. */
    public @Nullable CheckedJson checked() {
        return parts.checked;
    }

    public @Nullable Slice error() {
        return parts.error;
    }

    /** Returns the {@code code} of the error; null if there is none. */
    public @Nullable Slice errorCode() {
        return parts.error == null ? null : ObjectEdit.valueIn(parts.error, "code");
    }

    /**
     * Returns the reason why the message is not valid JSON-RPC; null if it is valid. Messages of servers are
     * used even if they are not valid.
     */
    public @Nullable MessageFault fault() {
        return fault;
    }

    /**
     * Returns whether the sender must get a response: to a valid request, or to an invalid message that is neither a
     * notification nor a response.
     */
    public boolean isResponseExpected() {
        return fault == null ? isRequest() : fault.isResponseExpected();
    }

    public boolean isRequest() {
        return parts.method != null && parts.id != null;
    }

    public boolean isResponse() {
        return parts.method == null && parts.id != null;
    }

    /** Returns whether this is a notification that cancels a request. */
    public boolean isCancellation() {
        return "notifications/cancelled".equals(parts.method);
    }

    /** Returns the ID of the request that this notification cancels; null if it cancels none. */
    public @Nullable Slice cancelledId() {
        Slice params = isCancellation() ? params() : null;
        return params == null ? null : ObjectEdit.valueIn(params, "requestId");
    }

    /** Returns the ID of the request on whose event stream the server has sent this message; null if not known. */
    public @Nullable Slice relatedRequestId() {
        return parts.relatedRequestId;
    }

    /** Returns the last member of that name in the result; null if there is none, or if the result is not an object. */
    public @Nullable Slice findInResult(String name) {
        Slice result = result();
        if (result == null || Json.type(result) != JsonType.OBJECT) {
            return null;
        }
        // the validated structure knows where strings end, so that they can be skipped quickly
        Members members = parts.checked == null ? Members.of(result) : Members.of(parts.checked);
        Slice found = null;
        while (members.next()) {
            found = members.keyIs(name) ? members.value() : found;
        }
        return found;
    }

    // --- changes

    /** Returns this message with the ID of the request to which it belongs; null if that is not known. */
    public Message withRelatedRequest(@Nullable Slice requestId) {
        boolean isKnown = Objects.equals(requestId, parts.relatedRequestId);
        return isKnown ? this : new Message(text, parts.withRelatedRequest(requestId), fault);
    }

    /** Returns this message with another ID. The message must have an ID. */
    public Message withId(Slice id) {
        SegmentedText oldId = SegmentedText.of(Objects.requireNonNull(parts.id));
        return new Message(replacePart(text, oldId, List.of(id)), parts.withId(id), fault);
    }

    /** Returns this message with other parameters, which are added if it has none. */
    public Message withParams(Slice params) {
        return withParams(SegmentedText.of(params));
    }

    private Message withParams(SegmentedText params) {
        SegmentedText changed = parts.params == null
                ? appendParams(params.joined())
                : replacePart(text, parts.params.text(), params.segments());
        return new Message(changed, parts.withParams(params), fault);
    }

    /** Returns this message with one value inside its parameters replaced. */
    public Message withinParams(Slice value, Slice replacement) {
        SegmentedText params = SegmentedText.of(Objects.requireNonNull(params()));
        return withParams(replacePart(params, SegmentedText.of(value), List.of(replacement)));
    }

    /** Returns this response with another result. */
    public Message withResult(Slice result) {
        return withResult(List.of(result));
    }

    /** Returns this response with another result, given in segments. */
    public Message withResult(List<Slice> result) {
        SegmentedText newResult = SegmentedText.of(result.toArray(Slice[]::new));
        return withResult(newResult, null);
    }

    /** @param checked structure of the new result; null if it is not known: that of the former result has other bytes */
    private Message withResult(SegmentedText result, @Nullable CheckedJson checked) {
        SegmentedText changed = replacePart(text, Objects.requireNonNull(parts.result), result.segments());
        return new Message(changed, parts.withResult(result, checked), fault);
    }

    /**
     * Returns this response with additional members at the start of its result, which must be an object. Copies only
     * the result, and does not validate it again.
     */
    public Message withResultMembers(String members) {
        Slice object = Objects.requireNonNull(result());
        int membersStart = object.from() + 1;
        boolean isEmpty = object.bytes()[Json.skipSpace(object.bytes(), membersStart, object.to())] == '}';
        byte[] added = Utf8.encode(isEmpty ? members : members + ",");
        byte[] extended = new byte[object.length() + added.length];
        extended[0] = '{';
        System.arraycopy(added, 0, extended, 1, added.length);
        System.arraycopy(object.bytes(), membersStart, extended, 1 + added.length, object.to() - membersStart);
        CheckedJson checked = parts.checked == null ? null : parts.checked.movedTo(extended, 0, added.length);
        return withResult(SegmentedText.of(Slice.of(extended)), checked);
    }

    /** Returns this response with another code in its error, which must have a code. */
    public Message withErrorCode(int code) {
        Slice oldCode = Objects.requireNonNull(errorCode());
        SegmentedText error = SegmentedText.of(Objects.requireNonNull(parts.error));
        Slice newCode = Slice.of(Integer.toString(code));
        Slice newError =
                replacePart(error, SegmentedText.of(oldCode), List.of(newCode)).joined();
        return new Message(replacePart(text, error, List.of(newError)), new Parts(parts.id, null, newError), fault);
    }

    /**
     * Returns the text with a part replaced. The part must be a range of one segment, or consist of several
     * whole segments.
     */
    private static SegmentedText replacePart(SegmentedText text, SegmentedText part, List<Slice> replacement) {
        List<Slice> segments = text.segments();
        Slice first = part.segments().get(0);
        for (int i = 0; i < segments.size(); i++) {
            Slice segment = segments.get(i);
            boolean containsPart =
                    segment.sharesBytesWith(first) && segment.from() <= first.from() && first.to() <= segment.to();
            if (containsPart) {
                Slice last = part.segments().get(part.segments().size() - 1);
                Slice end = segments.get(i + part.segments().size() - 1);
                List<Slice> changed = new ArrayList<>(segments.subList(0, i));
                addUnlessEmpty(new Slice(segment.bytes(), segment.from(), first.from()), changed);
                changed.addAll(replacement);
                addUnlessEmpty(new Slice(end.bytes(), last.to(), end.to()), changed);
                changed.addAll(segments.subList(i + part.segments().size(), segments.size()));
                return SegmentedText.of(changed.toArray(Slice[]::new));
            }
        }
        throw new IllegalArgumentException("part: must be a range of this message");
    }

    private static void addUnlessEmpty(Slice slice, List<Slice> segments) {
        if (!slice.isEmpty()) {
            segments.add(slice);
        }
    }

    /** Returns the text with parameters added as its last member. The message must have other members. */
    private SegmentedText appendParams(Slice params) {
        Slice bytes = bytes();
        int end = bytes.to() - 1;
        while (bytes.bytes()[end] != '}') {
            end--;
        }
        Slice members = new Slice(bytes.bytes(), bytes.from(), end);
        return SegmentedText.of(members, Slice.of(",\"params\":"), params, CLOSING_BRACE);
    }

    // --- new messages

    public static Message result(Slice id, Slice result) {
        ByteSink out = begin(id, result.length() + 48);
        int resultStart = out.ascii(",\"result\":").size();
        Slice bytes = out.raw(result).ascii("}").slice();
        SegmentedText part = SegmentedText.of(bytes.sub(resultStart, bytes.length() - 1));
        return new Message(
                SegmentedText.of(bytes), Parts.NONE.withId(rangeOfId(bytes, id)).withResult(part, null), null);
    }

    /** Returns a response whose result consists of several slices. */
    public static Message result(Slice id, List<Slice> parts) {
        Slice head = begin(id, 48).ascii(",\"result\":").slice();
        Slice[] segments = new Slice[parts.size() + 2];
        segments[0] = head;
        for (int i = 0; i < parts.size(); i++) {
            segments[i + 1] = parts.get(i);
        }
        segments[parts.size() + 1] = CLOSING_BRACE;
        SegmentedText result = SegmentedText.of(parts.toArray(Slice[]::new));
        return new Message(
                SegmentedText.of(segments),
                Parts.NONE.withId(rangeOfId(head, id)).withResult(result, null),
                null);
    }

    public static Message error(@Nullable Slice id, ErrorObject errorObject) {
        JsonWriter json = new JsonWriter();
        errorObject.write(json);
        return error(id, json.slice());
    }

    /** Returns an error response with the error of another one. */
    public static Message error(@Nullable Slice id, Slice error) {
        Slice idOrNull = id == null ? NULL : id;
        ByteSink out = begin(idOrNull, error.length() + 48);
        int errorStart = out.ascii(",\"error\":").size();
        Slice bytes = out.raw(error).ascii("}").slice();
        Slice part = bytes.sub(errorStart, bytes.length() - 1);
        Slice idRange = id == null ? null : rangeOfId(bytes, id);
        return new Message(SegmentedText.of(bytes), new Parts(idRange, null, part), null);
    }

    public static Message request(Slice id, String method, Slice params) {
        ByteSink out = begin(id, params.length() + 96);
        out.ascii(",\"method\":").string(method);
        Slice bytes = endWithParams(out, params);
        return withParams(bytes, new Parts(rangeOfId(bytes, id), method, null), params);
    }

    /** Returns a notification that cancels a request. */
    public static Message cancellation(Slice id, String reason) {
        JsonWriter params = new JsonWriter().beginObject().raw("requestId", id).string("reason", reason);
        return notification("notifications/cancelled", params.endObject().slice());
    }

    /** Returns a notification without parameters. */
    public static Message notification(String method) {
        Slice bytes = new ByteSink(64)
                .ascii("{\"jsonrpc\":\"2.0\",\"method\":")
                .string(method)
                .ascii("}")
                .slice();
        return new Message(SegmentedText.of(bytes), new Parts(null, method, null), null);
    }

    public static Message notification(String method, Slice params) {
        ByteSink out = new ByteSink(params.length() + 64).ascii("{\"jsonrpc\":\"2.0\",\"method\":");
        Slice bytes = endWithParams(out.string(method), params);
        return withParams(bytes, new Parts(null, method, null), params);
    }

    private static ByteSink begin(Slice id, int capacity) {
        return new ByteSink(capacity + id.length())
                .ascii("{\"jsonrpc\":\"2.0\",\"id\":")
                .raw(id);
    }

    private static Slice rangeOfId(Slice bytes, Slice id) {
        int start = "{\"jsonrpc\":\"2.0\",\"id\":".length();
        return bytes.sub(start, start + id.length());
    }

    private static Slice endWithParams(ByteSink out, Slice params) {
        return out.ascii(",\"params\":").raw(params).ascii("}").slice();
    }

    private static Message withParams(Slice bytes, Parts parts, Slice params) {
        int end = bytes.length() - 1;
        SegmentedText part = SegmentedText.of(bytes.sub(end - params.length(), end));
        return new Message(SegmentedText.of(bytes), parts.withParams(part), null);
    }

    /** Joins several responses to one array, which can only be sent: it has no ID, result, or other member. */
    public static Message batch(List<Message> messages) {
        List<Slice> segments = new ArrayList<>();
        for (Message message : messages) {
            segments.add(segments.isEmpty() ? OPENING_BRACKET : COMMA);
            segments.addAll(message.segments());
        }
        segments.add(CLOSING_BRACKET);
        return new Message(SegmentedText.of(segments.toArray(Slice[]::new)), Parts.NONE, null);
    }
}
