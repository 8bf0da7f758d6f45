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
import dev.plimsoll.shape.fold.MemberPaths;
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
        AnswerDraft answerDraft = shapeTask.draft();
        Slice bodyText = body.written();
        boolean isObject = shapeTask.target().isOfType(JsonType.OBJECT)
                && Members.get(shapeTask.target().bytes(), HEADER_MEMBER) == null;
        answerDraft.ascii("{");
        if (isObject) {
            answerDraft.member(HEADER_MEMBER).ascii("{");
        }
        answerHeader.writeTo(answerDraft);
        if (isObject) {
            answerDraft.ascii(bodyText.length() > 2 ? "}," : "}").raw(bodyText.sub(1, bodyText.length()));
        } else {
            answerDraft.member(shapeTask.target().isOfType(JsonType.ARRAY) ? "items" : "value");
            answerDraft.append(body).ascii("}");
        }
        if (hasOnlyDepthCuts() && isWholeCheaper(answerDraft)) {
            return shapeWhole();
        }
        boolean isWithinBudget = shapeTask.pageBudget().allows(answerDraft.tokens(), answerDraft.bytes());
        return isWithinBudget
                ? new ShapedText(null, answerDraft, true, answerHeader, OutcomeKind.TRIMMED, false, null, null)
                : null;
    }

    /** Returns the unchanged value; null if it does not fit the budget. */
    private @Nullable ShapedText shapeWhole() {
        AnswerDraft wholeDraft = shapeTask.draft().json(shapeTask.target().bytes());
        boolean isWithinBudget = shapeTask.pageBudget().allows(wholeDraft.tokens(), wholeDraft.bytes());
        return isWithinBudget
                ? new ShapedText(null, wholeDraft, false, null, OutcomeKind.PASSED, true, null, null)
                : null;
    }

    private boolean hasOnlyDepthCuts() {
        return unnamedCount == 0 && trimmedValues.stream().allMatch(trimmedValue -> trimmedValue.unit.equals(DEPTH));
    }

    /** Returns whether the complete value costs no more than the trimmed one with its header. */
    private boolean isWholeCheaper(AnswerDraft trimmed) {
        int bytes = shapeTask.target().bytes().length();
        return bytes <= shapeTask.pageBudget().bytes()
                && shapeTask.counter().count(shapeTask.target().bytes()) <= trimmed.tokens();
    }

    /** Writes one item of a list, trimmed. Returns whether anything of it was cut. */
    boolean writeItem(Slice value, JsonPointer pointer, AnswerDraft target) {
        write(value, pointer, 2, Integer.MAX_VALUE);
        target.raw(body.written());
        return !trimmedValues.isEmpty() || unnamedCount > 0;
    }

    private void write(Slice value, @Nullable JsonPointer pointer, int level, int maxBytes) {
        JsonType type = Json.type(value);
        if (body.bytes() > maxBytes) {
            return;
        }
        if (type == JsonType.STRING) {
            writeString(value, pointer);
        } else if (type != JsonType.ARRAY && type != JsonType.OBJECT) {
            body.raw(value);
        } else if (level > maxDepth && isLongerThanNotice(value, pointer)) {
            body.string(depthNotice(pointer));
            recordCut(pointer, DEPTH, level);
        } else if (type == JsonType.ARRAY) {
            writeArray(value, pointer, level, maxBytes);
        } else {
            writeObject(value, pointer, level, maxBytes);
        }
    }

    private String depthNotice(@Nullable JsonPointer pointer) {
        return "… [nested deeper than " + maxDepth + " levels" + (pointer == null ? "" : "; path " + pointer) + "]";
    }

    /** Returns whether replacing a deeply nested value saves bytes. */
    private boolean isLongerThanNotice(Slice value, @Nullable JsonPointer pointer) {
        int pathLength = pointer == null ? 0 : pointer.toString().length();
        return value.length() > Slice.of(depthNotice(pointer)).length() + ENTRY_BYTES + pathLength;
    }

    private void writeString(Slice value, @Nullable JsonPointer pointer) {
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
        int cutEnd = Utf8.graphemeFloor(text, Math.max(0, maxStringBytes - ELLIPSIS.length()));
        body.string(new ByteSink(maxStringBytes)
                .raw(text.sub(0, cutEnd))
                .raw(ELLIPSIS)
                .slice());
        recordCut(pointer, "characters", Utf8.codePoints(text));
    }

    private void writeArray(Slice value, @Nullable JsonPointer pointer, int level, int maxBytes) {
        ItemIndex items = ItemIndex.of(value);
        int shownItems = Math.min(maxItems, items.count());
        body.ascii("[");
        for (int i = 0; i < shownItems; i++) {
            body.ascii(i == 0 ? "" : ",");
            write(items.item(i), pointer == null ? null : pointer.child(i), level + 1, maxBytes);
        }
        body.ascii("]");
        if (shownItems < items.count()) {
            recordCut(pointer, "items", items.count());
        }
    }

    private void writeObject(Slice value, @Nullable JsonPointer pointer, int level, int maxBytes) {
        boolean isFirst = true;
        MemberPaths memberPaths = MemberPaths.of(value);
        body.ascii("{");
        Members members = Members.of(value);
        while (members.next() && body.bytes() <= maxBytes) {
            body.ascii(isFirst ? "" : ",").key(members.key());
            write(members.value(), memberPaths.path(pointer, members), level + 1, maxBytes);
            isFirst = false;
        }
        body.ascii("}");
    }

    private void recordCut(@Nullable JsonPointer pointer, String unit, int size) {
        String path = pointer == null ? "" : pointer.toString();
        if (pointer == null
                || trimmedValues.size() >= MAX_TRIMMED_VALUES
                || path.length() > ItemSequence.MAX_PATH_LENGTH) {
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
