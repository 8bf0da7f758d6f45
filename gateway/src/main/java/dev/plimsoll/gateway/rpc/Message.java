package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JSON-RPC message in its original bytes, with the ranges of its parts.
 *
 * @param id null if there is none, or if it is a JSON null
 * @param method null in a response
 * @param checked validated structure of a long result, or null
 * @param fault the reason why the message is not valid by JSON-RPC; null if it is valid. A server's message is used
 *     anyway.
 */
public record Message(
        Slice bytes,
        @Nullable Slice id,
        @Nullable String method,
        @Nullable Slice params,
        @Nullable Slice result,
        @Nullable CheckedJson checked,
        @Nullable MessageFault fault) {

    /** Parses a message; returns null unless it is one valid JSON object. */
    public static @Nullable Message parse(Slice bytes) {
        Envelope envelope = Envelope.peek(bytes);
        if (envelope == null) {
            return null;
        }
        Slice id = envelope.id();
        Slice idOrNull = id == null || Json.type(id) == JsonType.NULL ? null : id;
        return new Message(
                bytes,
                idOrNull,
                envelope.method(),
                envelope.params(),
                envelope.result(),
                envelope.checkedResult(),
                MessageFault.find(envelope));
    }

    /** Returns the messages of a batch in order, without invalid ones; empty unless it is one valid JSON array. */
    public static List<Message> parseBatch(Slice array) {
        if (!Json.isValid(array) || Json.type(array) != JsonType.ARRAY) {
            return List.of();
        }
        ItemIndex items = ItemIndex.of(Json.trim(array));
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < items.count(); i++) {
            Message message = parse(items.item(i));
            if (message != null) {
                messages.add(message);
            }
        }
        return messages;
    }

    /** Returns whether the sender gets a response: to a request, or to a message that is not valid. */
    public boolean isAnswered() {
        return fault == null ? isRequest() : fault.isAnswered();
    }

    public boolean isRequest() {
        return method != null && id != null;
    }

    public boolean isResponse() {
        return method == null && id != null;
    }

    /** Returns the last member of that name in the result; null if there is none, or if the result is not an object. */
    public @Nullable Slice findInResult(String name) {
        if (result == null || Json.type(result) != JsonType.OBJECT) {
            return null;
        }
        // the structure of a long result has the ends of its strings
        Members members = checked == null ? Members.of(result) : Members.of(checked);
        Slice found = null;
        while (members.next()) {
            found = members.keyIs(name) ? members.value() : found;
        }
        return found;
    }

    /** Returns this message with one part replaced, as slices in order. */
    public Slice[] replace(Slice part, List<Slice> replacement) {
        if (!part.sharesBytesWith(bytes)) {
            throw new IllegalArgumentException("part: must be a range of this message");
        }
        Slice[] pieces = new Slice[replacement.size() + 2];
        pieces[0] = new Slice(bytes.bytes(), bytes.from(), part.from());
        for (int i = 0; i < replacement.size(); i++) {
            pieces[i + 1] = replacement.get(i);
        }
        pieces[replacement.size() + 1] = new Slice(bytes.bytes(), part.to(), bytes.to());
        return pieces;
    }

    /**
     * Returns this response with additional members at the start of its result, which must be an object. Copies once,
     * and does not validate again.
     */
    public Message withResultMembers(String members) {
        Slice object = Objects.requireNonNull(result);
        int cut = object.from() + 1;
        boolean isEmpty = object.bytes()[Json.skipSpace(object.bytes(), cut, object.to())] == '}';
        byte[] added = Utf8.encode(isEmpty ? members : members + ",");
        byte[] extended = new byte[bytes.length() + added.length];
        int head = cut - bytes.from();
        System.arraycopy(bytes.bytes(), bytes.from(), extended, 0, head);
        System.arraycopy(added, 0, extended, head, added.length);
        System.arraycopy(bytes.bytes(), cut, extended, head + added.length, bytes.to() - cut);
        int resultStart = object.from() - bytes.from();
        return new Message(
                Slice.of(extended),
                moveRange(id, extended, cut, added.length),
                method,
                moveRange(params, extended, cut, added.length),
                new Slice(extended, resultStart, resultStart + object.length() + added.length),
                checked == null ? null : checked.copyTo(extended, resultStart, added.length),
                fault);
    }

    private @Nullable Slice moveRange(@Nullable Slice part, byte[] target, int cut, int added) {
        if (part == null) {
            return null;
        }
        int from = part.from() - bytes.from() + (part.from() < cut ? 0 : added);
        return new Slice(target, from, from + part.length());
    }

    /** Joins slices. */
    public static Slice join(Slice... pieces) {
        if (pieces.length == 1) {
            return pieces[0];
        }
        int length = 0;
        for (Slice piece : pieces) {
            length += piece.length();
        }
        ByteSink out = new ByteSink(length);
        for (Slice piece : pieces) {
            out.raw(piece);
        }
        return out.slice();
    }

    public static Slice result(Slice id, Slice result) {
        ByteSink out = new ByteSink(result.length() + id.length() + 48);
        return out.ascii("{\"jsonrpc\":\"2.0\",\"id\":")
                .raw(id)
                .ascii(",\"result\":")
                .raw(result)
                .ascii("}")
                .slice();
    }

    /** Returns a response whose result consists of several slices, as slices. */
    public static Slice[] result(Slice id, List<Slice> parts) {
        Slice[] pieces = new Slice[parts.size() + 2];
        ByteSink head = new ByteSink(id.length() + 48)
                .ascii("{\"jsonrpc\":\"2.0\",\"id\":")
                .raw(id);
        pieces[0] = head.ascii(",\"result\":").slice();
        for (int i = 0; i < parts.size(); i++) {
            pieces[i + 1] = parts.get(i);
        }
        pieces[parts.size() + 1] = Slice.of("}");
        return pieces;
    }

    public static Slice error(@Nullable Slice id, ErrorObject errorObject) {
        JsonWriter json = new JsonWriter().beginObject().string("jsonrpc", "2.0");
        json.raw("id", id == null ? Slice.of("null") : id);
        errorObject.write(json.name("error"));
        return json.endObject().slice();
    }

    public static Slice request(Slice id, String method, Slice params) {
        ByteSink out = new ByteSink(params.length() + 96).ascii("{\"jsonrpc\":\"2.0\",\"id\":");
        return out.raw(id)
                .ascii(",\"method\":")
                .string(method)
                .ascii(",\"params\":")
                .raw(params)
                .ascii("}")
                .slice();
    }

    /** Returns a notification that cancels a request. */
    public static Slice cancellation(Slice id, String reason) {
        JsonWriter params = new JsonWriter().beginObject().raw("requestId", id).string("reason", reason);
        return notification("notifications/cancelled", params.endObject().slice());
    }

    public static Slice notification(String method, Slice params) {
        ByteSink out = new ByteSink(params.length() + 64).ascii("{\"jsonrpc\":\"2.0\",\"method\":");
        return out.string(method).ascii(",\"params\":").raw(params).ascii("}").slice();
    }
}
