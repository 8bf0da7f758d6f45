package dev.plimsoll.shape;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands around the part of the target that is cut: the header, and on page 1 the rest of the object it belongs to. */
interface PageFrame {

    /** Everything before the cut value. */
    void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean firstPage);

    /** Everything behind it. */
    void close(AnswerDraft answerDraft, boolean firstPage);

    /** Everything behind it, where that depends on what the page shows. */
    default void close(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean firstPage) {
        close(answerDraft, firstPage);
    }

    /** The name of a literal form, which has keys of its own and no room for the header; else empty. */
    default String form() {
        return "";
    }

    /** What records call an answer in this frame. */
    default OutcomeKind outcome() {
        return OutcomeKind.PAGINATED;
    }

    /** The whole target with the cut value in its place and nothing of ours, as a tool's own schema declares it; null when that is no part of it. */
    @Nullable AnswerDraft bare(AnswerDraft cut, AnswerDraft into);

    /** Whether the cut value is no part of the document but worked out from it. */
    default boolean isDerived() {
        return false;
    }

    /** Where the cut value stands in the document. */
    JsonPointer pointer();

    /** {@code {header…,"items":…}}: for a target that is itself the list. */
    static PageFrame around(JsonPointer list) {
        return new Plain(list, "items");
    }

    /** {@code {header…,"matches":…}} and the like: for what was found or worked out. */
    static PageFrame named(String name, JsonPointer searched) {
        return new Plain(searched, name);
    }

    /** {@code {header…,"text":…}}: for a text that must stand in an object, because structured content does. */
    static PageFrame holding(JsonPointer text) {
        return new Plain(text, "text");
    }

    /**
     * The object as it was, the header under {@code _plimsoll} as its first member; further pages carry only the way to
     * the cut value.
     */
    static PageFrame inside(DocumentPart object, List<String> way, Slice cut, boolean taken) {
        return new InObject(object, way, cut, taken, List.of());
    }

    /** The same, where fields of the header with these names stand in the object as well. */
    static PageFrame inside(DocumentPart object, List<String> way, Slice cut, boolean taken, List<String> top) {
        return new InObject(object, way, cut, taken, top);
    }

    /** The header, then the cut value under a name of ours. */
    record Plain(JsonPointer pointer, String name) implements PageFrame {

        @Override
        public void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean firstPage) {
            answerDraft.ascii("{");
            answerHeader.writeTo(answerDraft);
            answerDraft.ascii(",").name(name);
        }

        @Override
        public @Nullable AnswerDraft bare(AnswerDraft cut, AnswerDraft into) {
            boolean cutFromTarget = name.equals("items") || name.equals("text");
            return cutFromTarget ? into.append(cut) : null;
        }

        @Override
        public void close(AnswerDraft answerDraft, boolean firstPage) {
            answerDraft.ascii("}");
        }
    }

    /** The object around the cut value; {@code taken} when it has a member of our name already. */
    record InObject(DocumentPart object, List<String> way, Slice cut, boolean taken, List<String> top) implements PageFrame {

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
        public void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean firstPage) {
            if (taken) {
                answerDraft.ascii("{");
                answerHeader.writeTo(answerDraft);
                answerDraft.ascii(",\"value\":{");
            } else {
                answerDraft.ascii("{\"_plimsoll\":{");
                answerHeader.writeTo(answerDraft);
                answerHeader.writeNamed(top, answerDraft.ascii("}"));
                answerDraft.ascii(",");
            }
            if (firstPage) {
                answerDraft.json(before());
            } else {
                for (int i = 0; i < way.size(); i++) {
                    answerDraft.ascii(i == 0 ? "" : "{").string(way.get(i)).ascii(":");
                }
            }
        }

        @Override
        public void close(AnswerDraft answerDraft, boolean firstPage) {
            if (firstPage) {
                answerDraft.json(after());
            } else {
                answerDraft.ascii("}".repeat(way.size()));
            }
            answerDraft.ascii(taken ? "}" : "");
        }

        @Override
        public AnswerDraft bare(AnswerDraft cut, AnswerDraft into) {
            TextRecords data = object.records();
            if (data == null || !data.original().json()) {
                return into.ascii("{").json(before()).append(cut).json(after());
            }
            into.json(data.before());
            AnswerDraft text = data.isList() ? into.append(cut) : into.string(text(data.value(), cut));
            return text.json(data.after());
        }

        /** An object that was read from a text, as a text again. */
        private Slice text(Slice value, AnswerDraft shown) {
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
