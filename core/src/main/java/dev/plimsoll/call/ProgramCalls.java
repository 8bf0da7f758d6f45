package dev.plimsoll.call;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes calls that a program makes, whose results no model reads: by a key in the request, or by the client's
 * profile.
 */
public final class ProgramCalls {

    /** Key in the {@code _meta} of a request; {@code true} asks for the whole result. */
    public static final String WHOLE_KEY = "dev.plimsoll/whole";

    private static final Slice TRUE = Slice.of("true");

    private ProgramCalls() {}

    /**
     * Returns whether a program makes this call.
     *
     * @param client name of the client
     * @param meta {@code _meta} of the request; null if it has none
     */
    public static boolean isMarked(@Nullable Slice meta, Policies policies, String client) {
        if (meta == null || Json.type(meta) != JsonType.OBJECT) {
            return false;
        }
        Slice wholeResult = Members.get(meta, WHOLE_KEY);
        return (wholeResult != null && wholeResult.contentEquals(TRUE))
                || policies.isProgramCall(client, key -> text(meta, key));
    }

    private static @Nullable String text(Slice meta, String key) {
        Slice value = Members.get(meta, key);
        return value == null || Json.type(value) != JsonType.STRING
                ? null
                : Slice.of(JsonText.unescape(Json.stringInside(value))).utf8();
    }
}
