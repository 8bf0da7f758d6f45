package dev.plimsoll.gateway.pin;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Encodes the pins of a server as one JSON object. */
final class PinSetCodec {

    private static final String VERSION_KEY = "plimsollPins";
    private static final String VERSION = "1";
    private static final int MAX_TEXT_BYTES = 1 << 16;

    private PinSetCodec() {}

    static byte[] encode(PinSet pinSet) {
        JsonWriter json = new JsonWriter(1 << 12).beginObject().raw(VERSION_KEY, VERSION);
        json.string("server", pinSet.server()).string("since", pinSet.since().toString());
        json.bool("complete", pinSet.isComplete());
        json.array("tools", pinSet.tools().values(), PinSetCodec::write);
        return json.endObject().toByteArray();
    }

    private static void write(ToolPin pin, JsonWriter json) {
        json.beginObject().string("name", pin.name());
        write("approved", pin.approved(), json);
        write("pending", pin.pending(), json);
        json.endObject();
    }

    private static void write(String name, @Nullable PinnedEntry pinnedEntry, JsonWriter json) {
        if (pinnedEntry == null) {
            return;
        }
        json.beginObject(name).string("hash", pinnedEntry.hash());
        json.string("at", pinnedEntry.at().toString());
        Slice entry = pinnedEntry.entry();
        if (entry != null) {
            json.raw("entry", entry);
        }
        json.endObject();
    }

    /**
     * Decodes the pins of a server. Checks the whole text, including the hashes, because a damaged file must
     * not approve a tool.
     *
     * @throws IOException if the text is not valid
     */
    static PinSet decode(byte[] bytes) throws IOException {
        Slice text = Slice.of(bytes);
        if (!Json.isValid(text) || Json.type(text) != JsonType.OBJECT) {
            throw new IOException("not valid JSON");
        }
        Slice version = Members.get(text, VERSION_KEY);
        if (version == null || !version.utf8().equals(VERSION)) {
            throw new IOException(version == null ? "not a file with pins" : "written by another version of Plimsoll");
        }
        Slice complete = Members.get(text, "complete");
        Slice tools = Members.get(text, "tools");
        if (complete == null || tools == null || Json.type(tools) != JsonType.ARRAY) {
            throw new IOException("complete or tools is missing");
        }
        Map<String, ToolPin> pins = new TreeMap<>();
        for (Elements elements = Elements.of(tools); elements.next(); ) {
            ToolPin pin = readTool(elements.value());
            pins.put(pin.name(), pin);
        }
        return new PinSet(
                readText(text, "server"),
                readTime(text, "since"),
                complete.utf8().equals("true"),
                pins);
    }

    private static ToolPin readTool(Slice object) throws IOException {
        PinnedEntry approved = readEntry(ObjectEdit.objectIn(object, "approved"));
        PinnedEntry pending = readEntry(ObjectEdit.objectIn(object, "pending"));
        if (approved == null && pending == null) {
            throw new IOException("a tool without an entry");
        }
        return new ToolPin(readText(object, "name"), approved, pending);
    }

    private static @Nullable PinnedEntry readEntry(@Nullable Slice object) throws IOException {
        if (object == null) {
            return null;
        }
        String hash = readText(object, "hash");
        Slice entry = Members.get(object, "entry");
        if (entry != null && !PinnedEntry.hashOf(entry).equals(hash)) {
            throw new IOException("a hash does not match its entry");
        }
        return new PinnedEntry(hash, readTime(object, "at"), entry);
    }

    private static String readText(Slice object, String name) throws IOException {
        String text = ObjectEdit.textIn(object, name, MAX_TEXT_BYTES);
        if (text == null) {
            throw new IOException(name + " is missing");
        }
        return text;
    }

    private static Instant readTime(Slice object, String name) throws IOException {
        try {
            return Instant.parse(readText(object, name));
        } catch (DateTimeException e) {
            throw new IOException(name + " is not a time", e);
        }
    }
}
