package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ID of a message that was too long, so that its request gets an error response. Only the first and
 * the last bytes of the message are known.
 */
public final class TruncatedMessageId {

    private static final String ID = "\"id\"\\s*:\\s*(-?[0-9]{1,20}|\"[^\"\\\\]{0,200}\")";
    private static final String VERSION = "\"jsonrpc\"\\s*:\\s*\"2.0\"";
    private static final Pattern FIRST = Pattern.compile("\\s*\\{\\s*(?:" + VERSION + "\\s*,\\s*)?" + ID + "\\s*,");
    private static final Pattern LAST = Pattern.compile(",\\s*" + ID + "\\s*(?:,\\s*" + VERSION + "\\s*)?\\}\\s*$");

    private TruncatedMessageId() {}

    /**
     * Returns the ID; null if it is not found. Only finds an ID that is among the first members or the last
     * members of the message, where common libraries write it: an {@code "id"} elsewhere may belong to a
     * nested object.
     */
    public static @Nullable Slice find(Slice head, Slice tail) {
        Matcher first = FIRST.matcher(head.utf8());
        if (first.lookingAt()) {
            return Slice.of(first.group(1));
        }
        Matcher last = LAST.matcher(tail.utf8());
        return last.find() ? Slice.of(last.group(1)) : null;
    }
}
