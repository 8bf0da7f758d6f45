package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Issues ids that are unique on a connection. All have the same number of digits, and most ids of clients are shorter,
 * so a client's id can replace the issued id in a response without copying the response.
 */
final class RequestIds {

    private static final long FIRST_ID = 100_000_000_000L;
    private static final int MAX_DIGITS = 15;

    private final AtomicLong nextId = new AtomicLong(FIRST_ID);

    long issue() {
        return nextId.getAndIncrement();
    }

    /**
     * Returns the number in the id of a response, which may be a string; -1 if the gateway cannot have issued the id.
     */
    static long parseOwn(Slice id) {
        Slice digits = Json.type(id) == JsonType.STRING ? Json.stringInside(id) : id;
        if (digits.isEmpty() || digits.length() > MAX_DIGITS) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.at(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** Returns the message with the id of the client. */
    static Message restoreId(Message message, Slice id, Slice original) {
        if (original.length() > id.length()) {
            Message longer = Message.parse(Message.join(message.replace(id, List.of(original))));
            return longer == null ? message : longer;
        }
        Slice bytes = replacePart(message, id, original);
        Slice newId = new Slice(id.bytes(), id.from(), id.from() + original.length());
        return new Message(
                bytes, newId, message.method(), message.params(), message.result(), message.checked(), message.fault());
    }

    /**
     * Returns the message with one part replaced: in place if the part is long enough, because the message has its own bytes.
     */
    static Slice replacePart(Message message, Slice part, Slice original) {
        if (original.length() > part.length()) {
            return Message.join(message.replace(part, List.of(original)));
        }
        System.arraycopy(original.bytes(), original.from(), part.bytes(), part.from(), original.length());
        for (int i = part.from() + original.length(); i < part.to(); i++) {
            part.bytes()[i] = ' ';
        }
        return message.bytes();
    }

    /** Returns the message with all of these parts replaced by {@code replacement}. */
    static Slice[] replaceParts(Message message, List<Slice> parts, Slice replacement) {
        List<Slice> ordered =
                parts.stream().sorted(Comparator.comparingInt(Slice::from)).toList();
        List<Slice> pieces = new ArrayList<>();
        Slice bytes = message.bytes();
        int copied = bytes.from();
        for (Slice part : ordered) {
            pieces.add(new Slice(bytes.bytes(), copied, part.from()));
            pieces.add(replacement);
            copied = part.to();
        }
        pieces.add(new Slice(bytes.bytes(), copied, bytes.to()));
        return pieces.toArray(Slice[]::new);
    }
}
