package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a message. A request is asked for its members about twenty times, so they are indexed at the first
 * question. Several threads may do that at the same time; their indexes are equal.
 */
final class MessageParams {

    /** Number of members above which an object is not indexed, so that an index is never large. */
    private static final int MAX_INDEXED = 64;

    private static final MemberIndex EMPTY = MemberIndex.of(Slice.of("{}"));

    private final SegmentedText text;
    private @Nullable MemberIndex index;
    private @Nullable MemberIndex metaIndex;

    MessageParams(SegmentedText text) {
        this.text = text;
    }

    SegmentedText text() {
        return text;
    }

    /** Returns the last member of that name; null if there is none, or if the parameters are not an object. */
    @Nullable Slice find(String name) {
        MemberIndex known = index;
        if (known == null) {
            known = createIndex(text.joined());
            index = known;
        }
        return known == null ? Members.get(text.joined(), name) : known.find(name);
    }

    /** Returns the last member of that name in {@code _meta}; null if there is none, or if it is not an object. */
    @Nullable Slice findInMeta(String name) {
        Slice meta = find("_meta");
        if (meta == null) {
            return null;
        }
        MemberIndex known = metaIndex;
        if (known == null) {
            known = createIndex(meta);
            metaIndex = known;
        }
        return known == null ? Members.get(meta, name) : known.find(name);
    }

    /** Returns an index, which is empty if the value is not an object; null if the object has too many members. */
    private static @Nullable MemberIndex createIndex(Slice value) {
        return Json.type(value) == JsonType.OBJECT ? MemberIndex.ofAtMost(MAX_INDEXED, value) : EMPTY;
    }
}
