package dev.plimsoll.engine.snapshot;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * URI of the form {@code plimsoll://page/CURSOR?name=value&…} or {@code plimsoll://blob/CURSOR?from=N&to=M}.
 *
 * @param isPage whether it names a page (true) or a blob (false)
 * @param query the decoded parameters
 */
public record PlimsollUri(boolean isPage, String cursor, Map<String, String> query) {

    private static final int MAX_NAME_LENGTH = 100;
    private static final String PAGE = "plimsoll://page/";
    private static final String BLOB = "plimsoll://blob/";

    /** Length of each of the two prefixes. */
    private static final int PREFIX_LENGTH = PAGE.length();

    public PlimsollUri {
        query = Map.copyOf(query);
    }

    /** Returns the cursor in a {@code plimsoll:} URI without a query; any other text is returned unchanged. */
    static String cursorIn(String text) {
        boolean isPlimsollUri = text.startsWith(PAGE) || text.startsWith(BLOB);
        // both prefixes have the same length
        return isPlimsollUri ? text.substring(PREFIX_LENGTH) : text;
    }

    public static String withoutQuery(String text) {
        int queryStart = text.indexOf('?');
        return queryStart < 0 ? text : text.substring(0, queryStart);
    }

    /** Returns the URI as a notice names it, cut to a maximum length. */
    public static String shorten(String uri) {
        int end = uri.offsetByCodePoints(0, Math.min(MAX_NAME_LENGTH, uri.codePointCount(0, uri.length())));
        return uri.isEmpty() ? "a resource" : end < uri.length() ? uri.substring(0, end) + "…" : uri;
    }

    public static PlimsollUri of(String uri) {
        if (!uri.startsWith(PAGE) && !uri.startsWith(BLOB)) {
            throw refusal("uri", "not a resource of this server", "a URI that begins with " + PAGE + " or " + BLOB);
        }
        String cursorAndQuery = uri.substring(PREFIX_LENGTH);
        int queryStart = cursorAndQuery.indexOf('?');
        Map<String, String> query = new LinkedHashMap<>();
        if (queryStart >= 0) {
            for (String pair : cursorAndQuery.substring(queryStart + 1).split("&", -1)) {
                int equalsSign = pair.indexOf('=');
                if (equalsSign > 0) {
                    query.put(decode(pair.substring(0, equalsSign)), decode(pair.substring(equalsSign + 1)));
                }
            }
        }
        return new PlimsollUri(
                uri.startsWith(PAGE), queryStart < 0 ? cursorAndQuery : cursorAndQuery.substring(0, queryStart), query);
    }

    private static String decode(String text) {
        ByteSink out = new ByteSink(text.length());
        for (int i = 0; i < text.length(); i++) {
            int highDigit =
                    text.charAt(i) == '%' && i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int lowDigit = highDigit < 0 ? -1 : Character.digit(text.charAt(i + 2), 16);
            if (lowDigit >= 0) {
                out.raw((byte) (highDigit << 4 | lowDigit));
                i += 2;
            } else {
                int characterStart = i;
                i += Character.isHighSurrogate(text.charAt(i)) && i + 1 < text.length() ? 1 : 0;
                out.raw(Slice.of(text.substring(characterStart, i + 1)));
            }
        }
        return Slice.of(Utf8.repair(out.slice())).utf8();
    }

    /** Returns the query and the cursor as the arguments of a follow-up read. */
    public Slice arguments() {
        JsonWriter out = new JsonWriter(256).beginObject();
        query.forEach(out::string);
        return out.string("cursor", cursor).endObject().slice();
    }

    /** Returns a byte offset from the query, or {@code defaultOffset} if it is missing. */
    public int offset(String name, int defaultOffset) {
        String value = query.get(name);
        if (value == null) {
            return defaultOffset;
        }
        try {
            int offset = Integer.parseInt(value);
            if (offset >= 0) {
                return offset;
            }
        } catch (NumberFormatException e) {
            // reported below, with the allowed values
        }
        throw refusal(name, name + " must be an offset in bytes, from 0", name + "=0");
    }

    public static RefusedException refusal(String argument, String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion).detail("argument", argument);
    }
}
