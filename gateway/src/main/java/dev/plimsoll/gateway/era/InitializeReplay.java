package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.filter.FilterLink;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Answers {@code initialize} for each client of a server that is initialized already. */
final class InitializeReplay implements MessageFilter {

    private final Slice initializeResult;

    InitializeReplay(Slice initializeResult) {
        this.initializeResult = initializeResult;
    }

    @Override
    public void onClientMessage(Message message, FilterLink link) throws IOException {
        Slice id = message.id();
        if (id == null || !"initialize".equals(message.method())) {
            link.server().send(message);
        } else {
            link.client()
                    .onMessage(Message.result(
                            id, negotiatedResult(ObjectEdit.shortText(message.param("protocolVersion"), 64))));
        }
    }

    /** Returns the result of {@code initialize} with the older of the two revisions. */
    private Slice negotiatedResult(@Nullable String requestedRevision) {
        String serverRevision = String.valueOf(ObjectEdit.textIn(initializeResult, "protocolVersion", 64));
        boolean isOlder = requestedRevision != null
                && Revision.findLegacy(requestedRevision) != null
                && requestedRevision.compareTo(serverRevision) < 0;
        return isOlder && requestedRevision != null
                ? ObjectEdit.with(
                        initializeResult,
                        "protocolVersion",
                        new ByteSink().string(requestedRevision).slice())
                : initializeResult;
    }
}
