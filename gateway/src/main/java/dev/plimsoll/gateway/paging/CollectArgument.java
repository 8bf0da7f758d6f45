package dev.plimsoll.gateway.paging;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.view.ReadArgumentsParser;
import org.jspecify.annotations.Nullable;

/** The argument {@code collect} of a follow-up read: asks for further pages from the server. */
public final class CollectArgument {

    private CollectArgument() {}

    /** Returns the number of pages that valid arguments ask for; 0 if they ask for none, or are not valid. */
    public static int parsePages(@Nullable Slice arguments) {
        if (arguments == null || Members.get(arguments, "collect") == null) {
            return 0;
        }
        try {
            return ReadArgumentsParser.parse(arguments).collect();
        } catch (RefusedException invalid) {
            // the follow-up read parses the arguments again, and reports the error
            return 0;
        }
    }
}
