package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Converts the result of {@code server/discover} into a result of {@code initialize}. */
final class InitializeResult {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private InitializeResult() {}

    /** Returns whether this is a result of {@code server/discover} that includes revision 2026-07-28. */
    static boolean includesModernRevision(@Nullable Slice discoverResult) {
        Slice versions = discoverResult == null ? null : ObjectEdit.valueIn(discoverResult, "supportedVersions");
        if (versions == null || Json.type(versions) != JsonType.ARRAY) {
            return false;
        }
        ItemIndex items = ItemIndex.of(versions);
        for (int i = 0; i < Math.min(items.count(), 100); i++) {
            Slice item = items.item(i);
            if (Json.type(item) == JsonType.STRING
                    && JsonText.unescapeToString(Json.stringInside(item)).equals(Revision.MODERN.text())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the result of {@code initialize} in this revision. */
    static Slice fromDiscoverResult(Slice discoverResult, String revision) {
        JsonWriter json = new JsonWriter(discoverResult.length() + 128).beginObject();
        json.string("protocolVersion", revision);
        Slice capabilities = capabilities(discoverResult);
        if (supportsTasks(discoverResult) && Revision.of(revision).hasTasks()) {
            capabilities = ObjectEdit.with(capabilities, "tasks", LegacyTaskMessages.legacyCapability());
        }
        json.raw("capabilities", capabilities).raw("serverInfo", serverInfo(discoverResult));
        Slice instructions = ObjectEdit.valueIn(discoverResult, "instructions");
        if (instructions != null && Json.type(instructions) == JsonType.STRING) {
            json.raw("instructions", instructions);
        }
        return json.endObject().slice();
    }

    /** Returns whether the server has tasks of the modern era. */
    static boolean supportsTasks(Slice discoverResult) {
        Slice capabilities = ObjectEdit.objectIn(discoverResult, "capabilities");
        Slice extensions = capabilities == null ? null : ObjectEdit.objectIn(capabilities, "extensions");
        return extensions != null && ObjectEdit.objectIn(extensions, RequestMeta.TASKS) != null;
    }

    /** Returns the server's capabilities without its tasks, which legacy clients use in another form. */
    static Slice capabilities(Slice discoverResult) {
        Slice serverCapabilities = ObjectEdit.objectIn(discoverResult, "capabilities");
        if (serverCapabilities == null) {
            return EMPTY_OBJECT;
        }
        Slice otherCapabilities = ObjectEdit.without(serverCapabilities, "tasks");
        Slice extensions = ObjectEdit.objectIn(otherCapabilities, "extensions");
        if (extensions == null) {
            return otherCapabilities;
        }
        Slice otherExtensions = ObjectEdit.without(extensions, RequestMeta.TASKS);
        return otherExtensions.length() == 2
                ? ObjectEdit.without(otherCapabilities, "extensions")
                : ObjectEdit.with(otherCapabilities, "extensions", otherExtensions);
    }

    private static Slice serverInfo(Slice discoverResult) {
        Slice meta = ObjectEdit.objectIn(discoverResult, "_meta");
        Slice info = meta == null ? null : ObjectEdit.objectIn(meta, RequestMeta.SERVER_INFO);
        boolean isComplete = info != null && Members.get(info, "name") != null && Members.get(info, "version") != null;
        if (isComplete && info != null) {
            return info;
        }
        JsonWriter json = new JsonWriter().beginObject().string("name", "server");
        return json.string("version", "unknown").endObject().slice();
    }
}
