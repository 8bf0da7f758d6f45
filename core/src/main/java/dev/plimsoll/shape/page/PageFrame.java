package dev.plimsoll.shape.page;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content around the value that is cut into pages (the cut value): the header, and on page 1 the rest of
 * the object that contains the value.
 */
public interface PageFrame {

    /** Writes everything before the cut value. */
    void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean isFirstPage);

    /** Writes everything after the cut value. */
    void close(AnswerDraft answerDraft, boolean isFirstPage);

    /** Writes everything after the cut value. Frames override this method if that depends on the page or the header. */
    default void close(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean isFirstPage) {
        close(answerDraft, isFirstPage);
    }

    /**
     * Returns the name of a literal form, which has its own keys and cannot contain the header; empty for other frames.
     */
    default String form() {
        return "";
    }

    /** Returns the outcome that is recorded for an answer in this frame. */
    default OutcomeKind outcome() {
        return OutcomeKind.PAGINATED;
    }

    /**
     * Writes the target to {@code out} in the form that the tool's own schema declares: with the page in the position
     * of the cut value, and without members of Plimsoll. Returns null if the cut value is not a part of the target.
     */
    @Nullable AnswerDraft writeWithoutHeader(AnswerDraft page, AnswerDraft out);

    /** Returns whether the cut value is computed from the document instead of being a part of it. */
    default boolean isDerived() {
        return false;
    }

    /** Returns the position of the cut value in the document. */
    JsonPointer pointer();

    /** Creates the frame {@code {header…,"items":…}} for a target that is itself the list. */
    static PageFrame ofList(JsonPointer list) {
        return new Plain(list, "items");
    }

    /** Creates a frame such as {@code {header…,"matches":…}} for found or computed items. */
    static PageFrame ofName(String name, JsonPointer searched) {
        return new Plain(searched, name);
    }

    /**
     * Creates the frame {@code {header…,"text":…}} for a text that must be in an object, because structured
     * content is always an object.
     */
    static PageFrame ofText(JsonPointer text) {
        return new Plain(text, "text");
    }

    /**
     * Creates the frame {@code {header…,"value":{…}}} for a cut value in an object. Pages after the first
     * have only the objects on the way to the cut value.
     */
    static PageFrame inObject(DocumentPart object, List<String> listPath, Slice cut) {
        return new InObject(object, listPath, cut);
    }

    /** The header, followed by the cut value under a name that Plimsoll chose. */
    record Plain(JsonPointer pointer, String name) implements PageFrame {

        @Override
        public void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean isFirstPage) {
            answerDraft.ascii("{");
            answerHeader.writeTo(answerDraft);
            answerDraft.ascii(",").name(name);
        }

        @Override
        public @Nullable AnswerDraft writeWithoutHeader(AnswerDraft page, AnswerDraft out) {
            boolean isCutFromTarget = name.equals("items") || name.equals("text");
            return isCutFromTarget ? out.append(page) : null;
        }

        @Override
        public void close(AnswerDraft answerDraft, boolean isFirstPage) {
            answerDraft.ascii("}");
        }
    }

    /**
     * The object around the cut value, as the member {@code value}. At the top level, a program would mistake the page
     * for the whole value.
     */
    record InObject(DocumentPart object, List<String> path, Slice cut) implements PageFrame {

        @Override
        public JsonPointer pointer() {
            JsonPointer pointer = object.pointer();
            for (String key : path) {
                pointer = pointer.child(key);
            }
            return pointer;
        }

        @Override
        public void open(AnswerDraft answerDraft, AnswerHeader answerHeader, boolean isFirstPage) {
            answerHeader.writeTo(answerDraft.ascii("{"));
            answerDraft.member("value").ascii("{");
            if (isFirstPage) {
                answerDraft.json(before());
            } else {
                for (int i = 0; i < path.size(); i++) {
                    answerDraft.ascii(i == 0 ? "" : "{").string(path.get(i)).ascii(":");
                }
            }
        }

        @Override
        public void close(AnswerDraft answerDraft, boolean isFirstPage) {
            if (isFirstPage) {
                answerDraft.json(after());
            } else {
                answerDraft.ascii("}".repeat(path.size()));
            }
            answerDraft.ascii("}");
        }

        @Override
        public AnswerDraft writeWithoutHeader(AnswerDraft page, AnswerDraft out) {
            TextRecords records = object.records();
            if (records == null || !records.original().isJson()) {
                return out.ascii("{").json(before()).append(page).json(after());
            }
            out.json(records.before());
            if (records.isList()) {
                out.append(page);
            } else {
                out.string(text(records.value(), page));
            }
            return out.json(records.after());
        }

        /** Returns the text of an object that was read from a text, with the page in the position of the cut value. */
        private Slice text(Slice value, AnswerDraft page) {
            AnswerDraft out = page.fresh().json(new Slice(value.bytes(), value.from(), cut.from()));
            return out.raw(page.written())
                    .json(new Slice(value.bytes(), cut.to(), value.to()))
                    .written();
        }

        private Slice before() {
            Slice value = object.bytes();
            int firstMember = Json.skipSpace(value.bytes(), value.from() + 1, value.to());
            return new Slice(value.bytes(), firstMember, cut.from());
        }

        private Slice after() {
            return new Slice(object.bytes().bytes(), cut.to(), object.bytes().to());
        }
    }
}
