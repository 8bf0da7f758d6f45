package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Adds the tools of the app to the first page of a listing that has the tool for follow-up reads: without it, there are no stored
 * results.
 */
final class ShowListingReply implements Peer {

    private final Peer reply;
    private final Runnable onServerHasApp;

    /** @param onServerHasApp runs if the server behind lists the tools itself, because it is Plimsoll too */
    ShowListingReply(Peer reply, Runnable onServerHasApp) {
        this.reply = reply;
        this.onServerHasApp = onServerHasApp;
    }

    @Override
    public void send(Message message) throws IOException {
        Slice result = message.result();
        Slice changed = result == null ? null : withEntries(result);
        reply.send(changed == null ? message : message.withResult(changed));
    }

    private @Nullable Slice withEntries(Slice result) {
        Slice tools = Json.type(result) == JsonType.OBJECT ? Members.get(result, "tools") : null;
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return null;
        }
        Slice show = ShowTools.showEntry();
        Slice read = ShowTools.readEntry();
        JsonWriter json = new JsonWriter(tools.length() + show.length() + read.length() + 16).beginArray();
        boolean canRead = false;
        Elements entries = Elements.of(tools);
        while (entries.next()) {
            String name = ObjectEdit.textIn(entries.value(), "name", 64);
            if (ShowTools.SHOW.equals(name)) {
                onServerHasApp.run();
                return null;
            }
            canRead |= ClientFeatures.READ_TOOL.equals(name);
            json.raw(entries.value());
        }
        return canRead
                ? ObjectEdit.with(
                        result, "tools", json.raw(show).raw(read).endArray().slice())
                : null;
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
