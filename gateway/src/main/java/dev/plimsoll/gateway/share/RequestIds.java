package dev.plimsoll.gateway.share;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.concurrent.atomic.AtomicLong;

/** Issues ids that are unique on a connection, all with the same number of digits. */
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
}
