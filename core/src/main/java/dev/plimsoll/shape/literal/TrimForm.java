package dev.plimsoll.shape.literal;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.KeyCounts;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts arrays, strings, and nesting at fixed limits. Lists the path of each cut value, with its number of
 * items, its number of characters, or its depth.
 */
public final class TrimForm {

    /** Name of the member that has the header, in the forms that keep the own members of an object at the top level. */
    public static final String HEADER_MEMBER = "_plimsoll";

    private static final int MAX_TRIMMED_VALUES = 200;
    private static final String DEPTH = "depth";
    private static final Slice ELLIPSIS = Slice.of("…");

    /** Bytes of an entry in the list of trimmed values without its path: {@code {"path":"","depth":10},}. */
    private static final int ENTRY_BYTES = 23;

    private record TrimmedValue(String path, String unit, int size) {}

    private final ShapeTask shapeTask;
    private final int maxItems;
    private final int maxStringBytes;
    private final int maxDepth;
    private final AnswerDraft body;
    private final List<TrimmedValue> trimmedValues = new ArrayList<>();
    private int unnamedCount;

    public TrimForm(ShapeTask shapeTask) {
        this.shapeTask = shapeTask;
        this.maxItems = shapeTask.policy().get(Policy.LIMIT_ARRAY_ITEMS);
        this.maxStringBytes = shapeTask.policy().get(Policy.LIMIT_STRING_BYTES);
        this.maxDepth = shapeTask.policy().get(Policy.LIMIT_DEPTH);
        this.body = shapeTask.draft();
    }

    /** Returns the trimmed value; null if it does not fit the budget, so that another style is needed. */
    public @Nullable ShapedText shape() {
        int maxBytes = shapeTask.pageBudget().bytes();
        write(shapeTask.target().bytes(), shapeTask.target().pointer(), 1, maxBytes);
        if (body.bytes() > maxBytes) {
            return null;
        }
        if (trimmedValues.isEmpty() && unnamedCount == 0) {
            return shapeWhole();
        }
        AnswerHeader answerHeader = header();
        AnswerDraft main = shapeTask.draft();
        Slice written = body.written();
        boolean isObject = shapeTask.target().isOfType(JsonType.OBJECT)
                && Members.get(shapeTask.target().bytes(), HEADER_MEMBER) == null;
        main.ascii("{");
        if (isObject) {
            main.member(HEADER_MEMBER).ascii("{");
        }
        answerHeader.writeTo(main);
        if (isObject) {
            main.ascii(written.length() > 2 ? "}," : "}").raw(written.sub(1, written.length()));
        } else {
            main.member(shapeTask.target().isOfType(JsonType.ARRAY) ? "items" : "value");
            main.append(body).ascii("}");
        }
        if (isOnlyDepthCut() && isWholeCheaper(main)) {
            return shapeWhole();
        }
        boolean fits = shapeTask.pageBudget().allows(main.tokens(), main.bytes());
        return fits ? new ShapedText(null, main, true, answerHeader, OutcomeKind.TRIMMED, false, null, null) : null;
    }

    /** Returns the unchanged value; null if it does not fit the budget. */
    private @Nullable ShapedText shapeWhole() {
        AnswerDraft main = shapeTask.draft().json(shapeTask.target().bytes());
        boolean fits = shapeTask.pageBudget().allows(main.tokens(), main.bytes());
        return fits ? new ShapedText(null, main, false, null, OutcomeKind.PASSED, true, null, null) : null;
    }

    private boolean isOnlyDepthCut() {
        return unnamedCount == 0 && trimmedValues.stream().allMatch(trimmedValue -> trimmedValue.unit.equals(DEPTH));
    }

    /** Returns whether the complete value costs no more than the trimmed one with its header. */
    private boolean isWholeCheaper(AnswerDraft trimmed) {
        int bytes = shapeTask.target().bytes().length();
        return bytes <= shapeTask.pageBudget().bytes()
                && shapeTask.counter().count(shapeTask.target().bytes()) <= trimmed.tokens();
    }

    /** Writes one item of a list, trimmed. Returns whether anything of it was cut. */
    boolean writeItem(Slice value, JsonPointer at, AnswerDraft target) {
        write(value, at, 2, Integer.MAX_VALUE);
        target.raw(body.written());
        return !trimmedValues.isEmpty() || unnamedCount > 0;
    }

    private void write(Slice value, @Nullable JsonPointer at, int level, int maxBytes) {
        JsonType type = Json.type(value);
        if (body.bytes() > maxBytes) {
            return;
        }
        if (type == JsonType.STRING) {
            writeString(value, at);
        } else if (type != JsonType.ARRAY && type != JsonType.OBJECT) {
            body.raw(value);
        } else if (level > maxDepth && isLongerThanStub(value, at)) {
            body.string(stub(at));
            recordCut(at, DEPTH, level);
        } else if (type == JsonType.ARRAY) {
            writeArray(value, at, level, maxBytes);
        } else {
            writeObject(value, at, level, maxBytes);
        }
    }

    private String stub(@Nullable JsonPointer at) {
        return "… [nested deeper than " + maxDepth + " levels" + (at == null ? "" : "; path " + at) + "]";
    }

    /** Returns whether replacing a deeply nested value saves bytes. */
    private boolean isLongerThanStub(Slice value, @Nullable JsonPointer at) {
        int path = at == null ? 0 : at.toString().length();
        return value.length() > Slice.of(stub(at)).length() + ENTRY_BYTES + path;
    }

    private void writeString(Slice value, @Nullable JsonPointer at) {
        Slice inside = Json.stringInside(value);
        if (inside.length() <= maxStringBytes) {
            body.json(value);
            return;
        }
        Slice text = Slice.of(JsonText.unescape(inside));
        if (text.length() <= maxStringBytes) {
            body.json(value);
            return;
        }
        // a limit below the size of the ellipsis leaves only the ellipsis
        int cut = Utf8.graphemeFloor(text, Math.max(0, maxStringBytes - ELLIPSIS.length()));
        body.string(
                new ByteSink(maxStringBytes).raw(text.sub(0, cut)).raw(ELLIPSIS).slice());
        recordCut(at, "characters", Utf8.codePoints(text));
    }

    private void writeArray(Slice value, @Nullable JsonPointer at, int level, int maxBytes) {
        ItemIndex index = ItemIndex.of(value);
        int shown = Math.min(maxItems, index.count());
        body.ascii("[");
        for (int i = 0; i < shown; i++) {
            body.ascii(i == 0 ? "" : ",");
            write(index.item(i), at == null ? null : at.child(i), level + 1, maxBytes);
        }
        body.ascii("]");
        if (shown < index.count()) {
            recordCut(at, "items", index.count());
        }
    }

    private void writeObject(Slice value, @Nullable JsonPointer at, int level, int maxBytes) {
        boolean isFirst = true;
        KeyCounts counts = KeyCounts.of(value);
        body.ascii("{");
        Members members = Members.of(value);
        while (members.next() && body.bytes() <= maxBytes) {
            body.ascii(isFirst ? "" : ",").key(members.key());
            write(members.value(), counts.path(at, members), level + 1, maxBytes);
            isFirst = false;
        }
        body.ascii("}");
    }

    private void recordCut(@Nullable JsonPointer at, String unit, int size) {
        String path = at == null ? "" : at.toString();
        if (at == null || trimmedValues.size() >= MAX_TRIMMED_VALUES || path.length() > ItemSequence.MAX_PATH_LENGTH) {
            unnamedCount++;
        } else {
            trimmedValues.add(new TrimmedValue(path, unit, size));
        }
    }

    private AnswerHeader header() {
        AnswerHeader answerHeader = new AnswerHeader(false);
        answerHeader
                .notice(Notices.trimmed(shapeTask.facts(), trimmedValues.size() + unnamedCount))
                .flag("hasMore", true);
        answerHeader.cursor("nextCursor", shapeTask.startOfTarget()).costs(shapeTask);
        answerHeader.json("trimmed", answerDraft -> {
            answerDraft.ascii("[");
            for (int i = 0; i < trimmedValues.size(); i++) {
                TrimmedValue trimmedValue = trimmedValues.get(i);
                answerDraft.ascii(i == 0 ? "{" : ",{").member("path").string(trimmedValue.path);
                answerDraft.member(trimmedValue.unit).number(trimmedValue.size).ascii("}");
            }
            answerDraft.ascii("]");
        });
        return answerHeader;
    }
}
