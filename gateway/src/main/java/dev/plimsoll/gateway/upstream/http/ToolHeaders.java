package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.mirror.MirrorTable;
import dev.plimsoll.gateway.mirror.MirroredArgument;
import dev.plimsoll.gateway.upstream.http.OutgoingRequest.Header;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which arguments of which tools a server wants to see in headers as well, as its listings say. */
final class ToolHeaders {

    private final MirrorTable mirrored = new MirrorTable();
    private volatile boolean listed;

    /** Whether a listing has been seen, or asked for. */
    boolean isListed() {
        return listed;
    }

    void asked() {
        listed = true;
    }

    /** Takes what a result of {@code tools/list} says. */
    void learn(Slice result) {
        mirrored.learn(result);
        listed = true;
    }

    /** The headers of a call. */
    List<Header> of(String tool, @Nullable Slice arguments) {
        List<Header> headers = new ArrayList<>();
        for (MirroredArgument argument : mirrored.of(tool)) {
            String said = argument.said(arguments);
            if (said != null) {
                headers.add(new Header(argument.header(), said));
            }
        }
        return headers;
    }
}
