package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.headers.MirrorTable;
import dev.plimsoll.gateway.headers.MirroredArgument;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest.Header;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the headers that repeat tool arguments. The tool list of a server declares these headers. */
final class ToolHeaders {

    private final MirrorTable mirrorTable = new MirrorTable();
    private volatile boolean hasRequestedToolList;

    /** Returns whether Plimsoll or a client has already requested a tool list, even if none was received. */
    boolean hasRequestedToolList() {
        return hasRequestedToolList;
    }

    void markToolListRequested() {
        hasRequestedToolList = true;
    }

    /** Adds the declarations of a result of {@code tools/list}. */
    void addDeclarations(Slice result) {
        mirrorTable.update(result);
        hasRequestedToolList = true;
    }

    /** Returns the headers of a call. */
    List<Header> forCall(String tool, @Nullable Slice arguments) {
        List<Header> headers = new ArrayList<>();
        for (MirroredArgument argument : mirrorTable.argumentsOf(tool)) {
            String value = argument.headerValue(arguments);
            if (value != null) {
                headers.add(new Header(argument.header(), value));
            }
        }
        return headers;
    }
}
