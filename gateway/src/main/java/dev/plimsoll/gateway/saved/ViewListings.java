package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds saved views to results of the endpoint: the subscription capability, the argument {@code save}, and the
 * resources.
 */
final class ViewListings {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");
    private static final Slice TRUE = Slice.of("true");
    private static final int MAX_NAME_BYTES = 64;

    private ViewListings() {}

    /**
     * Returns the result of {@code initialize} or {@code server/discover} with the capability to subscribe to
     * resources; null if the server has no tools.
     */
    static @Nullable Slice withCapability(Slice result) {
        Slice capabilities = ObjectEdit.objectIn(result, "capabilities");
        if (capabilities == null || ObjectEdit.valueIn(capabilities, "tools") == null) {
            return null;
        }
        Slice resources = ObjectEdit.objectIn(capabilities, "resources");
        Slice withSubscribe = ObjectEdit.with(resources == null ? EMPTY_OBJECT : resources, "subscribe", TRUE);
        return ObjectEdit.with(result, "capabilities", ObjectEdit.with(capabilities, "resources", withSubscribe));
    }

    /**
     * Returns a page of the tool list with the argument {@code save} in its read tool; null if the page has no read
     * tool, or if the read tool already has the argument.
     */
    static @Nullable Slice withSaveArgument(Slice result) {
        Slice tools = Json.type(result) == JsonType.OBJECT ? ObjectEdit.valueIn(result, "tools") : null;
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return null;
        }
        JsonWriter json = new JsonWriter(tools.length() + 256).beginArray();
        boolean isChanged = false;
        Elements entries = Elements.of(tools);
        while (entries.next()) {
            Slice entry = entries.value();
            boolean isReadTool = ClientFeatures.READ_TOOL.equals(ObjectEdit.textIn(entry, "name", MAX_NAME_BYTES));
            Slice changedEntry = isReadTool ? addSaveArgument(entry) : null;
            isChanged |= changedEntry != null;
            json.raw(changedEntry == null ? entry : changedEntry);
        }
        return isChanged ? ObjectEdit.with(result, "tools", json.endArray().slice()) : null;
    }

    private static @Nullable Slice addSaveArgument(Slice entry) {
        Slice schema = ObjectEdit.objectIn(entry, "inputSchema");
        Slice properties = schema == null ? null : ObjectEdit.objectIn(schema, "properties");
        if (schema == null || properties == null || ObjectEdit.valueIn(properties, ViewArguments.SAVE) != null) {
            return null;
        }
        JsonWriter argument = new JsonWriter(128).beginObject().string("type", "string");
        argument.string("description", "name to save query; cursor plimsoll://saved/NAME calls the tool again");
        Slice withSave = ObjectEdit.with(
                properties, ViewArguments.SAVE, argument.endObject().slice());
        return ObjectEdit.with(entry, "inputSchema", ObjectEdit.with(schema, "properties", withSave));
    }

    /** Returns a result of {@code resources/list} without resources. */
    static Slice emptyResourceList(ClientFeatures client) {
        JsonWriter json =
                new JsonWriter(128).beginObject().beginArray("resources").endArray();
        client.writeResultType(json);
        if (client.hasCacheLifetimes()) {
            json.number("ttlMs", 0).string("cacheScope", "private");
        }
        return json.endObject().slice();
    }

    /** Returns the first page of the resource list with the views; null if there are no views. */
    static @Nullable Slice withViews(Slice result, List<SavedView> views) {
        Slice resources = Json.type(result) == JsonType.OBJECT ? ObjectEdit.valueIn(result, "resources") : null;
        if (views.isEmpty() || resources == null || Json.type(resources) != JsonType.ARRAY) {
            return null;
        }
        JsonWriter json = new JsonWriter(resources.length() + 256 * views.size()).beginArray();
        Elements entries = Elements.of(resources);
        while (entries.next()) {
            json.raw(entries.value());
        }
        for (SavedView view : views) {
            json.beginObject().string("uri", view.uri()).string("name", view.name());
            json.string("description", view.tool() + " " + view.describeSelection())
                    .endObject();
        }
        Slice listed = ObjectEdit.with(result, "resources", json.endArray().slice());
        // views belong to one caller, and may be saved and removed at any time
        return ObjectEdit.valueIn(result, "cacheScope") == null && ObjectEdit.valueIn(result, "ttlMs") == null
                ? listed
                : ObjectEdit.with(
                        ObjectEdit.with(listed, "cacheScope", Slice.of("\"private\"")), "ttlMs", Slice.of("0"));
    }
}
