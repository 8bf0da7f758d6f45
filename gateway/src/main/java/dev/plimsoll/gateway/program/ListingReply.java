package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Adds the entry of the tool that runs programs to the first page of a listing. */
final class ListingReply implements Peer {

    private final Peer reply;
    private final Slice entry;

    ListingReply(Peer reply, Slice entry) {
        this.reply = reply;
        this.entry = entry;
    }

    @Override
    public void send(Message message) throws IOException {
        Slice result = message.result();
        Slice changed = result == null ? null : withEntry(result);
        reply.send(changed == null ? message : message.withResult(changed));
    }

    /** Returns null if the result is no listing, or the server has a tool of this name itself. */
    private @Nullable Slice withEntry(Slice result) {
        Slice tools = Json.type(result) == JsonType.OBJECT ? Members.get(result, "tools") : null;
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return null;
        }
        JsonWriter json = new JsonWriter(tools.length() + entry.length() + 16).beginArray();
        Elements entries = Elements.of(tools);
        while (entries.next()) {
            if (RunTool.NAME.equals(ObjectEdit.textIn(entries.value(), "name", 64))) {
                return null;
            }
            json.raw(entries.value());
        }
        return ObjectEdit.with(result, "tools", json.raw(entry).endArray().slice());
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
