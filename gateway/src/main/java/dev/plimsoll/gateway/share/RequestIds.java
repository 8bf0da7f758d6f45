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
 * Issues ids that are unique on a connection. All have the same number of digits, and most ids of clients are shorter, so a
 * client's id can replace ours in a response without copying the response.
 */
final class RequestIds {

    private static final long FIRST = 100_000_000_000L;
    private static final int MOST_DIGITS = 15;

    private final AtomicLong next = new AtomicLong(FIRST);

    long take() {
        return next.getAndIncrement();
    }

    /** Returns the number in the id of a response, which may be a string; -1 if it cannot be one of ours. */
    static long number(Slice id) {
        Slice digits = Json.type(id) == JsonType.STRING ? Json.stringInside(id) : id;
        if (digits.isEmpty() || digits.length() > MOST_DIGITS) {
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
    static Message restoredId(Message message, Slice id, Slice original) {
        if (original.length() > id.length()) {
            Message longer = Message.of(Message.joined(message.with(id, List.of(original))));
            return longer == null ? message : longer;
        }
        Slice bytes = restored(message, id, original);
        Slice own = new Slice(id.bytes(), id.from(), id.from() + original.length());
        return new Message(bytes, own, message.method(), message.params(), message.result(), message.checked());
    }

    /**
     * Returns the message with one part replaced: in place if the part is long enough, because the message has its own bytes.
     */
    static Slice restored(Message message, Slice part, Slice original) {
        if (original.length() > part.length()) {
            return Message.joined(message.with(part, List.of(original)));
        }
        System.arraycopy(original.bytes(), original.from(), part.bytes(), part.from(), original.length());
        for (int i = part.from() + original.length(); i < part.to(); i++) {
            part.bytes()[i] = ' ';
        }
        return message.bytes();
    }

    /** Returns the message with all of these parts replaced by {@code other}. */
    static Slice[] exchanged(Message message, List<Slice> parts, Slice other) {
        List<Slice> ordered =
                parts.stream().sorted(Comparator.comparingInt(Slice::from)).toList();
        List<Slice> pieces = new ArrayList<>();
        Slice bytes = message.bytes();
        int copied = bytes.from();
        for (Slice part : ordered) {
            pieces.add(new Slice(bytes.bytes(), copied, part.from()));
            pieces.add(other);
            copied = part.to();
        }
        pieces.add(new Slice(bytes.bytes(), copied, bytes.to()));
        return pieces.toArray(Slice[]::new);
    }
}
