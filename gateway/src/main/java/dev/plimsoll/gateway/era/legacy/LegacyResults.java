package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Translates results of 2026-07-28 for legacy clients, and omits the parts that their revisions do not have. */
final class LegacyResults {

    private static final Set<String> MODERN_MEMBERS = Set.of("resultType", "ttlMs", "cacheScope");
    private static final Set<String> MODERN_META_KEYS = Set.of(RequestMeta.SERVER_INFO, RequestMeta.SUBSCRIPTION_ID);

    private static final Slice OPENING_BRACE = Slice.of("{");
    private static final Slice COMMA = Slice.of(",");
    private static final Slice CLOSING_BRACE = Slice.of("}");
    private static final Slice EMPTY_OBJECT = Slice.of("{}");
    private static final Slice META_NAME = Slice.of("\"_meta\":");

    private LegacyResults() {}

    /**
     * Returns the result for a legacy client, as slices, so that a large result is copied only into its message.
     *
     * @param revision the revision of the client's session
     */
    static List<Slice> translate(@Nullable String method, Slice result, Revision revision) {
        if (Json.type(result) != JsonType.OBJECT) {
            return List.of(result);
        }
        Slice translatedResult = switch (String.valueOf(method)) {
            case "tools/list" -> mapItems(result, "tools", LegacyResults::translateTool);
            case "tools/call" ->
                translateStructuredContent(
                        mapItems(result, "content", block -> BlockTranslator.translate(block, revision)));
            case "prompts/get" -> mapItems(result, "messages", message -> translateMessage(message, revision));
            default -> result;
        };
        return withoutModernMembers(translatedResult);
    }

    /** Adds to each tool in the list that it can run as a task, unless the tool has {@code execution} already. */
    static Slice withTaskSupport(Slice toolsList) {
        JsonWriter support = new JsonWriter().beginObject().string("taskSupport", "optional");
        Slice execution = support.endObject().slice();
        return mapItems(
                toolsList,
                "tools",
                tool -> Members.get(tool, "execution") == null ? ObjectEdit.with(tool, "execution", execution) : tool);
    }

    /** Returns the result without the members that only the modern era has; the same slice if it has none. */
    private static List<Slice> withoutModernMembers(Slice result) {
        List<Slice> pieces = new ArrayList<>();
        boolean isChanged = false;
        Members members = Members.of(result);
        while (members.next()) {
            String key = members.keyText();
            boolean isMeta = key.equals("_meta") && Json.type(members.value()) == JsonType.OBJECT;
            Slice value = isMeta ? withoutModernMeta(members.value()) : members.value();
            isChanged |= MODERN_MEMBERS.contains(key) || value == null || !value.isSameRange(members.value());
            if (MODERN_MEMBERS.contains(key) || value == null) {
                continue;
            }
            pieces.add(pieces.isEmpty() ? OPENING_BRACE : COMMA);
            if (isMeta) {
                pieces.add(META_NAME);
                pieces.add(value);
            } else {
                pieces.add(members.member());
            }
        }
        if (!isChanged) {
            return List.of(result);
        }
        pieces.add(pieces.isEmpty() ? EMPTY_OBJECT : CLOSING_BRACE);
        return pieces;
    }

    /** Returns the metadata without modern members, or null if it is empty then. */
    private static @Nullable Slice withoutModernMeta(Slice meta) {
        JsonWriter json = new JsonWriter(meta.length()).beginObject();
        boolean isChanged = false;
        boolean isEmpty = true;
        Members members = Members.of(meta);
        while (members.next()) {
            if (MODERN_META_KEYS.contains(members.keyText())) {
                isChanged = true;
            } else {
                isEmpty = false;
                json.rawMember(members.member());
            }
        }
        if (!isChanged) {
            return meta;
        }
        return isEmpty ? null : json.endObject().slice();
    }

    /** Returns the object with every item of one of its arrays changed; the same slice if no item changes. */
    private static Slice mapItems(Slice object, String name, UnaryOperator<Slice> change) {
        Slice array = ObjectEdit.valueIn(object, name);
        if (array == null || Json.type(array) != JsonType.ARRAY) {
            return object;
        }
        ItemIndex items = ItemIndex.of(array);
        ByteSink newArray = null;
        int copiedEnd = array.from();
        for (int i = 0; i < items.count(); i++) {
            Slice item = items.item(i);
            Slice newItem = Json.type(item) == JsonType.OBJECT ? change.apply(item) : item;
            if (!newItem.isSameRange(item)) {
                newArray = newArray == null ? new ByteSink(array.length() + 128) : newArray;
                newArray.raw(new Slice(array.bytes(), copiedEnd, item.from())).raw(newItem);
                copiedEnd = item.to();
            }
        }
        if (newArray == null) {
            return object;
        }
        return ObjectEdit.with(
                object,
                name,
                newArray.raw(new Slice(array.bytes(), copiedEnd, array.to())).slice());
    }

    /** Removes an output schema that is not of type object, which legacy revisions do not allow. */
    private static Slice translateTool(Slice tool) {
        Slice schema = Members.get(tool, "outputSchema");
        boolean isObjectSchema = schema != null && "object".equals(ObjectEdit.textIn(schema, "type", 64));
        return schema == null || isObjectSchema ? tool : ObjectEdit.without(tool, "outputSchema");
    }

    /**
     * Removes structured content that is not an object, because legacy revisions do not allow it. If there is no other
     * content, it becomes a text block.
     */
    private static Slice translateStructuredContent(Slice result) {
        Slice structuredContent = Members.get(result, "structuredContent");
        if (structuredContent == null || Json.type(structuredContent) == JsonType.OBJECT) {
            return result;
        }
        Slice otherMembers = ObjectEdit.without(result, "structuredContent");
        Slice content = Members.get(otherMembers, "content");
        boolean hasContent = content != null
                && Json.type(content) == JsonType.ARRAY
                && ItemIndex.of(content).count() > 0;
        if (hasContent) {
            return otherMembers;
        }
        JsonWriter blocks =
                new JsonWriter(structuredContent.length() + 64).beginArray().beginObject();
        blocks.string("type", "text").string("text", structuredContent.utf8());
        return ObjectEdit.with(
                otherMembers, "content", blocks.endObject().endArray().slice());
    }

    private static Slice translateMessage(Slice message, Revision revision) {
        Slice content = ObjectEdit.objectIn(message, "content");
        Slice translatedContent = content == null ? null : BlockTranslator.translate(content, revision);
        return content == null || translatedContent == null || translatedContent.isSameRange(content)
                ? message
                : ObjectEdit.with(message, "content", translatedContent);
    }
}
