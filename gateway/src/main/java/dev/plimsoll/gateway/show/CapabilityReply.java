package dev.plimsoll.gateway.show;

import dev.plimsoll.app.AppExtension;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Adds to the response to {@code initialize} or {@code server/discover} what a client needs to show the app. */
final class CapabilityReply implements Peer {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private final Peer reply;
    private final boolean showsApps;
    private final Consumer<@Nullable String> revisions;

    /**
     * @param showsApps whether the client shows apps
     * @param revisions gets the revision that client and server agree on
     */
    CapabilityReply(Peer reply, boolean showsApps, Consumer<@Nullable String> revisions) {
        this.reply = reply;
        this.showsApps = showsApps;
        this.revisions = revisions;
    }

    @Override
    public void send(Message message) throws IOException {
        Slice result = message.result();
        Slice capabilities = result == null ? null : ObjectEdit.objectIn(result, "capabilities");
        if (result == null || capabilities == null) {
            reply.send(message);
            return;
        }
        revisions.accept(ObjectEdit.textIn(result, "protocolVersion", 64));
        // a server without tools has no results to show
        boolean hasTools = ObjectEdit.valueIn(capabilities, "tools") != null;
        reply.send(
                showsApps && hasTools
                        ? message.withResult(ObjectEdit.with(result, "capabilities", withApps(capabilities)))
                        : message);
    }

    private static Slice withApps(Slice capabilities) {
        Slice changed = ObjectEdit.valueIn(capabilities, "resources") == null
                ? ObjectEdit.with(capabilities, "resources", EMPTY_OBJECT)
                : capabilities;
        Slice extensions = ObjectEdit.objectIn(changed, "extensions");
        if (extensions != null && ObjectEdit.valueIn(extensions, AppExtension.ID) != null) {
            return changed;
        }
        Slice extended = ObjectEdit.with(extensions == null ? EMPTY_OBJECT : extensions, AppExtension.ID, EMPTY_OBJECT);
        return ObjectEdit.with(changed, "extensions", extended);
    }

    @Override
    public boolean isProgram() {
        return reply.isProgram();
    }

    @Override
    public void onReceipt(Receipt receipt) {
        reply.onReceipt(receipt);
    }

    @Override
    public void onCancelled() {
        reply.onCancelled();
    }
}
