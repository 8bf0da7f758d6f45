package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Saved view: a tool call, and the part of its result to read.
 *
 * @param name name of the view, unique for its caller
 * @param server name of the server when the view was saved
 * @param tool name of the tool at the server
 * @param arguments the arguments of the call, a JSON object
 * @param selection an object with {@code query} or {@code sql}, {@code args}, {@code path}, and {@code as}, as for
 *     follow-up reads
 * @param savedAt when the view was saved
 */
public record SavedView(
        String name, ViewOwner owner, String server, String tool, Slice arguments, Slice selection, Instant savedAt) {

    private static final int MAX_TEXT_BYTES = 8_192;
    private static final int MAX_DESCRIPTION_LENGTH = 200;

    /** Returns the URI of the view. */
    public String uri() {
        return ViewName.toUri(name);
    }

    /** Returns the selection as a text for the resource list, shortened if it is long. */
    String describeSelection() {
        String text = selection.utf8();
        return text.length() <= MAX_DESCRIPTION_LENGTH ? text : text.substring(0, MAX_DESCRIPTION_LENGTH) + "…";
    }

    /** Returns the view as the content of its file. */
    public Slice toJson() {
        JsonWriter json = new JsonWriter(arguments.length() + selection.length() + 512).beginObject();
        json.string("name", name).string("caller", owner.caller()).string("binding", owner.binding());
        json.string("server", server).string("tool", tool).raw("arguments", arguments);
        return json.raw("read", selection)
                .string("savedAt", savedAt.toString())
                .endObject()
                .slice();
    }

    /** Returns the view in the content of a file; null if the content is not a view. */
    static @Nullable SavedView parse(Slice json) {
        if (!Json.isValid(json) || Json.type(json) != JsonType.OBJECT) {
            return null;
        }
        String name = ObjectEdit.textIn(json, "name", MAX_TEXT_BYTES);
        String caller = ObjectEdit.textIn(json, "caller", MAX_TEXT_BYTES);
        String binding = ObjectEdit.textIn(json, "binding", MAX_TEXT_BYTES);
        String server = ObjectEdit.textIn(json, "server", MAX_TEXT_BYTES);
        String tool = ObjectEdit.textIn(json, "tool", MAX_TEXT_BYTES);
        String savedAt = ObjectEdit.textIn(json, "savedAt", MAX_TEXT_BYTES);
        Slice arguments = ObjectEdit.objectIn(json, "arguments");
        Slice selection = ObjectEdit.objectIn(json, "read");
        if (name == null || caller == null || binding == null || server == null || tool == null) {
            return null;
        }
        if (!ViewName.isValid(name) || savedAt == null || arguments == null || selection == null) {
            return null;
        }
        try {
            ViewOwner owner = new ViewOwner(caller, binding);
            return new SavedView(name, owner, server, tool, arguments, selection, Instant.parse(savedAt));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
