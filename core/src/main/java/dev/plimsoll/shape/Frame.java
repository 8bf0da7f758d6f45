package dev.plimsoll.shape;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands around the part of the target that is cut: the header, and on page 1 the rest of the object it belongs to. */
interface Frame {

    /** Everything before the cut value. */
    void open(Draft draft, Header header, boolean firstPage);

    /** Everything behind it. */
    void close(Draft draft, boolean firstPage);

    /** Everything behind it, where that depends on what the page shows. */
    default void close(Draft draft, Header header, boolean firstPage) {
        close(draft, firstPage);
    }

    /** The name of a literal form, which has keys of its own and no room for the header; else empty. */
    default String form() {
        return "";
    }

    /** What records call an answer in this frame. */
    default Outcome outcome() {
        return Outcome.PAGINATED;
    }

    /** The whole target with the cut value in its place and nothing of ours, as a tool's own schema declares it; null when that is no part of it. */
    @Nullable Draft bare(Draft cut, Draft into);

    /** Whether the cut value is no part of the document but worked out from it. */
    default boolean isDerived() {
        return false;
    }

    /** Where the cut value stands in the document. */
    JsonPointer pointer();

    /** {@code {header…,"items":…}}: for a target that is itself the list. */
    static Frame around(JsonPointer list) {
        return new Plain(list, "items");
    }

    /** {@code {header…,"matches":…}} and the like: for what was found or worked out. */
    static Frame named(String name, JsonPointer searched) {
        return new Plain(searched, name);
    }

    /** {@code {header…,"text":…}}: for a text that must stand in an object, because structured content does. */
    static Frame holding(JsonPointer text) {
        return new Plain(text, "text");
    }

    /**
     * The object as it was, the header under {@code _plimsoll} as its first member; further pages carry only the way to
     * the cut value.
     */
    static Frame inside(Target object, List<String> way, Slice cut, boolean taken) {
        return new InObject(object, way, cut, taken, List.of());
    }

    /** The same, where fields of the header with these names stand in the object as well. */
    static Frame inside(Target object, List<String> way, Slice cut, boolean taken, List<String> top) {
        return new InObject(object, way, cut, taken, top);
    }

    /** The header, then the cut value under a name of ours. */
    record Plain(JsonPointer pointer, String name) implements Frame {

        @Override
        public void open(Draft draft, Header header, boolean firstPage) {
            draft.ascii("{");
            header.writeTo(draft);
            draft.ascii(",").name(name);
        }

        @Override
        public @Nullable Draft bare(Draft cut, Draft into) {
            boolean cutFromTarget = name.equals("items") || name.equals("text");
            return cutFromTarget ? into.append(cut) : null;
        }

        @Override
        public void close(Draft draft, boolean firstPage) {
            draft.ascii("}");
        }
    }

    /** The object around the cut value; {@code taken} when it has a member of our name already. */
    record InObject(Target object, List<String> way, Slice cut, boolean taken, List<String> top) implements Frame {

        static final String NAME = "_plimsoll";

        @Override
        public JsonPointer pointer() {
            JsonPointer at = object.pointer();
            for (String key : way) {
                at = at.child(key);
            }
            return at;
        }

        @Override
        public void open(Draft draft, Header header, boolean firstPage) {
            if (taken) {
                draft.ascii("{");
                header.writeTo(draft);
                draft.ascii(",\"value\":{");
            } else {
                draft.ascii("{\"_plimsoll\":{");
                header.writeTo(draft);
                header.writeNamed(top, draft.ascii("}"));
                draft.ascii(",");
            }
            if (firstPage) {
                draft.json(before());
            } else {
                for (int i = 0; i < way.size(); i++) {
                    draft.ascii(i == 0 ? "" : "{").string(way.get(i)).ascii(":");
                }
            }
        }

        @Override
        public void close(Draft draft, boolean firstPage) {
            if (firstPage) {
                draft.json(after());
            } else {
                draft.ascii("}".repeat(way.size()));
            }
            draft.ascii(taken ? "}" : "");
        }

        @Override
        public Draft bare(Draft cut, Draft into) {
            TextRecords data = object.records();
            if (data == null || !data.original().json()) {
                return into.ascii("{").json(before()).append(cut).json(after());
            }
            into.json(data.before());
            Draft text = data.isList() ? into.append(cut) : into.string(text(data.value(), cut));
            return text.json(data.after());
        }

        /** An object that was read from a text, as a text again. */
        private Slice text(Slice value, Draft shown) {
            ByteSink out = new ByteSink(1024).json(new Slice(value.bytes(), value.from(), cut.from()));
            return out.raw(shown.written())
                    .json(new Slice(value.bytes(), cut.to(), value.to()))
                    .slice();
        }

        private Slice before() {
            Slice value = object.bytes();
            int inside = Json.skipSpace(value.bytes(), value.from() + 1, value.to());
            return new Slice(value.bytes(), inside, cut.from());
        }

        private Slice after() {
            return new Slice(object.bytes().bytes(), cut.to(), object.bytes().to());
        }
    }
}
