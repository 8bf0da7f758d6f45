package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.view.ReadArgumentsParser;
import org.jspecify.annotations.Nullable;

/** Cursor among the arguments of a follow-up read. */
public final class CursorArgument {

    private static final int MAX_LENGTH = 8_192;

    private CursorArgument() {}

    /** Returns the cursor under any of its names; null if there is none. */
    public static @Nullable String find(@Nullable Slice arguments) {
        if (arguments != null) {
            for (String name : ReadArgumentsParser.CURSOR_NAMES) {
                String cursor = ObjectEdit.textIn(arguments, name, MAX_LENGTH);
                if (cursor != null) {
                    return cursor;
                }
            }
        }
        return null;
    }
}
